"""The commands `companion backups` and `companion restore`."""

from argparse import Namespace
from pathlib import Path
from typing import TextIO

from companion.clocks import stamp
from companion.errors import StoreError
from companion.messages import sentence
from companion.store.file import NAME, make_directory, swap
from companion.store.lock import Lock
from companion.store.recovery.backup_files import Backup
from companion.store.recovery.backups import Backups, prepare

FINE = 0


def backups(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion backups`: one line a copy, newest first."""
    kept = Backups(args.data, args.backup)
    listed = kept.listed()
    for backup in listed:
        print(f"{backup.file}  {_local(backup)}  {_holds(backup, args.lang)}", file=out)
    if not listed:
        print(sentence("backups.none", {"data": str(args.data)}, args.lang), file=err)
    return FINE


def restore(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion restore [FILE]`: the newest copy, or this one, takes the file's place.

    `FILE` may be a name that `companion backups` prints, or any path. What is there now is kept.
    Raises StoreError `store.in_use` while the service runs, Refused for a copy that is damaged.
    """
    kept = Backups(args.data, args.backup)
    path = _chosen(kept, args.file)
    make_directory(args.data)
    lock = Lock(args.data)
    try:
        swap(args.data)
        if (args.data / NAME).exists():
            kept.make(stamp())
        prepare(args.data, path)
        swap(args.data)
    finally:
        lock.release()
    print(sentence("backups.restored", {"file": path.name}, args.lang), file=err)
    return FINE


def _chosen(kept: Backups, file: str | None) -> Path:
    if file is not None and Path(file).is_file():
        return Path(file)
    return kept.named(file).path


def _local(backup: Backup) -> str:
    """When it was made, in local time."""
    if backup.when is None:
        return " " * 14 + "??"
    return backup.when.astimezone().strftime("%Y-%m-%d %H:%M")


def _holds(backup: Backup, lang: str) -> str:
    try:
        races, acts = backup.counts()
    except StoreError as fault:
        return sentence(fault.key, fault.params, lang)
    return sentence("backups.holds", {"races": races, "acts": acts}, lang)
