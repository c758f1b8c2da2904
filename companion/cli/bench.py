"""The command `companion bench`: measure the figures that we claim."""

import argparse
from functools import partial
from typing import TextIO

from companion.bench import report
from companion.bench.wires import Failed
from companion.errors import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    parser.add_argument(
        "--taps", type=partial(_whole, 1, 100_000), default=2000, help="taps (default 2000)"
    )
    parser.add_argument(
        "--watchers",
        type=partial(_whole, 0, 5000),
        default=500,
        help="phones that look on (default 500; 0: none)",
    )
    parser.add_argument(
        "--played", action="store_true", help="only the strength of the sleds that the table plays"
    )
    _add_hall(parser)
    parser.set_defaults(command=command)


def _add_hall(parser: argparse.ArgumentParser) -> None:
    """Add the options of a hall's benchmark."""
    parser.add_argument(
        "--hall", action="store_true", help="only a hall, with tables and spectators (Mosquitto)"
    )
    for name, most, default, what in (
        ("tables", 2000, 20, "that play"),
        ("spectators", 600, 100, "who watch all tables"),
        ("seconds", 86_400, 20, "of play"),
        ("every", 3600, 1, "seconds an act at each table"),
        ("stored", 10_000_000, 100_000, "acts for the cost of a further one; 0: not measured"),
    ):
        low = 0 if name == "stored" else 1
        text = f"with --hall: {what} (default {default})"
        read = partial(_whole, low, most)
        parser.add_argument(f"--{name}", type=read, default=default, metavar="N", help=text)


def _whole(low: int, high: int, text: str) -> int:
    """A whole number from `low` to `high`, both included."""
    if not (text.isdecimal() and len(text) <= len(str(high)) and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, please")
    return int(text)


def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Measure. Exit status 1 if this machine misses a claim. Raises Refused."""
    try:
        return report.main(args)
    except Failed as fault:
        raise Refused("bench.failed", detail=str(fault)) from fault
    except OSError as fault:
        raise Refused("bench.failed", detail=fault.strerror) from fault
