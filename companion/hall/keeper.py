"""Saves what comes, in a thread of its own: while the database is away, tables are still shown.

In this thread the tournaments follow what has been saved.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from companion.errors import StoreError
from companion.games.game import Say
from companion.hall.live import Live, TableNow
from companion.hall.payloads import Act, Result
from companion.hall.receiver import ToSave
from companion.hall.store.store import HallStore

MOST_AT_ONCE = 200
"""Acts in one transaction."""

TABLES_S = 10.0
"""Least seconds between two saves of the tables' states."""

RETRY_S = 1.0
STOP_S = 5.0

Follow = Callable[[list[Act | Result]], None]


class Keeper:
    """The thread, from `start` to `stop`.

    `follow` gets the saved acts and results, in this thread, and an empty list when there are none
    for some seconds.

    `fault`: why nothing can be saved, None if all is well.
    """

    def __init__(self, store: HallStore, live: Live, follow: Follow = lambda saved: None):
        self._store, self._live, self._follow = store, live, follow
        self.fault: Say | None = None
        self._waiting: SimpleQueue[ToSave | None] = SimpleQueue()
        self._tables: dict[str, TableNow] = {}
        self._tables_at = float("-inf")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Start the thread; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Save what has come. Waits at most 5 s."""
        self._ended.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def keep(self, one: ToSave) -> None:
        """Save an act or result. From any thread."""
        self._waiting.put(one)

    def _run(self) -> None:
        while not self._ended.is_set() or not self._waiting.empty():
            batch = self._next()
            self._follow(self._save(batch) if batch else [])
            self._save_tables(time.monotonic())
        self._save_tables(float("inf"))

    def _next(self) -> list[ToSave]:
        """What waits, at least what comes within the next seconds."""
        batch: list[ToSave | None] = []
        with suppress(Empty):
            batch.append(self._waiting.get(timeout=TABLES_S / 4))
            while len(batch) < MOST_AT_ONCE:
                batch.append(self._waiting.get_nowait())
        return [one for one in batch if one]

    def _save(self, batch: list[ToSave]) -> list[Act | Result]:
        """Save these, and again until the database is back: the broker keeps them meanwhile.

        Returns them all, as another hall on the database may have saved one and ended since.
        """
        records = [one.record for one in batch]
        while True:
            try:
                self._store.add(records, time.time())
                break
            except StoreError as fault:
                self.fault = Say(fault.key, fault.params)
                if self._ended.wait(RETRY_S):
                    return []
        self.fault = None
        for one in batch:
            one.acknowledge()
        return records

    def _save_tables(self, now: float) -> None:
        """Save the tables that have changed, if the last time was a while ago."""
        if now < self._tables_at + TABLES_S:
            return
        self._tables_at = now
        tables = self._live.tables
        changed = [one for name, one in tables.items() if self._tables.get(name) != one]
        if not changed:
            return
        try:
            self._store.save_tables(changed)
        except StoreError as fault:
            self.fault = Say(fault.key, fault.params)
            return
        self._tables = dict(tables)
