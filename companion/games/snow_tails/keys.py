"""The function of each button of a seat: one table for labels and for reading presses.

A key whose act would be refused is present but not enabled; a press gives the reason. Tables are
immutable values that recur, so they are cached by their arguments.
"""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.game import Act, Key, Keys, Say
from companion.games.snow_tails import figures
from companion.games.snow_tails.course_todo import next_end_key
from companion.games.snow_tails.endings import Ending, endings
from companion.games.snow_tails.late import late_ends_race
from companion.games.snow_tails.order import neighbour
from companion.games.snow_tails.state import (
    MARKS,
    SLOTS,
    STOPS,
    VALUES,
    Pending,
    Sled,
    State,
    stopped,
)

Table = Mapping[str, Keys]
"""Button -> its function."""

START_VALUE = 3
"""The middle value, at which the value menu opens."""

built_once = lru_cache(maxsize=1024)


def seat_keys(state: State, sled: Sled) -> Mapping[str, Table]:
    """Menu name ("" for none open) -> button -> its function at this seat.

    A seat that the table plays has the keys of one that is not up: they say nothing about its hand.
    """
    pending = state.pending_of(sled)
    if state.phase == "order":
        base = _order(sled.seat, *_places(state, sled), _may_late(state, sled))
        return {"": base, **_late_menu(state, sled)}
    if sled.seat != state.turn or sled.dealt is not None:
        base = _resting(sled.seat, _line(state, sled, None), _may_late(state, sled))
        return {"": base, **_late_menu(state, sled)}
    if pending is None or not pending.slots:
        return {"": _turn(state, sled, pending), **_value_menus(state, sled)}
    marks = tuple(may_mark(state, sled, what) for what in MARKS)
    menus = {"": _turn(state, sled, pending)}
    if state.track is None:
        menus["event"] = _event_menu(sled.seat, marks)
    ends = endings(state, sled)
    if _asks(ends):
        menus[_ask(ends)] = _done_menu(sled.seat, ends)
    return menus


def extra_keys(state: State, sled: Sled) -> tuple[Key, ...]:
    """The acts that a phone offers as buttons of their own: none needs a menu or a hold."""
    keys: list[Key] = []
    if sled.dealt is not None:
        return ()
    if may_mark(state, sled, "line"):
        keys.append(_line_key(sled.seat, _line(state, sled, state.pending_of(sled)), True))
    for what in ("sapling", "edge", "sled"):
        if may_mark(state, sled, what):
            keys.append(_mark_key(sled.seat, what, True))
    keys += (_ending_key(sled.seat, end) for end in endings(state, sled))
    late = _late_menu(state, sled).get("late")
    forgotten = [late[button].press for button in ("event", "left", "right") if late]
    return (*keys, *(key for key in forgotten if key and key.enabled))


def may_mark(state: State, sled: Sled, what: str) -> bool:
    """Whether this event can be marked in the current move."""
    pending = state.pending_of(sled)
    if pending is None or not pending.slots or figures.move(sled, pending).speed <= 0:
        return False
    if state.track is not None:
        return False
    if what == "line":
        return sled.lines + pending.lines < state.finish
    return what not in STOPS or not stopped(pending.marks)


def may_late(state: State, sled: Sled, what: str) -> bool:
    """Whether this event can be added to the sled's last turn."""
    last = sled.last
    if state.track is not None:
        return False
    if state.phase == "over" or last is None or sled.status == "eliminated" or last.speed <= 0:
        return False
    if what == "line":
        pending = state.pending_of(sled)
        return sled.lines + (pending.lines if pending else 0) < state.finish
    return what not in STOPS or not stopped(last.marks)


def _may_late(state: State, sled: Sled) -> bool:
    """Whether any event can be added. If a line or the edge can, so can a sapling."""
    return may_late(state, sled, "sapling")


def _may_slot(state: State, sled: Sled, pending: Pending | None, slot: str) -> bool:
    if pending is None or pending.marks:
        return False
    cards = len(pending.slots)
    room = cards < min(sled.dogs, figures.holdable(state, sled, pending.value))
    return slot in pending.slots or room


def _turn(state: State, sled: Sled, pending: Pending | None) -> Table:
    """The keys of the seat that is up."""
    value = pending.value if pending else 0
    placed = pending.slots if pending else ()
    slots = tuple((slot in placed, _may_slot(state, sled, pending, slot)) for slot in SLOTS)
    line = _line(state, sled, pending)
    marks = may_mark(state, sled, "line")
    table = _turn_table(sled.seat, value, slots, line, marks, endings(state, sled))
    if state.track is None:
        return table
    return {
        **table,
        "event": Keys(next_end_key(state, sled), None if placed else table["event"].hold),
    }


@built_once
def _turn_table(
    seat: int,
    value: int,
    slots: tuple[tuple[bool, bool], ...],
    line: int | None,
    may_line: bool,
    ends: tuple[Ending, ...],
) -> Table:
    table = {
        slot: Keys(_slot_key(seat, slot, value, placed, enabled))
        for slot, (placed, enabled) in zip(SLOTS, slots, strict=True)
    }
    any_placed = any(placed for placed, _ in slots)
    more = (
        Key(Say("snow_tails.key_event"), menu="event")
        if any_placed
        else Key(Say("snow_tails.key_choose"), menu=f"value:{value or START_VALUE}")
    )
    table["event"] = Keys(_line_key(seat, line, may_line), more)
    table["ok"] = Keys(_ok_key(seat, ends))
    return table


def _ok_key(seat: int, ends: tuple[Ending, ...]) -> Key:
    """OK ends the turn; it asks first if there is a bonus to take or the race would end."""
    if not ends:
        return Key(Say("snow_tails.key_done"), _done(seat, False), enabled=False)
    if _asks(ends):
        return Key(Say("snow_tails.key_ask"), menu=_ask(ends), warn=ends[0].warn)
    return _ending_key(seat, ends[0])


def _asks(ends: tuple[Ending, ...]) -> bool:
    return len(ends) > 1 or any(end.out for end in ends)


def _ask(ends: tuple[Ending, ...]) -> str:
    """The name of the menu that asks how to end the turn, with the danger of each ending.

    The strip shows the dangers. If one changes, so does the menu's name, which closes an open menu.
    """
    return ":".join(("done", *(end.warn or "free" for end in ends)))


@built_once
def _done_menu(seat: int, ends: tuple[Ending, ...]) -> Table:
    """How to end the turn: OK as it is, EVENT with the bonus."""
    plain, *bonus = (Keys(_ending_key(seat, end)) for end in ends)
    rest = {slot: Keys(_close_key()) for slot in SLOTS}
    return {**rest, "event": bonus[0] if bonus else Keys(_close_key()), "ok": plain}


@built_once
def _resting(seat: int, line: int | None, late: bool) -> Table:
    """The keys of a seat that is not up: only forgotten events are accepted."""
    table = {slot: Keys(_slot_key(seat, slot, 0, False, False)) for slot in SLOTS}
    table["event"] = Keys(_line_key(seat, line, False), _late_opener() if late else None)
    table["ok"] = Keys(Key(Say("snow_tails.key_done"), _done(seat, False), enabled=False))
    return table


@built_once
def _order(seat: int, forward: bool, back: bool, late: bool) -> Table:
    """The keys in the order step (rules.md 8.1, step 8)."""
    return {
        "left": Keys(Key(Say("snow_tails.key_forward"), _shift(seat, -1), enabled=forward)),
        "right": Keys(Key(Say("snow_tails.key_back"), _shift(seat, 1), enabled=back)),
        "brake": Keys(_slot_key(seat, "brake", 0, False, False)),
        "event": Keys(_mark_key(seat, "line", False), _late_opener() if late else None),
        "ok": Keys(Key(Say("snow_tails.key_order"), {"act": "order"})),
    }


def _places(state: State, sled: Sled) -> tuple[bool, bool]:
    """Whether the sled can move forward and back in the proposal."""
    if sled.seat not in state.proposed:
        return False, False
    return (
        neighbour(state, sled.seat, -1) is not None,
        neighbour(state, sled.seat, 1) is not None,
    )


@built_once
def _event_menu(seat: int, marks: tuple[bool, ...]) -> Table:
    """What can have happened."""
    may = dict(zip(MARKS, marks, strict=True))
    return {
        "left": Keys(_mark_key(seat, "sapling", may["sapling"])),
        "right": Keys(_mark_key(seat, "edge", may["edge"])),
        "brake": Keys(_mark_key(seat, "sled", may["sled"])),
        "event": Keys(_close_key()),
        "ok": Keys(_close_key()),
    }


def _value_menus(state: State, sled: Sled) -> Mapping[str, Table]:
    """The menus for choosing a card's value without a reader."""
    left = (figures.holdable(state, sled, value) > 0 for value in VALUES)
    return _value_tables(sled.seat, tuple(left))


@built_once
def _value_tables(seat: int, left: tuple[bool, ...]) -> Mapping[str, Table]:
    return {
        f"value:{value}": _value_table(seat, value, enabled)
        for value, enabled in zip(VALUES, left, strict=True)
    }


def _value_table(seat: int, value: int, enabled: bool) -> Table:
    """The menu at one value. 1 follows 5. A value with no unseen card is shown but refused."""
    tap: Act = {"act": "tap", "seat": seat, "card": {"value": value}}
    play = Key(Say("snow_tails.key_play", {"value": value}), tap, enabled=enabled)
    return {
        "left": Keys(_value_key((value - 2) % 5 + 1)),
        "right": Keys(_value_key(value % 5 + 1)),
        "brake": Keys(_close_key()),
        "event": Keys(_close_key()),
        "ok": Keys(play),
    }


def _late_menu(state: State, sled: Sled) -> Mapping[str, Mapping[str, Keys]]:
    """The menu for events forgotten in the last turn; empty if none can be added."""
    if not _may_late(state, sled):
        return {}
    line = _line(state, sled, state.pending_of(sled))
    may_line, may_edge = may_late(state, sled, "line"), may_late(state, sled, "edge")
    outs = late_ends_race(state, sled)
    return {"late": _late_table(sled.seat, line, may_line, may_edge, outs)}


@built_once
def _late_table(
    seat: int, line: int | None, may_line: bool, may_edge: bool, outs: frozenset[str]
) -> Table:
    """The keys for forgotten marks. `outs`: those that would end the player's race."""

    def key(what: str, enabled: bool, label: Say) -> Keys:
        return Keys(_late_key(seat, what, enabled, label, what in outs))

    return {
        "left": key("sapling", True, Say("snow_tails.key_late_sapling")),
        "right": key("edge", may_edge, Say("snow_tails.key_late_edge")),
        "brake": Keys(_close_key()),
        "event": key("line", may_line, _late_line_label(line)),
        "ok": Keys(_close_key()),
    }


def _line(state: State, sled: Sled, pending: Pending | None) -> int | None:
    """The next line of the sled: its limit, 0 for the finish line, None after it."""
    lines = sled.lines + (pending.lines if pending else 0)
    if lines >= state.finish:
        return None
    return state.limits[lines] if lines < len(state.limits) else 0


def late_line_label(state: State, sled: Sled) -> Say:
    """The label of the key that adds a line to the sled's last turn."""
    line = _line(state, sled, state.pending_of(sled))
    return _late_line_label(line)


def _late_line_label(line: int | None) -> Say:
    return Say(f"snow_tails.key_late_{_line_kind(line)}", {"limit": line})


def _line_kind(line: int | None) -> str:
    return "no_line" if line is None else "line" if line else "finish"


def _slot_key(seat: int, slot: str, value: int, placed: bool, enabled: bool) -> Key:
    kind = "back" if placed else "put" if value else "slot"
    label = Say(f"snow_tails.key_{kind}_{slot}", {"value": value} if value else {})
    return Key(label, {"act": "slot", "seat": seat, "slot": slot}, enabled=enabled)


def _line_key(seat: int, line: int | None, enabled: bool) -> Key:
    label = Say(f"snow_tails.key_{_line_kind(line)}", {"limit": line} if line else {})
    return Key(label, {"act": "mark", "seat": seat, "what": "line"}, enabled=enabled)


def _mark_key(seat: int, what: str, enabled: bool) -> Key:
    act: Act = {"act": "mark", "seat": seat, "what": what}
    return Key(Say(f"snow_tails.key_mark_{what}"), act, enabled=enabled)


def _late_key(seat: int, what: str, enabled: bool, label: Say, out: bool) -> Key:
    act: Act = {"act": "mark", "seat": seat, "what": what, "late": True}
    if out and enabled:
        return Key(Say("snow_tails.key_late_out", {"what": label}), act, warn="out")
    return Key(label, act, enabled=enabled)


def _late_opener() -> Key:
    return Key(Say("snow_tails.key_late"), menu="late")


def _value_key(value: int) -> Key:
    return Key(Say("snow_tails.key_value", {"value": value}), menu=f"value:{value}")


def _ending_key(seat: int, end: Ending) -> Key:
    """The key of one ending: its speed, and what it costs."""
    kind = "bonus" if end.bonus else "end"
    if end.crashed or end.speed <= 0:
        kind = "bonus_crash" if end.bonus else "done"
    label = Say(f"snow_tails.key_{kind}", {} if kind == "done" else {"speed": end.speed})
    if not end.draws:
        cost = "costs_no_draw" if end.dents else "no_draw"
    else:
        cost = "hits" if end.hit and not (end.dents or end.out) else end.warn
    if cost:
        label = Say(f"snow_tails.key_{cost}", {"what": label, "count": end.dents})
    return Key(label, _done(seat, bool(end.bonus)), warn=end.warn)


def _close_key() -> Key:
    return Key(Say("snow_tails.key_close"), menu="")


def _done(seat: int, bonus: bool) -> Act:
    return {"act": "done", "seat": seat, "bonus": bonus}


def _shift(seat: int, by: int) -> Act:
    return {"act": "shift", "seat": seat, "by": by}
