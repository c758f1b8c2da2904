"""Races begin, end, are taken back at their table, and are driven again. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Act, Event
from companion.hall.tournament.rounds import next_races
from companion.hall.tournament.state import Race, Report, State


def prepare(state: State, act: Act) -> tuple[State, Event]:
    """Note that a race stands ready at its table: what that reports of it counts."""
    race, report = state.race(act["race"]), Report(**act["report"])
    state.check_waiting(race)
    if not race.table:
        raise Refused("tournament.no_table", race=race.n)
    _check_unused(state, race, report)
    return state.with_race(race.fresh(report=report)), _about("prepared", race)


def start(state: State, act: Act) -> tuple[State, Event]:
    """Begin a race at its table. Raises Refused if one of its players is driving elsewhere.

    `report`: the race that has begun there; by hand there is none.
    """
    race = state.race(act["race"])
    state.check_waiting(race)
    if "report" in act and race.report != Report(**act["report"]):
        raise Refused("tournament.other_race", race=race.n)
    if not race.table:
        raise Refused("tournament.no_table", race=race.n)
    for player in race.players:
        elsewhere = state.race_now(player)
        if elsewhere is not None:
            name = state.player(player).name
            raise Refused("tournament.still_racing", name=name, race=elsewhere.n)
    return state.with_race(replace(race, begun=True)), _about("begun", race)


def score(state: State, act: Act) -> tuple[State, Event]:
    """Take a race's result, from its table or by hand: a later one replaces it.

    `report`: the table's race, and the branch and number of the act that ended it. A result older
    than what the table has reported since is refused.
    """
    race, places = state.race(act["race"]), tuple(act["places"])
    _check_places(state, race, places)
    if "report" in act:
        race = _heard(state, race, act["report"])
    scored = replace(race, begun=True, places=places)
    return next_races(state.with_race(scored)), _about("scored", race)


def take_back(state: State, act: Act) -> tuple[State, Event]:
    """Take a result back, because the table has undone the end of the race.

    The race runs again, unless one of its players drives another one now: then it waits.
    """
    at = act["report"]
    race = state.reported(Report(at["store"], at["race"]))
    if race is None:
        raise Refused("tournament.unknown_report", store=at["store"], saved=at["race"])
    if not race.is_newer(at["branch"], at["n"]):
        return state, _about("taken_back", race)
    others = [each for each in state.races if each.running and each.n != race.n]
    busy = any({*each.players} & {*race.players} for each in others)
    table = _own_table(state, race)
    begun = race.begun and bool(table) and not busy
    opened = replace(_heard(state, race, at), places=(), begun=begun, table=table)
    return replace(state.with_race(opened), ended=False), _about("taken_back", race)


def again(state: State, act: Act) -> tuple[State, Event]:
    """Have a race driven again from its start. Its result no longer counts."""
    race = state.race(act["race"])
    if not race.begun:
        raise Refused("tournament.not_begun", race=race.n)
    table = _own_table(state, race)
    return next_races(state.with_race(race.fresh(table=table))), _about("again", race)


def _heard(state: State, race: Race, at: Mapping[str, Any]) -> Race:
    """The race with what its table has reported. Raises Refused for something older."""
    report, branch = Report(at["store"], at["race"]), at["branch"]
    if race.report is not None and report != race.report:
        raise Refused("tournament.other_race", race=race.n)
    _check_unused(state, race, report)
    if not race.is_newer(branch, at["n"]):
        raise Refused("tournament.older_result", race=race.n)
    branches = race.branches if branch in race.branches else (*race.branches, branch)
    return replace(race, report=report, branches=branches, heard=at["n"])


def _own_table(state: State, race: Race) -> str:
    """The race's table, "" if that is closed or has another race by now."""
    taken = {each.table for each in state.open if each.n != race.n}
    return race.table if race.table in state.tables and race.table not in taken else ""


def _check_unused(state: State, race: Race, report: Report) -> None:
    """Refuse a table's race that already stands for another one of the tournament."""
    other = state.reported(report)
    if other is not None and other.n != race.n:
        raise Refused("tournament.other_race", race=other.n)


def _check_places(state: State, race: Race, places: Sequence[int | None]) -> None:
    """Refuse a result that does not give each player of the race a possible place.

    Equal places are allowed: 1, 2, 2, 4.
    """
    placed = sorted(place for place in places if place is not None)
    if len(places) != len(race.players) or not places:
        names = ", ".join(state.names(race.players))
        raise Refused("tournament.wrong_players", race=race.n, names=names)
    if any(place != placed.index(place) + 1 for place in placed):
        raise Refused("tournament.wrong_places", race=race.n)


def _about(what: str, race: Race) -> Event:
    return Event(f"tournament.{what}", params={"race": race.n, "table": race.table})
