"""The benchmark: measure every figure that we claim, on this machine, in one run."""

import argparse
import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from companion.bench import course, hall_cost, hall_taps, halls, played, players
from companion.bench import readers as bench_readers
from companion.bench import watchers as bench_watchers
from companion.bench.evening import OPTIONS, Evening, Process, Tap
from companion.bench.row import Row
from companion.bench.wires import PHONES, Wires
from companion.games import GAMES, history

RACES = 30


def main(args: argparse.Namespace) -> int:
    """The command `companion bench`. Exit status 1 if this machine misses a claim."""
    rows = _hall(args) if args.hall else played.rows() if args.played else _all(args)
    if args.json:
        told = [{name: getattr(row, name) for name in Row.__slots__} for row in rows]
        print(json.dumps(told, indent=2))
    else:
        print(table(rows))
    return 0 if all(row.kept for row in rows) else 1


def _all(args: argparse.Namespace) -> list[Row]:
    """Every row but the strength of played sleds, whose races take minutes."""
    rows = [
        _rules("rules: acts a second", OPTIONS, 20_000),
        _rules("rules on a laid course: acts a second", course.options(OPTIONS), 5_000),
        *course.rows(),
        *_service(args.taps, 0.0),
        *_service(args.taps, 0.030),
    ]
    rows += bench_readers.rows()
    return rows + (bench_watchers.rows(args.watchers) if args.watchers else [])


def _hall(args: argparse.Namespace) -> list[Row]:
    """The rows of a hall with its tables and spectators."""
    shown = halls.rows(args.tables, args.spectators, args.seconds, args.every)
    return [*shown, *hall_taps.rows(), *(hall_cost.rows(args.stored) if args.stored else ())]


def table(rows: list[Row]) -> str:
    """The rows as a text table."""
    lines = [
        f"{row.name:<54}{row.value:>10.1f} {row.unit:<7}{row.claim:<12}"
        f"{'kept' if row.kept else 'NOT KEPT'}"
        for row in rows
    ]
    return "\n".join(lines)


def _rules(name: str, options: dict[str, Any], least: int) -> Row:
    """Acts per second through history and rules, in whole recorded races with these options."""
    game = GAMES["snow_tails"]
    races = [players.play(game, options, Random(seed)) for seed in range(RACES)]
    rates = []
    for _ in range(3):
        began = time.perf_counter()
        for acts in races:
            history.replay(game, options, acts)
        rates.append(sum(map(len, races)) / (time.perf_counter() - began))
    rate = median(rates)
    return Row(name, rate, "acts/s", f">= {least}", rate >= least)


def _service(taps: int, sync_s: float) -> list[Row]:
    """Rows for the service under taps, on a disk whose syncs take `sync_s` longer."""
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as folder,
        Wires() as wires,
        Process(Path(folder), wires, sync_s) as process,
    ):
        wires.open_phones(process.port)
        wires.await_links()
        process.start_race()
        return _rows(Evening(wires).taps(taps), process, sync_s)


def _rows(taps: list[Tap], process: Process, sync_s: float) -> list[Row]:
    disk = f"disk +{sync_s * 1000:.0f} ms" if sync_s else "disk as it is"
    most = (sync_s + 0.010) * 1000
    rows = [light_first(taps, disk)]
    lights, pages = [tap.light_s for tap in taps], [tap.last_page_s for tap in taps]
    for name, times in (("PIXELS", lights), ("the last page's event", pages)):
        for mark, cut in (("p50", 49), ("p99", 98)):
            value = quantiles(times, n=100)[cut] * 1000
            claim = f"<= {most:.0f}" if mark == "p99" else ""
            rows.append(
                Row(
                    f"TAG to {name}, {disk}, {mark} of {len(times)}",
                    value,
                    "ms",
                    claim,
                    not claim or value <= most,
                )
            )
    if not sync_s:
        ready, memory = process.ready_s, process.memory_mib()
        rows.append(Row("ready after", ready, "s", "<= 1", ready <= 1.0))
        rows.append(Row(f"memory with {PHONES} phones", memory, "MiB", "<= 60", memory <= 60))
    return rows


def light_first(taps: list[Tap], disk: str) -> Row:
    """Row for the share of taps that the seat's strip showed before any page."""
    first = sum(tap.light_s < tap.first_page_s for tap in taps)
    name = f"light before the first page, {disk}, of {len(taps)}"
    return Row(name, 100 * first / len(taps), "%", "", True)
