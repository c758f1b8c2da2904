"""Values derived from a state: the colour that counts, distances, events due, ranking."""

from collections.abc import Mapping

from companion.games.husky.state import COLOUR_OF, COLOURS, Action, Musher, Pending, State

FEW = 3
"""With this many players or fewer, animals move two spaces (HU-17)."""


def standing(musher: Musher, pending: Pending | None) -> str:
    """The place of the musher at the start of its action: chosen, or else last known."""
    return pending.where if pending is not None and pending.where else musher.place_known


def known_place(state: State, musher: Musher) -> str:
    """The place of a musher if the board or the rules give it (HU-10), else ""."""
    kind = "" if state.board is None or musher.at is None else state.board.kind(musher.at)
    if kind in COLOUR_OF:
        return kind
    return "" if musher.begun else "start"


def colour(musher: Musher, pending: Pending | None) -> str:
    """The colour that counts for this action (HU-12, HU-13)."""
    return COLOUR_OF[standing(musher, pending)]


def distances(state: State, action: Action | None) -> Mapping[str, int | None]:
    """The distance for each colour after the weather, None if card or weather is unknown.

    A distance is never below 0 (AM-HU-01).
    """
    found: dict[str, int | None] = dict.fromkeys(COLOURS)
    if action is None or state.weather is None:
        return found
    for one in COLOURS:
        found[one] = max(0, getattr(action, one) - getattr(state.weather, one))
    return found


def distance(state: State) -> int | None:
    """The distance of the musher that is up: 0 in a blocked turn (HU-22), None if unknown."""
    pending = state.pending
    if pending is None:
        return None
    if state.still:
        return 0
    return distances(state, pending.action)[colour(state.musher(state.turn), pending)]


def animal_steps(state: State) -> int:
    """Spaces that an animal moves: two with up to three players, else one (HU-17)."""
    playing = sum(musher.status != "eliminated" for musher in state.mushers)
    return 2 if playing <= FEW else 1


def has_moved(state: State, pending: Pending) -> bool:
    """With a board: whether the musher's move is over, so that animals (HU-15) or event follow.

    If the distance is unknown, the musher can still move after them (HU-16).
    """
    after = bool(pending.animals) or pending.drawn is not None
    return pending.moved or (after and distance(state) is not None)


def event_due(state: State) -> bool:
    """Whether the card has an E that has not been carried out yet (HU-16, HU-18, HU-22)."""
    pending = state.pending
    if pending is None or pending.action is None or pending.drawn is not None:
        return False
    return pending.action.event and state.settings.events and not state.still


def event_comes(state: State) -> bool:
    """Whether an event card can be drawn in this turn: it is due, or the action card is unknown."""
    pending = state.pending
    if pending is None or pending.drawn is not None or state.still or not state.settings.events:
        return False
    return pending.action is None or pending.action.event


def asks(state: State) -> bool:
    """Whether the result of the drawn event card has to be entered (AM-HU-09)."""
    pending = state.pending
    if pending is None or pending.drawn is None:
        return False
    return pending.drawn == 0 or state.cards.asks[pending.drawn - 1]


def on_board(state: State, musher: Musher) -> bool:
    """Whether the musher's figure is on the board: from its first turn (HU-10)."""
    return musher.racing and (musher.begun or musher.seat == state.turn)


def may_be_at_finish(state: State, musher: Musher) -> bool:
    """Whether the musher can be at the finish. A board shows it."""
    board = state.board
    return board is None or (musher.at is not None and board.kind(musher.at) == "finish")


def racing(state: State) -> tuple[int, ...]:
    """The racing seats in turn order."""
    return tuple(seat for seat in state.order if state.musher(seat).racing)


def next_up(state: State) -> int | None:
    """The next racing seat after the one that is up; None at the end of the round."""
    order = state.order
    behind = order[order.index(state.turn) + 1 :] if state.turn in order else ()
    return next((seat for seat in behind if state.musher(seat).racing), None)


def ranking(state: State) -> tuple[Musher, ...]:
    """The mushers in the order of the result: the winner, then the others as listed (HU-33)."""
    return tuple(sorted(state.mushers, key=lambda musher: musher.place or len(state.mushers)))


def points(musher: Musher) -> int:
    """One point for the winner. The rule book has no points."""
    return 1 if musher.place == 1 else 0
