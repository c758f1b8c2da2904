"""The service's end of the seat link: one test for each rule of link.md."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_service import SAID, Service, joined, new_links
from link_vectors import AFTER_RESTART, FIRST, UID, wire

from companion.protocols.link import decode, encode
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import Ended, HostEnd, Joined
from companion.protocols.link_words import (
    Edge,
    Hello,
    Laid,
    Lifted,
    Log,
    Outdated,
    Pulse,
)

BLACK = "000000"
NODE = Hello(UID, "BEEF", "1.0", 5, 1, 8, 3, "power", 0, 0, 0)


def receive(end: HostEnd, vector: str, way: int = 0) -> None:
    """Receive a vector whole, byte by byte, or with the beginning of another line."""
    data = wire(vector)
    pieces = [[data], [bytes([byte]) for byte in data], [data + b"BEEF>C0D"]][way]
    for piece in [b"\n", *pieces]:
        end.receive_data(piece, 1.0)


def sent(end: HostEnd) -> list[bytes]:
    data = end.data_to_send(1.0)
    end.wrote(len(data))
    return data.splitlines(keepends=True)


@pytest.mark.parametrize("way", range(3))
def test_service_follows_the_vectors(way: int) -> None:
    links = new_links()
    end = HostEnd(links, lambda hello: hello.strap)
    receive(end, FIRST[0], way)
    assert sent(end)[0] == wire(FIRST[1])
    receive(end, FIRST[2], way)
    receive(end, FIRST[3], way)
    sent(end)
    links.settle(UID, "BEEF", 1)
    assert sent(end) == [wire(FIRST[4])]
    for vector in (FIRST[5], FIRST[6], FIRST[8], FIRST[9]):
        receive(end, vector, way)
    heard = []
    while event := end.next_event():
        heard.append(type(event))
    assert heard == [Joined, Pulse, Laid, Edge, Lifted, Log, Edge]


@pytest.mark.parametrize("way", range(3))
def test_reopened_port_answers_the_beat_of_an_old_link_with_who(way: int) -> None:
    links = new_links()
    receive(HostEnd(links, lambda hello: hello.strap), FIRST[0], way)
    end = HostEnd(links, lambda hello: hello.strap)
    receive(end, AFTER_RESTART[0], way)
    assert sent(end) == [wire(AFTER_RESTART[1])]


def test_restarted_service_follows_the_vectors() -> None:
    end = HostEnd(Links(lambda: 0xC0DF, lambda uid: ("BEEF", 3)), lambda hello: hello.strap)
    end.receive_data(wire(AFTER_RESTART[0]), 1.0)
    assert end.data_to_send(1.0) == wire(AFTER_RESTART[1])
    end.wrote(100)
    end.receive_data(wire(AFTER_RESTART[2]), 1.1)
    welcome, pixels = end.data_to_send(1.1).splitlines(keepends=True)
    assert welcome == wire(AFTER_RESTART[3])
    assert pixels == encode("C0DF", "BEEF", 2, 3, "PIXELS 1 0 8 " + 8 * BLACK)
    end.wrote(1000)
    end.receive_data(wire(AFTER_RESTART[4], AFTER_RESTART[5]), 1.1)
    assert end._links.account(end.hello or _never()).accepted == 4


def _never() -> Hello:
    raise AssertionError


def test_nothing_is_written_before_a_valid_line_of_a_node() -> None:
    service = Service()
    service.end.show([(1, 2, 3)])
    service.end.ping("abc")
    service.end.reboot()
    service.end.assign(2)
    for data in (
        b"AT\r\n",
        b"Adafruit CircuitPython 9.2\r\n>>> ",
        b"\x94\xff\xfe\x00\n",
        wire(FIRST[0])[:-3],
    ):
        service.end.receive_data(data, 0.0)
        assert service.end.data_to_send(0.1) == b""
    assert service.end.bad == 3


@given(st.lists(st.binary(max_size=300), max_size=6))
def test_noise_raises_nothing_and_is_not_answered(pieces: list[bytes]) -> None:
    service = Service()
    for piece in pieces:
        service.end.receive_data(piece, 0.0)
        service.end.tick(0.0)
        assert service.end.data_to_send(0.0) == b""


def test_hello_opens_a_link_with_welcome_and_all_pixels() -> None:
    service = Service()
    service.end.show([(255, 0, 1)] * 99)
    service.call(1234)
    assert [(line.verb, line.seq, line.args) for line in service.say()] == [
        ("WELCOME", 1, ["3", "900", "1234"]),
        ("PIXELS", 2, ["1", "0", "8", "FF0001" * 8]),
    ]
    assert not service.end.connected
    assert service.events() == []
    service.beat()
    assert service.end.connected
    assert service.events() == [
        Joined(replace(NODE, ticks_ms=1234), 3),
        Pulse(0, (False,) * 5, 0, 0, 0),
    ]


def test_repeated_hello_keeps_the_link_and_updates_the_ticks_of_welcome() -> None:
    service = Service()
    service.call(1000)
    service.say()
    service.call(1500, now=0.1)
    assert service.say(0.1) == []
    said = service.say(0.15)
    assert [(line.verb, line.frm, line.args[2]) for line in said if line.seq == 1] == [
        ("WELCOME", "C0DE", "1500")
    ]
    assert service.events() == []


@pytest.mark.parametrize("change", ["node", "acked", "connected"])
def test_changed_hello_opens_a_new_link(change: str) -> None:
    service = Service()
    service.call()
    service.say()
    if change == "node":
        service.node = "F00D"
    if change == "connected":
        service.beat()
        service.events()
    service.call(5, *((1, 1) if change == "acked" else ()))
    assert [line.frm for line in service.say()] == ["C0DF", "C0DF"]
    (ended,) = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "hello"


@pytest.mark.parametrize(
    "line",
    [
        encode("0000", "0000", 0, 0, f"HELLO {SAID} 0 0 0"),
        encode("BEEF", "0000", 1, 0, f"HELLO {SAID} 0 0 0"),
        encode("BEEF", "0000", 0, 0, f"HELLO {SAID} 0 0"),
    ],
)
def test_invalid_hello_is_counted_as_bad(line: bytes) -> None:
    service = Service()
    for bad in (1, 2):
        service.end.receive_data(line, 0.0)
        assert (service.end.bad, service.verbs()) == (bad, [])


def test_hello_of_another_version_gets_no_welcome_and_ends_the_link() -> None:
    service = joined()
    service.end.receive_data(encode("BEEF", "0000", 0, 0, f"HELLO {UID} 2 3.1 what"), 1.0)
    assert service.verbs(1.0) == []
    ended, outdated = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "version"
    assert outdated == Outdated(UID, "2", "3.1")


def test_uid_of_an_active_board_is_not_given_to_another_port() -> None:
    first = joined()
    first.beat(now=5.0)
    second = Service(first.links)
    second.call(9, now=7.9)
    assert (second.say(7.9), second.events(), second.end.twin) == ([], [], UID)
    assert first.end.connected
    second.call(10, now=8.0)
    assert second.verbs(8.0)[0] == "WELCOME"
    assert second.end.twin == ""
    second.beat(now=8.0)
    *_, ended = first.events()
    assert (isinstance(ended, Ended), getattr(ended, "why", "")) == (True, "moved")
    assert (first.end.hello, second.end.connected) == (None, True)


def test_uid_is_free_at_once_when_its_port_is_gone() -> None:
    first = joined()
    first.end.lose_port()
    second = Service(first.links)
    second.call(9)
    assert second.verbs()[0] == "WELCOME"


def test_restarting_board_keeps_its_uid() -> None:
    first = joined()
    first.node = "ABCD"
    first.call(9, now=1.0)
    second = Service(first.links)
    second.call(9, now=1.0)
    assert second.say(1.0) == []
    first.say(1.0)
    first.beat(now=1.0)
    assert first.end.connected


def test_first_of_two_ports_to_join_gets_the_uid() -> None:
    """A HELLO alone takes the uid from no board, however often it is repeated."""
    first = Service()
    second = Service(first.links)
    for service in (first, second, second):
        service.node = "BEEF" if service is first else "ABCD"
        service.call()
    first.say()
    first.beat()
    assert first.end.connected
    second.say()
    second.beat()
    assert (second.end.connected, second.end.twin, first.end.connected) == (False, UID, True)


def test_port_named_in_table_toml_takes_precedence() -> None:
    first = joined()
    named = Service(first.links)
    named.end.named = True
    named.join(now=1.0)
    assert (first.end.hello, named.end.connected) == (None, True)
    first.call(9, now=1.0)
    assert (first.say(1.0), first.end.twin) == ([], UID)


def test_duplicate_uid_waits_until_the_first_board_is_silent_for_three_seconds() -> None:
    first = joined()
    second = Service(first.links)
    second.call(9, now=1.0)
    second.end.tick(3.9)
    assert second.end.twin == UID
    second.end.tick(4.0)
    assert second.end.twin == ""


def other(number: int) -> bytes:
    """A HELLO of another node, whose session is its number."""
    said = SAID.replace(UID, f"{number:016X}")
    return encode(f"{number:04X}", "0000", 0, 0, f"HELLO {said} 0 0 0")


def test_node_that_moves_to_another_port_ends_no_other_nodes_link() -> None:
    first = joined()
    first.end.tick(10.0)
    first.end.receive_data(other(7), 10.0)
    second = Service(first.links)
    second.call(9, now=11.0)
    assert first.end.hello == replace(NODE, uid=f"{7:016X}", session="0007")
    assert second.end.hello == replace(NODE, ticks_ms=9)


def test_port_opens_at_most_20_links_per_second() -> None:
    service = Service()
    for began in (0.0, 1.0, 5.0):
        for number in range(1, 30):
            service.end.receive_data(other(number), began)
        assert service.end.hello == replace(NODE, uid=f"{20:016X}", session="0014")
        service.end.receive_data(other(30), began + 0.999)
        assert service.end.hello.session == "0014"
    links = [event for event in service.events() if isinstance(event, Ended)]
    assert len(links) == 3 * 20 - 1


def test_line_can_be_settled_after_many_other_nodes_came_and_went() -> None:
    service = joined()
    elsewhere = HostEnd(service.links, lambda hello: 0)
    for number in range(1, 70):
        now = number / 10
        elsewhere.receive_data(other(number), now)
        welcome = decode(elsewhere.data_to_send(now).splitlines()[0])
        assert welcome
        beat = "BEAT 0 00000 0 0 0"
        elsewhere.receive_data(encode(f"{number:04X}", welcome.frm, 0, 1, beat), now)
        elsewhere.wrote(1000)
        service.beat(now=now)
        service.say(now)
    service.hear("GONE 0 1", 1, now=7.0)
    service.links.settle(UID, "BEEF", 1)
    assert [line.ack for line in service.say(7.0)] == [1]


def test_line_of_an_unknown_link_is_answered_with_who() -> None:
    service = joined()
    for _ in range(3):
        service.end.receive_data(encode("BEEF", "B0B0", 0, 0, "BEAT 1 00000 0 0 0"), 0.0)
    service.end.receive_data(encode("F00D", "C0DE", 5, 0, "DANCE"), 0.0)
    said = [(line.verb, line.frm, line.to, line.seq, line.ack) for line in service.say()]
    assert said == [("WHO", "B0B0", "BEEF", 0, 0), ("WHO", "C0DE", "F00D", 0, 0)]
    assert service.end.connected


@pytest.mark.parametrize(
    "line",
    [
        encode("C0DE", "BEEF", 0, 0, "ACK"),
        encode("C0DE", "BEEF", 1, 0, "WELCOME 3 900 0"),
        encode("B0B0", "BEEF", 0, 0, "WHO"),
        encode("0000", "BEEF", 0, 0, "BEAT 1 00000 0 0 0"),
        encode("BEEF", "0000", 0, 0, "BEAT 1 00000 0 0 0"),
    ],
)
def test_echo_and_unaddressed_lines_are_not_answered(line: bytes) -> None:
    service = joined()
    service.end.receive_data(line, 0.0)
    assert (service.verbs(), service.events()) == ([], [])
    service.end.tick(2.9)
    assert service.end.connected


def test_flood_of_stray_lines_is_answered_by_few() -> None:
    service = Service()
    for session in range(1, 100):
        service.end.receive_data(encode("BEEF", f"{session:04X}", 0, 0, "ACK"), 0.0)
    assert len(service.say()) == 8


def test_three_seconds_of_silence_end_the_link_until_hello() -> None:
    service = joined()
    service.beat(now=1.0)
    service.say(1.0)
    service.end.tick(3.999)
    assert service.end.connected
    service.end.tick(4.0)
    (_, ended) = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "silent"
    assert service.verbs(4.0) == []


def test_line_sent_20_times_without_an_answer_ends_the_link() -> None:
    service = joined()
    service.end.show([(1, 1, 1)])
    times = 0
    for step in range(500):
        now = step / 100
        service.hear("BEAT 1 00000 0 0 0", now=now)
        times += service.verbs(now).count("PIXELS")
        service.ack = 2
        service.end.tick(now)
        if not service.end.hello:
            break
    assert times == 20
    assert [event.why for event in service.events() if isinstance(event, Ended)] == ["unanswered"]


def test_bye_closes_a_port_without_a_link_at_once() -> None:
    service = Service()
    service.end.bye()
    assert service.end.closed


def test_unplugged_cable_ends_the_link_and_frees_the_uid() -> None:
    service = joined()
    service.end.lose_port()
    service.end.lose_port()
    assert service.events() == [Ended(NODE, "port")]
    service.links.settle(UID, "BEEF", 1)
    assert service.verbs() == []


def test_late_hello_ends_the_link_without_losing_or_repeating_events() -> None:
    service = joined()
    for seq in range(1, 5):
        service.hear(f"GONE 0 {seq}", seq)
        service.links.settle(UID, "BEEF", seq)
    service.events()
    service.call(1, 0, 1)
    late = service.say()[0]
    assert (late.frm, late.ack) == ("C0DF", 0)
    service.call(900, 4, 5)
    assert service.say()[0].ack == 4
    service.hear("GONE 0 5", 5)
    assert [event.ticks_ms for event in service.events() if isinstance(event, Lifted)] == [5]


def test_hello_property_is_the_latest_hello_of_the_link() -> None:
    service = Service()
    assert service.end.hello is None
    service.call(1)
    service.call(2)
    assert service.end.hello == replace(NODE, ticks_ms=2)
    assert service.end.overflow == 0


def test_acknowledge_without_a_link_does_nothing() -> None:
    service = Service()
    service.end.acknowledge()
    assert service.verbs() == []
