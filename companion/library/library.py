"""Read saved races, seasons, courses, boxes and tags for the pages and the commands.

Thread-safe.
"""

from typing import Any

from companion import messages
from companion.errors import Malformed, Refused
from companion.library import boxes, courses, export, races, seasons, timeline
from companion.library.boxes import Json
from companion.library.highlights import highlights
from companion.library.stories import Stories
from companion.messages import ENGLISH
from companion.store.reader import StoreReader
from companion.tags import overview, tag_file


class Library:
    """Reads races, seasons, courses, boxes and tags. Every call may raise StoreError.

    `simulated`: at a simulated table, a game whose box was not entered uses its example box.
    """

    def __init__(self, reader: StoreReader, simulated: bool = False):
        self._reader = reader
        self._simulated = simulated
        self._stories = Stories(reader)

    def races(self) -> list[dict[str, Any]]:
        """All races as a list, newest first."""
        return [races.summary(race) for race in self._reader.races()]

    def race(self, race_id: int) -> dict[str, Any] | None:
        """A race with all its acts, None if unknown."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        return {**races.summary(race), **export.document(race, self._reader.acts(race_id))}

    def past(self, race_id: int, lang: str) -> list[dict[str, Any]] | None:
        """A race's timeline, an entry for each act (timeline.py), None if unknown.

        Raises Refused or Malformed if the current rules reject an act.
        """
        race = self._reader.race(race_id)
        return None if race is None else timeline.past(race, self._reader.acts(race_id), lang)

    def story(self, race_id: int, lang: str = ENGLISH) -> dict[str, Any] | None:
        """A race round by round (story.py), with sentences about it once it is over; None if
        unknown.

        Raises Refused or Malformed if the current rules reject an act.
        """
        race = self._reader.race(race_id)
        if race is None:
            return None
        story = self._stories.of(race)
        said = highlights(story) if race.result is not None else ()
        told = [messages.say_json(one, lang) for one in said]
        return {**races.summary(race), **story.as_json(), "highlights": told}

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's courses and players. "" means the first game. Raises Refused."""
        return self._stories.records(game)

    def export(self, race_id: int, form: str, lang: str = ENGLISH) -> tuple[str, str] | None:
        """A race as a file, and its media type. `form`: one of export.MIMETYPES."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        text = export.write(export.document(race, self._reader.acts(race_id)), form, lang)
        return text, export.MIMETYPES[form]

    def players(self) -> list[dict[str, Any]]:
        """The players of all races, the latest first, each with the colour used last."""
        return races.all_players(self._reader.races())

    def seasons(self) -> list[dict[str, Any]]:
        """All seasons as a list, the last changed first, without those the rules now reject."""
        found = []
        for number in self._reader.seasons():
            try:
                found.append(seasons.summary(number, self._reader.season_acts(number)))
            except (Refused, Malformed):
                continue
        return found

    def season(self, number: int, lang: str) -> dict[str, Any] | None:
        """A season with its tables and its last acts, None if unknown.

        Raises Refused or Malformed if the current rules reject an act.
        """
        entries = self._reader.season_acts(number)
        return seasons.shown(number, entries, lang) if entries else None

    def season_export(self, number: int, form: str, lang: str) -> tuple[str, str] | None:
        """A season as a "json" file with its acts or as a "csv" table, and its media type."""
        shown = self.season(number, lang)
        if shown is None:
            return None
        if form == "csv":
            return seasons.as_csv(shown, lang), export.MIMETYPES["csv"]
        text = seasons.as_json(shown, self._reader.season_acts(number))
        return text, export.MIMETYPES["json"]

    def courses(self) -> list[dict[str, Any]]:
        """The course book."""
        return courses.overview(self._reader.courses())

    def course_picture(self, name: str) -> tuple[str, bytes] | None:
        """A course's picture as media type and bytes, None for none."""
        for course in self._reader.courses():
            if course.name == name and course.picture:
                return courses.picture_of(course.picture)
        return None

    def boxes(self, lang: str) -> list[dict[str, Any]]:
        """The games that have a box, and how much of each is entered."""
        found = [self.box(game, lang) for game in boxes.games()]
        return [{name: value for name, value in one.items() if name != "box"} for one in found]

    def box(self, game: str, lang: str) -> dict[str, Any]:
        """A game's box as entered. Raises Refused if the game has none."""
        return boxes.overview(game, self._reader.box(game), self._simulated, lang)

    def box_example(self, game: str) -> dict[str, Any]:
        """A game's invented example box. Raises Refused if the game has none."""
        return {"game": game, "box": boxes.box_of(game).example()}

    def box_file(self, game: str) -> str:
        """The box file: the box and its cards' tags. Raises Refused if the game has none."""
        return boxes.write(game, self._reader.box(game), self._reader.tags())

    def tags(self, lang: str) -> dict[str, Any]:
        """All known tags, and how much of each deck is known."""
        return overview.all_decks(self._reader.tags(), self._box, lang)

    def deck(self, game: str, named: str, composition: Any, lang: str) -> dict[str, Any]:
        """A deck, card by card. Raises Refused if there is no such deck."""
        known = self._reader.tags()
        return overview.deck(known, game, named, composition, self._box(game), lang)

    def tag_file(self) -> str:
        """The tag file with all known tags."""
        return tag_file.write(self._reader.tags())

    def _box(self, game: str) -> Json:
        return boxes.in_force(game, self._reader.box(game), self._simulated)
