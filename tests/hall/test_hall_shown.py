"""What tables report reaches the pages soon, and not too often."""

import time
from pathlib import Path

import pytest
from reports import status

from companion.config import Hall
from companion.hall.live import Live
from companion.hall.receiver import SHOW_S, Receiver
from tests.hall_link.mosquitto import Listener, Mosquitto
from tests.patience import Pace, until

CHANGES = 20


@pytest.mark.mosquitto
def test_changes_that_come_together_are_shown_together_and_the_last_at_once(
    tmp_path: Path,
) -> None:
    shown: list[tuple[float, int]] = []
    live = Live()
    with Mosquitto(tmp_path) as broker, Listener(broker) as tables:
        receiver = Receiver(
            Hall("127.0.0.1", broker.port, False, "club", ""), "hall", live, lambda one: None
        )
        receiver.changed = lambda: shown.append((time.monotonic(), len(live.tables)))
        receiver.start()
        until(lambda: shown)
        with Pace() as pace:
            for number in range(CHANGES):
                tables.send(f"sled/club/t{number}/status", status())
            until(lambda: len(live.tables) == CHANGES)
            last = time.monotonic()
            until(lambda: shown[-1][1] == CHANGES)
        receiver.stop()
    assert len(shown) <= 2 + pace.took_s / SHOW_S
    assert shown[-1][0] - last <= pace.allows(SHOW_S)
