"""Check serial ports: present, permitted, not used by other programs, and not mixed up."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.config import UART_PORTS
from companion.doctor.finding import Case, Finding, found
from companion.doctor.machine import Machine
from companion.drivers.serial_port import DATA_INTERFACE

CONSOLE_INTERFACE = "CircuitPython CDC "
BOOT = ("/boot/firmware", "/boot")
"""Folders of the Pi's boot files: since bookworm, and before."""

RULES = "/etc/udev/rules.d/60-companion.rules"
"""The udev rules that `companion service install` writes (systemd_unit.py)."""

_RULES_OF_OTHERS = ("/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d")
_CH340 = "1a86"


def named(case: Case) -> Iterator[Finding]:
    """Check every port in table.toml."""
    machine = case.machine
    for port in case.ports:
        path = machine.path(port)
        if path.exists():
            if not machine.may_write(path):
                yield found("port_forbidden", port=port)
        elif port not in UART_PORTS or _boot_says(machine, "enable_uart=1"):
            yield found("port_missing", port=port)
        else:
            yield found("uart_off", port=port)


def header(case: Case) -> Iterator[Finding]:
    """Check the serial port on the Pi's pins: no console on it, and not the mini-UART."""
    machine = case.machine
    for port in (port for port in case.ports if port in UART_PORTS):
        real = machine.path(port).resolve().name
        if re.search(r"console=(serial0|ttyAMA0|ttyS0)\b", _command_lines(machine)):
            yield found("serial_console", port=port)
        if machine.is_active(f"serial-getty@{real}.service"):
            yield found("serial_getty", port=port, unit=f"serial-getty@{real}.service")
        if real == "ttyS0":
            yield found("mini_uart", port=port)


def others(case: Case) -> Iterator[Finding]:
    """Find system services that write to serial ports or claim them."""
    machine = case.machine
    if machine.is_active("ModemManager.service") and not machine.exists(RULES):
        yield found("modem_manager", rules=RULES)
    for folder in _RULES_OF_OTHERS:
        for rules in machine.files(folder, "*brltty*.rules"):
            if any(_CH340 in line for line in machine.lines(machine.named(rules))):
                yield found("brltty", rules=machine.named(rules))
                return


def adapters(case: Case) -> Iterator[Finding]:
    """Find USB adapters that the system cannot tell apart."""
    machine = case.machine
    twins = Counter(usb.identity for usb in usb_ports(machine))
    for usb in usb_ports(machine):
        if twins[usb.identity] < 2:
            continue
        twins[usb.identity] = 0
        links = [port for port in case.ports if port.startswith("/dev/serial/by-id/")]
        mistaken = [port for port in links if _leads_to(machine, port, usb.identity)]
        if mistaken:
            yield found("same_name_used", port=mistaken[0], product=usb.product)
        else:
            yield found("same_name", product=usb.product)


def circuitpython(case: Case) -> Iterator[Finding]:
    """Check CircuitPython boards: the data port is enabled, and table.toml names that port."""
    machine = case.machine
    ports = usb_ports(machine)
    with_data = {usb.device for usb in ports if usb.interface.startswith(DATA_INTERFACE)}
    consoles = [usb for usb in ports if usb.interface.startswith(CONSOLE_INTERFACE)]
    named = {machine.path(port).resolve().name: port for port in case.ports}
    for console in consoles:
        if console.device not in with_data:
            yield found("no_data_port", port=f"/dev/{console.name}", product=console.product)
        elif console.name in named:
            yield found("console_named", port=named[console.name])


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial port on USB. `device`: its USB device's folder in /sys.

    `identity`: everything that distinguishes the device. `interface`: the device's name for this
    port, "" if it has none.
    """

    name: str
    device: Path
    interface: str
    identity: tuple[str, ...]
    product: str


def usb_ports(machine: Machine) -> list[UsbPort]:
    """Every serial port on USB, as the kernel lists them below /sys/class/tty."""
    told = []
    for entry in machine.files("/sys/class/tty"):
        at = (entry / "device").resolve()
        folders = [at, *at.parents]
        device = next((each for each in folders if (each / "idVendor").exists()), None)
        if device is None:
            continue
        face = next((each for each in folders if (each / "bInterfaceNumber").exists()), device)
        names = ("idVendor", "idProduct", "serial")
        identity = (*(_word(device / name) for name in names), _word(face / "bInterfaceNumber"))
        product = _word(device / "product")
        told.append(UsbPort(entry.name, device, _word(face / "interface"), identity, product))
    return told


def _leads_to(machine: Machine, port: str, identity: tuple[str, ...]) -> bool:
    name = machine.path(port).resolve().name
    return any(usb.name == name and usb.identity == identity for usb in usb_ports(machine))


def _word(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").rstrip("\n")
    except OSError:
        return ""


def _command_lines(machine: Machine) -> str:
    """The kernel's command line, now and at the next start."""
    files = ("/proc/cmdline", *(f"{folder}/cmdline.txt" for folder in BOOT))
    return "\n".join(machine.text(file) for file in files)


def _boot_says(machine: Machine, line: str) -> bool:
    return line in boot_lines(machine)


def boot_lines(machine: Machine) -> list[str]:
    """The settings in config.txt."""
    return [line for folder in BOOT for line in machine.lines(f"{folder}/config.txt")]
