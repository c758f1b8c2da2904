"""The benchmark's watchers on a small scale: the figures themselves are the machine's."""

import pytest

from companion.bench.watchers import rows

WATCHERS = 12


@pytest.mark.slow
def test_every_watcher_gets_the_final_state_of_what_the_players_do() -> None:
    final, *others = rows(WATCHERS, most_acts=20)
    assert final.kept
    assert final.value == WATCHERS
    assert [row for row in others if row.value <= 0] == []
