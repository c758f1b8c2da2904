"""A SQLite VFS that records all writes and syncs, and injects faults.

SQLite accepts another file layer (VFS) at run time. Ours passes everything on to the system's, and
on the way records each write and sync, and fails or waits on request. It uses the same library as
the product, in this process, and needs no compiler and no root.
"""

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any, NamedTuple

from tests.torture.line import CannotRun

OK = 0
_CREATE = 0x4

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_CLOSE = CFUNCTYPE(c_int, c_void_p)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_READ = _WRITE
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    """sqlite3_vfs, version 3 (sqlite3.h)."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("most_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        *((f"more_{n}", c_void_p) for n in range(14)),
    )


class _Methods(Structure):
    """sqlite3_io_methods, version 3 (sqlite3.h)."""

    _fields_ = (
        ("version", c_int),
        ("close", _CLOSE),
        ("read", _READ),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        *((f"more_{n}", c_void_p) for n in range(13)),
    )


class Event(NamedTuple):
    """An operation on a file: "open", "write", "truncate", "sync", "delete"; or a note."""

    kind: str
    path: str
    at: int = 0
    data: bytes = b""


Fault = Callable[[str, str], int]
"""Called with kind and file before each operation; returns 0 or a SQLite error code."""


def fine(kind: str, path: str) -> int:
    """A disk without faults."""
    return OK


class Disk:
    """The VFS, active while `watching`. `events`: operations so far; `fault`: injects faults."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.fault: Fault = fine
        self._library = _library()
        self._real = ctypes.cast(self._library.sqlite3_vfs_find(None), POINTER(_Vfs)).contents
        self._paths: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self._made: dict[int, _Methods] = {}
        self._vfs = _Vfs.from_buffer_copy(self._real)
        self._vfs.name, self._vfs.next = b"watched", None
        self._vfs.open, self._vfs.delete = _OPEN(self._open), _DELETE(self._delete)
        self._ours = (_CLOSE(self._close), _READ(self._read), _WRITE(self._write),
                      _TRUNCATE(self._truncate), _SYNC(self._sync))  # fmt: skip

    @contextmanager
    def watching(self) -> Iterator["Disk"]:
        """Context in which all opened databases use this VFS."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield self
        finally:
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def note(self, what: str, number: int = 0) -> None:
        """Add a note to the events."""
        self.events.append(Event(what, "", number))

    def _open(self, _: Any, name: int | None, file: int, flags: int, out: Any) -> int:
        real = ctypes.addressof(self._real)
        path = ctypes.string_at(name).decode() if name else ""
        if code := self.fault("open", path):
            ctypes.cast(file, POINTER(c_void_p))[0] = None
            return code
        code = self._real.open(real, name, file, flags, out)
        if code == OK and path:
            if flags & _CREATE:
                self.events.append(Event("open", path))
            self._paths[file] = path
            self._put_between(file)
        return int(code)

    def _put_between(self, file: int) -> None:
        """Replace a file's methods by ours, which call the real ones."""
        slot = ctypes.cast(file, POINTER(c_void_p))
        real = slot[0]
        if real not in self._made:
            made = _Methods.from_buffer_copy(_Methods.from_address(real))
            made.close, made.read, made.write, made.truncate, made.sync = self._ours
            self._made[real] = made
        self._methods[file] = _Methods.from_address(real)
        slot[0] = ctypes.addressof(self._made[real])

    def _close(self, file: int) -> int:
        self._paths.pop(file, None)
        return int(self._methods.pop(file).close(file))

    def _read(self, file: int, into: int, amount: int, at: int) -> int:
        code = self.fault("read", self._paths[file])
        return code or int(self._methods[file].read(file, into, amount, at))

    def _write(self, file: int, data: int, amount: int, at: int) -> int:
        path = self._paths[file]
        if code := self.fault("write", path):
            return code
        code = int(self._methods[file].write(file, data, amount, at))
        if code == OK:
            self.events.append(Event("write", path, at, ctypes.string_at(data, amount)))
        return code

    def _truncate(self, file: int, size: int) -> int:
        path = self._paths[file]
        if code := self.fault("truncate", path):
            return code
        self.events.append(Event("truncate", path, size))
        return int(self._methods[file].truncate(file, size))

    def _sync(self, file: int, flags: int) -> int:
        path = self._paths[file]
        if code := self.fault("sync", path):
            return code
        code = int(self._methods[file].sync(file, flags))
        if code == OK:
            self.events.append(Event("sync", path))
        return code

    def _delete(self, _: Any, name: bytes, sync: int) -> int:
        path = name.decode()
        if code := self.fault("delete", path):
            return code
        code = int(self._real.delete(ctypes.addressof(self._real), name, sync))
        if code == OK:
            self.events.append(Event("delete", path, sync))
        return code


def _library() -> Any:
    """The library that the module sqlite3 has loaded. Raises CannotRun if it is built in."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        loaded = [line.split(maxsplit=5)[-1].strip() for line in maps if "libsqlite3" in line]
    library = ctypes.CDLL(loaded[0] if loaded else _sqlite3.__file__)
    try:
        library.sqlite3_vfs_find.restype = c_void_p
        library.sqlite3_vfs_find.argtypes = [c_char_p]
    except AttributeError:
        raise CannotRun("this Python's SQLite cannot be given another file layer") from None
    return library
