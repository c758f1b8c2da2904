"""The writer thread: commit all queued writes in one transaction, then report each of them.

One transaction and one sync for everything that waits (group commit): on a slow disk the batches
grow, not the queue. Readers never wait (WAL).
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.file import BUSY_MS
from companion.store.lock import Lock
from companion.store.recovery import Upkeep

Then = Callable[[StoreError | None], object]
"""Called once, from the writer's thread: with None when the write is on disk, else with the reason
why nothing of it was saved."""

Write = Callable[[sqlite3.Connection], object]
"""Does one write inside the transaction. Raises StoreError, if at all, before it changes a row."""

Syncing = Callable[[], object]
"""Called from the writer's thread when all is written and only the sync is missing."""

OnTrouble = Callable[[StoreError], object]
"""Called from the writer's thread each time that trouble with the disk begins."""

_BATCH = 512
"""The most writes in one transaction."""

LAST_S = 0.5
"""How long a write waits for another process's lock while closing (otherwise BUSY_MS)."""

_ONCE_MS = 100
"""SQLite's busy timeout, after which the writer checks whether it is closing and tries again."""

LOOK_S = 5.0
"""How often an idle writer does the file's upkeep."""

SOON_S, SOON_TIMES = 0.02, 4
"""Upkeep is due this long after a commit, when its replies are out, or after this many commits."""

DUE = 4 * 1024 * 1024
"""Bytes of log above which an idle writer checkpoints it."""

PRESSING = 2 * DUE
"""Bytes of log above which a busy writer checkpoints it, too."""

SLOW_S, SLOW_TIMES = 0.3, 3
"""This many commits in a row, each this slow, are reported as a slow disk."""


class _Job(NamedTuple):
    write: Write
    then: Then
    syncing: Syncing
    since: float


class Writer:
    """Owns the connection that writes. `put` from any thread; `close` ends the thread.

    `lock`: of the directory, None if another process holds it. `sync_delay_s` is added to every
    commit.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        sync_delay_s: float = 0.0,
        lock: Lock | None = None,
    ):
        self._connection = _patient(connection)
        self._path = path
        self._sync_delay_s = sync_delay_s
        self._upkeep = Upkeep(path, lock, self._connection)
        self.on_trouble: OnTrouble = lambda fault: None
        self._trouble = {True: "", False: ""}  # trouble found by a write, and by an idle check
        self._slow = 0
        self._commits = 0  # since the last upkeep
        self._changed = threading.Condition()
        self._queue: list[_Job] = []
        self._under_way: list[_Job] = []
        self._closing = False
        self._ends_at = float("inf")
        # A daemon thread: if a bug ends the process, all reported writes are already on disk.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def waiting_s(self, now: float) -> float:
        """Seconds that the oldest write has waited for the disk, 0 if none waits."""
        with self._changed:
            oldest = [*self._under_way[:1], *self._queue[:1]]
        return max(0.0, now - oldest[0].since) if oldest else 0.0

    def put(self, write: Write, then: Then, syncing: Syncing = lambda: None) -> None:
        """Queue a write. After `close`, `then` is called at once with `store.closed`."""
        with self._changed:
            if not self._closing:
                self._queue.append(_Job(write, then, syncing, time.monotonic()))
                self._changed.notify()
                return
        then(StoreError("store.closed", file=str(self._path)))

    def close(self) -> None:
        """Commit what is queued, end the thread and close the connection.

        Waits at most LAST_S for another process's lock.
        """
        with self._changed:
            self._closing = True
            self._ends_at = time.monotonic() + LAST_S
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        grown = self._upkeep.log_has_grown
        try:
            while (jobs := self._take()) is not None:
                idle = not jobs and not self._commits
                if jobs or idle:
                    self._commit(jobs)
                    self._commits += bool(jobs)
                if not jobs or self._queue or self._commits >= SOON_TIMES or grown():
                    self._upkeep.shorten_log(self._connection, DUE if idle else PRESSING)
                    self._commits = 0
        finally:
            self._upkeep.end(self._connection)
            self._connection.close()
            self._upkeep.closed()

    def _take(self) -> list[_Job] | None:
        """The queued jobs; empty when upkeep is due, None when closing and nothing is queued."""
        with self._changed:
            self._under_way = []
            if not self._queue and not self._closing:
                self._changed.wait(SOON_S if self._commits else LOOK_S)
            if self._closing and not self._queue:
                self._check_name_at_the_end()
                return None
            self._under_way = self._queue[:_BATCH]
            del self._queue[:_BATCH]
            return self._under_way

    def _check_name_at_the_end(self) -> None:
        """Check the file's name once more: it may have been deleted since the last check."""
        with suppress(sqlite3.Error, OSError):
            self._check_name()

    def _commit(self, jobs: list[_Job]) -> None:
        """Save the jobs and report each; without jobs only check the file's name."""
        began = time.monotonic()
        outcomes: list[StoreError | None]
        try:
            self._check_name()
            outcomes = self._saved(jobs) if jobs else []
        except (sqlite3.Error, OSError) as error:
            self._roll_back()
            fault = error if isinstance(error, StoreError) else fault_of(error, self._path)
            self._report(fault, bool(jobs))
            outcomes = [fault] * len(jobs)
        else:
            self._trouble[False] = ""
            if jobs:
                if self._sync_delay_s:
                    time.sleep(self._sync_delay_s)
                self._committed(time.monotonic() - began)
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.then(outcome)

    def _check_name(self) -> None:
        """Write the file again, and report it, if it lost its name."""
        connection = self._upkeep.check_name(self._connection)
        if connection is not self._connection:
            self._connection = _patient(connection)
            self.on_trouble(StoreError("store.written_again", file=str(self._path)))

    def _report(self, fault: StoreError, writing: bool) -> None:
        """Report trouble once. It ends when what found it, a write or an idle check, succeeds."""
        if fault.key not in self._trouble.values():
            self.on_trouble(fault)
        self._trouble[writing] = fault.key

    def _committed(self, took_s: float) -> None:
        self._slow = self._slow + 1 if took_s >= SLOW_S else 0
        if self._slow >= SLOW_TIMES:
            self._report(StoreError("store.slow", ms=round(took_s * 1000)), True)
        elif not self._slow:
            self._trouble[True] = ""

    def _saved(self, jobs: list[_Job]) -> list[StoreError | None]:
        """Commit the jobs; on a full disk checkpoint the log, which may fill it, and try again."""
        try:
            return self._transaction(jobs)
        except (sqlite3.Error, OSError) as error:
            if fault_of(error, self._path).key != "store.full":
                raise
            self._roll_back()
            if not self._upkeep.free_log(self._connection):
                raise
        return self._transaction(jobs)

    def _transaction(self, jobs: list[_Job]) -> list[StoreError | None]:
        self._begin()
        outcomes = [self._attempt(job.write) for job in jobs]
        for job in jobs:
            job.syncing()
        self._connection.execute("COMMIT")
        self._upkeep.committed()
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
        # A full disk may have rolled it back already.
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")


def _patient(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Give the connection a short busy timeout; `_begin` retries."""
    connection.execute(f"PRAGMA busy_timeout = {_ONCE_MS}")
    return connection
