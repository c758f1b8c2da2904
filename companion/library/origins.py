"""The source of an act as the store keeps it: a name for people, and the device."""

from collections.abc import Mapping
from typing import Any

from companion.games.game import Say
from companion.signals import Origin


def origin_json(name: Say, origin: Origin | None) -> dict[str, Any]:
    """A source for the store. `origin`: of the signal, None for a phone's post."""
    source: dict[str, Any] = {"from": name.key, "params": dict(name.params)}
    if origin:
        source |= {"kind": origin.kind, "device": origin.device}
    return source


def source_name(origin: Mapping[str, Any]) -> Say:
    """The name that `origin_json` wrote."""
    return Say(origin.get("from", "from.unknown"), origin.get("params", {}))
