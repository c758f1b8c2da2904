"""The driver of a PN532 with the emulated chip: the field reports on readers (1 to 38)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pn532_pair import PACE_MS, A, Pair, always

from companion.drivers.simulated.pn532_chip import NAMES
from companion.drivers.simulated.tags import Ntag
from companion.protocols import pn532
from companion.protocols.pn532_chip import ANSWER_MS, FAR_MS, SEARCH_MS, SETTLE_MS, Chip
from companion.protocols.presence import TICKS


def test_chip_is_woken_set_up_and_polled() -> None:
    pair = Pair().run(0.1)
    assert pair.results[:2] == [("ready",), ("none",)]
    assert pair.chip.version == (0x32, 1, 6, 7)
    assert pair.sent.startswith(pn532.WAKE_UP + pn532.command(*pn532.sam_configuration()))


@pytest.mark.parametrize("moment", range(0, PACE_MS, 3))
def test_card_on_a_single_reader_is_seen_within_40_ms(moment: int) -> None:
    pair = Pair().run(0.2 + moment / 1000)
    laid_at = pair.seconds
    pair.lay(A)
    pair.run(0.1)
    assert pair.when(f"laid {A}") - laid_at <= 0.040


def test_field_is_on_only_during_a_poll() -> None:
    pair = Pair().run(1)
    seen = set()
    for _ in range(40):
        pair.run(0.0005)
        if pair.chip.idle:
            seen.add(pair.sim.field)
    assert seen == {False}


def test_field_report_3_empty_search_is_not_an_error() -> None:
    pair = Pair()
    always("nothing")(pair.sim)
    pair.run(60)
    assert set(pair.results) == {("ready",), ("none",)}
    assert pair.facts == []


def test_field_report_5_truncated_answer_is_requested_again() -> None:
    pair = Pair().run(0.1)
    card = Ntag(bytes.fromhex(A))
    card.sak, card.ats = 0x20, b"\x06\x75\x77\x81\x02\x80"
    pair.sim.faults.cut = 25 - len(pn532.ACK)
    pair.sim.faults.count["truncated"] = 3
    pair.lay(card)
    pair.run(2)
    assert pair.fact_texts == [f"laid {A}"]


def test_answer_just_after_its_timeout_is_accepted() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.count["ack_only"] = 1
    pair.results.clear()
    while pn532.ACK not in pair.sent:
        pair.run(0.0005)
    tag = bytes.fromhex("4B0101004400 07" + A)
    pair.chip.receive_data(pn532.answer(*tag), pair.ticks)
    pair.run(0.0005)
    assert ("tag", A, "0044", "00") in pair.results


def test_field_report_15_mute_reader_is_reported_within_3_s_and_set_up_again() -> None:
    pair = Pair().run(0.5)
    pair.sim.faults.mute = True
    began = pair.seconds
    pair.run(5)
    assert 2 < pair.when("state mute") - began <= 3
    assert pair.chip.mute
    pair.sim.faults.mute = False
    pair.sim.power_on()
    pair.lay(A)
    pair.run(2)
    assert pair.fact_texts == ["state mute", "state ok", f"laid {A}"]
    assert not pair.chip.mute


def test_chip_recovers_at_once_from_a_power_glitch() -> None:
    pair = Pair().run(0.5)
    pair.sim.power_on()
    pair.lay(A)
    began = pair.seconds
    pair.run(1)
    assert pair.when(f"laid {A}") - began < 0.3


def test_field_report_16_answer_to_an_earlier_session_is_harmless() -> None:
    pair = Pair()
    pair.sim.say(bytes.fromhex("0000FF02FED5151600"), 0)
    pair.run(0.1)
    assert pair.results[:2] == [("ready",), ("none",)]
    assert pair.faults == []


@pytest.mark.parametrize("wired", [True, False])
def test_field_report_18_hung_chip_is_reset_if_the_line_is_wired(
    wired: bool,
) -> None:
    pair = Pair(wired=wired)
    pair.sim.faults.dead = True
    pair.run(10)
    assert pair.fact_texts == (["state mute", "state ok"] if wired else ["state mute"])
    assert ("reopen",) in pair.results or wired


def test_reset_line_is_low_for_100_ms() -> None:
    pair = Pair()
    pair.sim.faults.dead = True
    while not pair.chip.reset:
        pair.run(0.001)
    began = pair.now
    while pair.chip.reset:
        pair.run(0.001)
    assert 0.0995 < pair.now - began < 0.110


def test_field_report_20_command_ignored_after_an_abort_is_sent_again() -> None:
    pair = Pair().run(0.1)
    while not pair.chip.idle:
        pair.run(0.0005)
    pair.sim.faults.count["no_ack"] = 1  # the next search
    pair.lay(A)
    pair.run(0.3)
    assert (pair.fact_texts, pair.faults) == ([f"laid {A}"], [])
    assert pn532.ACK + pn532.command(*pn532.in_list_passive_target()) in pair.sent


def test_command_is_never_sent_within_a_millisecond_of_an_answer() -> None:
    """nfcpy 257: through an FTDI adapter it would be lost."""
    pair = Pair().run(5)
    assert pair.faults == []
    assert pn532.ACK not in pair.sent


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("no_ack", {"no_ack"}),
        ("ack_only", {"no_answer"}),
        ("error", {"syntax"}),
        ("bad_dcs", {"no_answer"}),
        ("bad_lcs", {"no_answer"}),
    ],
)
def test_persistent_fault_is_named(name: str, kinds: set[str]) -> None:
    pair = Pair().run(0.1)
    always(name)(pair.sim)
    pair.run(1)
    assert set(pair.faults) == kinds


def test_echoing_port_is_not_a_reader() -> None:
    chip, said = Chip(0), []
    for now in range(4000):
        chip.receive_data(chip.data_to_send(), now)
        chip.tick(now)
        while result := chip.next_result():
            said.append(result)
    assert {result for result in said if result[0] == "fault"} == {("fault", "echo")}
    assert chip.mute
    assert not chip.ready


@pytest.mark.parametrize("pieces", [(1, 0.001), (3, 0.020), (8, 0.050)])
def test_bytes_that_trickle_in_are_waited_for(pieces: tuple[int, float]) -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.dribble = pieces
    pair.lay(A)
    pair.run(2)
    assert (pair.fact_texts, pair.faults) == ([f"laid {A}"], [])


def test_slow_chip_is_waited_for_up_to_a_limit() -> None:
    pair = Pair().run(0.1)
    pair.sim.faults.slow_s = 0.05
    pair.lay(A)
    pair.run(1)
    assert (pair.fact_texts, pair.faults) == ([f"laid {A}"], [])
    pair.sim.faults.slow_s = 2 * ANSWER_MS / 1000
    pair.run(1)
    assert set(pair.faults) == {"no_answer"}


def test_endless_bytes_do_not_extend_the_wait() -> None:
    chip, said, now = Chip(0), [], 0
    while now < 4000:
        chip.data_to_send()
        chip.receive_data(b"\x55", now)
        chip.tick(now)
        while result := chip.next_result():
            said.append(result)
        now += 1
    assert said.count(("fault", "no_ack")) >= 3


def test_ticks_can_wrap_at_any_moment() -> None:
    pair = Pair((TICKS - 500) / 1000).run(0.2)
    pair.lay(A)
    pair.run(1)
    pair.sim.clear()
    pair.run(1)
    assert (pair.fact_texts, pair.faults) == ([f"laid {A}", "lifted"], [])


def test_running_poll_is_not_restarted() -> None:
    pair = Pair().run(0.1)
    while pair.chip.idle:
        pair.run(0.0005)
    heard = len(pair.sim.heard)
    for _ in range(5):
        pair.chip.poll(pair.ticks)
    pair.run(0.01)
    assert len(pair.sim.heard) - heard <= 2


def test_idle_chip_has_nothing_due() -> None:
    pair = Pair().run(0.1)
    while not pair.chip.idle:
        pair.run(0.0005)
    assert (pair.chip.due(pair.ticks), pair.chip.rest(pair.ticks)) == (FAR_MS, FAR_MS)


def test_each_step_rests_for_its_time() -> None:
    pair = Pair().run(0.1)
    while not pair.chip.idle:
        pair.run(0.0005)
    while pair.chip.idle:
        pair.run(0.0005)
    assert 5 <= pair.chip.rest(pair.ticks) <= SEARCH_MS
    heard = len(pair.sim.heard)
    while len(pair.sim.heard) == heard or pair.sim.heard[-1] != pn532.rf_field(False):
        pair.run(0.0005)
    assert 5 <= pair.chip.rest(pair.ticks) <= SETTLE_MS  # the field is switched off
    assert Chip(0).rest(0) == FAR_MS
    chip = Chip(0)
    chip.tick(0)
    chip.tick(10)
    assert chip.rest(10) == 0  # the set-up


def test_frames_for_other_receivers_are_ignored() -> None:
    pair = Pair().run(0.1)
    foreign = pn532.NACK + pn532.frame(b"\xd6\x4b\x01") + pn532.frame(b"\xd5")
    while not pair.chip.idle:
        pair.run(0.0005)
    pair.chip.receive_data(foreign + pn532.ERROR, pair.ticks)
    pair.run(1)
    assert set(pair.results) == {("ready",), ("none",)}


WHOLE = [
    pn532.ACK,
    pn532.NACK,
    pn532.ERROR,
    *(pn532.answer(code, 0, 1) for code in (0x03, 0x15, 0x33, 0x41, 0x4B, 0x53, 0x99)),
    pn532.command(*pn532.in_list_passive_target()),
]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.sampled_from(WHOLE) | st.binary(max_size=30), st.integers(0, 200)),
        max_size=30,
    )
)
def test_any_bytes_raise_nothing_and_the_chip_recovers(
    pieces: list[tuple[bytes, int]],
) -> None:
    pair = Pair().run(0.1)
    for data, wait in pieces:
        pair.chip.receive_data(data, pair.ticks)
        pair.run(wait / 1000)
    pair.run(0.5)
    pair.results.clear()
    pair.lay(A)
    pair.run(0.1)
    assert ("tag", A, "0044", "00") in pair.results


@pytest.mark.parametrize("name", ["no_ack", "ack_only", ""])
def test_unexpected_answer_is_harmless_at_any_moment(name: str) -> None:
    for moment in range(120):
        pair = Pair().run(0.1)
        pair.sim.faults.count[name] = 2
        pair.run(moment / 1000)
        for data in WHOLE:
            pair.chip.receive_data(data, pair.ticks)
        pair.run(0.3)
        pair.results.clear()
        pair.lay(A)
        pair.run(0.1)
        assert ("tag", A, "0044", "00") in pair.results, moment


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 4)), max_size=12))
def test_chip_recovers_from_faults_in_any_order(faults: list[tuple[str, int]]) -> None:
    pair = Pair().run(0.1)
    for name, times in faults:
        pair.sim.faults.count[name] += times
        pair.run(0.3)
    pair.sim.faults.count.clear()
    pair.run(1)
    pair.results.clear()
    pair.lay(A)
    pair.run(0.1)
    assert ("tag", A, "0044", "00") in pair.results
