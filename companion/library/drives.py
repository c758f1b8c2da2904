"""Races on laid courses, driven again: each race's course and moves, cached. Thread-safe."""

import hashlib
import json
from functools import lru_cache
from typing import Any

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS
from companion.games.spec import Json
from companion.store.reader import StoreReader
from companion.store.records import SavedRace

MOST_RACES = 50
"""How many of the newest races on a course count for its heat: each must be replayed once."""

DIGITS = 12

FIELDS = ("laid", "box")
"""The options of a race that say its course."""

NONE: dict[str, Any] = {"course": "", "pieces": [], "lines": [], "start": None, "steps": []}
"""The drive of a race without a laid course, or of one that the current rules reject."""


class Drives:
    """Cache of courses and drives: a race is replayed on first use, and again after more acts."""

    def __init__(self, reader: StoreReader):
        self._reader = reader
        self._known: dict[tuple[int, int], dict[str, Any]] = {}

    def course(self, race: SavedRace) -> str:
        """The identity of the race's laid course, "" without one: equal for equal pieces."""
        return course_of(race.game, race.options)

    def of(self, race: SavedRace) -> dict[str, Any]:
        """The race driven again (companion/games/spec.py), with its `course`; else NONE."""
        course = self.course(race)
        key = race.id, race.acts
        if course and key not in self._known:
            self._known[key] = self._drive(race, course)
            if len(self._known) > 2 * MOST_RACES:
                self._known.pop(next(iter(self._known)))
        return self._known.get(key, NONE)

    def on_course(self, race: SavedRace) -> list[SavedRace]:
        """The newest finished races on this race's laid course, newest first, it among them."""
        alike = [
            one
            for one in self._reader.races()
            if one.game == race.game and (one.result is not None or one.id == race.id)
        ]
        return [one for one in alike if self.course(one) == self.course(race)][:MOST_RACES]

    def shown(self, race: SavedRace) -> dict[str, Any]:
        """The race driven again, with its heat and that of all `races` on its course."""
        drive = self.of(race)
        if not drive["steps"]:
            return {**drive, "heat": [], "races": 0}
        spec = GAME_SPECS[race.game].course_races
        assert spec
        all_drives = [one for one in map(self.of, self.on_course(race)) if one["steps"]]
        heat = [spec.heat([drive]), spec.heat(all_drives)]
        return {**drive, "heat": heat, "races": len(all_drives)}

    def _drive(self, race: SavedRace, course: str) -> dict[str, Any]:
        spec = GAME_SPECS[race.game].course_races
        assert spec
        log = [entry.act for entry in self._reader.acts(race.id)]
        try:
            return {"course": course, **spec.driven(race.options, log)}
        except (Refused, Malformed):
            return NONE


def course_of(game: str, options: Json) -> str:
    """The identity of the laid course in a race's options, "" without one."""
    if not options.get("laid") or game not in GAME_SPECS:
        return ""
    return _course(game, json.dumps({name: options.get(name) for name in FIELDS}))


@lru_cache(maxsize=256)
def _course(game: str, options: str) -> str:
    """The identity of the course in these options, as JSON; "" if the rules reject it."""
    spec = GAME_SPECS[game].course_races
    fields = {name: value for name, value in json.loads(options).items() if value is not None}
    try:
        shape = spec.identity(fields) if spec else ""
    except (Refused, Malformed):
        return ""
    return hashlib.sha256(shape.encode()).hexdigest()[:DIGITS] if shape else ""
