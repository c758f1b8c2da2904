"""Every key of a seat in full: its label, its act or menu, whether it is enabled."""

from inspect import cleandoc

import pytest
from snow_evening import Evening, played

from companion.games.game import Key, Keys, Say, SeatView

ROUND = "1:3 1:left 1:ok 2:3 2:left 2:ok 3:3 3:left 3:ok"
HOME = "1:lines=3 " + ROUND.replace("1:left", "1:left 1:event")


def keys(view: SeatView) -> list[str]:
    """All keys, one button a line, except in the menus that choose a value."""
    lines = []
    for menu, table in view.keys.items():
        if not menu.startswith("value:"):
            lines += [f"[{menu}]"] if menu else []
            lines += [f"{button:<5} {both(keys)}" for button, keys in table.items()]
    return lines + [f"extra {written(key)}" for key in view.extra]


def both(keys: Keys) -> str:
    assert keys.press
    return written(keys.press) + (f" / {written(keys.hold)}" if keys.hold else "")


def written(key: Key) -> str:
    """The label with params, then the act's fields or the menu; in brackets if not enabled."""
    does = " ".join(map(str, key.act.values())) if key.act else f"-> {key.menu}".strip()
    words = f"{label(key.label)}: {does}{f' ! {key.warn}' if key.warn else ''}"
    return words if key.enabled else f"({words})"


def label(text: Say) -> str:
    params = [
        f"{name}={label(value) if isinstance(value, Say) else value}"
        for name, value in text.params.items()
    ]
    return " ".join([text.key.removeprefix("snow_tails.key_"), *params])


@pytest.mark.parametrize(
    ("words", "seat", "expected"),
    [
        pytest.param(
            "",
            1,
            """
            left  (slot_left: slot 1 left)
            right (slot_right: slot 1 right)
            brake (slot_brake: slot 1 brake)
            event (line limit=4: mark 1 line) / choose: -> value:3
            ok    (done: done 1 False)
            """,
            id="nothing_is_tapped",
        ),
        pytest.param(
            "1:4",
            1,
            """
            left  put_left value=4: slot 1 left
            right put_right value=4: slot 1 right
            brake put_brake value=4: slot 1 brake
            event (line limit=4: mark 1 line) / choose: -> value:4
            ok    (done: done 1 False)
            """,
            id="a_card_is_tapped",
        ),
        pytest.param(
            "1:4 1:left",
            1,
            """
            left  back_left value=4: slot 1 left
            right put_right value=4: slot 1 right
            brake put_brake value=4: slot 1 brake
            event line limit=4: mark 1 line / event: -> event
            ok    end speed=4: done 1 False
            [event]
            left  mark_sapling: mark 1 sapling
            right mark_edge: mark 1 edge
            brake mark_sled: mark 1 sled
            event close: ->
            ok    close: ->
            extra line limit=4: mark 1 line
            extra mark_sapling: mark 1 sapling
            extra mark_edge: mark 1 edge
            extra mark_sled: mark 1 sled
            extra end speed=4: done 1 False
            """,
            id="a_slot_is_taken",
        ),
        pytest.param(
            "1:dogs=1 1:4 1:brake",
            1,
            """
            left  (put_left value=4: slot 1 left)
            right (put_right value=4: slot 1 right)
            brake back_brake value=4: slot 1 brake
            event line limit=4: mark 1 line / event: -> event
            ok    end speed=2: done 1 False
            [event]
            left  mark_sapling: mark 1 sapling
            right mark_edge: mark 1 edge
            brake mark_sled: mark 1 sled
            event close: ->
            ok    close: ->
            extra line limit=4: mark 1 line
            extra mark_sapling: mark 1 sapling
            extra mark_edge: mark 1 edge
            extra mark_sled: mark 1 sled
            extra end speed=2: done 1 False
            """,
            id="the_only_dog_is_laid",
        ),
        pytest.param(
            "1:4 1:left 1:right 1:brake 1:event 1:event! 1:right",
            1,
            """
            left  (back_left value=4: slot 1 left)
            right (back_right value=4: slot 1 right)
            brake (back_brake value=4: slot 1 brake)
            event line limit=3: mark 1 line / event: -> event
            ok    costs what=done count=1: done 1 False ! costs
            [event]
            left  mark_sapling: mark 1 sapling
            right (mark_edge: mark 1 edge)
            brake (mark_sled: mark 1 sled)
            event close: ->
            ok    close: ->
            extra line limit=3: mark 1 line
            extra mark_sapling: mark 1 sapling
            extra costs what=done count=1: done 1 False ! costs
            """,
            id="a_line_and_the_edge_are_marked",
        ),
        pytest.param(
            "1:lines=3 1:4 1:left 1:event 1:event! 1:brake",
            1,
            """
            left  (back_left value=4: slot 1 left)
            right (put_right value=4: slot 1 right)
            brake (put_brake value=4: slot 1 brake)
            event (no_line: mark 1 line) / event: -> event
            ok    done: done 1 False
            [event]
            left  mark_sapling: mark 1 sapling
            right (mark_edge: mark 1 edge)
            brake (mark_sled: mark 1 sled)
            event close: ->
            ok    close: ->
            extra mark_sapling: mark 1 sapling
            extra done: done 1 False
            """,
            id="the_finish_is_crossed",
        ),
        pytest.param(
            f"1:lines=3 {ROUND} 1:ok 1:3 1:left 1:event",
            1,
            """
            left  (back_left value=3: slot 1 left)
            right (put_right value=3: slot 1 right)
            brake (put_brake value=3: slot 1 brake)
            event (no_line: mark 1 line) / event: -> event
            ok    ask: -> done:free:free
            [event]
            left  mark_sapling: mark 1 sapling
            right mark_edge: mark 1 edge
            brake mark_sled: mark 1 sled
            event close: ->
            ok    close: ->
            [done:free:free]
            left  close: ->
            right close: ->
            brake close: ->
            event bonus speed=4: done 1 True
            ok    end speed=3: done 1 False
            extra mark_sapling: mark 1 sapling
            extra mark_edge: mark 1 edge
            extra mark_sled: mark 1 sled
            extra end speed=3: done 1 False
            extra bonus speed=4: done 1 True
            extra late_sapling: mark 1 sapling True
            extra late_edge: mark 1 edge True
            """,
            id="the_finish_is_crossed_after_another_turn",
        ),
        pytest.param(
            "1:left=1 1:right=1 1:brake=5 1:4 1:right",
            1,
            """
            left  put_left value=4: slot 1 left
            right back_right value=4: slot 1 right
            brake put_brake value=4: slot 1 brake
            event (line limit=4: mark 1 line) / event: -> event
            ok    done: done 1 False
            [event]
            left  (mark_sapling: mark 1 sapling)
            right (mark_edge: mark 1 edge)
            brake (mark_sled: mark 1 sled)
            event close: ->
            ok    close: ->
            extra done: done 1 False
            """,
            id="the_sled_stands_still",
        ),
        pytest.param(
            ROUND + " 1:ok 1:3 1:left",
            1,
            """
            left  back_left value=3: slot 1 left
            right put_right value=3: slot 1 right
            brake put_brake value=3: slot 1 brake
            event line limit=4: mark 1 line / event: -> event
            ok    ask: -> done:free:free
            [event]
            left  mark_sapling: mark 1 sapling
            right mark_edge: mark 1 edge
            brake mark_sled: mark 1 sled
            event close: ->
            ok    close: ->
            [done:free:free]
            left  close: ->
            right close: ->
            brake close: ->
            event bonus speed=4: done 1 True
            ok    end speed=3: done 1 False
            extra line limit=4: mark 1 line
            extra mark_sapling: mark 1 sapling
            extra mark_edge: mark 1 edge
            extra mark_sled: mark 1 sled
            extra end speed=3: done 1 False
            extra bonus speed=4: done 1 True
            extra late_line limit=4: mark 1 line True
            extra late_sapling: mark 1 sapling True
            extra late_edge: mark 1 edge True
            """,
            id="a_bonus_is_offered",
        ),
        pytest.param(
            "",
            2,
            """
            left  (slot_left: slot 2 left)
            right (slot_right: slot 2 right)
            brake (slot_brake: slot 2 brake)
            event (line limit=4: mark 2 line)
            ok    (done: done 2 False)
            """,
            id="another_seat_is_up",
        ),
        pytest.param(
            "1:4 1:left 1:event 1:event! 1:right 1:ok",
            1,
            """
            left  (slot_left: slot 1 left)
            right (slot_right: slot 1 right)
            brake (slot_brake: slot 1 brake)
            event (line limit=3: mark 1 line) / late: -> late
            ok    (done: done 1 False)
            [late]
            left  late_sapling: mark 1 sapling True
            right (late_edge: mark 1 edge True)
            brake close: ->
            event late_line limit=3: mark 1 line True
            ok    close: ->
            extra late_line limit=3: mark 1 line True
            extra late_sapling: mark 1 sapling True
            """,
            id="it_has_hit_the_edge",
        ),
        pytest.param(
            "1:left=1 1:right=1 1:brake=5 1:4 1:right 1:ok",
            1,
            """
            left  (slot_left: slot 1 left)
            right (slot_right: slot 1 right)
            brake (slot_brake: slot 1 brake)
            event (line limit=4: mark 1 line)
            ok    (done: done 1 False)
            """,
            id="it_has_stood_still",
        ),
        pytest.param(
            ROUND,
            2,
            """
            left  forward: shift 2 -1
            right back: shift 2 1
            brake (slot_brake: slot 2 brake)
            event (mark_line: mark 2 line) / late: -> late
            ok    order: order
            [late]
            left  late_sapling: mark 2 sapling True
            right late_edge: mark 2 edge True
            brake close: ->
            event late_line limit=4: mark 2 line True
            ok    close: ->
            extra late_line limit=4: mark 2 line True
            extra late_sapling: mark 2 sapling True
            extra late_edge: mark 2 edge True
            """,
            id="it_is_in_the_middle",
        ),
        pytest.param(
            HOME + " 1:ok 2:3 2:left 2:ok 2:ok 3:3 3:left 3:ok 3:ok",
            1,
            """
            left  (forward: shift 1 -1)
            right (back: shift 1 1)
            brake (slot_brake: slot 1 brake)
            event (mark_line: mark 1 line) / late: -> late
            ok    order: order
            [late]
            left  late_sapling: mark 1 sapling True
            right late_edge: mark 1 edge True
            brake close: ->
            event (late_no_line limit=None: mark 1 line True)
            ok    close: ->
            extra late_sapling: mark 1 sapling True
            extra late_edge: mark 1 edge True
            """,
            id="it_is_placed_in_the_order_step",
        ),
        pytest.param(
            "1:3 1:left 1:ok 1:status=eliminated",
            1,
            """
            left  (slot_left: slot 1 left)
            right (slot_right: slot 1 right)
            brake (slot_brake: slot 1 brake)
            event (line limit=4: mark 1 line)
            ok    (done: done 1 False)
            """,
            id="it_is_out",
        ),
    ],
)
def test_seat_has_exactly_these_keys(words: str, seat: int, expected: str) -> None:
    assert keys(played(words).seat(seat)) == cleandoc(expected).splitlines()


def test_left_and_right_choose_a_value_and_ok_plays_it() -> None:
    evening = Evening(settings={"deck": {"1": 4, "2": 4, "3": 1, "4": 4, "5": 4}})
    evening.round()
    menus = {menu: table for menu, table in evening.seat(1).keys.items() if menu}
    assert list(menus) == [f"value:{value}" for value in range(1, 6)]
    for value, below, above in [(1, 5, 2), (2, 1, 3), (3, 2, 4), (4, 3, 5), (5, 4, 1)]:
        play = f"play value={value}: tap 1 {{'value': {value}}}"
        assert {button: both(keys) for button, keys in menus[f"value:{value}"].items()} == {
            "left": f"value value={below}: -> value:{below}",
            "right": f"value value={above}: -> value:{above}",
            "brake": "close: ->",
            "event": "close: ->",
            "ok": f"({play})" if value == 3 else play,
        }
