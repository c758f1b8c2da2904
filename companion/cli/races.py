"""The command `companion races`: list the saved races."""

from argparse import ArgumentParser, Namespace
from datetime import datetime
from typing import TextIO

from companion.cli.options import add_data
from companion.library import boxes
from companion.library.races import players
from companion.library.rules_version import other_rules
from companion.messages import sentence
from companion.store.reader import reading
from companion.store.store import SavedRace

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_data(parser)
    parser.set_defaults(command=races)


def races(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Print one line per race, newest first."""
    with reading(args.data) as reader:
        for race in reader.races() if reader else []:
            word = "saved.running" if race.result is None else "saved.over"
            print(
                f"{race.id:>4}  {_local(race)}  {race.game:<12}"
                f"  {_printable(', '.join(players(race)))}  {sentence(word, lang=args.lang)}"
                f"{_label(race, args.lang)}",
                file=out,
            )
        if not reader:
            print(sentence("saved.nothing", {"data": str(args.data)}, args.lang), file=err)
    return FINE


def _label(race: SavedRace, lang: str) -> str:
    """The label of a race that was played with invented cards or other rules, else ""."""
    labels = {
        "saved.example": boxes.is_example(race.options),
        "saved.other_rules": other_rules(race.game, race.origin),
    }
    words = ", ".join(sentence(key, lang=lang) for key, fits in labels.items() if fits)
    return f" ({words})" if words else ""


def _printable(text: str) -> str:
    """The text on one line, with control and unprintable characters replaced by U+FFFD."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _local(race: SavedRace) -> str:
    """The start in local time, with a question mark if the machine's clock was not set."""
    try:
        moment = datetime.fromtimestamp(race.stamp.wall_s).isoformat(" ", "minutes")
    except (ValueError, OverflowError, OSError):
        return " " * 15 + "??"
    return moment + (" " if race.stamp.clock_synced else "?")
