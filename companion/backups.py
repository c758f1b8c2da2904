"""Backups of a running service: make them, restore one, and report trouble with the disk."""

from collections.abc import Callable
from pathlib import Path

from companion.clocks import stamp
from companion.errors import StoreError
from companion.games.game import Say
from companion.pages.web import Restoring
from companion.store.file import NAME
from companion.store.recovery import Backups, BackupSchedule
from companion.store.store import DamageReport, Store
from companion.table.loop import Loop

HARMLESS = ("store.written_again", "store.slow")
"""Faults other than failed writes, which the table itself reports to the phones."""


class ServiceBackups:
    """The backup schedule of the service: `start` it after the loop, `close` it at the end.

    `tell` prints on the terminal. `again`: a backup was restored and the service must restart.
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
        """Start the schedule and report trouble with the disk from now on."""
        self._store.hear(self._trouble)
        if self._store.damage:
            self._loop.note(damaged(self._store.damage))
        if full := self._store.full:
            self._report(Say(full.key, full.params))
        if self._store.last_race_id() == 0:
            self._say_where_races_are()
        self._schedule.start()

    def _say_where_races_are(self) -> None:
        if backup := self._schedule.backups.newest_with_races():
            params = {"data": str(self._directory), "file": backup.file}
            self._report(Say("backups.instead", params))

    def close(self) -> None:
        """Stop the schedule."""
        self._schedule.close()

    def see(self) -> None:
        """Make a backup if a race has just ended. The loop calls it for each new snapshot."""
        self._schedule.see(self._loop.over)

    def restoring(self, stop: Callable[[], None]) -> Restoring:
        """The interface for the pages to list and restore backups. `stop` ends the server."""

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
    """The sentence that says what was recovered from a damaged file."""
    if not report.file:
        return Say("store.gone" if report.lost else "store.changed", {"file": NAME})
    key = "store.damaged" if report.lost else "store.damaged_whole"
    key = "store.damaged_filled" if report.backup else key
    races = Say("store.races_read", {"count": report.races})
    acts = Say("store.acts_read", {"count": report.acts})
    params = {"races": races, "acts": acts, "file": report.file, "backup": report.backup}
    return Say(key, params)
