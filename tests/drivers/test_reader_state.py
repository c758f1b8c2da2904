"""The reports about one reader, from its first answer to its end."""

from typing import Any

from companion.config import Reader
from companion.drivers.pi.reader_state import ReaderState
from companion.signals import Again, Device, Gone, Origin, Tag

A = ("tag", "04A1B2C3D4E5F6", "0044", "00")
NAME = "/dev/serial0"


class Ears:
    """A reader's state under test, and its reports."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.state = ReaderState(Reader(NAME, 2, "left"), NAME, self.told.append)
        self.now = 0

    def take(self, *results: tuple[str, ...]) -> "Ears":
        for result in results:
            self.state.take(result, self.now)
            self.now += 50
        return self

    def ready(self) -> "Ears":
        self.state.opened()
        self.take(("ready",))
        self.told.clear()
        return self

    def states(self) -> list[tuple[str, str]]:
        return [(each.state, each.note) for each in self.told if isinstance(each, Device)]


def test_a_reader_is_waiting_until_its_chip_is_set_up() -> None:
    ears = Ears()
    ears.state.opened()
    ears.take(("ready",), ("none",))
    assert ears.told == [
        Device(NAME, "reader", 2, "waiting"),
        Device(NAME, "reader", 2, "connected"),
    ]


def test_a_card_is_one_tag_and_one_gone_with_seat_and_slot() -> None:
    ears = Ears().ready().take(A, A, A, *[("none",)] * 20)
    origin = Origin("pi", NAME)
    assert ears.told == [
        Tag(2, A[1], origin, "left", 0.0, once=True),
        Again(2, A[1], origin),
        Gone(2, origin),
    ]


def test_a_card_that_was_read_once_is_not_certain() -> None:
    odd = ("tag", "04FFFFFFFFFFFF", "0044", "00")
    ears = Ears().ready().take(odd, *[A] * 12)
    assert [type(each) for each in ears.told] == [Tag, Tag, Again]
    assert [each.uid for each in ears.told] == [odd[1], A[1], A[1]]


def test_a_card_confirmed_late_has_its_age() -> None:
    other = ("tag", "04FFFFFFFFFFFF", "0044", "00")
    ears = Ears().ready().take(A, *[other] * 12)
    tags = [each for each in ears.told if isinstance(each, Tag)]
    assert [(tag.uid, tag.age_s) for tag in tags] == [(A[1], 0.0), (other[1], 0.45)]


def test_fault_and_recovery_are_each_reported_once() -> None:
    ears = Ears().ready()
    ears.take(*[("unsupported",)] * 5, *[("none",)] * 20, *[("two",)] * 5, *[("none",)] * 20)
    assert ears.states() == [
        ("connected", "link.reader_unsupported"),
        ("connected", ""),
        ("connected", "link.reader_two"),
        ("connected", ""),
    ]


def test_a_mute_reader_is_connected_again_before_its_next_card() -> None:
    ears = Ears().ready().take(*[("fault", "no_ack")] * 60)
    assert ears.state.mute
    ears.take(("ready",), A)
    assert ears.states() == [("lost", "link.reader_mute"), ("connected", "")]
    assert isinstance(ears.told[-1], Tag)
    assert not ears.state.mute


def test_an_echo_is_reported() -> None:
    ears = Ears()
    ears.state.opened()
    ears.take(*[("fault", "echo")] * 60)
    assert ears.states()[-1] == ("lost", "reader.echo")


def test_a_port_fault_is_reported_once_and_lifts_no_card() -> None:
    ears = Ears().ready().take(A)
    ears.told.clear()
    assert ears.state.closed("link.port_busy")
    assert not ears.state.closed("link.port_busy")
    ears.state.closed("link.missing")
    ears.state.opened()
    ears.take(("ready",), A)
    assert ears.states() == [
        ("refused", "link.port_busy"),
        ("lost", "link.missing"),
        ("waiting", ""),
        ("connected", ""),
    ]
    assert [each for each in ears.told if isinstance(each, Tag | Gone)] == []


def test_a_hint_is_shown_while_all_is_well() -> None:
    ears = Ears().ready()
    ears.state.hint = "reader.poor_bus"
    ears.take(("none",), ("two",))
    assert ears.states() == [("connected", "reader.poor_bus"), ("connected", "link.reader_two")]
