"""Signals of the room: buttons, cards, devices that come and go."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.signals import Beat, Button, Chord, Device, Gone, Origin, Tag
from tests.table.table_actor import Actor, damage

UID = "E6605838834A1B2F"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    actor = Actor(tmp_path)
    actor.begin()
    actor.act(act="tap", seat=1, card={"value": 4})
    yield actor
    actor.close()


class Fingers:
    """Sends the signals of a seat's buttons as a node does."""

    def __init__(self, table: Actor, seat: int = 1):
        self.table = table
        self.seat = seat
        self.ticks = 5000
        self.seq = 0
        self.held: frozenset[str] = frozenset()

    def origin(self) -> Origin:
        self.seq += 1
        return Origin("node", UID, "BEEF", self.seq)

    def edge(self, button: str, down: bool, age_s: float = 0.0) -> Origin:
        self.held = self.held | {button} if down else self.held - {button}
        origin = self.origin()
        self.table.signal(Button(self.seat, button, down, self.ticks, self.held, origin, age_s))
        return origin

    def short(self, button: str) -> tuple[Origin, Origin]:
        down = self.edge(button, True)
        self.ticks += 80
        return down, self.edge(button, False)

    def beat(self, later_ms: int) -> None:
        self.ticks += later_ms
        origin = Origin("node", UID, "BEEF")
        self.table.signal(Beat(self.seat, self.ticks, self.held, origin))


def test_a_short_press_acts_on_release_and_both_edges_are_settled(table: Actor) -> None:
    down, up = Fingers(table).short("left")
    assert down in table.settled
    assert up not in table.settled
    table.until_settled(up)
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]


def test_holding_event_opens_the_menu_before_release(table: Actor) -> None:
    fingers = Fingers(table)
    table.until_settled(fingers.short("left")[1])
    fingers.edge("event", True)
    assert table.seats.filling(1, table.now + 0.4) == pytest.approx(0.5)
    fingers.beat(700)
    assert not table.table.snapshot.menus
    fingers.beat(100)
    assert table.table.snapshot.menus == {1: "event"}


def test_brake_and_ok_together_undo_one_action(table: Actor) -> None:
    fingers = Fingers(table)
    fingers.edge("brake", True)
    fingers.edge("ok", True)
    fingers.beat(1500)
    table.rest()
    assert table.state["seats"][0]["pending"] is None
    fingers.edge("ok", False)
    fingers.edge("brake", False)
    table.rest()
    assert len(table.store.acts(1)) == 2, "one undo, then both are let go"


def test_a_chord_on_the_pis_pins_undoes_too(table: Actor) -> None:
    table.signal(Chord(1, Origin("pi", "GPIO5")))
    table.rest()
    assert table.state["seats"][0]["pending"] is None


def test_a_press_that_waited_too_long_is_shown_but_not_applied(table: Actor) -> None:
    fingers = Fingers(table)
    fingers.edge("left", True, age_s=3.0)
    late = fingers.edge("left", False, age_s=2.9)
    table.rest()
    notice = table.table.snapshot.notices[-1]
    assert (notice.key, notice.seat) == ("table.late_press", 1)
    assert late in table.settled
    assert table.state["seats"][0]["pending"]["slots"] == []


def test_a_lifted_card_is_only_settled(table: Actor) -> None:
    before, origin = table.table.snapshot, Origin("node", UID, "BEEF", 3)
    table.signal(Gone(1, origin))
    assert table.settled == [origin]
    assert table.table.snapshot is before


def test_ok_at_an_unassigned_node_assigns_the_first_free_seat(table: Actor) -> None:
    table.signal(Device("A", "node", 1, "connected"))
    table.signal(Device(UID, "node", 0, "waiting", "link.unassigned", wants=2))
    fingers = Fingers(table, seat=0)
    fingers.short("left")
    fingers.beat(100)
    assert table.assigned == []
    fingers.short("ok")
    assert table.assigned == [(UID, 2)]
    assert len(table.settled) == 4


def test_devices_are_shown_until_they_are_gone(table: Actor) -> None:
    table.signal(Device("/dev/x", "node", 1, "waiting"))
    table.signal(Device(UID, "node", 1, "connected", pixels=8))
    assert [d.id for d in table.table.snapshot.devices] == ["/dev/x", UID]
    table.signal(Device("/dev/x", "node", 1, "gone"))
    table.signal(Device(UID, "node", 1, "lost"))
    assert [(d.id, d.state) for d in table.table.snapshot.devices] == [(UID, "lost")]


def test_a_button_held_across_a_link_loss_is_reported_as_late(
    table: Actor,
) -> None:
    fingers = Fingers(table)
    table.signal(Device(UID, "node", 1, "connected"))
    fingers.edge("event", True)
    table.signal(Device(UID, "node", 1, "lost"))
    assert table.seats.filling(1, table.now + 0.4) == 0
    table.signal(Device(UID, "node", 1, "connected"))
    fingers.ticks += 4000
    fingers.edge("event", False)
    table.rest()
    assert not table.table.snapshot.menus
    assert table.table.snapshot.notices[-1].key == "table.late_press"


def red(value: int) -> str:
    return f"AA{value:02d}000000000A"


def tapped(table: Actor, uid: str, device: str = UID) -> None:
    table.signal(Tag(1, uid, Origin("node", device, "BEEF", 1)))


def test_row_40_a_card_before_and_after_an_unknown_one_is_one_act(table: Actor) -> None:
    table.act(act="undo")
    for uid in (red(4), "04FFFFFFFFFFFF", red(4)):
        tapped(table, uid)
    table.rest()
    assert [entry.act["act"] for entry in table.store.acts(1)] == ["tap", "undo", "tap"]


def test_row_41_the_same_card_seen_by_two_readers_is_one_act(table: Actor) -> None:
    table.act(act="undo")
    tapped(table, red(4))
    tapped(table, red(4), device="usb")
    table.rest()
    assert [entry.act["act"] for entry in table.store.acts(1)] == ["tap", "undo", "tap"]


def test_row_13_the_last_card_of_a_race_counts_in_the_next(table: Actor) -> None:
    table.act(act="undo")
    tapped(table, red(4))
    table.begin()
    tapped(table, red(4))
    table.rest()
    assert [entry.act["act"] for entry in table.store.acts(2)] == ["tap"]


def test_a_card_that_cannot_be_looked_up_is_reported_and_later_lines_handled(
    table: Actor,
) -> None:
    damage(table.folder, "DROP TABLE tag")
    fingers = Fingers(table)
    origin = fingers.origin()
    table.signal(Tag(1, "04A1B2C3D4E5F6", origin))
    assert table.settled == [origin]
    assert table.table.snapshot.notices[-1].key == "store.unreadable"
    _, up = fingers.short("left")
    table.until_settled(up)
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]
