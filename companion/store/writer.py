"""The one writer: a thread that takes everything queued, commits it at once, and then reports.

One transaction and one sync for all that waited (group commit): a slow disk makes batches larger,
never the queue longer. Readers are not held up (WAL).
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import StoreError
from companion.store.fault import fault_of, free_bytes
from companion.store.file import BUSY_MS
from companion.store.lock import Lock
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.replaced_file import NameWatch
from companion.store.recovery.reserve import RESERVE, Reserve
from companion.store.recovery.wal import PAGE, log_bytes

Then = Callable[[StoreError | None], object]
"""Told from the writer's thread, once: None when it is on disk, else why nothing of it was kept."""

Write = Callable[[sqlite3.Connection], object]
"""Does one job inside the transaction. Checks first and raises StoreError before it writes."""

Syncing = Callable[[], object]
"""Told from the writer's thread when all is written and only the disk is waited for."""

Told = Callable[[StoreError], object]
"""Hears of trouble, once each time that it begins. From the writer's thread."""

_BATCH = 512

LAST_S = 0.5
"""How long a write waits for another process that holds the database, at the end (else BUSY_MS)."""

_ONCE_MS = 100
"""How long SQLite waits for it before it is looked whether this is the end."""

LOOK_S = 5.0
"""How often the file is looked after while nobody writes."""

SOON_S, SOON_TIMES = 0.02, 4
"""The room is looked at so long after a commit, when its answers are out, or after so many."""

DUE = 4 * 1024 * 1024
"""Bytes in the log from which on it is emptied while nobody writes."""

PRESSING = 2 * DUE
"""Bytes from which on it is emptied whoever waits."""

SLOW_S, SLOW_TIMES = 0.3, 3
"""A disk that takes so long for a commit, so many times in a row, is said to be slow."""


class _Job(NamedTuple):
    write: Write
    then: Then
    syncing: Syncing
    since: float


class Writer:
    """Owns the connection that writes. `put` from any thread; `close` ends the thread.

    `sums`: of the database, `lock`: of its directory; None where they are another process's.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        sync_delay_s: float = 0.0,
        sums: PageSums | None = None,
        lock: Lock | None = None,
    ):
        self._connection = _patient(connection)
        self._path = path
        self._sync_delay_s = sync_delay_s
        self._names = NameWatch(path, lock)
        self._sums = sums
        self._tended = sums  # None while another process has what bears the names
        self._reserve = Reserve(path)
        if sums:
            self._reserve.take()
        self.told: Told = lambda fault: None
        self._trouble = {True: "", False: ""}  # met by a write, by a look
        self._slow = 0
        self._unseen = self._seen = 0  # commits since the room was looked at, bytes of log then
        self._changed = threading.Condition()
        self._queue: list[_Job] = []
        self._under_way: list[_Job] = []
        self._closing = False
        self._ends_at = float("inf")
        # Should the process die of a bug, nobody waits for this thread: what it told is on disk.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def waiting_s(self, now: float) -> float:
        """How long the oldest job that is not on disk yet has waited, 0 for none."""
        with self._changed:
            oldest = [*self._under_way[:1], *self._queue[:1]]
        return max(0.0, now - oldest[0].since) if oldest else 0.0

    def put(self, write: Write, then: Then, syncing: Syncing = lambda: None) -> None:
        with self._changed:
            if not self._closing:
                self._queue.append(_Job(write, then, syncing, time.monotonic()))
                self._changed.notify()
                return
        then(StoreError("store.closed", file=str(self._path)))

    def close(self) -> None:
        """Writes what is queued, ends the thread and closes the connection.

        Another process that holds the database is waited for no longer than LAST_S.
        """
        with self._changed:
            self._closing = True
            self._ends_at = time.monotonic() + LAST_S
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            while (jobs := self._take()) is not None:
                idle = not jobs and not self._unseen
                if jobs or idle:
                    self._commit(jobs)
                    self._unseen += bool(jobs)
                if not jobs or self._queue or self._unseen >= SOON_TIMES or self._grown():
                    self._look_after_room(DUE if idle else PRESSING)
        finally:
            self._make_room()
            self._connection.close()
            if self._tended:
                self._reserve.take()  # the next start needs what SQLite has given back now

    def _take(self) -> list[_Job] | None:
        """The jobs that wait; none when it is time to look after the file, None at the end."""
        with self._changed:
            self._under_way = []
            if not self._queue and not self._closing:
                self._changed.wait(SOON_S if self._unseen else LOOK_S)
            if self._closing and not self._queue:
                self._look_at_the_end()
                return None
            self._under_way = self._queue[:_BATCH]
            del self._queue[:_BATCH]
            return self._under_way

    def _look_at_the_end(self) -> None:
        """Somebody may have deleted the file since the last look."""
        with suppress(sqlite3.Error, OSError):
            self._look()

    def _commit(self, jobs: list[_Job]) -> None:
        began = time.monotonic()
        outcomes: list[StoreError | None]
        try:
            self._look()
            outcomes = self._saved(jobs) if jobs else []
        except (sqlite3.Error, OSError) as error:
            self._roll_back()
            fault = error if isinstance(error, StoreError) else fault_of(error, self._path)
            self._tell(fault, bool(jobs))
            outcomes = [fault] * len(jobs)
        else:
            self._trouble[False] = ""
            if jobs:
                if self._sync_delay_s:
                    time.sleep(self._sync_delay_s)
                self._went_well(time.monotonic() - began)
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.then(outcome)

    def _grown(self) -> bool:
        """Whether the log has, since the room was looked at, by what the reserve must bear."""
        return log_bytes(self._path) > self._seen + RESERVE // 4

    def _look_after_room(self, above: int) -> None:
        """Empties a log of more bytes. What does not succeed now does at the next time."""
        if self._tended:
            with suppress(sqlite3.Error, OSError):
                if (log_bytes(self._path) > above or self._cramped()) and self._names.same():
                    self._tended.empty_log(self._connection)
            self._reserve.take()
        self._unseen, self._seen = 0, log_bytes(self._path)

    def _cramped(self) -> bool:
        """Whether the log needs so much of what is left that it is emptied while it can be."""
        room = max(self._reserve.held // 2, free_bytes(self._path) // 8)
        if log_bytes(self._path) <= room:  # the file never grows by more
            return False
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        return bool(pages * PAGE - self._path.stat().st_size > room)

    def _make_room(self) -> bool:
        """Empties the log, on a full disk into what was kept for that. Whether there was one."""
        if not self._tended or not log_bytes(self._path):
            return False
        self._reserve.give_back()
        with suppress(sqlite3.Error, OSError):
            self._tended.empty_log(self._connection)
        self._reserve.take()
        return True

    def _look(self) -> None:
        """A file that lost its name is written again."""
        self._tended = None
        if not self._names.same():
            self._connection = _patient(self._names.write_again(self._connection))
            if self._sums:
                self._sums.drop()
            self.told(StoreError("store.written_again", file=str(self._path)))
        self._tended = self._sums

    def _tell(self, fault: StoreError, writing: bool) -> None:
        """Trouble ends where it began: with a write, or with a look, that goes well."""
        if fault.key not in self._trouble.values():
            self.told(fault)
        self._trouble[writing] = fault.key

    def _went_well(self, took_s: float) -> None:
        self._slow = self._slow + 1 if took_s >= SLOW_S else 0
        if self._slow >= SLOW_TIMES:
            self._tell(StoreError("store.slow", ms=round(took_s * 1000)), True)
        elif not self._slow:
            self._trouble[True] = ""

    def _saved(self, jobs: list[_Job]) -> list[StoreError | None]:
        """Tried again where the disk was full: it may be our own log that fills it."""
        try:
            return self._transaction(jobs)
        except (sqlite3.Error, OSError) as error:
            if fault_of(error, self._path).key != "store.full":
                raise
            self._roll_back()
            if not self._make_room():
                raise
        return self._transaction(jobs)

    def _transaction(self, jobs: list[_Job]) -> list[StoreError | None]:
        self._begin()
        outcomes = [self._attempt(job.write) for job in jobs]
        for job in jobs:
            job.syncing()
        self._connection.execute("COMMIT")
        return outcomes

    def _begin(self) -> None:
        until = time.monotonic() + BUSY_MS / 1000
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                held = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not held or time.monotonic() >= min(until, self._ends_at):
                    raise

    def _attempt(self, write: Write) -> StoreError | None:
        try:
            write(self._connection)
        except StoreError as fault:
            return fault
        return None

    def _roll_back(self) -> None:
        # A full disk may have ended the transaction already: nothing of it is kept either way.
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")


def _patient(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Waits for another process piece by piece."""
    connection.execute(f"PRAGMA busy_timeout = {_ONCE_MS}")
    return connection
