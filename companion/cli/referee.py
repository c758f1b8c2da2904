"""The command `companion referee`: judge acts, JSON lines in and out (interfaces.md 2)."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from companion import strict_json
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from companion.games.game import Event, Say
from companion.messages import say, sentence

FINE, WRONG, BAD_COMMAND = 0, 1, 2
"""The exit statuses of the command line (interfaces.md section 1)."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("game")
    parser.add_argument("--options", default="{}", help="the race's options, as JSON")
    parser.set_defaults(command=command)


def command(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Judge standard input to its end. Returns the exit status."""
    return referee(args.game, args.options, sys.stdin.buffer, out, args.lang)


def referee(
    game_name: str, options_text: str, lines: Iterable[bytes], out: TextIO, lang: str = "en"
) -> int:
    """Set up a race, apply each line's act and write each result. Returns the exit status.

    0 at the end of input, 1 for a refused set-up, 2 for an unknown game or options that are not
    JSON (reported on standard error).
    """
    try:
        game = GAMES[game_name]
        options = strict_json.read(options_text)
    except (KeyError, ValueError) as error:
        key = "referee.unknown_game" if isinstance(error, KeyError) else "referee.options_no_json"
        games = ", ".join(sorted(GAMES))
        print(sentence(key, {"game": game_name[:40], "games": games}, lang), file=sys.stderr)
        return BAD_COMMAND
    try:
        if not isinstance(options, dict):
            raise Refused("referee.options_no_object")
        race = history.begin(game, options)
    except Refused as refused:
        _write(out, _no(refused, lang), None)
        return WRONG
    _write(out, _yes(race.events, lang), race)
    for number, line in enumerate(lines, 1):
        race, answer = _answer(race, number, line, lang)
        _write(out, answer, race)
    return FINE


def _answer(
    race: history.History, number: int, line: bytes, lang: str
) -> tuple[history.History, dict[str, Any]]:
    """Judge a line: the race after it (the same if the act was refused), and the result."""
    try:
        race, events = race.apply(_act(line))
    except Refused as refused:
        return race, _no(refused, lang)
    except Malformed as malformed:
        params = {"line": number, "reason": Say(malformed.key, malformed.params)}
        return race, {"ok": False, "malformed": sentence("referee.malformed", params, lang)}
    return race, _yes(events, lang)


def _act(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object. Raises Malformed with the reason's message key."""
    text = line.strip()
    if not text:
        raise Malformed("referee.empty_line")
    try:
        act = strict_json.read(text.decode())
    except ValueError as error:
        raise Malformed("referee.no_json") from error
    if not isinstance(act, dict):
        raise Malformed("referee.no_object")
    return act


def _yes(events: Iterable[Event], lang: str) -> dict[str, Any]:
    return {"ok": True, "events": [_event(event, lang) for event in events]}


def _event(event: Event, lang: str) -> dict[str, Any]:
    params = _plain(event.params)
    return {"key": event.key, "seat": event.seat, "params": params, "text": say(event, lang)}


def _no(refused: Refused, lang: str) -> dict[str, Any]:
    params = _plain(refused.params)
    return {
        "ok": False,
        "refused": {"key": refused.key, "params": params, "text": say(refused, lang)},
    }


def _plain(value: Any) -> Any:
    """A parameter as JSON; a nested sentence becomes its key and parameters."""
    match value:
        case Say():
            return {"key": value.key, "params": _plain(value.params)}
        case Mapping():
            return {key: _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
    return value


def _write(out: TextIO, answer: Mapping[str, Any], race: history.History | None) -> None:
    state = race.game.view(race.state).state if race else None
    print(json.dumps({**answer, "state": state}), file=out, flush=True)
