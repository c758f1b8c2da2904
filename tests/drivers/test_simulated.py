"""The simulated room: movements of hands reach the service through the nodes' real program."""

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from room_rig import BLACK, GREEN, RED_FOUR, Played, two_seats

from companion.config import Config, Leds, Seat
from companion.drivers.simulated.bench import Bench
from companion.drivers.simulated.cards import piece_of, uid_of
from companion.drivers.simulated.hands import TOUCH_S
from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.errors import Refused
from companion.games import pieces
from companion.signals import Button, Gone, Tag
from tests.patience import PATIENCE_S


@pytest.fixture
def played() -> Iterator[Played]:
    with two_seats() as room:
        yield room


def test_a_simulated_card_is_laid_and_lifted(played: Played) -> None:
    played.room.tap(2, RED_FOUR)
    tag = played.next()
    assert isinstance(tag, Tag)
    assert (tag.seat, tag.uid) == (2, uid_of(RED_FOUR))
    known = played.room.tagged(tag.uid)
    assert known is not None
    assert (known.game, known.piece) == ("snow_tails", {"kind": "dog", **RED_FOUR})
    assert played.room.look()[1][1]["card"] == {"kind": "dog", **RED_FOUR}
    played.room.lift(2)
    assert isinstance(played.next(), Gone)
    assert played.room.look()[1][1]["card"] is None


def test_a_foreign_tag_is_laid_by_its_uid(played: Played) -> None:
    played.room.tap(1, "08a1b2c3")
    tag = played.next()
    assert isinstance(tag, Tag)
    assert tag.uid == "08A1B2C3"
    assert played.room.tagged(tag.uid) is None
    assert played.room.look()[1][0]["card"] == {"uid": "08A1B2C3"}


def test_a_hands_movements_happen_in_order(played: Played) -> None:
    played.room.tap(1, RED_FOUR)
    played.room.press(1, "left")
    played.room.press(1, "ok")
    told = [played.next() for _ in range(5)]
    assert isinstance(told[0], Tag)
    edges = [(each.button, each.down) for each in told[1:] if isinstance(each, Button)]
    assert edges == [("left", True), ("left", False), ("ok", True), ("ok", False)]


def test_a_press_has_the_given_duration(played: Played) -> None:
    played.room.press(1, "ok", hold_s=0.5)
    down, up = played.next(), played.next()
    assert isinstance(down, Button)
    assert isinstance(up, Button)
    assert 0.45 <= (up.ticks_ms - down.ticks_ms) / 1000 <= 0.7


def test_two_buttons_are_down_at_once(played: Played) -> None:
    played.room.down(1, "brake")
    played.room.down(1, "ok")
    first, second = played.next(), played.next()
    assert isinstance(first, Button)
    assert isinstance(second, Button)
    assert second.held == {"brake", "ok"}
    played.await_seat(1, lambda seat: seat["down"] == ["brake", "ok"])
    played.room.up(1, "brake")
    third = played.next()
    assert isinstance(third, Button)
    assert (third.button, third.held) == ("brake", {"ok"})


def test_the_strip_shows_what_the_node_received(played: Played) -> None:
    played.room.show({1: GREEN})
    seat = played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    assert seat == {
        "seat": 1,
        "pixels": ["00FF00"] * 8,
        "cable": True,
        "linked": True,
        "down": [],
        "card": None,
        "cut": False,
        "rate": 0.0,
        "stalled": False,
        "faults": [],
    }
    assert played.room.strips() == {1: GREEN, 2: BLACK}


def test_every_change_is_announced(played: Played) -> None:
    changed = threading.Event()
    played.room.watch(changed.set)
    played.room.down(1, "ok")
    assert changed.wait(PATIENCE_S)


def test_the_pages_movements_reach_the_same_hands(played: Played) -> None:
    played.room.hand({"hand": "tap", "seat": 1, "card": RED_FOUR})
    assert isinstance(played.next(), Tag)
    played.room.hand({"hand": "down", "seat": 1, "button": "ok"})
    assert isinstance(played.next(), Button)
    played.room.hand({"hand": "up", "seat": 1, "button": "ok"})
    assert isinstance(played.next(), Button)
    played.room.hand({"hand": "lift", "seat": 1})
    assert isinstance(played.next(), Gone)
    played.room.hand({"hand": "unplug", "seat": 1})
    played.await_seat(1, lambda seat: not seat["cable"])
    played.room.hand({"hand": "unplug", "seat": 1})
    played.room.hand({"hand": "plug", "seat": 1})
    played.await_seat(1, lambda seat: bool(seat["linked"]))


@pytest.mark.parametrize(
    "movement",
    [
        {},
        {"hand": "wave", "seat": 1},
        {"hand": ["tap"], "seat": 1},
        {"hand": "close", "seat": 1},
        {"hand": "lift"},
        {"hand": "lift", "seat": 9},
        {"hand": "lift", "seat": "1"},
        {"hand": "lift", "seat": True},
        {"hand": "lift", "seat": 1, "card": RED_FOUR},
        {"hand": "down", "seat": 1},
        {"hand": "down", "seat": 1, "button": "fire"},
        {"hand": "down", "seat": 1, "button": ["ok"]},
        {"hand": "tap", "seat": 1, "card": None},
        {"hand": "tap", "seat": 1, "card": "red 4"},
        {"hand": "tap", "seat": 1, "card": {"colour": "red"}},
        {"hand": "tap", "seat": 1, "card": {"colour": 3, "value": 4}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "copy": True}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "suit": "x"}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "kind": "cat"}},
        {"hand": "cut", "seat": 9},
        {"hand": "damage", "seat": 1},
        {"hand": "damage", "seat": 1, "rate": 1.5},
        {"hand": "damage", "seat": 1, "rate": float("nan")},
        {"hand": "damage", "seat": 1, "rate": True},
        {"hand": "damage", "seat": 1, "rate": "much"},
        {"hand": "stall", "seat": 1, "stalled": 1},
        {"hand": "reboot", "seat": 1, "cause": "reset"},
        {"hand": "fault", "seat": 1, "fault": "mute"},
        {"hand": "fault", "seat": 1, "fault": "fire", "on": True},
        {"hand": "fault", "seat": 1, "fault": ["mute"], "on": True},
        {"hand": "fault", "seat": 1, "fault": "mute", "on": "yes"},
        {"hand": "fault", "seat": 9, "fault": "mute", "on": True},
    ],
)
def test_an_impossible_movement_is_refused(played: Played, movement: dict[str, Any]) -> None:
    before = played.room.look()
    with pytest.raises(Refused, match=r"^room\."):
        played.room.hand(movement)
    assert played.room.look() == before


def test_simulated_nodes_follow_the_table_file_but_not_its_ports() -> None:
    seats = (
        Seat(1, "red", node="E6605838834A1B2F", leds=Leds("BGR", reverse=True)),
        Seat(2, "blue", port="/dev/none"),
        Seat(3, "green"),
    )
    played = Played(Config("", "en", seats))
    played.room.start()
    for seat in (1, 2, 3):
        played.await_seat(seat, lambda seat: bool(seat["linked"]))
    devices = played.room.devices()
    assert [device.seat for device in devices] == [1, 2, 3]
    assert devices[0].id == "E6605838834A1B2F"
    assert all(device.simulated for device in devices)
    colours = ((1, 2, 3), *BLACK[1:])
    played.room.show({1: colours})
    played.await_seat(1, lambda seat: seat["pixels"][0] == "010203")
    played.room.close()


def test_a_closed_room_is_dark_and_leaves_nothing() -> None:
    before = len(os.listdir("/proc/self/fd")), threading.active_count()
    for _ in range(5):
        played = Played()
        played.room.start()
        played.room.show({1: GREEN})
        played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
        played.room.close()
        assert played.room.strips()[1] == BLACK
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == before


def test_every_card_of_a_deck_has_its_own_tag() -> None:
    red, blue = [pieces.deck("snow_tails", colour) for colour in ("red", "blue")]
    uids = {uid_of(card) for card in red + blue}
    assert len(red) == 20
    assert len(uids) == 40
    assert all(len(uid) == 14 and uid.startswith("04") for uid in uids)
    assert uid_of({"colour": "red", "value": 4}) == uid_of({"colour": "red", "value": 4, "copy": 1})
    assert piece_of({"colour": "red", "value": 4})["kind"] == "dog"


def test_a_hand_stays_on_a_button_for_two_rounds_of_a_delayed_thread() -> None:
    bench = Bench({}, lambda uid: {"uid": uid})
    node: Any = SimpleNamespace(seat=1, down=set())
    bench.next(node, TOUCH_S, lambda node: node.down.add("ok"))
    bench.next(node, TOUCH_S, lambda node: node.down.discard("ok"))
    start = time.monotonic()
    seen = []
    for late_s in (0.0, 10.0, 20.0):
        bench._move(start + late_s)
        seen.append("ok" in node.down)
    assert seen == [True, True, False]
    bench.close()


def test_a_movement_at_one_seat_lets_the_others_run_no_more_often(tmp_path: Path) -> None:
    chance = random.Random(1)
    nodes = {
        seat: SimulatedNode(
            seat, f"{seat:016X}", 8, Cable(str(tmp_path / "x"), chance), int, chance
        )
        for seat in (1, 2, 3)
    }
    bench = Bench(nodes, lambda uid: {"uid": uid})
    start = time.monotonic()
    assert bench.due(set(), start) == [*nodes.values()]
    bench.now(nodes[1], lambda node: None)
    rounds = [bench.due({2} if n == 3 else set(), start + 0.004 * n) for n in range(1, 13)]
    assert rounds == [[nodes[1]]] * 2 + [[nodes[1], nodes[2]]] + [[nodes[1]]] * 9
    assert bench.due(set(), start + 10) == [*nodes.values()]
    assert bench.due(set(), start + 10.004) == []
    bench.close()
