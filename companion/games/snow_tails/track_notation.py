"""A laid course in a position's line: its pieces in driving order, each as it is driven.

    1/A/start//4,4//////1,4+2,4//;7/B/bend/left/2,3/4:1,1/1,2+-,3//////;10/A/finish/…

Pieces are separated by semicolons, the fields of `TrackPiece` by slashes. A line is its limit and,
after a colon, the spaces before it in each lane; a lane without a dot is "-".
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.notation import Codec, list_of, name, number, numbers, plain, record_of
from companion.games.snow_tails.track import Track
from companion.games.snow_tails.track_course import checked
from companion.games.snow_tails.track_pieces import Drift, Line, TrackPiece

_dot = Codec(
    lambda space: "-" if space is None else number.write(space),
    lambda text: None if text == "-" else number.read(text),
)
_line = Codec(
    lambda line: f"{line.limit}:{numbers.write(line.after)}",
    lambda text: _read_line(*text.split(":")),
)
_rows = list_of(list_of(_dot), "+")
_spaces = list_of(numbers, "+")
_space_set = Codec(
    lambda spaces: _spaces.write(sorted(spaces)), lambda text: frozenset(_spaces.read(text))
)
_drifts = Codec(
    lambda drifts: _spaces.write(sorted((*at, *to) for at, to in drifts)),
    lambda text: frozenset(_drift(*numbers) for numbers in _spaces.read(text)),
)
_piece = record_of(
    TrackPiece,
    name,
    plain,
    plain,
    plain,
    numbers,
    list_of(_line, "+"),
    _rows,
    _space_set,
    _space_set,
    _space_set,
    _spaces,
    numbers,
    plain,
    more=(_drifts,),
)
_pieces = list_of(_piece, ";")


def shape(pieces: Sequence[TrackPiece]) -> str:
    """The pieces without their names and sides, which no rule asks for."""
    return _pieces.write(tuple(replace(piece, name="", side="") for piece in pieces))


def _drift(lane: int, space: int, to: int, end: int) -> Drift:
    return (lane, space), (to, end)


def _read_line(limit: str, after: str) -> Line:
    return Line(number.read(limit), numbers.read(after))


def _read(text: str) -> Track:
    return checked(_pieces.read(text))


laid = Codec(lambda track: _pieces.write(track.pieces), _read)
"""The codec of a course. A course on which no race is possible raises ValueError."""
