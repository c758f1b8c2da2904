"""The command `companion replay`: an exported race or a tape, played once more."""

from argparse import Namespace
from typing import TextIO

from companion.cli.files import read_text
from companion.library import export
from companion.messages import sentence
from companion.table import tape_replay

FINE = 0


def replay(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion replay FILE`: raises Refused if the rules lead elsewhere."""
    text = read_text(args.file)
    if tape_replay.is_tape(text):
        return tape_replay.replay(text, out, err, args.lang)
    race = export.read(text)
    export.replay(race)
    print(sentence("saved.same", {"count": len(race["acts"])}, args.lang), file=err)
    return FINE
