"""Identify the Raspberry Pi and its pixel driver. Pure but for `this_pi`.

The driver depends on the processor: up to the Pi 4 pixels are written by rpi_ws281x (PWM, PCM or
SPI), on the Pi 5 by its I/O chip, the RP1 (hardware.md 2.1). The processor is in the revision code
in /proc/cpuinfo, or, if a kernel omits that, follows from the name in the device tree.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
MODEL = Path("/proc/device-tree/model")

WS281X = "ws281x"
PIO = "pio"

_PROCESSORS = {0: WS281X, 1: WS281X, 2: WS281X, 3: WS281X, 4: PIO}
"""The pixel driver of each processor: BCM2835, 2836, 2837, 2711, 2712."""

_MODELS = {
    0x00: "A", 0x01: "B", 0x02: "A+", 0x03: "B+", 0x04: "2B", 0x06: "CM1", 0x08: "3B",
    0x09: "Zero", 0x0A: "CM3", 0x0C: "Zero W", 0x0D: "3B+", 0x0E: "3A+", 0x10: "CM3+",
    0x11: "4B", 0x12: "Zero 2 W", 0x13: "400", 0x14: "CM4", 0x15: "CM4S", 0x17: "5",
    0x18: "CM5", 0x19: "500", 0x1A: "CM5 Lite",
}  # fmt: skip
"""The board names of the types in a revision code."""

_NEW_STYLE = 1 << 23


@dataclass(frozen=True, slots=True)
class Pi:
    """A Raspberry Pi. `pixels`: its pixel driver, "" for an unknown processor."""

    model: str
    pixels: str


def pi_of(cpuinfo: str, model: str = "") -> Pi | None:
    """Identify a Pi by /proc/cpuinfo and its name in the device tree; None if it is not a Pi."""
    names = re.search(r"^Model\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    name = model.strip("\0 \n") or (names[1].strip() if names else "")
    revision = re.search(r"^Revision\s*:\s*([0-9a-fA-F]+)$", cpuinfo, re.MULTILINE)
    hardware = re.search(r"^Hardware\s*:\s*BCM2", cpuinfo, re.MULTILINE)
    if name and not name.startswith("Raspberry Pi"):
        return None
    if revision and (name or hardware):
        return _by_revision(int(revision[1], 16))
    return _by_name(name) if name else None


def this_pi() -> Pi | None:
    """The Pi that runs this program; None on any other machine."""
    return pi_of(_text(CPUINFO), _text(MODEL))


def pixel_trouble(pi: Pi | None, pin: str, is_root: bool, usable: Callable[[str], bool]) -> str:
    """The message key of a known obstacle to pixels at this pin, "" for none.

    Call this before the hardware library: after a failure rpi_ws281x can crash the process.
    `usable` says whether a device may be read and written.
    """
    if pi is None:
        return ""
    if pi.pixels == PIO:
        return "" if usable("/dev/pio0") else "strip.no_pio"
    if pin == "D10":
        return "" if usable("/dev/spidev0.0") else "strip.no_spi"
    return "" if is_root else "strip.no_root"


def _by_revision(code: int) -> Pi:
    if not code & _NEW_STYLE:
        return Pi("1", WS281X)
    kind = code >> 4 & 0xFF
    return Pi(_MODELS.get(kind, f"type {kind:02X}"), _PROCESSORS.get(code >> 12 & 0xF, ""))


def _by_name(name: str) -> Pi:
    short = name.removeprefix("Raspberry Pi").partition(" Rev ")[0].replace(" Model ", "").strip()
    generation = re.search(r"\d", short)  # "400" and "Zero 2 W" also begin this way
    number = int(generation[0]) if generation else 1
    return Pi(short, WS281X if number < 5 else PIO if number == 5 else "")


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text("latin-1")
    return ""
