"""wiring.md agrees with its drawings, the firmware's pins and table.toml's limits."""

import ast
import re
from pathlib import Path

import pytest

from companion.table_file.claims import BUTTON_PINS, I2C_PINS, SPI_PINS
from companion.table_file.file import load, read
from companion.table_file.strips import STRIP_PINS
from companion.toml_lines import Source
from docs import draw_wiring as wiring

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "wiring.md").read_text()
TABLES = [wiring.SEAT, wiring.SHIFTER, wiring.PI, wiring.I2C, wiring.SPI]
NAMES = {"pixels": "74AHCT125 pin 2 (1A)"}


def firmware_pins() -> dict[str, str]:
    """The pins in firmware/code.py, by their names there."""
    for node in ast.walk(ast.parse((ROOT / "firmware" / "code.py").read_text())):
        match node:
            case ast.Assign(targets=[ast.Name("PINS")], value=ast.Dict(keys=keys, values=values)):
                return {
                    key.value: value.attr
                    for key, value in zip(keys, values, strict=True)
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Attribute)
                }
    raise AssertionError("firmware/code.py has no table of pins")


def test_every_pin_of_the_firmware_has_a_wire() -> None:
    wires = {wire.to: wire.pin for wire in wiring.SEAT}
    for name, pin in firmware_pins().items():
        places = [NAMES.get(name, name), f"button {name}", f"PN532 {name.removeprefix('reader ')}"]
        found = [wires[place] for place in places if place in wires]
        assert found == [pin], name


@pytest.mark.parametrize("wires", TABLES)
def test_no_pin_has_two_wires(wires: tuple[wiring.Wire, ...]) -> None:
    assert len({wire.number for wire in wires}) == len({wire.pin for wire in wires}) == len(wires)


@pytest.mark.parametrize("wires", TABLES)
def test_the_page_has_every_wire(wires: tuple[wiring.Wire, ...]) -> None:
    assert wiring.table(wires) in PAGE


@pytest.mark.parametrize("name", wiring.DRAWINGS)
def test_the_drawings_are_made_from_the_tables(name: str, tmp_path: Path) -> None:
    wiring.draw(tmp_path)
    assert (tmp_path / name).read_text() == (wiring.DOCS / name).read_text()
    assert f"docs/{name}" in PAGE


def test_the_pis_pins_are_accepted_by_the_table_file() -> None:
    low, high = BUTTON_PINS
    for wire in wiring.PI:
        if wire.to.startswith("button"):
            assert low <= int(wire.pin.removeprefix("BCM ")) <= high
        if wire.to.startswith("shifter"):
            assert f"D{wire.pin.removeprefix('BCM ')}" in STRIP_PINS


def bcm(wire: wiring.Wire) -> int:
    return int(wire.pin.removeprefix("BCM "))


def test_the_buses_are_wired_as_the_table_file_expects() -> None:
    clock_and_data = {bcm(wire) for wire in wiring.I2C if wire.to in ("PN532 SDA", "PN532 SCL")}
    assert clock_and_data == set(I2C_PINS)
    shared = {bcm(wire) for wire in wiring.SPI if "shared" in wire.why or "share" in wire.why}
    assert shared < set(SPI_PINS)
    reset, req = (bcm(wire) for wire in wiring.I2C if wire.why.startswith(("reset", "req")))
    text = f'[[reader]]\nbus = "i2c"\nreset = {reset}\nreq = {req}\n'
    for wire in wiring.SPI:
        if wire.why.startswith("cs"):
            text += f'[[reader]]\nbus = "spi"\ncs = {bcm(wire)}\n'
    assert len(read(Source("wiring.md", text)).readers) == 4


def test_the_budgets_of_the_power_plan_are_the_defaults() -> None:
    seat = load(ROOT / "table.example.toml").seats[0]
    assert seat.leds.budget_ma == 160
    assert "160 a seat, 1200 for a table strip" in PAGE


def test_every_step_names_its_source() -> None:
    steps = re.findall(r"^\| \d+ \|.*\| ([^|]+) \|$", PAGE.partition("## Step by step")[2], re.M)
    assert len(steps) == 12
    on_the_pi = re.findall(r"^\| [A-F] \|.*\| ([^|]+) \|$", PAGE, re.M)
    assert len(on_the_pi) == 6
    steps += on_the_pi
    assert all(step.startswith(("emulated", "not tried", "tried")) for step in steps)
