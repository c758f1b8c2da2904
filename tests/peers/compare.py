"""Compare the service with its peers (`make peers`): one table from one run on one machine.

OctoPrint's push channel, a Flask-SocketIO service and boardgame.io's rules, each from its own
package (`make peers`) and at its recommended settings: docs/peers.md. Every round starts each
service twice: alone, for its start and memory, then for the delivery to its pages. The two services
with similar figures are measured together, with alternating posts, so that changes of the machine's
speed affect both equally. OctoPrint sends many unrequested messages, which would disturb them. Each
figure is the best of its rounds, for every service, because other load can only make it worse.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from companion.bench import players
from companion.bench.evening import OPTIONS, PERIOD_S
from companion.bench.wires import Failed
from companion.games import GAMES, history
from tests.peers import services
from tests.peers.client import MOST_S, Job, line
from tests.peers.report_table import (
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
from tests.peers.services import PEERS, Running

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
_RULES = Path(__file__).with_name("rules.cjs")
GROUPS = ((US, FLASK), (OCTOPRINT,))
"""The services measured together."""

Act = Mapping[str, Any]
Value = tuple[str, str, float]
"""A figure: its row, its service, its value."""
Open = Callable[[Path, Sequence[Act]], contextlib.AbstractContextManager[Running]]
OPENS: Mapping[str, Open] = {
    US: services.ours,
    OCTOPRINT: services.octoprint,
    FLASK: services.flask_socketio,
}


def main(as_json: bool) -> int:
    """Measure and print. Exit status 1 if a claim is not met, or a peer is not installed."""
    absent = [name for name, path in NEEDED.items() if not path.exists()]
    for name in absent:
        print(f"{name} is NOT INSTALLED here, nothing is compared with it: make peers")
    figures = {**_pushed(absent), **_ruled(absent)}
    print(json.dumps(figures, indent=2) if as_json else printed(figures))
    return 0 if all(verdict == KEPT for verdict in verdicts(figures)) else 1


def _pushed(absent: Sequence[str]) -> Figures:
    """The rows of the services."""
    found: dict[str, dict[str, list[float]]] = {}
    opens = {service: own for service, own in OPENS.items() if service not in absent}
    acts = _acts(len(CLIENTS) * (WARM + EVENTS))
    with tempfile.TemporaryDirectory(prefix="companion-peers-") as name:
        for number in range(ROUNDS):
            places = {service: Path(name) / f"{service}-{number}" for service in opens}
            groups = [{one: opens[one] for one in group if one in opens} for group in GROUPS]
            told = [_together(group, places, acts) for group in groups if group]
            for service, row, value in chain(_alone(opens, places), *told):
                found.setdefault(row, {}).setdefault(service, []).append(value)
    return {
        row: {service: min(values) for service, values in by_service.items()}
        for row, by_service in found.items()
    }


def _acts(count: int) -> list[Act]:
    """The first acts of a race that is long enough."""
    for seed in range(1000):
        acts = players.play(_GAME, OPTIONS, Random(seed))
        if len(acts) >= count:
            return list(acts[:count])
    raise Failed(f"no race of {count} acts")


def _alone(opens: Mapping[str, Open], places: Mapping[str, Path]) -> Iterator[Value]:
    """A service's start time and its memory afterwards, with nothing else running."""
    for service, open_service in opens.items():
        folder = places[service] / "alone"
        folder.mkdir(parents=True)
        with open_service(folder, ()) as running:
            _tell(f"{service}: ready after {running.ready_s:.2f} s")
            yield service, "time to ready", running.ready_s
            time.sleep(1.0)
            yield service, "memory, idle", running.memory_mib()


def _together(
    opens: Mapping[str, Open], places: Mapping[str, Path], acts: Sequence[Act]
) -> Iterator[Value]:
    """The delivery times to this many pages of each service in a group, and the memory of each."""
    with contextlib.ExitStack() as stack:
        runs: dict[str, Running] = {}
        for service, open_service in opens.items():
            folder = places[service] / "together"
            folder.mkdir(parents=True)
            runs[service] = stack.enter_context(open_service(folder, acts))
        time.sleep(1.0)
        for number, count in enumerate(CLIENTS):
            part = slice(number * (WARM + EVENTS), (number + 1) * (WARM + EVENTS))
            jobs = [
                Job(run.dialect, run.hello, run.port, count, run.posts[part], WARM, PERIOD_S)
                for run in runs.values()
            ]
            for service, told in zip(runs, _read(jobs, runs), strict=True):
                _tell(f"{service}: {count} clients, {told}")
                yield service, f"event to {count} clients, p50", told["p50_ms"]
                yield service, f"event to {count} clients, p99", told["p99_ms"]
                yield service, f"memory, {count} clients", told["memory_mib"]


def _read(jobs: Sequence[Job], runs: Mapping[str, Running]) -> list[dict[str, float]]:
    """The client's figures for each service, and each one's memory while its streams are open."""
    command = [sys.executable, "-m", "tests.peers.client"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        if reader.stdin is None or reader.stdout is None:
            raise Failed("the reader has no pipes")
        reader.stdin.write(line(jobs))
        reader.stdin.flush()
        told = reader.stdout.readline()
        memory = [run.memory_mib() for run in runs.values()]
        reader.stdin.close()
        if reader.wait(MOST_S) or not told:
            raise Failed(f"the reader gave up at {jobs[0].count} clients")
    came = zip(json.loads(told), memory, strict=True)
    return [{**figures, "memory_mib": held} for figures, held in came]


def _ruled(absent: Sequence[str]) -> Figures:
    """The rules' row: the same whole races act by act, with no figure unless both end the same."""
    races = [players.play(_GAME, OPTIONS, Random(seed)) for seed in range(RACES)]
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
    """`rates` and `finals` of rules.cjs."""
    own = os.environ | {"NODE_PATH": str(NEEDED[BOARDGAME].parent), "NODE_ENV": "production"}
    asked = json.dumps({"options": OPTIONS, "races": races, "passes": PASSES})
    told = subprocess.run(
        ["node", str(_RULES)], input=asked, env=own, capture_output=True, text=True, timeout=MOST_S
    )
    if told.returncode:
        raise Failed(told.stderr[-1000:])
    return json.loads(told.stdout)


def _check(race: Sequence[Act], final: Sequence[Mapping[str, Any]]) -> None:
    """Raise Failed unless boardgame.io's sleds ended as ours did."""
    seats = _GAME.view(history.replay(_GAME, OPTIONS, race).state).state["seats"]
    for ours, theirs in zip(seats, final, strict=True):
        if {name: ours[name] for name in theirs} != theirs:
            raise Failed(f"the games differ: {ours} {theirs}")


def _tell(line: str) -> None:
    """Print the progress to standard error; only the table goes to standard output."""
    print(line, file=sys.stderr, flush=True)
