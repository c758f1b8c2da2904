"""The seed of the decks of seats that the table plays, secret until the race is over."""

import secrets
from collections.abc import Mapping
from typing import Any

BITS = 53
"""As many as a number in JSON keeps for every reader, and as a race's options allow."""

Json = Mapping[str, Any]


def drawn(options: Any) -> Any:
    """A race's options with a seed, if they have a played seat and no seed of their own."""
    return {**options, "seed": secrets.randbits(BITS)} if is_missing(options) else options


def is_missing(options: Any) -> bool:
    """Whether these options have a played seat and no seed."""
    seats = options.get("seats") if isinstance(options, Mapping) else None
    listed = seats if isinstance(seats, list) else ()
    played = any(isinstance(one, Mapping) and "played" in one for one in listed)
    return played and "seed" not in options


def shown(options: Json, over: bool) -> Json:
    """A race's options as everybody may see them."""
    return {name: value for name, value in options.items() if over or name != "seed"}
