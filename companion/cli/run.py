"""The command `companion run`: run the service."""

import argparse
from pathlib import Path
from typing import TextIO

from companion.cli.options import add_data, add_network, add_stick, add_table, check_tls
from companion.run import run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_table(parser)
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on")
    parser.add_argument(
        "--port", type=int, default=8000, help="the port to listen on (0: any free)"
    )
    parser.add_argument(
        "--also-port", type=int, action="append", default=[], help="another port, if it can be had"
    )
    add_network(parser)
    parser.add_argument("--simulate", action="store_true", help="the simulated room, no hardware")
    parser.add_argument("--tape", type=Path, help="record everything that happens in this new file")
    add_stick(parser)
    parser.add_argument("--sync-delay-ms", type=float, default=0.0, help=argparse.SUPPRESS)
    parser.add_argument(
        "--no-fast-path",
        dest="fast_path",
        action="store_false",
        help="answer acts through all layers of the web server: the same, but slower",
    )
    add_data(parser)

    def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        check_tls(parser, args)
        return run(args)

    parser.set_defaults(command=command)
