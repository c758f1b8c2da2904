"""The function of each button of a seat: one table for labels and for reading presses.

A key whose act would be refused is present but not enabled; a press gives the reason. Tables are
immutable values that recur, so they are cached by their arguments.
"""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.game import Act, Key, Keys, Say
from companion.games.reindeer_races import board, figures, lay, rewards
from companion.games.reindeer_races.path import Path
from companion.games.reindeer_races.state import (
    ACTIONS,
    KINDS,
    OBJECTS,
    TEAM,
    TRACK_CARDS_IN_BOX,
    Land,
    Pending,
    State,
    Team,
)
from companion.games.reindeer_races.value_keys import unsure_key, value_tables
from companion.games.reindeer_races.words import on_track, thing
from companion.signals import BUTTONS

Table = Mapping[str, Keys]
"""Button -> its function."""

built_once = lru_cache(maxsize=1024)

REINDEER_BUTTONS = BUTTONS[:TEAM]
"""The buttons of the reindeer 1 to 4. All five buttons in order stand for the five tracks."""


FLIP, LAST = Say("reindeer_races.key_flip"), Say("reindeer_races.key_last")
"""The labels of the keys that instructions name."""


def seat_keys(state: State, team: Team) -> Mapping[str, Table]:
    """Menu name ("" for none open) -> button -> its function at this seat."""
    if state.phase == "lay":
        return {"": _laying(state, team.seat), **_card_numbers(state, team.seat)}
    if state.phase == "rewards" and team in rewards.asked(state):
        return value_tables(state, team)
    if team.seat != state.turn:
        return {"": _waiting(state, team.seat)}
    pending = state.pending
    menus = _card_menus(state, team, pending or Pending(()))
    if pending is None:
        return {"": _beginning(state, team.seat), **menus}
    if pending.target is None:
        return {"": _tracks(team), **menus}
    way = figures.path(state, team, pending)
    if way is not None and way.asked and pending.land is None:
        return {"": _asked(state, team, pending, way), **_spaces(state, team, pending), **menus}
    return {"": _moving(state, team, pending, way), **menus}


def extra_keys(state: State, team: Team) -> tuple[Key, ...]:
    """Keys that a phone shows beside the five buttons, so that no button has to be held."""
    if lay.may_flip(state):
        return (_flip_key(team.seat),)
    if state.phase == "rewards" and team in rewards.asked(state):
        return (unsure_key(team.seat),)
    pending = state.pending_of(team)
    way = figures.path(state, team, pending) if pending else None
    if pending is None or way is None:
        return ()
    number = figures.chosen(team, pending) or 0
    keys = []
    if way.met:
        other = pending.leaps is False
        keys.append(_reindeer_key(team.seat, number, other, True))
    if way.asked == "unknown":
        land = pending.land or Land(pending.target or "", way.end)
        keys += _action_keys(state, team, number, land, pending.target)
    return tuple(keys)


def _action_keys(
    state: State, team: Team, number: int, land: Land, target: str | None
) -> list[Key]:
    """The keys for what is on the space where the reindeer stops; none off the track."""
    space = land.end
    occupied = board.track_for(state, team, number, land.track).occupied
    if not isinstance(space, int) or space in occupied:
        return []
    beside = {} if land.track == target else {"track": land.track}
    act: Act = {"act": "land", "seat": team.seat, **beside, "end": space}
    return [
        Key(Say(f"reindeer_races.key_land_{action}", {"space": space}), {**act, "action": action})
        for action in ACTIONS
    ]


def _waiting(state: State, seat: int) -> Table:
    flip = _flip_key(seat) if lay.may_flip(state) else None
    return {**_reindeer_table(seat, ()), "ok": Keys(_done_key(seat, False), flip)}


def _beginning(state: State, seat: int) -> Table:
    """The keys before the first tap. While possible, holding OK turns the last track card."""
    table = dict(_reindeer_table(seat, ()))
    hold = _more_key()
    if lay.may_flip(state):
        table["event"], hold = Keys(hold), _flip_key(seat)
    return {**table, "ok": Keys(_done_key(seat, True, draws=True), hold)}


def _laying(state: State, seat: int) -> Table:
    """The keys while track cards are laid, at any seat; holding OK turns the last one (8.2)."""
    choose = Key(Say("reindeer_races.key_lay_choose"), menu="lay:")
    table = {**_reindeer_table(seat, ()), "event": Keys(choose)}
    flip = _flip_key(seat) if state.laid else None
    table["ok"] = Keys(_done_key(seat, False), flip)
    return table


def _free_cards(state: State) -> list[int]:
    lying = {one.card for one in state.laid}
    return [card for card in range(1, TRACK_CARDS_IN_BOX + 1) if card not in lying]


def _card_numbers(state: State, seat: int) -> Mapping[str, Table]:
    """The menus for choosing a track card without a reader; they cycle through the free cards."""
    return _number_tables(seat, tuple(_free_cards(state)))


@built_once
def _number_tables(seat: int, free: tuple[int, ...]) -> Mapping[str, Table]:
    around = zip(free, (*free[1:], free[0]), (free[-1], *free[:-1]), strict=True)
    start = _start_table(_number_key(free[-1]), _number_key(free[0]), "lay:")
    return {"lay:": start} | {
        f"lay:{card}": _number_table(seat, card, before, after) for card, after, before in around
    }


def _number_table(seat: int, card: int, before: int, after: int) -> Table:
    tap: Act = {"act": "tap", "seat": seat, "card": {"kind": "track", "card": card}}
    return {
        "left": Keys(_number_key(before)),
        "right": Keys(_number_key(after)),
        "brake": Keys(_close_key()),
        "event": Keys(_close_key()),
        "ok": Keys(Key(Say("reindeer_races.key_lay", {"card": card}), tap)),
    }


def _number_key(card: int) -> Key:
    return Key(Say("reindeer_races.key_card_number", {"card": card}), menu=f"lay:{card}")


def _card_menus(state: State, team: Team, pending: Pending) -> Mapping[str, Table]:
    """The menus for choosing a movement card without a reader."""
    return _card_tables(team.seat, figures.playable(state, team, pending))


@built_once
def _card_tables(seat: int, may: tuple[bool, ...]) -> Mapping[str, Table]:
    start = _start_table(_kind_key(-1), _kind_key(0), "card:")
    return {"card:": start} | {
        f"card:{what}_{count}": _card_table(seat, at, may[at])
        for at, (what, count) in enumerate(KINDS)
    }


def _card_table(seat: int, at: int, enabled: bool) -> Table:
    """The menu at one kind of card. The first follows the last. Unplayable cards are refused."""
    what, count = KINDS[at]
    tap: Act = {"act": "tap", "seat": seat, "card": {"object": what, "count": count}}
    play = Key(Say("reindeer_races.key_play", {"card": thing(what, count)}), tap, enabled=enabled)
    return {
        "left": Keys(_kind_key(at - 1)),
        "right": Keys(_kind_key((at + 1) % len(KINDS))),
        "brake": Keys(_close_key()),
        "event": Keys(_close_key()),
        "ok": Keys(play),
    }


def _kind_key(at: int) -> Key:
    what, count = KINDS[at]
    label = Say("reindeer_races.key_kind", {"card": thing(what, count)})
    return Key(label, menu=f"card:{what}_{count}")


def _more_key() -> Key:
    return Key(Say("reindeer_races.key_choose"), menu="card:")


def _start_table(last: Key, first: Key, menu: str) -> Table:
    """The keys of a choice with nothing chosen yet: OK leaves it open."""
    ok = Key(Say("reindeer_races.key_choose_first"), menu=menu, enabled=False)
    close = Keys(_close_key())
    keys = {"left": Keys(last), "right": Keys(first), "brake": close, "event": close}
    return {**keys, "ok": Keys(ok)}


def _tracks(team: Team) -> Table:
    """The keys for choosing a track with elves alone, shortest track first."""
    return {
        button: Keys(
            Key(
                Say("reindeer_races.key_track", {"track": on_track(track)}),
                {"act": "track", "seat": team.seat, "track": track},
                enabled=bool(figures.candidates(team, track)),
            )
        )
        for button, track in zip(BUTTONS, OBJECTS, strict=True)
    }


def _moving(state: State, team: Team, pending: Pending, way: Path | None) -> Table:
    """The keys for the reindeer: a press leaps every time, a hold passes every time."""
    may = figures.candidates(team, pending.target)
    land = figures.landing(pending, way) if way else None
    hold = _last_key(team.seat) if rewards.unknown(state, land) else _more_key()
    ok = Keys(_done_key(team.seat, land is not None), hold)
    return {**_reindeer_table(team.seat, may), "ok": ok}


@built_once
def _reindeer_table(seat: int, may: tuple[int, ...]) -> Table:
    return {
        button: Keys(
            _reindeer_key(seat, number, True, number in may),
            _reindeer_key(seat, number, False, True) if number in may else None,
        )
        for number, button in enumerate(REINDEER_BUTTONS, 1)
    }


def _asked(state: State, team: Team, pending: Pending, way: Path) -> Table:
    """The keys that ask for the landing. On a sideways slide, left and right change the track."""
    number = figures.chosen(team, pending)
    track = pending.target or ""
    space = way.end if isinstance(way.end, int) else 1
    stay = space not in board.track_for(state, team, number, track).occupied
    table = {
        "brake": Keys(_land_key(team.seat, "off")),
        "event": Keys(_land_key(team.seat, "reward")),
        "ok": Keys(_land_key(team.seat, space, enabled=stay), _more_key()),
    }
    if way.asked == "slide":
        at = OBJECTS.index(track)
        for button, beside in (("left", at - 1), ("right", at + 1)):
            table[button] = Keys(_beside_key(state, team, beside, space))
        return table
    around = _around(pending, space)
    return {**table, "left": Keys(around[0]), "right": Keys(around[1])}


def _around(pending: Pending, space: int) -> tuple[Key | None, Key | None]:
    """The keys for one space back and one forward; None beyond the ends of the track."""
    back = _space_key(space - 1) if space > 1 else None
    onward = _space_key(space + 1) if space < board.length(pending.target or "") else None
    return back, onward


def _space_key(space: int) -> Key:
    return Key(Say("reindeer_races.key_space", {"space": space}), menu=f"land:{space}")


def _spaces(state: State, team: Team, pending: Pending) -> Mapping[str, Table]:
    """The menus for choosing the landing space with buttons."""
    track = pending.target or ""
    seen = board.track_for(state, team, figures.chosen(team, pending), track)
    menus = {}
    for space in range(1, seen.goal):
        back, onward = _around(pending, space)
        menus[f"land:{space}"] = {
            "left": Keys(back),
            "right": Keys(onward),
            "brake": Keys(_land_key(team.seat, "off")),
            "event": Keys(_land_key(team.seat, "reward")),
            "ok": Keys(_land_key(team.seat, space, enabled=space not in seen.occupied)),
        }
    return menus


def _beside_key(state: State, team: Team, at: int, space: int) -> Key | None:
    """The key for this space on a neighbouring track; None if there is no such space."""
    if not 0 <= at < len(OBJECTS) or space > board.length(OBJECTS[at]):
        return None
    track = OBJECTS[at]
    free = space not in board.track_for(state, team, None, track).occupied
    label = Say("reindeer_races.key_beside", {"track": on_track(track), "space": space})
    act: Act = {"act": "land", "seat": team.seat, "track": track, "end": space}
    return Key(label, act, enabled=free)


def _land_key(seat: int, end: int | str, *, enabled: bool = True) -> Key:
    act: Act = {"act": "land", "seat": seat, "end": end}
    if isinstance(end, str):
        return Key(Say(f"reindeer_races.key_land_{end}"), act)
    return Key(Say("reindeer_races.key_land", {"space": end}), act, enabled=enabled)


def _reindeer_key(seat: int, number: int, leaps: bool, enabled: bool) -> Key:
    act: Act = {"act": "reindeer", "seat": seat, "reindeer": number, "leaps": leaps}
    label = Say("reindeer_races.key_leap", {"reindeer": number}) if leaps else pass_label(number)
    return Key(label, act, enabled=enabled)


def pass_label(number: int) -> Say:
    """The label of the key by which a reindeer passes others without a leap."""
    return Say("reindeer_races.key_pass", {"reindeer": number})


def _done_key(seat: int, enabled: bool, *, draws: bool = False) -> Key:
    label = Say("reindeer_races.key_draw" if draws else "reindeer_races.key_done")
    return Key(label, {"act": "done", "seat": seat}, enabled=enabled)


def _last_key(seat: int) -> Key:
    """The key for a last reward that ends the race (RR-50), if the rewards are unknown."""
    return Key(LAST, {"act": "done", "seat": seat, "last": True})


def _flip_key(seat: int) -> Key:
    return Key(FLIP, {"act": "flip", "seat": seat})


def _close_key() -> Key:
    return Key(Say("reindeer_races.key_close"), menu="")
