"""State, set-up and acts of Sprint."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.games.acts import Acts, kind
from companion.games.fields import Field, items, record, refuse_wrong, seconds, text, whole
from companion.games.game import Act, Event

VALUES = range(1, 6)


@dataclass(frozen=True, slots=True)
class Sled:
    """A player's sled. `at`: its space, from 0 at the start."""

    seat: int
    name: str
    colour: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A race. `turn`: index of the sled that is up. `card`: the card it has tapped, if any."""

    finish: int
    sleds: tuple[Sled, ...]
    turn: int = 0
    round: int = 1
    card: int | None = None

    @property
    def up(self) -> Sled:
        return self.sleds[self.turn]

    @property
    def phase(self) -> str:
        """ "turns", and "over" once a sled has reached the finish."""
        return "over" if any(sled.at >= self.finish for sled in self.sleds) else "turns"


PLAYERS = (2, 6)
"""The least and the most players of a race."""

_seat = Field(whole(1, 6))
_player = record({"seat": _seat, "name": Field(text), "colour": Field(text)})
_options = record(
    {"seats": Field(items(_player, *PLAYERS)), "finish": Field(whole(5, 30), required=False)}
)


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Check the options and start a race."""
    refuse_wrong(_options, options, "options")
    sleds = tuple(Sled(each["seat"], each["name"], each["colour"]) for each in options["seats"])
    state = State(options.get("finish", 12), sleds)
    return state, (_turn(state),)


def legal(state: State) -> Iterator[Act]:
    """Every legal act."""
    if state.phase == "over":
        return
    for value in VALUES:
        yield {"act": "tap", "seat": state.up.seat, "card": {"value": value}}
    if state.card is not None:
        yield {"act": "done", "seat": state.up.seat}


def _tap(state: State, act: Act, events: list[Event]) -> State:
    """Choose a card; another tap replaces it."""
    _refuse_others(state, act)
    value = act["card"]["value"]
    events.append(Event("sprint.tapped", act["seat"], {"count": value}, cue="card"))
    return state if value == state.card else replace(state, card=value)


def _done(state: State, act: Act, events: list[Event]) -> State:
    """Move the sled and pass the turn on."""
    _refuse_others(state, act)
    if state.card is None:
        raise Refused("sprint.no_card")
    moved = replace(state.up, at=min(state.up.at + state.card, state.finish))
    sleds = tuple(moved if sled is state.up else sled for sled in state.sleds)
    turn = (state.turn + 1) % len(sleds)
    after = State(state.finish, sleds, turn, state.round + (turn == 0))
    events.append(Event("sprint.moved", moved.seat, {"name": moved.name, "at": moved.at}))
    over = after.phase == "over"
    events.append(Event("sprint.won", moved.seat, {"name": moved.name}) if over else _turn(after))
    # The race ends in the turn of the winner.
    return replace(after, turn=state.turn, round=state.round) if over else after


def _refuse_others(state: State, act: Act) -> None:
    if act["seat"] != state.up.seat:
        raise Refused("sprint.not_up", name=state.up.name)


def _turn(state: State) -> Event:
    return Event("sprint.turn", state.up.seat, {"name": state.up.name})


_card = record(
    {
        "colour": Field(text, required=False),
        "value": Field(whole(VALUES[0], VALUES[-1])),
        "copy": Field(whole(1), required=False),
    }
)

ACTS: Acts[State] = Acts(
    kinds={
        "tap": kind({"seat": _seat, "card": Field(_card)}, _tap),
        "done": kind({"seat": _seat, "took_s": Field(seconds, required=False)}, _done),
    },
    seats=lambda state: (sled.seat for sled in state.sleds),
    no_seat="sprint.no_seat",
    race_over="sprint.race_over",
)

apply = ACTS.apply
