"""An evening on boards: the real firmware at five seats, on noisy cables.

Each cable is pulled twice and one board is reset during a turn, and still every act counts once:
the stored acts are the intended ones, and the referee gets the same result. Players repeat acts
that were lost with a board's power or reported as late; nothing else may be lost.
"""

import json
import select
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from tests.evening.boards import SEATS, Boards
from tests.evening.hands import BY_PHONE, Act, Hands
from tests.evening.script import COLOURS, Script, options
from tests.evening.service import Live, Phone, Service, Stream, count, meta
from tests.evening.test_whole_race import begin, check
from tests.firmware.test_micropython import pytestmark as needs_micropython
from tests.patience import PATIENCE_S

pytestmark = [*needs_micropython, pytest.mark.slow, pytest.mark.timeout(900)]

LOST_S = 3.0
"""Seconds after which a movement can no longer count: signals older than 2 s are not applied."""

LATE = ("table.late_press", "table.late_tap")
TRIES = 5
AWAY = 6
"""Acts between pulling a cable between two turns and plugging it in again."""


class Lost(AssertionError):
    """A movement has not counted in time."""


class Watch(Stream):
    """A phone's stream with a wait limited to the time in which a movement can count.

    `troubles`: the seats whose link was lost or that were shown a late press.
    """

    def __init__(self, service: Service):
        self._socket = socket.create_connection(("127.0.0.1", service.port))
        self._socket.sendall(b"GET /api/v1/stream?lang=en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        self._got = b""
        self.live: Live = {}
        self.troubles: list[int] = []
        self.until(bool)

    def until(self, so: Callable[[Live], object], within_s: float = LOST_S) -> Live:
        end = time.monotonic() + within_s
        while not so(self.live):
            if not select.select([self._socket], [], [], max(0.0, end - time.monotonic()))[0]:
                raise Lost
            self._take()
        return self.live

    def _take(self) -> None:
        """Read all waiting events; returns the newest state."""
        data = self._socket.recv(1 << 20)
        assert data, "the stream has ended"
        *events, self._got = (self._got + data).split(b"\n\n")
        for event in events:
            if b"event: state" in event:
                before, self.live = self.live, json.loads(event.partition(b"data: ")[2])
                self.troubles += _lost(before, self.live) + _late(before, self.live)

    def close(self) -> None:
        self._socket.close()


def _lost(before: Live, live: Live) -> list[int]:
    """The seats whose link was lost since then."""
    linked = [seat["seat"] for seat in before.get("seats", ()) if seat["device"] == "connected"]
    return [seat for seat in linked if meta(live, seat)["device"] != "connected"]


def _late(before: Live, live: Live) -> list[int]:
    """The seats with a new notice about a late press."""
    known = [notice["n"] for notice in before.get("notices", ())]
    fresh = [notice for notice in live["notices"] if notice["n"] not in known]
    return [notice["seat"] for notice in fresh if notice["key"] in LATE]


class Players(Hands):
    """Hands at the boards, which repeat lost acts."""

    def __init__(self, phone: Phone, stream: Watch, boards: Boards):
        super().__init__(phone, stream, boards)
        self.watch = stream
        self.boards = boards

    def do(self, act: Act) -> None:
        """Do an act, and repeat it while it has not counted."""
        self.finish(act, count(self.watch.live))

    def finish(self, act: Act, before: int) -> None:
        """Do an act unless it has counted already. `before`: the number of acts before it."""
        for _ in range(TRIES):
            self.await_link(act)
            troubles = len(self.watch.troubles)
            if count(self.watch.live) == before and not self._attempt(act):
                seats = self.watch.troubles[troubles:]
                assert seats if "seat" not in act else act["seat"] in seats, (act, seats)
                continue
            assert count(self.watch.live) == before + 1
            return
        raise AssertionError(act)

    def _attempt(self, act: Act) -> bool:
        """Do it once; returns whether it counts by the time all buttons are up and menus closed."""
        before = count(self.watch.live)
        with suppress(Lost):
            super().do(act)
            return True
        within_s = LOST_S if self.boards.let_go() else 0.0
        with suppress(Lost):
            self.watch.until(lambda live: count(live) > before, within_s)
            return True
        self.watch.until(lambda live: not any(s["menu"] for s in live["seats"]), PATIENCE_S)
        return False

    def await_link(self, act: Act) -> None:
        """Wait for the link of a seat whose cable is plugged in, before using its phone."""
        seat = act.get("seat")
        if seat and act["act"] not in BY_PHONE and self.boards.is_plugged(seat):
            self.watch.until(lambda live: meta(live, seat)["device"] == "connected", PATIENCE_S)


class Mishaps:
    """Faults of the boards, before and during acts, by their position in the script."""

    def __init__(self, players: Players, script: Script, chance: Random):
        self.players = players
        self.script = script
        self.chance = chance
        self.before: dict[int, list[Callable[[], None]]] = defaultdict(list)
        self.under: dict[int, int] = {}

    def play(self) -> None:
        """Play all acts."""
        for place, act in enumerate(self.script.acts):
            for happen in self.before[place]:
                happen()
            if place in self.under:
                self._pull_under(act)
            else:
                self.players.do(act)
        self.players.lift_all()

    def pull_under_hands(self) -> None:
        """Pull each cable once during a tap or press, which may count or not."""
        for seat in SEATS:
            place = self.chance.choice(list(self._places(seat, "slot", "done", "tap")))
            self.under[place] = seat

    def pull_between_turns(self) -> None:
        """Pull each cable once for a while, in which its player plays by phone."""
        boards = self.players.boards
        for seat in SEATS:
            place = self.chance.choice(list(self._places(seat, "tap", "done"))[:-1])
            self.before[place].append(lambda seat=seat: self._take_away(seat))
            self.before[place + AWAY].append(lambda seat=seat: boards.plug(seat))

    def reset_in_mid_turn(self, seat: int) -> None:
        """Reset a player's board after the card was tapped and before its slot is chosen."""
        taps = list(self._places(seat, "tap"))
        self.before[taps[len(taps) // 2] + 1].append(lambda: self._reset(seat))

    def _places(self, seat: int, *kinds: str) -> Iterator[int]:
        for place, act in enumerate(self.script.acts[:-AWAY]):
            if act.get("seat") == seat and act["act"] in kinds and "rows" not in act:
                yield place

    def _take_away(self, seat: int) -> None:
        self.players.boards.pull(seat)
        self._await_loss(seat)

    def _reset(self, seat: int) -> None:
        self.players.boards.hold_reset(seat)
        self._await_loss(seat)
        self.players.boards.plug(seat, "reset_pin")

    def _await_loss(self, seat: int) -> None:
        self.players.stream.until(lambda live: meta(live, seat)["device"] == "lost", PATIENCE_S)

    def _pull_under(self, act: Act) -> None:
        """Pull the cable during the act's movement, and plug it in again.

        If the act counts, it counts before the seat is back.
        """
        seat, players = act["seat"], self.players
        players.await_link(act)
        before = count(players.stream.live)
        movement = players.short(act)
        if movement:
            players.lift_all(but=seat)
            movement()
            select.select([], [], [], self.chance.uniform(0.0, 0.2))
        self._take_away(seat)
        players.boards.plug(seat)
        players.finish(act, before)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Service, Boards]]:
    """A service, and five boards at its ports."""
    with Boards(tmp_path, tmp_path / "data", COLOURS, seed=1) as boards:
        running = Service(tmp_path / "data", "--table", str(boards.table))
        try:
            yield running.start(), boards
        finally:
            running.stop()


@pytest.mark.parametrize(
    ("rows", "seeds", "acts"),
    [(4, (103, 102), 250), pytest.param(0, (101, 167), 500, marks=pytest.mark.long)],
)
def test_acts_on_bad_cables_count_once_each(
    rows: int, seeds: tuple[int, ...], acts: int, table: tuple[Service, Boards], tmp_path: Path
) -> None:
    service, boards = table
    phone = Phone(service)
    scripts = [Script(options(SEATS), seed, rows=rows) for seed in seeds]
    assert sum(len(script.acts) for script in scripts) >= acts
    with closing(Watch(service)) as watch:
        players = Players(phone, watch, boards)
        first, second = (Mishaps(players, script, Random(5)) for script in scripts)
        first.pull_under_hands()
        first.reset_in_mid_turn(3)
        second.pull_between_turns()
        for evening in (first, second):
            begin(phone, evening.script.options, watch)
            evening.play()
            check(evening.script, phone, watch.live, tmp_path)
    for seat, board in boards.boards.items():
        told = [what for what in board.seen if not what.startswith(("pixels ", "GP2 "))]
        assert told == []
        assert sorted(board.starts) == ["power_on"] * 3 + ["reset_pin"] * (seat == 3)
