"""A club day in compressed time: five seats, ten phones, fifty watchers, race after race.

At its end an act takes no longer than at its beginning, and the process holds no more; nor does an
act get slower within a long race, nor the start with the number of races stored.
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
"""The first and the last tenth of the day are compared."""

SLOWER = 1.2
"""By so much an act may be slower at the end. In short nothing is judged by time: other tests may
keep the machine busy."""

GROWN_MIB, GROWN_SHORT_MIB = 6.0, 25.0
LONG = 10_000
"""A day of so many acts is long. The answers that are kept for phones that ask again are all there
after some 8,000 acts, and the memory for them is taken: who holds what is judged by the small
measure only where so many went before.
"""

STARTS, ENDS = 5, ("stop", "kill")
PLAYED = 40
MANY = 1000


def club_day(acts: int, folder: Path) -> str:
    """So many acts over many races."""
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
    after.no_more_than(before, files=2, threads=0, mib=grown)
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
    """The phones of a club at a service, and its process id."""
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
    """The same acts, while the watchers read what comes."""
    for number, took_s in enumerate(acts):
        if number % 20 == 0:
            for watcher in watchers:
                watcher.drain()
        yield took_s


def _races(phones: list[Player]) -> Iterator[float]:
    """Race after race: seconds from each act's post to its answer."""
    for seed in range(1_000_000):
        phones[0].send("/races", game="snow_tails", options=OPTIONS)
        phones[0].answer()
        for number, act in enumerate(players.play(GAMES["snow_tails"], OPTIONS, Random(seed % 50))):
            yield _act(_player(phones, number, act), act)


def _player(phones: list[Player], number: int, act: Mapping[str, Any]) -> Player:
    """One of the two phones at the act's seat, in turn; the host for what nobody owns."""
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
    """So many acts in one race: the last ones take as long as the first."""
    with _club(folder) as (players, watchers, _):
        _claim(players[0], 0)
        took = list(islice(_watched(_one_race(players[0]), watchers), acts))
    return _as_fast_as_ever(took)


def _one_race(player: Player) -> Iterator[float]:
    """A race without an end: seconds of each act."""
    player.send("/races", game="snow_tails", options=OPTIONS)
    player.answer()
    for number in count():
        value = {"left": 1 + number % 2}
        yield _act(player, {"act": "correct", "seat": 1, "set": value})


def starts(races: int, folder: Path) -> str:
    """A start with so many races stored, and one with none, turn by turn, after either end."""
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
    """A race is begun and some of it played: it stands in the log only."""
    assert host.post("/races", game="snow_tails", options=OPTIONS).status == 200
    for act in players.play(GAMES["snow_tails"], OPTIONS, Random(1))[:PLAYED]:
        assert host.act(act).status == 200


def _start_after(service: Service, end: str) -> float:
    """Seconds of a start after this end. A power cut is how an evening ends."""
    service.kill() if end == "kill" else service.stop()
    began = time.perf_counter()
    service.start()
    took = time.perf_counter() - began
    assert not any("damaged" in line for line in service.said), service.said
    return took
