"""A course laid from track pieces: its limits and flag, and the track of a race on it. Pure."""

from binascii import crc32
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.errors import Refused
from companion.games.fields import Field, boolean, items, one_of, record, refuse_wrong, text
from companion.games.snow_tails import box
from companion.games.snow_tails.track import FINISH, Place, Track
from companion.games.snow_tails.track_pieces import SIDES, TrackPiece
from companion.games.snow_tails.track_steps import DRIFTS, line_at

MOST_LAID = 60
"""Most pieces of a course."""

entries = items(
    record(
        {
            "piece": Field(text),
            "side": Field(one_of(*SIDES)),
            "turned": Field(boolean, required=False),
        }
    ),
    0,
    MOST_LAID,
)


def marks(laid: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> tuple[list[int], str]:
    """The limits in driving order and the flag's side ("" without a finish piece) of a course.

    `laid`: its pieces in driving order, `{"piece", "side", "turned"}` each; `data`: the box. Pieces
    may lie as no rule allows: tables differ. Raises Refused for a piece that the box does not have.
    """
    pieces = driven(laid, data)
    limits = [limit for piece in pieces for limit in _limits(piece)]
    return limits, next((piece.flag for piece in reversed(pieces) if piece.flag), "")


def driven(laid: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> tuple[TrackPiece, ...]:
    """The pieces of a course as they are driven. Raises Refused."""
    refuse_wrong(entries, laid, "box", "laid")
    known = {box.title(piece): piece for piece in box.pieces(box.read(data))}
    pieces = []
    for number, entry in enumerate(laid, 1):
        name = f"{entry['piece']}{entry['side']}"
        if name not in known:
            raise Refused("course.unknown_piece", n=number, piece=name[:40])
        pieces.append(known[name].turned() if entry.get("turned") else known[name])
    return tuple(pieces)


def track(pieces: tuple[TrackPiece, ...], places: Sequence[int]) -> Track:
    """The track of a race whose sleds start from these places.

    Raises Refused if no race can be reckoned on it: without a start piece first and a finish piece
    last, with lines that cross each other or follow the finish line, or where no sled gets through.
    """
    found = _track(pieces)
    starts = len(pieces[0].starts)
    if max(places) > starts:
        raise Refused("snow_tails.laid_places", count=starts, place=max(places))
    return found


@lru_cache(maxsize=16)
def _track(pieces: tuple[TrackPiece, ...]) -> Track:
    """The track of these pieces, checked once: all races on it share the steps worked out."""
    kinds = [piece.kind for piece in pieces]
    ends = [number for number, kind in enumerate(kinds, 1) if kind in ("start", "finish")]
    if ends != [1, len(kinds)] or kinds[0] != "start" or kinds[-1] != "finish":
        raise Refused("snow_tails.laid_ends")
    found = Track(pieces, pieces[-1].flag)
    for lines, piece in zip(found.lines, pieces, strict=True):
        wrong = any(min(_gaps(one.after, other.after)) < 0 for one, other in pairwise(lines))
        if wrong or any(line.limit == FINISH for line in lines[:-1]):
            raise Refused("snow_tails.laid_lines", piece=box.title(piece))
    reached = _reached(found)
    if reached < len(pieces):
        raise Refused("snow_tails.laid_stuck", n=reached + 1, piece=box.title(pieces[reached]))
    return found


def checked(pieces: tuple[TrackPiece, ...]) -> Track:
    """The track of these pieces as driven, each checked as in the box. Raises Refused."""
    for piece in pieces:
        box.check_driven(piece)
    return track(pieces, [1])


@lru_cache(maxsize=16)
def shown(track: Track) -> Mapping[str, Any]:
    """The course for pictures: its pieces as they are driven, entries of a box, and their `id`."""
    entries = [box.entry(piece) for piece in track.pieces]
    return {"id": f"{crc32(repr(entries).encode()):08x}", "pieces": entries}


def start_place(track: Track, number: int) -> Place:
    """The space of a start place (ST-11)."""
    return 0, *track.pieces[0].starts[number - 1]


def saplings(track: Track) -> tuple[Place, ...]:
    """The places of all saplings at the start of a race (ST-75)."""
    return tuple(sorted((n, *at) for n, piece in enumerate(track.pieces) for at in piece.saplings))


def _gaps(one: Sequence[int], other: Sequence[int]) -> Iterator[int]:
    return (b - a for a, b in zip(one, other, strict=True))


def _reached(track: Track) -> int:
    """The index of the farthest piece that a sled can reach from the start; their number if all."""
    here = {start_place(track, n) for n in range(1, len(track.pieces[0].starts) + 1)}
    seen: set[Place] = set()
    while here:
        seen |= here
        ahead = {track.step(at, drift).to for at in here for drift in DRIFTS}
        here = {to for to in ahead if to is not None and to[0] < len(track.pieces)} - seen
        if any(to is not None and to[0] == len(track.pieces) for to in ahead):
            return len(track.pieces)
    return max(at[0] for at in seen)


def _limits(piece: TrackPiece) -> list[int]:
    """A piece's limits in driving order (ST-60)."""
    return [line.limit for line in sorted(piece.lines, key=lambda line: line_at(piece, line.after))]
