"""A running service looks after what is saved: backups, going back to one, trouble that is said."""

from collections.abc import Callable
from pathlib import Path

from companion.clocks import stamp
from companion.errors import StoreError
from companion.games.game import Say
from companion.pages.backups import Restoring
from companion.store.recovery import Backups, BackupSchedule
from companion.store.store import DamageReport, Store
from companion.table.loop import Loop

TOLD = ("store.written_again", "store.slow")
"""Trouble with the disk by which nothing failed; what failed the table says at the phones."""


class ServiceBackups:
    """`start` and `close` it around the service. `tell` says something on the terminal.

    `again`: the service was asked to begin again, on a backup that was put back.
    """

    def __init__(
        self,
        directory: Path,
        stick: Path | None,
        store: Store,
        loop: Loop,
        tell: Callable[[Say], None],
    ):
        self.again = False
        self._directory = directory
        self._store = store
        self._loop = loop
        self._tell = tell
        self._schedule = BackupSchedule(Backups(directory, stick), stamp, self._told)

    def start(self) -> None:
        """From now on backups are made and trouble is said."""
        self._store.hear(self._trouble)
        if self._store.damage:
            self._loop.note(damaged(self._store.damage))
        if full := self._store.full:
            self._told(Say(full.key, full.params))
        if self._store.last_race_id() == 0 and self._schedule.backups.listed():
            self._tell(Say("backups.instead", {"data": str(self._directory)}))
        self._schedule.start()

    def close(self) -> None:
        self._schedule.close()

    def see(self) -> None:
        """The table has a new snapshot: a race may be over. From the loop."""
        self._schedule.see(self._loop.over)

    def restoring(self, stop: Callable[[], None]) -> Restoring:
        """For the web; `stop` ends the server."""

        def again() -> None:
            self.again = True
            stop()

        return Restoring(self._schedule, again, self._store.reply_for)

    def _told(self, say: Say) -> None:
        self._tell(say)
        self._loop.note(say)

    def _trouble(self, fault: StoreError) -> None:
        say = Say(fault.key, fault.params)
        self._tell(say)
        if fault.key in TOLD:
            self._loop.note(say)


def damaged(kept: DamageReport) -> Say:
    """What a damaged file left, in a sentence."""
    key = "store.damaged" if kept.lost else "store.damaged_whole"
    key = "store.damaged_filled" if kept.backup else key
    races = Say("store.races_read", {"count": kept.races})
    acts = Say("store.acts_read", {"count": kept.acts})
    told = {"file": kept.file, "backup": kept.backup}
    return Say(key, {"races": races, "acts": acts, **told})
