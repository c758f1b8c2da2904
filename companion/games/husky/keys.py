"""The function of each button of a seat: one table for labels and for reading presses.

A key whose act would be refused is present but not enabled; a press gives the reason.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from companion.games.game import Act, Key, Keys, Say
from companion.games.husky import figures
from companion.games.husky.legal import may_close, may_draw, may_finish, regions
from companion.games.husky.state import BAD, COLOURS, FAIR, MODERATE, Musher, Pending, State
from companion.games.husky.words import ground

Table = Mapping[str, Keys]
"""Button -> its function."""

COLOUR_KEYS: Mapping[str, str] = {"left": "white", "right": "green", "brake": "blue"}
"""Snow, bush and ice on three buttons (rules.md 8.3)."""

Conditions = tuple[int | None, int | None, int | None]
"""The weather chosen so far for snow, bush and ice; None: not chosen yet."""

NOTHING: Conditions = (None, None, None)

DRAW, EVENT = Say("husky.key_draw"), Say("husky.key_event")
FINISH = Say("husky.key_finish")
"""The labels of the keys that instructions name."""


def checkpoint_label(number: int) -> Say:
    """The label of the key for passing a checkpoint."""
    return Say("husky.key_checkpoint", {"number": number})


def seat_keys(state: State, musher: Musher) -> Mapping[str, Table]:
    """Menu name ("" for none open) -> button -> its function at this seat."""
    if state.phase == "over":
        return {"": {}}
    table: dict[str, Keys] = {
        button: Keys(_colour(state, musher, colour)) for button, colour in COLOUR_KEYS.items()
    }
    table["event"] = Keys(_passing(state, musher), _event_hold(state, musher))
    table["ok"] = _ok(state, musher)
    menus: dict[str, Table] = {"": table}
    if _may_enter_result(state, musher):
        menus["event"] = _event_menu(state, musher)
    if state.due and musher.seat == state.start:
        menus |= _weather_menus(musher.seat)
    return menus


def extra_keys(state: State, musher: Musher) -> tuple[Key, ...]:
    """Keys that a phone shows beside the five buttons, so that no button has to be held."""
    return tuple(_extra(state, musher)) if state.phase != "over" else ()


def _extra(state: State, musher: Musher) -> Iterator[Key]:
    if _draws(state, musher) and (state.board is None or _distance_unknown(state, musher)):
        yield _draw_key(musher.seat)
    if _may_be_attacked(state, musher):
        yield _attack_key(state, musher)
    if state.board is None and figures.on_board(state, musher):
        for number in musher.checkpoints:
            where = f"checkpoint_{number}"
            if where in regions(state, musher):
                yield _region_key(state, musher, where)
    if _may_enter_result(state, musher):
        yield from (key for key in _results(state, musher) if key.enabled)


def _colour(state: State, musher: Musher, colour: str) -> Key:
    """The key for this colour: the place where a move begins, or the result of an event."""
    pending = state.pending_of(musher)
    if _may_enter_result(state, musher) and state.board is None:
        act: Act = {"act": "result", "seat": musher.seat, "where": colour}
        return Key(Say("husky.key_now_on", {"where": ground(colour)}), act)
    known = figures.distances(state, pending.action)[colour] if pending else None
    if pending is not None and known is not None and not state.still:
        label = Say("husky.key_region_far", {"where": ground(colour), "count": known})
        return _region_key(state, musher, colour, label)
    return _region_key(state, musher, colour)


def _region_key(state: State, musher: Musher, where: str, label: Say | None = None) -> Key:
    label = label or Say("husky.key_region", {"where": ground(where)})
    may = state.board is None and figures.on_board(state, musher)
    act: Act = {"act": "region", "seat": musher.seat, "where": where}
    return Key(label, act, enabled=may and where in regions(state, musher))


def _passing(state: State, musher: Musher) -> Key:
    """The key for the next checkpoint or the finish.

    With a board, which shows them, it draws the event card instead, unless the distance is unknown.
    """
    if state.board is not None and not _distance_unknown(state, musher):
        return replace(_draw_key(musher.seat), enabled=_draws(state, musher))
    here = figures.on_board(state, musher)
    if musher.missing:
        number = musher.missing[0]
        act: Act = {"act": "checkpoint", "seat": musher.seat, "number": number}
        return Key(checkpoint_label(number), act, enabled=here)
    may = here and may_finish(state, musher)
    return Key(FINISH, {"act": "finish", "seat": musher.seat}, enabled=may)


def _distance_unknown(state: State, musher: Musher) -> bool:
    """Whether the distance of the current move is unknown, and so the way of the musher."""
    return state.pending_of(musher) is not None and figures.distance(state) is None


def _draws(state: State, musher: Musher) -> bool:
    return musher.seat == state.turn and may_draw(state)


def _event_hold(state: State, musher: Musher) -> Key | None:
    if _may_enter_result(state, musher):
        return Key(EVENT, menu="event")
    return None if state.board is not None else _attack_key(state, musher)


def _attack_key(state: State, musher: Musher) -> Key:
    act: Act = {"act": "attack", "seat": musher.seat}
    return Key(Say("husky.key_attack"), act, enabled=_may_be_attacked(state, musher))


def _may_be_attacked(state: State, musher: Musher) -> bool:
    return state.board is None and figures.on_board(state, musher)


def _ok(state: State, musher: Musher) -> Keys:
    seat = musher.seat
    if state.due and seat == state.start:
        return Keys(Key(Say("husky.key_weather"), menu=_weather_menu(NOTHING)))
    done: Act = {"act": "done", "seat": seat}
    up = seat == state.turn
    press = Key(Say("husky.key_done"), done, enabled=up and may_close(state))
    return Keys(press, _draw_key(seat) if _draws(state, musher) else None)


def _draw_key(seat: int) -> Key:
    return Key(DRAW, {"act": "draw", "seat": seat})


def _may_enter_result(state: State, musher: Musher) -> bool:
    """Whether this seat can enter what the event card changed for it."""
    return figures.asks(state) and figures.on_board(state, musher)


def _results(state: State, musher: Musher) -> tuple[Key, Key, Key]:
    """The keys for a lost turn or none, one card more, one card less."""
    least = 1 if musher.seat == state.turn else 0
    lost = "free" if musher.blocked else "blocked"
    return (
        _result_key(musher, lost, True, blocked=not musher.blocked),
        _result_key(musher, "drew", state.deck > 0, cards=1),
        _result_key(musher, "gave", musher.hand > least, cards=-1),
    )


def _result_key(musher: Musher, what: str, enabled: bool, **changed: Any) -> Key:
    act: Act = {"act": "result", "seat": musher.seat, **changed}
    label = Say(f"husky.key_{what}", {"count": 1} if "cards" in changed else {})
    return Key(label, act, enabled=enabled)


def _event_menu(state: State, musher: Musher) -> Table:
    lost, drew, gave = _results(state, musher)
    attack = _attack_key(state, musher) if state.board is None else _close_key()
    return {
        "left": Keys(lost),
        "right": Keys(drew),
        "brake": Keys(gave),
        "event": Keys(attack),
        "ok": Keys(_close_key()),
    }


@lru_cache(maxsize=8)
def _weather_menus(seat: int) -> Mapping[str, Table]:
    """The menus for choosing the weather card without a reader: three buttons, one per colour."""
    every = (None, FAIR, MODERATE, BAD)
    chosen = product(every, every, every)
    return {_weather_menu(one): _weather_table(seat, one) for one in chosen}


def _weather_menu(chosen: Conditions) -> str:
    return "weather:" + "-".join("?" if one is None else str(one) for one in chosen)


def _weather_table(seat: int, chosen: Conditions) -> Table:
    white, green, blue = chosen
    turned = ((_next(white), green, blue), (white, _next(green), blue), (white, green, _next(blue)))
    table: dict[str, Keys] = {}
    for (button, colour), now, then in zip(COLOUR_KEYS.items(), chosen, turned, strict=True):
        table[button] = Keys(Key(_condition(colour, now), menu=_weather_menu(then)))
    table["event"] = Keys(_close_key())
    table["ok"] = Keys(_reveal_key(seat, chosen))
    return table


def _next(condition: int | None) -> int:
    return FAIR if condition is None else (condition + 1) % (BAD + 1)


def _condition(colour: str, now: int | None) -> Say:
    if now is None:
        return Say("husky.key_condition_open", {"where": ground(colour)})
    return Say(
        "husky.key_condition", {"where": ground(colour), "weather": Say(f"husky.weather_{now}")}
    )


def _reveal_key(seat: int, chosen: Conditions) -> Key:
    """The key that reveals the weather; until all three are chosen the menu stays open."""
    if None in chosen:
        return Key(Say("husky.key_reveal_open"), menu=_weather_menu(chosen), enabled=False)
    card = {"kind": "weather", **dict(zip(COLOURS, chosen, strict=True))}
    return Key(Say("husky.key_reveal"), {"act": "tap", "seat": seat, "card": card})


def _close_key() -> Key:
    return Key(Say("husky.key_close"), menu="")


def card_used(pending: Pending | None) -> bool:
    """Whether the action card has been used, so that the next one belongs to the next player."""
    return pending is not None and bool(pending.where or pending.moved or pending.drawn is not None)
