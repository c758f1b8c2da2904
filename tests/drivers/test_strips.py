"""The driver of the table's strip on the Pi: frames, current, and faults."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from queue import Empty, SimpleQueue

import pytest
from lamp import Lamp

from companion.config import Leds, Segment, Strip
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.board import Pi
from companion.drivers.pi.strip import NotDriven, PiStrip, darken, trouble
from companion.drivers.strip_driver import FRAME_S, assembled
from companion.signals import Device, Frame
from tests.patience import PATIENCE_S

RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
FULL = Leds(brightness=1.0, budget_ma=20_000)
STRIP = Strip(6, (Segment(1, 0, 2), Segment(2, 3, 3)), pin="D18", leds=FULL)
PI_4, PI_5 = Pi("4B", "ws281x"), Pi("5", "pio")


class Played:
    """A strip's driver with a stand-in strip."""

    def __init__(self, strip: Strip = STRIP):
        self.lamp = Lamp()
        self.told: SimpleQueue[Report] = SimpleQueue()
        self.strip = PiStrip(strip, self.told.put, lambda strip: self.lamp)

    def await_device(self, state: str) -> Device:
        while True:
            try:
                report = self.told.get(timeout=PATIENCE_S)
            except Empty:
                raise AssertionError(self.strip.devices()) from None
            if isinstance(report, Device) and report.state == state:
                return report


@pytest.fixture
def played() -> Iterator[Played]:
    table = Played()
    table.strip.start()
    table.await_device("connected")
    assert table.lamp.next() == (BLACK,) * 6
    yield table
    table.strip.close()


def test_a_strip_is_divided_into_segments(played: Played) -> None:
    assert played.strip.pixels() == {1: 2, 2: 3}
    played.strip.show({1: (RED, BLUE), 2: (BLUE,) * 3})
    assert played.lamp.next() == (RED, BLUE, BLACK, BLUE, BLUE, BLUE)
    played.strip.show({2: (RED,)})
    assert played.lamp.next() == (BLACK, BLACK, BLACK, RED, RED, RED)


def test_a_strip_is_written_only_after_changes(played: Played) -> None:
    for _ in range(3):
        played.strip.show({1: (RED, RED)})
    played.strip.show({1: (RED, RED), 3: (BLUE,)})  # a seat without a segment
    assert played.lamp.next() == (RED, RED, *(BLACK,) * 4)
    time.sleep(4 * FRAME_S)  # time for a write that must not happen
    played.strip.show({1: (BLUE, BLUE)})
    assert played.lamp.next() == (BLUE, BLUE, *(BLACK,) * 4)


def test_at_most_thirty_frames_a_second_are_written_and_the_newest_wins(
    played: Played,
) -> None:
    last = (254, 0, 0)
    for level in range(255):
        played.strip.show({1: ((level, 0, 0),) * 2})
        time.sleep(0.0005)
    times: list[float] = []
    frame: Frame = ()
    while frame[:1] != (last,):
        at, frame = played.lamp.written.get(timeout=PATIENCE_S)
        times.append(at)
    assert all(b - a >= FRAME_S * 0.9 for a, b in pairwise(times))


def test_brightness_and_current_apply_to_the_whole_strip() -> None:
    white = {1: ((255, 255, 255),) * 2, 2: ((255, 255, 255),) * 3}
    leds = Leds(brightness=1.0, budget_ma=100)
    frame = assembled(white, Strip(6, STRIP.segments, pin="D18", leds=leds))
    assert sum(map(sum, frame)) * 20 / 255 + 6 <= 100
    assert frame[0] == frame[5] != BLACK
    dim = Leds(brightness=0.4, budget_ma=1200)
    assert assembled({1: (RED, RED)}, Strip(6, STRIP.segments, pin="D18", leds=dim))[0] == (
        102,
        0,
        0,
    )


@pytest.mark.parametrize("colour", [(229, 57, 53), (96, 96, 96), (1, 2, 96)])
def test_73_the_lowest_brightness_leaves_every_lit_pixel_lit(
    colour: tuple[int, int, int],
) -> None:
    leds = Leds(brightness=0.01, budget_ma=10)
    frame = assembled({1: (colour,) * 2}, Strip(6, STRIP.segments, pin="D18", leds=leds))
    assert all(map(any, frame[:2]))


def test_a_reversed_strip_is_reversed_as_a_whole() -> None:
    strip = Strip(6, STRIP.segments, pin="D18", leds=Leds("GRB", True, 1.0, 20_000))
    assert assembled({1: (RED, BLUE)}, strip) == (BLACK, BLACK, BLACK, BLACK, BLUE, RED)


def test_a_strip_counts_as_lost_while_a_failed_write_is_retried() -> None:
    played = Played()
    played.strip.start()
    assert played.lamp.next() == (BLACK,) * 6
    played.lamp.fails = 1
    began = time.monotonic()
    played.strip.show({1: (RED, RED)})
    assert played.await_device("lost") == Device("D18", "strip", 0, "lost", "strip.fault", 6)
    assert played.lamp.next() == (RED, RED, *(BLACK,) * 4)
    played.await_device("connected")
    assert played.strip.quiet_s() < time.monotonic() - began, "it came round since"
    played.strip.close()


def test_70_a_closed_strip_is_dark_and_leaves_no_thread() -> None:
    before = threading.active_count()
    played = Played()
    played.strip.start()
    played.strip.show({1: (RED, RED)})
    played.await_device("connected")
    played.strip.close()
    frames = []
    while not played.lamp.written.empty():
        frames.append(played.lamp.next())
    assert frames[-1] == ()  # the lamp was closed, which darkens it
    assert threading.active_count() == before
    assert played.strip.quiet_s() == 0


def test_a_failed_close_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    played = Played()
    played.strip.start()
    played.lamp.next()
    played.lamp.fails = 1
    played.strip.close()
    assert played.strip.quiet_s() == 0.0, "its thread has ended"
    assert played.lamp.fails == 0, "it was tried"
    assert "D18" in caplog.text


def test_65_an_unavailable_strip_is_refused_and_the_room_goes_on() -> None:
    def refuse(strip: Strip) -> Lamp:
        raise NotDriven("strip.no_package_pi5")

    told: SimpleQueue[Report] = SimpleQueue()
    strip = PiStrip(STRIP, told.put, refuse)
    strip.start()
    assert told.get(timeout=PATIENCE_S) == Device("D18", "strip", 0, "waiting", "", 6)
    refused = Device("D18", "strip", 0, "refused", "strip.no_package_pi5", 6)
    assert told.get(timeout=PATIENCE_S) == refused
    assert strip.devices() == [refused]
    strip.show({1: (RED,)})
    assert strip.pixels() == {}
    assert strip.quiet_s() == 0
    strip.close()


@pytest.mark.parametrize(
    ("error", "pi", "note"),
    [
        (ModuleNotFoundError("No module named 'board'"), PI_4, "strip.no_package"),
        (ModuleNotFoundError("No module named 'board'"), PI_5, "strip.no_package_pi5"),
        (ModuleNotFoundError("No module named 'board'"), None, "strip.no_pi"),
        (RuntimeError("The library '_rpi_ws281x' was not found."), PI_4, "strip.no_package"),
        (NotImplementedError("Board not supported"), None, "strip.no_pi"),
        (AttributeError("module 'board' has no attribute 'D18'"), PI_4, "strip.wrong_pin"),
        (RuntimeError("ws2811_init failed with code -11 (…)"), PI_4, "strip.wrong_pin"),
        (RuntimeError("ws2811_init failed with code -3 (…)"), PI_4, "strip.new_board"),
        (RuntimeError("NeoPixel support requires running with sudo"), PI_4, "strip.no_root"),
        (PermissionError(13, "Permission denied"), PI_4, "strip.no_root"),
        (RuntimeError("ws2811_init failed with code -9 (…)"), PI_4, "strip.no_mailbox"),
        (RuntimeError("ws2811_init failed with code -13 (…)"), PI_4, "strip.no_spi"),
        (RuntimeError("neopixel support is for one strip only!"), PI_4, "strip.one_only"),
        (RuntimeError("Failed to open PIO device 0 (error -22)"), PI_5, "strip.no_pio"),
        (ValueError("?"), PI_4, "strip.fault"),
    ],
)  # fmt: skip
def test_fault_of_a_strip_is_reported_with_its_cure(
    error: Exception, pi: Pi | None, note: str
) -> None:
    assert trouble(error, pi) == note


def test_a_strip_on_a_node_is_darkened_by_its_node() -> None:
    assert darken(Strip(6, (), node="E6605838834A1B2F")) == ""
