"""The benchmark's watchers on a small scale, without limits for the figures."""

import pytest

from companion.bench.watchers import rows

WATCHERS = 12


@pytest.mark.slow
def test_every_watcher_gets_the_final_state() -> None:
    final, *others = rows(WATCHERS, most_acts=20)
    assert final.kept
    assert final.value == WATCHERS
    assert [row for row in others if row.value <= 0] == []
