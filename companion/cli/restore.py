"""The command `companion restore`: replace the saved data by a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from companion.cli.options import add_data, add_stick, kept_by
from companion.clocks import stamp
from companion.messages import sentence
from companion.store.file import make_directory
from companion.store.lock import Lock
from companion.store.recovery import Backups

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", nargs="?", help="its name or path (default: the newest)")
    add_data(parser)
    add_stick(parser)
    parser.set_defaults(command=restore)


def restore(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Replace the saved file by a backup; the saved file is kept as one more backup.

    `args.file`: a name printed by `companion backups`, or any path; None: the newest backup.
    Raises StoreError `store.in_use` while the service runs, Refused for a damaged backup.
    """
    kept = kept_by(args)
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
