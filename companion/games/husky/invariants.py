"""Invariants of a race, checked for positions that are read and by the tests.

Each function yields the names of the fields that are wrong.
"""

from collections.abc import Iterator

from companion.games.husky import figures
from companion.games.husky.board import Board
from companion.games.husky.state import (
    ACTIONS,
    CHECKPOINTS,
    COLOUR_OF,
    EVENTS,
    STATUSES,
    WEATHERS,
    Musher,
    Pile,
    State,
)


def broken(state: State) -> Iterator[str]:
    """Yield the fields that break an invariant; none for any state that a race can reach.

    If settings or seats are wrong, nothing else is checked, because the rest depends on them.
    """
    first = list(_race(state))
    if first:
        yield from first
        return
    for musher in state.mushers:
        yield from (f"seat {musher.seat} {what}" for what in _musher(state, musher))
    yield from _piles(state)
    yield from _phase(state)
    if state.board is not None:
        yield from _ground(state, state.board)


def _race(state: State) -> Iterator[str]:
    seats = [musher.seat for musher in state.mushers]
    if not 3 <= len(seats) <= 6 or len(set(seats)) < len(seats):
        yield "seat"
    if not all(1 <= seat <= 6 for seat in seats):
        yield "seat"
    if len({musher.colour for musher in state.mushers}) < len(seats):
        yield "colour"
    if state.start not in seats:
        yield "start"
    if state.settings.relocate not in ("now", "at_turn"):
        yield "relocate"
    if state.round < 1 or state.deal < 1:
        yield "round"
    if len(state.cards.actions) != ACTIONS or len(state.cards.weathers) != WEATHERS:
        yield "cards"
    if len(state.cards.texts) != EVENTS or len(state.cards.asks) != EVENTS:
        yield "cards"


def _musher(state: State, musher: Musher) -> Iterator[str]:
    if musher.status not in STATUSES:
        yield "status"
    if musher.place_known not in COLOUR_OF:
        yield "place_known"
    passed = musher.checkpoints
    if len(set(passed)) < len(passed) or set(passed) - set(CHECKPOINTS):
        yield "checkpoints"
    if musher.hand < 0 or musher.attacks < 0:
        yield "hand"
    if not musher.racing and musher.status == "eliminated" and (musher.hand or musher.blocked):
        yield "hand"
    if (musher.status == "finished") != (musher.place == 1) or musher.place not in (None, 1):
        yield "place"
    if musher.place == 1 and (musher.missing or state.phase != "over"):
        yield "place"
    if musher.at is not None and state.board is None:
        yield "at"


def _piles(state: State) -> Iterator[str]:
    """Check the piles of 60, 24 and 30 cards, each number once (HU-01)."""
    piles = {"played": ACTIONS, "shown": WEATHERS, "drawn": EVENTS}
    for name, most in piles.items():
        if not _pile(getattr(state, name), most):
            yield name
    if state.deck < 0:
        yield "deck"


def _pile(pile: Pile, most: int) -> bool:
    numbers = set(pile.seen)
    return (
        len(numbers) == len(pile.seen)
        and numbers <= set(range(1, most + 1))
        and pile.unnamed >= 0
        and pile.count <= most
    )


def _phase(state: State) -> Iterator[str]:
    match state.phase:
        case "turns":
            yield from _turns(state)
        case "over":
            if state.turn is not None or state.pending is not None or state.due:
                yield "turn"
        case _:
            yield "phase"


def _turns(state: State) -> Iterator[str]:
    if state.turn not in figures.racing(state):
        yield "turn"
        return
    if not state.musher(state.start).racing:
        yield "start"
    if state.due and (state.weather is not None or state.weather_card):
        yield "weather"
    if not state.due and not state.shown.count:
        yield "shown"
    if state.weather_card and state.weather_card not in state.shown.seen:
        yield "weather_card"
    if not state.musher(state.turn).hand:
        yield "turn"
    if not _pending(state):
        yield "pending"


def _pending(state: State) -> bool:
    pending = state.pending
    if pending is None:
        return True
    if not 0 <= pending.card <= ACTIONS or pending.card in state.played.seen[:-1]:
        return False
    if pending.where and pending.where not in COLOUR_OF:
        return False
    if pending.drawn is None:
        return True
    return not state.still and (pending.drawn == 0 or pending.drawn in state.drawn.seen)


def _ground(state: State, board: Board) -> Iterator[str]:
    """Check one figure per space, and animals in their own regions (HU-02, HU-30)."""
    if len(state.animals) != len(board.animals) or len(set(state.animals)) < len(state.animals):
        yield "animals"
        return
    for animal, at in zip(board.animals, state.animals, strict=True):
        if board.regions.get(at) != board.regions[animal.at]:
            yield "animals"
    alone = [
        musher.at
        for musher in state.mushers
        if musher.at is not None and board.kind(musher.at) in ("white", "green", "blue")
    ]
    if len(set(alone)) < len(alone):
        yield "at"
    if any(
        musher.at is not None and board.kind(musher.at) == "nothing" for musher in state.mushers
    ):
        yield "at"
