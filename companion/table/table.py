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
from companion.table import race as playing
from companion.table.light_cues import Cues
from companion.table.notices import Menus, Notices
from companion.table.posts import BROKEN, FINE, MALFORMED, Answer
from companion.table.proposal import Proposal
from companion.table.race import Asked, Outcome, Playing, Setting, Turn
from companion.table.rights import Rights
from companion.table.sit_down import Seating
from companion.table.snapshot import MOST_LOG, LogLine, Snapshot
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
        setting: Setting,
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
        self._head: Playing | None = None
        self._shown: Playing | None = None
        self._under_way = 0
        self._falls = 0
        self._log: deque[LogLine] = deque(maxlen=MOST_LOG)
        self.notices = Notices()
        self._menus = Menus()
        self.devices: dict[str, Device] = {}
        self.learning: Learning | None = None
        self.seating: Seating | None = None
        self.proposal: Proposal | None = None
        self._turn = Turn()
        self._state_version = 0
        self.rights = Rights.from_json(store.get("rights", {}))
        self.cues = Cues()
        self._load(store.get("race"))
        self.snapshot = self._snapshot(1)

    def tick(self, now: float) -> None:
        """Time passed: menus close by themselves, and so does a set-up that nobody looks at."""
        closed = self._menus.tick(now)
        if self.seating is not None and now >= self.seating.until:
            self.seating, closed = None, True
        if self.proposal is not None and now >= self.proposal.until:
            self.proposal, closed = None, True
        if closed:
            self.publish()

    def act(self, act: Act, asked: Asked, now: float) -> None:
        """Do this act, or refuse it and say so at the seat."""
        try:
            self._do(act, asked, now)
        except Refused as refused:
            self.refuse(refused, playing.seat_of(act), asked, now)
        except Malformed as malformed:
            self.answer(asked, Answer(MALFORMED, key=malformed.key, params=malformed.params))

    def press(self, press: Press, asked: Asked, now: float) -> None:
        """A finished gesture on a button of a seat, short or held."""
        try:
            race = self._playing().race
            wish = race.game.read(race.state, replace(press, menu=self._menus.at(press.seat)))
            if self._menus.open(press.seat, wish if isinstance(wish, str) else "", now):
                self.publish()
            if isinstance(wish, Mapping):
                self._do(wish, asked, now)
            else:
                self.answer(asked, Answer(FINE))
        except Refused as refused:
            self.refuse(refused, press.seat, asked, now)

    @property
    def game(self) -> str | None:
        """The name of the game on the table."""
        return self._head.game if self._head else None

    def propose(self, game: str, seat: int, asked: Asked, now: float) -> None:
        """A card of this game was laid at this seat (0: a shared reader): shall it be played?"""
        self.proposal = Proposal.of(game, seat, now)
        if seat:
            self.cues[seat] = Cue("card", now, 8)
        self.publish()
        self.answer(asked, Answer(FINE))

    def tap(self, tap: Tap, asked: Asked, now: float) -> None:
        """A card of this game was shown. Raises Refused."""
        race = self._playing().race
        wish = race.game.read(race.state, tap)
        if isinstance(wish, Mapping):
            self._do(wish, asked, now)
        else:
            self.answer(asked, Answer(FINE))

    def remedy(self, number: int, seat: int, asked: Asked, now: float) -> None:
        """The table is right: do what makes the companion right, then what it had refused."""
        notice = self.notices.find(number, seat)
        try:
            if notice is None or not notice.remedy:
                raise Refused("table.no_remedy")
            for act in notice.remedy[:-1]:
                self._do(act, Asked(asked.name), now)
            self._do(notice.remedy[-1], asked, now)
            self.notices.remove(notice)
        except Refused as refused:
            self.refuse(refused, seat, asked, now)

    def go_to(self, act: Act, count: int, asked: Asked, now: float) -> None:
        """Undo or redo, act by act, until so many acts stand; all the way or not at all."""
        try:
            race, steps = self._playing().race, 0
            while race.count != count:
                race, _ = race.apply(act)
                steps += 1
            for _ in range(steps - 1):
                self._do(act, Asked(asked.name), now)
            if steps:
                self._do(act, asked, now)
            else:
                self.answer(asked, Answer(FINE))
        except Refused as refused:
            self.refuse(refused, None, asked, now)

    def begin(
        self,
        game: str,
        options: Mapping[str, Any],
        replaces: int | None,
        asked: Asked,
        now: float,
        course: str = "",
    ) -> None:
        """Start a race, or refuse it. `replaces`: the race whose set-up was reopened.

        `course`: what people call the course; kept with the race, it means nothing to the rules.
        """
        try:
            race = self._set_up(game, options, replaces)
        except Refused as refused:
            self.refuse(refused, None, asked, now)
            return
        start = playing.start(game, options, self._stamp(), asked, race.events, replaces, course)
        race_id = self._store.new_race(
            start, lambda fault: self._later(lambda then: self._written(outcome, fault, then))
        )
        line = LogLine(0, "start", None, asked.name, race.events)
        fresh = Playing.at(race_id, game, options, race, 0)
        outcome = Outcome(fresh, line, race.events, asked, self._falls, new=True)
        self._advance(fresh, now)

    def resume(self, race_id: int, asked: Asked, now: float) -> None:
        """Put a saved race on the table again. Raises Refused if there is none of this number."""
        if self._under_way:
            self._later(lambda now: self.resume(race_id, asked, now))
            return

        def then(fault: StoreError | None) -> None:
            with self.reading(asked):
                if fault:
                    self.broken(fault, asked)
                    return
                self._load(race_id)
                self._turn = Turn()
                self.publish(state=True)
                self.answer(asked, Answer(FINE, race=race_id))

        with self.reading(asked):
            if self._store.race(race_id) is None:
                self.refuse(Refused("table.no_such_race", race=race_id), None, asked, now)
                return
            self._store.resume(race_id, lambda fault: self._later(lambda now: then(fault)))

    def refuse(self, refused: Refused, seat: int | None, asked: Asked, now: float) -> None:
        """Say no: to the phone that asked, at the seat, and to those whom the table waits for."""
        self.note(refused.key, refused.params, seat, refused.remedy)
        self.cues.refused(seat, self._shown.view.up if self._shown else (), now)
        self.publish()
        self.answer(asked, Answer.refuse(refused))

    def note(
        self, key: str, params: Mapping[str, Any], seat: int | None, remedy: tuple[Act, ...] = ()
    ) -> None:
        """A refusal or remark that phones show for a while; published with the next snapshot."""
        self.notices.add(key, params, seat, remedy)

    def stale(self, version: int | None) -> bool:
        """Whether the race has changed since this version of the snapshot, on disk or nearly."""
        return version is not None and (
            self._under_way > 0 or not self._state_version <= version <= self.snapshot.version
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

    def _playing(self) -> Playing:
        """The race at its newest act. Raises Refused `table.no_race`."""
        if self._head is None:
            raise Refused("table.no_race")
        return self._head

    def _do(self, act: Act, asked: Asked, now: float) -> None:
        head = self._playing()
        act = self._turn.timed(act, now)
        race, events = head.race.apply(act)
        if race is head.race:
            self.answer(asked, Answer(FINE, events=events))
            return
        line = playing.line(head.n + 1, act, asked.name, events)
        outcome = Outcome(head.after(race), line, events, asked, self._falls)
        self._store.append(
            head.id,
            playing.entry(outcome, act, self._stamp()),
            lambda fault: self._later(lambda then: self._written(outcome, fault, then)),
            lambda: self._later(lambda now: self._expect(outcome)),
        )
        self._advance(outcome.playing, now)

    def _advance(self, head: Playing, now: float) -> None:
        self._head = head
        self._under_way += 1
        self._turn = self._turn.seen(head.view.up, now)

    def _expect(self, outcome: Outcome) -> None:
        """Only the disk is waited for: what this act will show, if no other is on its way."""
        if self._under_way != 1:
            return
        version = self.snapshot.version + 1
        self._next = replace(
            self._snapshot(version),
            state_version=version,
            race=outcome.playing.info(),
            log=(*self._log, outcome.line)[-MOST_LOG:],
            notices=self.notices.but(outcome.line.seat),
        )
        self._expected(self._next)

    def _written(self, outcome: Outcome, fault: StoreError | None, now: float) -> None:
        """The store reports: show what is on disk, or fall back to it."""
        self._under_way -= 1
        if fault is not None:
            self._fall_back(outcome, fault)
            return
        if outcome.new:
            self.seating = self.proposal = None
            self._log.clear()
            self.notices.clear()
            self._menus.clear()
            self.cues.clear()
        self._shown = outcome.playing
        self.notices.forget_seat(outcome.line.seat)
        self._log.append(outcome.line)
        self.cues.told(outcome.events, now)
        self.publish(state=True)
        race_id = outcome.playing.id if outcome.new else None
        self.answer(outcome.asked, Answer(FINE, events=outcome.events, race=race_id))

    def _fall_back(self, outcome: Outcome, fault: StoreError) -> None:
        """Back to what is on disk; what stood on the lost act is refused by the store as well."""
        if outcome.falls == self._falls:
            self._falls += 1
            self._head = self._shown
        self.broken(fault, outcome.asked)

    def broken(self, fault: StoreError, asked: Asked) -> None:
        """Nothing was saved: say so once; a node will send its line again in its next link."""
        self.note(fault.key, fault.params, None)
        self.publish()
        asked.tell(Answer(BROKEN, key=fault.key, params=fault.params))

    @contextmanager
    def reading(self, asked: Asked) -> Iterator[None]:
        """Around whatever reads the disk for who asked: if it cannot be read, they are told.

        A node's line is settled: nothing comes of it, and the lines behind it are to be heard.
        """
        try:
            yield
        except StoreError as fault:
            self.note(fault.key, fault.params, None)
            self.publish()
            self.answer(asked, Answer(BROKEN, key=fault.key, params=fault.params))

    def answer(self, asked: Asked, answer: Answer) -> None:
        """Answer a phone; tell a node that what came of its line is settled."""
        if asked.origin is not None:
            self._settle(asked.origin)
        asked.tell(replace(answer, version=self.snapshot.version))

    def _set_up(
        self, game: str, options: Mapping[str, Any], replaces: int | None
    ) -> history.History:
        race = playing.set_up(game, options, self._setting.seats)
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
            loaded, lines = playing.load(saved, self._store.acts(saved.id))
        except (Refused, Malformed):
            self.note("table.race_not_read", {"race": saved.id}, None)
            return
        self._head = self._shown = loaded
        self.seating = self.proposal = None
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
            race=self._shown.info() if self._shown else None,
            menus=self._menus.named(),
            log=tuple(self._log),
            notices=self.notices.newest(),
            devices=tuple(sorted(self.devices.values(), key=lambda d: (d.seat, d.id))),
            rights=self.rights,
            learning=self.learning,
            seating=self.seating,
            proposal=self.proposal,
        )
