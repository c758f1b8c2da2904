"""Make backups at the start, when a race is over, and once a day, in a thread of its own.

Only this thread waits for a slow USB stick; a missing one is reported.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.errors import StoreError
from companion.games.game import Say
from companion.store.records import Stamp, StoredAnswer
from companion.store.recovery.backup_files import Backup
from companion.store.recovery.backups import Backups, prepare

DAY_S = 24 * 3600.0
END_S = 5.0
"""How long the end of the service waits for a backup; an unfinished one is deleted later."""


class BackupSchedule:
    """Makes the backups of a running service. `stamp` reads the clocks.

    `report` is called, from this thread, once for each place that begins to fail, and at the start
    if a backup has more than the database.
    """

    def __init__(self, backups: Backups, stamp: Callable[[], Stamp], report: Callable[[Say], None]):
        self.backups = backups
        self.faults: dict[Path, StoreError] = {}
        self._stamp = stamp
        self._report = report
        self._over = True
        self._making = threading.Lock()
        self._due: SimpleQueue[bool] = SimpleQueue()
        # Daemon: the service can end even if a stick hangs.
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Start the thread; it makes the first backup at once."""
        self._thread.start()

    def close(self) -> None:
        """End the thread; a backup under way has END_S to finish."""
        self._due.put(False)
        self._thread.join(END_S)

    def see(self, over: bool) -> None:
        """Note whether the current race is over. Call from one thread only."""
        if over and not self._over:
            self._due.put(True)
        self._over = over

    def make(self) -> dict[Path, StoreError]:
        """Back up now, unless nothing has changed since the last. Returns failures. Any thread."""
        with self._making:
            before, self.faults = self.faults, (faults := self.backups.make(self._stamp()))
        for place, fault in faults.items():
            if place not in before or before[place].key != fault.key:
                why = Say(fault.key, fault.params)
                self._report(Say("backups.failed", {"place": str(place), "why": why}))
        return faults

    def prepare(self, backup: Backup, answer: StoredAnswer | None = None) -> None:
        """Have the next start restore `backup`; the current database is backed up first.

        Raises Refused for a damaged backup, StoreError for the disk.
        """
        self.make()
        prepare(self.backups.directory, backup.path, answer)

    def _run(self) -> None:
        if backup := self.backups.ahead():  # before the first backup of an older database
            self._report(Say("backups.ahead", {"file": backup.file}))
        going = True
        while going:
            self.make()
            try:
                going = self._due.get(timeout=DAY_S)
            except Empty:
                continue
