"""Cards on a PN532, through driver and presence: field reports 3 to 38."""

import random

import pytest
from pn532_pair import PACE_MS, A, B, Pair, always

from companion.drivers.simulated.pn532_chip import NAMES
from companion.drivers.simulated.tags import Phone
from companion.protocols import pn532


def test_field_report_6_alternating_hits_and_misses_are_one_tap() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.misses = "01"
    pair.lay(A)
    pair.run(30)
    assert pair.fact_texts == [f"laid {A}"]


def test_field_report_8_late_answer_before_an_ack_is_accepted() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.count["late"] = 1
    pair.lay(A)
    pair.run(0.3)
    pair.sim.clear()
    pair.run(1)
    assert pair.fact_texts == [f"laid {A}", "lifted"]
    assert pair.faults == []


def test_late_empty_answer_is_ignored() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.count["late"] = 1
    pair.run(1)
    assert pair.faults == []


def test_field_report_21_phone_counts_once() -> None:
    pair = Pair().run(0.1)
    pair.lay(Phone())
    pair.run(10 * PACE_MS / 1000)
    assert [fact.split()[0] for fact in pair.fact_texts] == ["laid"]
    assert pair.fact_texts[0].startswith("laid 08")


def test_field_report_26_uid_of_ten_bytes_is_reported_as_unsupported_once() -> None:
    pair = Pair().run(0.1)
    pair.lay("04A1B2C3D4E5F6010203")
    pair.run(5)
    pair.sim.clear()
    pair.run(1)
    pair.lay(A)
    pair.run(0.2)
    assert pair.fact_texts == ["state unsupported", "state ok", f"laid {A}"]


def test_field_report_28_nothing_is_ever_written_to_a_card() -> None:
    pair = Pair().run(0.1)
    for uid in (A, B) * 10:
        pair.lay(uid)
        pair.run(0.1)
        pair.sim.clear()
        pair.run(0.5)
    assert {command[0] for command in pair.sim.heard}.isdisjoint({pn532.IN_DATA_EXCHANGE})


def test_field_report_30_card_missed_in_three_of_five_polls_does_not_flap() -> None:
    pair = Pair().run(0.1)
    chance = random.Random(30)
    pair.sim.faults.misses = "".join(str(int(chance.random() < 0.6)) for _ in range(997))
    pair.lay(A)
    pair.run(30)
    assert pair.fact_texts == [f"laid {A}"]
    assert pair.when(f"laid {A}") < 1.1


def test_field_report_31_card_left_on_the_reader_is_one_tap() -> None:
    pair = Pair(pace_ms=100).run(0.1)
    pair.lay(A)
    assert pair.run(60).fact_texts == [f"laid {A}"]


def test_field_report_36_gaps_of_1600_ms_count_once() -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    for _ in range(4):
        pair.run(5)
        pair.sim.faults.count["miss"] = 1600 // PACE_MS
    pair.run(5)
    assert pair.fact_texts == [f"laid {A}", "lifted", f"laid {A}"]


def test_field_report_38_one_miss_in_sixteen_is_not_a_removal() -> None:
    pair = Pair(pace_ms=50).run(0.1)
    pair.sim.faults.misses = "1" + "0" * 15
    pair.lay(A)
    assert pair.run(300).fact_texts == [f"laid {A}"]


def test_two_stacked_cards_are_reported_as_two() -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    pair.run(1)
    pair.lay(B)
    pair.run(2)
    pair.sim.clear()
    pair.run(1)
    assert pair.fact_texts == [f"laid {A}", "state two", "lifted", "state ok"]


def test_two_cards_reported_by_the_chip_are_accepted() -> None:
    pair = Pair().run(0.1)
    always("two")(pair.sim)
    pair.lay(A)
    pair.run(1)
    assert pair.fact_texts == ["state two"]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("nothing", "two", "miss")])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_momentary_fault_neither_lifts_nor_lays_a_card(name: str, times: int) -> None:
    pair = Pair().run(0.1)
    pair.lay(A)
    pair.run(0.1)
    pair.sim.faults.count[name] = times
    pair.run(2)
    pair.sim.clear()
    pair.run(1)
    assert pair.fact_texts == [f"laid {A}", "lifted"]
