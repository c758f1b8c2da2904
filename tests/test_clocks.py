"""The machine's clocks: whether the network has set them is checked once a second."""

from pathlib import Path

import pytest

from companion import clocks


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine whose clock the network has not set."""
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    return tmp_path


def test_a_clock_is_synced_once_the_network_says_so(machine: Path) -> None:
    assert not clocks.clock_synced(machine)
    (machine / "run/systemd/timesync/synchronized").touch()
    assert clocks.clock_synced(machine)


def test_the_clock_is_checked_once_a_second(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "clock_synced", lambda: (machine / "set").exists())
    assert not clocks._synced_in(-2)
    (machine / "set").touch()
    assert not clocks._synced_in(-2)
    assert clocks._synced_in(-1)
