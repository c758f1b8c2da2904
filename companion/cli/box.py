"""The commands `companion box show / check / import / export`: the contents of a game's box."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, TextIO

from companion.cli.files import read_text, write_text
from companion.cli.options import add_data
from companion.games import title
from companion.library import boxes
from companion.messages import say, sentence
from companion.store.reader import reading
from companion.store.store import Store, Tagged, waited

FINE, WRONG = 0, 1


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their options."""
    verbs = parser.add_subparsers(required=True, metavar="show | check | import | export")
    for verb, text, command in (
        ("show", "what is entered, and what is missing", show),
        ("check", "whether everything is entered, here or in a file", check),
        ("import", "take a box file, whole or not at all", take),
        ("export", "write a box file, with the stickers of the game's cards", give),
    ):
        one = verbs.add_parser(verb, help=text)
        one.add_argument("game", help="the game's name")
        if verb == "show":
            one.add_argument("--example", action="store_true", help="the invented set instead")
        else:
            file = "the box file (- for standard input or output)"
            one.add_argument("file", nargs="?" if verb == "check" else None, help=file)
        add_data(one)
        one.set_defaults(command=command)


def show(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion box show GAME`: print the box as JSON, and what is missing.

    `--example`: the invented set that comes with the companion. Raises Refused.
    """
    box = boxes.box_of(args.game)
    saved = box.example() if args.example else _saved(args.data, args.game)[0]
    if saved is not None:
        print(json.dumps(saved, ensure_ascii=False, indent=1), file=out)
    _missing(args.game, saved, err, args.lang)
    return FINE


def check(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion box check GAME [FILE]`. Exit status 1 if something is missing.

    Checks the saved box if there is no FILE. Raises Refused.
    """
    if args.file:
        saved: Any = boxes.read(read_text(args.file), args.game).box
    else:
        saved = _saved(args.data, args.game)[0]
    return WRONG if _missing(args.game, saved, err, args.lang) else FINE


def take(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion box import GAME FILE`: save the whole file, or nothing of it."""
    found = boxes.read(read_text(args.file), args.game)
    store = Store.open(args.data, beside=True)
    try:
        waited(lambda then: store.put_box(found.game, found.box, found.tags, None, then))
    finally:
        store.close()
    print(sentence("box.saved", {"game": title(found.game)}, args.lang), file=err)
    _missing(found.game, found.box, err, args.lang)
    return FINE


def give(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion box export GAME FILE` ("-": standard output)."""
    write_text(args.file, boxes.write(args.game, *_saved(args.data, args.game)), out)
    return FINE


def _saved(data: Path, game: str) -> tuple[boxes.Json | None, list[Tagged]]:
    """The saved box, None for none, and all known tags. Raises Refused."""
    boxes.box_of(game)
    with reading(data) as reader:
        return (reader.box(game), reader.tags()) if reader else (None, [])


def _missing(game: str, saved: boxes.Json | None, err: TextIO, lang: str) -> bool:
    """Print what is missing, and whether this is an example. False if nothing is missing."""
    if saved and saved.get("example"):
        print(sentence("box.is_example", lang=lang), file=err)
    missing = boxes.box_of(game).missing(saved or {})
    for one in missing:
        print(sentence("box.missing", {"what": say(one, lang)}, lang), file=err)
    if not missing:
        print(sentence("box.complete", {"game": title(game)}, lang), file=err)
    return bool(missing)
