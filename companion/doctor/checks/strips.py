"""Check the needs of the strip on the Pi's own pins, by pin and Pi model (hardware.md 2.1), and
find WLEDs."""

import socket
from collections.abc import Iterator

from companion.doctor.checks.ports import boot_lines
from companion.doctor.finding import Case, Finding, found
from companion.drivers.pi.board import PIO

PWM_PINS = ("D12", "D13", "D18")
SPI_PIN = "D10"
SPI_DEVICE, PIO_DEVICE = "/dev/spidev0.0", "/dev/pio0"

SPI_BYTES_A_PIXEL = 9
"""Bytes on the wire per pixel: three bits for each of its 24."""

SPI_BUFFER = 4096
"""The default buffer size of the kernel's SPI driver, in bytes."""


def strip(case: Case) -> Iterator[Finding]:
    """Find what keeps the table's strip from working."""
    if not case.strip_pin or not case.machine.pi:
        return
    if case.pixels == PIO:
        yield from _pio(case)
    elif case.strip_pin == SPI_PIN:
        yield from _spi(case)
    else:
        yield from _pwm(case)


def _pio(case: Case) -> Iterator[Finding]:
    machine = case.machine
    if not machine.exists(PIO_DEVICE):
        yield found("strip_pio")
    elif not machine.may_write(machine.path(PIO_DEVICE)):
        yield found("strip_pio_forbidden")


def _spi(case: Case) -> Iterator[Finding]:
    machine, lines = case.machine, boot_lines(case.machine)
    if not machine.exists(SPI_DEVICE):
        yield found("strip_spi_off")
    missing = [line for line in _core(case) if line not in lines]
    if missing:
        yield found("strip_core_freq", lines=", ".join(missing))
    wide = "spidev.bufsiz=32768" in machine.text("/proc/cmdline")
    pixels = case.config.strip.pixels if case.config.strip else 0
    if pixels * SPI_BYTES_A_PIXEL > SPI_BUFFER and not wide:
        yield found("strip_buffer", pixels=pixels, most=SPI_BUFFER // SPI_BYTES_A_PIXEL)


def _core(case: Case) -> tuple[str, ...]:
    """Check the lines in config.txt that keep the SPI clock steady."""
    model = case.machine.pi.model if case.machine.pi else ""
    if model.startswith(("4", "CM4")):
        return ("core_freq=500", "core_freq_min=500")
    return ("core_freq=250",)


def _pwm(case: Case) -> Iterator[Finding]:
    machine = case.machine
    if machine.user != 0:
        yield found("strip_root", pin=case.strip_pin)
    silenced = any(
        "blacklist snd_bcm2835" in machine.lines(machine.named(file))
        for file in machine.files("/etc/modprobe.d", "*.conf")
    )
    if case.strip_pin in PWM_PINS and "dtparam=audio=on" in boot_lines(machine) and not silenced:
        yield found("strip_audio", pin=case.strip_pin)


def wleds(case: Case) -> Iterator[Finding]:
    """List the WLEDs on the network, and find hosts in table.toml that do not exist."""
    there = case.machine.wleds()
    for name, address in there.items():
        yield found("fine_wled", name=name, address=address)
    for strip in case.config.wleds:
        if strip.wled not in {*there, *there.values()} and not _is_known(strip.wled):
            yield found("wled_unknown", host=strip.wled)


def _is_known(host: str) -> bool:
    """Whether the host has an address."""
    try:
        socket.getaddrinfo(host.encode(), None)
    except OSError:
        return False
    return True
