"""Field reports, sections 5 and 6: the tests of each row."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.torture.line import CannotRun

ROWS: Mapping[int, tuple[str, ...]] = {
    100: ("tests/table/test_clock_watch.py", "tests/torture/test_torture.py -k clock"),
    101: ("tests/table/test_clock_watch.py", "tests/server/test_sessions.py"),
    103: ("tests/system/test_notify.py",),
    105: ("tests/system/test_unit.py -k hide_devices",),
    106: ("tests/torture/test_torture.py -k power",),
    108: ("tests/torture/test_torture.py -k disk",),
    110: ("tests/drivers/test_nodes.py -k missing_port",),
    111: (
        "tests/system/test_nearby.py",
        "tests/cli/test_card.py",
        "tests/system/test_addresses.py",
    ),
    113: (
        "tests/web/test_modules.py -k closed_by_the_browser",
        "tests/server/test_server.py -k slow_phone",
    ),
    115: ("tests/server/test_server.py -k newest_state",),
    116: (
        "tests/evening/test_hands_only.py -k unplugged",
        "tests/torture/test_torture.py -k blocked",
    ),
    118: ("tests/games/test_history.py -k undo",),
    120: ("tests/protocols/test_link_pair.py -k 120", "tests/evening/test_board_evening.py"),
    121: ("tests/protocols/test_presence.py -k counts",),
    123: ("tests/evening/test_killed.py -k node_events_during",),
    125: ("tests/web -k leav",),
}
"""pytest's arguments by row."""

NOTHING_FOUND = 5


def field_reports(count: int, folder: Path) -> str:
    """Run the tests of the first `count` rows."""
    tried, failed, empty = [], [], []
    for row, tests in list(ROWS.items())[:count]:
        tried.append(row)
        for asked in tests:
            told = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", *asked.split()],
                capture_output=True,
                text=True,
                check=False,
            )
            if told.returncode == NOTHING_FOUND:
                empty.append(row)
            elif told.returncode:
                failed.append(f"{row}: {told.stdout.splitlines()[-2:]}")
    assert not failed, failed
    if empty:
        raise CannotRun(f"no test is found for {sorted(set(empty))}")
    return f"rows {', '.join(map(str, tried))}"
