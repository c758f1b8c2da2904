"""The table's strip on the Pi: the real neopixel library up to the wire, and all that can fail."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest
from lamp import PATIENCE_S, Lamp

from companion.config import Leds, Segment, Strip
from companion.drivers.board import Pi
from companion.drivers.hearing import Report
from companion.drivers.strips import FRAME_S, NotDriven, PiStrip, assembled, darken, trouble
from companion.signals import Device, Frame
from tests.evening.service import Phone, Service, companion

ROOT = Path(__file__).parents[2]
LAB = Path(__file__).parent / "strip_lab"
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
FULL = Leds(brightness=1.0, budget_ma=20_000)
STRIP = Strip(6, (Segment(1, 0, 2), Segment(2, 3, 3)), pin="D18", leds=FULL)
PI_4, PI_5 = Pi("4B", "ws281x"), Pi("5", "pio")


class Played:
    """A strip's driver with a lamp."""

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


def test_one_strip_is_cut_into_the_seats_segments(played: Played) -> None:
    assert played.strip.pixels() == {1: 2, 2: 3}
    played.strip.show({1: (RED, BLUE), 2: (BLUE,) * 3})
    assert played.lamp.next() == (RED, BLUE, BLACK, BLUE, BLUE, BLUE)
    played.strip.show({2: (RED,)})
    assert played.lamp.next() == (BLACK, BLACK, BLACK, RED, RED, RED)


def test_a_strip_is_written_only_when_something_changed(played: Played) -> None:
    for _ in range(3):
        played.strip.show({1: (RED, RED)})
    played.strip.show({1: (RED, RED), 3: (BLUE,)})  # a seat without a segment
    assert played.lamp.next() == (RED, RED, *(BLACK,) * 4)
    time.sleep(4 * FRAME_S)  # time enough for what must not come
    played.strip.show({1: (BLUE, BLUE)})
    assert played.lamp.next() == (BLUE, BLUE, *(BLACK,) * 4)


def test_the_newest_frame_wins_and_no_more_than_thirty_a_second_are_written(
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
    assert len(times) < 1 + (times[-1] - times[0]) / FRAME_S + 1
    assert all(b - a >= FRAME_S * 0.9 for a, b in pairwise(times))


def test_brightness_and_current_are_those_of_the_whole_strip() -> None:
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


def test_a_strip_that_runs_the_other_way_is_turned_around_as_a_whole() -> None:
    strip = Strip(6, STRIP.segments, pin="D18", leds=Leds("GRB", True, 1.0, 20_000))
    assert assembled({1: (RED, BLUE)}, strip) == (BLACK, BLACK, BLACK, BLACK, BLUE, RED)


def test_a_write_that_fails_is_tried_again_and_meanwhile_the_strip_is_lost() -> None:
    played = Played()
    played.strip.start()
    assert played.lamp.next() == (BLACK,) * 6
    played.lamp.fails = 1
    played.strip.show({1: (RED, RED)})
    assert played.await_device("lost") == Device("D18", "strip", 0, "lost", "strip.fault", 6)
    assert played.lamp.next() == (RED, RED, *(BLACK,) * 4)
    played.await_device("connected")
    assert played.strip.quiet_s() < PATIENCE_S
    played.strip.close()


def test_70_at_the_end_the_strip_is_dark_and_no_thread_is_left() -> None:
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


def test_an_end_that_fails_is_no_trouble() -> None:
    played = Played()
    played.strip.start()
    played.lamp.next()
    played.lamp.fails = 1
    played.strip.close()


def test_65_a_strip_that_cannot_be_had_is_refused_and_everything_else_goes_on() -> None:
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
def test_what_is_wrong_with_a_strip_is_told_with_its_cure(
    error: Exception, pi: Pi | None, note: str
) -> None:
    assert trouble(error, pi) == note


@pytest.fixture
def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Processes from here on run the real libraries up to this wire: every write, in hex."""
    pytest.importorskip("adafruit_blinka.board", reason="Blinka is not installed")
    path = tmp_path / "wire"
    path.touch()
    monkeypatch.setenv("PYTHONPATH", f"{LAB}:{ROOT}")
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    monkeypatch.setenv("STRIP_WIRE", str(path))
    return lambda: path.read_text().split()


def python(code: str, *words: str) -> str:
    """What this code prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


WRITE = """
import sys
from companion.config import Leds, Segment, Strip
from companion.drivers.strips import neopixels
pixels = neopixels(Strip(3, (), pin=sys.argv[1], leds=Leds(sys.argv[2])))
pixels.show(((1, 2, 3), (4, 5, 6), (255, 0, 7)))
pixels.close()
"""


@pytest.mark.parametrize(
    ("order", "bytes_"),
    [("GRB", "02010305040600ff07"), ("RGB", "010203040506ff0007"), ("BRG", "03010206040507ff00")],
)
def test_the_bytes_on_the_wire_are_in_the_strips_colour_order(
    wire: Callable[[], list[str]], order: str, bytes_: str
) -> None:
    python(WRITE, "D18", order)
    assert wire() == ["00" * 9, bytes_, "00" * 9]


OPEN = """
import threading
from companion.config import Segment, Strip
from companion.drivers import strips
from companion.drivers.board import Pi
strips.this_pi = lambda: {pi}
strips._usable = lambda device: {usable}
strips.os.geteuid = lambda: {user}
{before}
done = threading.Event()
def post(device):
    if device.state != "waiting":
        print(device.state, device.note)
        done.set()
strip = strips.PiStrip(Strip(6, (Segment(1, 0, 6),), pin="{pin}"), post)
strip.start()
assert done.wait(20)
strip.show({{1: ((9, 9, 9),)}})
strip.close()
"""


def opened(
    pi: Pi | None = None, pin: str = "D18", user: int = 0, usable: bool = True, before: str = ""
) -> str:
    """What becomes of a strip on this machine."""
    return python(OPEN.format(pi=pi, pin=pin, user=user, usable=usable, before=before))


def test_a_strip_is_opened_by_its_own_thread_and_dark_at_the_end(
    wire: Callable[[], list[str]],
) -> None:
    assert opened() == "connected"
    assert set(wire()[0]) == set(wire()[-1]) == {"0"}


@pytest.mark.parametrize("missing", ["board", "neopixel"])
@pytest.mark.parametrize(
    ("pi", "note"),
    [(PI_4, "strip.no_package"), (PI_5, "strip.no_package_pi5"), (None, "strip.no_pi")],
)
def test_65_a_missing_package_is_named(
    wire: Callable[[], list[str]], missing: str, pi: Pi | None, note: str
) -> None:
    before = f"import sys; sys.modules['{missing}'] = None"
    assert opened(pi, before=before) == f"refused {note}"
    assert wire() == []


@pytest.mark.parametrize(
    ("code", "note"),
    [("-3", "strip.new_board"), ("-5", "strip.no_root"), ("-9", "strip.no_mailbox")],
)
def test_66_a_start_that_fails_tells_the_cure_and_is_not_touched_again(
    wire: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, code: str, note: str
) -> None:
    """On Blinka's own driver for a Pi, with rpi_ws281x below it replaced."""
    monkeypatch.setenv("WS2811_CODE", code)
    before = (
        "from adafruit_blinka.microcontroller.bcm283x import neopixel as bcm\n"
        "bcm.neopixel_write.__globals__['_neopixel_detect_channel'] = lambda gpio: 0\n"
        "import digitalio, neopixel_write; neopixel_write.neopixel_write = bcm.neopixel_write"
    )
    assert opened(PI_4, before=before) == f"refused {note}"


def test_71_a_pin_that_needs_root_is_explained_before_anything_is_touched(
    wire: Callable[[], list[str]],
) -> None:
    assert opened(PI_4, user=1000) == "refused strip.no_root"
    assert opened(PI_4, pin="D10", user=1000) == "connected"
    assert opened(PI_4, pin="D10", usable=False) == "refused strip.no_spi"
    assert opened(PI_5, user=1000) == "connected"
    assert opened(PI_5, usable=False) == "refused strip.no_pio"


TABLE = """
[[seat]]
[[seat]]
[strip]
pin = "D18"
pixels = 16
segments = [[1, 0, 8], [2, 8, 8]]
"""
RACE = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bo", "colour": "blue", "place": 2},
    ],
    "limits": [4, 3],
}


@pytest.fixture
def lit(wire: Callable[[], list[str]], tmp_path: Path) -> Iterator[Service]:
    """The real service with a race on the table and its strip lit."""
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    service = Service(tmp_path / "data", "--table", str(table))
    try:
        service.start()
        started = Phone(service).post("/races", game="snow_tails", options=RACE)
        assert started.status == 200, started
        until(lambda: bool(wire()) and set(wire()[-1]) != {"0"})
        yield service
    finally:
        service.stop()


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_70_a_service_that_is_ended_leaves_its_strip_dark(
    lit: Service, wire: Callable[[], list[str]]
) -> None:
    assert lit.stop() == 0
    assert set(wire()[-1]) == {"0"}


def test_70_after_a_kill_the_next_command_darkens_the_strip(
    lit: Service, wire: Callable[[], list[str]], tmp_path: Path
) -> None:
    lit.kill()
    assert set(wire()[-1]) != {"0"}
    before = time.monotonic()
    assert companion("service", "dark", "--table", str(tmp_path / "table.toml")).returncode == 0
    assert set(wire()[-1]) == {"0"}
    assert time.monotonic() - before < 3


def test_a_strip_on_a_node_is_darkened_by_its_node() -> None:
    assert darken(Strip(6, (), node="E6605838834A1B2F")) == ""


def test_a_strip_that_cannot_be_darkened_is_said_with_the_cure(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    done = companion("service", "dark", "--table", str(table))
    assert done.returncode == 1
    assert "The strip at D18 is off: " in done.stderr
