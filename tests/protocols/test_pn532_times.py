"""Timing of the PN532's driver to the millisecond: bytes sent and results."""

from collections.abc import Container, Mapping

import pytest

from companion.protocols import pn532
from companion.protocols.pn532_chip import Chip
from companion.protocols.presence import TICKS

Timed = tuple[int, str]

STOP = bytes.fromhex("0000FF00FF00")
WORDS = {
    bytes.fromhex("5555" + "00" * 15): "wake",
    STOP: "stop",
    bytes.fromhex("0000FF05FBD4140114010200"): "settings",
    bytes.fromhex("0000FF02FED4022A00"): "version",
    bytes.fromhex("0000FF06FAD43205FF0100F500"): "once",
    bytes.fromhex("0000FF04FCD4320100F900"): "off",
    bytes.fromhex("0000FF04FCD44A0100E100"): "search",
}
"""The driver's commands as bytes, from the manual."""

ANSWERS = {
    "settings": bytes.fromhex("0000FF02FED5151600"),
    "version": bytes.fromhex("0000FF06FAD50332010607E800"),
    "once": bytes.fromhex("0000FF02FED533F800"),
    "off": bytes.fromhex("0000FF02FED533F800"),
    "search": bytes.fromhex("0000FF03FDD54B00E000"),
}
CARD = bytes.fromhex("0000FF0FF1D54B010100440007040102030405067A00")
UP = {word: STOP + answer for word, answer in ANSWERS.items()}
"""A working chip: an ACK (the same bytes as our abort) and the answer, a millisecond later."""


class Line:
    """A chip's line and its owner, checked every millisecond. `says`: the chip's answers."""

    def __init__(self, says: Mapping[str, bytes], start: int = 0) -> None:
        self.says = says
        self.start = start
        self.now = 0
        self.chip = Chip(start)
        self.seen: list[Timed] = []
        self._coming: list[tuple[int, bytes]] = []
        self._reset = self._mute = False

    def run(self, ms: int, *, polls: Container[int] = ()) -> list[Timed]:
        """Run for some milliseconds. Returns the events in order."""
        self.seen = []
        for _ in range(ms):
            ticks = (self.start + self.now) % TICKS
            for at, data in self._coming:
                if at == self.now:
                    self.chip.receive_data(data, ticks)
            self.chip.tick(ticks)
            if self.now in polls:
                self.chip.poll(ticks)
            self._look()
            self.now += 1
        return self.seen

    def say(self, data: bytes, after_ms: int = 1) -> None:
        """Send this from the chip without a command."""
        self._coming.append((self.now + after_ms, data))

    def _look(self) -> None:
        while result := self.chip.next_result():
            self._record(" ".join(result))
        if self._mute != self.chip.mute:
            self._mute = self.chip.mute
            self._record("mute" if self._mute else "heard")
        if self._reset != self.chip.reset:
            self._reset = self.chip.reset
            self._record("low" if self._reset else "high")
        if data := self.chip.data_to_send():
            word = WORDS[data]
            self._record(word)
            if word in self.says:
                self.say(self.says[word])

    def _record(self, what: str) -> None:
        self.seen.append((self.now, what))


SET_UP = [
    (0, "wake"),
    (10, "settings"),
    (13, "version"),
    (16, "once"),
    (19, "off"),
    (20, "ready"),
]


@pytest.mark.parametrize("start", [0, 12_345, TICKS - 15])
def test_set_up_waits_two_milliseconds_after_each_answer(start: int) -> None:
    line = Line(UP, start)
    assert line.run(1000) == SET_UP
    assert line.chip.version == (0x32, 1, 6, 7)
    assert (line.chip.ready, line.chip.idle, line.chip.mute) == (True, True, False)


def test_poll_searches_and_switches_the_field_off() -> None:
    line = Line({**UP, "search": STOP + CARD})
    assert line.run(200, polls=(50, 51, 100)) == [
        *SET_UP,
        (50, "search"),
        (51, "tag 04010203040506 0044 00"),
        (53, "off"),
        (100, "search"),
        (101, "tag 04010203040506 0044 00"),
        (103, "off"),
    ]


def test_chip_is_not_polled_before_set_up() -> None:
    assert Line(UP).run(50, polls=range(20)) == SET_UP


def no_answer(at: int) -> list[Timed]:
    """The events of a silent chip, which is asked twice: 72 ms."""
    return [
        (at, "wake"),
        (at + 10, "settings"),
        (at + 40, "stop"),
        (at + 42, "settings"),
        (at + 72, "fault no_ack"),
    ]


def test_silent_chip_is_woken_every_quarter_second() -> None:
    assert Line({}).run(2576) == [event for at in range(0, 2576, 322) for event in no_answer(at)]


def test_chip_silent_for_two_and_a_half_seconds_is_mute_and_reset() -> None:
    """Reset for 100 ms, then its port is reopened, then it is woken every second."""
    line = Line({})
    line.run(2576)
    assert line.run(6228 + 1 - 2576) == [
        *no_answer(2576),
        (2648, "mute"),
        (2648, "low"),
        (2748, "high"),
        *no_answer(2758),
        (2830, "reopen"),
        *no_answer(3830),
        *no_answer(4902),
        (4974, "low"),
        (5074, "high"),
        *no_answer(5084),
        (5156, "reopen"),
        *no_answer(6156),
    ]


def test_mute_chip_that_answers_is_set_up_and_restarts_recovery_on_failure() -> None:
    line = Line({})
    line.run(2700)
    line.says = UP
    assert line.run(200) == [
        (2748, "high"),
        (2758, "wake"),
        (2768, "settings"),
        (2769, "heard"),
        (2771, "version"),
        (2774, "once"),
        (2777, "off"),
        (2778, "ready"),
    ]
    line.says = {}
    line.run(100, polls=(2900,))
    seen = [(at, what) for at, what in line.run(5000) if what in ("mute", "low", "reopen")]
    assert seen[:3] == [(5288, "mute"), (5288, "low"), (5470, "reopen")]


def events_of_a_poll(line: Line, *, ms: int = 400) -> list[Timed]:
    """The events of a poll at 50 ms."""
    line.run(50)
    return line.run(ms, polls=(50,))


def test_search_without_an_ack_is_aborted_after_30_ms_and_sent_again_once() -> None:
    line = Line({word: said for word, said in UP.items() if word != "search"})
    assert events_of_a_poll(line, ms=100) == [
        (50, "search"),
        (80, "stop"),
        (82, "search"),
        (112, "fault no_ack"),
        (112, "wake"),
        (122, "settings"),
        (125, "version"),
        (128, "once"),
        (131, "off"),
        (132, "ready"),
    ]


def test_answer_is_waited_for_80_ms_after_the_ack() -> None:
    line = Line({**UP, "search": STOP})
    assert events_of_a_poll(line, ms=250)[:6] == [
        (50, "search"),
        (131, "stop"),
        (133, "search"),
        (214, "fault no_answer"),
        (214, "wake"),
        (224, "settings"),
    ]


def test_retry_is_available_again_after_a_success() -> None:
    line = Line({**UP, "search": STOP})
    line.run(50)
    assert line.run(85, polls=(50,)) == [(50, "search"), (131, "stop"), (133, "search")]
    line.say(ANSWERS["search"])
    assert line.run(50) == [(136, "none"), (138, "off")]
    assert line.run(100, polls=(200,)) == [(200, "search"), (281, "stop"), (283, "search")]


def test_syntax_error_is_an_answer_and_the_command_is_sent_again() -> None:
    error = bytes.fromhex("0000FF01FF7F8100")
    line = Line({**UP, "search": STOP + error})
    assert events_of_a_poll(line, ms=30) == [
        (50, "search"),
        (51, "stop"),
        (53, "search"),
        (54, "fault syntax"),
        (54, "wake"),
        (64, "settings"),
        (67, "version"),
        (70, "once"),
        (73, "off"),
        (74, "ready"),
    ]


@pytest.mark.parametrize(
    ("first_ms", "pause_ms", "stopped"), [(1, 60, 591), (1, 61, 111), (10, 49, 561)]
)
def test_bytes_within_60_ms_extend_the_wait_up_to_half_a_second(
    first_ms: int, pause_ms: int, stopped: int
) -> None:
    line = Line({**UP, "search": b""})
    line.run(50)
    for number in range(20):
        line.say(b"\x13", first_ms + pause_ms * number)
    assert line.run(700, polls=(50,))[:2] == [(50, "search"), (stopped, "stop")]


@pytest.mark.parametrize(
    ("said", "after_ms", "stopped"), [(b"\x13", 21, 131), (b"\x13", 22, 132), (STOP, 11, 131)]
)
def test_bytes_after_the_ack_never_shorten_the_wait(
    said: bytes, after_ms: int, stopped: int
) -> None:
    line = Line({**UP, "search": STOP})
    line.run(50)
    line.say(said, after_ms)
    assert line.run(100, polls=(50,)) == [
        (50, "search"),
        (stopped, "stop"),
        (stopped + 2, "search"),
    ]


@pytest.mark.parametrize(("heard", "mute"), [(148, 2648), (149, 2970)])
def test_chip_is_mute_two_and_a_half_seconds_after_its_last_answer(heard: int, mute: int) -> None:
    line = Line({})
    line.say(ANSWERS["off"], heard)
    assert [at for at, what in line.run(3000) if what == "mute"] == [mute]


def test_pending_bytes_are_sent_in_order() -> None:
    chip = Chip(0)
    assert (chip.version, chip.ready, chip.idle, chip.mute) == ((), False, False, False)
    for now in (0, 10, 40, 42, 72, 322, 332):
        chip.tick(now)
    wake, stop, settings = (
        next(data for data, word in WORDS.items() if word == name)
        for name in ("wake", "stop", "settings")
    )
    assert chip.data_to_send() == wake + settings + stop + settings + wake + settings
    assert chip.data_to_send() == b""


def test_late_answer_to_an_earlier_search_counts_unless_empty() -> None:
    empty = pn532.answer(0x4B, 0, 0)
    for late, results in (
        (CARD, ["tag 04010203040506 0044 00"]),
        (ANSWERS["search"], []),
        (empty, []),
    ):
        line = Line({**UP, "off": late + UP["off"]})
        line.run(50)
        results_only = [what for _, what in line.run(20, polls=(50,)) if what not in WORDS.values()]
        assert results_only == ["none", *results]


def test_answer_with_another_code_is_ignored() -> None:
    line = Line({**UP, "search": STOP + ANSWERS["version"]})
    assert events_of_a_poll(line, ms=100)[:2] == [(50, "search"), (131, "stop")]


def test_each_step_is_due_in_time() -> None:
    chip = Chip(0)
    assert (chip.due(0), chip.rest(0)) == (0, 1000)
    chip.tick(0)
    assert chip.due(0) == 0  # bytes wait to be written
    chip.data_to_send()
    assert [(chip.due(now), chip.rest(now)) for now in (0, 4, 10, 12)] == [
        (10, 1000),
        (6, 1000),
        (0, 1000),
        (0, 1000),
    ]
    chip.tick(10)
    chip.data_to_send()
    assert [(chip.due(now), chip.rest(now)) for now in (10, 39, 40, 41)] == [
        (30, 0),
        (1, 0),
        (0, 0),
        (0, 0),
    ]


def test_poll_rests_until_its_answer_is_due() -> None:
    line = Line({word: said for word, said in UP.items() if word != "search"})
    line.run(50)
    chip = line.chip
    assert (chip.due(50), chip.rest(50)) == (1000, 1000)
    chip.poll(50)
    assert pn532.command(*pn532.in_list_passive_target()) == chip.data_to_send()
    assert [chip.rest(now) for now in (50, 55, 61, 70)] == [11, 6, 0, 0]
    chip.receive_data(UP["search"], 60)
    assert chip.due(60) == 0  # a result waits to be taken
    assert chip.next_result() == ("none",)
    assert (chip.due(60), chip.rest(60)) == (2, 1000)
    chip.tick(62)
    assert chip.data_to_send() == pn532.command(*pn532.rf_field(False))
    assert [chip.rest(now) for now in (62, 67, 73, 80)] == [11, 6, 0, 0]
