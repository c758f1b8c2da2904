"""Players enter, withdraw, miss a race and come late. Pure."""

import csv
from dataclasses import replace

from companion.errors import Refused
from companion.games.game import Act, Event
from companion.hall.tournament.state import Player, State

MOST_PLAYERS = 500
MOST_NAME = 60


def names_in(table: str) -> list[str]:
    """The names of a CSV file: its first column that has any, separated by comma, semicolon or tab.

    A first line `name` (`Name`, `nom`) is a heading. Empty lines are skipped; a line break within
    quotes is a space.
    """
    table = table.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = csv.reader(table.splitlines(keepends=True), delimiter=max(",;\t", key=table.count))
    found = [next((" ".join(cell.split()) for cell in row if cell.strip()), "") for row in rows]
    names = [name for name in found if name]
    return names[1:] if names and names[0].casefold() in ("name", "nom") else names


def enter(state: State, act: Act) -> tuple[State, Event]:
    """Enter a player, or let a withdrawn one come back. Late: from the next draw on."""
    name = act["name"].strip()
    return _entered(state, name), Event("tournament.entered", params={"name": name})


def open_entry(state: State, act: Act) -> tuple[State, Event]:
    """Let players enter themselves, or no longer."""
    event = Event(f"tournament.entry_{'open' if act['open'] else 'closed'}")
    return replace(state, entry=act["open"]), event


def enter_all(state: State, act: Act) -> tuple[State, Event]:
    """Enter a list of players. Those who are there already are passed over."""
    before = len(state.active)
    for name in act["names"]:
        if not any(state.player(n).is_called(name) for n in state.active):
            state = _entered(state, name.strip())
    return state, Event("tournament.imported", params={"count": len(state.active) - before})


def withdraw(state: State, act: Act) -> tuple[State, Event]:
    """Let a player leave the tournament, and every race that is yet to begin.

    A race that has begun goes on with the player in it.
    """
    player = state.player(act["player"])
    while state.coming(player.n):
        state = _without(state, player.n)
    gone = replace(player, withdrawn=True)
    players = tuple(gone if each.n == player.n else each for each in state.players)
    event = Event("tournament.withdrew", params={"name": player.name})
    return replace(state, players=players), event


def miss(state: State, act: Act) -> tuple[State, Event]:
    """Take a player who is not there out of the coming race. It counts 0 points."""
    player = state.player(act["player"])
    race = state.coming(player.n)
    if race is None:
        raise Refused("tournament.no_coming_race", name=player.name)
    state = replace(state, missed=(*state.missed, (race.n, player.n)))
    return _without(state, player.n), Event("tournament.missed", params={"name": player.name})


def seat(state: State, act: Act) -> tuple[State, Event]:
    """Seat a player who has no race in this round, on the last start place of one that has room."""
    player, race = state.player(act["player"]), state.race(act["race"])
    if player.withdrawn:
        raise Refused("tournament.is_withdrawn", name=player.name)
    if any(player.n in each.players for each in state.drawn):
        raise Refused("tournament.has_race", name=player.name)
    state.check_waiting(race)
    if race.round != state.round or len(race.players) >= state.settings.most:
        raise Refused("tournament.no_room", race=race.n, most=state.settings.most)
    byes = tuple(bye for bye in state.byes if bye != (state.round, player.n))
    missed = tuple(one for one in state.missed if one != (race.n, player.n))
    state = replace(state, byes=byes, missed=missed)
    event = Event("tournament.seated", params={"name": player.name, "race": race.n})
    return state.with_race(race.fresh(players=(*race.players, player.n))), event


def _entered(state: State, name: str) -> State:
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable():
        raise Refused("tournament.wrong_name", most=MOST_NAME)
    if state.finals:
        raise Refused("tournament.finals_drawn")
    known = next((each for each in state.players if each.is_called(name)), None)
    if known is None:
        if len(state.players) >= MOST_PLAYERS:
            raise Refused("tournament.too_many_players", most=MOST_PLAYERS)
        new = Player(len(state.players) + 1, name, state.round + 1)
        return replace(state, players=(*state.players, new))
    if not known.withdrawn:
        raise Refused("tournament.player_there", name=known.name)
    back = replace(known, withdrawn=False)
    return replace(state, players=tuple(back if each is known else each for each in state.players))


def _without(state: State, player: int) -> State:
    """The tournament without this player's coming race.

    If too few are left for that race, it is given up: each of them goes to the smallest waiting
    race of its round that has room, or has a bye.
    """
    race = state.coming(player)
    if race is None:
        return state
    left = tuple(p for p in race.players if p != player)
    if len(left) >= state.settings.least:
        return state.with_race(race.fresh(players=left))
    state = state.with_race(race.fresh(players=(), table="", given_up=True))
    for other in left:
        state = _moved(state, other, race.round)
    return state


def _moved(state: State, player: int, number: int) -> State:
    waiting = [race for race in state.races if race.round == number and race.waiting]
    room = [race for race in waiting if len(race.players) < state.settings.most]
    if not room:
        return replace(state, byes=(*state.byes, (number, player)))
    race = min(room, key=lambda race: len(race.players))
    return state.with_race(race.fresh(players=(*race.players, player)))
