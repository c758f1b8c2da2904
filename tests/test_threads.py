"""Health names every thread of the service that an unexpected error has ended.

A real part fails in a way that no driver expects: a pin, a strip, a file.
"""

import ast
import asyncio
import ctypes
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

import pytest
from gpiozero.pins.mock import MockFactory

import companion
from companion.__main__ import parse
from companion.config import Config, Hall, PinButton, Reader, Seat, Segment, Strip, simulated
from companion.drivers.nodes.nodes import Nodes
from companion.drivers.pi.buttons import Buttons
from companion.drivers.pi.pn532_bus import BusReaders
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.pi.strip import PiStrip
from companion.drivers.room import TableRoom
from companion.drivers.simulated.room import SimulatedRoom
from companion.drivers.wled.strip import WledStrip
from companion.ended_threads import remark
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.payloads import Act, read
from companion.hall.receiver import ToSave
from companion.hall_link.link import open_link
from companion.messages import sentence
from companion.run import Service
from companion.server.listener import listen
from companion.server.workers import Workers
from companion.signals import Device
from companion.store.recovery import Backups, BackupSchedule
from companion.store.store import Store
from companion.system.mdns import MdnsName
from companion.system.systemd_notify import Manager
from companion.system.thread_watch import ThreadWatch
from companion.system.unblocked_stderr import UnblockedStream
from companion.table.tape import Tape
from companion.terminal import Terminal
from tests.hall import reports
from tests.loops import apart
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
    at = Hall("127.0.0.1", 1, False, "club", "t1")
    link = open_link(replace(simulated(2), hall=at), store, fail, fail)
    assert link
    link.start()
    ends.callback(link.stop)


def keeper(folder: Path, ends: ExitStack) -> None:
    """The hall's database fails in a way that the store does not know."""
    keeper = Keeper(Broken(), Live())  # type: ignore[arg-type]
    keeper.start()
    ends.callback(keeper.stop)
    act = read("t1", "acts", reports.encoded(reports.act(1)))
    assert isinstance(act, Act)
    keeper.keep(ToSave(act, fail))


def watchdog(folder: Path, ends: ExitStack) -> None:
    manager = Manager({"WATCHDOG_USEC": "1000000"})
    ends.enter_context(manager.watching(fail))


def flask(folder: Path, ends: ExitStack) -> None:
    """A view fails in a way that Flask does not catch."""
    workers = Workers(1)
    ends.callback(workers.end)
    with pytest.raises(Unforeseen):
        apart(lambda: asyncio.run(workers.call(fail)))


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
    "keeper": ("keeper", keeper),
    "watchdog": ("watchdog", watchdog),
    "flask": ("flask", flask),
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
        until(lambda: f"the thread {name} has ended: this is a bug" in caplog.text)


STARTS = ("Thread", "Timer", "ThreadPoolExecutor", "to_thread", "run_in_executor")


def started(path: Path) -> Iterator[str]:
    """The name of each thread that this file starts."""
    text = path.read_text()
    tree = ast.parse(text if any(start in text for start in STARTS) else "")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in STARTS:
            names = [each.value for each in node.keywords if each.arg == "name"]
            yield ast.literal_eval(names[0]) if names else f"{path.name} does not name it"


def test_all_threads_of_the_service_are_tried_here() -> None:
    files = [
        path
        for path in OURS.rglob("*.py")
        if path.relative_to(OURS).parts[0] not in ("cli", "bench")
    ]
    named = {name for path in files for name in started(path)}
    # The loop reports itself, and what thinking for a played seat raises; pn532 is an emulated part
    elsewhere = {"loop", "played", "pn532"}
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
def serving(
    folder: Path, *options: str, config: Config | None = None
) -> Iterator[tuple[Service, int, list[int]]]:
    """A service that runs: with its port, and its exit status once it has ended.

    `config`: of a real table instead of a simulated one.
    """
    told = [*options] if config else ["--simulate", *options]
    args = parse(["run", "--host", "127.0.0.1", "--data", str(folder), *told])
    listener = listen("127.0.0.1", 0)
    port, status = listener.getsockname()[1], list[int]()
    manager = Manager({"WATCHDOG_USEC": "300000"})
    with closing(Store.open(folder)) as store:
        service = Service(args, config or simulated(2), store, [listener], None, Terminal("en"))
        running = threading.Thread(target=lambda: status.append(service.run(manager)), name="main")
        running.start()
        until(lambda: asked(port, "health")[0] == 200)
        yield service, port, status
        service.failed()
        running.join(PATIENCE_S)
        assert not running.is_alive()


def strike(name: str) -> None:
    """Raise an error in each thread of this name, at its next step."""
    for thread in threading.enumerate():
        if thread.name == name:
            ident = ctypes.c_ulong(thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(Unforeseen))


WAKES: dict[str, Callable[[Service], object]] = {
    "backups": lambda service: service._backups._schedule._due.put(True),
    "tape": lambda service: service._tape and service._tape.tick(0.0),
}
"""How to wake the threads that wait for work."""

ENDING = {"loop", "store-writer"}
"""The threads without which the service ends."""


def miss(service: Service, port: int, name: str) -> None:
    """End this thread; health names it, and pages say what is missing."""
    strike(name)
    WAKES.get(name, lambda service: None)(service)
    until(lambda: f'"{name}"' in asked(port, "health")[1].partition('"ended":')[2])
    assert asked(port, "health")[0] == 503
    said = remark(name)
    until(lambda: json.dumps(sentence(said.key, said.params)) in asked(port, "state")[1])


def test_each_thread_of_a_running_service_is_missed_when_it_ends(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with serving(tmp_path / "data", "--tape", str(tmp_path / "tape")) as (service, port, status):
        names = {thread.name for thread in set(threading.enumerate()) - before} - {"main"}
        assert names >= ENDING
        assert names - ENDING == {"nodes", "simulated", "backups", "tape", "watchdog", "flask"}
        for name in sorted(names - ENDING):
            miss(service, port, name)
        assert status == []


@pytest.mark.parametrize("name", sorted(ENDING))
def test_service_ends_without_loop_or_writer(name: str, tmp_path: Path) -> None:
    """It can do nothing; the service manager starts it again, and nothing is lost."""
    with serving(tmp_path) as (service, _, status):
        strike(name)
        service._store.set("a", 1, lambda fault: None)
        until(lambda: status == [1])


TABLE = Config(
    name="",
    language="en",
    seats=(Seat(1, "red", node="5EA7"), Seat(2, "blue")),
    strip=Strip(6, (Segment(1, 0, 2),), node="57A1"),
    readers=(Reader("/dev/none", 2),),
    buttons=(PinButton(5, 1, "ok"),),
)
"""A table whose boards serve a seat and the strip."""


def test_devices_of_an_ended_thread_are_shown_as_lost(tmp_path: Path) -> None:
    """No other device is, even of the same kind."""
    with serving(tmp_path, config=TABLE) as (service, port, _):
        until(lambda: len(service._loop.snapshot.devices) == 4)
        strike("nodes")
        until(lambda: asked(port, "state")[1].count('"note":"link.bug"') == 2)
        lost = [one for one in service._loop.snapshot.devices if one.note == "link.bug"]
        assert [(one.id, one.kind, one.state) for one in lost] == [
            ("57A1", "strip", "lost"),
            ("5EA7", "node", "lost"),
        ]


def test_each_device_is_served_by_one_thread() -> None:
    table = replace(TABLE, readers=(*TABLE.readers, Reader("", 1, bus="i2c")))
    room = TableRoom(table, lambda report: None, lambda uid: None, lambda: "0001")
    with closing(room):
        served = {thread: room.served_by(thread) for thread in PARTS}
    ids = {thread: [one.id for one in devices] for thread, devices in served.items() if devices}
    assert {thread: len(each) for thread, each in ids.items()} == {
        "nodes": 2, "readers": 1, "bus readers": 1
    }  # fmt: skip
    assert sorted(chain(*ids.values())) == sorted(one.id for one in room.devices())


def test_a_hall_link_ended_by_a_bug_is_not_connected(tmp_path: Path) -> None:
    devices: list[Device] = []
    with closing(Store.open(tmp_path)) as store, ThreadWatch() as watch:
        at = Hall("127.0.0.1", 1, False, "club", "t1")
        link = open_link(replace(simulated(2), hall=at), store, fail, devices.append)
        assert link
        link.start()
        until(lambda: devices)
        link.state = replace(link.state, connected=True)
        strike("hall")
        until(lambda: watch.ended == ("hall",))
        link.stop()
    assert not link.state.connected
    assert devices[-1].state == "lost"
