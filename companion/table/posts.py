"""A phone's post to the loop's inbox, and its answer."""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from companion.errors import Refused
from companion.games.game import Act, Event, Say

FINE, FORBIDDEN, MALFORMED, REFUSED, BROKEN = 200, 403, 400, 409, 503


HALL = "the hall"
"""The client of the hall's posts, which may do everything; no phone's id looks like it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a post. `version`: of the snapshot that shows its outcome."""

    status: int
    version: int = 0
    events: tuple[Event, ...] = ()
    key: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    remedy: tuple[Act, ...] = ()
    race: int | None = None

    @classmethod
    def refuse(cls, refused: Refused, status: int = REFUSED) -> "Answer":
        """A refusal as an answer."""
        return cls(status, key=refused.key, params=refused.params, remedy=refused.remedy)


@dataclass(frozen=True, slots=True)
class Post:
    """A phone's post. `reply` gets the answer when the outcome is on disk.

    `kind`: the kind of request (phone_input.py). `key` is chosen by the client: a repeated key
    gets the first answer again and changes nothing.
    """

    kind: str
    client: str
    key: str
    body: Mapping[str, Any]
    version: int | None = None
    reply: "Future[Answer]" = field(default_factory=Future)


def packed(events: tuple[Event, ...]) -> dict[str, Any]:
    """The events of an answer as JSON, for the store."""
    return {
        "events": [
            {"key": event.key, "seat": event.seat, "params": _pack(event.params)}
            for event in events
        ]
    }


def unpacked(reply: Mapping[str, Any]) -> Answer:
    """The answer that `packed` wrote."""
    events = tuple(
        Event(event["key"], event["seat"], _unpack(event["params"]))
        for event in reply.get("events", ())
    )
    return Answer(FINE, events=events, race=reply.get("id"))


def _pack(value: Any) -> Any:
    match value:
        case Say(key, params):
            return {"say": key, "params": _pack(params)}
        case Mapping():
            return {name: _pack(part) for name, part in value.items()}
        case tuple() | list():
            return [_pack(part) for part in value]
    return value


def _unpack(value: Any) -> Any:
    match value:
        case {"say": str(key), "params": params}:
            return Say(key, _unpack(params))
        case Mapping():
            return {name: _unpack(part) for name, part in value.items()}
        case list():
            return [_unpack(part) for part in value]
    return value
