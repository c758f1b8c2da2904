"""Damage after a kill: files missing or exchanged, and each block overwritten.

Every 512-byte block of each file is overwritten with zeros, ones, noise, and the block beside it;
every file is missing, emptied or an hour old, in every combination. Every loss must be reported.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.store.recovery.evenings import (
    EVENINGS,
    FILES,
    Evening,
    Outcome,
    evening,
    exchanged,
    old,
    start,
    undetectable,
    young,
)

Case = TypeVar("Case")

BLOCK = 512
STATES = ("kept", "missing", "empty", "older")


def blocks(count: int, folder: Path) -> str:
    """Test this many of the overwritten blocks, evenly chosen, or all."""
    found: Counter[str] = Counter()
    for make in (young, old):
        killed = evening(make, folder / make.__name__)
        for where, changed in _some(list(_overwritten(killed)), count // 2):
            outcome = start(killed, folder / "now", changed)
            assert not outcome.silent, (make.__name__, *where)
            found[_word(outcome)] += 1
    return _told(found)


def _overwritten(killed: Evening) -> Iterator[tuple[tuple[str, int, str], Mapping[str, bytes]]]:
    for part in FILES:
        data = killed.now[part]
        for at in range(0, len(data), BLOCK):
            for kind, block in _kinds(data, at).items():
                changed = data[:at] + block + data[at + len(block) :]
                if changed != data:
                    yield (part, at, kind), {**killed.now, part: changed}


def _kinds(data: bytes, at: int) -> dict[str, bytes]:
    size = len(data[at : at + BLOCK])
    beside = data[at + BLOCK : at + 2 * BLOCK] or data[at - BLOCK : at]
    return {
        "zeros": bytes(size),
        "ones": b"\xff" * size,
        "noise": Random(at).randbytes(size),
        "its neighbour": beside[:size],
    }


def files(count: int, folder: Path) -> str:
    """Test this many of the combinations, evenly chosen, or all."""
    found: Counter[str] = Counter()
    for make in EVENINGS:
        killed = evening(make, folder / make.__name__)
        every = list(itertools.product(STATES, repeat=len(FILES)))
        for states in _some(every, count // len(EVENINGS)):
            outcome = start(killed, folder / "now", exchanged(killed, states))
            assert not outcome.silent or undetectable(killed, states), (make.__name__, states)
            found["no file knew" if outcome.silent else _word(outcome)] += 1
    return _told(found)


def _some(every: Sequence[Case], count: int) -> Sequence[Case]:
    return every[:: max(1, len(every) // count)]


def _word(outcome: Outcome) -> str:
    if not outcome.said:
        return "nothing lost, quiet"
    return "lost and said" if outcome.lost else "recovered and said"


def _told(found: Counter[str]) -> str:
    return f"{found.total()} starts: " + ", ".join(f"{n} {word}" for word, n in found.most_common())
