"""What outlives a race, as the web reads it: seasons, courses, players. Any thread may ask."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from companion import messages
from companion.errors import Malformed, Refused
from companion.games import history
from companion.library import boxes, export
from companion.library import courses as course_book
from companion.library.origins import source_name
from companion.library.seasons import fold, race_names
from companion.library.stories import course_of
from companion.store.reader import StoreReader
from companion.store.store import Entry, SavedRace

MOST_LOG = 30
MOST_PLAYERS = 30

FORMAT, VERSION = "companion-season", 1


class Shelf:
    """Reads what is on disk. Every call may raise StoreError.

    `simulated`: the table is; a game whose box nobody has entered is played with its example.
    """

    def __init__(self, reader: StoreReader, simulated: bool = False):
        self._reader = reader
        self._simulated = simulated

    def seasons(self) -> list[dict[str, Any]]:
        """Every season in a few words, the one that was written in last first.

        One that today's rules do not take is left out.
        """
        told = []
        for number in self._reader.seasons():
            try:
                told.append(_summary(number, fold(self._reader.season_acts(number))))
            except (Refused, Malformed):
                continue
        return told

    def season(self, number: int, lang: str) -> dict[str, Any] | None:
        """A season with its tables and what was done last, None if there is none of this number.

        Raises Refused or Malformed if today's rules do not take it.
        """
        entries = self._reader.season_acts(number)
        if not entries:
            return None
        folded = fold(entries)
        return {
            "id": number,
            **folded.game.view(folded.state).state,
            "can_undo": folded.can_undo,
            "can_redo": folded.can_redo,
            "log": _log(entries, lang)[-MOST_LOG:],
        }

    def season_export(self, number: int, form: str, lang: str) -> tuple[str, str] | None:
        """A season's file and its media type: the season with its acts, or its last table."""
        told = self.season(number, lang)
        if told is None:
            return None
        if form == "csv":
            return _csv(told, lang), export.MIMETYPES["csv"]
        acts = [
            {"n": entry.n, "act": entry.act, "wall": export.iso(entry.stamp)}
            for entry in self._reader.season_acts(number)
        ]
        kept = {name: told[name] for name in told if name not in ("log", "can_undo", "can_redo")}
        document = {"format": FORMAT, "version": VERSION, **kept, "acts": acts}
        return json.dumps(document, indent=1) + "\n", export.MIMETYPES["json"]

    def courses(self) -> list[dict[str, Any]]:
        """The course book (companion/library/courses.py)."""
        return course_book.overview(self._reader.courses())

    def course_picture(self, name: str) -> tuple[str, bytes] | None:
        """A course's picture: its media type and bytes."""
        for course in self._reader.courses():
            if course.name == name and course.picture:
                return course_book.picture_of(course.picture)
        return None

    def boxes(self, lang: str) -> list[dict[str, Any]]:
        """The games that have a box, and how much of it is entered (companion/library/boxes.py)."""
        told = [self.box(game, lang) for game in boxes.games()]
        return [{name: value for name, value in one.items() if name != "box"} for one in told]

    def box(self, game: str, lang: str) -> dict[str, Any]:
        """A game's box as its owner entered it. Raises Refused where there is none."""
        return boxes.overview(game, self._reader.box(game), self._simulated, lang)

    def box_example(self, game: str) -> dict[str, Any]:
        """The complete set that came with the companion, invented. Raises Refused."""
        return {"game": game, "box": boxes.box_of(game).example()}

    def box_file(self, game: str) -> str:
        """The box file: the box and the stickers of its cards. Raises Refused."""
        return boxes.write(game, self._reader.box(game), self._reader.tags())

    def players(self) -> list[dict[str, Any]]:
        """Who has played here, last ones first, each with the colour that was theirs last."""
        found: dict[str, dict[str, Any]] = {}
        for race in self._reader.races():
            for seat in race.options.get("seats", []):
                if isinstance(seat, Mapping) and str(seat.get("name", "")).strip():
                    name = str(seat["name"]).strip()
                    player = {"name": name, "colour": str(seat.get("colour", "")), "races": 0}
                    found.setdefault(name.casefold(), player)["races"] += 1
        return list(found.values())[:MOST_PLAYERS]


def named(race: SavedRace) -> dict[str, Any]:
    """How people tell a race from others: its players by seats, and its course."""
    return {"names": race_names(race), "course": course_of(race)}


def _summary(number: int, folded: history.History) -> dict[str, Any]:
    state = folded.game.view(folded.state).state
    table = state["tables"][-1] if state["tables"] else []
    return {
        "id": number,
        "name": state["name"],
        "races": [race["race"] for race in state["races"]],
        "players": state["players"],
        "leaders": [row["name"] for row in table if row["rank"] == 1],
    }


def _log(entries: list[Entry], lang: str) -> list[dict[str, Any]]:
    """What was done, oldest first."""
    folded, told = None, []
    for entry in entries:
        if folded is None:
            folded = fold([entry])
            events = folded.events
        else:
            folded, events = folded.apply(entry.act)
        told.append(
            {
                "n": entry.n,
                "wall": export.iso(entry.stamp),
                "clock_synced": entry.stamp.clock_synced,
                "from": messages.say(source_name(entry.origin), lang),
                "events": [messages.event_json(event, lang) for event in events],
            }
        )
    return told


def _csv(season: Mapping[str, Any], lang: str) -> str:
    """The table after the last race: one line a player, one column a race."""

    def word(key: str, **params: Any) -> str:
        return messages.sentence(key, params, lang)

    races = [
        race["title"] or word("season.race_n", n=number)
        for number, race in enumerate(season["races"], 1)
    ]
    text = io.StringIO()
    sheet = csv.writer(text)
    head = [word("season.rank"), word("season.player"), *races, word("season.total")]
    sheet.writerow([export.plain_cell(cell) for cell in head])
    for row in season["tables"][-1] if season["tables"] else []:
        cells = ["" if cell["missed"] else _mark(cell) for cell in row["cells"]]
        sheet.writerow([row["rank"], export.plain_cell(row["name"]), *cells, row["total"]])
    return text.getvalue()


def _mark(cell: Mapping[str, Any]) -> Any:
    """Points; in brackets where they do not count."""
    return f"({cell['points']})" if cell["dropped"] else cell["points"]
