"""The emulated seat (`companion emulate seat`) with the driver of the nodes."""

import io
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver_rig import RED, Rig, by_port

from companion.__main__ import main
from companion.config import phones_only
from companion.drivers.simulated.seat_script import SeatScript, SimulatedSeat
from companion.signals import BUTTONS, Button, Gone, Tag
from tests.patience import PATIENCE_S, Pace

CARD = "04A30B5AEB6C80"


class Played:
    """An emulated seat with the straps of seat 3, its script, and the driver's reports."""

    def __init__(self, path: Path):
        self.seat = SimulatedSeat(str(path), 3)
        self.rig = Rig(by_port(str(path)))
        self.uid = self.seat.node.uid
        self.out = io.StringIO()

    def do(self, *lines: str) -> int:
        return SeatScript(self.seat, self.out).run(lines)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path / "seat")
    with played.seat, played.rig:
        played.rig.await_device(played.uid, "connected")
        yield played


def test_cards_and_buttons_follow_the_script(played: Played) -> None:
    script = threading.Thread(
        target=played.do, args=(f"lay {CARD}", "press left", "down ok", "up ok", "lift", "wait 0")
    )
    script.start()
    rig = played.rig
    tag = rig.take(Tag)
    assert (tag.seat, tag.uid) == (1, CARD)
    assert [(button, down) for _, button, down in rig.edges(4)] == [
        ("left", True),
        ("left", False),
        ("ok", True),
        ("ok", False),
    ]
    rig.take(Gone)
    script.join()


def test_a_button_can_stay_down(played: Played) -> None:
    with Pace() as pace:
        assert played.do("press brake 0.5") == 0
        down, up = played.rig.take(Button), played.rig.take(Button)
    assert 450 <= up.ticks_ms - down.ticks_ms <= pace.allows(700)


def test_cable_and_program_faults_can_be_ended(played: Played) -> None:
    for breaks, mends, note in (
        ("unplug", "plug", "link.missing"),
        ("stall", "go", "link.lost"),
        ("cut", "mend", "link.lost"),
        ("noise 1", "noise 0", "link.lost"),
    ):
        played.do(breaks)
        assert played.rig.await_device(played.uid, "lost", note)
        played.do(mends)
        assert played.rig.await_device(played.uid, "connected")
    played.do("fault mute on")
    assert played.rig.await_device(played.uid, "connected", "link.reader_mute")
    played.do("fault mute off")
    assert played.rig.await_device(played.uid, "connected")


def test_two_seats_with_the_same_straps_have_different_uids(tmp_path: Path) -> None:
    first, second = (SimulatedSeat(str(tmp_path / name), 2) for name in ("one", "two"))
    paths = [str(tmp_path / name) for name in ("one", "two")]
    with first, Rig(phones_only(), paths) as rig:
        assert rig.await_device(first.node.uid, "connected")
        with second:
            assert rig.await_device(second.node.uid, "waiting", "link.seat_taken")


def test_show_prints_the_strip(played: Played) -> None:
    played.rig.nodes.show({1: RED})
    version, (seen,) = played.seat.bench.look()
    while seen["pixels"] != ["FF0000"] * 8:
        played.seat.bench.wait(version, PATIENCE_S)
        version, (seen,) = played.seat.bench.look()
    played.do(f"lay {CARD}", "down ok", "show")
    assert played.out.getvalue() == f"{'FF0000 ' * 8} linked  down: ok  card: {CARD}\n"


@pytest.mark.parametrize(
    "line",
    ["lay 04A3", "press foot", "press ok x", "noise 2", "fault mute", "fault rain on", "jump"],
)
def test_an_invalid_line_is_reported_and_ends_the_script(tmp_path: Path, line: str) -> None:
    played = Played(tmp_path / "seat")
    assert played.do("wait 0", line, "press ok") == 2
    said = played.out.getvalue()
    assert said.startswith(f"line 2: {line}\n? ")
    assert all(button in said for button in BUTTONS)


def test_the_seat_command_runs_a_script_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("unplug\nplug\nshow\n"))
    assert main(["emulate", "seat", str(tmp_path / "seat"), "--seat", "5"]) == 0
    assert list(tmp_path.iterdir()) == []
