"""A course laid from track pieces: its limits in driving order, and the flag's side. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import Refused
from companion.games.fields import Field, boolean, items, one_of, record, refuse_wrong, text
from companion.games.snow_tails import box
from companion.games.snow_tails.track_pieces import SIDES, TrackPiece
from companion.games.snow_tails.track_steps import line_at

MOST_LAID = 60
"""Most pieces of a course."""

_laid = items(
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
    refuse_wrong(_laid, laid, "box", "laid")
    known = {box.title(piece): piece for piece in box.pieces(box.read(data))}
    pieces = []
    for number, entry in enumerate(laid, 1):
        name = f"{entry['piece']}{entry['side']}"
        if name not in known:
            raise Refused("course.unknown_piece", n=number, piece=name[:40])
        pieces.append(known[name].turned() if entry.get("turned") else known[name])
    limits = [limit for piece in pieces for limit in _limits(piece)]
    return limits, next((piece.flag for piece in reversed(pieces) if piece.flag), "")


def _limits(piece: TrackPiece) -> list[int]:
    """A piece's limits in driving order (ST-60)."""
    return [line.limit for line in sorted(piece.lines, key=lambda line: line_at(piece, line.after))]
