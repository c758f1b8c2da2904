"""The command `companion restore`: a backup takes the place of what is saved."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from companion.cli.options import add_data, add_stick
from companion.clocks import stamp
from companion.messages import sentence
from companion.store.file import make_directory
from companion.store.lock import Lock
from companion.store.recovery import Backups

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", nargs="?", help="its name or path (default: the newest)")
    add_data(parser)
    add_stick(parser)
    parser.set_defaults(command=restore)


def restore(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Put a backup in the place of the saved file, which is kept as one more backup.

    `args.file`: a name that `companion backups` prints, or any path; None: the newest.
    Raises StoreError `store.in_use` while the service runs, Refused for a copy that is damaged.
    """
    kept = Backups(args.data, args.backup)
    path = _chosen(kept, args.file)
    make_directory(args.data)
    lock = Lock(args.data)
    try:
        kept.restore(path, stamp())
    finally:
        lock.release()
    print(sentence("backups.restored", {"file": path.name}, args.lang), file=err)
    return FINE


def _chosen(kept: Backups, file: str | None) -> Path:
    if file is not None and Path(file).is_file():
        return Path(file)
    return kept.named(file).path
