"""Cards on one PN532, through our end of its line and presence: field reports 3 to 38."""

import random

import pytest
from pn532_pair import PACE_MS, A, B, Pair, always

from companion.drivers.simulated.pn532_chip import NAMES
from companion.drivers.simulated.tags import Phone
from companion.protocols import pn532


def test_field_report_6_hit_and_miss_in_turn_are_one_tap() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.misses = "01"
    pair.lay(A)
    pair.run(30)
    assert pair.told == [f"laid {A}"]


def test_field_report_8_a_late_answer_in_front_of_an_ack_is_taken() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.count["late"] = 1
    pair.lay(A)
    pair.run(0.3)
    pair.sim.clear()
    pair.run(1)
    assert pair.told == [f"laid {A}", "lifted"]
    assert pair.faults == []


def test_a_late_answer_that_found_nothing_is_nothing() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.count["late"] = 1
    pair.run(1)
    assert pair.faults == []


def test_field_report_21_a_phone_counts_once() -> None:
    pair = Pair().run(0.1)
    pair.lay(Phone())
    pair.run(10 * PACE_MS / 1000)
    assert [fact.split()[0] for fact in pair.told] == ["laid"]
    assert pair.told[0].startswith("laid 08")


def test_field_report_26_a_uid_of_ten_bytes_is_said_to_be_unsupported_once() -> None:
    pair = Pair().run(0.1)
    pair.lay("04A1B2C3D4E5F6010203")
    pair.run(5)
    pair.sim.clear()
    pair.run(1)
    pair.lay(A)
    pair.run(0.2)
    assert pair.told == ["state unsupported", "state ok", f"laid {A}"]


def test_field_report_28_nothing_is_ever_written_to_a_card() -> None:
    pair = Pair().run(0.1)
    for uid in (A, B) * 10:
        pair.lay(uid)
        pair.run(0.1)
        pair.sim.clear()
        pair.run(0.5)
    assert {command[0] for command in pair.sim.heard}.isdisjoint({pn532.IN_DATA_EXCHANGE})


def test_field_report_30_with_three_misses_in_five_a_card_is_found_and_does_not_flap() -> None:
    pair = Pair().run(0.1)
    chance = random.Random(30)
    pair.sim.faults.misses = "".join(str(int(chance.random() < 0.6)) for _ in range(997))
    pair.lay(A)
    pair.run(30)
    assert pair.told == [f"laid {A}"]
    assert pair.when(f"laid {A}") < 1.1


def test_field_report_31_a_card_left_on_the_reader_is_one_tap() -> None:
    pair = Pair(pace_ms=100).run(0.1)
    pair.lay(A)
    assert pair.run(60).told == [f"laid {A}"]


def test_field_report_36_gaps_of_1600_ms_flap_once() -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    for _ in range(4):
        pair.run(5)
        pair.sim.faults.count["miss"] = 1600 // PACE_MS
    pair.run(5)
    assert pair.told == [f"laid {A}", "lifted", f"laid {A}"]


def test_field_report_38_a_miss_in_sixteen_is_no_removal() -> None:
    pair = Pair(pace_ms=50).run(0.1)
    pair.sim.faults.misses = "1" + "0" * 15
    pair.lay(A)
    assert pair.run(300).told == [f"laid {A}"]


def test_two_cards_in_a_stack_are_two_and_no_third_card() -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    pair.run(1)
    pair.lay(B)
    pair.run(2)
    pair.sim.clear()
    pair.run(1)
    assert pair.told == [f"laid {A}", "state two", "lifted", "state ok"]


def test_a_chip_that_says_two_is_believed() -> None:
    pair = Pair().run(0.1)
    always("two")(pair.sim)
    pair.lay(A)
    pair.run(1)
    assert pair.told == ["state two"]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("nothing", "two", "miss")])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_fault_of_a_moment_costs_no_card_and_makes_none(name: str, times: int) -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    pair.run(0.1)
    pair.sim.faults.count[name] = times
    pair.run(2)
    pair.sim.clear()
    pair.run(1)
    assert pair.told == [f"laid {A}", "lifted"]
