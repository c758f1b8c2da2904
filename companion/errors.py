"""The errors of the companion: one root, few leaves, blame in the name.

Anything else that is raised is a bug: it is logged once and the process ends.
"""

from collections.abc import Mapping
from typing import Any


class CompanionError(Exception):
    """The root. Its text is for people and names the culprit and what would be right."""


class Refused(CompanionError, ValueError):
    """A player's act is not allowed now. Carries a message key, never a sentence.

    `remedy` holds acts that would make the table right and then do what was asked, where the
    refusal rests on something that the companion only believes (a count, whose turn it is).
    """

    def __init__(self, key: str, *, remedy: tuple[Mapping[str, Any], ...] = (), **params: Any):
        super().__init__(key)
        self.key = key
        self.params = params
        self.remedy = remedy

    def __repr__(self) -> str:
        return f"Refused({self.key!r}, {self.params!r})"


class Malformed(CompanionError, ValueError):
    """What was sent is no act at all: not an object, or an act that the game does not have.

    A message key and parameters, as in Refused.
    """

    def __init__(self, key: str, **params: Any):
        super().__init__(key)
        self.key = key
        self.params = params


class BadLine(CompanionError, ValueError):
    """The other end of a link sent something unreadable: counted, dropped, resynchronised."""


class DeviceLost(CompanionError, OSError):
    """A cable or a device is gone: shown as lost, tried again."""


class ConfigError(CompanionError, ValueError):
    """A line of the builder's files is wrong: names the file, the line and what would be right.

    A message key and parameters, as in Refused; `file`, `line` (1-based) and, where one key is
    meant, its `name` are always among the parameters.
    """

    def __init__(self, key: str, **params: Any):
        super().__init__(key)
        self.key = key
        self.params = params

    def __repr__(self) -> str:
        return f"ConfigError({self.key!r}, {self.params!r})"


class StoreError(CompanionError, OSError):
    """The disk or the database does not do what it must: nothing was saved, and it is said.

    A message key and parameters, as in Refused.
    """

    def __init__(self, key: str, **params: Any):
        super().__init__(key)
        self.key = key
        self.params = params

    def __repr__(self) -> str:
        return f"StoreError({self.key!r}, {self.params!r})"
