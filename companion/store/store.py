"""The store: races with every act, seasons, courses, tags and settings, in SQLite.

Durable, then visible: each write ends in a call of its `then`, from the writer's thread, with None
when it is on disk, or with the StoreError that says why nothing of it was saved. One process owns a
directory; its loop writes, its web threads read.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from companion.errors import StoreError
from companion.store import writes
from companion.store.file import connect, make_directory
from companion.store.lock import Lock
from companion.store.reader import StoreReader
from companion.store.records import (
    Course,
    Entry,
    Position,
    SavedRace,
    Stamp,
    Start,
    StoredAnswer,
    Tagged,
    encode,
)
from companion.store.recovery import DamageReport, recover
from companion.store.writer import OnTrouble, Syncing, Then, Write, Writer

__all__ = [
    "Course",
    "DamageReport",
    "Entry",
    "Position",
    "SavedRace",
    "Stamp",
    "Start",
    "Store",
    "StoreError",
    "StoredAnswer",
    "Tagged",
    "Then",
    "waited",
]

_LEASE = 256
"""Link sessions reserved on disk at a time."""


def waited(put: Callable[[Then], object]) -> None:
    """Do a write and wait until it is on disk: `waited(lambda then: store.set("pin", 1, then))`.

    Raises the StoreError of a failed write. Not for the loop.
    """
    done: SimpleQueue[StoreError | None] = SimpleQueue()
    put(done.put)
    if fault := done.get():
        raise fault


def _ignored(fault: StoreError | None) -> None:
    """Ignore a failed reservation: the next session tries again."""


class Store(StoreReader):
    """The open store. One thread (the loop) writes; any thread may read.

    `damage`: what a damaged file lost at this start. `full`: the error of a disk that was full at
    this start; all can be read then, and writes fail until there is space. None if all was well.
    """

    def __init__(
        self,
        directory: Path,
        lock: Lock | None,
        damage: DamageReport | None,
        sync_delay_s: float,
    ):
        super().__init__(directory)
        self.damage = damage
        self.full: StoreError | None = None
        self._lock = lock
        self._last_race = self.last_race_id()
        self._keys = OrderedDict.fromkeys(self.answered())
        self._sessions = self._leased = int(self.get("sessions") or secrets.randbelow(0xFFFF))
        self._writer = Writer(connect(self.path), self.path, sync_delay_s, lock)

    @classmethod
    def open(
        cls,
        directory: Path,
        sync_delay_s: float = 0.0,
        beside: bool = False,
    ) -> Self:
        """Open the directory's store: created if there is none, checked, recovered, migrated.

        `beside`: for a command that may write while a service owns the directory. `sync_delay_s`
        slows every commit, to simulate a slow disk. Raises StoreError: `store.in_use`, `store.full`
        (not even space to read), `store.read_only`, `store.newer`, …
        """
        make_directory(directory)
        try:
            lock = Lock(directory)
        except StoreError as fault:
            if beside and fault.key == "store.in_use":
                return cls(directory, None, None, sync_delay_s)
            raise
        try:
            store = cls(directory, lock, recover(directory), sync_delay_s)
        except StoreError:
            lock.release()
            raise
        return store if beside else store._with_lease()

    def close(self) -> None:
        """Write and report everything queued, and release the directory."""
        super().close()
        self._writer.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    def hear(self, on_trouble: OnTrouble) -> None:
        """Have `on_trouble` called, from the writer's thread, when trouble with the disk begins."""
        self._writer.on_trouble = on_trouble

    @property
    def alive(self) -> bool:
        """False when the writer's thread has died, which is a bug."""
        return self._writer.alive

    def waiting_s(self, now: float) -> float:
        """Seconds that the oldest write has waited for the disk; `now`: the monotonic clock."""
        return self._writer.waiting_s(now)

    def new_race(self, start: Start, then: Then) -> int:
        """Save a new race, make it the current one, and return its id at once."""
        self._last_race += 1
        self._put(writes.new_race(self._last_race, start), start.answer, then)
        return self._last_race

    def append(
        self, race_id: int, entry: Entry, then: Then, syncing: Syncing = lambda: None
    ) -> None:
        """Save an act. Fails with `store.order` if it is not the race's next.

        So an act queued after one that fails also fails: the acts on disk are always a history
        that the rules have accepted. `syncing` is called, from the writer's thread, when only the
        sync is missing.
        """
        self._put(writes.append(race_id, entry), entry.answer, then, syncing)

    def answer(self, answer: StoredAnswer, then: Then) -> None:
        """Save an answer without an act (a refusal, a claimed seat)."""
        self._put(writes.with_act(answer, None), answer, then)

    def reply_for(self, key: str) -> Any:
        """The reply saved for this key, None for none. A new key is not looked up on disk."""
        return super().reply_for(key) if encode(key) in self._keys else None

    def position(self, position: Position, then: Then) -> None:
        """Save only a node's position, for a line that caused no act."""
        self._put(writes.with_act(None, position), None, then)

    def set(self, name: str, value: Any, then: Then) -> None:
        """Save a setting."""
        self._put(writes.setting(name, value), None, then)

    def current_race(self) -> SavedRace | None:
        """The race that was started or resumed last."""
        race_id = self.get("race")
        return None if race_id is None else self.race(race_id)

    def resume(self, race_id: int, then: Then) -> None:
        """Make a saved race the current one."""
        self.set("race", race_id, then)

    def put_tags(self, tags: Iterable[Tagged], then: Then) -> None:
        """Save tags, all or none; each replaces the piece's old tag and the tag's old piece."""
        self._put(writes.tags(tags), None, then)

    def put_box(
        self, game: str, box: Any, tags: Iterable[Tagged], answer: StoredAnswer | None, then: Then
    ) -> None:
        """Save a game's box (None: forget it) together with tags of its cards."""
        self._put(writes.box(game, box, tags, answer), answer, then)

    def append_season(self, season: int, entry: Entry, then: Then) -> None:
        """Save an act of a season, the first of which creates it. Fails with `store.order`."""
        self._put(writes.append_season(season, entry), entry.answer, then)

    def put_course(self, course: Course, answer: StoredAnswer | None, then: Then) -> None:
        """Save a course; it replaces one of the same name in its place in the book."""
        self._put(writes.course(course, answer), answer, then)

    def drop_course(self, name: str, answer: StoredAnswer | None, then: Then) -> None:
        """Delete a course from the book."""
        self._put(writes.no_course(name, answer), answer, then)

    def next_session(self) -> str:
        """A link session that no earlier link had (link.md, "Two sessions make a link").

        Counts up from a random first one. The number on disk is always ahead of the last one given,
        so that nothing here waits for the disk.
        """
        if self._sessions + _LEASE // 2 >= self._leased:
            self._lease(_ignored)
        self._sessions += 1
        return f"{(self._sessions - 1) % 0xFFFF + 1:04X}"

    def _put(
        self,
        write: Write,
        answer: StoredAnswer | None,
        then: Then,
        syncing: Syncing = lambda: None,
    ) -> None:
        if answer:
            self._keys[encode(answer.key)] = None
            if len(self._keys) > 2 * writes.ANSWERS:  # twice: some writes may fail
                self._keys.popitem(last=False)
        self._writer.put(write, then, syncing)

    def _with_lease(self) -> Self:
        try:
            waited(self._lease)
        except StoreError as fault:
            if fault.key != "store.full":
                self.close()
                raise
            self.full = fault
            # The disk cannot say which sessions are used: begin at random, as at the first start.
            self._sessions = self._leased = secrets.randbelow(0xFFFF)
        return self

    def _lease(self, then: Then) -> None:
        self._leased = self._sessions + _LEASE
        self.set("sessions", self._leased, then)
