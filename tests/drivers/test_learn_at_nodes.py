"""Learning a deck at nodes that run the boards' real program."""

import os
import sys
import threading
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest
from driver_rig import Desk, Disk

from companion.cli.learn import Lesson
from companion.config import phones_only
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Nodes
from companion.store.store import Store
from companion.tags import learning


def test_boards_without_straps_are_used_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats do not matter for a deck, so OK need not be pressed to assign them."""
    (keys, fingers), (page, paper) = os.pipe(), os.pipe()
    inbox: SimpleQueue[Report | str] = SimpleQueue()
    disk = Disk()
    with (
        closing(Store.open(tmp_path / "data")) as store,
        Desk(tmp_path, 2, strap=lambda seat: 0) as desk,
        os.fdopen(keys) as typed,
        os.fdopen(page) as read,
        os.fdopen(paper, "w") as out,
    ):
        monkeypatch.setattr(sys, "stdin", typed)
        room = Nodes(
            phones_only(),
            inbox.put,
            disk.positions.get,
            disk.next_session,
            find=lambda: desk.ports,
        )
        deck = learning.begin("snow_tails", "red", 1, [])
        lesson = Lesson(deck, store, room, [1, 2], inbox, out, "en")
        thread = threading.Thread(target=lesson.run)
        thread.start()
        desk.plug(1, 2)
        lines = iter(read.readline, "")
        ready = [next(line for line in lines if "ready" in line) for _ in range(2)]
        desk.lay(1, "04000000000001")
        assert next(line for line in lines if "Learned" in line) == "Learned: red 1.\n"
        desk.lay(2, "04000000000002")
        assert next(line for line in lines if "Learned" in line) == "Learned: red 2.\n"
        os.write(fingers, b"q\n")
        thread.join()
        os.close(fingers)
    assert sorted(ready) == ["Seat 1: ready.\n", "Seat 2: ready.\n"]
