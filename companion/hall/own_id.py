"""The hall's id at the broker, which keeps messages for it under this name."""

import fcntl
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from companion.errors import StoreError

FILE = "broker-id.txt"
"""The file with the id in the data directory."""


def own_id(data: Path, hall: str, opened: ExitStack) -> str:
    """This hall's id: the same after a restart, another in another data directory.

    The directory is made, for its owner alone: the PIN and the cookies' secret are kept there.
    The file is locked until `opened` is closed: two halls of one id would drive each other from
    the broker again and again. Raises StoreError, `store.in_use` for the second.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = opened.enter_context((data / FILE).open("a+", encoding="utf-8"))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return f"sled-hall-{hall}-{_kept(file)}"
    except BlockingIOError as error:
        raise StoreError("store.in_use", data=str(data)) from error
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StoreError("store.no_place", data=str(data), detail=why) from error


def _kept(file: TextIO) -> str:
    """What is in the file, written on first use."""
    file.seek(0)
    known = file.read().strip()
    if not known:
        known = secrets.token_hex(4)
        file.write(known)
        file.flush()
    return known
