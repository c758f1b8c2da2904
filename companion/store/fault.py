"""Turn errors of SQLite and of the file system into StoreError."""

import os
import sqlite3
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS
from pathlib import Path

from companion.errors import StoreError

_FULL_BELOW = 1024 * 1024
"""Free bytes below which an input/output error is blamed on the full disk."""

_KEYS = {
    sqlite3.SQLITE_FULL: "store.full",
    sqlite3.SQLITE_READONLY: "store.read_only",
    sqlite3.SQLITE_BUSY: "store.locked",
    sqlite3.SQLITE_LOCKED: "store.locked",
    sqlite3.SQLITE_CORRUPT: "store.unreadable",
    sqlite3.SQLITE_NOTADB: "store.unreadable",
    sqlite3.SQLITE_ERROR: "store.unreadable",  # a missing table, or a text that is not UTF-8
}

_ERRNOS = {
    ENOSPC: "store.full",
    EDQUOT: "store.full",
    EROFS: "store.read_only",
    EACCES: "store.read_only",
    EPERM: "store.read_only",
}


def fault_of(error: sqlite3.Error | OSError, path: Path) -> StoreError:
    """The StoreError, with its message key, for an error of the database or file at `path`."""
    if isinstance(error, OSError):
        key = _ERRNOS.get(error.errno or 0, "store.io")
    else:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        key = _KEYS.get(code & 0xFF, "store.io")
    if key == "store.io" and free_bytes(path) < _FULL_BELOW:
        key = "store.full"
    detail = reason(error) if isinstance(error, OSError) else str(error)
    return StoreError(key, file=str(path), detail=detail)


def reason(error: OSError) -> str:
    """The system's words for the error, without its number and the path."""
    return error.strerror or type(error).__name__


def free_bytes(path: Path) -> int:
    """Free bytes on the disk of `path`, which need not exist. Raises OSError."""
    disk = os.statvfs(next(place for place in (path, *path.absolute().parents) if place.exists()))
    return disk.f_bavail * disk.f_frsize
