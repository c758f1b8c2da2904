"""A club day in compressed time: five seats, ten phones, fifty watchers, race after race.

Acts take no longer at its end than at its beginning, and the process uses no more memory. Nor do
acts get slower within a long race, nor starts with the number of stored races.
"""

import contextlib
import time
from collections.abc import Iterator, Mapping
from itertools import count, islice, product
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from companion.bench import players
from companion.bench.evening import OPTIONS
from companion.bench.watchers import Player
from companion.bench.wires import SEATS
from companion.games import GAMES
from tests.evening.service import Phone, Service
from tests.torture.archive import fill
from tests.torture.body import Body
from tests.torture.crowds import Watcher

PHONES, WATCHERS = 10, 50
PART = 10
"""Part of the day to compare: the first and the last tenth."""

SLOWER = 1.2
"""Allowed ratio of act times, end to beginning. Not checked in the short form, as other tests may
keep the machine busy.
"""

GROWN_MIB, GROWN_SHORT_MIB = 6.0, 25.0
LONG = 10_000
"""Acts of a long day. The cache of answers is full after some 8,000 acts, so the strict memory
limit applies only after that many.
"""

STARTS, ENDS = 5, ("stop", "kill")
PLAYED = 40
MANY = 1000


def club_day(acts: int, folder: Path) -> str:
    """Play this many acts over many races."""
    with _club(folder) as (players, watchers, pid):
        for player in players:
            _claim(player, players.index(player))
        played = _watched(_races(players), watchers)
        _ = list(islice(played, min(LONG, acts // PART)))
        before, took = Body(pid), list(islice(played, acts))
        after = Body(pid)
    part = max(50, acts // PART)
    told = _as_fast_as_ever(took)
    told += f" (p99 {_p99(took[:part]):.1f} and {_p99(took[-part:]):.1f})"
    told += f"; {after.mib - before.mib:+.1f} MiB"
    grown = GROWN_MIB if acts >= PART * LONG else GROWN_SHORT_MIB
    after.no_more_than(before, files=2, mib=grown)
    return told


def _as_fast_as_ever(took: list[float]) -> str:
    part = max(50, len(took) // PART)
    first, last = median(took[:part]), median(took[-part:])
    told = f"act {first * 1000:.2f} ms at first, {last * 1000:.2f} at last"
    assert len(took) < LONG or last <= SLOWER * first, told
    return told


def _p99(took: list[float]) -> float:
    return quantiles(took, n=100)[98] * 1000


@contextlib.contextmanager
def _club(folder: Path) -> Iterator[tuple[list[Player], list[Watcher], int]]:
    """A club's phones at a service, and the service's process id."""
    closing = contextlib.closing
    with contextlib.ExitStack() as stack:
        service = Service(folder / "data", "--simulate").start()
        stack.callback(service.stop)
        players = [stack.enter_context(closing(Player(service.port))) for _ in range(PHONES)]
        watchers = [Watcher(number, service.port) for number in range(WATCHERS)]
        for watcher in watchers:
            stack.enter_context(watcher.socket)
        assert service.process
        yield players, watchers, service.process.pid


def _claim(player: Player, number: int) -> None:
    player.send(f"/seats/{SEATS[number % len(SEATS)]}/claim")
    player.answer()


def _watched(acts: Iterator[float], watchers: list[Watcher]) -> Iterator[float]:
    """Play the acts while watchers read their streams."""
    for number, took_s in enumerate(acts):
        if number % 20 == 0:
            for watcher in watchers:
                watcher.drain()
        yield took_s


def _races(phones: list[Player]) -> Iterator[float]:
    """Play races; returns the seconds from each act's post to its answer."""
    for seed in range(1_000_000):
        phones[0].send("/races", game="snow_tails", options=OPTIONS)
        phones[0].answer()
        for number, act in enumerate(players.play(GAMES["snow_tails"], OPTIONS, Random(seed % 50))):
            yield _act(_player(phones, number, act), act)


def _player(phones: list[Player], number: int, act: Mapping[str, Any]) -> Player:
    """The phone for an act: its seat's two in turn, or the host if it names no seat."""
    if "seat" not in act:
        return phones[0]
    return phones[SEATS.index(act["seat"]) + number % 2 * len(SEATS)]


def _act(player: Player, act: Mapping[str, Any]) -> float:
    began = time.perf_counter()
    if act["act"] in ("undo", "redo"):
        player.send(f"/{act['act']}")
    else:
        player.send("/acts", act=act)
    player.answer()
    return time.perf_counter() - began


def long_race(acts: int, folder: Path) -> str:
    """Play this many acts in one race: the last ones take as long as the first."""
    with _club(folder) as (players, watchers, _):
        _claim(players[0], 0)
        took = list(islice(_watched(_one_race(players[0]), watchers), acts))
    return _as_fast_as_ever(took)


def _one_race(player: Player) -> Iterator[float]:
    """Play an endless race; yields the seconds of each act."""
    player.send("/races", game="snow_tails", options=OPTIONS)
    player.answer()
    for number in count():
        value = {"left": 1 + number % 2}
        yield _act(player, {"act": "correct", "seat": 1, "set": value})


def starts(races: int, folder: Path) -> str:
    """Compare starts with this many stored races and with none, after clean ends and kills."""
    acts = fill(folder / "full", races)
    took: dict[tuple[str, str], list[float]] = {}
    with contextlib.ExitStack() as stack:
        services = {name: Service(folder / name, "--simulate").start() for name in ("full", "none")}
        for service in services.values():
            stack.callback(service.stop)
        hosts = {name: Phone(service) for name, service in services.items()}
        for _ in range(STARTS if races >= MANY else 1):
            for end, (name, service) in product(ENDS, services.items()):
                _play(hosts[name])
                took.setdefault((end, name), []).append(_start_after(service, end))
    least = {which: min(times) for which, times in took.items()}
    ratios = {end: least[end, "full"] / least[end, "none"] for end in ENDS}
    told = f"{acts:,} acts stored: " + "; ".join(
        f"after a {end} {least[end, 'full']:.2f} s, with none {least[end, 'none']:.2f} s"
        f" ({ratios[end]:.2f} times)"
        for end in ENDS
    )
    assert races < MANY or max(ratios.values()) <= SLOWER, told
    return told


def _play(host: Phone) -> None:
    """Begin a race and play some acts, so that they are only in the log (WAL)."""
    assert host.post("/races", game="snow_tails", options=OPTIONS).status == 200
    for act in players.play(GAMES["snow_tails"], OPTIONS, Random(1))[:PLAYED]:
        assert host.act(act).status == 200


def _start_after(service: Service, end: str) -> float:
    """Seconds that a start takes after this kind of end."""
    service.kill() if end == "kill" else service.stop()
    began = time.perf_counter()
    service.start()
    took = time.perf_counter() - began
    assert not any("damaged" in line for line in service.said), service.said
    return took
