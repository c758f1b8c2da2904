"""The table: the running game with its seats, notices, devices and rights.

Only this class writes them. seat_input.py and phone_input.py call it in the loop's thread; it does
or refuses their requests, and publishes a new snapshot. current_race.py sends acts to the disk; an
act is shown and answered once it is there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.errors import Malformed, Refused, StoreError
from companion.games.game import Act, Say, Tap
from companion.lights.render import Cue
from companion.signals import Device, Origin, Press
from companion.store.store import Stamp, Store, Tagged
from companion.table.before_race import BeforeRace
from companion.table.current_race import CurrentRace
from companion.table.light_cues import LightCues
from companion.table.notices import Menus, Notices
from companion.table.played_seats import PlayedSeats, is_own, put_back, undo_to
from companion.table.posts import BROKEN, FINE, MALFORMED, Answer
from companion.table.publisher import Publisher
from companion.table.race import NewRace, PendingWrite, Race, seat_of
from companion.table.race_break import RaceBreak
from companion.table.request import Later, Request
from companion.table.rights import Rights
from companion.table.snapshot import Snapshot, TableInfo
from companion.tags.learning import Learning

CARD_CELLS = 8
"""Number of cells that light up for a card that was read but not played."""


class Table:
    """The running game.

    `later` puts a call into the loop's inbox; `settle` acknowledges a node's line; `stamp` reads
    the clocks. `on_publish` is called for every new snapshot, before the request that caused it is
    answered; `on_upcoming` gets the next snapshot while its act is being written, so that it can
    be translated meanwhile.
    """

    _learning: Learning | None = None

    def __init__(
        self,
        store: Store,
        info: TableInfo,
        later: Later,
        settle: Callable[[Origin], None],
        stamp: Callable[[], Stamp],
        on_publish: Callable[[], None],
        on_upcoming: Callable[[Snapshot], None],
    ):
        self._info = info
        self._store = store
        self._later = later
        self._settle = settle
        self._stamp = stamp
        self._before_race = BeforeRace()
        self._notices = Notices()
        self._menus = Menus()
        self._cues = LightCues()
        self._devices: dict[str, Device] = {}
        self._rights = Rights.from_json(store.get("rights", {}))
        self._race = CurrentRace(store, info.seats, stamp, later, self._written, self._foresee)
        self._break = RaceBreak(store, self._race, later)
        self._played = PlayedSeats(later, self._play)
        self._load(store.get("race"))
        self._played.see(self._race.shown, 0.0)
        self._publisher = Publisher(self._look, on_publish, on_upcoming)

    @property
    def snapshot(self) -> Snapshot:
        """The newest published state."""
        return self._publisher.newest

    @property
    def game(self) -> str | None:
        """The name of the game on the table."""
        return self._race.head.game if self._race.head else None

    def cues(self, now: float) -> Mapping[int, Cue]:
        """The cues that strips show at `now`, by seat."""
        return self._cues.current(now)

    def stale(self, version: int | None) -> bool:
        """Whether the race has changed since this version, or an act is being written."""
        return version is not None and (
            self._race.pending > 0 or self._publisher.changed_since(version)
        )

    @property
    def on_break(self) -> bool:
        """Whether the race on the table has a break. It outlives a restart."""
        return self._break.on

    def take_break(self, on: bool, request: Request, now: float) -> None:
        """Begin a break of the race, in which no turn is timed, or end it.

        Refused without a race. The break is on disk before it shows.
        """

        def then(fault: StoreError | None) -> None:
            if fault:
                self.not_saved(fault, request)
                return
            self.publish()
            self.answer(request, Answer(FINE))

        try:
            self._break.take(on, now, then)
        except Refused as refused:
            self.refuse(refused, None, request, now)

    def has_hold(self, seat: int, button: str) -> bool:
        """Whether holding this button of this seat has a meaning now."""
        view = self._race.head.seat(seat) if self._race.head else None
        if view is None:
            return False
        keys = view.keys.get(self._menus.at(seat), {})
        return button in keys and keys[button].hold is not None

    def act(self, act: Act, request: Request, now: float) -> None:
        """Do an act, or refuse it at the seat that it names."""
        race = self._race.head
        if race and act == {"act": "undo"} and (count := undo_to(race)) is not None:
            self.go_to(act, count, request, now)
            return
        try:
            self._do(act, request, now)
        except Refused as refused:
            self.refuse(refused, seat_of(act), request, now)
        except Malformed as malformed:
            self.answer(request, Answer(MALFORMED, key=malformed.key, params=malformed.params))

    def press(self, press: Press, request: Request, now: float) -> None:
        """Do the meaning of a press, short or held, in the seat's menu, or refuse it.

        In a break any press ends it and does nothing else.
        """
        if self.on_break:
            self.take_break(False, request, now)
            return
        try:
            history = self._race.newest().history
            wish = history.game.read(history.state, replace(press, menu=self._menus.at(press.seat)))
            if self._menus.open(press.seat, wish if isinstance(wish, str) else "", now):
                self.publish()
            if isinstance(wish, Mapping):
                self._do(wish, request, now)
            else:
                self.answer(request, Answer(FINE))
        except Refused as refused:
            self.refuse(refused, press.seat, request, now)

    def tap(self, tap: Tap, request: Request, now: float) -> None:
        """Do the act of a tapped card of this game. Raises Refused."""
        history = self._race.newest().history
        wish = history.game.read(history.state, tap)
        if isinstance(wish, Mapping):
            self._do(wish, request, now)
        else:
            self.answer(request, Answer(FINE))

    def remedy(self, number: int, seat: int, request: Request, now: float) -> None:
        """Do the acts of a notice's remedy, the refused one last."""
        notice = self._notices.find(number, seat)
        try:
            if notice is None or not notice.remedy:
                raise Refused("table.no_remedy")
            for act in notice.remedy[:-1]:
                self._do(act, Request(request.name), now)
            self._do(notice.remedy[-1], request, now)
            self._notices.remove(notice)
        except Refused as refused:
            self.refuse(refused, seat, request, now)

    def go_to(self, act: Act, count: int, request: Request, now: float) -> None:
        """Undo or redo until `count` acts are in force; all the way or not at all."""
        try:
            before, steps = self._race.newest(), self._race.steps(act, count)
            for _ in range(steps - 1):
                self._do(act, Request(request.name), now)
            if steps:
                self._do(act, request, now)
            else:
                self.answer(request, Answer(FINE))
            if act == {"act": "undo"}:
                self._tell_put_back(before)
        except Refused as refused:
            self.refuse(refused, None, request, now)

    def _tell_put_back(self, before: Race) -> None:
        """Tell where the sleds return that the table had driven before an undo."""
        back = list(put_back(before, self._race.newest()))
        if back:
            names = [name for name, _ in back]
            sleds = [Say("table.put_back_sled", {"name": n, "space": space}) for n, space in back]
            self.note("table.put_back", {"names": names, "sleds": sleds}, None)

    def begin(self, new: NewRace, request: Request, now: float) -> None:
        """Start a race, or refuse it."""
        try:
            self._race.begin(new, request, now)
        except Refused as refused:
            self.refuse(refused, None, request, now)

    def resume(self, race_id: int, request: Request, now: float) -> None:
        """Put a saved race on the table again, or refuse it. Waits for acts not yet on disk."""
        if self._race.pending:
            self._later(lambda now: self.resume(race_id, request, now))
            return
        with self.reading(request):
            try:
                self._race.resume(race_id, lambda fault: self._resumed(race_id, fault, request))
            except Refused as refused:
                self.refuse(refused, None, request, now)

    def answer(self, request: Request, answer: Answer) -> None:
        """Answer a phone; acknowledge a node's line."""
        if request.origin is not None:
            self._settle(request.origin)
        request.answer(replace(answer, version=self.snapshot.version))

    def refuse(self, refused: Refused, seat: int | None, request: Request, now: float) -> None:
        """Refuse a request: answer its phone, add a notice, and light its seat's strip.

        A phone's request that concerns no seat is refused on that phone alone.
        """
        if seat is not None or request.reply is None:
            self.note(refused.key, refused.params, seat, refused.remedy)
        shown = self._race.shown
        self._cues.refuse(seat, shown.view.up if shown else (), now)
        self.publish()
        self.answer(request, Answer.refuse(refused))

    def not_saved(self, fault: StoreError, request: Request) -> None:
        """Report a failed write. A node's line stays unacknowledged: the node sends it again."""
        self.note(fault.key, fault.params, None)
        self.publish()
        request.answer(Answer(BROKEN, key=fault.key, params=fault.params))

    @contextmanager
    def reading(self, request: Request) -> Iterator[None]:
        """Context for reading the disk: a StoreError is noted and answered.

        A node's line is acknowledged nevertheless, so that its next lines are handled.
        """
        try:
            yield
        except StoreError as fault:
            self.note(fault.key, fault.params, None)
            self.publish()
            self.answer(request, Answer(BROKEN, key=fault.key, params=fault.params))

    def note(
        self, key: str, params: Mapping[str, Any], seat: int | None, remedy: tuple[Act, ...] = ()
    ) -> None:
        """Add a notice, published with the next snapshot."""
        self._notices.add(key, params, seat, remedy)

    def forget_unknown(self, uid: str) -> bool:
        """Drop the notice that asks for this unknown tag's card. False if there is none."""
        return self._notices.forget_unknown(uid)

    def set_rights(self, rights: Rights) -> None:
        """Replace the phones' rights, published with the next snapshot."""
        self._rights = rights

    def meet(self, client: str) -> None:
        """Give a phone a number. Pages do not show it, so the version stays."""
        self._rights = self._rights.meet(client)
        self._publisher.amend(self._rights)

    def set_device(self, device: Device) -> None:
        """Publish a device's state; forget a device that is gone."""
        self._devices[device.id] = device
        if device.state == "gone":
            del self._devices[device.id]
        self.publish()

    def set_learning(self, learning: Learning | None) -> None:
        """Replace the deck that is being learned, published with the next snapshot."""
        self._learning = learning

    def show_card(self, seat: int, well: bool, now: float) -> None:
        """Show at a seat that a card was read (`well`) or refused."""
        self._cues.show(seat, Cue("card" if well else "refused", now, CARD_CELLS))

    def pulse(self, seats: Iterable[int], now: float) -> None:
        """Let the strips of these seats beat for a while."""
        for seat in seats:
            self._cues.show(seat, Cue("pulse", now))

    def set_up(self, is_open: bool, now: float) -> None:
        """Publish that a set-up page is open (repeated while it is) or closed."""
        if self._before_race.set_up(is_open, now):
            self.publish()

    def sit_down(self, seat: int, found: Tagged | None, now: float) -> None:
        """Seat a card's owner, published with the next snapshot. Raises Refused."""
        self._before_race.tap(seat, found, now)

    def propose(self, game: str, seat: int, request: Request, now: float) -> None:
        """Propose the game of a card that was tapped at this seat (0: a shared reader)."""
        self._before_race.propose(game, seat, now)
        if seat:
            self.show_card(seat, True, now)
        self.publish()
        self.answer(request, Answer(FINE))

    def tick(self, now: float) -> None:
        """Close menus, set-up and proposal when their time is over; begin to think for a seat.

        That publishes a snapshot, so that a tape has the moment.
        """
        closed = self._menus.tick(now) | self._before_race.tick(now)
        thinks = not self._race.pending and not self.on_break and self._played.due(now)
        if closed or thinks:
            self.publish()
        if thinks:
            self._played.think()

    def publish(self, state: bool = False) -> None:
        """Publish a new snapshot. `state`: the race has changed."""
        self._publisher.publish(state)

    def _play(self, race: Race, acts: Sequence[Act], now: float) -> None:
        """Do the acts of a seat that the table plays, unless something has happened since.

        They are not timed: the pause before them is the table's.
        """
        if self._race.head is not race or self.on_break:
            self._played.see(self._race.shown, now)
            return
        for act in acts:
            self._race.apply(act, Request(Say("from.table")), now, timed=False)

    def _do(self, act: Act, request: Request, now: float) -> None:
        if self._race.head and is_own(self._race.head, act):
            raise Refused("table.played")
        if self.on_break:
            self.take_break(False, Request(request.name), now)
        unchanged = self._race.apply(act, request, now)
        if unchanged is not None:
            self.answer(request, Answer(FINE, events=unchanged))

    def _foresee(self, write: PendingWrite) -> None:
        """Prepare the snapshot after this act, unless further writes are pending."""
        if self._race.pending == 1:
            self._publisher.foresee(
                race=write.race,
                log=self._race.log_with(write.line),
                notices=self._notices.but(write.line.seat),
            )

    def _written(self, write: PendingWrite, fault: StoreError | None, now: float) -> None:
        """Show and answer an act that is on disk, or report that it is lost."""
        self._race.written(write, fault)
        if fault is not None:
            self.not_saved(fault, write.request)
            return
        if write.new:
            self._clear()
        self._notices.forget_seat(write.line.seat)
        self._cues.show_events(write.events, now)
        self._played.see(self._race.shown, now)
        self.publish(state=True)
        race_id = write.race.id if write.new else None
        self.answer(write.request, Answer(FINE, events=write.events, race=race_id))

    def _clear(self) -> None:
        """Drop notices, menus and cues of the previous race."""
        self._before_race = BeforeRace()
        self._notices.clear()
        self._menus.clear()
        self._cues.clear()

    def _resumed(self, race_id: int, fault: StoreError | None, request: Request) -> None:
        with self.reading(request):
            if fault is not None:
                self.not_saved(fault, request)
                return
            self._load(race_id)
            self._played.see(self._race.shown, 0.0)
            self.publish(state=True)
            self.answer(request, Answer(FINE, race=race_id))

    def _load(self, race_id: int | None) -> None:
        """Load a stored race; add a notice if the current rules reject it."""
        try:
            if race_id is not None and self._race.load(race_id):
                self._before_race = BeforeRace()
                self._menus.clear()
        except (Refused, Malformed):
            self.note("table.race_not_read", {"race": race_id}, None)

    def _look(self, version: int, state_version: int) -> Snapshot:
        info = self._info
        return Snapshot(
            version=version,
            state_version=state_version,
            boot=info.boot,
            simulated=info.simulated,
            clock_synced=self._stamp().clock_synced,
            table_name=info.name,
            address=info.address,
            seats=info.seats,
            colours=info.colours,
            race=self._race.shown,
            menus=self._menus.named(),
            log=self._race.log,
            notices=self._notices.newest(),
            devices=tuple(sorted(self._devices.values(), key=lambda d: (d.seat, d.id))),
            rights=self._rights,
            learning=self._learning,
            sit_down=self._before_race.sit_down,
            proposal=self._before_race.proposal,
            on_break=self.on_break,
            turn=self._race.turn,
        )
