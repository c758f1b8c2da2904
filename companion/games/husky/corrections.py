"""Corrections by hand: figures of one musher or of the race are set as the table says."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games import corrections
from companion.games.corrections import Figure
from companion.games.fields import (
    Check,
    boolean,
    items,
    one_of,
    whole,
)
from companion.games.game import Event, Say
from companion.games.husky import box, figures, moves
from companion.games.husky.board import At, Board
from companion.games.husky.leaving import announce_steps, remove_musher
from companion.games.husky.rounds import begin_turn, settle
from companion.games.husky.state import (
    ACTIONS,
    CHECKPOINTS,
    COLOUR_OF,
    COLOURS,
    Musher,
    State,
    Weather,
)
from companion.games.husky.words import conditions, ground, say

Wanted = Mapping[str, Any]
at = items(whole(1, 99))
"""A space: column and row."""

_OF_MUSHER: Mapping[str, Check] = {
    "hand": whole(0, ACTIONS),
    "where": one_of(*COLOUR_OF),
    "checkpoints": items(one_of(*CHECKPOINTS), 0, len(CHECKPOINTS)),
    "blocked": boolean,
    "status": one_of("racing", "eliminated"),
    "at": at,
}


def correct_musher(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set figures of one musher."""
    musher, wanted = state.musher(act["seat"]), act["set"]
    corrections.check_settable(_OF_MUSHER, wanted)
    changed = _figures(state, musher, wanted)
    if musher.racing and wanted.get("status") == "eliminated":
        gone = replace(musher, status="eliminated")
        events.append(_corrected_event(state, musher, gone, act))
        return remove_musher(state, musher, events)
    back = not musher.racing and wanted.get("status") == "racing"
    changed = replace(changed, status="racing") if back else changed
    same_turn = wanted.get("blocked", state.still) == state.still
    if changed == musher and (musher.seat != state.turn or same_turn):
        return state
    events.append(_corrected_event(state, musher, changed, act))
    before, state = state, _with_hand(state, musher, changed)
    announce_steps(before, state, events)
    if musher.seat == state.turn:
        state = _with_start(_with_still(state, wanted), changed, wanted)
    return settle(state, events)


def _corrected_event(state: State, before: Musher, after: Musher, act: Mapping[str, Any]) -> Event:
    """The event of a correction. For the seat that is up, "blocked" means the current turn."""
    up = before.seat == state.turn
    blocked = state.still if up else before.blocked
    to_be = act["set"].get("blocked", blocked) if after.racing else blocked
    changes = corrections.words(
        _musher_figures(before, blocked), _musher_figures(after, to_be), act
    )
    return say("husky.corrected", before, **changes)


def _musher_figures(musher: Musher, blocked: bool) -> list[Figure]:
    """The figures of a musher that a correction can set, with their names."""
    values = {
        "hand": musher.hand,
        "where": ground(musher.place_known),
        "checkpoints": list(musher.checkpoints),
        "blocked": corrections.yes_no(blocked),
        "status": corrections.status(musher.status),
    }
    space = _space(musher.at) if musher.at else corrections.NOTHING
    return [*corrections.figures(values), Figure("at", Say("ui.field_where"), space)]


def _space(to: At) -> Say:
    return Say("correct.space", {"column": to[0], "row": to[1]})


def _figures(state: State, musher: Musher, wanted: Wanted) -> Musher:
    """The musher with its new figures. Cards for the hand come from the deck, then the pile."""
    passed = wanted.get("checkpoints", musher.checkpoints)
    if len(set(passed)) < len(passed):
        raise Refused("husky.checkpoint_twice", name=musher.name)
    if not musher.racing and (wanted.keys() - {"status"} or not wanted):
        raise Refused("husky.not_racing", name=musher.name)
    least = 1 if state.pending_of(musher) else 0
    hand = wanted.get("hand", musher.hand)
    if hand < least:
        raise Refused("husky.correct_pending", name=musher.name)
    most = musher.hand + state.deck + state.played.unnamed
    if hand > most:
        raise Refused("husky.correct_hand", name=musher.name, count=most)
    up = musher.seat == state.turn
    changed = replace(
        musher,
        hand=hand,
        checkpoints=tuple(passed),
        blocked=musher.blocked if up else wanted.get("blocked", musher.blocked),
    )
    return _set_position(state, changed, wanted)


def _set_position(state: State, musher: Musher, wanted: Wanted) -> Musher:
    """Set the musher's position: a space on a board, else a colour."""
    if "at" in wanted:
        musher = moves.place_on(state, musher, moves.space(wanted["at"]))
    if "where" not in wanted:
        return musher
    if state.board is not None:
        raise Refused("husky.board_knows")
    if not figures.on_board(state, musher):
        raise Refused("husky.not_on_board", name=musher.name)
    return replace(musher, place_known=wanted["where"], begun=True)


def _with_hand(state: State, before: Musher, musher: Musher) -> State:
    """The race with this hand: missing cards come from the pile, extra cards go to the deck."""
    short = max(0, musher.hand - before.hand - state.deck)
    pile = replace(state.played, unnamed=state.played.unnamed - short)
    return state.with_musher(musher, played=pile)


def _with_start(state: State, up: Musher, wanted: Wanted) -> State:
    """A move not yet made starts from the corrected position (HU-12)."""
    pending = state.pending
    if pending is None or pending.moved or pending.drawn is not None:
        return state
    if "at" not in wanted and "where" not in wanted:
        return state
    where = wanted.get("where", figures.known_place(state, up))
    return replace(state, pending=replace(pending, where=where))


def _with_still(state: State, wanted: Wanted) -> State:
    """Make the current turn a blocked one or a free one."""
    pending, still = state.pending, wanted.get("blocked", state.still)
    if still == state.still:
        return state
    if still and pending is not None and (pending.moved or pending.drawn is not None):
        raise Refused("husky.moved_already", name=state.musher(state.turn).name)
    return replace(state, still=still)


def correct_race(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set whose turn it is, the round, its weather, the start player, or an animal's space."""
    wanted = act["set"]
    seats = [musher.seat for musher in state.mushers]
    checks = {
        "turn": one_of(*seats),
        "round": whole(1),
        "start": one_of(*seats),
        "due": boolean,
        **dict.fromkeys(COLOURS, box.condition),
        "animal": whole(1, 99),
        "space": at,
    }
    corrections.check_settable(checks, wanted)
    for name in ("turn", "start"):
        if name in wanted and not state.musher(wanted[name]).racing:
            raise Refused("husky.not_racing", name=state.musher(wanted[name]).name)
    changed = _race(state, wanted)
    turn = wanted.get("turn")
    if changed == state and (turn is None or (turn == state.turn and state.pending is None)):
        return state
    changes = corrections.words(_race_figures(state), _race_figures(changed, turn), act)
    events.append(Event("husky.corrected_race", None, changes))
    return changed if turn is None else _give_turn(changed, turn, events)


def _race_figures(state: State, turn: int | None = None) -> list[Figure]:
    """The figures of the race that a correction can set. `turn`: the seat that will be up."""
    weather = conditions(state.weather) if state.weather else {}
    values = {
        "turn": state.musher(turn or state.turn).name,
        "round": state.round,
        "start": state.musher(state.start).name,
        "due": corrections.yes_no(state.due),
        **{colour: weather.get(colour) for colour in COLOURS},
    }
    return [*corrections.figures(values), *_animals(state)]


def _animals(state: State) -> Iterator[Figure]:
    """The positions of all animals; only changed ones appear in the event."""
    board = state.board
    for number, to in enumerate(state.animals, 1):
        if board is not None:
            kind = Say(f"husky.species_{board.animals[number - 1].species}")
            label = Say("correct.animal", {"number": number, "animal": kind})
            yield Figure("", label, _space(to))


def _give_turn(state: State, turn: int, events: list[Event]) -> State:
    """Give the turn to another seat, dropping half-played cards. The old seat stays blocked."""
    if turn == state.turn:
        return replace(state, pending=None)
    up = state.musher(state.turn)
    state = state.with_musher(replace(up, blocked=up.blocked or state.still))
    if not state.musher(turn).hand:
        raise Refused("husky.correct_no_cards", name=state.musher(turn).name)
    return begin_turn(state, turn, events)


def _race(state: State, wanted: Wanted) -> State:
    """The race with its new figures, but for `turn`."""
    if any(name in wanted for name in ("due", *COLOURS)):
        state = _with_weather(state, wanted)
    if "animal" in wanted or "space" in wanted:
        state = _with_animal(state, wanted)
    return replace(
        state,
        round=wanted.get("round", state.round),
        start=wanted.get("start", state.start),
    )


def _with_weather(state: State, wanted: Wanted) -> State:
    """Set the weather. With `due`, this round's card is unrevealed and can come again."""
    if wanted.get("due") and any(colour in wanted for colour in COLOURS):
        raise Refused("husky.correct_due")
    if wanted.get("due"):
        return state if state.due else _cover_weather(state)
    known = state.weather._asdict() if state.weather else {}
    known |= {colour: wanted[colour] for colour in COLOURS if colour in wanted}
    if len(known) < len(COLOURS):
        raise Refused("husky.correct_weather")
    pile = state.shown.plus(0) if state.due else state.shown
    return replace(state, due=False, weather=Weather(**known), shown=pile)


def _cover_weather(state: State) -> State:
    """Return the weather card of this round to its deck."""
    card, pile = state.weather_card, state.shown
    if card:
        pile = replace(pile, seen=tuple(one for one in pile.seen if one != card))
    else:
        pile = replace(pile, unnamed=pile.unnamed - 1)
    return replace(state, due=True, weather=None, weather_card=0, shown=pile)


def _with_animal(state: State, wanted: Wanted) -> State:
    """Put an animal on another free space of its region."""
    board = moves.board_of(state)
    if not ("animal" in wanted and "space" in wanted):
        raise Refused("husky.correct_animal")
    number, to = wanted["animal"], moves.space(wanted["space"])
    moves.check_number(board, number)
    if not _own_region(board, number, to):
        raise Refused("husky.other_region", number=number, column=to[0], row=to[1])
    if to in state.animals and to != state.animals[number - 1]:
        raise Refused("husky.animals_together")
    return replace(state, animals=moves.with_animal(state, number, to))


def _own_region(board: Board, number: int, to: tuple[int, int]) -> bool:
    home = board.regions[board.animals[number - 1].at]
    return board.regions.get(to) == home
