"""The machine as the doctor sees it: files below a root, commands, environment, clock.

All checks read the outside world through a Machine, so that tests can lay out a fault as a folder
and stand-in commands and run the same code as on a real machine.
"""

import os
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from companion.drivers.pi.board import Pi, pi_of
from companion.system import mdns

COMMAND_S = 5.0
"""Seconds that a system command may take; a slower one counts as missing."""


class Ran(NamedTuple):
    """A finished command: its exit status, standard output and standard error."""

    status: int
    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine to examine. `now`: wall clock, seconds since 1970. `modules`: like sys.path.

    `wleds`: searches the network; the address of each WLED by its host name.
    """

    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    now: Callable[[], float] = time.time
    python: tuple[int, ...] = sys.version_info[:3]
    modules: Sequence[str] = field(default_factory=lambda: sys.path)
    wleds: Callable[[], Mapping[str, str]] = mdns.wleds

    def path(self, absolute: str | Path) -> Path:
        """The real path of an absolute path on the machine."""
        return self.root / str(absolute).lstrip("/")

    def text(self, absolute: str | Path) -> str:
        """A file's text, "" if it cannot be read."""
        try:
            return self.path(absolute).read_text("utf-8", "replace")
        except OSError:
            return ""

    def lines(self, absolute: str | Path) -> list[str]:
        """A file's lines without comments and blanks; none if it cannot be read."""
        told = (line.partition("#")[0].strip() for line in self.text(absolute).splitlines())
        return [line for line in told if line]

    def exists(self, absolute: str | Path) -> bool:
        """Whether the path exists (a dangling link does not)."""
        return self.path(absolute).exists()

    def files(self, folder: str, pattern: str = "*") -> list[Path]:
        """The files in a folder, sorted by name; none if there is no such folder."""
        return sorted(self.path(folder).glob(pattern))

    def named(self, path: Path) -> str:
        """The absolute path on the machine: the inverse of `path`."""
        return f"/{path.relative_to(self.root)}"

    def run(self, *command: str) -> str | None:
        """Run a command and return its output; None as for `ran`."""
        ran = self.ran(*command)
        return ran.text if ran else None

    def ran(self, *command: str, most_s: float = COMMAND_S) -> "Ran | None":
        """Run a command to its end; None if it is missing, fails to start or takes too long."""
        program = shutil.which(command[0], path=self.environ.get("PATH", os.defpath))
        if program is None:
            return None
        try:
            ran = subprocess.run(
                [program, *command[1:]],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=dict(self.environ),
                timeout=most_s,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        text, fault = (told.decode("utf-8", "replace").strip() for told in (ran.stdout, ran.stderr))
        return Ran(ran.returncode, text, fault)

    def is_active(self, unit: str) -> bool:
        """Whether systemd reports this unit as active."""
        return self.run("systemctl", "is-active", unit) == "active"

    def trouble(self, unit: str) -> str:
        """Why this unit does not start, from its status text; "" if it starts or gives no text."""
        told = (
            self.run("systemctl", "show", "--property=ActiveState,SubState,StatusText", unit) or ""
        )
        said = dict(line.partition("=")[::2] for line in told.splitlines())
        ends = said.get("ActiveState") == "failed" or said.get("SubState") == "auto-restart"
        return said.get("StatusText", "") if ends else ""

    def has_module(self, name: str) -> bool:
        """Whether this Python could import a module; does not import it."""
        return PathFinder.find_spec(name, self.modules) is not None

    @property
    def pi(self) -> Pi | None:
        """Which Raspberry Pi this is, None for another machine."""
        return pi_of(self.text("/proc/cpuinfo"), self.text("/proc/device-tree/model"))

    @property
    def user(self) -> int:
        """The id of the user who runs the doctor."""
        return self._ids("Uid")[0]

    @property
    def groups(self) -> frozenset[int]:
        """The ids of all groups that this user is in now."""
        return frozenset((*self._ids("Gid")[:1], *self._ids("Groups")))

    def group(self, name: str) -> int | None:
        """The id of a group, None if the machine has no such group."""
        for line in self.lines("/etc/group"):
            parts = line.split(":")
            if parts[0] == name and len(parts) > 2 and parts[2].isdigit():
                return int(parts[2])
        return None

    def may_write(self, path: Path) -> bool:
        """Whether this user may read and write the file, by owner, group and mode."""
        try:
            found = path.stat()
        except OSError:
            return False
        if self.user == 0:
            return True
        if found.st_uid == self.user:
            need = stat.S_IRUSR | stat.S_IWUSR
        elif found.st_gid in self.groups:
            need = stat.S_IRGRP | stat.S_IWGRP
        else:
            need = stat.S_IROTH | stat.S_IWOTH
        return found.st_mode & need == need

    def _ids(self, name: str) -> list[int]:
        found = re.search(rf"^{name}:([\s\d]*)$", self.text("/proc/self/status"), re.MULTILINE)
        return [int(word) for word in found[1].split()] if found else [0]
