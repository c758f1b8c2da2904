"""Races begin, end, are taken back at their table, and are driven again. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import Refused
from companion.games.game import Act, Event
from companion.hall.tournament.rounds import next_races
from companion.hall.tournament.state import Race, Report, State


def start(state: State, act: Act) -> tuple[State, Event]:
    """Begin a race at its table. Raises Refused if one of its players is driving elsewhere."""
    race = state.race(act["race"])
    state.check_waiting(race)
    if not race.table:
        raise Refused("tournament.no_table", race=race.n)
    for player in race.players:
        elsewhere = state.race_now(player)
        if elsewhere is not None:
            name = state.player(player).name
            raise Refused("tournament.still_racing", name=name, race=elsewhere.n)
    report = _report(act) or race.report
    if report != race.report:
        _check_unused(state, race, report)
    begun = replace(race, begun=True, report=report)
    return state.with_race(begun), _about("begun", race)


def score(state: State, act: Act) -> tuple[State, Event]:
    """Take a race's result, from its table or by hand: a later one replaces it.

    `n`: the number of the table's last act of the race. A result older than what the table has
    reported since is refused; the same again changes nothing.
    """
    race, report = state.race(act["race"]), _report(act)
    places = tuple(act["places"])
    _check_places(state, race, places)
    heard = act.get("n", race.heard)
    if report is not None:
        if race.report is not None and report != race.report:
            raise Refused("tournament.other_race", race=race.n)
        _check_unused(state, race, report)
        if heard < race.heard or (heard == race.heard and not race.over):
            raise Refused("tournament.older_result", race=race.n)
        if heard == race.heard:
            return state, _about("scored", race)
    scored = replace(race, begun=True, places=places, report=report or race.report, heard=heard)
    return next_races(state.with_race(scored)), _about("scored", race)


def take_back(state: State, act: Act) -> tuple[State, Event]:
    """Take a result back, because the table has undone the end of the race.

    The race runs again, unless one of its players drives another one now: then it waits.
    """
    race = state.reported(Report(act["store"], act["saved"]))
    if race is None:
        raise Refused("tournament.unknown_report", store=act["store"], saved=act["saved"])
    if act["n"] <= race.heard:
        return state, _about("taken_back", race)
    others = [each for each in state.races if each.running and each.n != race.n]
    busy = any({*each.players} & {*race.players} for each in others)
    table = _own_table(state, race)
    begun = race.begun and bool(table) and not busy
    opened = replace(race, places=(), heard=act["n"], begun=begun, table=table)
    return replace(state.with_race(opened), ended=False), _about("taken_back", race)


def again(state: State, act: Act) -> tuple[State, Event]:
    """Have a race driven again from its start. Its result no longer counts."""
    race = state.race(act["race"])
    if not race.begun:
        raise Refused("tournament.not_begun", race=race.n)
    table = _own_table(state, race)
    fresh = replace(race, places=(), begun=False, report=None, heard=-1, table=table)
    return next_races(state.with_race(fresh)), _about("again", race)


def _report(act: Act) -> Report | None:
    return Report(act["store"], act["saved"]) if "store" in act and "saved" in act else None


def _own_table(state: State, race: Race) -> str:
    """The race's table, "" if that is closed or has another race by now."""
    taken = {each.table for each in state.open if each.n != race.n}
    return race.table if race.table in state.tables and race.table not in taken else ""


def _check_unused(state: State, race: Race, report: Report | None) -> None:
    """Refuse a table's race that already stands for another one of the tournament."""
    other = state.reported(report) if report else None
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
