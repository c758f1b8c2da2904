"""Races on a laid course, driven again: which course it was, every move, the heat. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games import history, snow_tails
from companion.games.game import Act
from companion.games.snow_tails import box, track_course, track_notation
from companion.games.snow_tails.driving import Drive, chosen
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.track import Place

Json = Mapping[str, Any]

MISSED = ("edge", "sled", "sapling")
"""What a sled can run into."""


def identity(options: Json) -> str:
    """The race's laid course by all that the rules know of its pieces, "" without one.

    Names and printed sides do not count: pieces that drive alike make the same course. Raises
    Refused.
    """
    return track_notation.shape(_pieces(options)) if options.get("laid") else ""


def driven(options: Json, log: Iterable[Act]) -> dict[str, Any]:
    """Every move of a race on a laid course, in order. Raises Refused or Malformed.

    `pieces`: the course as it is driven, entries of a box; `lines`: the piece, place and limit of
    each line; `start`: where the sleds and saplings are then, as in a step; `steps`: what each act
    changed, none if the course itself did (D13). A step has the `seat` whose turn it ended and its
    `path`, or none; `speed` with the bonus, `stop`, the dents that the move `cost`, those of them
    at `lines` by number; the `saplings` that it hit; `sleds`: place and dents of those that
    changed, no place once out.
    """
    race = history.replay(snow_tails, options, log)
    first, *rest = race.steps
    stays = all(step.state.track == first.state.track for step in rest)
    return {
        "pieces": [box.entry(piece) for piece in first.state.track.pieces],
        "lines": list(_lines(first.state)),
        "start": {
            "sleds": [_sled(sled) for sled in first.state.sleds],
            "standing": list(first.state.saplings),
        },
        "steps": [made for step in rest if (made := _step(step))] if stays else [],
    }


def heat(drives: Iterable[Json]) -> dict[str, Any]:
    """Where the sleds of some races on one course, as `driven` tells them, took their dents.

    `lines`: the dents taken at each line, and how often it cost some. `spaces`: how often sleds ran
    into the edge or a sled from there, or into a sapling there.
    """
    dents: Counter[int] = Counter()
    times: Counter[int] = Counter()
    crashes: dict[Place, Counter[str]] = {}
    for step in (step for drive in drives for step in drive["steps"] if step["path"]):
        for number, cost in step["lines"]:
            dents[number] += cost
            times[number] += 1
        for at, what in _crashes(step):
            crashes.setdefault(at, Counter())[what] += 1
    return {
        "lines": [{"line": n, "dents": dents[n], "times": times[n]} for n in sorted(dents)],
        "spaces": [
            {"at": at, **{what: crashes[at][what] for what in MISSED}} for at in sorted(crashes)
        ],
    }


def ghost(drive: Json, seat: int) -> list[Place | None]:
    """Where a seat's sled stood at the start of a race as `driven` tells it, and after each turn.

    A correction of its place counts with the turn before it; None once it was out.
    """
    (first,) = (sled["at"] for sled in drive["start"]["sleds"] if sled["seat"] == seat)
    places = [first]
    for step in drive["steps"]:
        moved = next((sled for sled in step["sleds"] if sled["seat"] == seat), None)
        if step["seat"] == seat:
            places.append(places[-1])
        if moved:
            places[-1] = moved["at"]
    return places


def _pieces(options: Json) -> Sequence[Any]:
    data = options.get("box", {})
    return track_course.driven(options["laid"], box.example() if data == "example" else data)


def _lines(state: State) -> Iterator[dict[str, Any]]:
    assert state.track
    for index, lines in enumerate(state.track.lines):
        for line in lines:
            yield {"piece": index, "after": line.after, "limit": line.limit or None}


def _sled(sled: Sled) -> dict[str, Any]:
    at = None if sled.status == "eliminated" else sled.at
    return {"seat": sled.seat, "at": at, "dents": sled.dents}


def _step(step: history.Step) -> dict[str, Any] | None:
    """What an act changed on the course, None for nothing."""
    assert step.before is not None
    assert step.act is not None
    before, after = step.before.state, step.state
    sleds = [
        _sled(now)
        for old, now in zip(before.sleds, after.sleds, strict=True)
        if _sled(old) != _sled(now)
    ]
    drive = _drive(before, after, step.act)
    felled = before.saplings != after.saplings
    if not (sleds or drive or felled):
        return None
    return {
        "round": before.round,
        **_move(step.act, drive),
        "sleds": sleds,
        **({"standing": list(after.saplings)} if felled else {}),
    }


def _drive(before: State, after: State, act: Act) -> Drive | None:
    """The move that this act ended, None for another act."""
    if act["act"] != "done":
        return None
    last = after.sled(act["seat"]).last
    return chosen(before, before.sled(act["seat"]), last.bonus if last else 0)


def _move(act: Act, drive: Drive | None) -> dict[str, Any]:
    if drive is None:
        return {"seat": None, "path": []}
    return {
        "seat": act["seat"],
        "path": drive.end.path,
        "speed": drive.turn.speed + drive.turn.bonus,
        "stop": drive.end.stop or None,
        "cost": drive.dents,
        "lines": [(one.line, one.dents) for one in drive.after.causes if one.reason == "limit"],
        "saplings": drive.end.saplings,
    }


def _crashes(step: Json) -> Iterator[tuple[Place, str]]:
    if step["stop"]:
        yield step["path"][-1], step["stop"]
    for at in step["saplings"]:
        yield at, "sapling"
