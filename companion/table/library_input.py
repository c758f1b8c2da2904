"""Handle the host's posts about seasons, courses and boxes.

phone_input.py passes the posts on. Nothing is kept in memory: each change starts from what is on
disk and is answered when it is on disk itself. One change at a time; further posts wait.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import Malformed, Refused, StoreError
from companion.games import history, title
from companion.games.game import Act, Event
from companion.library import boxes, courses, season
from companion.library.origins import origin_json
from companion.library.races import course_of
from companion.library.seasons import fold, results
from companion.store.store import Entry, Stamp, Store, StoredAnswer, Tagged
from companion.table.posts import FINE, MALFORMED, Answer, packed
from companion.table.request import Later, Request
from companion.table.table import Table

Then = Callable[[StoreError | None], None]


class LibraryInput:
    """Handles posts about the library.

    `later` puts a call into the loop's inbox, from any thread; `stamp` reads the clocks.
    """

    def __init__(self, table: Table, store: Store, later: Later, stamp: Callable[[], Stamp]):
        self._table = table
        self._store = store
        self._later = later
        self._stamp = stamp
        self._writing = False
        self._waiting: deque[tuple[str, Mapping[str, Any], Request]] = deque()

    def post(self, kind: str, body: Mapping[str, Any], request: Request) -> None:
        """Do "season", "season_act", "course", "course_remove", "box" or "box_import"."""
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
                self._create_season(body, request)
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

    def _create_season(self, body: Mapping[str, Any], request: Request) -> None:
        options = {name: body[name] for name in ("name", "points", "drop") if body.get(name)}
        created = history.begin(season, options)
        number = max(self._store.seasons(), default=0) + 1
        self._append(number, 1, {"act": "create", **options}, created.events, request)

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
        answer = _stored(request, events, number)
        origin = origin_json(request.name, request.origin)
        entry = Entry(n, act, self._stamp(), origin, answer)
        self._write(
            lambda then: self._store.append_season(number, entry, then), events, number, request
        )

    def _with_results(self, act: Act) -> Act:
        """Add a saved race's results to the act that counts it, so that season.py stays pure."""
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
        saved = self._store.box(courses.GAME)
        box = boxes.in_force(courses.GAME, saved, self._table.snapshot.simulated)
        course = courses.read(body, self._store.courses(), box)
        events = (Event("course.saved", params={"name": course.name}),)
        answer = _stored(request, events)
        self._write(
            lambda then: self._store.put_course(course, answer, then), events, None, request
        )

    def _remove_course(self, name: str, request: Request) -> None:
        course = courses.find(name, self._store.courses())
        events = (Event("course.removed", params={"name": course.name}),)
        answer = _stored(request, events)
        self._write(
            lambda then: self._store.drop_course(course.name, answer, then), events, None, request
        )

    def _put_box(
        self, game: str, box: boxes.Json | None, tags: Sequence[Tagged], request: Request
    ) -> None:
        """Save a box with its cards' tags, and add these to a deck that is being learned."""
        boxes.box_of(game)
        key = "box.saved" if box else "box.removed"
        events = (Event(key, params={"game": title(game), "count": len(tags)}),)
        answer = _stored(request, events)

        def put(then: Then) -> None:
            self._store.put_box(game, box, tags, answer, then)

        def refresh() -> None:
            learning = self._table.snapshot.learning
            if learning and tags:
                self._table.set_learning(learning.refreshed(self._store.tags()))

        self._write(put, events, None, request, refresh)

    def _write(
        self,
        put: Callable[[Then], None],
        events: tuple[Event, ...],
        number: int | None,
        request: Request,
        before_publishing: Callable[[], None] = lambda: None,
    ) -> None:
        def then(fault: StoreError | None) -> None:
            self._writing = False
            if fault:
                self._table.not_saved(fault, request)
            else:
                with self._table.reading(request):
                    before_publishing()
                    self._table.publish()
                    version = self._table.snapshot.version
                    request.answer(Answer(FINE, version, events, race=number))
            while self._waiting and not self._writing:
                self.post(*self._waiting.popleft())

        self._writing = True
        put(lambda fault: self._later(lambda now: then(fault)))


def _stored(
    request: Request, events: tuple[Event, ...], number: int | None = None
) -> StoredAnswer | None:
    """The answer to a post's key, saved together with the change."""
    if not request.key:
        return None
    reply = packed(events)
    return StoredAnswer(request.key, reply if number is None else {**reply, "id": number})
