"""A Raspberry Pi as a folder of files and stand-in commands, healthy at first."""

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.doctor.doctor import SUBJECTS, examine
from companion.doctor.finding import Case, Finding
from companion.doctor.machine import Machine
from companion.table_file.file import read
from companion.toml_lines import Source

READER = '[[reader]]\nport = "/dev/serial0"\n'
BUTTON = '[[button]]\npin = 5\nseat = 1\nname = "ok"\n'
NOW_S = 1_800_000_000.0

REVISIONS = {"3B": "a02082", "4B": "c03115", "5": "c04170", "Zero 2 W": "902120"}


def strip(pin: str, pixels: int = 60) -> str:
    """A strip on the Pi."""
    return f'[strip]\npin = "{pin}"\npixels = {pixels}\nsegments = [[1, 0, 12]]\n'


class SickPi:
    """A machine to examine. `examine`: the checks for a story, by default all but devices."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.root = folder / "root"
        self.bin = folder / "bin"
        self.modules = folder / "modules"
        self.toml = ""
        self.environ = {"PATH": str(self.bin), "LANG": "en_GB.UTF-8"}
        self.now_s = NOW_S
        self.python: tuple[int, ...] = (3, 11, 2)
        self.port = 8000
        self.wleds: dict[str, str] = {}
        self.examine: Callable[[], Iterable[Finding]] = self._examine
        self._healthy()

    def _healthy(self) -> None:
        self.become(os.getuid() + 1, os.getgid())
        self.board("4B")
        groups = "".join(f"{name}:x:{os.getgid()}:\n" for name in ("dialout", "gpio", "spi"))
        self.write("/etc/group", groups)
        self.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
        self.write("/proc/cmdline", "console=tty1 root=PARTUUID=1 rootwait")
        self.write("/boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1 rootwait")
        self.write("/boot/firmware/config.txt", "# made by hand\nenable_uart=1\n")
        self.write("/run/systemd/timesync/synchronized")
        self.write("/proc/net/tcp", "  sl  local_address rem_address   st\n")
        self.write("/data/companion.db")
        self.root.joinpath("data").chmod(0o777)
        self.root.joinpath("data/companion.db").chmod(0o666)
        for device in ("gpiochip0", "ttyAMA0", "spidev0.0"):
            self.device(f"/dev/{device}")
        self.link("/dev/serial0", "ttyAMA0")
        self.command("vcgencmd", "throttled=0x0")
        self.command("systemctl", "inactive")
        self.free_mb(5000)
        for module in ("serial", "gpiozero", "lgpio", "board", "neopixel", "_rpi_ws281x"):
            self.module(module)

    def board(self, model: str) -> None:
        """Set the Pi's model."""
        self.write("/proc/cpuinfo", f"Hardware\t: BCM2835\nRevision\t: {REVISIONS[model]}\n")

    def become(self, user: int, *groups: int) -> None:
        """Set the user who runs the doctor."""
        told = "\t".join([str(user)] * 4)
        listed = " ".join(map(str, groups))
        self.write("/proc/self/status", f"Uid:\t{told}\nGid:\t{told}\nGroups:\t{listed} \n")

    def write(self, path: str, text: str = "") -> Path:
        """Write a file."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def remove(self, path: str) -> None:
        """Remove a file."""
        (self.root / path.lstrip("/")).unlink()

    def link(self, path: str, to: str) -> None:
        """Make a relative symbolic link."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.symlink_to(to)

    def device(self, path: str, mode: int = 0o660) -> None:
        """Make a device file of root and the machine's only group."""
        self.write(path).chmod(mode)

    def command(self, name: str, prints: str, when: str = "*") -> None:
        """Make a stand-in command that prints this, only for the arguments `when` if given."""
        self.bin.mkdir(exist_ok=True)
        file = self.bin / name
        file.write_text(f'#!/bin/sh\ncase "$*" in\n{when}) printf "%s\\n" "{prints}";;\nesac\n')
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def free_mb(self, free: int) -> None:
        """Set the free space on the disk, in MB."""
        self.command("df", f"Filesystem 1024-blocks Used Available\ndisk 9 9 {free * 1024} 1% /")

    def module(self, name: str) -> None:
        """Make a module importable."""
        self.modules.mkdir(exist_ok=True)
        (self.modules / f"{name}.py").touch()

    def usb(
        self, name: str, product: str, serial: str = "", face: str = "", number: int = 0
    ) -> None:
        """Add a USB device's serial port; same product and serial number mean the same device."""
        device = f"/sys/devices/usb1/{product}-{serial or name}".replace(" ", "_")
        self.write(f"{device}/idVendor", "1a86\n")
        self.write(f"{device}/idProduct", "7523\n")
        self.write(f"{device}/product", f"{product}\n")
        if serial:
            self.write(f"{device}/serial", f"{serial}\n")
        self.write(f"{device}/if{number}/bInterfaceNumber", f"{number:02}\n")
        self.write(f"{device}/if{number}/interface", f"{face}\n")
        self.link(
            f"/sys/class/tty/{name}/device", f"../../..{device.removeprefix('/sys')}/if{number}"
        )
        self.device(f"/dev/{name}")

    @property
    def machine(self) -> Machine:
        """The Machine that the checks get."""
        modules = [str(self.modules)]
        now, wleds = lambda: self.now_s, lambda: self.wleds
        return Machine(self.root, self.environ, now, self.python, modules, wleds)

    @property
    def case(self) -> Case:
        """The Case of the machine and the story's table."""
        config = read(Source("table.toml", self.toml))
        return Case(self.machine, config, Path("/data"), self.port)

    def _examine(self) -> Iterable[Finding]:
        subjects = {name: checks for name, checks in SUBJECTS.items() if name != "devices"}
        return examine(self.case, subjects)

    def ids(self) -> set[str]:
        """The ids of all findings now."""
        return {finding.id for finding in self.examine()}
