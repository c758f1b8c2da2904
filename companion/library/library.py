"""Read saved races, seasons, courses, boxes and tags for the pages and the commands.

Thread-safe.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from companion import messages
from companion.errors import Malformed, Refused
from companion.games.game import Say
from companion.library import boxes, courses, export, play_files, races, seasons, timeline, today
from companion.library.boxes import Json
from companion.library.drives import Drives
from companion.library.fairness import Fairness
from companion.library.ghosts import ghosts
from companion.library.highlights import highlights
from companion.library.plays import Play, play
from companion.library.stories import Stories
from companion.library.story import untold
from companion.messages import ENGLISH
from companion.store.reader import StoreReader
from companion.store.records import SavedRace
from companion.tags import overview, tag_file


class Library:
    """Reads races, seasons, courses, boxes and tags. Every call may raise StoreError.

    `simulated`: at a simulated table, a game whose box was not entered uses its example box.
    """

    def __init__(self, reader: StoreReader, simulated: bool = False):
        self._reader = reader
        self._simulated = simulated
        self._drives = Drives(reader)
        self._fairness = Fairness()
        self._stories = Stories(reader, self._drives.course)

    def races(self) -> list[dict[str, Any]]:
        """All races as a list, newest first."""
        return [races.summary(race) for race in self._reader.races()]

    def race(self, race_id: int) -> dict[str, Any] | None:
        """A race with all its acts, None if unknown."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        return {**races.summary(race), **export.document(race, self._reader.acts(race_id))}

    def past(self, race_id: int, lang: str) -> dict[str, Any] | None:
        """A race's timeline, a row for each act (timeline.py), None if unknown."""
        race = self._reader.race(race_id)
        return None if race is None else timeline.past(race, self._reader.acts(race_id), lang)

    def story(self, race_id: int, lang: str = ENGLISH) -> dict[str, Any] | None:
        """A race round by round (story.py), with sentences about it once it is over; None if
        unknown.

        `refused`: why the current rules reject an act, None if they do not. Of a rejected race
        there are the summary and the seats.
        """
        race = self._reader.race(race_id)
        if race is None:
            return None
        try:
            story, refused = self._stories.of(race), None
        except (Refused, Malformed) as wrong:
            story = untold(race.game, races.seats(race))
            refused = messages.say_json(Say(wrong.key, wrong.params), lang)
        said = highlights(story) if race.result is not None and not refused else ()
        told = [messages.say_json(one, lang) for one in said]
        more = {"highlights": told, "refused": refused, "laid": self._drives.course(race)}
        return {**races.summary(race), **story.as_json(), **more}

    def drive(self, race_id: int) -> dict[str, Any] | None:
        """A race driven again on its laid course (drives.py), None if unknown."""
        race = self._reader.race(race_id)
        return None if race is None else self._drives.shown(race)

    def ghosts(self, race_id: int) -> list[dict[str, Any]] | None:
        """Earlier races of a race's players on its laid course (ghosts.py), None if unknown."""
        race = self._reader.race(race_id)
        return None if race is None else ghosts(race, self._drives, self._stories)

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's courses and players. "" means the first game. Raises Refused."""
        return self._stories.records(game)

    def export(self, race_id: int, form: str, lang: str = ENGLISH) -> tuple[str, str] | None:
        """A race as a file, and its media type. `form`: of export.MIMETYPES or play_files.FILES.

        Raises Refused for a play of a race that is not over.
        """
        race = self._reader.race(race_id)
        if race is None:
            return None
        if form in play_files.FILES:
            return _play_file([self._play(race)], form, lang)
        text = export.write(export.document(race, self._reader.acts(race_id)), form, lang)
        return text, export.MIMETYPES[form]

    def play(self, race_id: int, lang: str) -> dict[str, Any] | None:
        """A finished race as a play, None if unknown. `bgstats`: the address that opens BG Stats
        with it. Raises Refused for a race that is not over."""
        race = self._reader.race(race_id)
        if race is None:
            return None
        found = self._play(race)
        link = play_files.bgstats_link(found, lang)
        return {"minutes": found.minutes, "clock_synced": found.clock_synced, "bgstats": link}

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
        """A season as a file, and its media type. `form`: "json" with its acts, "csv" with its
        last table, or one of play_files.FILES with its saved races."""
        shown = self.season(number, lang)
        if shown is None:
            return None
        if form in play_files.FILES:
            runs = [self._reader.race(run["race"]) for run in shown["races"] if run["race"]]
            plays = [self._play(race) for race in runs if race and race.result is not None]
            return _play_file(plays, form, lang)
        if form == "csv":
            return seasons.as_csv(shown, lang), export.MIMETYPES["csv"]
        text = seasons.as_json(shown, self._reader.season_acts(number))
        return text, export.MIMETYPES["json"]

    def courses(self) -> list[dict[str, Any]]:
        """The course book."""
        return courses.overview(self._reader.courses(), self._box(courses.GAME))

    def course_proposals(
        self, length: str, difficulty: str, seed: int
    ) -> list[list[Mapping[str, Any]]]:
        """Courses laid from the owner's track pieces. Raises Refused if they do not suffice."""
        return courses.proposals(self._box(courses.GAME), length, difficulty, seed)

    def today(self, day: date) -> dict[str, Any]:
        """The courses for a day (today.py), each with the results that it has at this table.

        `example`: they are laid from invented pieces.
        """
        box = self._box(courses.GAME)
        found = [
            {**one, "results": today.results(self._stories.on_course(one["course"]))}
            for one in today.proposed(box, day)
        ]
        return {"date": day.isoformat(), "example": bool(box.get("example")), "courses": found}

    def fairness(self, laid: list[Json]) -> dict[str, Any]:
        """The wins of each start place of a course so far (fairness.py). Raises Refused."""
        return self._fairness.of(laid, self._box(courses.GAME))

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

    def _play(self, race: SavedRace) -> Play:
        return play(race, self._reader.acts(race.id))

    def _box(self, game: str) -> Json:
        return boxes.in_force(game, self._reader.box(game), self._simulated)


def _play_file(plays: list[Play], form: str, lang: str) -> tuple[str, str]:
    """The plays as a file with the dates of this machine's time zone, and its media type."""
    file = play_files.FILES[form]
    return file.write(plays, lang, None), file.mimetype
