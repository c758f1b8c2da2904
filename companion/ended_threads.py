"""What the service says of a thread that a bug has ended. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.game import Say
from companion.signals import Device

WRITER = "store-writer"
"""The thread without which nothing can be saved."""

WORKER = "flask"
"""A thread that runs the pages' views. Another takes its place (server/workers.py)."""

_PARTS = {
    "nodes": "run.part_boards",
    "simulated": "run.part_boards",
    "readers": "run.part_readers",
    "bus readers": "run.part_readers",
    "buttons": "run.part_buttons",
    "strip": "run.part_strip",
    "wled": "run.part_wled",
    "hall": "run.part_hall",
    "backups": "run.part_backups",
    "tape": "run.part_tape",
    "nearby": "run.part_nearby",
    "terminal": "run.part_terminal",
    WORKER: "run.part_worker",
}
"""The threads without which the race goes on, with the words for each."""


def remark(thread: str) -> Say:
    """The remark that this thread has ended."""
    if thread == WORKER:
        return Say("run.worker_ended")
    return Say("run.part_ended", {"part": part(thread)})


def part(thread: str) -> Say:
    """What people call the part that this thread runs. Other threads keep their own name."""
    return Say(_PARTS.get(thread, "run.part_other"), {"thread": thread})


def lost(devices: Iterable[Device]) -> list[Device]:
    """Devices that an ended thread served, as they are now: lost."""
    return [replace(one, state="lost", note="link.bug") for one in devices]
