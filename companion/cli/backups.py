"""The command `companion backups`: list the backups."""

from argparse import ArgumentParser, Namespace
from typing import TextIO

from companion.cli.options import add_data, add_stick, kept_by
from companion.errors import StoreError
from companion.messages import sentence
from companion.store.recovery import Backup

FINE = 0

_NO_TIME = " " * 14 + "??"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_data(parser)
    add_stick(parser)
    parser.set_defaults(command=backups)


def backups(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Print one line per backup, newest first."""
    kept = kept_by(args)
    listed = kept.listed()
    for backup in listed:
        print(f"{backup.file}  {_local(backup)}  {_holds(backup, args.lang)}", file=out)
    if not listed:
        print(sentence("backups.none", {"data": str(args.data)}, args.lang), file=err)
    return FINE


def _local(backup: Backup) -> str:
    """The backup's local time; "unknown" if it is outside the calendar's range."""
    try:
        return backup.when.astimezone().strftime("%Y-%m-%d %H:%M") if backup.when else _NO_TIME
    except (OverflowError, ValueError, OSError):
        return _NO_TIME


def _holds(backup: Backup, lang: str) -> str:
    try:
        races, acts = backup.counts()
    except StoreError as fault:
        return sentence(fault.key, fault.params, lang)
    return sentence("backups.holds", {"races": races, "acts": acts}, lang)
