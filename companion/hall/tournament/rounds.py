"""Tables, rounds, finals, and changes of a draw by hand. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.errors import Refused
from companion.games.game import Act, Event
from companion.hall.tournament.state import Race, State

MOST_TABLES = 100


def set_table(state: State, act: Act) -> tuple[State, Event]:
    """Open a table, or close one that has failed.

    The race of a closed table waits for another one, to be driven from its start.
    """
    table, up = act["table"].strip(), act["up"]
    if not 1 <= len(table) <= 32 or len(state.tables) >= MOST_TABLES:
        raise Refused("tournament.wrong_table", most=MOST_TABLES)
    if not up:
        for race in state.open:
            if race.table == table:
                state = state.with_race(race.fresh(table=""))
        tables = tuple(each for each in state.tables if each != table)
        return _assigned(replace(state, tables=tables)), _event("table_down", table=table)
    tables = state.tables if table in state.tables else (*state.tables, table)
    return _assigned(replace(state, tables=tables)), _event("table_up", table=table)


def draw(state: State, act: Act) -> tuple[State, Event]:
    """Take the draw of the next round: its races by start place, and the byes."""
    if state.finals:
        raise Refused("tournament.finals_drawn")
    byes = tuple(act.get("byes", ()))
    seated = [player for race in act["races"] for player in race]
    if sorted((*seated, *byes)) != sorted(state.active):
        raise Refused("tournament.draw_not_all")
    state = _with_races(state, act["races"], final=False)
    state = replace(state, byes=(*state.byes, *((state.round, player) for player in byes)))
    return state, _event("drawn", round=state.round, count=len(act["races"]))


def draw_finals(state: State, act: Act) -> tuple[State, Event]:
    """Take the finals: the first one is that of the best."""
    seated = [player for race in act["races"] for player in race]
    if state.finals:
        raise Refused("tournament.finals_drawn")
    if not state.round:
        raise Refused("tournament.no_round")
    if len(set(seated)) < len(seated) or not set(seated) <= set(state.active):
        raise Refused("tournament.draw_not_all")
    state = replace(_with_races(state, act["races"], final=True), finals=True)
    return state, _event("finals", count=len(act["races"]))


def swap(state: State, act: Act) -> tuple[State, Event]:
    """Let two players change places in the last round: races, start places or a bye."""
    one, other = state.player(act["one"]), state.player(act["other"])
    for player in (one, other):
        if player.withdrawn:
            raise Refused("tournament.is_withdrawn", name=player.name)
        if state.idle(player.n):
            raise Refused("tournament.no_coming_race", name=player.name)
    races = [race for race in state.drawn if {one.n, other.n} & {*race.players}]
    if not races:
        raise Refused("tournament.no_coming_race", name=one.name)
    for race in races:
        state.check_waiting(race)
    changed = {one.n: other.n, other.n: one.n}
    for race in races:
        players = tuple(changed.get(each, each) for each in race.players)
        state = state.with_race(race.fresh(players=players))
    byes = tuple((r, changed.get(p, p) if r == state.round else p) for r, p in state.byes)
    return replace(state, byes=byes), _event("swapped", one=one.name, other=other.name)


def assign(state: State, act: Act) -> tuple[State, Event]:
    """Give a race a table. If another race waits there, the two change tables."""
    race, table = state.race(act["race"]), act["table"]
    state.check_waiting(race)
    if table not in state.tables:
        raise Refused("tournament.no_such_table", table=table)
    event = _event("assigned", race=race.n, table=table)
    there = next((each for each in state.open if each.table == table), None)
    if there is race:
        return state, event
    if there is not None:
        state.check_waiting(there)
        state = state.with_race(there.fresh(table=race.table))
    return state.with_race(race.fresh(table=table)), event


def close(state: State, act: Act) -> tuple[State, Event]:
    """End the tournament. Raises Refused while a race has no result."""
    if not state.round:
        raise Refused("tournament.no_round")
    _check_none_open(state)
    return replace(state, ended=True), _event("ended", name=state.settings.name)


def next_races(state: State) -> State:
    """The tournament with waiting races on the tables that have become free."""
    return _assigned(state)


def _with_races(state: State, races: Sequence[Sequence[int]], final: bool) -> State:
    _check_none_open(state)
    least, most = state.settings.least, state.settings.most
    for seating in races:
        if not least <= len(seating) <= most:
            raise Refused("tournament.wrong_size", count=len(seating), least=least, most=most)
    new = [
        Race(len(state.races) + at, state.round + 1, tuple(seating), final=at if final else 0)
        for at, seating in enumerate(races, 1)
    ]
    return _assigned(replace(state, races=(*state.races, *new), round=state.round + 1))


def _assigned(state: State) -> State:
    """Give waiting races the free tables, in order."""
    waiting = [race for race in state.open if race.waiting and not race.table]
    for race, table in zip(waiting, state.free_tables, strict=False):
        state = state.with_race(replace(race, table=table))
    return state


def _check_none_open(state: State) -> None:
    if state.open:
        listed: Iterable[str] = (str(race.n) for race in state.open)
        raise Refused("tournament.races_open", races=", ".join(listed), count=len(state.open))


def _event(what: str, **params: object) -> Event:
    return Event(f"tournament.{what}", params=params)
