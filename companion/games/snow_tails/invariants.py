"""Invariants of a race, checked for positions that are read and by the tests.

Each function yields the names of the fields that are wrong.
"""

from collections.abc import Iterator
from itertools import chain

from companion.games.snow_tails.dealt import STRENGTHS, Dealt
from companion.games.snow_tails.driving import bonus_of, drives, there
from companion.games.snow_tails.figures import holdable, move, open_cards, unseen
from companion.games.snow_tails.outcome import resolve
from companion.games.snow_tails.state import (
    MARKS,
    MAX_DENTS,
    SLOTS,
    STATUSES,
    STOPS,
    VALUES,
    Pending,
    Settings,
    Sled,
    State,
)
from companion.games.snow_tails.track_course import saplings as all_saplings


def broken(state: State) -> Iterator[str]:
    """Yield the fields that break an invariant; none for any state that a race can reach.

    If settings or seats are wrong, nothing else is checked, because the rest depends on them.
    """
    first = [*_settings(state.settings), *_race(state)]
    first += [] if first else _on_track(state)
    if first:
        yield from first
        return
    sleds = [_named(sled, _figures(state, sled)) for sled in state.sleds]
    sleds += [_named(sled, _cards(state, sled)) for sled in state.sleds]
    yield from chain(*sleds)
    yield from _order(state)
    yield from _phase(state)


def _on_track(state: State) -> Iterator[str]:
    """Check the laid course: its limits, every sled on a space of its own, the saplings."""
    track = state.track
    if track is None:
        if state.saplings or any(sled.at is not None or sled.path for sled in state.sleds):
            yield "track"
        return
    if (track.limits[:-1], track.flag) != (state.limits, state.flag):
        yield "track"
    places = [sled.at for sled in state.sleds if sled.asked]
    if None in places or len(set(places)) < len(places):
        yield "at"
    if not all(sled.at is not None and track.has(sled.at) for sled in state.sleds):
        yield "at"
    if not all(set(sled.path[-1:]) <= {sled.at} for sled in state.sleds):
        yield "path"
    if not {*state.saplings} <= {*all_saplings(track)}:
        yield "saplings"


def _settings(settings: Settings) -> Iterator[str]:
    if settings.edition not in ("de", "fr"):
        yield "edition"
    if len(settings.deck) != len(VALUES) or not all(0 <= copies <= 20 for copies in settings.deck):
        yield "deck"
    if settings.size < 7:
        yield "deck"
    if settings.dnf_points < 0:
        yield "dnf_points"


def _race(state: State) -> Iterator[str]:
    if not all(1 <= limit <= 99 for limit in state.limits):
        yield "limits"
    if state.flag not in ("left", "right"):
        yield "flag"
    if state.round < 1:
        yield "round"
    seats = [sled.seat for sled in state.sleds]
    if not 2 <= len(seats) <= 5 or not all(1 <= seat <= 6 for seat in seats):
        yield "seat"
    if not all(1 <= sled.start <= 5 for sled in state.sleds):
        yield "start"
    for name in ("seat", "colour", "start"):
        if len({getattr(sled, name) for sled in state.sleds}) < len(seats):
            yield name
    if state.longest_s < 0 or (state.big_paws is None and state.longest_s):
        yield "longest_s"
    if state.big_paws is not None and state.big_paws not in seats:
        yield "big_paws"


def _named(sled: Sled, wrong: Iterator[str]) -> Iterator[str]:
    return (f"seat {sled.seat} {what}" for what in wrong)


def _figures(state: State, sled: Sled) -> Iterator[str]:
    for slot in SLOTS:
        if getattr(sled, slot) not in VALUES:
            yield slot
    if not 0 <= sled.dents <= MAX_DENTS:
        yield "dents"
    if not 0 <= sled.lines <= state.finish:
        yield "lines"
    if sled.status not in STATUSES:
        yield "status"
    if (sled.lines == state.finish) != (sled.status == "finished"):
        yield "status"
    may_be_placed = ("finished", "racing") if state.phase == "over" else ("finished",)
    if sled.place is not None and sled.status not in may_be_placed:
        yield "place"
    if sled.status != "finished" and (sled.rows is not None or sled.lane is not None):
        yield "rows"
    if sled.walked < 0 or not _report_fits(sled):
        yield "walked"
    if sled.last is not None and not _last_turn_fits(state, sled):
        yield "last"


def _report_fits(sled: Sled) -> bool:
    """Whether rows past the finish (from 0) and lane (from 1) are in range."""
    rows_fit = sled.rows is None or sled.rows >= 0
    return rows_fit and (sled.lane is None or sled.lane >= 1)


def _last_turn_fits(state: State, sled: Sled) -> bool:
    """Whether the last turn leads to these lines, and to no more dents than these."""
    last = sled.last
    assert last is not None
    if last.lines < 0 or last.lines + last.marks.count("line") > state.finish:
        return False
    if not 0 <= last.dents <= MAX_DENTS or last.bonus < 0:
        return False
    if not _marks(last.marks) or (last.marks and last.speed <= 0):
        return False
    after = resolve(last, state.limits)
    return after.lines == sled.lines and after.dents <= sled.dents


def _cards(state: State, sled: Sled) -> Iterator[str]:
    cards = open_cards(sled)
    known = [card for card in cards if card.copy]
    for card in cards:
        if card.value not in VALUES or not 0 <= card.copy <= state.settings.deck[card.value - 1]:
            yield "piles"
            return
    if len(set(known)) < len(known):
        yield "piles"
    if set(sled.unsure) - set(VALUES) or len(set(sled.unsure)) < len(sled.unsure):
        yield "unsure"
    if any(card.value in sled.unsure for card in known):
        yield "piles"
    if sled.dogs < 0 or sled.unnamed < 0 or state.deck(sled) < 0:
        yield "dogs"
    if min(unseen(state, sled, value) for value in VALUES) < 0:
        yield "piles"
    if sled.dealt is not None and not _dealt_fits(state, sled, sled.dealt):
        yield "dealt"


def _dealt_fits(state: State, sled: Sled, dealt: Dealt) -> bool:
    """Whether a played sled's hand and deck are all its cards that lie nowhere face up."""
    held = [*dealt.hand, *dealt.deck]
    counts = (len(dealt.hand), len(dealt.deck)) == (sled.dogs + sled.unnamed, state.deck(sled))
    left = {value: unseen(state, sled, value) for value in VALUES}
    known = all(held.count(value) == many for value, many in left.items())
    return counts and known and state.track is not None and dealt.strength in STRENGTHS


def _order(state: State) -> Iterator[str]:
    seats = {sled.seat for sled in state.sleds}
    if not state.order or len(set(state.order)) < len(state.order) or set(state.order) - seats:
        yield "order"
    if any(sled.racing and sled.seat not in state.order for sled in state.sleds):
        yield "order"
    places = sorted(sled.place for sled in state.sleds if sled.place is not None)
    if places != list(range(1, len(places) + 1)):
        yield "place"


def _phase(state: State) -> Iterator[str]:
    match state.phase:
        case "turns":
            yield from _turns(state)
        case "order":
            yield from _order_step(state)
        case "over":
            if any(sled.asked and sled.place is None for sled in state.sleds):
                yield "place"
        case _:
            yield "phase"
    if state.phase != "turns" and (state.turn is not None or state.pending is not None):
        yield "turn"
    if state.phase != "order" and (state.proposed or state.shifted):
        yield "proposed"


def _turns(state: State) -> Iterator[str]:
    seats = [sled.seat for sled in state.sleds if sled.racing and sled.seat in state.order]
    if state.turn not in seats:
        yield "turn"
        return
    up = state.sled(state.turn)
    if not up.dogs:
        yield "turn"
    if state.pending is not None and not _playable(state, up, state.pending):
        yield "pending"


def _playable(state: State, up: Sled, pending: Pending) -> bool:
    if pending.value not in VALUES or not _marks(pending.marks):
        return False
    if pending.slots != tuple(slot for slot in SLOTS if slot in pending.slots):
        return False
    if pending.marks and not pending.slots:
        return False
    if not _copies_fit(pending, state.settings.deck[pending.value - 1]):
        return False
    if pending.cards > min(up.dogs, holdable(state, up, pending.value)):
        return False
    return up.lines + pending.lines <= state.finish and _can_end(state, up, pending)


def _can_end(state: State, up: Sled, pending: Pending) -> bool:
    """Whether the move can end as chosen on a laid course, where nothing is marked."""
    if state.track is None:
        return pending.wanted is None
    live, wanted = move(up, pending), pending.wanted
    size = bonus_of(state, up, pending, live)
    if wanted is None or pending.marks:
        return not pending.marks
    if live.speed <= 0 or not pending.slots or (wanted.bonus and not size):
        return False
    ends = drives(state, up, size if wanted.bonus else 0)
    return 1 <= wanted.which <= len(there(ends, wanted.place))


def _copies_fit(pending: Pending, copies: int) -> bool:
    """Whether the recorded copies exist and lie on slots that hold a card."""
    if len(pending.copies) != len(SLOTS):
        return False
    if not all(0 <= copy <= copies for copy in (pending.copy, *pending.copies)):
        return False
    at_slots = zip(SLOTS, pending.copies, strict=True)
    return all(slot in pending.slots for slot, copy in at_slots if copy)


def _marks(marks: tuple[str, ...]) -> bool:
    """Whether the marks are lines and saplings, then at most one stop."""
    known = all(mark in MARKS for mark in marks)
    return known and not any(mark in STOPS for mark in marks[:-1])


def _order_step(state: State) -> Iterator[str]:
    asked = {sled.seat for sled in state.sleds if sled.asked}
    if len(asked) < 2 or sorted(state.proposed) != sorted(asked):
        yield "proposed"
        return
    racing = [state.sled(seat).racing for seat in state.proposed]
    if racing != sorted(racing):
        yield "proposed"
