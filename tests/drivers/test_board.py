"""Every Pi gets the right pixel driver, as in the Adafruit libraries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.drivers.pi import board
from companion.drivers.pi.board import Pi, pi_of, pixel_trouble, this_pi

BOARDS = {
    "a02082": ("Raspberry Pi 3 Model B Rev 1.2", Pi("3B", "ws281x")),
    "c03115": ("Raspberry Pi 4 Model B Rev 1.5", Pi("4B", "ws281x")),
    "d04171": ("Raspberry Pi 5 Model B Rev 1.1", Pi("5", "pio")),
    "902120": ("Raspberry Pi Zero 2 W Rev 1.0", Pi("Zero 2 W", "ws281x")),
}
DETECTED = {"3B": "3B", "4B": "4B", "5": "5", "Zero 2 W": "ZERO_2_W"}
BACK_ENDS = {
    "ws281x": "adafruit_blinka.microcontroller.bcm283x.neopixel",
    "pio": "adafruit_raspberry_pi5_neopixel_write",
}
DETECT = """
import adafruit_platformdetect, neopixel_write
print(adafruit_platformdetect.Detector().board.id, neopixel_write._neopixel.__name__)
"""


def cpuinfo(revision: str, name: str = "", hardware: str = "BCM2835") -> str:
    """The end of a /proc/cpuinfo, also without the lines that newer kernels omit."""
    lines = ["processor\t: 3", "CPU part\t: 0xd03", ""]
    lines += [f"Hardware\t: {hardware}"] if hardware else []
    lines += [f"Revision\t: {revision}"] if revision else []
    lines += ["Serial\t\t: 00000000deadbeef"]
    lines += [f"Model\t\t: {name}"] if name else []
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("revision", "named"), BOARDS.items(), ids=list(BOARDS))
def test_a_pi_is_identified_by_revision_or_name(revision: str, named: tuple[str, Pi]) -> None:
    name, pi = named
    assert pi_of(cpuinfo(revision, name)) == pi
    assert pi_of(cpuinfo(revision, hardware=""), f"{name}\0") == pi
    assert pi_of(cpuinfo("", hardware=""), f"{name}\0").pixels == pi.pixels  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("revision", "pi"),
    [
        ("000e", Pi("1", "ws281x")),
        ("1000002", Pi("1", "ws281x")),  # warranty bit
        ("a020d3", Pi("3B+", "ws281x")),
        ("c03130", Pi("400", "ws281x")),
        ("d04190", Pi("500", "pio")),
        ("f051b0", Pi("type 1B", "")),  # a future processor
    ],
)
def test_other_boards_are_identified_by_processor(revision: str, pi: Pi) -> None:
    assert pi_of(cpuinfo(revision)) == pi


@pytest.mark.parametrize(
    ("name", "pi"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", Pi("B Plus", "ws281x")),
        ("Raspberry Pi Compute Module 5 Rev 1.0", Pi("Compute Module 5", "pio")),
        ("Raspberry Pi 500 Rev 1.0", Pi("500", "pio")),
        ("Raspberry Pi 6 Model B Rev 1.0", Pi("6B", "")),
    ],
)
def test_a_name_alone_is_enough(name: str, pi: Pi) -> None:
    assert pi_of("", name) == pi


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("", ""),
        ("vendor_id\t: GenuineIntel\nmodel name\t: Celeron\n", ""),
        (cpuinfo("0000", hardware="Allwinner sun8i"), "OrangePi One\0"),
        (cpuinfo("a02082", hardware=""), ""),
    ],
)
def test_another_machine_is_not_a_pi(text: str, model: str) -> None:
    assert pi_of(text, model) is None


def test_this_pi_reads_this_machines_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text(cpuinfo("902120"))
    monkeypatch.setattr(board, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(board, "MODEL", tmp_path / "missing")
    assert this_pi() == Pi("Zero 2 W", "ws281x")


@pytest.mark.parametrize(
    ("pi", "pin", "is_root", "device", "note"),
    [
        (Pi("4B", "ws281x"), "D18", False, "", "strip.no_root"),
        (Pi("4B", "ws281x"), "D18", True, "", ""),
        (Pi("4B", "ws281x"), "D10", True, "", "strip.no_spi"),
        (Pi("4B", "ws281x"), "D10", False, "/dev/spidev0.0", ""),
        (Pi("5", "pio"), "D18", True, "", "strip.no_pio"),
        (Pi("5", "pio"), "D18", False, "/dev/pio0", ""),
        (None, "D18", False, "", ""),
    ],
)
def test_obstacles_to_pixels_are_detected_beforehand(
    pi: Pi | None, pin: str, is_root: bool, device: str, note: str
) -> None:
    assert pixel_trouble(pi, pin, is_root, lambda path: path == device) == note


@pytest.mark.parametrize(("revision", "named"), BOARDS.items(), ids=list(BOARDS))
def test_the_real_platformdetect_and_blinka_choose_the_same_back_end(
    revision: str, named: tuple[str, Pi], tmp_path: Path
) -> None:
    pytest.importorskip("adafruit_platformdetect")
    try_mount = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    if try_mount.returncode:
        pytest.skip("a fake /proc/cpuinfo needs root: run the tests as root, or in a container")
    name, pi = named
    for module in ("gpiod", "_rpi_ws281x", "adafruit_raspberry_pi5_neopixel_write"):
        (tmp_path / f"{module}.py").touch()
    (tmp_path / "cpuinfo").write_text(cpuinfo(revision, name))
    mount = f'mount --bind "{tmp_path}/cpuinfo" /proc/cpuinfo && exec "$@"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-c", DETECT],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [f"RASPBERRY_PI_{DETECTED[pi.model]}", BACK_ENDS[pi.pixels]], (
        done.stderr
    )
