"""The one mutable thing: the running game and its seats. Its phones are in companion/phones.py.

The loop calls it, nobody else. An act is applied at once to the head, which the next signal meets;
it is shown, lit and answered when the store reports that it is on disk. If the disk refuses it, the
head falls back to what is shown, and everything that stood on it is refused with it.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion import history, playing
from companion.errors import Malformed, Refused, StoreError
from companion.games import GAMES
from companion.games.game import Act, Tap
from companion.learning import Learning
from companion.lights import CUES, Cue
from companion.playing import Asked, Outcome, Playing, Setting
from companion.posts import BROKEN, FINE, MALFORMED, Answer, packed
from companion.rights import Rights
from companion.seating import Seating
from companion.signals import Device, Origin, Press
from companion.snapshot import MOST_LOG, MOST_NOTICES, LogLine, Notice, Snapshot
from companion.store import Answer as Kept
from companion.store import Entry, Position, Stamp, Start, Store

MENU_S = 5.0
"""A seat's menu closes by itself after this (rules.md 8.1, step 4)."""

NO_S = 5.0
"""A seat's strip says no at most once in this time (rules.md 8.1, "Presses")."""


class Table:
    """The running game.

    `later` puts a call into the loop's inbox, from any thread; `settle` acknowledges a node's line;
    `stamp` reads the clocks.
    """

    def __init__(
        self,
        store: Store,
        setting: Setting,
        *,
        later: Callable[[Callable[[float], None]], None],
        settle: Callable[[Origin], None],
        stamp: Callable[[], Stamp],
    ):
        self._store = store
        self._setting = setting
        self._later = later
        self._settle = settle
        self._stamp = stamp
        self._head: Playing | None = None
        self._shown: Playing | None = None
        self._under_way = 0
        self._falls = 0
        self._log: deque[LogLine] = deque(maxlen=MOST_LOG)
        self._notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self._notice = 0
        self._menus: dict[int, tuple[str, float]] = {}
        self.devices: dict[str, Device] = {}
        self.learning: Learning | None = None
        self.seating: Seating | None = None
        self._no_until: dict[int, float] = {}
        self._turn: tuple[tuple[int, ...], float | None] = ((), None)
        self._state_version = 0
        self.rights = Rights.from_json(store.get("rights", {}))
        self.cues: dict[int, Cue] = {}
        self._load(store.get("race"))
        self.snapshot = self._snapshot(1)

    def tick(self, now: float) -> None:
        """Time passed: menus close by themselves, and so does a set-up that nobody looks at."""
        due = [seat for seat, (_, until) in self._menus.items() if now >= until]
        for seat in due:
            del self._menus[seat]
        forgotten = self.seating is not None and now >= self.seating.until
        if forgotten:
            self.seating = None
        if due or forgotten:
            self.publish()

    def act(self, act: Act, asked: Asked, now: float) -> None:
        """Do this act, or refuse it and say so at the seat."""
        try:
            self._do(act, asked, now)
        except Refused as refused:
            self.refuse(refused, _seat(act), asked, now)
        except Malformed as malformed:
            self.answer(asked, Answer(MALFORMED, key=malformed.key, params=malformed.params))

    def press(self, press: Press, asked: Asked, now: float) -> None:
        """A finished gesture on a button of a seat, short or held."""
        try:
            if self._head is None:
                raise Refused("table.no_race")
            menu = self._menus.get(press.seat, ("", 0.0))[0]
            wish = self._head.race.game.read(self._head.race.state, replace(press, menu=menu))
            self._open(press.seat, wish if isinstance(wish, str) else "", now)
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

    def tap(self, tap: Tap, asked: Asked, now: float) -> None:
        """A card of this game was shown. Raises Refused."""
        if self._head is None:
            raise Refused("table.no_race")
        wish = self._head.race.game.read(self._head.race.state, tap)
        if isinstance(wish, Mapping):
            self._do(wish, asked, now)
        else:
            self.answer(asked, Answer(FINE))

    def remedy(self, number: int, seat: int, asked: Asked, now: float) -> None:
        """The table is right: do what makes the companion right, then what it had refused."""
        notice = next((n for n in self._notices if n.n == number and n.seat == seat), None)
        try:
            if notice is None or not notice.remedy:
                raise Refused("table.no_remedy")
            for act in notice.remedy[:-1]:
                self._do(act, Asked(asked.name), now)
            self._do(notice.remedy[-1], asked, now)
            self._notices.remove(notice)
        except Refused as refused:
            self.refuse(refused, seat, asked, now)

    def go_to(self, act: Act, count: int, asked: Asked, now: float) -> None:
        """Undo or redo, act by act, until so many acts stand; all the way or not at all."""
        try:
            if self._head is None:
                raise Refused("table.no_race")
            race, steps = self._head.race, 0
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
        answer = Kept(asked.key, packed(race.events)) if asked.key else None
        origin = playing.origin_json(asked) | ({"course": course} if course else {})
        start = Start(game, options, self._stamp(), origin, answer, replaces=replaces)
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
        if self._store.race(race_id) is None:
            self.refuse(Refused("table.no_such_race", race=race_id), None, asked, now)
            return

        def then(fault: StoreError | None, now: float) -> None:
            if fault:
                self.broken(fault, asked)
                return
            self._load(race_id)
            self._turn = ((), None)
            self.publish(state=True)
            self.answer(asked, Answer(FINE, race=race_id))

        self._store.resume(race_id, lambda fault: self._later(lambda now: then(fault, now)))

    def refuse(self, refused: Refused, seat: int | None, asked: Asked, now: float) -> None:
        """Say no: to the phone that asked, at the seat, and to those whom the table waits for."""
        self.note(refused.key, refused.params, seat, refused.remedy)
        if seat is not None and now >= self._no_until.get(seat, 0.0):
            self._no_until[seat] = now + NO_S
            self.cues[seat] = Cue("refused", now)
            for up in self._shown.view.up if self._shown else ():
                if up != seat:
                    self.cues[up] = Cue("pulse", now)
        self.publish()
        self.answer(asked, Answer.refuse(refused))

    def note(
        self, key: str, params: Mapping[str, Any], seat: int | None, remedy: tuple[Act, ...] = ()
    ) -> None:
        """A refusal or remark that phones show for a while; published with the next snapshot."""
        self._notice += 1
        self._notices.append(Notice(self._notice, seat, key, params, remedy))

    def forget_unknown(self, uid: str) -> bool:
        """Nobody need be asked any more what this sticker is. False if nobody was."""
        kept = [n for n in self._notices if (n.key, n.params.get("uid")) != ("tags.unknown", uid)]
        asked = len(kept) < len(self._notices)
        self._notices = deque(kept, maxlen=MOST_NOTICES)
        return asked

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
        self.snapshot = self._snapshot(version)

    # Acts.

    def _do(self, act: Act, asked: Asked, now: float) -> None:
        head = self._head
        if head is None:
            raise Refused("table.no_race")
        act = self._timed(act, now)
        race, events = head.race.apply(act)
        if race is head.race:
            self.answer(asked, Answer(FINE, events=events))
            return
        line = playing.line(head.n + 1, act, asked.name, events)
        outcome = Outcome(head.after(race), line, events, asked, self._falls)
        self._store.append(
            head.id,
            self._entry(outcome, act, events),
            lambda fault: self._later(lambda then: self._written(outcome, fault, then)),
        )
        self._advance(outcome.playing, now)

    def _entry(self, outcome: Outcome, act: Act, events: tuple[Any, ...]) -> Entry:
        asked, origin = outcome.asked, outcome.asked.origin
        return Entry(
            outcome.playing.n,
            act,
            self._stamp(),
            playing.origin_json(asked),
            answer=Kept(asked.key, packed(events)) if asked.key else None,
            position=Position(origin.device, origin.session, origin.seq)
            if origin and origin.seq
            else None,
            result=outcome.playing.view.state.get("result"),
        )

    def _timed(self, act: Act, now: float) -> Act:
        """A finished turn gets its length, if the companion saw it begin and nobody said it."""
        up, since = self._turn
        if act.get("act") != "done" or "took_s" in act or since is None or up != (_seat(act),):
            return act
        return {**act, "took_s": round(max(0.0, now - since), 1)}

    def _advance(self, head: Playing, now: float) -> None:
        self._head = head
        self._under_way += 1
        if head.view.up != self._turn[0]:
            self._turn = (head.view.up, now)

    def _written(self, outcome: Outcome, fault: StoreError | None, now: float) -> None:
        """The store reports: show what is on disk, or fall back to it."""
        self._under_way -= 1
        if fault is not None:
            self._fall_back(outcome, fault)
            return
        if outcome.new:
            self.seating = None
            self._log.clear()
            self._notices.clear()
            self._menus.clear()
            self.cues.clear()
        self._shown = outcome.playing
        self._forget_notices(outcome.line.seat)
        self._log.append(outcome.line)
        for event in outcome.events:
            if event.cue in CUES and event.seat is not None:
                count = event.params.get("count", event.params.get("value", 1))
                self.cues[event.seat] = Cue(event.cue, now, int(count))
        self.publish(state=True)
        race_id = outcome.playing.id if outcome.new else None
        self.answer(outcome.asked, Answer(FINE, events=outcome.events, race=race_id))

    def _forget_notices(self, seat: int | None) -> None:
        """What was refused at a seat is past when something is done there."""
        kept = [notice for notice in self._notices if notice.seat != seat or seat is None]
        self._notices = deque(kept, maxlen=MOST_NOTICES)

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

    def answer(self, asked: Asked, answer: Answer) -> None:
        """Answer a phone; tell a node that what came of its line is settled."""
        if asked.origin is not None:
            self._settle(asked.origin)
        asked.tell(replace(answer, version=self.snapshot.version))

    def _set_up(self, game: str, options: Mapping[str, Any], replaces: int | None) -> history.Race:
        if game not in GAMES:
            raise Refused("table.no_such_game", game=game, games=", ".join(sorted(GAMES)))
        race = history.begin(GAMES[game], options)
        for seat in GAMES[game].view(race.state).seats:
            if seat.seat not in self._setting.seats:
                raise Refused("table.no_such_seat", seat=seat.seat, seats=len(self._setting.seats))
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
        self.seating = None
        self._menus.clear()
        self._log = deque(lines, maxlen=MOST_LOG)

    def holds(self, seat: int, button: str) -> bool:
        """Whether holding this button of this seat means something now."""
        view = self._head.seat(seat) if self._head else None
        if view is None:
            return False
        keys = view.keys.get(self._menus.get(seat, ("", 0.0))[0], {})
        return button in keys and keys[button].hold is not None

    def _open(self, seat: int, menu: str, now: float) -> None:
        """Open a menu at the seat, or close it ("")."""
        before = self._menus.pop(seat, ("", 0.0))[0]
        if menu:
            self._menus[seat] = (menu, now + MENU_S)
        if menu != before:
            self.publish()

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
            menus={seat: menu for seat, (menu, _) in self._menus.items()},
            log=tuple(self._log),
            notices=tuple(self._notices),
            devices=tuple(sorted(self.devices.values(), key=lambda d: (d.seat, d.id))),
            rights=self.rights,
            learning=self.learning,
            seating=self.seating,
        )


def _seat(act: Act) -> int | None:
    seat = act.get("seat")
    return seat if isinstance(seat, int) else None
