"""The acts of a turn: tap, slot, mark, done (rules.md 1.4 to 1.6)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import refuse_wrong, whole
from companion.games.game import Event, Say
from companion.games.snow_tails import driving
from companion.games.snow_tails.cards import fill_hand, forget_copies
from companion.games.snow_tails.figures import (
    Move,
    bonus,
    holdable,
    move,
    open_cards,
    same_space,
)
from companion.games.snow_tails.outcome import dent_events, fifth_dent_event, resolve, walked
from companion.games.snow_tails.pawns import moved, seen, told_why, why_of
from companion.games.snow_tails.rounds import big_paws, give_turn, next_up
from companion.games.snow_tails.state import (
    SLOTS,
    STOPS,
    Card,
    HandStep,
    LastTurn,
    Pending,
    Sled,
    State,
    stopped,
    with_mark,
    without_mark,
)
from companion.games.snow_tails.words import (
    not_up,
    refuse_mark,
    refuse_value,
    say,
    total,
    wrong_phase,
)

Act = Mapping[str, Any]


def tap(state: State, act: Act, events: list[Event]) -> State:
    """Choose the value of this turn by showing a dog card (ST-30, ST-31)."""
    sled = up(state, act)
    _check_card(state, sled, act)
    card, pending = act["card"], state.pending
    value = card["value"]
    if _thought_to_lie(sled, card):
        events.append(say("snow_tails.copy_open", sled, value=value))
        sled = forget_copies(sled, value)
        state = state.with_sled(sled)
    if pending is None:
        sled = replace(sled, hand_step=HandStep())
        state = state.with_sled(sled)
        state = state if sled.dealt else seen(state)
    if pending is None or (pending.value != value and not pending.slots):
        pending = Pending(value)
        if "slot" not in act:
            events.append(_tapped(state, sled, value))
            return replace(state, pending=replace(pending, copy=card.get("copy", 0)))
    elif pending.value != value:
        raise Refused("snow_tails.one_value", name=sled.name, value=pending.value, other=value)
    if "slot" not in act or act["slot"] in pending.slots:
        return state
    return _lay(state, sled, pending, act, events)


def _check_card(state: State, sled: Sled, act: Act) -> None:
    """Refuse a card of another seat, or one that cannot be in the hand."""
    card = act["card"]
    value, colour, copies = card["value"], card.get("colour"), state.settings.deck
    if colour is not None and colour != sled.colour:
        raise _foreign(state, sled, colour)
    if not holdable(state, sled, value):
        raise refuse_value(sled, value)
    copy = card.get("copy")
    if copy is not None:
        refuse_wrong(whole(1, copies[value - 1]), copy, "act", "card", "copy", act="tap")


def _tapped(state: State, sled: Sled, value: int) -> Event:
    """The event of a chosen value; it says so if the value replaces another one."""
    if state.pending is None:
        return say("snow_tails.tapped", sled, "card", value=value)
    old = state.pending.value
    return say("snow_tails.tapped_instead", sled, "card", value=value, old=old)


def _thought_to_lie(sled: Sled, card: Act) -> bool:
    """Whether this very card is recorded as lying face up (interfaces.md section 2, `unseen`)."""
    copy = card.get("copy")
    return copy is not None and Card(card["value"], copy) in open_cards(sled)


def _foreign(state: State, sled: Sled, colour: str) -> Refused:
    for other in state.sleds:
        if other.colour == colour:
            return Refused("snow_tails.foreign_card", name=sled.name, owner=other.name)
    return Refused("snow_tails.unknown_colour", name=sled.name, colour=sled.colour)


def slot(state: State, act: Act, events: list[Event]) -> State:
    """Put the tapped value on a slot, or take it back from there (ST-32)."""
    sled, pending, where = up(state, act), state.pending, act["slot"]
    if pending is None:
        raise Refused("snow_tails.tap_first", name=sled.name)
    if where not in pending.slots:
        return _lay(state, sled, pending, act, events)
    if pending.marks:
        raise Refused("snow_tails.slot_after_mark", name=sled.name)
    slots = tuple(one for one in pending.slots if one != where)
    shown = _with_copy(pending, where, 0)
    pending = replace(pending, slots=slots, copies=shown, wanted=None)
    if slots:
        events.append(total(sled, move(sled, pending)))
    else:
        events.append(say("snow_tails.tapped", sled, value=pending.value))
    return replace(state, pending=pending)


def _lay(state: State, sled: Sled, pending: Pending, act: Act, events: list[Event]) -> State:
    """Put a card on one more slot. Refused without such a card in the hand."""
    where, copy = act["slot"], act.get("card", {}).get("copy", 0)
    if pending.marks:
        raise Refused("snow_tails.slot_after_mark", name=sled.name)
    cards = len(pending.slots) + 1
    if cards > sled.dogs:
        fix = {"act": "correct", "seat": sled.seat, "set": {"dogs": cards}}
        raise Refused(
            "snow_tails.not_enough_dogs", remedy=(fix, act), name=sled.name, count=sled.dogs
        )
    copies = holdable(state, sled, pending.value)
    if cards > copies:
        raise Refused(
            "snow_tails.not_enough_copies", name=sled.name, value=pending.value, count=copies
        )
    slots = tuple(one for one in SLOTS if one == where or one in pending.slots)
    shown = _with_copy(pending, where, copy)
    pending = replace(pending, slots=slots, copies=shown, wanted=None)
    events.append(total(sled, move(sled, pending)))
    return replace(state, pending=pending)


def _with_copy(pending: Pending, where: str, copy: int) -> tuple[int, int, int]:
    left, right, brake = (
        copy if one == where else old for one, old in zip(SLOTS, pending.copies, strict=True)
    )
    return left, right, brake


def mark(state: State, act: Act, events: list[Event]) -> State:
    """Mark an event of the move. It takes effect when the turn is done."""
    sled, what = up(state, act), act["what"]
    pending, live = played(state, sled)
    refuse_mark(state, sled, what)
    if live.speed <= 0:
        raise Refused("snow_tails.no_move", name=sled.name, speed=live.speed)
    if what in STOPS and stopped(pending.marks):
        raise Refused("snow_tails.second_stop", name=sled.name)
    line = sled.lines + pending.lines
    if what == "line" and line >= state.finish:
        raise Refused("snow_tails.no_more_lines", name=sled.name)
    events.append(_marked(state, sled, what, line, live.speed))
    return replace(state, pending=replace(pending, marks=with_mark(pending.marks, what)))


def _marked(state: State, sled: Sled, what: str, line: int, speed: int) -> Event:
    match what:
        case "sapling":
            return say("snow_tails.sapling_marked", sled)
        case "edge":
            return say("snow_tails.edge_marked", sled, "crash")
        case "sled":
            return say("snow_tails.sled_marked", sled, "crash")
    if line + 1 == state.finish:
        return say("snow_tails.finish_marked", sled)
    limit = state.limits[line]
    key = "snow_tails.line_marked_fast" if speed > limit else "snow_tails.line_marked"
    return say(key, sled, line=line + 1, limit=limit, speed=speed, count=max(0, speed - limit))


def unmark(state: State, act: Act, events: list[Event]) -> State:
    """Take back the last mark of this kind in the current move."""
    sled, pending, what = up(state, act), state.pending, act["what"]
    noted = Say(f"snow_tails.mark_{what}")
    if pending is None or what not in pending.marks:
        raise Refused("snow_tails.not_marked", name=sled.name, what=noted)
    events.append(say("snow_tails.unmarked", sled, what=noted))
    return replace(state, pending=replace(pending, marks=without_mark(pending.marks, what)))


def done(state: State, act: Act, events: list[Event]) -> State:
    """End the turn: book cards, dents, lines and hand, and pass the turn on."""
    sled = up(state, act)
    pending, live = played(state, sled)
    if pending.marks and live.speed <= 0:
        raise Refused("snow_tails.marks_without_move", name=sled.name, speed=live.speed)
    extra = bonus_taken(state, sled, pending, live) if act.get("bonus") else 0
    drive = driving.chosen(state, sled, extra)
    turn = (
        drive.turn if drive else LastTurn(live.speed, extra, sled.lines, sled.dents, pending.marks)
    )
    events.append(total(sled, live))
    if extra:
        events.append(say("snow_tails.bonus_taken", sled, count=extra, speed=live.speed + extra))
    if drive:
        events += driving.told(state, sled, drive)
        act = {**act, **driving.report(state, drive)}
    events += told_why(sled, why_of(act))
    before = sled
    sled = _moved(state, _laid(sled, pending, live), turn, act, events)
    state = moved(driving.driven(replace(state, begun=True), sled, drive), before, why_of(act))
    state = _big_paws(state, state.sled(sled.seat), act, events)
    return give_turn(state, next_up(state), events)


def bonus_taken(state: State, sled: Sled, pending: Pending, live: Move) -> int:
    """The size of the bonus. Raises Refused if there is none (ST-50, AM-ST-01)."""
    size = bonus(state, sled, live)
    if allowed := driving.bonus_of(state, sled, pending, live):
        return allowed
    if size:
        raise Refused("snow_tails.no_bonus_crash", name=sled.name)
    if state.round < 2:
        raise Refused("snow_tails.no_bonus_round", name=sled.name)
    if not live.balanced:
        raise Refused(
            "snow_tails.no_bonus_unbalanced", name=sled.name, left=live.left, right=live.right
        )
    raise Refused("snow_tails.no_bonus_speed", name=sled.name, speed=live.speed)


def _laid(sled: Sled, pending: Pending, live: Move) -> Sled:
    """The sled with the played cards on the dogs' piles and the discard (ST-33, ST-34)."""
    piles = {"left": sled.left_pile, "right": sled.right_pile, "brake": sled.discard}
    for where, card in zip(pending.slots, _cards(sled, pending), strict=True):
        piles[where] = (*piles[where], card)
    return replace(
        sled,
        left=live.left,
        right=live.right,
        brake=live.brake,
        dogs=sled.dogs - len(pending.slots),
        left_pile=piles["left"],
        right_pile=piles["right"],
        discard=piles["brake"],
        dealt=sled.dealt and sled.dealt.without(pending.value, len(pending.slots)),
    )


def _cards(sled: Sled, pending: Pending) -> list[Card]:
    """The played cards by slot. After one tap for several slots, the copies are unknown."""
    if pending.value in sled.unsure:
        return [Card(pending.value)] * len(pending.slots)
    shown = [pending.copies[SLOTS.index(where)] for where in pending.slots]
    if shown.count(0) == 1 and pending.copy not in shown:
        shown[shown.index(0)] = pending.copy
    return [Card(pending.value, copy if shown.count(copy) == 1 else 0) for copy in shown]


def _moved(state: State, sled: Sled, turn: LastTurn, act: Act, events: list[Event]) -> Sled:
    """The sled after the move (lines, dents, status) and the hand step."""
    after = resolve(turn, state.limits)
    crossed = after.status == "finished"
    sled = replace(
        sled,
        dents=after.dents,
        lines=after.lines,
        status=after.status,
        rows=act.get("rows") if crossed else None,
        lane=act.get("lane") if crossed else None,
        walked=sled.walked + walked(turn),
        last=turn,
        hand_step=HandStep(dents=after.dents - turn.dents),
    )
    events += dent_events(sled, after.causes, turn.speed + turn.bonus)
    if after.fifth:
        events.append(fifth_dent_event(state, sled))
    if crossed:
        events.append(say("snow_tails.finished", sled, "finished"))
        events += _same_space(state, sled)
    if sled.status == "eliminated":
        return sled
    # Cards of no use to a finished sled are counted, in case a correction puts it back in the race.
    return fill_hand(state, sled, not after.crashed, [] if crossed else events)


def _same_space(state: State, sled: Sled) -> list[Event]:
    """The question about two finishers on one space (ST-23)."""
    other = same_space(state, sled)
    if other is None:
        return []
    return [say("snow_tails.same_space", sled, other=other.name, rows=sled.rows, lane=sled.lane)]


def _big_paws(state: State, sled: Sled, act: Act, events: list[Event]) -> State:
    """Give the Big Paws token to the longest turn so far. A tie changes nothing (ST-94).

    In the first round it is only noted: the end of the round announces it.
    """
    took_s = act.get("took_s")
    if took_s is None or (state.big_paws is not None and took_s <= state.longest_s):
        return state
    moves = state.big_paws != sled.seat
    state = replace(state, big_paws=sled.seat, longest_s=float(took_s))
    if moves and (token := big_paws(state)):
        events.append(token)
    return state


def up(state: State, act: Act) -> Sled:
    """The sled of the act's seat. Raises Refused if it is not up."""
    if state.phase != "turns":
        raise wrong_phase(state)
    if act["seat"] != state.turn:
        raise not_up(state, act)
    return state.sled(state.turn)


def played(state: State, sled: Sled) -> tuple[Pending, Move]:
    """The half-played turn and its sum. Raises Refused without a card on a slot."""
    pending = state.pending
    if pending is None:
        raise Refused("snow_tails.tap_first", name=sled.name)
    if not pending.slots:
        raise Refused("snow_tails.slot_first", name=sled.name, value=pending.value)
    return pending, move(sled, pending)
