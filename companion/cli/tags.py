"""The commands `companion tags learn / list / import / export`: the tags of the decks."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from companion.cli import learn
from companion.cli.files import read_text, write_text
from companion.cli.options import add_data
from companion.games.pieces import has_piece
from companion.messages import sentence
from companion.store.reader import reading
from companion.store.store import Store, Tagged, waited
from companion.tags import tag_file

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their options."""
    verbs = parser.add_subparsers(required=True, metavar="learn | list | import | export")
    learn.add_arguments(verbs.add_parser("learn", help="learn a deck, tap by tap"))
    for verb, text, command in (
        ("list", "every known sticker", show),
        ("import", "take a tag file, whole or not at all", take),
        ("export", "write a tag file", give),
    ):
        one = verbs.add_parser(verb, help=text)
        if verb != "list":
            one.add_argument("file", help="the tag file (- for standard input or output)")
        add_data(one)
        one.set_defaults(command=command)


def show(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags list`: print one line per tag, by game and piece."""
    known = _tags(args.data)
    for tag in sorted(known, key=lambda tag: (tag.game, tag_file.describe(tag.piece))):
        print(f"{tag.uid:<20}  {tag.game:<12}  {tag_file.describe(tag.piece)}", file=out)
    print(sentence("tags.known", {"count": len(known)}, args.lang), file=err)
    return FINE


def take(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags import FILE`: save all tags in the file, or none of them."""
    found = tag_file.read(read_text(args.file), has_piece)
    store = Store.open(args.data, beside=True)
    try:
        waited(lambda then: store.put_tags(found, then))
    finally:
        store.close()
    print(sentence("tags.imported", {"count": len(found)}, args.lang), file=err)
    return FINE


def give(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags export FILE` ("-": standard output)."""
    known = _tags(args.data)
    write_text(args.file, tag_file.write(known), out)
    print(sentence("tags.exported", {"count": len(known)}, args.lang), file=err)
    return FINE


def _tags(directory: Path) -> list[Tagged]:
    with reading(directory) as reader:
        return reader.tags() if reader else []
