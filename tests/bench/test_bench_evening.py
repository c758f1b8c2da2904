"""The benchmark's evening on a small scale, without limits for the figures."""

from pathlib import Path

import pytest

from companion.bench.evening import Evening, Process
from companion.bench.wires import SEATS, Wires

TAPS_A_TURN = 2
ROUNDS = 3


@pytest.mark.slow
def test_rounds_are_played_to_their_end(tmp_path: Path) -> None:
    taps = TAPS_A_TURN * len(SEATS) * ROUNDS
    with Wires() as wires, Process(tmp_path, wires, 0.0) as process:
        wires.open_phones(process.port)
        wires.await_links()
        process.start_race()
        timed = Evening(wires, TAPS_A_TURN).taps(taps)
        assert wires.phones[-1].state["round"] == ROUNDS + 1
    assert len(timed) == taps
    assert all(tap.light_s > 0 and tap.last_page_s >= tap.first_page_s > 0 for tap in timed)
