"""Options that several commands share."""

import argparse
import os
from pathlib import Path

from companion.errors import StoreError
from companion.store.file import check_directory
from companion.store.recovery import Backups
from companion.system.package import is_packaged

INSTALLED = Path("/var/lib/companion")
"""Data directory of the installed service (systemd_unit.py): the default if it is writable.

For the Debian package it always is: without sudo a command would show an empty directory.
"""


def default_data() -> Path:
    """The default data directory."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    if is_packaged() or os.access(INSTALLED, os.W_OK):
        return INSTALLED
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "companion"


def add_data(command: argparse.ArgumentParser) -> None:
    """Add `--data DIR`."""
    command.add_argument("--data", type=Path, default=default_data(), help="where things are saved")


def add_stick(command: argparse.ArgumentParser) -> None:
    """Add `--backup DIR`."""
    command.add_argument(
        "--backup", type=Path, metavar="DIR", help="backups are there, too: on a stick"
    )


def kept_by(args: argparse.Namespace) -> Backups:
    """The backups of `--data` and `--backup`. Raises StoreError if one of them is a file."""
    check_directory(args.data)
    if args.backup and args.backup.exists() and not args.backup.is_dir():
        raise StoreError("backups.no_folder", place=str(args.backup))
    return Backups(args.data, args.backup)


def add_table(command: argparse.ArgumentParser) -> None:
    """Add `--table FILE`."""
    command.add_argument(
        "--table", type=Path, help="the builder's table.toml (default: the one here, or in /etc)"
    )


def add_network(command: argparse.ArgumentParser) -> None:
    """Add `--tls`, `--tls-port` and `--mdns`: other ways to reach the service."""
    add_tls(command, 8443)
    command.add_argument(
        "--mdns", action="store_true", help="a name on the network, too: companion.local"
    )


def add_tls(command: argparse.ArgumentParser, port: int) -> None:
    """Add `--tls` and `--tls-port`, by default this port."""
    command.add_argument(
        "--tls",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="https, too: with this certificate and key, or with one of an own authority",
    )
    command.add_argument("--tls-port", type=int, default=port, help="its port (0: any free)")


def check_tls(command: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Exit with status 2 if `--tls` has one file or more than two."""
    if len(args.tls or ()) not in (0, 2):
        command.error("--tls takes a certificate and its key, or nothing")
