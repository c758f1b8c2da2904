"""What a table reports of a tournament's race (docs/mqtt.md), as acts. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.games.game import Act
from companion.hall.tournament.state import Race, Report, State


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table's race stands now, by all that has come from it.

    `branch`, `n`: of its last act. `result`: the rows of its result, None while it is driven.
    """

    store: str
    race: int
    branch: str
    n: int
    result: Sequence[Mapping[str, Any]] | None


def act_of(state: State, standing: Standing) -> Act | None:
    """The act by which the tournament catches up with a table; None if it has.

    Raises Refused if a place is open: then the result is entered by hand.
    """
    race = state.reported(Report(standing.store, standing.race))
    if race is None or not race.is_newer(standing.branch, standing.n):
        return None
    if standing.result is not None:
        places = _places(race, standing.result)
        return {"act": "score", "race": race.n, "places": places, "report": _at(standing)}
    if race.over and race.branches:
        return {"act": "take_back", "report": _at(standing)}
    return {"act": "start", "race": race.n, "report": _saved(standing)} if race.waiting else None


def _saved(standing: Standing) -> Mapping[str, Any]:
    return {"store": standing.store, "race": standing.race}


def _at(standing: Standing) -> Mapping[str, Any]:
    return {**_saved(standing), "branch": standing.branch, "n": standing.n}


def _places(race: Race, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The places in the order of the race's players: seat 1 is that of the first.

    A table is foreign: rows that name other seats, or one twice, are no result of this race.
    """
    if any(row.get("open") for row in rows):
        raise Refused("tournament.places_open", race=race.n)
    if [type(row.get("seat")) for row in rows] != [int] * len(race.players):
        raise Refused("tournament.other_race", race=race.n)
    by_seat = {row["seat"]: row.get("place") for row in rows}
    if sorted(by_seat) != list(range(1, len(race.players) + 1)):
        raise Refused("tournament.other_race", race=race.n)
    return [by_seat[seat] for seat in sorted(by_seat)]
