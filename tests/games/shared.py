"""Functions shared by the tests of all games."""

import json
from typing import Any

import pytest

from companion.games import history


def pairs(text: str) -> dict[str, Any]:
    """`a=1 b=[1,2]` as an object; values are JSON without spaces."""
    return {key: json.loads(value) for key, _, value in (p.partition("=") for p in text.split())}


def shown(race: history.History) -> dict[str, Any]:
    """The state as JSON, as it leaves the service."""
    state: dict[str, Any] = json.loads(json.dumps(race.game.view(race.state).state))
    return state


def seeds(quick: int, long: int) -> list[Any]:
    """A few seeds for every run, many more for `make torture`; none is in both."""
    more = [pytest.param(n, marks=pytest.mark.long) for n in range(quick, quick + long)]
    return [*range(quick), *more]
