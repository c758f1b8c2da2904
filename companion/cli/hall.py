"""The command `companion hall`: follow all tables of a hall, and show them.

`companion hall access` is in hall_access.py.
"""

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from companion.cli import hall_access
from companion.cli.options import add_tls, check_tls
from companion.config import Hall
from companion.errors import Refused
from companion.table_file.hall import PORTS, WORD, broker_address

PACKAGES = ("paho", "sqlalchemy", "alembic", "psycopg")
"""The packages of the extra `hall-server`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options, and the verb `access`."""
    verbs = parser.add_subparsers(metavar="[access]")
    access = verbs.add_parser("access", help="who may do what at the broker")
    hall_access.add_arguments(access, _default_data() / "access")
    _add_broker(parser)
    _add_pages(parser)
    parser.add_argument("--simulated", action="store_true", help=argparse.SUPPRESS)

    def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        if not (args.broker and args.hall):
            parser.error("--broker and --hall are required")
        if args.no_tls and args.tls is not None:
            parser.error("--tls or --no-tls, not both")
        check_tls(parser, args)
        return _run(args)

    parser.set_defaults(command=command)


def _add_broker(parser: argparse.ArgumentParser) -> None:
    """Add the options of the hall's place at the broker."""
    parser.add_argument("--broker", metavar="URL", help="mqtt:// or mqtts://…")
    parser.add_argument("--hall", metavar="NAME", help="as in the tables' [hall]")
    parser.add_argument("--user", default="", help="the hall's name at the broker")
    parser.add_argument(
        "--password-file", default="", metavar="FILE", help="contains its password there"
    )
    parser.add_argument(
        "--ca", default="", metavar="FILE", help="the broker's authority, if it is the club's own"
    )


def _add_pages(parser: argparse.ArgumentParser) -> None:
    """Add the options of the pages, and of where things are saved."""
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on")
    parser.add_argument(
        "--port", type=int, default=8100, help="the port to listen on (0: any free)"
    )
    add_tls(parser, 8444)
    parser.add_argument(
        "--no-tls",
        action="store_true",
        help="only http, also outside this machine: for a proxy that has the certificate",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a host name of this hall, if browsers use one that does not end in .local",
    )
    parser.add_argument("--data", type=Path, default=_default_data(), help="where things are saved")
    parser.add_argument(
        "--db", default="", metavar="URL", help="postgresql://…, in place of a file in --data"
    )


def _run(args: argparse.Namespace) -> int:
    """Run the hall. Raises Refused for an option that does not fit, or a missing package."""
    if any(find_spec(package) is None for package in PACKAGES):
        raise Refused("hall.no_packages")
    broker = _broker(args)
    from companion.hall.service import run

    return run(args, broker)


def _broker(args: argparse.Namespace) -> Hall:
    """The broker, and the hall's place on it. Raises Refused."""
    address = broker_address(args.broker)
    if address is None:
        raise Refused("hall.bad_broker")
    if not WORD.fullmatch(args.hall):
        raise Refused("hall.bad_name")
    return Hall(
        host=address.hostname or "",
        port=address.port or PORTS[address.scheme],
        tls=address.scheme == "mqtts",
        hall=args.hall,
        table="",
        user=args.user,
        password_file=args.password_file,
        ca=args.ca,
    )


def _default_data() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "companion-hall"
