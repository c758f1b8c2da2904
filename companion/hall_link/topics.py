"""The topics of a table, and the messages that it publishes. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.config import Hall

FORMAT = 1
"""The version of all payloads, their field `v`."""

HOME_ASSISTANT = "homeassistant"
"""Home Assistant's default discovery prefix."""

_JSON = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
"""In ASCII: a stored name may hold half a surrogate pair, which UTF-8 cannot express."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message to publish. `qos`: 0 at most once, 1 at least once."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table, all below `base`."""

    base: str

    @classmethod
    def of(cls, hall: Hall) -> "Topics":
        """The topics of the table in table.toml."""
        return cls(f"sled/{hall.hall}/{hall.table}")

    @property
    def status(self) -> str:
        """Whether the table is connected."""
        return f"{self.base}/status"

    @property
    def state(self) -> str:
        """What the table's page shows."""
        return f"{self.base}/state"

    @property
    def acts(self) -> str:
        """Every act."""
        return f"{self.base}/acts"

    @property
    def results(self) -> str:
        """Every result."""
        return f"{self.base}/results"

    @property
    def events(self) -> str:
        """Passing moments, for automations."""
        return f"{self.base}/events"

    @property
    def commands(self) -> str:
        """Commands to the table."""
        return f"{self.base}/commands"

    @property
    def buttons(self) -> str:
        """Commands to the table that any button may give."""
        return f"{self.base}/buttons"

    @property
    def answers(self) -> str:
        """The table's answers to commands."""
        return f"{self.base}/answers"


def discovery_topic(hall: str, table: str) -> str:
    """Where a table describes itself to Home Assistant."""
    return f"{HOME_ASSISTANT}/device/sled-{hall}-{table}/config"


def plain(topic: str, payload: Mapping[str, Any], retain: bool = False) -> Message:
    """A message in another program's format."""
    return Message(topic, _JSON.encode(payload).encode(), 1, retain)


def message(topic: str, payload: Mapping[str, Any], qos: int = 1, retain: bool = False) -> Message:
    """A message with this payload as JSON, in the current format."""
    return Message(topic, _JSON.encode({"v": FORMAT, **payload}).encode(), qos, retain)
