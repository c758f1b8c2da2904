"""The command `companion export`: a saved race as a file."""

from argparse import ArgumentParser, Namespace
from typing import TextIO

from companion.cli.options import add_data
from companion.errors import Refused
from companion.library.export import MIMETYPES
from companion.library.library import Library
from companion.library.play_files import FILES
from companion.library.rules_version import other_rules
from companion.messages import sentence
from companion.store.reader import reading

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("race", type=int, help="its number, as `companion races` prints it")
    parser.add_argument("--format", choices=(*MIMETYPES, *FILES), default="json")
    add_data(parser)
    parser.set_defaults(command=export)


def export(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Write the race's file to standard output. Raises Refused if there is no such
    race, or a play is asked for before it is over."""
    with reading(args.data) as reader:
        race = reader.race(args.race) if reader else None
        file = Library(reader).export(args.race, args.format, args.lang) if reader else None
    if race is None or file is None:
        raise Refused("saved.no_such_race", race=args.race, data=str(args.data))
    out.write(file[0])
    if other_rules(race.game, race.origin):
        print(sentence("saved.replays_differently", lang=args.lang), file=err)
    return FINE
