"""The owner's track pieces, each printed side described once (rules.md 1.1 and 9).

    {"pieces": [{"name": "5", "side": "A", "kind": "bend", "turn": "left",
                 "spaces": [2, 3, 4, 5, 6],                     of each lane, from the left
                 "lines": [{"limit": 4, "after": [1, 1, 2, 2, 3]}],
                 "level": [[1, 2, 2, 3, 3], …],                 spaces with dots of one colour
                 "blocked": [[1, 2], …], "ticked": […], "saplings": […],   lane and space
                 "drifts": [[1, 1, 2, 1], …],                   from a space to a space
                 "starts": [[5, 2], …],                         start place 1, 2, …
                 "finish": [3, 3, 3, 3, 3], "flag": "left"}, …]}

A line lies after so many spaces of each lane: 0 is the rear joint. A side without a field has none
of it. `turn` belongs to bends and U-turns, `starts` to the start, `finish` and `flag` to the
finish.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Check,
    Field,
    boolean,
    items,
    one_of,
    or_null,
    record,
    refuse_wrong,
    text,
    whole,
)
from companion.games.game import Say
from companion.games.snow_tails import box_example
from companion.games.snow_tails.track_pieces import (
    KINDS,
    SIDES,
    TURNING,
    Space,
    TrackPiece,
    track_piece,
)
from companion.games.snow_tails.track_steps import can_pass, read_step, row_end

MOST_PIECES = 100
"""Most sides of pieces in a box. The game has 16 pieces with two sides each."""

MOST_LANES, MOST_SPACES, MOST_LINES, MOST_STARTS = 8, 20, 4, 10
MOST_LIMIT = 20
MOST_NAME = 12
"""Longest name of a piece."""

_space = items(whole(1, MOST_SPACES), 2, 2)
_left_or_right = one_of("left", "right")
_across = items(whole(0, MOST_SPACES), 1, MOST_LANES)


def _some(check: Check, most: int) -> Field:
    return Field(items(check, 0, most), required=False)


_spaces = _some(_space, MOST_LANES * MOST_SPACES)
_drift = items(whole(1, MOST_SPACES + 1), 4, 4)
_piece = record(
    {
        "name": Field(text),
        "side": Field(one_of(*SIDES)),
        "kind": Field(one_of(*KINDS)),
        "turn": Field(_left_or_right, required=False),
        "spaces": Field(items(whole(1, MOST_SPACES), 1, MOST_LANES)),
        "lines": _some(
            record({"limit": Field(whole(1, MOST_LIMIT)), "after": Field(_across)}), MOST_LINES
        ),
        "level": _some(items(or_null(whole(1, MOST_SPACES)), 1, MOST_LANES), MOST_SPACES),
        "blocked": _spaces,
        "ticked": _spaces,
        "saplings": _spaces,
        "drifts": _some(_drift, 2 * MOST_LANES * MOST_SPACES),
        "starts": _some(_space, MOST_STARTS),
        "finish": Field(_across, required=False),
        "flag": Field(_left_or_right, required=False),
    }
)
_box = record(
    {
        "pieces": _some(_piece, MOST_PIECES),
        "example": Field(boolean, required=False),
    }
)


def example() -> dict[str, Any]:
    """An invented set of track pieces, marked with `"example": true`."""
    return box_example.data()


def read(data: Mapping[str, Any]) -> dict[str, Any]:
    """The box as entered, empty fields left out. Raises Refused with the place of an error."""
    refuse_wrong(_box, data, "box")
    seen: set[tuple[str, str]] = set()
    for entry in data.get("pieces", ()):
        piece = track_piece(entry)
        if not 1 <= len(piece.name) <= MOST_NAME or not piece.name.isprintable():
            raise Refused("box.track_name", most=MOST_NAME)
        if (piece.name, piece.side) in seen:
            raise Refused("box.track_twice", piece=title(piece))
        seen.add((piece.name, piece.side))
        _check(piece)
        _check_drifts(piece, entry.get("drifts", ()))
        if not can_pass(piece):
            raise Refused("box.track_stuck", piece=title(piece))
    made = {"pieces": [_filled(entry) for entry in data.get("pieces", ())]}
    return {**made, "example": True} if data.get("example") else made


def _filled(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in entry.items() if value not in ([], ())}


def missing(data: Mapping[str, Any]) -> tuple[Say, ...]:
    """What a course needs and the box does not have: a start, a finish, something between."""
    kinds = {piece.kind for piece in pieces(read(data))}
    lacking = [Say(f"box.snow_tails_{kind}") for kind in ("start", "finish") if kind not in kinds]
    if not kinds - {"start", "finish"}:
        lacking.append(Say("box.snow_tails_way"))
    return tuple(lacking)


def pieces(data: Mapping[str, Any]) -> tuple[TrackPiece, ...]:
    """The track pieces of a box as returned by `read`."""
    return tuple(map(track_piece, data["pieces"]))


def driven(entries: Sequence[Mapping[str, Any]]) -> tuple[TrackPiece, ...]:
    """Entries of pieces as they are driven. Raises Refused for a field that is wrong."""
    refuse_wrong(_box, {"pieces": entries}, "box")
    return tuple(map(track_piece, entries))


def entry(piece: TrackPiece) -> dict[str, Any]:
    """The entry in a box that describes this piece."""
    made = {field.name: getattr(piece, field.name) for field in fields(piece)}
    made["lines"] = [{"limit": line.limit, "after": line.after} for line in piece.lines]
    for name in ("blocked", "ticked", "saplings"):
        made[name] = sorted(made[name])
    made["drifts"] = sorted((*at, *to) for at, to in piece.drifts)
    return {name: value for name, value in made.items() if value not in ("", (), [])}


def title(piece: TrackPiece) -> str:
    """The name and side of a piece: "5A"."""
    return f"{piece.name}{piece.side}"


def check_driven(piece: TrackPiece) -> None:
    """Refuse a piece, as driven, that contradicts itself.

    A piece turned round has the drifts of the other way, which may lead far from the reading.
    """
    refuse_wrong(_box, {"pieces": [entry(piece)]}, "box")
    _check(piece)
    for at, to in piece.drifts:
        if not piece.has(at):
            raise _at("box.track_space", piece, at)
        if abs(to[0] - at[0]) != 1 or not (piece.has(to) or piece.has((to[0], to[1] - 1))):
            raise Refused("box.track_drift_lane", piece=title(piece), lane=at[0], to=to[0])


def _check(piece: TrackPiece) -> None:
    """Refuse a piece that contradicts itself."""
    if bool(piece.turn) != (piece.kind in TURNING):
        raise Refused("box.track_turn", piece=title(piece))
    if bool(piece.starts) != (piece.kind == "start"):
        raise Refused("box.track_starts", piece=title(piece))
    if (bool(piece.finish), bool(piece.flag)) != (piece.kind == "finish",) * 2:
        raise Refused("box.track_finish", piece=title(piece))
    _check_spaces(piece)
    for number, line in enumerate(piece.lines, 1):
        _check_across(piece, line.after, number)
    if piece.finish:
        _check_across(piece, piece.finish, len(piece.lines) + 1)
    _check_level(piece)


def _check_spaces(piece: TrackPiece) -> None:
    """Refuse spaces that the piece lacks, and two contradicting marks on one space."""
    marked = (*piece.blocked, *piece.ticked, *piece.saplings, *piece.starts)
    for at in marked:
        if not piece.has(at):
            raise _at("box.track_space", piece, at)
    for at in piece.blocked & piece.ticked:
        raise _at("box.track_both", piece, at)
    for at in (*piece.saplings, *piece.starts):
        if not piece.usable(at):
            raise _at("box.track_blocked", piece, at)
        if piece.starts.count(at) > 1:
            raise _at("box.track_start_twice", piece, at)


def _check_across(piece: TrackPiece, after: tuple[int, ...], number: int) -> None:
    """Refuse a line that does not cross every lane, or leaves the piece."""
    if len(after) != len(piece.spaces):
        count = len(piece.spaces)
        raise Refused("box.track_lanes", piece=title(piece), line=number, count=count)
    for lane, (n, count) in enumerate(zip(after, piece.spaces, strict=True), 1):
        if n > count:
            raise Refused("box.track_line", piece=title(piece), line=number, lane=lane, count=count)


def _check_drifts(piece: TrackPiece, drifts: Sequence[Sequence[int]]) -> None:
    """Refuse a drift that is entered twice, leaves no usable space, or leads more than one space
    away from the reading (track_steps.py)."""
    seen = set()
    for lane, space, to, end in drifts:
        at, count = (lane, space), len(piece.spaces)
        if not piece.has(at):
            raise _at("box.track_space", piece, at)
        if not piece.usable(at):
            raise _at("box.track_blocked", piece, at)
        if abs(to - lane) != 1 or to > count:
            raise Refused("box.track_drift_lane", piece=title(piece), lane=lane, to=to)
        read = read_step(piece, at, to)
        least, most = max(1, read - 1), min(piece.spaces[to - 1] + 1, read + 1)
        where: dict[str, Any] = {"piece": title(piece), "lane": lane, "space": space, "to": to}
        if not least <= end <= most:
            raise Refused("box.track_drift_far", **where, least=least, most=most)
        if (at, to) in seen:
            raise Refused("box.track_drift_twice", **where)
        seen.add((at, to))


def _check_level(piece: TrackPiece) -> None:
    """Refuse level rows of one space, beyond the piece, or crossing each other (ST-22)."""
    for number, row in enumerate(piece.level, 1):
        dots = [(lane, n) for lane, n in enumerate(row, 1) if n is not None]
        for at in dots:
            if not piece.has(at):
                raise _at("box.track_space", piece, at)
        if len(row) != len(piece.spaces) or len(dots) < 2:
            raise Refused("box.track_level_few", piece=title(piece), row=number)
    for number, (one, other) in enumerate(pairwise(piece.level), 2):
        back = any(
            a is not None and b is not None and b <= a for a, b in zip(one, other, strict=True)
        )
        if back or row_end(piece, other) <= row_end(piece, one):
            raise Refused("box.track_level", piece=title(piece), row=number)


def _at(key: str, piece: TrackPiece, at: Space) -> Refused:
    return Refused(key, piece=title(piece), lane=at[0], space=at[1])
