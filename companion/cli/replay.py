"""The command `companion replay`: replay an exported race or a tape."""

from argparse import ArgumentParser, Namespace
from typing import TextIO

from companion.cli.files import read_text
from companion.library import export
from companion.library.rules_version import other_rules
from companion.messages import sentence
from companion.table import tape_replay

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", help="the exported race (json or jsonl) or the tape")
    parser.set_defaults(command=replay)


def replay(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Replay the file. Raises Refused if the current rules give a different result."""
    text = read_text(args.file)
    if tape_replay.is_tape(text):
        return tape_replay.replay(text, out, err, args.lang)
    race = export.read(text)
    if other_rules(str(race.get("game")), race):
        print(sentence("saved.replays_differently", lang=args.lang), file=err)
    export.replay(race)
    print(sentence("saved.same", {"count": len(race["acts"])}, args.lang), file=err)
    return FINE
