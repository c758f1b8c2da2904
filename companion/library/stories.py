"""The stories and records of saved races, cached. Thread-safe."""

from collections.abc import Callable
from typing import Any

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS
from companion.library.races import course_of
from companion.library.records import FinishedRace, records
from companion.library.rules_version import other_rules
from companion.library.story import Story, story
from companion.store.reader import StoreReader
from companion.store.store import SavedRace

MOST_RACES = 200
"""How many of the newest races count for records: each must be replayed once."""


class Stories:
    """Cache of stories: a race is replayed on first use, and again after more acts.

    `laid`: the identity of a race's laid course, "" without one.
    """

    def __init__(self, reader: StoreReader, laid: Callable[[SavedRace], str]):
        self._reader = reader
        self._laid = laid
        self._known: dict[tuple[int, int], Story] = {}

    def of(self, race: SavedRace) -> Story:
        """The race's story. Raises Refused or Malformed if the current rules reject an act."""
        key = race.id, race.acts
        if key not in self._known:
            log = (entry.act for entry in self._reader.acts(race.id))
            self._known[key] = story(race.game, race.options, log)
            if len(self._known) > 2 * MOST_RACES:
                self._known.pop(next(iter(self._known)))
        return self._known[key]

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's newest races (records.py); "" for the first game.

        Raises Refused `table.no_such_game`.
        """
        game = game or next(iter(GAME_SPECS))
        if game not in GAME_SPECS:
            raise Refused("table.no_such_game", game=game[:40], games=", ".join(sorted(GAME_SPECS)))
        of_game = [race for race in self._reader.races() if race.game == game]
        over = [race for race in of_game if race.result is not None][:MOST_RACES]
        finished = filter(None, map(self._finished, reversed(over)))
        return {"game": game, **records(finished, GAME_SPECS[game].story.records)}

    def on_course(self, course: str) -> list[tuple[int, Story]]:
        """Number and story of the finished races on a laid course, oldest first."""
        over = [race for race in self._reader.races() if race.result is not None][:MOST_RACES]
        alike = [race for race in reversed(over) if course and self._laid(race) == course]
        return [(one.race, one.story) for one in filter(None, map(self._finished, alike))]

    def _finished(self, race: SavedRace) -> FinishedRace | None:
        """The race with its story, None if the current rules reject an act."""
        try:
            story = self.of(race)
        except (Refused, Malformed, KeyError):
            return None
        others = other_rules(race.game, race.origin)
        return FinishedRace(
            race.id, course_of(race), tuple(race.result), story, others, self._laid(race)
        )
