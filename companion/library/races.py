"""What was played and which tags are known, for the web's lists and for the commands."""

from collections.abc import Mapping
from typing import Any

from companion.library import boxes, export
from companion.library import timeline as past
from companion.library.library import Shelf, named
from companion.library.stories import Stories
from companion.store.reader import StoreReader
from companion.store.store import SavedRace
from companion.tags import overview, tag_file

FINE, WRONG = 0, 1


class Saved(Shelf):
    """The saved races as the web shows them, and what outlives them. Any thread may ask."""

    def __init__(self, reader: StoreReader, simulated: bool = False):
        super().__init__(reader, simulated)
        self._stories = Stories(reader)

    def races(self) -> list[dict[str, Any]]:
        """Every race in a few words, newest first."""
        return [_summary(race) for race in self._reader.races()]

    def race(self, race_id: int) -> dict[str, Any] | None:
        """A race with all its acts, None if there is none of this number."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        return {**_summary(race), **export.document(race, self._reader.acts(race_id))}

    def story(self, race_id: int) -> dict[str, Any] | None:
        """What a race was like (companion/library/story.py), None without such a race.

        Raises Refused or Malformed if today's rules do not take it.
        """
        race = self._reader.race(race_id)
        return None if race is None else {**_summary(race), **self._stories.of(race).as_json()}

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's courses and players; "" for the first game. Raises Refused."""
        return self._stories.records(game)

    def past(self, race_id: int, lang: str) -> list[dict[str, Any]] | None:
        """Every act of a race as people read it (timeline.py), None without such a race."""
        race = self._reader.race(race_id)
        return None if race is None else past.past(race, self._reader.acts(race_id), lang)

    def export(self, race_id: int, form: str) -> tuple[str, str] | None:
        """A race's file and its media type; `form` is one of export.MIMETYPES."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        text = export.write(export.document(race, self._reader.acts(race_id)), form)
        return text, export.MIMETYPES[form]

    def tags(self, lang: str) -> dict[str, Any]:
        """Every known sticker, and how much of each deck is known."""
        return overview.all_decks(self._reader.tags(), self._box, lang)

    def deck(self, game: str, named: str, composition: Any, lang: str) -> dict[str, Any]:
        """A deck, card by card. Raises Refused for one that cannot be."""
        known = self._reader.tags()
        return overview.deck(known, game, named, composition, self._box(game), lang)

    def _box(self, game: str) -> boxes.Json:
        return boxes.in_force(game, self._reader.box(game), self._simulated)

    def tag_file(self) -> str:
        """The tag file of everything that is known."""
        return tag_file.write(self._reader.tags())


def _summary(race: SavedRace) -> dict[str, Any]:
    return {
        "id": race.id,
        "game": race.game,
        "started": export.iso(race.stamp),
        "clock_synced": race.stamp.clock_synced,
        "players": players(race),
        **named(race),
        "over": race.result is not None,
        "example": boxes.is_example(race.options),
        "result": race.result,
    }


def players(race: SavedRace) -> list[str]:
    """The names of a race's players, in seat order as entered."""
    seats = race.options.get("seats", [])
    return [str(seat["name"]) for seat in seats if isinstance(seat, Mapping) and "name" in seat]
