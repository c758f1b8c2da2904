"""The buttons for the values of rewards that are asked for after the race."""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.game import Act, Key, Keys, Say
from companion.games.reindeer_races import rewards
from companion.games.reindeer_races.state import State, Team

Table = Mapping[str, Keys]
"""Button -> its function."""

UNSURE = Say("reindeer_races.key_unsure")


def value_tables(state: State, team: Team) -> Mapping[str, Table]:
    """Menu -> keys for the first unknown value of a team: nothing is chosen at first."""
    at = first_missing(team)
    least, most = rewards.bounds(state, team.tiles[at - 1])
    return _tables(team.seat, at, least, most)


def first_missing(team: Team) -> int:
    """The position of the first reward with an unknown value, from 1."""
    return next(at for at, tile in enumerate(team.tiles, 1) if tile.value is None)


def unsure_key(seat: int) -> Key:
    """The key that leaves the missing values of a seat open."""
    return Key(UNSURE, {"act": "done", "seat": seat})


@lru_cache(maxsize=64)
def _tables(seat: int, at: int, least: int, most: int) -> Mapping[str, Table]:
    start = {
        "left": Keys(_value_key(most)),
        "right": Keys(_value_key(least)),
        "ok": Keys(hold=unsure_key(seat)),
    }
    values = range(least, most + 1)
    return {"": start} | {f"value:{one}": _table(seat, at, one, values) for one in values}


def _table(seat: int, at: int, value: int, values: range) -> Table:
    """The menu at one value; the lowest follows the highest."""
    place = values.index(value)
    act: Act = {"act": "value", "seat": seat, "reward": at, "value": value}
    close = Keys(Key(Say("reindeer_races.key_close"), menu=""))
    return {
        "left": Keys(_value_key(values[place - 1])),
        "right": Keys(_value_key(values[(place + 1) % len(values)])),
        "brake": close,
        "event": close,
        "ok": Keys(Key(Say("reindeer_races.key_value_was", {"value": value}), act)),
    }


def _value_key(value: int) -> Key:
    return Key(Say("reindeer_races.key_value", {"value": value}), menu=f"value:{value}")
