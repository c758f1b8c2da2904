"""Options that several commands share."""

import argparse
import os
from pathlib import Path

INSTALLED = Path("/var/lib/companion")
"""Where the installed service saves (systemd_unit.py). Whoever may write there means that data."""


def default_data() -> Path:
    """The directory of saved data, unless `--data` names another."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    if os.access(INSTALLED, os.W_OK):
        return INSTALLED
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "companion"


def add_data(command: argparse.ArgumentParser) -> None:
    """`--data DIR`."""
    command.add_argument("--data", type=Path, default=default_data(), help="where things are saved")


def add_stick(command: argparse.ArgumentParser) -> None:
    """`--backup DIR`."""
    command.add_argument(
        "--backup", type=Path, metavar="DIR", help="backups are there, too: on a stick"
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """`--table FILE`."""
    command.add_argument("--table", type=Path, help="the builder's table.toml")


def add_network(command: argparse.ArgumentParser) -> None:
    """`--tls`, `--tls-port` and `--mdns`: other ways to reach the service."""
    command.add_argument(
        "--tls",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="https, too: with this certificate and key, or with one of the table's own authority",
    )
    command.add_argument("--tls-port", type=int, default=8443, help="its port (0: any free)")
    command.add_argument(
        "--mdns", action="store_true", help="a name on the network, too: companion.local"
    )


def check_tls(command: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End with exit status 2 unless `--tls` has no file or two."""
    if len(args.tls or ()) not in (0, 2):
        command.error("--tls takes a certificate and its key, or nothing")
