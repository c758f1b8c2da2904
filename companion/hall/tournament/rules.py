"""The rules of a tournament: the five functions of a game, for `games.history`. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS
from companion.games.fields import (
    Field,
    items,
    mapping,
    one_of,
    record,
    refuse_wrong,
    text,
    whole,
)
from companion.games.game import Act, Event, Shown, Tap, View
from companion.hall.tournament.acts import ACTS
from companion.hall.tournament.entries import MOST_NAME
from companion.hall.tournament.preparing import check
from companion.hall.tournament.standings import UNIT, standings
from companion.hall.tournament.state import Race, Settings, State
from companion.signals import Press

POINTS = (5, 3, 2, 1)
"""The points of places 1 to 4, unless the tournament has others: those of a season."""

ROUNDS = 3
"""The qualifying rounds planned, unless the tournament has others."""

AT_TABLE = 4
"""Players wished for at a table, if the game allows it."""

_OPTIONS = record(
    {
        "name": Field(text),
        "game": Field(one_of(*GAME_SPECS)),
        "at_table": Field(whole(1, 9), required=False),
        "points": Field(items(whole(0, 999), 1, 20), required=False),
        "rounds": Field(whole(1, 50), required=False),
        "finals": Field(whole(0, 20), required=False),
        "race": Field(mapping, required=False),
        "course": Field(text, required=False),
    }
)


def games() -> list[dict[str, Any]]:
    """The games of which there are tournaments. `limits`: a race needs the limits of its course."""
    return [
        {
            "game": game,
            "least": spec.players[0],
            "most": spec.players[1],
            "limits": bool(spec.course),
        }
        for game, spec in GAME_SPECS.items()
    ]


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Begin a tournament. Options: `name`, `game`, and optionally the other settings.

    Raises Refused, also for options of a race that the game does not accept.
    """
    refuse_wrong(_OPTIONS, options, "options")
    if not 1 <= len(name := options["name"].strip()) <= MOST_NAME:
        raise Refused("tournament.wrong_name", most=MOST_NAME)
    least, most = GAME_SPECS[options["game"]].players
    wished = options.get("at_table", min(max(AT_TABLE, least), most))
    if not least <= wished <= most:
        raise Refused("tournament.wrong_size", count=wished, least=least, most=most)
    settings = Settings(
        name,
        options["game"],
        least,
        most,
        wished,
        points=tuple(options.get("points", POINTS)),
        rounds=options.get("rounds", ROUNDS),
        finals=options.get("finals", 1),
        race=options.get("race", {}),
        course=options.get("course", "").strip()[:MOST_NAME],
    )
    check(settings)
    event = Event("tournament.created", params={"name": settings.name})
    return State(settings), (event,)


def read(state: State, signal: Tap | Press) -> None:
    """Ignore taps and presses: a tournament has none."""


def legal(state: State) -> Iterable[Act]:
    """Acts without free arguments: beginning the races that are ready."""
    return [
        {"act": "start", "race": race.n}
        for race in state.open
        if race.waiting and race.table and not state.ended
    ]


def apply(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    """Apply an act. Raises Refused with a reason, or Malformed for an unknown act."""
    kind = act.get("act")
    if not isinstance(kind, str) or kind not in ACTS:
        raise Malformed("tournament.no_such_act", act=str(kind)[:40], acts=", ".join(ACTS))
    does, fields = ACTS[kind]
    refuse_wrong(record(fields, "act"), act, "act", act=kind)
    if state.ended and kind not in ("score", "take_back"):
        raise Refused("tournament.has_ended")
    after, event = does(state, act)
    return (state, ()) if after == state else (after, (event,))


def view(state: State) -> View:
    """The tournament as JSON, with its standings."""
    return View(up=(), begun=state.round > 0, over=state.ended, look=lambda: Shown(_shown(state)))


def _shown(state: State) -> dict[str, Any]:
    settings = state.settings
    return {
        "name": settings.name,
        "game": settings.game,
        "points": list(settings.points),
        "least": settings.least,
        "most": settings.most,
        "at_table": settings.at_table,
        "rounds": settings.rounds,
        "planned_finals": settings.finals,
        "course": settings.course,
        "entry": state.entry,
        "round": state.round,
        "finals": state.finals,
        "ended": state.ended,
        "tables": list(state.tables),
        "players": [
            {"n": each.n, "name": each.name, "since": each.since, "withdrawn": each.withdrawn}
            for each in state.players
        ],
        "races": [_race(race) for race in state.races],
        "byes": [{"round": number, "player": player} for number, player in state.byes],
        "missed": [{"race": race, "player": player} for race, player in state.missed],
        "standings": [
            {
                "rank": row.rank,
                "player": row.player,
                "points": round(row.parts / UNIT, 2),
                "places": list(row.places),
                "final": row.final,
                "by": row.by,
            }
            for row in standings(state)
        ],
    }


def _race(race: Race) -> dict[str, Any]:
    return {
        "n": race.n,
        "round": race.round,
        "final": race.final,
        "table": race.table,
        "players": list(race.players),
        "places": list(race.places),
        "stage": _stage(race),
    }


def _stage(race: Race) -> str:
    if race.given_up:
        return "given_up"
    if race.over:
        return "over"
    if race.begun:
        return "racing"
    return "prepared" if race.prepared else "waiting"
