"""The parts of a running service that the pages stand on."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.library.library import Library
from companion.server.https import HttpsAccess
from companion.store.recovery import BackupSchedule
from companion.table.posts import Post
from companion.table.snapshot import Snapshot


class HandMovements(Protocol):
    """The simulated room, as far as pages move hands in it (drivers/simulated/room.py)."""

    def hand(self, movement: Mapping[str, Any]) -> None:
        """Carry out a movement. Raises Refused if it makes no sense."""


@dataclass(frozen=True, slots=True)
class Restoring:
    """How the running service makes backups, and restarts on one.

    `restart`: ends the service, which starts again; `answered`: the stored answer to a key.
    """

    schedule: BackupSchedule
    restart: Callable[[], None]
    answered: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Web:
    """The parts of a running service that the pages stand on.

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
