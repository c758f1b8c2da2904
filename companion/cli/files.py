"""Read and write the files that a command names."""

import os
import stat
import sys
from pathlib import Path
from typing import AnyStr, TextIO

from companion.errors import Refused
from companion.store.fault import fault_of

MOST_BYTES = 50_000_000
"""The largest file that a command reads."""


def read_text(name: str) -> str:
    """The text of an ordinary file, "-" for standard input. Raises Refused.

    Of a pipe or device nobody knows whether it ever ends.
    """
    try:
        return _standard_input() if name == "-" else _bounded(_bytes(name)).decode("utf-8-sig")
    except OSError as error:
        raise Refused("saved.cannot_read", file=name, detail=error.strerror) from error
    except UnicodeDecodeError as error:
        raise Refused("saved.no_text", file=name) from error


def _standard_input() -> str:
    return _bounded(sys.stdin.read(MOST_BYTES + 1))


def _bounded(data: AnyStr) -> AnyStr:
    if len(data) > MOST_BYTES:
        raise Refused("saved.too_large", most=MOST_BYTES)
    return data


def _bytes(name: str) -> bytes:
    """The bytes of an ordinary file, one more than allowed at most. Raises Refused and OSError."""
    with open(name, "rb", opener=_open_ordinary) as file:
        return file.read(MOST_BYTES + 1)


def _open_ordinary(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK)  # or a pipe waits for its other end
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise Refused("saved.no_file", file=path)


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
            with open(path, "w", encoding="utf-8", opener=_open_at_once) as stream:
                stream.write(text)
        else:
            _replace(path, text)
    except OSError as error:
        raise fault_of(error, path) from error


def _open_at_once(path: str, flags: int) -> int:
    """Open a device or pipe; a pipe that nobody reads is an error, not waited for."""
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


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
