"""Side by side with others (`companion bench --peers`): one table, one run, one machine.

OctoPrint's push channel, a Flask-SocketIO service and boardgame.io's rules, each from its own
package (`make peers`) and at its recommended settings: docs/peers.md. Every round starts each
service anew, one at a time, and takes the same figures with the same reader; a figure of the table
is the best of its rounds, for everyone: what else runs on the machine can only make it worse.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from companion import bots, history
from companion.bench import peers_services as services
from companion.bench.evening import OPTIONS, PERIOD_S, Failed
from companion.bench.peers_client import MOST_S, Job
from companion.bench.peers_services import PEERS, Running
from companion.bench.peers_table import (
    BOARDGAME,
    CLIENTS,
    FLASK,
    KEPT,
    LINES,
    OCTOPRINT,
    US,
    Figures,
    printed,
    verdicts,
)
from companion.games import GAMES

EVENTS = 40
WARM = 10
ROUNDS = 3
RACES = 30
PASSES = 5
NEEDED: Mapping[str, Path] = {
    OCTOPRINT: PEERS / "octoprint" / "bin" / "octoprint",
    FLASK: PEERS / "flask-socketio" / "bin" / "python",
    BOARDGAME: PEERS / "boardgame" / "node_modules" / "boardgame.io",
}
_GAME = GAMES["snow_tails"]
_RULES = Path(__file__).with_name("peers_rules.cjs")

Act = Mapping[str, Any]
Open = Callable[[Path, Sequence[Act]], contextlib.AbstractContextManager[Running]]
OPENS: Mapping[str, Open] = {
    US: services.ours,
    OCTOPRINT: services.octoprint,
    FLASK: services.flask_socketio,
}


def main(as_json: bool) -> int:
    """Measure and print. Exit status 1 if a claim is not kept, or a peer is not installed."""
    absent = [name for name, path in NEEDED.items() if not path.exists()]
    for name in absent:
        print(f"{name} is NOT INSTALLED here, nothing is compared with it: make peers")
    figures = {**_pushed(absent), **_ruled(absent)}
    print(json.dumps(figures, indent=2) if as_json else printed(figures))
    return 0 if all(verdict == KEPT for verdict in verdicts(figures)) else 1


def _pushed(absent: Sequence[str]) -> Figures:
    """The rows of the services: each round each of them, one after the other."""
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory(prefix="companion-peers-") as name:
        opens = {service: own for service, own in OPENS.items() if service not in absent}
        for number, (service, open_service) in product(range(ROUNDS), opens.items()):
            folder = Path(name) / f"{service}-{number}"
            folder.mkdir()
            for row, value in _measured(service, open_service, folder):
                found.setdefault(row, {}).setdefault(service, []).append(value)
    return {
        row: {service: min(values) for service, values in by_service.items()}
        for row, by_service in found.items()
    }


def _acts(count: int) -> list[Act]:
    """The first acts of a race that is long enough."""
    for seed in range(1000):
        acts = bots.play(_GAME, OPTIONS, Random(seed))
        if len(acts) >= count:
            return list(acts[:count])
    raise Failed(f"no race of {count} acts")


def _measured(service: str, open_service: Open, folder: Path) -> Iterator[tuple[str, float]]:
    """One service's figures by row, from its start to 500 clients."""
    acts = _acts(len(CLIENTS) * (WARM + EVENTS))
    with open_service(folder, acts) as running:
        _tell(f"{service}: ready after {running.ready_s:.1f} s")
        yield "time to ready", running.ready_s
        time.sleep(1.0)
        yield "memory, idle", running.memory_mib()
        for number, count in enumerate(CLIENTS):
            posts = running.posts[number * (WARM + EVENTS) :][: WARM + EVENTS]
            job = Job(running.dialect, running.hello, running.port, count, posts, WARM, PERIOD_S)
            told, memory = _read(job, running)
            _tell(f"{service}: {count} clients, {told}, {memory:.0f} MiB")
            yield f"event to {count} clients, p50", told["p50_ms"]
            yield f"event to {count} clients, p99", told["p99_ms"]
            yield f"memory, {count} clients", memory


def _read(job: Job, running: Running) -> tuple[Mapping[str, float], float]:
    """What the reader's process says, and the service's memory while its streams are open."""
    command = [sys.executable, "-m", "companion.bench.peers_client"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        if reader.stdin is None or reader.stdout is None:
            raise Failed("the reader has no pipes")
        reader.stdin.write(job.line())
        reader.stdin.flush()
        line = reader.stdout.readline()
        memory = running.memory_mib()
        reader.stdin.close()
        if reader.wait(MOST_S) or not line:
            raise Failed(f"the reader of {job.dialect} gave up at {job.count} clients")
    return json.loads(line), memory


def _ruled(absent: Sequence[str]) -> Figures:
    """The rules' row: the same whole races, act by act; both end the same or there is no figure."""
    races = [bots.play(_GAME, OPTIONS, Random(seed)) for seed in range(RACES)]
    rates = {US: max(_our_passes(races))}
    if BOARDGAME not in absent:
        told = _their_passes(races)
        for race, final in zip(races, told["finals"], strict=True):
            _check(race, final)
        rates[BOARDGAME] = max(told["rates"])
    return {LINES[-1].name: rates}


def _our_passes(races: Sequence[Sequence[Act]]) -> list[float]:
    rates = []
    for _ in range(PASSES + 1):
        began = time.perf_counter()
        for acts in races:
            history.replay(_GAME, OPTIONS, acts)
        rates.append(sum(map(len, races)) / (time.perf_counter() - began))
    return rates[1:]


def _their_passes(races: Sequence[Any]) -> Any:
    """`rates` and `finals` of peers_rules.cjs."""
    own = os.environ | {"NODE_PATH": str(NEEDED[BOARDGAME].parent), "NODE_ENV": "production"}
    asked = json.dumps({"options": OPTIONS, "races": races, "passes": PASSES})
    told = subprocess.run(
        ["node", str(_RULES)], input=asked, env=own, capture_output=True, text=True, timeout=MOST_S
    )
    if told.returncode:
        raise Failed(told.stderr[-1000:])
    return json.loads(told.stdout)


def _check(race: Sequence[Act], final: Sequence[Mapping[str, Any]]) -> None:
    """Raises Failed unless boardgame.io's sleds ended as ours did."""
    seats = _GAME.view(history.replay(_GAME, OPTIONS, race).state).state["seats"]
    for ours, theirs in zip(seats, final, strict=True):
        if {name: ours[name] for name in theirs} != theirs:
            raise Failed(f"the games differ: {ours} {theirs}")


def _tell(line: str) -> None:
    """How far it is; the table alone is standard output."""
    print(line, file=sys.stderr, flush=True)
