"""The commands `companion hall access add / list / renew / remove`: users of a hall's broker."""

import socket
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import TextIO

from companion.errors import Refused
from companion.hall.access.rights import Role, User
from companion.hall.access.users import Users, write_private
from companion.messages import sentence
from companion.table_file.hall import WORD, broker_address

FINE = 0


def add_arguments(parser: ArgumentParser, folder: Path) -> None:
    """Add the verbs and their options. `folder`: where the files are, if no other is named."""
    verbs = parser.add_subparsers(required=True, metavar="add | list | renew | remove")
    for verb, text, command in (
        ("add", "a new user, with a new password", add),
        ("list", "all users", show),
        ("renew", "a new password in place of the old one", renew),
        ("remove", "the user may do nothing any more", remove),
    ):
        one = verbs.add_parser(verb, help=text)
        if verb == "add":
            _add_place(one)
        if verb != "list":
            one.add_argument("user", help="the name at the broker; of a table also its name")
        if verb in ("add", "renew"):
            one.add_argument("--broker", default="", metavar="URL", help="as tables reach it")
            one.add_argument("--password-file", type=Path, metavar="FILE", help="write it there")
        one.add_argument("--folder", type=Path, default=folder, metavar="DIR", help="of the files")
        one.set_defaults(command=command)


def _add_place(parser: ArgumentParser) -> None:
    """Add what a new user may be."""
    parser.add_argument("role", choices=[role.value for role in Role])
    parser.add_argument("--hall", required=True, metavar="NAME", help="as in the tables' [hall]")
    parser.add_argument(
        "--home-assistant", action="store_true", help="this table may tell Home Assistant of itself"
    )


def add(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Add a user, and print its settings. Raises Refused."""
    _check(args)
    for name in (args.user, args.hall):
        if not WORD.fullmatch(name):
            raise Refused("hall.access_bad_name", name=name)
    user, password = Users(args.folder).add(
        args.user,
        Role(args.role),
        args.hall,
        partial(_keep, args.password_file),
        discovered=args.home_assistant,
    )
    _give(user, password, args, out)
    return _reload(args, err)


def renew(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Give a user a new password, and print its settings. Raises Refused."""
    _check(args)
    user, password = Users(args.folder).renew(args.user, partial(_keep, args.password_file))
    _give(user, password, args, out)
    return _reload(args, err)


def remove(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Take a user's rights away. Raises Refused."""
    Users(args.folder).remove(args.user)
    return _reload(args, err)


def show(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Print one line per user."""
    for user in Users(args.folder).listed():
        print(f"{user.name:<32}  {user.role:<14}  {user.hall}", file=out)
    return FINE


def _check(args: Namespace) -> None:
    """Raise Refused before anything is changed."""
    if args.broker and broker_address(args.broker) is None:
        raise Refused("hall.bad_broker")


def _keep(file: Path | None, password: str) -> None:
    """Write a password to its file, if it has one. Raises OSError."""
    if file:
        write_private(file, f"{password}\n")


def _give(user: User, password: str, args: Namespace, out: TextIO) -> None:
    """Print the user's settings, for a table as lines of table.toml. A password without a file is
    printed this once."""
    lines = [f'user = "{user.name}"']
    if args.password_file:
        lines.append(f'password_file = "{args.password_file}"')
    else:
        lines.append(f'password = "{password}"')
    if user.role is Role.TABLE:
        broker = args.broker or f"mqtts://{socket.gethostname()}.local"
        place = [f'hall = "{user.hall}"', f'table = "{user.name}"']
        lines = ["[hall]", f'broker = "{broker}"', *lines, *place]
        lines += ["home_assistant = true"] if user.discovered else []
    print("\n".join(lines), file=out)


def _reload(args: Namespace, err: TextIO) -> int:
    """Say where the files are, and what makes the broker read them."""
    print(sentence("hall.access_written", {"folder": str(args.folder)}, args.lang), file=err)
    return FINE
