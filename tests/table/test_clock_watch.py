"""A slow disk and a jump of the clock are reported once."""

import pytest

from companion.clocks import jumped_s, trusted
from companion.store.records import Stamp
from companion.table.clock_watch import ClockWatch

EVENING = Stamp(1_800_000_000.0, 100.0, "boot-1", True)


def later(wall_s: float, mono_s: float, boot: str = "boot-1", synced: bool = True) -> Stamp:
    return Stamp(EVENING.wall_s + wall_s, EVENING.mono_s + mono_s, boot, synced)


@pytest.mark.parametrize(
    ("wall_s", "said"),
    [(10.0, []), (11.9, []), (10 + 3 * 3600.0, ["+10800"]), (10 - 3 * 3600.0, ["-10800"])],
)
def test_a_clock_jump_is_reported_once(wall_s: float, said: list[str]) -> None:
    watch = ClockWatch(EVENING)
    told = list(watch.look(later(wall_s, 10.0), 0.0))
    assert [say.params["by"] for say in told if say.key == "clock.jumped"] == said
    assert list(watch.look(later(wall_s + 1, 11.0), 0.0)) == []


def test_a_slow_disk_is_reported_once_each_time() -> None:
    watch = ClockWatch(EVENING)
    keys = [
        [say.key for say in watch.look(EVENING, waiting_s)]
        for waiting_s in (0.0, 1.9, 2.1, 5.0, 0.0, 3.0)
    ]
    assert keys == [[], [], ["store.waiting"], [], [], ["store.waiting"]]


def test_after_a_reboot_only_a_backward_jump_is_detected() -> None:
    assert jumped_s(EVENING, later(9_000.0, -90.0, "boot-2")) == 0.0
    assert jumped_s(EVENING, later(-172_800.0, -90.0, "boot-2")) == -172_800.0


@pytest.mark.parametrize(
    ("stamp", "is_sure"),
    [
        (later(5.0, 5.0), True),
        (later(5.0, 5.0, synced=False), False),
        (later(10_805.0, 5.0), False),
        (later(-172_800.0, -90.0, "boot-2"), False),
    ],
)
def test_a_time_after_a_jump_is_not_trusted(stamp: Stamp, is_sure: bool) -> None:
    assert trusted(stamp, EVENING) is is_sure
    assert trusted(EVENING, None)
