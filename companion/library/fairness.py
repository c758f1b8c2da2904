"""How fair courses are, worked out by a process of its own, so that no tap waits for it.

`python -m companion.library.fairness` is that process: it reads a course from standard input and
writes the start place that wins each race, one a line.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock
from typing import Any

from companion.games import GAME_SPECS
from companion.library import courses
from companion.library.drives import course_of

RACES = 500
MOST_S = 240.0
"""The processor time for one course. A small machine drives fewer races in it."""

LEAST_PRIORITY = 19
MOST_COURSES = 50


@dataclass(slots=True)
class Wins:
    """The races won from each of the start `places`, 0 standing for none; `done`: no more come."""

    places: int
    won: Counter[int] = field(default_factory=Counter)
    done: bool = False


class Fairness:
    """The shares of wins by start place, cached by course. Thread-safe.

    One course is worked out at a time; another one that is asked for takes its place.
    """

    def __init__(self, races: int = RACES) -> None:
        self._races = races
        self._lock = Lock()
        self._known: dict[str, Wins] = {}
        self._working: tuple[str, Popen[bytes]] | None = None

    def of(self, laid: Sequence[Mapping[str, Any]], box: Mapping[str, Any]) -> dict[str, Any]:
        """The `wins` of each start place in the `races` driven so far; `done`: there are no more.

        Begins to work on a course that is unknown. `failed`: the work has broken off; it begins
        again with the next call. Raises Refused where no race is possible.
        """
        spec = GAME_SPECS[courses.GAME].fair_races
        assert spec
        work = {"laid": laid, "box": box}
        course = course_of(courses.GAME, work)
        with self._lock:
            failed = self._take() == course
            known = self._known.get(course)
            if not failed and not (known and known.done):
                self._begin(course, known.places if known else spec.starts(laid, box), work)
            shown = self._known[course]
        wins = [shown.won[place] for place in range(1, shown.places + 1)]
        return {
            "races": shown.won.total(),
            "of": self._races,
            "wins": wins,
            "done": shown.done,
            "failed": failed,
        }

    def _begin(self, course: str, places: int, work: Mapping[str, Any]) -> None:
        if self._working and self._working[0] == course:
            return
        self._stop()
        process = Popen([sys.executable, "-m", __name__], stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({**work, "races": self._races}).encode())
        process.stdin.close()
        os.set_blocking(process.stdout.fileno(), False)
        self._working = course, process
        self._known[course] = Wins(places)
        if len(self._known) > MOST_COURSES:
            self._known.pop(next(iter(self._known)))

    def _take(self) -> str | None:
        """Count the races driven since the last look. Returns the course whose work has failed."""
        if self._working is None:
            return None
        course, process = self._working
        ended = process.poll() is not None
        assert process.stdout
        wins = self._known[course]
        wins.won.update(int(line) for line in (process.stdout.read() or b"").split())
        if not ended:
            return None
        wins.done = process.returncode == 0
        self._stop()
        return None if wins.done else course

    def _stop(self) -> None:
        if self._working is None:
            return
        _, process = self._working
        self._working = None
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def work() -> None:
    """Drive the races of the course on standard input, as long as the service runs."""
    os.nice(LEAST_PRIORITY)
    service, task = os.getppid(), json.load(sys.stdin)
    spec = GAME_SPECS[courses.GAME].fair_races
    assert spec
    for number, place in enumerate(spec.winners(task["laid"], task["box"]), 1):
        print(place, flush=True)
        if number == task["races"] or time.process_time() > MOST_S or os.getppid() != service:
            return


if __name__ == "__main__":
    work()
