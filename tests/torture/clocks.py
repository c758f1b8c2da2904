"""The wall clock jumps forward or back, was never set, or is two days before the last act.

Order, timers and resumes are not affected. The jump is reported, and its times are marked as
uncertain.
"""

import itertools
import os
import sys
import time
from pathlib import Path
from random import Random

from tests.evening.service import Service
from tests.patience import PATIENCE_S
from tests.torture.disks import Game

HOUR_S, DAY_S = 3600.0, 86_400.0
ACTS = 6


class Clocked(Service):
    """The service on a machine whose wall clock the test sets."""

    def __init__(self, folder: Path):
        super().__init__(folder / "data", "--simulate")
        self._file = folder / "clock"
        self.program = [sys.executable, "-m", "tests.torture.clocked", str(self._file)]
        self.set(0.0)

    def set(self, off_s: float) -> None:
        """Set the wall clock's offset from the true time."""
        new = self._file.with_suffix(".new")
        new.write_text(str(off_s))
        new.rename(self._file)


def clocks(count: int, folder: Path) -> str:
    """Jump the clock this many times in one evening, four kinds in turn."""
    service = Clocked(folder)
    service.set(-time.time() + 20.0)  # never set: 1970
    chance = Random(count)
    try:
        game = Game(service.start())
        game.play(ACTS)
        for number in range(count):
            _jump(service, game, number % 4, chance)
            game.play(ACTS)
            game.all_there()
        _judge(game)
    finally:
        service.stop()
    return "in order, no timer off, every phone kept its rights, each jump said"


def _jump(service: Clocked, game: Game, kind: int, chance: Random) -> None:
    seen = _said(game)
    if kind == 0:
        service.set(chance.uniform(1, 5) * HOUR_S)
    elif kind == 1:
        service.set(-chance.uniform(1, 5) * HOUR_S)
    elif kind == 2:
        service.kill()
        service.set(-2 * DAY_S - chance.uniform(0, HOUR_S))
        service.start()
        return
    else:
        service.set(chance.uniform(-900, -800) * DAY_S)
    end = time.monotonic() + PATIENCE_S
    while _said(game) == seen:
        assert time.monotonic() < end, "the jump was not said"
        os.sched_yield()


def _said(game: Game) -> int:
    notices = game.phone.get("/state")["notices"]
    return max((notice["n"] for notice in notices if notice["key"] == "clock.jumped"), default=0)


def _judge(game: Game) -> None:
    """Check the stored acts after all jumps."""
    race = game.phone.get("/state")["race"]["id"]
    rows = game.phone.get(f"/races/{race}/past")["past"]
    assert [row["n"] for row in rows] == list(range(1, len(game.kept) + 1))
    entries = game.phone.get(f"/races/{race}/export")["acts"]
    took = [entry["act"]["took_s"] for entry in entries if "took_s" in entry["act"]]
    assert all(0.0 <= seconds < 600.0 for seconds in took), took
    walls = [row["wall"] for row in rows]
    assert any(after < before for before, after in itertools.pairwise(walls))
    unsure = [row for before, row in itertools.pairwise(rows) if row["wall"] < before["wall"]]
    assert not any(row["clock_synced"] for row in unsure)
