"""The stories of the saved races, and the records among them. Any thread may ask."""

from typing import Any

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS
from companion.library.records import Told, records
from companion.library.story import Story, story
from companion.store.reader import StoreReader
from companion.store.store import SavedRace

MOST_RACES = 200
"""So many of the newest races count for the records: each must be played through once."""


class Stories:
    """Plays each race through once and keeps what it was like: a race has no act less later."""

    def __init__(self, reader: StoreReader):
        self._reader = reader
        self._known: dict[tuple[int, int], Story] = {}

    def of(self, race: SavedRace) -> Story:
        """What this race was like. Raises Refused or Malformed if today's rules do not take it."""
        key = race.id, race.acts
        if key not in self._known:
            log = (entry.act for entry in self._reader.acts(race.id))
            self._known[key] = story(race.game, race.options, log)
            if len(self._known) > 2 * MOST_RACES:
                self._known.pop(next(iter(self._known)))
        return self._known[key]

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's newest races (records.py); "": of the first game.

        Raises Refused `table.no_such_game`.
        """
        game = game or next(iter(GAME_SPECS))
        if game not in GAME_SPECS:
            raise Refused("table.no_such_game", game=game[:40], games=", ".join(sorted(GAME_SPECS)))
        of_game = [race for race in self._reader.races() if race.game == game]
        over = [race for race in of_game if race.result is not None][:MOST_RACES]
        told = filter(None, map(self._told, reversed(over)))
        return {"game": game, **records(told, GAME_SPECS[game].story.records)}

    def _told(self, race: SavedRace) -> Told | None:
        """The race, None if today's rules do not take it."""
        try:
            told = self.of(race)
        except (Refused, Malformed, KeyError):
            return None
        return Told(race.id, course_of(race), tuple(race.result), told)


def course_of(race: SavedRace) -> str:
    """What people called the course, "" if they did not say."""
    return str(race.origin.get("course", ""))
