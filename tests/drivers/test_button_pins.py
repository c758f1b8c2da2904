"""The buttons' pins: only lgpio, one owner, errors with their cure."""

import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import gpiozero
import pytest
from gpio_rig import BRAKE, OK, Clock, Fingers, Lab, tap

from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.button_pins import RETRY_S, trouble
from companion.drivers.pi.buttons import Buttons, LgpioPins
from companion.messages import sentence
from companion.signals import Beat, Button, Device
from companion.table_file.file import read
from companion.toml_lines import Source
from tests.evening.service import Phone, Service, companion
from tests.patience import PATIENCE_S


def test_56_an_unavailable_pin_does_not_stop_the_others() -> None:
    fingers = Fingers([OK, BRAKE])
    fingers.lab.broken[5] = RuntimeError("Failed to add edge detection")
    with fingers:
        fingers.play(tap(10, 6), 300)
        assert fingers.device(5) == Device("GPIO5", "button", 1, "refused", "gpio.fault")
        assert fingers.device(6) == Device("GPIO6", "button", 1, "connected")
        assert [name for _, _, name, _ in fingers.edges()] == ["brake", "brake"]
        fingers.lab.broken.clear()
        fingers.play(tap(1000 * RETRY_S + 500), 1000 * RETRY_S + 1000)
        assert fingers.device(5).state == "connected"
    assert [name for _, _, name, _ in fingers.edges()] == ["brake", "brake", "ok", "ok"]


def test_56_only_a_failing_pin_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with Fingers([OK, BRAKE]) as fingers:
        fingers.play([(0, 5, True), (0, 6, True)], 100)
        with monkeypatch.context() as patch:
            patch.setattr(fingers.lab.pin(5), "_get_state", broken_state)
            fingers.play([], 300)
            assert fingers.device(5) == Device("GPIO5", "button", 1, "lost", "gpio.fault")
        fingers.play([(400, 6, False)], 500)
    assert fingers.beats()[-1][1] == {"brake"}
    assert fingers.edges()[-1] == (400, 1, "brake", False)


def broken_state() -> bool:
    raise RuntimeError("bad handle")


def test_58_a_fallback_to_another_library_is_an_error_with_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fall_back() -> Lab:
        warnings.warn(gpiozero.PinFactoryFallback("Falling back from lgpio"), stacklevel=1)
        return Lab(Clock())

    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(fall_back))
    monkeypatch.setenv("LG_WD", "")
    told: SimpleQueue[Report] = SimpleQueue()
    buttons = Buttons([OK], told.put, LgpioPins())
    buttons.start()
    assert buttons.devices() == [Device("GPIO5", "button", 1, "refused", "gpio.fallback")]
    assert told.get_nowait() == buttons.devices()[0]
    assert buttons.quiet_s() == 0
    buttons.close()


REAL = """
import os, sys
from companion.config import PinButton
from companion.drivers.pi.buttons import Buttons
told = []
before = os.getcwd(), os.environ.get("LG_WD")
buttons = Buttons([PinButton(5, 1, "ok")], told.append)
buttons.start()
assert "lgpio" in sys.modules, "lgpio is not installed"
assert not {"RPi", "pigpio", "gpiozero.pins.native"} & set(sys.modules)
print(told[0].state, told[0].note)
buttons.close()
assert (os.getcwd(), os.environ.get("LG_WD")) == before
print(os.listdir())
"""


def test_58_only_the_real_lgpio_is_used_and_leaves_no_files(tmp_path: Path) -> None:
    pytest.importorskip("lgpio", reason="lgpio has no wheel for this Python")
    env = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    done = subprocess.run(
        [sys.executable, "-c", REAL],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["refused gpio.no_pi", "[]"], done.stderr


def test_60_a_pin_in_use_is_refused_until_it_is_free() -> None:
    with Fingers([OK]) as fingers:
        other = gpiozero.LED(6, pin_factory=fingers.lab)
        second = Fingers([BRAKE])
        second.lab = fingers.lab
        with second:
            assert second.device(6) == Device("GPIO6", "button", 1, "refused", "gpio.busy")
            other.close()
            second.play([], 1000 * RETRY_S + 100)
            assert second.device(6).state == "connected"


def test_60_a_second_copy_that_needs_the_pins_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also field report 98: Flask's reloader must not open anything twice."""
    monkeypatch.setenv("FLASK_DEBUG", "1")
    table = tmp_path / "table.toml"
    table.write_text('[[seat]]\n[[button]]\npin = 5\nseat = 1\nname = "ok"\n')
    words = ("--table", str(table))
    service = Service(tmp_path / "data", *words)
    try:
        process = service.start().process
        assert process
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert children.read_text() == ""
        buttons = [each["id"] for each in Phone(service).get("/state")["devices"]]
        assert buttons == ["GPIO5"]
        second = companion("run", "--port", "0", "--data", str(tmp_path / "data"), *words)
        assert second.returncode == 1
        assert sentence("store.in_use", {"data": tmp_path / "data"}) in second.stderr
    finally:
        service.stop()


@pytest.mark.parametrize("debounce", ["0.5", "-1", '"abc"'])
def test_61_the_table_file_cannot_set_the_debounce_time(debounce: str) -> None:
    text = f'[[seat]]\n[[button]]\npin = 5\nseat = 1\nname = "ok"\ndebounce = {debounce}\n'
    table = read(Source("table.toml", text))
    assert table.buttons == ()
    assert [(each.key, each.params["line"]) for each in table.faults] == [("config.unknown_key", 6)]


class Bench:
    """A header that can be opened once, like the Pi's."""

    def __init__(self, lab: Lab):
        self.lab = lab
        self.closed = False

    def open(self) -> Lab:
        return self.lab

    def close(self) -> None:
        self.closed = True


def taken(told: "SimpleQueue[Report]", fits: Callable[[Any], bool]) -> Report:
    while True:
        try:
            report = told.get(timeout=PATIENCE_S)
        except Empty:
            raise AssertionError("never told") from None
        if fits(report):
            return report


def test_the_thread_reports_presses_and_releases_the_pins() -> None:
    told: SimpleQueue[Report] = SimpleQueue()
    bench = Bench(Lab(Clock()))
    buttons = Buttons([OK, BRAKE], told.put, bench)
    buttons.start()
    bench.lab.wire(5, True)
    taken(told, lambda report: isinstance(report, Button) and report.down)
    taken(told, lambda report: isinstance(report, Beat))
    began = time.monotonic()
    bench.lab.wire(5, False)
    taken(told, lambda report: isinstance(report, Button) and not report.down)
    assert buttons.quiet_s() < time.monotonic() - began, "it came round since"
    assert {device.state for device in buttons.devices()} == {"connected"}
    buttons.close()
    assert bench.closed
    assert not [thread for thread in threading.enumerate() if thread.name == "buttons"]
    gpiozero.LED(5, pin_factory=bench.lab).close()


@pytest.mark.parametrize(
    ("error", "note"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "gpio.no_lgpio"),
        (gpiozero.BadPinFactory("Unable to find pin factory"), "gpio.no_lgpio"),
        (gpiozero.PinUnknownPi("unable to locate Pi revision"), "gpio.no_pi"),
        (RuntimeError("can not open gpiochip"), "gpio.no_access"),
        (PermissionError(13, "Permission denied"), "gpio.no_access"),
        (RuntimeError("GPIO busy"), "gpio.busy"),
        (ValueError("?"), "gpio.fault"),
    ],
)
def test_fault_of_the_pins_is_reported_with_its_cure(error: Exception, note: str) -> None:
    assert trouble(error) == note
