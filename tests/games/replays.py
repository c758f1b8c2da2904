"""The stored logs of replays/ and what each leads to: a checksum over all its positions.

    PYTHONPATH=. .venv/bin/python tests/games/replays.py     # after raising `rules` of a game

A line is a race: the version of the rules, the checksum, set-up and accepted acts. The command
renews the lines of games whose version has risen, and adds the transcripts that are missing.
"""

import json
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import transcript

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS, history
from companion.games.game import Act

FOLDER = Path(__file__).parent / "replays"

Line = dict[str, Any]


def lines(game: str) -> list[Line]:
    """The races of a game."""
    path = FOLDER / f"{game}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def checksum(game: str, options: Any, acts: list[Act]) -> str:
    """A checksum of the positions after each act, up to one that the rules refuse."""
    return f"{crc32(chr(10).join(_positions(game, options, acts)).encode()):08x}"


def _positions(game: str, options: Any, acts: list[Act]) -> Iterator[str]:
    spec = GAME_SPECS[game]
    write = spec.position
    assert write is not None
    race = history.begin(spec.game, options)
    yield write(race.state)
    for act in acts:
        try:
            race, _ = race.restore(act)
        except (Refused, Malformed) as no:
            yield no.key
            return
        yield write(race.state)


def _accepted(game: str, options: Any, acts: list[Act]) -> list[Act]:
    """The acts of a transcript that a table would have stored."""
    race, stored = history.begin(GAME_SPECS[game].game, options), list[Act]()
    for act in acts:
        try:
            after, _ = race.apply(act)
        except (Refused, Malformed):
            continue
        if after is not race:
            race = after
            stored.append(act)
    return stored


def _renewed(game: str) -> Iterator[Line]:
    rules, known = GAME_SPECS[game].rules, lines(game)
    for line in known:
        if line["rules"] != rules:
            found = checksum(game, line["options"], line["acts"])
            line = {**line, "rules": rules, "positions": found}
        yield line
    names = {line["name"] for line in known}
    for path in sorted(transcript.FOLDER.glob(f"{game}-*.txt")):
        if path.stem not in names:
            _, options, acts = transcript.read(path)
            acts = _accepted(game, options, acts)
            yield {
                "name": path.stem,
                "rules": rules,
                "positions": checksum(game, options, acts),
                "options": options,
                "acts": acts,
            }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAME_SPECS:
        text = "".join(json.dumps(line) + "\n" for line in _renewed(game))
        (FOLDER / f"{game}.jsonl").write_text(text)


if __name__ == "__main__":
    main()
