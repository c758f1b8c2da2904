"""What outlives a race, as the host writes it: the seasons, the course book, the boxes.

The loop calls it, nobody else. Nothing is kept in memory: a change starts from what is on disk, one
at a time, and is answered and shown when it is there itself; what comes meanwhile waits.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.errors import Malformed, Refused, StoreError
from companion.games import history, title
from companion.games.game import Act, Event
from companion.library import boxes, season
from companion.library import courses as course_book
from companion.library.stories import course_of
from companion.store.store import Entry, SavedRace, Stamp, Store, StoredAnswer, Tagged
from companion.table import race as playing
from companion.table.posts import FINE, MALFORMED, Answer, packed
from companion.table.request import Request
from companion.table.table import Table

Later = Callable[[Callable[[float], None]], None]
Then = Callable[[StoreError | None], None]


def fold(entries: Iterable[Entry]) -> history.History:
    """The season that its stored acts lead to. Raises Refused or Malformed."""
    first, *rest = (entry.act for entry in entries)
    options = {name: value for name, value in first.items() if name != "act"}
    return history.replay(season, options, rest)


class LibraryInput:
    """`later` puts a call into the loop's inbox, from any thread; `stamp` reads the clocks."""

    def __init__(self, table: Table, store: Store, later: Later, stamp: Callable[[], Stamp]):
        self._table = table
        self._store = store
        self._later = later
        self._stamp = stamp
        self._writing = False
        self._waiting: deque[tuple[str, Mapping[str, Any], Request]] = deque()

    def post(self, kind: str, body: Mapping[str, Any], request: Request) -> None:
        """A host's post: "season", "season_act", "course", "course_remove", "box", "box_import"."""
        if self._writing:
            self._waiting.append((kind, body, request))
            return
        with self._table.reading(request):
            try:
                self._do(kind, body, request)
            except Refused as refused:
                request.answer(Answer.refuse(refused))
            except Malformed as malformed:
                request.answer(Answer(MALFORMED, key=malformed.key, params=malformed.params))

    def _do(self, kind: str, body: Mapping[str, Any], request: Request) -> None:
        """Raises Refused, Malformed, StoreError."""
        match kind:
            case "season":
                self._create(body, request)
            case "season_act":
                self._act(body["season"], body["act"], request)
            case "course":
                self._put_course(body, request)
            case "course_remove":
                self._remove_course(body["name"], request)
            case "box":
                box = boxes.box_of(body["game"]).read(body["box"]) if body["box"] else None
                self._put_box(body["game"], box, (), request)
            case "box_import":
                found = boxes.read(body["file"], body["game"])
                self._put_box(found.game, found.box, found.tags, request)

    def _create(self, body: Mapping[str, Any], request: Request) -> None:
        options = {name: body[name] for name in ("name", "points", "drop") if body.get(name)}
        made = history.begin(season, options)
        number = max(self._store.seasons(), default=0) + 1
        self._append(number, 1, {"act": "create", **options}, made.events, request)

    def _act(self, number: int, act: Act, request: Request) -> None:
        entries = self._store.season_acts(number)
        if not entries:
            raise Refused("season.none_such", season=number)
        before = fold(entries)
        act = self._with_results(act)
        after, events = before.apply(act)
        if after is before:
            request.answer(Answer(FINE, self._table.snapshot.version, race=number))
            return
        self._append(number, len(entries) + 1, act, events, request)

    def _append(
        self, number: int, n: int, act: Act, events: tuple[Event, ...], request: Request
    ) -> None:
        answer = _kept(request, events, number)
        entry = Entry(n, act, self._stamp(), playing.origin_json(request), answer)
        self._write(
            lambda then: self._store.append_season(number, entry, then), events, number, request
        )

    def _with_results(self, act: Act) -> Act:
        """A saved race is added with the results that it has now, so that the fold stays pure."""
        race_id = act.get("race")
        if act.get("act") != "race" or "results" in act or type(race_id) is not int:
            return act
        race = self._store.race(race_id)
        if race is None:
            raise Refused("table.no_such_race", race=race_id)
        if race.result is None:
            raise Refused("season.race_not_over", race=race_id)
        return {**act, "title": course_of(race), "game": race.game, "results": results(race)}

    def _put_course(self, body: Mapping[str, Any], request: Request) -> None:
        course = course_book.read(body, self._store.courses())
        events = (Event("course.saved", params={"name": course.name}),)
        answer = _kept(request, events)
        self._write(
            lambda then: self._store.put_course(course, answer, then), events, None, request
        )

    def _remove_course(self, name: str, request: Request) -> None:
        course = course_book.find(name, self._store.courses())
        events = (Event("course.removed", params={"name": course.name}),)
        answer = _kept(request, events)
        self._write(
            lambda then: self._store.drop_course(course.name, answer, then), events, None, request
        )

    def _put_box(
        self, game: str, box: boxes.Json | None, tags: Sequence[Tagged], request: Request
    ) -> None:
        """A box with stickers of its cards; a deck that is being learned knows them then."""
        boxes.box_of(game)
        key = "box.saved" if box else "box.removed"
        events = (Event(key, params={"game": title(game), "count": len(tags)}),)
        answer = _kept(request, events)

        def put(then: Then) -> None:
            self._store.put_box(game, box, tags, answer, then)

        def learned() -> None:
            if self._table.learning and tags:
                self._table.learning = self._table.learning.refreshed(self._store.tags())

        self._write(put, events, None, request, learned)

    def _write(
        self,
        put: Callable[[Then], None],
        events: tuple[Event, ...],
        number: int | None,
        request: Request,
        learned: Callable[[], None] = lambda: None,
    ) -> None:
        def then(fault: StoreError | None) -> None:
            self._writing = False
            if fault:
                self._table.broken(fault, request)
            else:
                with self._table.reading(request):
                    learned()
                    self._table.publish()
                    version = self._table.snapshot.version
                    request.answer(Answer(FINE, version, events, race=number))
            while self._waiting and not self._writing:
                self.post(*self._waiting.popleft())

        self._writing = True
        put(lambda fault: self._later(lambda now: then(fault)))


def results(race: SavedRace) -> list[dict[str, Any]]:
    """A saved race's result by players' names."""
    names = race_names(race)
    return [
        {
            "name": names.get(one["seat"], str(one["seat"])),
            "place": one.get("place"),
            **({"points": one.get("points", 0)} if one.get("place") is None else {}),
        }
        for one in race.result or ()
    ]


def race_names(race: SavedRace) -> dict[int, str]:
    """The players by their seats: the given ones, or 1, 2, … as listed."""
    return {
        seat.get("seat", number): str(seat.get("name", ""))
        for number, seat in enumerate(race.options.get("seats", []), 1)
        if isinstance(seat, Mapping)
    }


def _kept(
    request: Request, events: tuple[Event, ...], number: int | None = None
) -> StoredAnswer | None:
    """The answer that the same key gets again, saved with what it answers."""
    if not request.key:
        return None
    told = packed(events)
    return StoredAnswer(request.key, told if number is None else {**told, "id": number})
