"""How each game writes one of its positions as a line of text."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.snow_tails import notation as snow_tails

POSITION: Mapping[str, Callable[[Any], str]] = {"snow_tails": snow_tails.write}
