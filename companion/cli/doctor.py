"""The command `companion doctor`: find faults of machine, wiring and table file, and cures."""

import argparse
from typing import TextIO

from companion.cli.options import add_data, add_table
from companion.doctor.doctor import doctor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_table(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    parser.add_argument("--port", type=int, default=8000, help="the service's port")
    parser.add_argument("--strip", type=int, metavar="SEAT", help="test this seat's strip")
    parser.add_argument(
        "--reader",
        nargs="?",
        const="",
        metavar="PORT",
        help="count a reader's hits: PORT, i2c or spi",
    )
    add_data(parser)
    parser.set_defaults(command=command)


def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the checks. Exit status 1 if something is broken."""
    return doctor(args, out)
