"""The one mutable thing: the running game and its seats. Its phones are in phone_input.py.

The loop calls it, nobody else. An act is applied at once to the head, which the next signal meets;
it is shown, lit and answered when the store reports that it is on disk. If the disk refuses it, the
head falls back to what is shown, and everything that stood on it is refused with it.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.errors import Malformed, Refused, StoreError
from companion.games import GAMES, history
from companion.games.game import Act, Tap
from companion.lights.render import Cue
from companion.signals import Device, Origin, Press
from companion.store.store import Stamp, Store
from companion.table import race as races
from companion.table.light_cues import LightCues
from companion.table.notices import Menus, Notices
from companion.table.posts import BROKEN, FINE, MALFORMED, Answer
from companion.table.proposal import Proposal
from companion.table.race import LogLine, PendingWrite, Race, TurnTimer
from companion.table.request import Request
from companion.table.rights import Rights
from companion.table.sit_down import SitDown
from companion.table.snapshot import MOST_LOG, Snapshot, TableInfo
from companion.tags.learning import Learning


class Table:
    """The running game.

    `later` puts a call into the loop's inbox, from any thread; `settle` acknowledges a node's line;
    `stamp` reads the clocks; `published` hears of every new snapshot, before whoever asked for it
    gets an answer; `expected` of the next one while the disk still takes its time, so that it is in
    words when it may be shown.
    """

    def __init__(
        self,
        store: Store,
        setting: TableInfo,
        *,
        later: Callable[[Callable[[float], None]], None],
        settle: Callable[[Origin], None],
        stamp: Callable[[], Stamp],
        published: Callable[[], None] = lambda: None,
        expected: Callable[[Snapshot], None] = lambda snapshot: None,
    ):
        self._store = store
        self._published = published
        self._expected = expected
        self._next: Snapshot | None = None
        self._setting = setting
        self._later = later
        self._settle = settle
        self._stamp = stamp
        self._head: Race | None = None
        self._shown: Race | None = None
        self._pending = 0
        self._rollbacks = 0
        self._log: deque[LogLine] = deque(maxlen=MOST_LOG)
        self.notices = Notices()
        self._menus = Menus()
        self.devices: dict[str, Device] = {}
        self.learning: Learning | None = None
        self.sit_down: SitDown | None = None
        self.proposal: Proposal | None = None
        self._turn = TurnTimer()
        self._state_version = 0
        self.rights = Rights.from_json(store.get("rights", {}))
        self.cues = LightCues()
        self._load(store.get("race"))
        self.snapshot = self._snapshot(1)

    def tick(self, now: float) -> None:
        """Time passed: menus close by themselves, and so does a set-up that nobody looks at."""
        closed = self._menus.tick(now)
        if self.sit_down is not None and now >= self.sit_down.until:
            self.sit_down, closed = None, True
        if self.proposal is not None and now >= self.proposal.until:
            self.proposal, closed = None, True
        if closed:
            self.publish()

    def act(self, act: Act, request: Request, now: float) -> None:
        """Do this act, or refuse it and say so at the seat."""
        try:
            self._do(act, request, now)
        except Refused as refused:
            self.refuse(refused, races.seat_of(act), request, now)
        except Malformed as malformed:
            self.answer(request, Answer(MALFORMED, key=malformed.key, params=malformed.params))

    def press(self, press: Press, request: Request, now: float) -> None:
        """A finished gesture on a button of a seat, short or held."""
        try:
            race = self._newest().history
            wish = race.game.read(race.state, replace(press, menu=self._menus.at(press.seat)))
            if self._menus.open(press.seat, wish if isinstance(wish, str) else "", now):
                self.publish()
            if isinstance(wish, Mapping):
                self._do(wish, request, now)
            else:
                self.answer(request, Answer(FINE))
        except Refused as refused:
            self.refuse(refused, press.seat, request, now)

    @property
    def game(self) -> str | None:
        """The name of the game on the table."""
        return self._head.game if self._head else None

    def propose(self, game: str, seat: int, request: Request, now: float) -> None:
        """A card of this game was laid at this seat (0: a shared reader): shall it be played?"""
        self.proposal = Proposal.of(game, seat, now)
        if seat:
            self.cues[seat] = Cue("card", now, 8)
        self.publish()
        self.answer(request, Answer(FINE))

    def tap(self, tap: Tap, request: Request, now: float) -> None:
        """A card of this game was shown. Raises Refused."""
        race = self._newest().history
        wish = race.game.read(race.state, tap)
        if isinstance(wish, Mapping):
            self._do(wish, request, now)
        else:
            self.answer(request, Answer(FINE))

    def remedy(self, number: int, seat: int, request: Request, now: float) -> None:
        """The table is right: do what makes the companion right, then what it had refused."""
        notice = self.notices.find(number, seat)
        try:
            if notice is None or not notice.remedy:
                raise Refused("table.no_remedy")
            for act in notice.remedy[:-1]:
                self._do(act, Request(request.name), now)
            self._do(notice.remedy[-1], request, now)
            self.notices.remove(notice)
        except Refused as refused:
            self.refuse(refused, seat, request, now)

    def go_to(self, act: Act, count: int, request: Request, now: float) -> None:
        """Undo or redo, act by act, until so many acts stand; all the way or not at all."""
        try:
            race, steps = self._newest().history, 0
            while race.count != count:
                race, _ = race.apply(act)
                steps += 1
            for _ in range(steps - 1):
                self._do(act, Request(request.name), now)
            if steps:
                self._do(act, request, now)
            else:
                self.answer(request, Answer(FINE))
        except Refused as refused:
            self.refuse(refused, None, request, now)

    def begin(
        self,
        game: str,
        options: Mapping[str, Any],
        replaces: int | None,
        request: Request,
        now: float,
        course: str = "",
    ) -> None:
        """Start a race, or refuse it. `replaces`: the race whose set-up was reopened.

        `course`: what people call the course; kept with the race, it means nothing to the rules.
        """
        try:
            race = self._set_up(game, options, replaces)
        except Refused as refused:
            self.refuse(refused, None, request, now)
            return
        start = races.start(game, options, self._stamp(), request, race.events, replaces, course)
        race_id = self._store.new_race(
            start, lambda fault: self._later(lambda then: self._written(write, fault, then))
        )
        line = LogLine(0, "start", None, request.name, race.events)
        fresh = Race.at(race_id, game, options, race, 0)
        write = PendingWrite(fresh, line, race.events, request, self._rollbacks, new=True)
        self._advance(fresh, now)

    def resume(self, race_id: int, request: Request, now: float) -> None:
        """Put a saved race on the table again. Raises Refused if there is none of this number."""
        if self._pending:
            self._later(lambda now: self.resume(race_id, request, now))
            return

        def then(fault: StoreError | None) -> None:
            with self.reading(request):
                if fault:
                    self.broken(fault, request)
                    return
                self._load(race_id)
                self._turn = TurnTimer()
                self.publish(state=True)
                self.answer(request, Answer(FINE, race=race_id))

        with self.reading(request):
            if self._store.race(race_id) is None:
                self.refuse(Refused("table.no_such_race", race=race_id), None, request, now)
                return
            self._store.resume(race_id, lambda fault: self._later(lambda now: then(fault)))

    def refuse(self, refused: Refused, seat: int | None, request: Request, now: float) -> None:
        """Say no: to the phone that asked, at the seat, and to those whom the table waits for."""
        self.note(refused.key, refused.params, seat, refused.remedy)
        self.cues.refused(seat, self._shown.view.up if self._shown else (), now)
        self.publish()
        self.answer(request, Answer.refuse(refused))

    def note(
        self, key: str, params: Mapping[str, Any], seat: int | None, remedy: tuple[Act, ...] = ()
    ) -> None:
        """A refusal or remark that phones show for a while; published with the next snapshot."""
        self.notices.add(key, params, seat, remedy)

    def stale(self, version: int | None) -> bool:
        """Whether the race has changed since this version of the snapshot, on disk or nearly."""
        return version is not None and (
            self._pending > 0 or not self._state_version <= version <= self.snapshot.version
        )

    def publish(self, state: bool = False) -> None:
        """Replace the snapshot. `state`: the race itself has changed."""
        version = self.snapshot.version + 1
        if state:
            self._state_version = version
        snapshot = self._snapshot(version)
        self.snapshot = self._next if self._next and snapshot.like(self._next) else snapshot
        self._next = None
        self._published()

    def _newest(self) -> Race:
        """The race at its newest act. Raises Refused `table.no_race`."""
        if self._head is None:
            raise Refused("table.no_race")
        return self._head

    def _do(self, act: Act, request: Request, now: float) -> None:
        head = self._newest()
        act = self._turn.timed(act, now)
        race, events = head.history.apply(act)
        if race is head.history:
            self.answer(request, Answer(FINE, events=events))
            return
        line = races.line(head.n + 1, act, request.name, events)
        write = PendingWrite(head.after(race), line, events, request, self._rollbacks)
        self._store.append(
            head.id,
            races.entry(write, act, self._stamp()),
            lambda fault: self._later(lambda then: self._written(write, fault, then)),
            lambda: self._later(lambda now: self._expect(write)),
        )
        self._advance(write.race, now)

    def _advance(self, head: Race, now: float) -> None:
        self._head = head
        self._pending += 1
        self._turn = self._turn.seen(head.view.up, now)

    def _expect(self, write: PendingWrite) -> None:
        """Only the disk is waited for: what this act will show, if no other is on its way."""
        if self._pending != 1:
            return
        version = self.snapshot.version + 1
        self._next = replace(
            self._snapshot(version),
            state_version=version,
            race=write.race,
            log=(*self._log, write.line)[-MOST_LOG:],
            notices=self.notices.but(write.line.seat),
        )
        self._expected(self._next)

    def _written(self, write: PendingWrite, fault: StoreError | None, now: float) -> None:
        """The store reports: show what is on disk, or fall back to it."""
        self._pending -= 1
        if fault is not None:
            self._fall_back(write, fault)
            return
        if write.new:
            self.sit_down = self.proposal = None
            self._log.clear()
            self.notices.clear()
            self._menus.clear()
            self.cues.clear()
        self._shown = write.race
        self.notices.forget_seat(write.line.seat)
        self._log.append(write.line)
        self.cues.told(write.events, now)
        self.publish(state=True)
        race_id = write.race.id if write.new else None
        self.answer(write.request, Answer(FINE, events=write.events, race=race_id))

    def _fall_back(self, write: PendingWrite, fault: StoreError) -> None:
        """Back to what is on disk; what stood on the lost act is refused by the store as well."""
        if write.rollbacks == self._rollbacks:
            self._rollbacks += 1
            self._head = self._shown
        self.broken(fault, write.request)

    def broken(self, fault: StoreError, request: Request) -> None:
        """Nothing was saved: say so once; a node will send its line again in its next link."""
        self.note(fault.key, fault.params, None)
        self.publish()
        request.answer(Answer(BROKEN, key=fault.key, params=fault.params))

    @contextmanager
    def reading(self, request: Request) -> Iterator[None]:
        """Around everything that reads the disk for a request: note and answer a StoreError.

        A node's line is settled all the same, so that the lines after it are heard.
        """
        try:
            yield
        except StoreError as fault:
            self.note(fault.key, fault.params, None)
            self.publish()
            self.answer(request, Answer(BROKEN, key=fault.key, params=fault.params))

    def answer(self, request: Request, answer: Answer) -> None:
        """Answer a phone; tell a node that what came of its line is settled."""
        if request.origin is not None:
            self._settle(request.origin)
        request.answer(replace(answer, version=self.snapshot.version))

    def _set_up(
        self, game: str, options: Mapping[str, Any], replaces: int | None
    ) -> history.History:
        race = races.set_up(game, options, self._setting.seats)
        head = self._head
        if replaces is not None and (head is None or head.id != replaces or head.view.begun):
            raise Refused("table.already_begun")
        return race

    def _load(self, race_id: int | None) -> None:
        """Put a stored race on the table; one that the rules no longer take is left and named."""
        saved = None if race_id is None else self._store.race(race_id)
        if saved is None or saved.game not in GAMES:
            return
        try:
            loaded, lines = races.load(saved, self._store.acts(saved.id))
        except (Refused, Malformed):
            self.note("table.race_not_read", {"race": saved.id}, None)
            return
        self._head = self._shown = loaded
        self.sit_down = self.proposal = None
        self._menus.clear()
        self._log = deque(lines, maxlen=MOST_LOG)

    def holds(self, seat: int, button: str) -> bool:
        """Whether holding this button of this seat means something now."""
        view = self._head.seat(seat) if self._head else None
        if view is None:
            return False
        keys = view.keys.get(self._menus.at(seat), {})
        return button in keys and keys[button].hold is not None

    def _snapshot(self, version: int) -> Snapshot:
        setting = self._setting
        return Snapshot(
            version=version,
            state_version=self._state_version,
            boot=setting.boot,
            simulated=setting.simulated,
            clock_synced=self._stamp().clock_synced,
            table_name=setting.name,
            address=setting.address,
            seats=setting.seats,
            race=self._shown if self._shown else None,
            menus=self._menus.named(),
            log=tuple(self._log),
            notices=self.notices.newest(),
            devices=tuple(sorted(self.devices.values(), key=lambda d: (d.seat, d.id))),
            rights=self.rights,
            learning=self.learning,
            sit_down=self.sit_down,
            proposal=self.proposal,
        )
