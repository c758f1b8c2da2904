"""A real PostgreSQL server of its own, on a socket in a folder."""

import os
import shutil
import subprocess
from glob import glob
from pathlib import Path

ORDINARY = "nobody"
"""PostgreSQL does not run as root."""


def program(name: str) -> str:
    """A program of Debian's package, which is not in PATH."""
    found = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name) or name


class PostgreSQL:
    """A server without TCP, in a new folder. Nothing of it is synced."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._user = ORDINARY if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        data = str(folder / "data")
        words = ["-D", data, "-U", "hall", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        self._run(program("initdb"), *words, "--no-instructions")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        folder = str(self._folder)
        options = f"-c fsync=off -c listen_addresses= -c unix_socket_directories={folder}"
        ctl = [program("pg_ctl"), "-D", f"{folder}/data", "-w", "-s", "-o", options]
        self._run(*ctl, "-l", f"{folder}/log", "start")

    def stop(self) -> None:
        """End the server at once, as a crash does."""
        self._run(program("pg_ctl"), "-D", str(self._folder / "data"), "-m", "immediate", "stop")

    def url(self) -> str:
        """The address of its database."""
        return f"postgresql://hall@/postgres?host={self._folder}"

    def _run(self, *words: str) -> None:
        subprocess.run(
            words, check=True, user=self._user, cwd="/", stdout=subprocess.DEVNULL, timeout=60
        )
