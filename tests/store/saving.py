"""Save something in a store, for its tests."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import StoreError
from companion.store.store import Entry, Stamp, Start, Store, Then, waited

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
OPTIONS = {"seats": [{"name": "Ada \ud800 ü"}], "limits": [4, 3]}


def start(store: Store, **more: Any) -> int:
    ids: list[int] = []
    race = Start("snow_tails", OPTIONS, STAMP, **more)
    waited(lambda then: ids.append(store.new_race(race, then)))
    return ids[0]


def act(n: int, **more: Any) -> Entry:
    return Entry(n, {"act": "tap", "seat": 1, "n": n}, STAMP, {"kind": "node"}, **more)


def refusal(put: Callable[[Then], object]) -> str:
    with pytest.raises(StoreError) as caught:
        waited(put)
    return caught.value.key
