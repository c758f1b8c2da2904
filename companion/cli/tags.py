"""The commands `companion tags list / import / export`: the stickers that are known."""

from argparse import Namespace
from pathlib import Path
from typing import TextIO

from companion.cli.files import read_text, write_text
from companion.games.pieces import has_piece
from companion.messages import sentence
from companion.store.reader import reading
from companion.store.store import Store, Tagged, waited
from companion.tags import tag_file

FINE = 0


def show(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags list`: one line a tag, by game and piece."""
    known = _tags(args.data)
    for tag in sorted(known, key=lambda tag: (tag.game, tag_file.describe(tag.piece))):
        print(f"{tag.uid:<20}  {tag.game:<12}  {tag_file.describe(tag.piece)}", file=out)
    print(sentence("tags.known", {"count": len(known)}, args.lang), file=err)
    return FINE


def take(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags import FILE`: all tags of the file, or none of them."""
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
