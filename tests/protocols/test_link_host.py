"""The service's end of the seat link, one rule of link.md a test."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_vectors import AFTER_RESTART, FIRST, UID, wire

from companion.protocols.link import Line, Receiver, encode
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import Ended, HostEnd, HostEvent, Joined
from companion.protocols.link_words import (
    Edge,
    Hello,
    Laid,
    Lifted,
    Log,
    Outdated,
    Place,
    Pong,
    Pulse,
)

BLACK = "000000"
SAID = f"{UID} 1 1.0 buttons=5,readers=1,pixels=8 3 power"


def new_links(known: tuple[str, int] | None = None) -> Links:
    sessions = iter(range(0xC0DE, 0xFFFF))
    return Links(sessions.__next__, lambda uid: known)


class Service:
    """A service's end and a node as it appears to it, line by line."""

    def __init__(self, links: Links | None = None) -> None:
        self.links = links or new_links()
        self.end = HostEnd(self.links, lambda hello: hello.strap)
        self.receiver = Receiver()
        self.node, self.session, self.ack = "BEEF", "C0DE", 0

    def call(self, ticks: int = 0, acked: int = 0, sent: int = 0, *, now: float = 0.0) -> None:
        hello = f"HELLO {SAID} {ticks} {acked} {sent}"
        self.end.receive_data(encode(self.node, "0000", 0, 0, hello), now)

    def hear(self, body: str, seq: int = 0, *, now: float = 0.0) -> None:
        self.end.receive_data(encode(self.node, self.session, seq, self.ack, body), now)

    def say(self, now: float = 0.0) -> list[Line]:
        """What it writes; the node takes note of what it would acknowledge."""
        data = self.end.data_to_send(now)
        self.end.wrote(len(data))
        lines = self.receiver.feed(data)
        for line in lines:
            if line.verb == "WELCOME" and line.seq == 1:
                self.session, self.ack = line.frm, 0
            if line.seq == self.ack + 1:
                self.ack = line.seq
        return lines

    def verbs(self, now: float = 0.0) -> list[str]:
        return [line.verb for line in self.say(now)]

    def beat(self, ticks: int = 0, *, now: float = 0.0) -> None:
        self.hear(f"BEAT {ticks} 00000 0 0 0", now=now)

    def events(self) -> list[HostEvent]:
        events = []
        while event := self.end.next_event():
            events.append(event)
        return events

    def join(self, *, now: float = 0.0) -> None:
        self.call(now=now)
        self.say(now)
        self.beat(now=now)
        assert isinstance(self.events()[0], Joined)
        self.say(now)


def joined() -> Service:
    service = Service()
    service.join()
    assert service.end.connected
    return service


@pytest.mark.parametrize("way", range(3))
def test_the_service_speaks_the_vectors_to_the_letter(way: int) -> None:
    links = new_links()
    end = HostEnd(links, lambda hello: hello.strap)

    def hears(vector: str) -> None:
        data = wire(vector)
        pieces = [[data], [bytes([byte]) for byte in data], [data + b"BEEF>C0D"]][way]
        for piece in [b"\n", *pieces]:
            end.receive_data(piece, 1.0)

    def says() -> list[bytes]:
        data = end.data_to_send(1.0)
        end.wrote(len(data))
        return data.splitlines(keepends=True)

    hears(FIRST[0])
    assert says()[0] == wire(FIRST[1])
    hears(FIRST[2])
    hears(FIRST[3])
    says()
    links.settle(UID, "BEEF", 1)
    assert says() == [wire(FIRST[4])]
    for vector in (FIRST[5], FIRST[6], FIRST[8], FIRST[9]):
        hears(vector)
    heard = []
    while event := end.next_event():
        heard.append(type(event))
    assert heard == [Joined, Pulse, Laid, Edge, Lifted, Log, Edge]

    again = HostEnd(new_links(), lambda hello: hello.strap)
    again._links = links  # the next session is C0DF
    end = again
    hears(AFTER_RESTART[0])
    assert says() == [wire(AFTER_RESTART[1])]


def test_the_restarted_service_speaks_the_vectors_to_the_letter() -> None:
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


def test_nothing_is_written_before_a_nodes_valid_line_was_read() -> None:
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
def test_no_noise_raises_or_is_answered(pieces: list[bytes]) -> None:
    service = Service()
    for piece in pieces:
        service.end.receive_data(piece, 0.0)
        service.end.tick(0.0)
        assert service.end.data_to_send(0.0) == b""


def test_a_hello_opens_a_link_with_welcome_and_the_full_lights() -> None:
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
    assert [type(event) for event in service.events()] == [Joined, Pulse]


def test_a_repeated_hello_opens_nothing_and_the_welcome_gives_back_the_newest_ticks() -> None:
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
def test_any_other_hello_opens_a_new_link(change: str) -> None:
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
def test_a_hello_that_cannot_be_is_bad(line: bytes) -> None:
    service = Service()
    service.end.receive_data(line, 0.0)
    assert (service.end.bad, service.verbs()) == (1, [])


def test_another_version_gets_no_welcome_and_ends_the_link() -> None:
    service = joined()
    service.end.receive_data(encode("BEEF", "0000", 0, 0, f"HELLO {UID} 2 3.1 what"), 1.0)
    assert service.verbs(1.0) == []
    ended, outdated = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "version"
    assert outdated == Outdated(UID, "2", "3.1")


def test_a_uid_has_one_link_over_all_ports() -> None:
    first = joined()
    second = Service(first.links)
    second.call(9)
    second.say()
    (ended,) = first.events()
    assert isinstance(ended, Ended)
    assert ended.why == "moved"
    assert (first.end.hello, second.end.hello is None) == (None, False)


def test_every_beat_is_answered_at_once() -> None:
    service = joined()
    service.beat()
    assert service.verbs() == ["ACK"]
    assert service.verbs() == []
    service.hear("BEAT nonsense")
    assert service.verbs() == ["ACK"]


def test_an_event_is_acknowledged_when_it_is_settled_and_not_before() -> None:
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


def test_a_line_out_of_order_or_repeated_does_nothing_but_is_acknowledged() -> None:
    service = joined()
    service.hear("GONE 0 100", 2)
    service.hear("GONE 0 100", 1)
    service.hear("GONE 0 100", 1)
    assert [type(event) for event in service.events()] == [Lifted]
    assert service.verbs() == ["ACK"]


def test_what_was_accepted_but_not_yet_settled_goes_on_in_the_next_link() -> None:
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
def test_what_is_not_understood_does_nothing_is_counted_and_takes_its_place(
    body: str, seq: int, bad: int, unknown: int
) -> None:
    service = joined()
    service.hear(body, seq)
    assert (service.end.bad, service.end.unknown) == (bad, unknown)
    assert service.events() == []
    assert [line.ack for line in service.say()] == ([1] if seq else [])


def test_a_line_of_a_link_that_the_port_does_not_have_is_answered_by_who() -> None:
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
def test_an_echo_and_what_belongs_to_nobody_are_answered_by_nothing(line: bytes) -> None:
    service = joined()
    service.end.receive_data(line, 0.0)
    assert (service.verbs(), service.events()) == ([], [])
    service.end.tick(2.9)
    assert service.end.connected


def test_a_flood_of_strays_is_answered_by_few_lines() -> None:
    service = Service()
    for session in range(1, 100):
        service.end.receive_data(encode("BEEF", f"{session:04X}", 0, 0, "ACK"), 0.0)
    assert len(service.say()) == 8


def test_log_is_heard_in_a_link_and_without_one() -> None:
    service = Service()
    service.end.receive_data(encode("BEEF", "0000", 0, 0, "LOG h%69"), 0.0)
    service.end.receive_data(encode("BEEF", "0000", 0, 0, "LOG"), 0.0)
    assert service.events() == [Log("hi")]
    assert service.verbs() == []
    service.join()
    service.hear("LOG h%69")
    assert service.events() == [Log("hi")]


def test_three_seconds_of_silence_end_the_link_and_then_it_waits_for_hello() -> None:
    service = joined()
    service.beat(now=1.0)
    service.say(1.0)
    service.end.tick(3.99)
    assert service.end.connected
    service.end.tick(4.0)
    (_, ended) = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "silent"
    assert service.verbs(4.0) == []


def test_a_line_sent_20_times_in_vain_ends_the_link() -> None:
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


def test_of_the_pixels_only_the_newest_follows_the_revision_under_way() -> None:
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


def test_a_long_strip_takes_several_lines_of_one_revision() -> None:
    service = Service()
    hello = f"HELLO {SAID} 0 0 0".replace("pixels=8", "pixels=120")
    service.end.receive_data(encode("BEEF", "0000", 0, 0, hello), 0.0)
    _, first, second = service.say()
    assert (first.args[:3], len(first.args[3])) == (["1", "0", "120"], 384)
    assert (second.args[:3], len(second.args[3])) == (["1", "64", "120"], 336)


def test_a_node_without_pixels_gets_none() -> None:
    service = Service()
    hello = f"HELLO {SAID} 0 0 0".replace("pixels=8", "pixels=0")
    service.end.receive_data(encode("BEEF", "0000", 0, 0, hello), 0.0)
    assert service.verbs() == ["WELCOME"]


def test_another_seat_is_one_more_welcome_in_the_link() -> None:
    service = joined()
    service.end.assign(3)
    assert service.verbs() == []
    service.end.assign(5)
    (line,) = service.say()
    assert (line.verb, line.seq, line.args[:2]) == ("WELCOME", 3, ["5", "900"])


def test_ping_reboot_and_pong() -> None:
    service = joined()
    service.end.ping("abc")
    service.end.reboot()
    assert [(line.verb, line.seq, line.args) for line in service.say()] == [
        ("REBOOT", 3, ["please"]),
        ("PING", 0, ["abc"]),
    ]
    service.hear("PONG abc")
    assert service.events() == [Pong("abc")]


def test_nothing_new_is_written_before_the_old_is() -> None:
    service = joined()
    service.end.show([(1, 1, 1)])
    first = service.end.data_to_send(0.0)
    service.end.wrote(10)
    service.beat(now=1.0)
    assert service.end.data_to_send(1.0) == first[10:]
    service.end.wrote(len(first) - 10)
    assert service.verbs(1.0) == ["PIXELS"]


def test_bye_follows_the_dark_and_ends_the_link_for_good() -> None:
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


def test_a_port_without_a_link_is_closed_by_bye_at_once() -> None:
    service = Service()
    service.end.bye()
    assert service.end.closed


def test_a_pulled_cable_ends_the_link_and_frees_the_uid() -> None:
    service = joined()
    service.end.lose_port()
    service.end.lose_port()
    (ended,) = service.events()
    assert isinstance(ended, Ended)
    assert ended.why == "port"
    service.links.settle(UID, "BEEF", 1)
    assert service.verbs() == []


def test_an_event_that_waited_for_the_link_says_how_old_it_is() -> None:
    service = Service()
    service.call(10_000, now=100.0)
    service.say(100.0)
    service.beat(10_100, now=100.1)
    service.hear("BUTTON 4 D 7500 00001", 1, now=100.2)
    edge = service.events()[-1]
    assert isinstance(edge, Edge)
    assert edge.age_s == 2.7


def test_a_late_hello_ends_the_link_but_loses_and_doubles_nothing() -> None:
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


def test_the_hello_of_the_link_is_what_the_node_said_last() -> None:
    service = Service()
    assert service.end.hello is None
    service.call(1)
    service.call(2)
    expected = Hello(UID, "BEEF", "1.0", 5, 1, 8, 3, "power", 1, 0, 0)
    assert service.end.hello == replace(expected, ticks_ms=2)
    assert service.end.overflow == 0


def test_an_acknowledgement_without_a_link_is_nothing() -> None:
    service = Service()
    service.end.acknowledge()
    assert service.verbs() == []
