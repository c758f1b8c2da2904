"""The commands `companion service install / remove / show / dark`."""

import argparse
from pathlib import Path
from typing import TextIO

from companion.cli.options import add_network, check_tls
from companion.system import systemd_unit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("verb", choices=("install", "remove", "show", "dark"))
    parser.add_argument(
        "--table", type=Path, help="the builder's table.toml (default: the one here)"
    )
    parser.add_argument("--user", help="who runs it (default: you)")
    parser.add_argument("--port", type=int, default=8000, help="its port, beside 80")
    parser.add_argument("--root", type=Path, help="write below this folder and start nothing")
    add_network(parser)

    def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        check_tls(parser, args)
        if args.verb == "dark":
            return systemd_unit.dark(args, err)
        return systemd_unit.service(args, out, err)

    parser.set_defaults(command=command)
