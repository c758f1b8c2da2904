"""The benchmark measures every row about readers, here over a few taps."""

import pytest

from companion.bench import readers as bench_readers


@pytest.mark.slow
def test_every_row_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_readers, "TAPS", 4)
    monkeypatch.setattr(bench_readers, "IDLE_S", 0.5)
    rows = bench_readers.rows()
    assert [row.unit for row in rows] == ["ms", "ms", "ms", "times", "% core", "% core"]
    assert all(row.value > 0 for row in rows)
