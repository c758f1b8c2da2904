"""The errors of the companion, named after who can fix them.

Anything else that is raised is a bug: it is logged once and the process ends.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

MOST_TEXT = 200
"""Most characters of a text, digits of a number, and items of a list or object in a message."""

_MOST_NUMBER = 10**MOST_TEXT


class CompanionError(Exception):
    """The root: a message key and its parameters, never a sentence.

    The sentence (companion/messages.py) names the culprit and what is allowed.
    """

    def __init__(self, key: str, **params: Any):
        super().__init__(key)
        self.key = key
        self.params = {name: _short(value) for name, value in params.items()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}, {self.params!r})"


class Refused(CompanionError, ValueError):
    """A player's act is not allowed now.

    `remedy`: acts that correct the companion and then do what was asked, if the refusal depends on
    something that the companion may have wrong (a count, whose turn it is).
    """

    def __init__(self, key: str, *, remedy: tuple[Mapping[str, Any], ...] = (), **params: Any):
        super().__init__(key, **params)
        self.remedy = remedy


class Malformed(CompanionError, ValueError):
    """The input is not an act: not an object, or unknown to the game."""


class Forbidden(CompanionError, PermissionError):
    """This phone may not do that."""


class DeviceLost(CompanionError, OSError):
    """A cable or a device is gone. It is shown as lost and retried."""


class ConfigError(CompanionError, ValueError):
    """A line of the builder's files is wrong.

    `file`, `line` (1-based) and, where one key is meant, its `name` are among the parameters.
    `also`: the other errors of the file, in the order of their lines.
    """

    also: "tuple[ConfigError, ...]" = ()


class StoreError(CompanionError, OSError):
    """The disk or the database failed: nothing was saved, and the fault is reported."""


def _short(value: Any) -> Any:
    match value:
        case str() if len(value) > MOST_TEXT:
            return f"{value[: MOST_TEXT - 1]}…"
        case int() if abs(value) >= _MOST_NUMBER:
            return "…"
        case list() | tuple():
            return type(value)(_short(each) for each in value[:MOST_TEXT])
        case dict():
            return {_short(name): _short(value[name]) for name in islice(value, MOST_TEXT)}
    return value
