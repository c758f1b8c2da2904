"""The store: races, every act, seasons, courses, tags, settings, how far nodes were heard: SQLite.

Durable, then visible: every write ends in a call of its `then`, from the writer's thread, with None
once it is on disk, or with the StoreError that says why nothing of it was kept. One process owns a
directory; its loop writes, its web threads read.
"""

import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self

from companion.errors import StoreError
from companion.store.file import connect, make_directory
from companion.store.keys import Keys
from companion.store.lock import Lock
from companion.store.reader import StoreReader, box_name
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
    encode_piece,
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
_ANSWERS = 20_000
"""Answers kept for clients that ask again; the oldest go first."""


def waited(put: Callable[[Then], object]) -> None:
    """Does a write and waits until it is on disk: `waited(lambda then: store.set("pin", 1, then))`.

    Raises the StoreError of a failed write. Not for the loop.
    """
    done: SimpleQueue[StoreError | None] = SimpleQueue()
    put(done.put)
    if fault := done.get():
        raise fault


def _unheard(fault: StoreError | None) -> None:
    """For a write whose failure shows up elsewhere: the lease is asked for again."""


class Store(StoreReader):
    """The open store. One thread (the loop) writes; reading is free for all threads.

    `damage` says what a damaged file lost at this start, `full` that the disk is full: then all can
    be read, and each write is refused until there is room. Both are None if all was well.
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
        self._keys = Keys(self.answered())
        self._sessions = self._leased = int(self.get("sessions") or secrets.randbelow(0xFFFF))
        self._writer = Writer(connect(self.path), self.path, sync_delay_s, lock)

    @classmethod
    def open(
        cls,
        directory: Path,
        sync_delay_s: float = 0.0,
        beside: bool = False,
    ) -> Self:
        """Opens the directory's store, made if there is none, checked, mended and migrated.

        `beside`: a command that may write while the service owns the directory. `sync_delay_s`
        makes every commit as slow as a disk that takes so long to sync (for the benchmark).
        Raises StoreError: `store.in_use`, `store.full` (not even room to read), `store.read_only`,
        `store.newer`, …
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
        """Writes everything queued, reports it, and gives the directory back."""
        super().close()
        self._writer.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    def hear(self, told: OnTrouble) -> None:
        """From now on `told` hears when trouble with the disk begins. From the writer's thread."""
        self._writer.on_trouble = told

    @property
    def alive(self) -> bool:
        """False when the writer's thread has died, which is a bug."""
        return self._writer.alive

    def waiting_s(self, now: float) -> float:
        """How long the oldest write has not reached the disk, by the monotonic clock `now`."""
        return self._writer.waiting_s(now)

    def new_race(self, start: Start, then: Then) -> int:
        """Saves a new race and makes it the current one. Its id is known at once."""
        self._last_race += 1
        race_id = self._last_race
        values = (race_id, start.game, encode(start.options), *_when(start.stamp, start.origin))
        answer = start.answer and StoredAnswer(
            start.answer.key, {**start.answer.reply, "id": race_id}
        )
        extras = self._saved_with(answer, start.position)

        def write(connection: sqlite3.Connection) -> None:
            extras(connection)
            connection.execute(_NEW_RACE, values)
            connection.execute(_SET, ("race", encode(race_id)))
            connection.execute(
                "UPDATE race SET replaced_by = ? WHERE id = ?", (race_id, start.replaces)
            )

        self._writer.put(write, then)
        return race_id

    def append(
        self, race_id: int, entry: Entry, then: Then, syncing: Syncing = lambda: None
    ) -> None:
        """Saves an act. One that is not the race's next (`store.order`) is not kept.

        So an act that was made behind one that failed fails as well: what is on disk is always a
        history that the rules have accepted. `syncing` is called, from the writer's thread, when
        only the disk is waited for.
        """
        values = (race_id, entry.n, encode(entry.act), *_when(entry.stamp, entry.origin))
        result = None if entry.result is None else encode(entry.result)
        extras = self._saved_with(entry.answer, entry.position)

        def write(connection: sqlite3.Connection) -> None:
            last = connection.execute(_LAST, (race_id,)).fetchone()
            if last is None or last[0] != entry.n - 1:
                raise StoreError("store.order", race=race_id, n=entry.n)
            extras(connection)
            connection.execute(_APPEND, values)
            connection.execute(_RESULT, (result, race_id, result))

        self._writer.put(write, then, syncing)

    def answer(self, answer: StoredAnswer, then: Then) -> None:
        """Saves an answer that came without an act (a refusal, a claimed seat)."""
        self._writer.put(self._saved_with(answer, None), then)

    def reply_for(self, key: str) -> Any:
        """The answer that this key was given, None for one that was never answered: of a new key
        that is known without the disk, as a rule.
        """
        return super().reply_for(key) if encode(key) in self._keys else None

    def position(self, position: Position, then: Then) -> None:
        """Saves how far a node was heard, where nothing else came of its line."""
        self._writer.put(self._saved_with(None, position), then)

    def set(self, name: str, value: Any, then: Then) -> None:
        values = (name, encode(value))
        self._writer.put(lambda connection: connection.execute(_SET, values), then)

    def current_race(self) -> SavedRace | None:
        """The race that was started or resumed last."""
        race_id = self.get("race")
        return None if race_id is None else self.race(race_id)

    def resume(self, race_id: int, then: Then) -> None:
        """Makes a saved race the current one."""
        self.set("race", race_id, then)

    def put_tags(self, tags: Iterable[Tagged], then: Then) -> None:
        """Saves all these tags or none. A uid has one piece and a piece one uid: the new ones."""
        self._writer.put(_tagging(tags), then)

    def put_box(
        self, game: str, box: Any, tags: Iterable[Tagged], answer: StoredAnswer | None, then: Then
    ) -> None:
        """Saves a game's box (None: forgets it) together with stickers of its cards, or nothing."""
        values = (box_name(game), encode(box))
        both = _both(self._saved_with(answer, None), _SET, values)
        learn = _tagging(tags)

        def write(connection: sqlite3.Connection) -> None:
            both(connection)
            learn(connection)

        self._writer.put(write, then)

    def append_season(self, season: int, entry: Entry, then: Then) -> None:
        """Saves an act of a season; its first one makes it. Only the next one is kept."""
        values = (season, entry.n, encode(entry.act), *_when(entry.stamp, entry.origin))
        extras = self._saved_with(entry.answer, None)

        def write(connection: sqlite3.Connection) -> None:
            if connection.execute(_LAST_OF_SEASON, (season,)).fetchone()[0] != entry.n - 1:
                raise StoreError("store.order", race=season, n=entry.n)
            extras(connection)
            connection.execute(_APPEND_SEASON, values)

        self._writer.put(write, then)

    def put_course(self, course: Course, answer: StoredAnswer | None, then: Then) -> None:
        """Saves a course; one of the same name is replaced where it stands."""
        name, limits, note, picture = map(
            encode, (course.name, course.limits, course.note, course.picture)
        )
        values = (name, limits, course.flag, note, picture)
        self._writer.put(_both(self._saved_with(answer, None), _PUT_COURSE, values), then)

    def drop_course(self, name: str, answer: StoredAnswer | None, then: Then) -> None:
        """Takes a course out of the book."""
        drop = "DELETE FROM course WHERE name = ?"
        self._writer.put(_both(self._saved_with(answer, None), drop, (encode(name),)), then)

    def next_session(self) -> str:
        """A link session that no earlier link had (link.md, "Two sessions make a link").

        Counted up from a random first one. The disk holds a number ahead of the last one given, so
        that nobody waits for it here.
        """
        if self._sessions + _LEASE // 2 >= self._leased:
            self._lease(_unheard)
        self._sessions += 1
        return f"{(self._sessions - 1) % 0xFFFF + 1:04X}"

    def _saved_with(self, answer: StoredAnswer | None, position: Position | None) -> Write:
        if answer:
            self._keys.add(encode(answer.key))
        return _extras(answer, position)

    def _with_lease(self) -> Self:
        try:
            waited(self._lease)
        except StoreError as fault:
            if fault.key != "store.full":
                self.close()
                raise
            self.full = fault
            # As at the very first start: nobody knows on disk which ones this one gives.
            self._sessions = self._leased = secrets.randbelow(0xFFFF)
        return self

    def _lease(self, then: Then) -> None:
        self._leased = self._sessions + _LEASE
        self.set("sessions", self._leased, then)


_NEW_RACE = """
    INSERT INTO race (id, game, options, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_LAST = "SELECT (SELECT coalesce(max(n), 0) FROM act WHERE race = race.id) FROM race WHERE id = ?"
_APPEND = """
    INSERT INTO act (race, n, act, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_LAST_OF_SEASON = "SELECT coalesce(max(n), 0) FROM season_act WHERE season = ?"
_APPEND_SEASON = """
    INSERT INTO season_act (season, n, act, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_COURSE = """
    INSERT INTO course (name, limits, flag, note, picture) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET limits = excluded.limits, flag = excluded.flag,
        note = excluded.note, picture = excluded.picture
"""
_RESULT = "UPDATE race SET result = ? WHERE id = ? AND result IS NOT ?"
_ANSWER = "INSERT INTO answer (key, reply) VALUES (?, ?)"
_FORGET = "DELETE FROM answer WHERE id <= last_insert_rowid() - ?"
_POSITION = """
    INSERT INTO position (uid, session, seq) VALUES (?, ?, ?)
    ON CONFLICT (uid) DO UPDATE SET session = excluded.session, seq = excluded.seq
"""
_SET = """
    INSERT INTO setting (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


def _when(stamp: Stamp, origin: Mapping[str, Any]) -> tuple[str, float, float, str, bool]:
    return encode(origin), stamp.wall_s, stamp.mono_s, stamp.boot, stamp.clock_synced


def _extras(answer: StoredAnswer | None, position: Position | None) -> Write:
    """What is saved together with an act. A key that was answered before is `store.repeated`."""
    told = answer and (encode(answer.key), encode(answer.reply))
    heard = position and (position.uid, position.session, position.seq)

    def write(connection: sqlite3.Connection) -> None:
        if told:
            if connection.execute("SELECT 1 FROM answer WHERE key = ?", told[:1]).fetchone():
                raise StoreError("store.repeated")
            connection.execute(_ANSWER, told)
            connection.execute(_FORGET, (_ANSWERS,))
        if heard:
            connection.execute(_POSITION, heard)

    return write


def _tagging(tags: Iterable[Tagged]) -> Write:
    rows = [(tag.uid, tag.game, encode_piece(tag.piece)) for tag in tags]

    def write(connection: sqlite3.Connection) -> None:
        for row in rows:
            connection.execute("DELETE FROM tag WHERE uid = ? OR game = ? AND piece = ?", row)
            connection.execute("INSERT INTO tag (uid, game, piece) VALUES (?, ?, ?)", row)

    return write


def _both(extras: Write, query: str, values: tuple[Any, ...]) -> Write:
    """What is saved together with an answer."""

    def write(connection: sqlite3.Connection) -> None:
        extras(connection)
        connection.execute(query, values)

    return write
