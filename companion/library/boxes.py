"""The contents of a game's box: as entered, as a file, and in a race's options. Pure.

Only games whose rule book does not list the contents have a box (companion/games/spec.py).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion import messages, strict_json
from companion.errors import Refused
from companion.games import GAME_SPECS, pieces, title
from companion.games.spec import Box
from companion.store.records import Tagged
from companion.tags import tag_file

FORMAT, VERSION = "companion-box", 1

_MOST_BYTES = 1_000_000

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoxFile:
    """A box file: the box's contents and the tags of its cards."""

    game: str
    box: Json
    tags: tuple[Tagged, ...]


def games() -> tuple[str, ...]:
    """The games whose box must be entered."""
    return tuple(name for name, spec in GAME_SPECS.items() if spec.box)


def box_of(game: str) -> Box:
    """The box in a game's spec. Raises Refused `table.no_such_game`, `box.none`."""
    if game not in GAME_SPECS:
        raise Refused("table.no_such_game", game=game[:40], games=", ".join(sorted(GAME_SPECS)))
    box = GAME_SPECS[game].box
    if box is None:
        raise Refused("box.none", game=title(game))
    return box


def overview(game: str, saved: Json | None, simulated: bool, lang: str) -> dict[str, Any]:
    """A game's box as JSON. `in_force`: the box that a new race gets: "saved", "example" or "none".

    Raises Refused.
    """
    box = box_of(game)
    missing = [messages.say(say, lang) for say in box.missing(saved or {})]
    return {
        "game": game,
        "saved": saved is not None,
        "example": bool(saved and saved.get("example")),
        "complete": not missing,
        "missing": missing,
        "in_force": "saved" if saved else "example" if simulated else "none",
        "box": saved,
    }


def in_force(game: str, saved: Json | None, simulated: bool) -> Json:
    """The contents of the box that a new race gets; {} if unknown or if the game has no box."""
    box = GAME_SPECS[game].box if game in GAME_SPECS else None
    if box is None:
        return {}
    return saved or (box.example() if simulated else {})


def filled(game: str, options: Json, saved: Json | None, simulated: bool) -> Json:
    """Add the box in force to a race's options, unless they have a box or the race needs none.

    A race of a game with a course book needs it only on a laid course.
    """
    spec = GAME_SPECS.get(game)
    needed = spec is not None and (spec.box_in_races or bool(spec.course and options.get("laid")))
    found = in_force(game, saved, simulated) if needed and "box" not in options else {}
    return {**options, "box": found} if found else options


def is_example(options: Json) -> bool:
    """Whether a race is played with an invented box."""
    box = options.get("box")
    return box == "example" or (isinstance(box, Mapping) and box.get("example") is True)


def write(game: str, saved: Json | None, known: Iterable[Tagged]) -> str:
    """The text of a box file: the box (empty for none) and the game's tags. Raises Refused."""
    box = box_of(game).read(saved or {})
    head = {"format": FORMAT, "version": VERSION, "game": game}
    start = json.dumps({**head, "box": box}, ensure_ascii=False)
    lines = [tag_file.line(tag) for tag in known if tag.game == game]
    return start[:-1] + ',\n "tags": [' + ",".join(f"\n  {line}" for line in lines) + "]}\n"


def read(text: str, game: str) -> BoxFile:
    """The contents of a box file of this game. Raises Refused for any error in it."""
    box = box_of(game)
    if len(text) > _MOST_BYTES:
        raise Refused("box.too_large", most=_MOST_BYTES)
    try:
        file = strict_json.read(text)
    except (ValueError, RecursionError) as error:
        raise Refused("box.not_a_box_file", format=FORMAT) from error
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise Refused("box.not_a_box_file", format=FORMAT)
    if file.get("version") != VERSION or isinstance(file["version"], bool):
        raise Refused("box.other_version", version=json.dumps(file.get("version"))[:40])
    if file.get("game") != game:
        raise Refused("box.other_game", game=title(game), other=str(file.get("game"))[:40])
    for name in file:
        if name not in ("format", "version", "game", "box", "tags"):
            raise Refused("box.unknown_field", field=name[:40], known="box, tags")
    if not isinstance(file.get("box"), dict):
        raise Refused("box.wrong_type", field="box", type="object")
    return BoxFile(game, box.read(file["box"]), _tags(file.get("tags", []), game))


def _tags(entries: Any, game: str) -> tuple[Tagged, ...]:
    """The tags of a box file, checked as in a tag file. Raises Refused."""
    if not isinstance(entries, list):
        raise Refused("box.wrong_type", field="tags", type="list")
    try:
        found = tuple(tag_file.read(tag_file.file_of(map(json.dumps, entries)), pieces.has_piece))
    except Refused as refused:
        # file_of puts one tag on each line, from the second on.
        n = refused.params.get("line", 2) - 1
        raise Refused("box.at_tag", n=n, why=refused.params.get("why")) from refused
    for tag in found:
        if tag.game != game:
            raise Refused("box.other_tags", game=title(game), other=tag.game)
    return found
