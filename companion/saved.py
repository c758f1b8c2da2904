"""What was played and which tags are known, for the web's lists and for the commands."""

import contextlib
from argparse import Namespace
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from companion import boxes, decks, past, tags, tape_replay
from companion.books import export
from companion.books.shelf import Shelf, named
from companion.books.stories import Stories
from companion.errors import Refused
from companion.files import read_text, write_text
from companion.games.pieces import has_piece
from companion.messages import sentence
from companion.store.file import NAME
from companion.store.reader import Reader
from companion.store.store import Race, Store, Tagged, waited

FINE, WRONG = 0, 1


class Saved(Shelf):
    """The saved races as the web shows them, and what outlives them. Any thread may ask."""

    def __init__(self, reader: Reader, simulated: bool = False):
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
        """What a race was like (companion/books/story.py), None without such a race.

        Raises Refused or Malformed if today's rules do not take it.
        """
        race = self._reader.race(race_id)
        return None if race is None else {**_summary(race), **self._stories.of(race).as_json()}

    def records(self, game: str = "") -> dict[str, Any]:
        """The records of a game's courses and players; "" for the first game. Raises Refused."""
        return self._stories.records(game)

    def past(self, race_id: int, lang: str) -> list[dict[str, Any]] | None:
        """Every act of a race as people read it (companion/past.py), None without such a race."""
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
        return decks.overview(self._reader.tags(), self._box, lang)

    def deck(self, game: str, named: str, composition: Any, lang: str) -> dict[str, Any]:
        """A deck, card by card. Raises Refused for one that cannot be."""
        known = self._reader.tags()
        return decks.deck(known, game, named, composition, self._box(game), lang)

    def _box(self, game: str) -> boxes.Json:
        return boxes.in_force(game, self._reader.box(game), self._simulated)

    def tag_file(self) -> str:
        """The tag file of everything that is known."""
        return tags.write(self._reader.tags())


def races(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion races`: one line a race, newest first."""
    with reading(args.data) as reader:
        for race in reader.races() if reader else []:
            word = "saved.running" if race.result is None else "saved.over"
            print(
                f"{race.id:>4}  {_local(race)}  {race.game:<12}"
                f"  {_printable(', '.join(_players(race)))}  {sentence(word, lang=args.lang)}"
                f"{_label(race, args.lang)}",
                file=out,
            )
        if not reader:
            print(sentence("saved.nothing", {"data": str(args.data)}, args.lang), file=err)
    return FINE


def export_race(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion export RACE`: the race's file on standard output."""
    with reading(args.data) as reader:
        told = Saved(reader).export(args.race, args.format) if reader else None
    if told is None:
        raise Refused("saved.no_such_race", race=args.race, data=str(args.data))
    out.write(told[0])
    return FINE


def replay(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion replay FILE`: raises Refused if the rules lead elsewhere."""
    text = read_text(args.file)
    if tape_replay.is_tape(text):
        return tape_replay.replay(text, out, err, args.lang)
    race = export.read(text)
    export.replay(race)
    print(sentence("saved.same", {"count": len(race["acts"])}, args.lang), file=err)
    return FINE


def tags_list(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags list`: one line a tag, by game and piece."""
    known = _tags(args.data)
    for tag in sorted(known, key=lambda tag: (tag.game, tags.describe(tag.piece))):
        print(f"{tag.uid:<20}  {tag.game:<12}  {tags.describe(tag.piece)}", file=out)
    print(sentence("tags.known", {"count": len(known)}, args.lang), file=err)
    return FINE


def tags_import(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags import FILE`: all tags of the file, or none of them."""
    found = tags.read(read_text(args.file), has_piece)
    store = Store.open(args.data, beside=True)
    try:
        waited(lambda then: store.put_tags(found, then))
    finally:
        store.close()
    print(sentence("tags.imported", {"count": len(found)}, args.lang), file=err)
    return FINE


def tags_export(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion tags export FILE` ("-": standard output)."""
    known = _tags(args.data)
    write_text(args.file, tags.write(known), out)
    print(sentence("tags.exported", {"count": len(known)}, args.lang), file=err)
    return FINE


def _summary(race: Race) -> dict[str, Any]:
    return {
        "id": race.id,
        "game": race.game,
        "started": export.iso(race.stamp),
        "clock_synced": race.stamp.clock_synced,
        "players": _players(race),
        **named(race),
        "over": race.result is not None,
        "example": boxes.is_example(race.options),
        "result": race.result,
    }


def _players(race: Race) -> list[str]:
    seats = race.options.get("seats", [])
    return [str(seat["name"]) for seat in seats if isinstance(seat, Mapping) and "name" in seat]


def _label(race: Race, lang: str) -> str:
    """What must be said of a race that was played with invented cards."""
    return f" ({sentence('saved.example', lang=lang)})" if boxes.is_example(race.options) else ""


def _printable(text: str) -> str:
    """The text in one line: what a terminal would obey, or could not show, stands as U+FFFD."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _local(race: Race) -> str:
    """The start in local time; with a question mark if the machine did not know the time."""
    try:
        moment = datetime.fromtimestamp(race.stamp.wall_s).isoformat(" ", "minutes")
    except (ValueError, OverflowError, OSError):
        return " " * 15 + "??"
    return moment + (" " if race.stamp.clock_synced else "?")


@contextlib.contextmanager
def reading(directory: Path) -> Iterator[Reader | None]:
    """The store for reading, whether or not the service runs; None where nothing is saved yet."""
    if not (directory / NAME).exists():
        yield None
        return
    reader = Reader(directory)
    try:
        yield reader
    finally:
        reader.close()


def _tags(directory: Path) -> list[Tagged]:
    with reading(directory) as reader:
        return reader.tags() if reader else []
