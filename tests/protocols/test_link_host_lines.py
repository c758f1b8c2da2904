"""Events, pixels and the end of a link at the service's end (link.md)."""

import pytest
from link_service import SAID, Service, joined
from link_vectors import UID

from companion.protocols.link import encode
from companion.protocols.link_host import Ended
from companion.protocols.link_words import (
    Edge,
    Lifted,
    Log,
    Place,
    Pong,
)

BLACK = "000000"


def test_every_beat_is_answered_at_once() -> None:
    service = joined()
    service.beat()
    assert service.verbs() == ["ACK"]
    assert service.verbs() == []
    service.hear("BEAT nonsense")
    assert service.verbs() == ["ACK"]


def test_event_is_acknowledged_once_settled() -> None:
    service = joined()
    service.hear("GONE 0 100", 1)
    service.hear("BUTTON 4 D 200 00001", 2)
    assert [(line.verb, line.ack) for line in service.say()] == [("ACK", 0)]
    place = Place(UID, "BEEF", 1)
    gone, button = service.events()
    assert gone == Lifted(place, 0, 100, 0)
    assert isinstance(button, Edge)
    service.links.settle(UID, "BEEF", 2)
    assert [line.ack for line in service.say()] == [0]
    service.links.settle(UID, "BEEF", 1)
    assert [(line.verb, line.ack) for line in service.say()] == [("ACK", 2)]


def test_line_out_of_order_or_repeated_has_no_effect_but_is_acknowledged() -> None:
    service = joined()
    service.hear("GONE 0 100", 2)
    service.hear("GONE 0 100", 1)
    service.hear("GONE 0 100", 1)
    assert [type(event) for event in service.events()] == [Lifted]
    assert service.verbs() == ["ACK"]


def test_accepted_but_unsettled_lines_carry_over_to_the_next_link() -> None:
    service = joined()
    service.hear("GONE 0 100", 1)
    service.hear("GONE 0 200", 2)
    service.links.settle(UID, "BEEF", 1)
    service.events()
    service.call(5000, 0, 2)
    assert service.say()[0].ack == 1
    service.hear("GONE 0 200", 2)
    service.hear("GONE 0 300", 3)
    assert [event.ticks_ms for event in service.events() if isinstance(event, Lifted)] == [300]
    service.links.settle(UID, "BEEF", 3)
    service.links.settle(UID, "BEEF", 2)
    assert [line.ack for line in service.say()] == [3]


@pytest.mark.parametrize(
    ("body", "seq", "bad", "unknown"),
    [
        ("DANCE", 0, 0, 1),
        ("DANCE", 1, 0, 1),
        ("PIXELS 1 0 8", 1, 0, 1),
        ("BEAT 1 00000 0 0 0", 1, 1, 0),
        ("ACK", 1, 1, 0),
        ("GONE 0 100", 0, 1, 0),
        ("GONE 9 100", 1, 1, 0),
    ],
)
def test_unknown_or_invalid_line_is_counted_and_uses_its_number(
    body: str, seq: int, bad: int, unknown: int
) -> None:
    service = joined()
    service.hear(body, seq)
    assert (service.end.bad, service.end.unknown) == (bad, unknown)
    assert service.events() == []
    assert [line.ack for line in service.say()] == ([1] if seq else [])
    service.hear(body, seq and 2)
    assert (service.end.bad, service.end.unknown) == (2 * bad, 2 * unknown)


def test_log_is_read_with_and_without_a_link() -> None:
    service = Service()
    service.end.receive_data(encode("BEEF", "0000", 0, 0, "LOG h%69"), 0.0)
    service.end.receive_data(encode("BEEF", "0000", 0, 0, "LOG"), 0.0)
    assert service.events() == [Log("hi")]
    assert service.verbs() == []
    service.join()
    service.hear("LOG h%69")
    assert service.events() == [Log("hi")]


def test_only_the_newest_pixels_follow_the_revision_in_flight() -> None:
    service = joined()
    for red in (1, 2, 3):
        service.end.show([(red, 0, 0)])
        service.say(0.01)
    assert service.verbs(0.2) == ["PIXELS"]
    service.beat(now=0.3)
    (line,) = service.say(0.3)
    assert line.args == ["3", "0", "8", "030000" + 7 * BLACK]
    service.end.show([(3, 0, 0)])
    service.beat(now=0.4)
    assert service.verbs(0.4) == ["ACK"]


def test_long_strip_takes_several_lines_of_one_revision() -> None:
    service = Service()
    hello = f"HELLO {SAID} 0 0 0".replace("pixels=8", "pixels=120")
    service.end.receive_data(encode("BEEF", "0000", 0, 0, hello), 0.0)
    _, first, second = service.say()
    assert (first.args[:3], len(first.args[3])) == (["1", "0", "120"], 384)
    assert (second.args[:3], len(second.args[3])) == (["1", "64", "120"], 336)


def test_node_without_pixels_gets_none() -> None:
    service = Service()
    hello = f"HELLO {SAID} 0 0 0".replace("pixels=8", "pixels=0")
    service.end.receive_data(encode("BEEF", "0000", 0, 0, hello), 0.0)
    assert service.verbs() == ["WELCOME"]


def test_new_seat_is_sent_as_another_welcome() -> None:
    service = joined()
    service.end.assign(3)
    assert service.verbs() == []
    service.end.assign(5)
    (line,) = service.say()
    assert (line.verb, line.seq, line.args[:2]) == ("WELCOME", 3, ["5", "900"])


def test_ping_and_reboot_are_sent_and_pong_is_an_event() -> None:
    service = joined()
    service.end.ping("abc")
    service.end.reboot()
    assert [(line.verb, line.seq, line.args) for line in service.say()] == [
        ("REBOOT", 3, ["please"]),
        ("PING", 0, ["abc"]),
    ]
    service.hear("PONG abc")
    assert service.events() == [Pong("abc")]


def test_new_lines_are_added_only_after_the_old_ones_are_written() -> None:
    service = joined()
    service.end.show([(1, 1, 1)])
    first = service.end.data_to_send(0.0)
    service.end.wrote(10)
    service.beat(now=1.0)
    assert service.end.data_to_send(1.0) == first[10:]
    service.end.wrote(len(first) - 10)
    assert service.verbs(1.0) == ["PIXELS"]


def test_bye_turns_the_strip_dark_and_ends_the_link_for_good() -> None:
    service = joined()
    service.end.show([(1, 1, 1)])
    service.say()
    service.end.bye()
    service.beat()
    said = service.say()
    assert [(line.verb, line.seq) for line in said] == [("PIXELS", 4), ("BYE", 5)]
    assert said[0].args[3] == 8 * BLACK
    assert not service.end.closed
    service.hear("ACK")
    assert service.end.closed
    ended = service.events()[-1]
    assert isinstance(ended, Ended)
    assert ended.why == "bye"
    service.call(99)
    assert service.verbs() == []


def test_event_that_waited_for_the_link_has_its_age() -> None:
    service = Service()
    service.call(10_000, now=100.0)
    service.say(100.0)
    service.beat(10_100, now=100.1)
    service.hear("BUTTON 4 D 7500 00001", 1, now=100.2)
    edge = service.events()[-1]
    assert isinstance(edge, Edge)
    assert edge.age_s == 2.7
