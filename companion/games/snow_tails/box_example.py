"""An invented set of track pieces, for trying courses before one's own pieces are entered.

The rule books print neither spaces nor limits of the pieces; all of them are made up here. Only the
five lanes, the five start places and the kinds of pieces are those of the game.
"""

from typing import Any

_CANYON_TICKS = [[2, 1], [3, 1], [4, 1], [3, 2], [2, 3], [4, 3], [2, 4], [4, 4], [3, 5], [2, 6]]
_CANYON_TICKS += [[3, 6], [4, 6]]
_SAPLINGS = [[1, 2], [3, 2], [5, 3], [2, 4], [4, 5]]
_DRIFT = [[1, 2], [1, 3], [2, 3], [1, 4], [2, 4], [3, 4], [1, 5], [2, 5]]


def data() -> dict[str, Any]:
    """Ten pieces with two sides each, marked with `"example": true`."""
    sides = [
        _start("1", "A", (1, 2, 3, 4, 5)),
        _start("1", "B", (5, 4, 3, 2, 1)),
        _straight("2", "A", 5),
        _straight("2", "B", 5, kind="special", saplings=_SAPLINGS),
        _straight("3", "A", 4),
        _straight("3", "B", 6, kind="special", blocked=_DRIFT),
        _straight("4", "A", 6),
        _straight("4", "B", 6, kind="special", ticked=_CANYON_TICKS, blocked=[[3, 3], [3, 4]]),
        *_turns("5", "bend", (3, 4, 5, 6, 7), 4, (1, 1, 2, 2, 2)),
        *_turns("6", "bend", (3, 4, 5, 6, 7), 5, (1, 1, 2, 2, 2)),
        *_turns("7", "bend", (2, 3, 4, 5, 6), 3, (1, 1, 1, 2, 2)),
        *_turns("8", "u_turn", (4, 6, 8, 10, 12), 4, (1, 2, 2, 3, 3)),
        *_turns("9", "u_turn", (4, 6, 8, 10, 12), 5, (2, 3, 4, 5, 6)),
        _finish("10", "A", "left"),
        _finish("10", "B", "right"),
    ]
    return {"pieces": sides, "example": True}


def _straight(name: str, side: str, count: int, kind: str = "straight", **more: Any) -> Any:
    return {"name": name, "side": side, "kind": kind, "spaces": [count] * 5, **more}


def _start(name: str, side: str, lanes: tuple[int, ...]) -> Any:
    """Start place n lies in lane n of `lanes`: 1 and 2 in front, 3 and 4 behind them, 5 last."""
    rows = (4, 4, 3, 3, 2)
    places = [list(at) for at in zip(lanes, rows, strict=True)]
    return _straight(name, side, 5, kind="start", starts=places)


def _finish(name: str, side: str, flag: str) -> Any:
    return _straight(name, side, 6, kind="finish", finish=[2] * 5, flag=flag)


def _turns(
    name: str, kind: str, spaces: tuple[int, ...], limit: int, after: tuple[int, ...]
) -> list[Any]:
    """Side A turns left, side B is its mirror. The spaces before the line are level, and a row
    halfway between them and the end."""
    rows = (
        tuple(after),
        tuple((n + count + 1) // 2 for n, count in zip(after, spaces, strict=True)),
    )
    made = []
    for side, turn, step in (("A", "left", 1), ("B", "right", -1)):
        made.append(
            {
                "name": name,
                "side": side,
                "kind": kind,
                "turn": turn,
                "spaces": [*spaces[::step]],
                "lines": [{"limit": limit, "after": [*after[::step]]}],
                "level": [[*row[::step]] for row in rows],
            }
        )
    return made
