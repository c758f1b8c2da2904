"""The parts of a running service that the pages use."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.library.library import Library
from companion.server.https import HttpsAccess
from companion.store.recovery import BackupSchedule
from companion.table.posts import Post
from companion.table.snapshot import Snapshot


class HandMovements(Protocol):
    """The interface of the simulated room for moving hands (drivers/simulated/room.py)."""

    def hand(self, movement: Mapping[str, Any]) -> None:
        """Carry out a movement. Raises Refused if it is impossible."""


@dataclass(frozen=True, slots=True)
class Restoring:
    """The running service's backups, and the way to restart on one.

    `restart` ends the service, which then starts again; `answered` returns a key's stored answer.
    """

    schedule: BackupSchedule
    restart: Callable[[], None]
    answered: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Web:
    """The parts of a running service that the pages use.

    `names`: host names of this table beside its addresses; `local`: its address by an mDNS name, ""
    for none; `here`: the phones with an open stream.
    """

    snapshot: Callable[[], Snapshot]
    post: Callable[[Post], None]
    saved: Library
    secret: bytes
    pin: str
    room: HandMovements | None
    health: Callable[[], dict[str, Any]]
    names: frozenset[str] = frozenset()
    https: HttpsAccess | None = None
    local: Callable[[], str] = str
    here: Callable[[], Collection[str]] = tuple
    backups: Restoring | None = None
