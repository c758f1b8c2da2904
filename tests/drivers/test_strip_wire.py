"""The strip's real libraries, each in its own process: bytes, errors, darkening at the end."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.drivers.pi.board import Pi
from tests.evening.service import Phone, Service, companion
from tests.patience import PATIENCE_S, Pace, until

ROOT = Path(__file__).parents[2]

LAB = Path(__file__).parent / "strip_lab"
PI_4, PI_5 = Pi("4B", "ws281x"), Pi("5", "pio")


@pytest.fixture
def wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """The file to which new processes append each write of the strip, in hex."""
    pytest.importorskip("adafruit_blinka.board", reason="Blinka is not installed")
    path = tmp_path / "wire"
    path.touch()
    monkeypatch.setenv("PYTHONPATH", f"{LAB}:{ROOT}")
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    monkeypatch.setenv("STRIP_WIRE", str(path))
    return lambda: path.read_text().split()


def python(code: str, *words: str) -> str:
    """Run code in a new process; returns its output."""
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
from companion.drivers.pi.strip import neopixels
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
from companion.drivers.pi import strip as strips
from companion.drivers.pi.board import Pi
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
    """Open the strip on such a machine; returns its final state."""
    return python(OPEN.format(pi=pi, pin=pin, user=user, usable=usable, before=before))


def test_a_strip_is_opened_in_its_thread_and_dark_at_the_end(
    wire: Callable[[], list[str]],
) -> None:
    assert opened() == "connected"
    assert set(wire()[0]) == set(wire()[-1]) == {"0"}


@pytest.mark.parametrize("missing", ["board", "neopixel"])
@pytest.mark.parametrize(
    ("pi", "note"),
    [(PI_4, "strip.no_package"), (PI_5, "strip.no_package_pi5"), (None, "strip.no_pi")],
)
def test_65_a_missing_package_is_reported(
    wire: Callable[[], list[str]], missing: str, pi: Pi | None, note: str
) -> None:
    before = f"import sys; sys.modules['{missing}'] = None"
    assert opened(pi, before=before) == f"refused {note}"
    assert wire() == []


@pytest.mark.parametrize(
    ("code", "note"),
    [("-3", "strip.new_board"), ("-5", "strip.no_root"), ("-9", "strip.no_mailbox")],
)
def test_66_a_failed_start_reports_the_cure_and_is_not_retried(
    wire: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, code: str, note: str
) -> None:
    """Uses Blinka's driver for a Pi on a stand-in rpi_ws281x."""
    monkeypatch.setenv("WS2811_CODE", code)
    before = (
        "from adafruit_blinka.microcontroller.bcm283x import neopixel as bcm\n"
        "bcm.neopixel_write.__globals__['_neopixel_detect_channel'] = lambda gpio: 0\n"
        "import digitalio, neopixel_write; neopixel_write.neopixel_write = bcm.neopixel_write"
    )
    assert opened(PI_4, before=before) == f"refused {note}"


def test_71_a_pin_that_needs_root_is_refused_before_the_first_write(
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


def test_70_a_stopped_service_leaves_its_strip_dark(
    lit: Service, wire: Callable[[], list[str]]
) -> None:
    assert lit.stop() == 0
    assert set(wire()[-1]) == {"0"}


def test_70_after_a_kill_the_next_command_darkens_the_strip(
    lit: Service, wire: Callable[[], list[str]], tmp_path: Path
) -> None:
    lit.kill()
    assert set(wire()[-1]) != {"0"}
    with Pace() as pace:
        dark = companion("service", "dark", "--table", str(tmp_path / "table.toml"))
    assert dark.returncode == 0
    assert set(wire()[-1]) == {"0"}
    assert pace.took_s <= pace.allows(3)


def test_an_undarkenable_strip_is_reported_with_the_cure(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    done = companion("service", "dark", "--table", str(table))
    assert done.returncode == 1
    assert "The strip at D18 is off: " in done.stderr
