"""The one writer: a thread that takes everything queued, commits it at once, and then reports.

One transaction and one sync for all that waited (group commit): a slow disk makes batches larger,
never the queue longer. Readers are not held up (WAL).
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.errors import StoreError
from companion.store_fault import fault_of

Then = Callable[[StoreError | None], object]
"""Told from the writer's thread, once: None when it is on disk, else why nothing of it was kept."""

Write = Callable[[sqlite3.Connection], object]
"""Does one job inside the transaction. Checks first and raises StoreError before it writes."""

_BATCH = 512


class Writer:
    """Owns the connection that writes. `put` from any thread; `close` ends the thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path, sync_delay_s: float = 0.0):
        self._connection = connection
        self._path = path
        self._sync_delay_s = sync_delay_s
        self._queue: SimpleQueue[tuple[Write, Then, float] | None] = SimpleQueue()
        self._closing = threading.Event()
        self._door = threading.Lock()  # nothing may be queued behind the end
        self._since: float | None = None
        self._thread = threading.Thread(target=self._run, name="store-writer")
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def waiting_s(self, now: float) -> float:
        """How long the oldest entry that is not on disk yet has been under way, 0 for none."""
        since = self._since
        return 0.0 if since is None else max(0.0, now - since)

    def put(self, write: Write, then: Then) -> None:
        with self._door:
            if not self._closing.is_set():
                self._queue.put((write, then, time.monotonic()))
                return
        then(StoreError("store.closed", file=str(self._path)))

    def close(self) -> None:
        """Writes what is queued, ends the thread and closes the connection."""
        with self._door:
            if not self._closing.is_set():
                self._closing.set()
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        try:
            while more:
                jobs, more = self._take()
                self._since = jobs[0][2] if jobs else None
                self._commit(jobs)
                self._since = None
        finally:
            self._connection.close()

    def _take(self) -> tuple[list[tuple[Write, Then, float]], bool]:
        """Everything that waits (at least one), and whether more may come."""
        jobs: list[tuple[Write, Then, float]] = []
        try:
            job = self._queue.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) >= _BATCH:
                    return jobs, True
                job = self._queue.get_nowait()
        except Empty:
            return jobs, True
        return jobs, False

    def _commit(self, jobs: list[tuple[Write, Then, float]]) -> None:
        outcomes: list[StoreError | None]
        try:
            outcomes = self._transaction([write for write, _, _ in jobs]) if jobs else []
        except sqlite3.Error as error:
            self._roll_back()
            outcomes = [fault_of(error, self._path)] * len(jobs)
        else:
            if jobs and self._sync_delay_s:
                self._closing.wait(self._sync_delay_s)
        for (_, then, _), outcome in zip(jobs, outcomes, strict=True):
            then(outcome)

    def _transaction(self, writes: list[Write]) -> list[StoreError | None]:
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._attempt(write) for write in writes]
        self._connection.execute("COMMIT")
        return outcomes

    def _attempt(self, write: Write) -> StoreError | None:
        try:
            write(self._connection)
        except StoreError as fault:
            return fault
        return None

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            # The transaction ended by itself (a full disk does that): nothing of it is kept.
            return
