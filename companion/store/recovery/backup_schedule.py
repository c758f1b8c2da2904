"""When backups are made: at the start, when a race is over, and once a day. A thread of its own.

A stick may take its time or be gone: nobody waits for it but this thread, and it is said.
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
"""How long the end of the service waits for a copy that is under way; a part of one is no copy."""


class BackupSchedule:
    """Makes the backups of a running service. `stamp` reads the clocks.

    `told` hears once of each place that begins to fail (from this thread).
    """

    def __init__(self, backups: Backups, stamp: Callable[[], Stamp], told: Callable[[Say], None]):
        self.backups = backups
        self.faults: dict[Path, StoreError] = {}
        self._stamp = stamp
        self._told = told
        self._over = True
        self._making = threading.Lock()
        self._asked: SimpleQueue[bool] = SimpleQueue()
        # Should a stick hang for ever, the service ends all the same.
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._asked.put(False)
        self._thread.join(END_S)

    def see(self, over: bool) -> None:
        """Whether the race on the table is over. From any one thread."""
        if over and not self._over:
            self._asked.put(True)
        self._over = over

    def make(self) -> dict[Path, StoreError]:
        """A backup now, unless nothing was played since the last one. From any thread.

        Says where it failed.
        """
        with self._making:
            before, self.faults = self.faults, (faults := self.backups.make(self._stamp()))
        for place, fault in faults.items():
            if place not in before or before[place].key != fault.key:
                why = Say(fault.key, fault.params)
                self._told(Say("backups.failed", {"place": str(place), "why": why}))
        return faults

    def prepare(self, backup: Backup, told: StoredAnswer | None = None) -> None:
        """Lays a backup ready for the next start; what is there now is backed up first.

        Raises Refused for one that is damaged, StoreError for the disk.
        """
        self.make()
        prepare(self.backups.directory, backup.path, told)

    def _run(self) -> None:
        going = True
        while going:
            self.make()
            try:
                going = self._asked.get(timeout=DAY_S)
            except Empty:
                continue
