"""Propose the next round or the finals, as acts. Pure: chance is an argument."""

from random import Random
from typing import Any

from companion.errors import Refused
from companion.hall.tournament.draw import Past, Seating, draw, past, sizes
from companion.hall.tournament.standings import qualifiers
from companion.hall.tournament.state import State

Json = dict[str, Any]


def next_round(state: State, rng: Random) -> Json:
    """The act that draws the next round. Takes up to a second for 60 players.

    Raises Refused if too few players are there.
    """
    settings = state.settings
    players = state.active
    lengths = sizes(
        len(players), settings.least, settings.most, settings.at_table, len(state.tables)
    )
    races, byes = draw(players, lengths, _past(state), rng)
    return {"act": "round", "races": [list(race) for race in races], "byes": byes}


def next_finals(state: State, best: int, finals: int, rng: Random) -> Json:
    """The act that draws `finals` finals of the `best` players: the first one is that of the best.

    Players who share a rank come in random order. Raises Refused if that many players are not
    there, or do not fill that many races.
    """
    settings = state.settings
    ranked: list[int] = []
    for same in qualifiers(state):
        rng.shuffle(same)
        ranked += same
    if not finals * settings.least <= best <= min(len(ranked), finals * settings.most):
        most = min(len(ranked), finals * settings.most)
        least = finals * settings.least
        raise Refused("tournament.wrong_finals", count=finals, least=least, most=most)
    races, at = [], 0
    for number in range(finals):
        length = best // finals + (number < best % finals)
        races.append(ranked[at : at + length])
        at += length
    return {"act": "finals", "races": races}


def _past(state: State) -> Past:
    """The races drawn so far; of a race driven again only the last time."""
    rounds: dict[int, list[Seating]] = {}
    for race in state.races:
        rounds.setdefault(race.round, []).append(race.players)
    found = past(rounds.values())
    found.byes.update(player for _, player in state.byes)
    return found
