"""The version of the rules that a race was started with (`GameSpec.rules`), kept in its origin."""

from collections.abc import Mapping
from typing import Any

from companion.games import GAME_SPECS

UNKNOWN = 0
"""The version of a race that was saved before rules had versions."""

_FIELD = "rules"


def with_rules(origin: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The origin of a race that starts with the rules of today."""
    return {**origin, _FIELD: GAME_SPECS[game].rules}


def rules_of(origin: Mapping[str, Any]) -> int:
    """The version in a race's origin or an exported race, UNKNOWN without one."""
    version = origin.get(_FIELD)
    return version if type(version) is int else UNKNOWN


def other_rules(game: str, origin: Mapping[str, Any]) -> bool:
    """Whether a race was started with other rules: a replay may lead to other positions."""
    return game in GAME_SPECS and rules_of(origin) != GAME_SPECS[game].rules
