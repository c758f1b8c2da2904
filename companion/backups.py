"""The backups of a running service, going back to one, and notices of trouble with the disk."""

from collections.abc import Callable
from pathlib import Path

from companion.clocks import stamp
from companion.errors import StoreError
from companion.games.game import Say
from companion.pages.web import Restoring
from companion.store.recovery import Backups, BackupSchedule
from companion.store.store import DamageReport, Store
from companion.table.loop import Loop

HARMLESS = ("store.written_again", "store.slow")
"""Trouble by which no write failed. Of failed writes the table itself tells the phones."""


class ServiceBackups:
    """`start` it after the loop, `close` it at the end. `tell` prints on the terminal.

    `again`: the service must start again, on a backup that was put back.
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
        self._schedule = BackupSchedule(Backups(directory, stick), stamp, self._report)

    def start(self) -> None:
        """Begin to make backups and to report trouble."""
        self._store.hear(self._trouble)
        if self._store.damage:
            self._loop.note(damaged(self._store.damage))
        if full := self._store.full:
            self._report(Say(full.key, full.params))
        if self._store.last_race_id() == 0 and self._schedule.backups.listed():
            self._tell(Say("backups.instead", {"data": str(self._directory)}))
        self._schedule.start()

    def close(self) -> None:
        """End the schedule."""
        self._schedule.close()

    def see(self) -> None:
        """Make a backup if a race has just ended. For every new snapshot, in the loop's thread."""
        self._schedule.see(self._loop.over)

    def restoring(self, stop: Callable[[], None]) -> Restoring:
        """The backups as the pages use them. `stop` ends the server."""

        def again() -> None:
            self.again = True
            stop()

        return Restoring(self._schedule, again, self._store.reply_for)

    def _report(self, say: Say) -> None:
        self._tell(say)
        self._loop.note(say)

    def _trouble(self, fault: StoreError) -> None:
        say = Say(fault.key, fault.params)
        self._tell(say)
        if fault.key in HARMLESS:
            self._loop.note(say)


def damaged(report: DamageReport) -> Say:
    """A sentence on what was saved from a damaged file."""
    key = "store.damaged" if report.lost else "store.damaged_whole"
    key = "store.damaged_filled" if report.backup else key
    races = Say("store.races_read", {"count": report.races})
    acts = Say("store.acts_read", {"count": report.acts})
    params = {"races": races, "acts": acts, "file": report.file, "backup": report.backup}
    return Say(key, params)
