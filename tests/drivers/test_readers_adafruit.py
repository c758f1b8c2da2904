"""Readers on I2C and SPI: the real `adafruit_pn532` on emulated buses, and its faults."""

import itertools
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from bus_rig import I2C, SPI, Bus, DeskBuses, Pin

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi import pn532_bus as readers_adafruit
from companion.drivers.pi.pn532_bus import BusReaders, PiBuses, Pn532
from companion.drivers.simulated.tags import Ntag
from companion.protocols import pn532, presence
from companion.signals import Device, Gone, Origin, Tag
from tests.patience import PATIENCE_S, Pace

A, B = "04A1B2C3D4E5F6", "04010203040506"
ON_I2C = Reader("", 2, "left", bus="i2c")
ON_SPI = Reader("", 3, bus="spi", cs=5)


@pytest.fixture(autouse=True)
def no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    monkeypatch.setattr(readers_adafruit, "BACKOFF_S", (0.02, 0.1))
    monkeypatch.setattr(presence, "GONE_MS", 100)


class Rig:
    """The driver under test on a bus."""

    def __init__(self, reader: Reader, bus: Bus, reset: Pin | None = None):
        self.bus = bus
        self.buses = DeskBuses(bus, reset)
        self.reports: SimpleQueue[Report] = SimpleQueue()
        self.readers = BusReaders([reader], self.reports.put, self.buses)

    def __enter__(self) -> "Rig":
        self.readers.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.readers.close()

    def take(self, kind: type, fits: Callable[[Any], bool] = lambda report: True) -> Any:
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                report = self.reports.get(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(self.readers.devices()) from None
            if isinstance(report, kind) and fits(report):
                return report

    def state(self, state: str, note: str = "") -> Device:
        told: Device = self.take(
            Device, lambda device: (device.state, device.note) == (state, note)
        )
        return told

    def lay(self, uid: str) -> None:
        self.bus.chip.lay(Ntag(bytes.fromhex(uid)), time.monotonic())

    def polled(self, times: int) -> None:
        """Wait for this many more polls."""
        until = self.bus.chip.searches + times
        end = time.monotonic() + PATIENCE_S
        while self.bus.chip.searches < until:
            assert time.monotonic() < end
            threading.Event().wait(0.01)


@pytest.fixture(params=[(ON_I2C, I2C, "I2C"), (ON_SPI, SPI, "SPI, GPIO5")], ids=["i2c", "spi"])
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    reader, bus, name = request.param
    with Rig(reader, bus()) as rig:
        assert rig.state("connected").id == name
        yield rig


def test_bus_readers_report_cards_with_seat_and_slot(rig: Rig) -> None:
    (device,) = rig.readers.devices()
    began = time.monotonic()
    rig.lay(A)
    tag = rig.take(Tag)
    slot = "left" if device.id == "I2C" else None
    assert (tag.seat, tag.slot, tag.uid) == (device.seat, slot, A)
    rig.bus.chip.clear()
    assert rig.take(Gone).origin == Origin("pi", device.id)
    assert rig.readers.quiet_s() < time.monotonic() - began, "it came round since"


def test_field_report_3_nothing_on_the_reader_is_not_an_error(rig: Rig) -> None:
    rig.bus.chip.faults.count["nothing"] = -1
    rig.polled(10)
    assert rig.reports.empty()


def test_field_report_26_a_long_uid_is_unsupported_and_the_loop_goes_on(rig: Rig) -> None:
    rig.lay("04A1B2C3D4E5F6010203")
    rig.state("connected", "link.reader_unsupported")
    rig.bus.chip.clear()
    rig.state("connected")
    rig.lay(A)
    assert rig.take(Tag).uid == A


def test_two_cards_on_a_bus_reader_are_reported(rig: Rig) -> None:
    rig.bus.chip.faults.count["two"] = -1
    rig.lay(A)
    assert rig.state("connected", "link.reader_two")


@pytest.mark.parametrize("name", ["bad_dcs", "bad_lcs", "error", "truncated", "noise_answer"])
def test_a_bad_answer_is_a_fault_and_the_next_poll_finds_the_card(rig: Rig, name: str) -> None:
    rig.bus.chip.faults.cut = 5
    rig.bus.chip.faults.count[name] = 1
    rig.lay(A)
    assert rig.take(Tag).uid == A


def test_the_field_is_off_between_polls(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers_adafruit, "ANSWER_S", PATIENCE_S)  # so that no poll fails
    rig.polled(2)
    before = len(rig.bus.chip.heard)
    rig.polled(3)
    heard = rig.bus.chip.heard[before:]
    searches = [at for at, command in enumerate(heard) if command == pn532.in_list_passive_target()]
    assert {heard[at + 1] for at in searches[:-1]} == {pn532.rf_field(False)}


def test_a_silent_chip_is_mute_then_reopened(monkeypatch: pytest.MonkeyPatch, rig: Rig) -> None:
    monkeypatch.setattr(presence, "MUTE_MS", 300)
    monkeypatch.setattr(readers_adafruit, "ANSWER_S", 0.02)
    rig.bus.chip.faults.mute = True
    rig.state("lost", "reader.no_reset")
    rig.bus.chip.faults.mute = False
    rig.bus.chip.power_on()
    rig.lay(A)
    rig.state("connected")
    assert rig.take(Tag).uid == A
    assert rig.buses.opened >= 2


def test_field_report_18_reopening_uses_the_reset_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "MUTE_MS", 300)
    monkeypatch.setattr(readers_adafruit, "ANSWER_S", 0.02)
    bus = I2C()
    reset = Pin(bus.chip.reset_line)
    with Rig(Reader("", bus="i2c", reset=25), bus, reset) as rig:
        assert rig.state("connected")
        bus.chip.faults.dead = True
        assert rig.state("lost", "link.reader_mute")
        assert rig.state("connected")


def test_field_report_45_a_poor_bus_works_is_reported_and_needs_little_time() -> None:
    bus = I2C()
    chance = random.Random(45)
    with Rig(ON_I2C, bus) as rig:
        rig.state("connected")
        began, used = time.monotonic(), _used_s()
        bus.fails = lambda: chance.random() < 0.2
        rig.lay(A)
        assert rig.take(Tag).uid == A
        rig.state("connected", "reader.poor_bus")
        assert (_used_s() - used) / (time.monotonic() - began) < 0.2


def _used_s() -> float:
    """Processor time of the driver's thread, in seconds."""
    thread = next(each for each in threading.enumerate() if each.name == "bus readers")
    with open(f"/proc/self/task/{thread.native_id}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def test_field_report_46_a_bus_that_is_not_ready_is_retried() -> None:
    bus = I2C()
    count = itertools.count()
    bus.fails = lambda: next(count) < 3
    with Rig(ON_I2C, bus) as rig:
        rig.state("connected")
        rig.lay(A)
        assert rig.take(Tag).uid == A


def test_a_missing_chip_is_retried() -> None:
    bus = I2C()
    bus.absent = True
    with Rig(ON_I2C, bus) as rig:
        assert rig.state("lost", "reader.no_reset")
        bus.absent = False
        assert rig.state("connected")


@pytest.mark.parametrize(
    ("missing", "note"), [("adafruit_pn532.i2c", "reader.no_package"), ("board", "reader.no_bus")]
)
def test_missing_packages_and_a_missing_pi_are_reported(
    monkeypatch: pytest.MonkeyPatch, missing: str, note: str
) -> None:
    if missing != "board":
        monkeypatch.setitem(sys.modules, missing, None)
    reports: SimpleQueue[Any] = SimpleQueue()
    readers = BusReaders([ON_I2C], reports.put, PiBuses())
    readers.start()
    while (told := reports.get(timeout=PATIENCE_S)).state != "refused":
        pass
    readers.close()
    assert told.note == note


def test_a_bug_at_one_reader_is_logged_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, rig: Rig
) -> None:
    def found(data: bytes) -> tuple[str, ...]:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(pn532, "found", found)
    rig.state("lost", "reader.failed")
    assert "ZeroDivisionError" in caplog.text


class Slow(PiBuses):
    """A bus without chips, where each opening takes a while to fail."""

    def open(self, reader: Reader) -> Pn532:
        threading.Event().wait(0.15)
        raise OSError(121, "Remote I/O error")


def test_many_missing_chips_do_not_look_like_a_stuck_driver() -> None:
    """The watchdog checks `quiet_s`; and `close` waits for one chip, not for all."""
    readers = BusReaders([Reader("", bus="spi", cs=cs) for cs in range(12, 22)], print, Slow())
    readers.start()
    quiet = []
    with Pace() as pace:
        for _ in range(60):
            threading.Event().wait(0.02)
            quiet.append(readers.quiet_s())
    assert max(quiet) <= pace.allows(0.8)
    with Pace() as pace:
        readers.close()
    assert pace.took_s <= pace.allows(0.8)
