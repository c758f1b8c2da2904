"""The writes of the store, as functions for the writer's transaction.

Values are encoded when the write is made, so the caller may change them afterwards.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import StoreError
from companion.store.reader import box_name
from companion.store.records import (
    Course,
    Entry,
    Position,
    Stamp,
    Start,
    StoredAnswer,
    Tagged,
    encode,
    encode_piece,
)
from companion.store.writer import Write

ANSWERS = 20_000
"""Answers kept for clients that repeat a request; the oldest are deleted first."""

_NEW_RACE = """
    INSERT INTO race (id, game, options, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_REPLACED = "UPDATE race SET replaced_by = ? WHERE id = ?"
_LAST = "SELECT (SELECT coalesce(max(n), 0) FROM act WHERE race = race.id) FROM race WHERE id = ?"
_APPEND = """
    INSERT INTO act (race, n, act, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_RESULT = "UPDATE race SET result = ? WHERE id = ? AND result IS NOT ?"
_LAST_OF_SEASON = "SELECT coalesce(max(n), 0) FROM season_act WHERE season = ?"
_APPEND_SEASON = """
    INSERT INTO season_act (season, n, act, origin, wall_s, mono_s, boot, clock_synced)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_COURSE = """
    INSERT INTO course (name, limits, flag, note, picture, laid) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET limits = excluded.limits, flag = excluded.flag,
        note = excluded.note, picture = excluded.picture, laid = excluded.laid
"""
_DROP_COURSE = "DELETE FROM course WHERE name = ?"
_ANSWERED = "SELECT 1 FROM answer WHERE key = ?"
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


def new_race(race_id: int, start: Start) -> Write:
    """Save a new race and make it the current one. Its id is added to the answer."""
    values = (race_id, start.game, encode(start.options), *_when(start.stamp, start.origin))
    answer = start.answer and StoredAnswer(start.answer.key, {**start.answer.reply, "id": race_id})
    extras = with_act(answer, start.position)
    make_current = setting("race", race_id)

    def write(connection: sqlite3.Connection) -> None:
        extras(connection)
        connection.execute(_NEW_RACE, values)
        make_current(connection)
        connection.execute(_REPLACED, (race_id, start.replaces))

    return write


def append(race_id: int, entry: Entry) -> Write:
    """Save an act. Raises `store.order` if it is not the race's next."""
    values = (race_id, entry.n, encode(entry.act), *_when(entry.stamp, entry.origin))
    result = None if entry.result is None else encode(entry.result)
    extras = with_act(entry.answer, entry.position)

    def write(connection: sqlite3.Connection) -> None:
        last = connection.execute(_LAST, (race_id,)).fetchone()
        if last is None or last[0] != entry.n - 1:
            raise StoreError("store.order", race=race_id, n=entry.n)
        extras(connection)
        connection.execute(_APPEND, values)
        connection.execute(_RESULT, (result, race_id, result))

    return write


def append_season(season: int, entry: Entry) -> Write:
    """Save an act of a season. Raises `store.order` if it is not the season's next."""
    values = (season, entry.n, encode(entry.act), *_when(entry.stamp, entry.origin))
    extras = with_act(entry.answer, None)

    def write(connection: sqlite3.Connection) -> None:
        if connection.execute(_LAST_OF_SEASON, (season,)).fetchone()[0] != entry.n - 1:
            raise StoreError("store.order", race=season, n=entry.n)
        extras(connection)
        connection.execute(_APPEND_SEASON, values)

    return write


def with_act(answer: StoredAnswer | None, position: Position | None) -> Write:
    """Save an act's answer and node position. Raises `store.repeated` for an answered key."""
    answered = answer and (encode(answer.key), encode(answer.reply))
    accepted = position and (position.uid, position.session, position.seq)

    def write(connection: sqlite3.Connection) -> None:
        if answered:
            if connection.execute(_ANSWERED, answered[:1]).fetchone():
                raise StoreError("store.repeated")
            connection.execute(_ANSWER, answered)
            connection.execute(_FORGET, (ANSWERS,))
        if accepted:
            connection.execute(_POSITION, accepted)

    return write


def setting(name: str, value: Any) -> Write:
    """Save a setting."""
    values = (name, encode(value))
    return lambda connection: connection.execute(_SET, values)


def tags(learned: Iterable[Tagged]) -> Write:
    """Save tags; each replaces the piece's old tag and the tag's old piece."""
    rows = [(tag.uid, tag.game, encode_piece(tag.piece)) for tag in learned]

    def write(connection: sqlite3.Connection) -> None:
        for row in rows:
            connection.execute("DELETE FROM tag WHERE uid = ? OR game = ? AND piece = ?", row)
            connection.execute("INSERT INTO tag (uid, game, piece) VALUES (?, ?, ?)", row)

    return write


def box(game: str, contents: Any, learned: Iterable[Tagged], answer: StoredAnswer | None) -> Write:
    """Save a game's box with its cards' tags, and the answer."""
    return _all(with_act(answer, None), setting(box_name(game), contents), tags(learned))


def course(saved: Course, answer: StoredAnswer | None) -> Write:
    """Save a course. It replaces one of the same name, at the same place in the book."""
    name, limits, note, picture = map(encode, (saved.name, saved.limits, saved.note, saved.picture))
    values = (name, limits, saved.flag, note, picture, encode(saved.laid))
    return _all(with_act(answer, None), lambda connection: connection.execute(_PUT_COURSE, values))


def no_course(name: str, answer: StoredAnswer | None) -> Write:
    """Delete a course."""
    values = (encode(name),)
    return _all(with_act(answer, None), lambda connection: connection.execute(_DROP_COURSE, values))


def _when(stamp: Stamp, origin: Mapping[str, Any]) -> tuple[str, float, float, str, bool]:
    return encode(origin), stamp.wall_s, stamp.mono_s, stamp.boot, stamp.clock_synced


def _all(*writes: Write) -> Write:
    def write(connection: sqlite3.Connection) -> None:
        for each in writes:
            each(connection)

    return write
