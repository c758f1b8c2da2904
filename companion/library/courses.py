"""The course book: courses with their limits, and the rule books' own courses. Pure.

A course is entered by its limits and flag, or laid from track pieces of the game's box, from which
both follow.

The rule books' courses are always listed, without limits: the books show the limits only in
pictures.
"""

import base64
import binascii
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from unicodedata import category

from companion.errors import Refused
from companion.games import GAME_SPECS
from companion.library import pictures
from companion.store.records import Course

GAME = next(name for name, spec in GAME_SPECS.items() if spec.courses)
"""The game whose course book it is."""

MOST_NAME = 60
MOST_NOTE = 500
MOST_LIMITS = 30
MOST_LIMIT = 99
MOST_PICTURE = 64 * 1024
"""Largest picture, in bytes."""

NONE: Mapping[str, Any] = {"id": "", "pieces": []}
"""The laid course of a race without one."""


def of_race(game: str, state: Any) -> Mapping[str, Any]:
    """The laid course of a race in this state for pictures: its `id` and its `pieces`."""
    course_now = GAME_SPECS[game].course_now
    return (course_now(state) if course_now else None) or NONE


def overview(courses: Iterable[Course], box: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The course book as JSON: saved courses, then the rule books' courses that are not saved.

    `box`: the game's box in force. A laid course follows its pieces as they are now.
    """
    saved = {course.name: course for course in courses}
    printed = {name: lang for spec in GAME_SPECS.values() for name, lang in spec.courses}
    names = [*saved, *(name for name in printed if name not in saved)]
    example = bool(box.get("example"))
    return [
        {
            **_shown(_followed(saved.get(name) or Course(name), box)),
            "printed": printed.get(name),
            "saved": name in saved,
            "example": example and name in saved and bool(saved[name].laid),
        }
        for name in names
    ]


def read(body: Mapping[str, Any], courses: Iterable[Course], box: Mapping[str, Any]) -> Course:
    """The course in a post: `name`, `limits`, `flag`, `note`, `picture`, `laid`. Raises Refused.

    Without a note or picture (None) a saved course keeps its own; "" removes it. `laid`: track
    pieces of `box`, from which limits and flag follow; without it a saved course keeps its pieces
    unless limits or flag differ from those shown.
    """
    name, limits = body["name"].strip(), body["limits"]
    saved = next((course for course in courses if course.name == name), Course(name))
    old = _followed(saved, box)
    laid, flag = body.get("laid"), body["flag"]
    if laid is None and (tuple(limits), flag) == (old.limits, old.flag):
        laid = old.laid
    elif laid:
        limits, flag = marks(laid, flag, box)
    note, picture = _given(body, "note", old.note).strip(), _given(body, "picture", old.picture)
    if not 1 <= len(name) <= MOST_NAME or any(category(letter) == "Cc" for letter in name):
        raise Refused("course.wrong_name", most=MOST_NAME)
    if len(limits) > MOST_LIMITS or not all(map(_is_limit, limits)):
        raise Refused("course.wrong_limits", most=MOST_LIMITS, highest=MOST_LIMIT)
    if flag not in ("left", "right"):
        raise Refused("course.wrong_flag")
    if len(note) > MOST_NOTE:
        raise Refused("course.wrong_note", most=MOST_NOTE)
    if picture:
        picture_of(picture)
    return Course(name, tuple(limits), flag, note, picture, tuple(map(_laid, laid or ())))


def proposals(
    box: Mapping[str, Any], length: str, difficulty: str, seed: int
) -> list[list[Mapping[str, Any]]]:
    """Courses laid from the track pieces of `box`, the best first; the same for the same seed.

    Raises Refused if the pieces do not suffice.
    """
    propose = GAME_SPECS[GAME].proposals
    assert propose
    return propose(box, length, difficulty, Random(seed).random)


def find(name: str, courses: Iterable[Course]) -> Course:
    """The saved course of this name. Raises Refused."""
    for course in courses:
        if course.name == name:
            return course
    raise Refused("course.none_such", name=name[:MOST_NAME])


def picture_of(url: str) -> tuple[str, bytes]:
    """The media type and bytes of a picture's data URL. Raises Refused."""
    head, _, text = url.partition(";base64,")
    kind = head.removeprefix("data:")
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("course.no_picture") from error
    if pictures.size(kind, data) is None:
        raise Refused("course.no_picture")
    if len(data) > MOST_PICTURE:
        raise Refused("course.large_picture", most=MOST_PICTURE // 1024)
    if not pictures.fits(kind, data):
        raise Refused("course.wide_picture", most=pictures.MOST_SIDE)
    return kind, data


def marks(
    laid: Sequence[Mapping[str, Any]], flag: str, box: Mapping[str, Any]
) -> tuple[list[int], str]:
    """The limits and the flag's side of laid pieces; `flag` without a finish piece.

    Raises Refused.
    """
    read_off = GAME_SPECS[GAME].course
    assert read_off
    limits, found = read_off(laid, box)
    return limits, found or flag


def _followed(course: Course, box: Mapping[str, Any]) -> Course:
    """A laid course with the limits of its pieces as they are now; as saved if one is unknown."""
    if not course.laid:
        return course
    try:
        limits, flag = marks(course.laid, course.flag, box)
    except Refused:
        return course
    return replace(course, limits=tuple(limits), flag=flag)


def _laid(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"piece": entry["piece"], "side": entry["side"], "turned": bool(entry.get("turned"))}


def _given(body: Mapping[str, Any], field: str, old: str) -> str:
    given = body.get(field)
    return old if given is None else str(given)


def _is_limit(limit: Any) -> bool:
    return type(limit) is int and 1 <= limit <= MOST_LIMIT


def _shown(course: Course) -> dict[str, Any]:
    return {
        "name": course.name,
        "limits": list(course.limits),
        "flag": course.flag,
        "note": course.note,
        "picture": bool(course.picture),
        "laid": list(course.laid),
    }
