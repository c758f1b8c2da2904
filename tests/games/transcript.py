"""Transcripts of races: every act with its events or refusal, and the changes of the view.

    PYTHONPATH=. .venv/bin/python tests/games/transcript.py          # plays the same acts again
    PYTHONPATH=. .venv/bin/python tests/games/transcript.py --new    # plays other random races

Both rewrite transcripts/: review the difference.
A transcript contains the acts of a random race, so that it stays the same race when the random
players change; `GAME-by_hand.txt` those of a race written by hand. Of similar menus only the first
is listed, with a checksum of all.
"""

import json
import sys
from binascii import crc32
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from trials import TRIALS

from companion import messages
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from companion.games.game import Act, Key, Keys, View
from companion.signals import BUTTONS
from tests.games import random_play

FOLDER = Path(__file__).parent / "transcripts"
STEPS = 60
"""The maximum number of accepted acts of a race."""

SEEDS = {"husky": (1, 2, 3, 4, 10, 54, 20)}
"""Seeds of each game's races; Husky's last three are played with a board."""

SOME, MANY = 0.2, 3.0
"""The mean number of free acts before each act: many in each fourth race of a game."""


def read(path: Path) -> tuple[str, dict[str, Any], list[Act]]:
    """The game, the set-up and the acts of a transcript."""
    lines = path.read_text().splitlines()
    game, _, options = lines[0].partition(" ")
    acts = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    return game, json.loads(options), acts


def transcript(game: str, options: Mapping[str, Any], acts: list[Act]) -> Iterator[str]:
    """The lines of a transcript."""
    yield f"{game} {_json(options)}"
    race = history.begin(GAMES[game], options)
    yield from _events(race.events)
    seen = dict(_seen(race))
    yield from (f"  {what}: {value}" for what, value in seen.items())
    for act in acts:
        yield f"> {_json(act)}"
        try:
            race, events = race.apply(act)
        except (Refused, Malformed) as no:
            yield f"  no, {no.key}: {messages.sentence(no.key, no.params, 'en')}"
            yield from (f"  then {_json(remedy)}" for remedy in getattr(no, "remedy", ()))
            continue
        yield from _events(events)
        before, seen = seen, dict(_seen(race))
        yield from (f"  {what}: gone" for what in before if what not in seen)
        changed = {what: value for what, value in seen.items() if before.get(what) != value}
        yield from (f"  {what}: {value}" for what, value in changed.items())


def _events(events: Any) -> Iterator[str]:
    for event in events:
        text = messages.sentence(event.key, event.params, "en")
        yield f"  {event.key} ({event.seat}): {text}"


def _seen(race: history.History) -> Iterator[tuple[str, str]]:
    """The content of the view by path."""
    view: View = race.game.view(race.state)
    legal = sorted(map(_json, race.game.legal(race.state)))
    kinds = sorted({str(act["act"]) for act in race.game.legal(race.state)})
    yield "legal", f"{len(legal)} {' '.join(kinds)}, {_sum(legal)}"
    yield "up", f"{view.up} begun {view.begun} over {view.over}"
    yield "todo", _says(view.todo)
    yield from _flat("state", view.state)
    for seat in view.seats:
        at = f"seat {seat.seat}"
        yield at, f"{seat.name} {seat.colour} {seat.light}"
        yield f"{at} todo", _says(seat.todo)
        yield f"{at} ticks", _says(seat.ticks)
        yield f"{at} extra", " | ".join(map(_key, seat.extra))
        yield from _menus(at, seat.keys)


def _menus(at: str, menus: Mapping[str, Mapping[str, Keys]]) -> Iterator[tuple[str, str]]:
    """The keys of all menus; of many similar ones the first, and a checksum of all."""
    alike: dict[str, list[str]] = {}
    for menu, keys in menus.items():
        family, _, _ = menu.partition(":")
        lines = alike.setdefault(family, [])
        for button, of in keys.items():
            pressed, held = (_key(one) if one else "-" for one in (of.press, of.hold))
            lines.append(f"{menu or 'keys'} {button} {pressed} / {held}")
    for family, lines in alike.items():
        for line in lines[: len(BUTTONS)]:
            menu, button, rest = line.split(" ", 2)
            yield f"{at} {menu} {button}", rest
        if len(lines) > len(BUTTONS):
            yield f"{at} {family}, all {len(lines)}", _sum(lines)


def _sum(lines: list[str]) -> str:
    return f"{crc32(repr(lines).encode()):08x}"


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    inner = value.items() if isinstance(value, Mapping) else enumerate(value)
    for part, one in inner:
        path = f"{name}.{part}"
        if isinstance(one, Mapping) or (isinstance(one, list) and any(map(_large, one))):
            yield from _flat(path, one)
        else:
            yield path, _json(one)


def _large(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def _says(says: Any) -> str:
    return " | ".join(messages.say(say, "en") for say in says)


def _key(key: Key) -> str:
    able = "" if key.enabled else " (off)"
    return f"{messages.say(key.label, 'en')} {_json(key.act or key.menu)}{able}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def play(game: str, seed: int, by_hand: float) -> tuple[dict[str, Any], list[Act]]:
    """Play a random race: legal acts, and before each some other acts, sensible or not."""
    rng, trial = Random(seed), TRIALS[game]
    options = trial.options(rng)
    race, acts = history.begin(GAMES[game], options), list[Act]()
    legal = random_play.wander(race, rng)
    while race.count < STEPS and (act := next(legal, None)):
        state = GAMES[game].view(race.state).state
        tried = [rng.choice(list(trial.candidates(state)))]
        hands = int(by_hand) + (rng.random() < by_hand % 1)
        tried += [trial.free_act(rng, state) for _ in range(hands)]
        for one in (*tried, act):
            acts.append(one)
            try:
                after, _ = race.apply(one)
            except (Refused, Malformed):
                continue
            if after is not race:
                race, legal = after, random_play.wander(after, rng)
    return options, acts


def main(words: list[str]) -> None:
    """Rewrite all transcripts; `--new`: those of random races by new races."""
    if words == ["--new"]:
        for game in GAMES:
            for number, seed in enumerate(SEEDS.get(game, (1, 2, 3, 4)), 1):
                by_hand = SOME if number % 4 else MANY
                _write(FOLDER / f"{game}-{seed}.txt", game, *play(game, seed, by_hand))
    for path in sorted(FOLDER.glob("*.txt")):
        _write(path, *read(path))


def _write(path: Path, game: str, options: Mapping[str, Any], acts: list[Act]) -> None:
    path.write_text("\n".join(transcript(game, options, acts)) + "\n")
    print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
