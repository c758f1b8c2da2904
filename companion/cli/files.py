"""Read and write the files that a command names."""

import os
import sys
from pathlib import Path
from typing import TextIO

from companion.errors import Refused
from companion.store.fault import fault_of


def read_text(name: str) -> str:
    """The text of a file, "-" for standard input. Raises Refused."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Refused("saved.cannot_read", file=name, detail=error.strerror) from error
    except UnicodeDecodeError as error:
        raise Refused("saved.no_text", file=name) from error


def write_text(name: str, text: str, out: TextIO) -> None:
    """Write a file atomically, safe from power cuts ("-": to `out`). Raises StoreError.

    A device or pipe is written to, not replaced; a link is followed.
    """
    if name == "-":
        out.write(text)
        return
    path = Path(os.path.realpath(name))
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path, text)
    except OSError as error:
        raise fault_of(error, path) from error


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
