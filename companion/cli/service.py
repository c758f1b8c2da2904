"""The commands `companion service install / renew / remove / show / dark`."""

import argparse
from pathlib import Path
from typing import TextIO

from companion.cli.options import add_network, check_tls
from companion.doctor.machine import Machine
from companion.system import systemd_unit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("verb", choices=("install", "renew", "remove", "show", "dark"))
    parser.add_argument(
        "--table", type=Path, help="the builder's table.toml (default: the one here, or in /etc)"
    )
    parser.add_argument(
        "--user", help="who runs it (default: you; of the Debian package, its own user)"
    )
    parser.add_argument("--port", type=int, default=8000, help="its port, beside 80")
    parser.add_argument("--root", type=Path, help="write below this folder and start nothing")
    add_network(parser)

    def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        check_tls(parser, args)
        if args.verb == "dark":
            return systemd_unit.dark(args, err)
        if args.verb == "renew":
            machine = Machine(root=args.root or Path("/"))
            parser.parse_args(["renew", *systemd_unit.installed_options(machine)], args)
        return systemd_unit.service(args, out, err)

    parser.set_defaults(command=command)
