"""The benchmark of a hall on a small scale, without limits for the figures."""

import pytest

from companion.bench import hall_cost, hall_taps, halls

pytestmark = [pytest.mark.slow, pytest.mark.mosquitto]


def test_every_act_is_stored_and_reaches_the_spectators() -> None:
    stored, *others = halls.rows(tables=2, spectators=3, seconds=4, period_s=0.3)
    assert stored.kept
    assert stored.value > 2 * 4
    assert [row.name for row in others if row.value <= 0 and "broker" not in row.name] == []


def test_the_cost_of_an_act_is_that_of_both_halls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_cost, "PAIRS", 1)
    each, percent = hall_cost.rows(500)
    assert each.value > 0
    assert percent.value > 0
    assert "500 stored" in percent.name


def test_a_tables_lights_are_timed_with_a_hall_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_taps, "PAIRS", 1)
    monkeypatch.setattr(hall_taps, "TAPS", 4)
    half, slowest = hall_taps.rows()
    assert half.value > 0
    assert slowest.value > 0
    assert slowest.claim == "<= 110"
