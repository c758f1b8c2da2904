"""Health names every thread of the service that an unexpected error has ended.

A real part fails in a way that no driver expects: a pin, a strip, a file. Flask's threads are left
out, because an error there becomes the request's answer.
"""

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

import pytest
from gpiozero.pins.mock import MockFactory

import companion
from companion.__main__ import parse
from companion.config import Hall, PinButton, Reader, Segment, Strip, simulated
from companion.drivers.nodes.nodes import Nodes
from companion.drivers.pi.buttons import Buttons
from companion.drivers.pi.pn532_bus import BusReaders
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.pi.strip import PiStrip
from companion.drivers.simulated.room import SimulatedRoom
from companion.drivers.wled.strip import WledStrip
from companion.hall_link.link import open_link
from companion.run import Service, Terminal
from companion.server.listener import listen
from companion.store.recovery import Backups, BackupSchedule
from companion.store.store import Store
from companion.system.mdns import MdnsName
from companion.system.systemd_notify import Manager
from companion.system.thread_watch import ThreadWatch
from companion.system.unblocked_stderr import UnblockedStream
from companion.table.tape import Tape
from tests.patience import PATIENCE_S, until

OURS = Path(companion.__file__).parent


class Unforeseen(BaseException):
    """An error that nothing in the service catches."""


def fail(*args: object, **more: object) -> Any:
    raise Unforeseen


class Broken:
    """Fails in every way."""

    errors = (RuntimeError,)
    __getattr__ = fail


def nodes(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = Nodes(simulated(2), lambda report: None, lambda uid: None, lambda: "0001", find=fail)
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def readers(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = Readers([Reader("\0", 1)], lambda report: None)
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def bus_readers(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = BusReaders([Reader("", 1, bus="i2c")], lambda report: None, Broken())
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def buttons(folder: Path, ends: ExitStack) -> Callable[[], float]:
    """The inbox fails when a button is pressed."""
    factory = MockFactory()
    pins = SimpleNamespace(open=lambda: factory, close=lambda: None)

    def post(report: object) -> None:
        if threading.current_thread().name == "buttons":
            raise Unforeseen

    driver = Buttons([PinButton(5, 1, "ok")], post, pins)
    driver.start()
    factory.pin(5).drive_low()
    ends.callback(driver.close)
    return driver.quiet_s


def strip(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = PiStrip(Strip(6, (Segment(1, 0, 2),), pin="D18"), lambda report: None, fail)
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def lit_strip(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = PiStrip(
        Strip(6, (Segment(1, 0, 2),), pin="D18"), lambda report: None, lambda strip: Broken()
    )
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def wled(folder: Path, ends: ExitStack) -> Callable[[], float]:
    """The inbox fails when the host is known."""

    def post(report: object) -> None:
        if threading.current_thread().name == "wled":
            raise Unforeseen

    driver = WledStrip(Strip(6, (Segment(1, 0, 2),), wled="127.0.0.1"), post)
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def room(folder: Path, ends: ExitStack) -> Callable[[], float]:
    driver = SimulatedRoom(simulated(2), lambda report: None, lambda uid: None, lambda: "0001")
    driver.watch(fail)
    driver.start()
    ends.callback(driver.close)
    return driver.quiet_s


def writer(folder: Path, ends: ExitStack) -> None:
    store = Store.open(folder)
    store.set("a", 1, fail)
    ends.callback(store.close)
    until(lambda: not store.alive)


def tape(folder: Path, ends: ExitStack) -> None:
    header = {"rights": {}, "acts": []}
    ends.callback(Tape(Broken(), header, "0000", fail).close, None)  # type: ignore[arg-type]


def backups(folder: Path, ends: ExitStack) -> None:
    schedule = BackupSchedule(Backups(folder), fail, fail)
    schedule.start()
    ends.callback(schedule.close)


def nearby(folder: Path, ends: ExitStack) -> None:
    def machine() -> str:
        raise RuntimeError

    name = MdnsName(machine, 80, lambda address: None)
    name.start()
    ends.callback(name.stop)


def hall(folder: Path, ends: ExitStack) -> None:
    store = Store.open(folder)
    ends.callback(store.close)
    link = open_link(Hall("127.0.0.1", 1, False, "club", "t1"), store, fail, fail)
    assert link
    link.start()
    ends.callback(link.stop)


def watchdog(folder: Path, ends: ExitStack) -> None:
    manager = Manager({"WATCHDOG_USEC": "1000000"})
    ends.enter_context(manager.watching(fail))


def terminal(folder: Path, ends: ExitStack) -> None:
    like = SimpleNamespace(encoding="no such encoding")
    UnblockedStream(2, like).write("a")  # type: ignore[arg-type]


PARTS: dict[str, tuple[str, Callable[[Path, ExitStack], Callable[[], float] | None]]] = {
    "nodes": ("nodes", nodes),
    "readers": ("readers", readers),
    "bus readers": ("bus readers", bus_readers),
    "buttons": ("buttons", buttons),
    "strip that opens": ("strip", strip),
    "strip": ("strip", lit_strip),
    "wled": ("wled", wled),
    "simulated": ("simulated", room),
    "store-writer": ("store-writer", writer),
    "tape": ("tape", tape),
    "backups": ("backups", backups),
    "nearby": ("nearby", nearby),
    "hall": ("hall", hall),
    "watchdog": ("watchdog", watchdog),
    "terminal": ("terminal", terminal),
}


@pytest.mark.parametrize("part", PARTS)
def test_thread_ended_by_an_error_is_reported(
    part: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name, start = PARTS[part]
    with ThreadWatch() as watch, ExitStack() as ends:
        quiet_s = start(tmp_path, ends)
        until(lambda: watch.ended == (name,))
        if quiet_s and name != "simulated":  # there the nodes' driver keeps running
            before = quiet_s()
            time.sleep(0.01)
            assert quiet_s() > before, "it does not look alive"
    assert f"the thread {name} has ended: this is a bug" in caplog.text


def test_all_threads_of_the_service_are_tried_here() -> None:
    named = {
        line.partition('name="')[2].partition('"')[0]
        for path in OURS.rglob("*.py")
        if path.relative_to(OURS).parts[0] not in ("cli", "bench")
        for line in path.read_text().splitlines()
        if "threading.Thread(" in line
    }
    elsewhere = {"loop", "pn532"}  # the loop reports itself; pn532 belongs to an emulated part
    assert named == {name for name, _ in PARTS.values()} | elsewhere


def test_health_is_good_before_the_start_and_after_the_end() -> None:
    with ThreadWatch() as watch:
        factory = MockFactory()
        pins = SimpleNamespace(open=lambda: factory, close=lambda: None)
        parts = [
            Buttons([PinButton(5, 1, "ok")], lambda report: None, pins),
            PiStrip(Strip(6, (), pin="D18"), lambda report: None, lambda strip: Broken()),
        ]
        assert [part.quiet_s() for part in parts] == [0.0, 0.0]
        parts[0].start()
        parts[0].close()
        assert parts[0].quiet_s() == 0.0
    assert watch.ended == ()


def asked(port: int, path: str) -> tuple[int, str]:
    """Status and text of a GET of the API, the text without spaces around punctuation."""
    url = f"http://127.0.0.1:{port}/api/v1/{path}"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            status, text = answer.status, answer.read()
    except HTTPError as error:
        status, text = error.code, error.read()
    return status, json.dumps(json.loads(text), separators=(",", ":"))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[Service, int, list[int]]]:
    """A service that runs: with its port, and its exit status once it has ended."""
    args = parse(["run", "--simulate", "--host", "127.0.0.1", "--data", str(folder)])
    listener = listen("127.0.0.1", 0)
    port, status = listener.getsockname()[1], list[int]()
    with closing(Store.open(folder)) as store:
        service = Service(args, simulated(2), store, [listener], None, Terminal("en"))
        running = threading.Thread(target=lambda: status.append(service.run(Manager({}))))
        running.start()
        until(lambda: asked(port, "health")[0] == 200)
        yield service, port, status
        service.failed()
        running.join(PATIENCE_S)
        assert not running.is_alive()


def test_an_ended_thread_is_named_by_health_and_on_every_page(tmp_path: Path) -> None:
    with serving(tmp_path) as (service, port, _):
        assert isinstance(service._room, SimulatedRoom)
        service._room.watch(fail)
        service._room.press(1, "ok")
        until(lambda: asked(port, "health")[0] == 503)
        assert '"ended":["simulated"]' in asked(port, "health")[1]
        until(lambda: "run.part_ended" in asked(port, "state")[1])
        assert "the seats' boards" in asked(port, "state")[1]


def test_devices_of_an_ended_thread_are_shown_as_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as (service, port, _):
        until(lambda: asked(port, "state")[1].count('"state":"connected"') == 2)
        assert isinstance(service._room, SimulatedRoom)
        service._room.driver._order(fail)
        until(lambda: asked(port, "state")[1].count('"note":"link.bug"') == 2)
        assert '"state":"connected"' not in asked(port, "state")[1]


def test_service_ends_without_its_writer(tmp_path: Path) -> None:
    """It can save nothing; the service manager starts it again, and nothing is lost."""
    with serving(tmp_path) as (service, _, status):
        service._store.set("a", 1, fail)
        until(lambda: status == [1])
