"""What the service says of a thread that a bug has ended, and which devices that loses. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.game import Say
from companion.signals import Device

WRITER = "store-writer"
"""The thread without which nothing can be saved."""

_PARTS = {
    "nodes": ("run.part_boards", "node"),
    "simulated": ("run.part_boards", ""),  # the nodes' thread notices their silence
    "readers": ("run.part_readers", "reader"),
    "bus readers": ("run.part_readers", "reader"),
    "buttons": ("run.part_buttons", "button"),
    "strip": ("run.part_strip", "strip"),
    "wled": ("run.part_wled", "wled"),
    "hall": ("run.part_hall", "hall"),
    "backups": ("run.part_backups", ""),
    "tape": ("run.part_tape", ""),
    "nearby": ("run.part_nearby", ""),
}
"""The threads without which the race goes on: the words for each, and the kind of its devices."""


def remark(thread: str) -> Say | None:
    """The remark that this thread has ended; None if people would not miss it."""
    if thread not in _PARTS:
        return None
    return Say("run.part_ended", {"part": Say(_PARTS[thread][0])})


def lost(thread: str, devices: Iterable[Device]) -> list[Device]:
    """The devices that this thread served, as they are now: lost."""
    _, kind = _PARTS.get(thread, ("", ""))
    return [replace(one, state="lost", note="link.bug") for one in devices if one.kind == kind]
