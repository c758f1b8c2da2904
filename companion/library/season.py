"""A season: several races, points for their places, a table after each (ST-93, D11). Pure.

Like a race, a season is the result of its acts: this module has the five functions of a game, so
that `games.history` provides undo and redo. A season can have races of any game, saved or entered
by hand. Players are names, compared without case and surrounding spaces.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Malformed, Refused
from companion.games.game import Act, Event, Shown, Tap, View
from companion.library.season_fields import MOST_RACES, check
from companion.signals import Press

POINTS = (5, 3, 2, 1)
"""For places 1 to 4 (ST-93), unless the season has others."""

MOST_PLAYERS = 30


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result in a race. `points` count only if there is no place (`dnf_points`)."""

    name: str
    place: int | None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """A race of the season. `n`: its number, which never changes; `race`: the saved race."""

    n: int
    title: str
    game: str
    race: int | None
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A season. `entered`: players entered by name; `last`: the highest run number used so far."""

    name: str
    points: tuple[int, ...] = POINTS
    drop: int = 0
    runs: tuple[Run, ...] = ()
    entered: tuple[str, ...] = ()
    last: int = 0

    def run(self, n: int) -> Run:
        """The race with this number. Raises Refused."""
        for run in self.runs:
            if run.n == n:
                return run
        raise Refused("season.no_such_race", n=n)

    @property
    def players(self) -> tuple[str, ...]:
        """All players in order of their first appearance, as spelled then."""
        names: dict[str, str] = {}
        for name in (*self.entered, *(r.name for run in self.runs for r in run.results)):
            names.setdefault(_same(name), name)
        return tuple(names.values())


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's race in the table. `dropped`: not counted in the total."""

    place: int | None
    points: int
    missed: bool = False
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row in the table. Equal totals share a rank; the rules have no tie-break."""

    rank: int
    tied: bool
    name: str
    total: int
    cells: tuple[Cell, ...]


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Begin a season. Options: `name`, optionally `points` and `drop`. Raises Refused."""
    check(options, ("name",), ("points", "drop"))
    points = tuple(options.get("points", POINTS))
    state = State(options["name"].strip(), points, options.get("drop", 0))
    return state, (Event("season.created", params={"name": state.name}),)


def read(state: State, signal: Tap | Press) -> None:
    """Ignore taps and presses: a season has none."""


def legal(state: State) -> Iterable[Act]:
    """Acts without free arguments: removing a race."""
    return [{"act": "remove", "n": run.n} for run in state.runs]


def apply(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    """Apply an act. Raises Refused with a reason, or Malformed for an unknown act."""
    kind = act.get("act")
    if not isinstance(kind, str) or kind not in ACTS:
        raise Malformed("season.no_such_act", act=str(kind)[:40], acts=", ".join(ACTS))
    does, required, optional = ACTS[kind]
    check({name: act[name] for name in act if name != "act"}, required, optional)
    after, event = does(state, act)
    if after == state:
        return state, ()
    return after, (event, *_leaders(state, after))


def view(state: State) -> View:
    """The season as JSON; `tables`: one after each race."""
    tables = [[_row(row) for row in table(state, n)] for n in range(1, len(state.runs) + 1)]
    shown = {
        "name": state.name,
        "points": list(state.points),
        "drop": state.drop,
        "players": list(state.players),
        "races": [_run(state, run) for run in state.runs],
        "tables": tables,
    }
    return View(up=(), begun=True, over=False, look=lambda: Shown(shown))


def table(state: State, races: int) -> tuple[Row, ...]:
    """The table after this many races, best first; players with equal totals by name.

    A missed race counts 0 points. With `drop` that many of the worst results do not count: missed
    races first, and the earliest of equal ones. One race always counts.
    """
    runs = state.runs[:races]
    lines = {name: _cells(state, runs, name) for name in state.players}
    totals = {
        name: sum(cell.points for cell in cells if not cell.dropped)
        for name, cells in lines.items()
    }
    ranked = sorted(lines, key=lambda name: (-totals[name], name.casefold()))
    every = list(totals.values())
    return tuple(
        Row(
            rank=1 + sum(total > totals[name] for total in every),
            tied=every.count(totals[name]) > 1,
            name=name,
            total=totals[name],
            cells=lines[name],
        )
        for name in ranked
    )


def _cells(state: State, runs: tuple[Run, ...], name: str) -> tuple[Cell, ...]:
    cells = [_cell(state, run, name) for run in runs]
    worst = sorted(range(len(cells)), key=lambda at: (cells[at].points, not cells[at].missed, at))
    for at in worst[: min(state.drop, len(cells) - 1)] if cells else ():
        cells[at] = replace(cells[at], dropped=True)
    return tuple(cells)


def _cell(state: State, run: Run, name: str) -> Cell:
    for result in run.results:
        if _same(result.name) == _same(name):
            return Cell(result.place, _points(state, result))
    return Cell(None, 0, missed=True)


def _points(state: State, result: Result) -> int:
    if result.place is None:
        return result.points
    return state.points[result.place - 1] if result.place <= len(state.points) else 0


def _leaders(before: State, after: State) -> tuple[Event, ...]:
    """The event that names the leaders, if the races have changed."""
    if before.runs == after.runs or not after.runs:
        return ()
    first = [row for row in table(after, len(after.runs)) if row.rank == 1]
    names = [row.name for row in first]
    params = {"names": names, "count": len(names), "points": first[0].total}
    return (Event("season.leads", params=params),)


def _rename(state: State, act: Act) -> tuple[State, Event]:
    name = act["name"].strip()
    return replace(state, name=name), Event("season.renamed", params={"name": name})


def _set_points(state: State, act: Act) -> tuple[State, Event]:
    points = tuple(act["points"])
    listed = ", ".join(map(str, points))
    return replace(state, points=points), Event("season.points_set", params={"points": listed})


def _set_drop(state: State, act: Act) -> tuple[State, Event]:
    return replace(state, drop=act["drop"]), Event("season.drop_set", params={"count": act["drop"]})


def _enter(state: State, act: Act) -> tuple[State, Event]:
    """Enter a player who has not raced yet."""
    name = act["name"].strip()
    if _same(name) in map(_same, state.players):
        raise Refused("season.player_there", name=name)
    if len(state.players) >= MOST_PLAYERS:
        raise Refused("season.too_many_players", most=MOST_PLAYERS)
    after = replace(state, entered=(*state.entered, name))
    return after, Event("season.entered", params={"name": name})


def _add(state: State, act: Act) -> tuple[State, Event]:
    race = act.get("race")
    if race is not None and race in (run.race for run in state.runs):
        raise Refused("season.race_twice", race=race)
    if len(state.runs) >= MOST_RACES:
        raise Refused("season.too_many_races", most=MOST_RACES)
    n = state.last + 1
    run = Run(n, act.get("title", "").strip(), act.get("game", ""), race, _results(act))
    after = replace(state, runs=(*state.runs, run), last=n)
    return after, _about("season.race_added", after, run)


def _edit(state: State, act: Act) -> tuple[State, Event]:
    old = state.run(act["n"])
    results = _results(act) if "results" in act else old.results
    new = replace(old, title=act.get("title", old.title).strip(), results=results)
    after = replace(state, runs=tuple(new if run is old else run for run in state.runs))
    return after, _about("season.race_edited", after, new)


def _remove(state: State, act: Act) -> tuple[State, Event]:
    old = state.run(act["n"])
    after = replace(state, runs=tuple(run for run in state.runs if run is not old))
    return after, _about("season.race_removed", state, old)


def _about(key: str, state: State, run: Run) -> Event:
    number = state.runs.index(run) + 1
    names = [result.name for result in run.results]
    return Event(key, params={"number": number, "names": names, "title": run.title})


def _results(act: Act) -> tuple[Result, ...]:
    results = tuple(
        Result(one["name"].strip(), one["place"], one.get("points", 0)) for one in act["results"]
    )
    seen: set[str] = set()
    for result in results:
        if _same(result.name) in seen:
            raise Refused("season.name_twice", name=result.name)
        seen.add(_same(result.name))
    return results


Does = Callable[[State, Act], tuple[State, Event]]

ACTS: Mapping[str, tuple[Does, tuple[str, ...], tuple[str, ...]]] = {
    "rename": (_rename, ("name",), ()),
    "points": (_set_points, ("points",), ()),
    "drop": (_set_drop, ("drop",), ()),
    "enter": (_enter, ("name",), ()),
    "race": (_add, ("results",), ("race", "title", "game")),
    "edit": (_edit, ("n",), ("title", "results")),
    "remove": (_remove, ("n",), ()),
}
"""Each act with its function, required fields and optional fields."""


def _same(name: str) -> str:
    return name.strip().casefold()


def _row(row: Row) -> dict[str, Any]:
    cells = [
        {"place": c.place, "points": c.points, "missed": c.missed, "dropped": c.dropped}
        for c in row.cells
    ]
    return {
        "rank": row.rank,
        "tied": row.tied,
        "name": row.name,
        "total": row.total,
        "cells": cells,
    }


def _run(state: State, run: Run) -> dict[str, Any]:
    return {
        "n": run.n,
        "title": run.title,
        "game": run.game,
        "race": run.race,
        "results": [
            {"name": one.name, "place": one.place, "points": _points(state, one)}
            for one in run.results
        ],
    }
