"""Export a saved race as JSON, JSON lines (header first) or CSV (acts only), and read it back.

The header has the state at the end, so that a replay can check that the rules still lead there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion import strict_json
from companion.errors import CompanionError, Malformed, Refused
from companion.games import GAME_SPECS, GAMES, history
from companion.games.game import Say
from companion.library import deck_seed, spreadsheet
from companion.library.rules_version import rules_of
from companion.messages import ENGLISH
from companion.store.store import Entry, SavedRace, Stamp

FORMAT, VERSION = "companion-race", 1

MIMETYPES = {"json": "application/json", "jsonl": "application/jsonl", "csv": "text/csv"}

_MOST_BYTES = 50_000_000
_COLUMNS = ("n", "wall", "clock_synced", "seat", "act", "fields", "kind", "device", "took_s")


def document(race: SavedRace, entries: Iterable[Entry]) -> dict[str, Any]:
    """The whole race as JSON. `rules`: the version of the rules that it was started with.

    `position` and `state`, after all acts, are null if the current rules reject an act.
    """
    acts: list[dict[str, Any]] = [
        {"n": entry.n, "act": entry.act, **_when(entry.stamp), "origin": entry.origin}
        for entry in entries
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": race.id,
        "game": race.game,
        "rules": rules_of(race.origin),
        "options": deck_seed.shown(race.options, race.result is not None),
        **_when(race.stamp),
        "origin": race.origin,
        "result": race.result,
        **_end(race.game, race.options, [each["act"] for each in acts]),
        "acts": acts,
    }


def write(race: Mapping[str, Any], form: str, lang: str = ENGLISH) -> str:
    """The document as a file. `form`: one of MIMETYPES; `lang`: of the spreadsheet, for CSV."""
    if form == "json":
        return json.dumps(race, indent=1) + "\n"
    if form == "csv":
        return spreadsheet.text(_rows(race["acts"]), lang)
    header = {name: value for name, value in race.items() if name != "acts"}
    return "".join(json.dumps(line) + "\n" for line in (header, *race["acts"]))


def read(text: str) -> dict[str, Any]:
    """The document of a JSON or JSON lines export. Raises Refused, with the `line` if known."""
    if len(text) > _MOST_BYTES:
        raise Refused("saved.too_large", most=_MOST_BYTES)
    try:
        race = strict_json.read(text)
    except ValueError:
        race = _read_lines(text)
    if not isinstance(race, dict) or race.get("format") != FORMAT:
        raise Refused("saved.not_a_race", format=FORMAT)
    version = race.get("version")
    if version != VERSION or isinstance(version, bool):
        raise Refused("saved.other_version", version=json.dumps(version)[:40])
    acts = race.setdefault("acts", [])
    whole = isinstance(race.get("options"), dict) and isinstance(acts, list)
    if not whole or not all(_is_entry(entry) for entry in acts):
        raise Refused("saved.not_a_race", format=FORMAT)
    return race


def replay(race: Mapping[str, Any]) -> None:
    """Replay an exported race. Raises Refused if an act is rejected or the end differs."""
    game = race.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise Refused("table.no_such_game", game=str(game)[:40], games=", ".join(sorted(GAMES)))
    if race.get("result") is None and deck_seed.is_missing(race["options"]):
        raise Refused("saved.cards_secret")
    played = history.begin(GAMES[game], race["options"])
    for n, entry in enumerate(race["acts"], 1):
        try:
            played, _ = played.restore(entry["act"])
        except (Refused, Malformed) as wrong:
            key = "saved.act_refused" if isinstance(wrong, Refused) else "saved.no_act"
            why = Say(wrong.key, wrong.params)
            raise Refused(key, n=entry.get("n", n), why=why) from wrong
    state = _json(GAMES[game].view(played.state).state)
    differing = _differing(state, race.get("state"))
    if state.get("result") != race.get("result"):
        differing = sorted({*differing, "result"})
    if differing:
        raise Refused("saved.differs", fields=", ".join(differing))


def iso(stamp: Stamp) -> str:
    """The stamp's wall time in UTC, to the millisecond: "2025-12-31T18:00:00.000Z"."""
    return moment(stamp).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(stamp: Stamp) -> datetime:
    """The stamp's wall time in UTC; 1 January 1970 if the calendar does not have it."""
    try:
        return datetime.fromtimestamp(stamp.wall_s, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)


def _when(stamp: Stamp) -> dict[str, Any]:
    return {
        "wall": iso(stamp),
        "wall_s": stamp.wall_s,
        "mono_s": stamp.mono_s,
        "boot": stamp.boot,
        "clock_synced": stamp.clock_synced,
    }


def _end(game: str, options: Mapping[str, Any], acts: list[Mapping[str, Any]]) -> dict[str, Any]:
    try:
        state = history.replay(GAMES[game], options, acts).state
    except (CompanionError, KeyError):
        return {"position": None, "state": None}
    position = GAME_SPECS[game].position
    return {
        "position": position(state) if position else None,
        "state": GAMES[game].view(state).state,
    }


def _differing(state: dict[str, Any], exported: Any) -> list[str]:
    """The fields of the state that differ from the exported state."""
    if not isinstance(exported, dict):
        return ["state"]
    names = state.keys() | exported.keys()
    return sorted(name for name in names if state.get(name) != exported.get(name))


def _read_lines(text: str) -> Any:
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            lines.append(strict_json.read(line))
        except ValueError as error:
            raise Refused("saved.no_json", line=number) from error
    if not lines or not isinstance(lines[0], dict):
        raise Refused("saved.no_json", line=1)
    return {**lines[0], "acts": lines[1:]}


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("act"), dict)


def _json(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def _struck(acts: Sequence[Mapping[str, Any]]) -> set[int]:
    """The indices of the acts whose time the table has struck."""
    log = [entry["act"] for entry in acts]
    stand = history.standing(log)
    return {stand[at] for at in history.struck([log[at] for at in stand])}


def _rows(acts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    yield _COLUMNS
    struck = _struck(acts)
    for at, entry in enumerate(acts):
        act, origin = entry["act"], entry["origin"]
        fields = {name: act[name] for name in act if name not in ("act", "seat")}
        yield (
            entry["n"],
            entry["wall"],
            entry["clock_synced"],
            act.get("seat", ""),
            act.get("act", ""),
            json.dumps(fields) if fields else "",
            origin.get("kind", ""),
            origin.get("device", ""),
            "" if at in struck else act.get("took_s", ""),
        )
