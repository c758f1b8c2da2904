"""The commands `companion emulate reader / seat`: emulate hardware from a script."""

import argparse
from typing import TextIO

from companion.drivers.simulated import pn532_ports, seat_script


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs and their options."""
    verbs = parser.add_subparsers(required=True, metavar="reader | seat")
    reader = verbs.add_parser("reader", help="a PN532 on a serial port")
    seat = verbs.add_parser("seat", help="a seat's board on a serial port")
    seat.add_argument("--seat", type=int, default=1, choices=range(1, 7), help="its straps")
    for one in (reader, seat):
        one.add_argument("path", help="where the port stands as long as the command runs")
        one.add_argument("--stay", action="store_true", help="stay after the script's end")
    reader.set_defaults(command=play_reader)
    seat.set_defaults(command=play_seat)


def play_reader(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Emulate a reader until its script ends."""
    return pn532_ports.emulate(args)


def play_seat(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Emulate a seat's board until its script ends."""
    return seat_script.emulate(args)
