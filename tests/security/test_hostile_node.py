"""A hostile node: endless nonsense with valid checksums."""

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config import Config, Seat
from companion.drivers.nodes.cable import Cable
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.register import MOST_NODES, STRANGER_S, STRANGERS, Register
from companion.protocols.link import VERSION, Receiver, encode
from companion.protocols.link_accounts import MOST_ACCOUNTS, MOST_WAITING, Links
from companion.protocols.link_host import MOST_OPENED, OPENED_MS, HostEnd, Joined
from companion.protocols.link_words import Hello, read_hello
from companion.signals import Button, Device, Tag
from tests.drivers.driver_rig import Desk, Rig, uid

LONG = "9" * 400
NONSENSE = (
    "TAG 0 {0} FFFF FF {1}", "TAG -1 04A1B2C3 0044 00 5", "TAG 0 04A1B2C3D4 0044 00 5",
    "TAG 9999 04A1B2C3 0044 00 5", "GONE 7 5", "GONE x y", "BUTTON 99 D 5 00000",
    "BUTTON 0 X 5 00000",
    "BUTTON {0} D {0} {0}", "READER 0 ok 5", "READER 3 burning 5", "READER 0 two {0}",
    "BEAT 5 {0} 0 0 0", "BEAT {0} 1 1 1 1", "BEAT", "LOG %ZZ%00%FF", "LOG {0}", "ACK ACK ACK",
    "PONG {0}", "WELCOME 1 900 5", "PIXELS 1 0 9999 FF", "BYE", "REBOOT please", "HELLO",
    "QUINE \u00e9", "", "\x00\x01\x02", "TAG", "BUTTON", "READER",
)  # fmt: skip
"""Hostile lines; {0} is a number of 400 digits, {1} a tick."""


def hello(name: int, session: int) -> bytes:
    """The HELLO of a node with this uid that claims seat 2."""
    body = f"HELLO {uid(name)} {VERSION} 1.0 buttons=5,readers=1,pixels=8 2 power 0 0 0"
    return encode(f"{session:04X}", "0000", 0, 0, body)


class Hostile:
    """A hostile device on a cable, which writes as fast as the service reads."""

    def __init__(self, path: Path):
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        path.symlink_to(os.ttyname(slave))
        self._slave = slave
        self._receiver = Receiver()
        self.ended = threading.Event()
        self.said = 0

    def say(self, data: bytes) -> None:
        """Write all data, unless the test ends first."""
        while data and not self.ended.is_set():
            select.select([], [self._master], [], 0.05)
            with contextlib.suppress(BlockingIOError):
                sent = os.write(self._master, data)
                self.said, data = self.said + sent, data[sent:]

    def welcomed(self, session: int) -> str:
        """Wait for the service's WELCOME to this session; returns the service's session."""
        while not self.ended.is_set():
            select.select([self._master], [], [], 0.05)
            with contextlib.suppress(BlockingIOError):
                for line in self._receiver.feed(os.read(self._master, 4096)):
                    if line.verb == "WELCOME" and line.to == f"{session:04X}":
                        return line.frm
        return "0000"

    def join(self, name: int, session: int) -> Callable[[str, int], bytes]:
        """Open a link as in link.md; returns a function that encodes its lines."""
        self.say(hello(name, session))
        to = self.welcomed(session)
        self.say(encode(f"{session:04X}", to, 0, 1, "BEAT 5 00000 0 0 0"))
        return lambda body, seq: encode(f"{session:04X}", to, seq, 1, body)

    def hush(self) -> None:
        """Read and drop the service's bytes."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._master, 65536):
                pass

    def close(self) -> None:
        self.ended.set()
        os.close(self._master)
        os.close(self._slave)


def mad(node: Hostile) -> None:
    """Send every verb with every kind of nonsense, numbered correctly."""
    say = node.join(66, 0xBEEF)
    seq = 0
    for _ in range(20):
        for body in NONSENSE:
            seq += 1
            node.say(say(body.format(LONG, 5), seq) + say(body.format(LONG, 5), 0))
            node.hush()


def crowd(node: Hostile) -> None:
    """Pose as another node a thousand times a second."""
    for number in range(20_000):
        node.say(hello(1000 + number, 1 + number % 0xFFFE))
        node.hush()


def press(seq: int) -> str:
    """A valid line: a button goes down or up."""
    return f"BUTTON 0 {'UD'[seq % 2]} {seq} {seq % 2}0000"


def flood(node: Hostile) -> None:
    """Send presses without waiting for acknowledgements, and a flapping reader."""
    say = node.join(66, 0xBEEF)
    for seq in range(1, 9999):
        body = (press(seq), "READER 0 two 1", "READER 0 ok 1")[seq % 3]
        node.say(say(body, seq) + say(f"BEAT {seq} 1{'0' * 200} 0 0 0", 0))
        node.hush()


def claim(node: Hostile) -> None:
    """Send the honest seat's HELLO a hundred times a second, each with a new session."""
    for number in range(1, 0xFFFF):
        node.say(hello(1, number))
        node.hush()
        if node.ended.wait(0.01):
            return


def join_as(node: Hostile) -> None:
    """Send the honest seat's HELLO twice a second, and join if welcomed."""
    for number in range(1, 0xFFFF):
        node.say(hello(1, number))
        if node.ended.wait(0.1):
            return
        with contextlib.suppress(BlockingIOError):
            for line in node._receiver.feed(os.read(node._master, 65536)):
                if line.verb == "WELCOME":
                    beat = encode(f"{number:04X}", line.frm, 0, 1, "BEAT 5 00000 0 0 0")
                    node.say(beat)
        if node.ended.wait(0.4):
            return


def noise(node: Hostile) -> None:
    """Send bytes without line ends, and nearly valid lines."""
    for number in range(500):
        node.say(bytes(range(256)) * 8 + b"BEEF>C0DE 0 1 TAG 0*00000000\n" * 20)
        node.say(hello(number, 5)[:-3] + b"\n")
        node.hush()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Desk, Rig, Hostile]]:
    """A service with an honest node on one cable and a hostile one on another."""
    config = Config("", "en", tuple(Seat(n, "red") for n in range(1, 7)))
    with Desk(tmp_path, 1) as desk:
        node = Hostile(tmp_path / "port-66")
        with Rig(config, [*desk.ports, str(tmp_path / "port-66")]) as rig:
            desk.plug(1)
            rig.await_device(uid(1), "connected")
            yield desk, rig, node
            node.ended.set()
        node.close()


@pytest.mark.parametrize("speak", [mad, crowd, flood, noise])
def test_an_honest_seat_plays_on_beside_a_hostile_node(
    evening: tuple[Desk, Rig, Hostile], speak: Callable[[Hostile], None]
) -> None:
    desk, rig, node = evening
    speaking = threading.Thread(target=speak, args=(node,))
    speaking.start()
    try:
        rig.take(Device, lambda device: device.id != uid(1)) if speak is not noise else None
        for card in ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04A1B2C3D4E5F8"):
            began = time.monotonic()
            desk.lay(1, card)
            tag = rig.take(Tag, lambda tag: tag.origin.device == uid(1))
            assert (tag.seat, tag.uid) == (1, card)
        assert rig.nodes.quiet_s() < time.monotonic() - began, "it came round since"
        assert len(rig.nodes.devices()) <= MOST_NODES + 3
        assert node.said > 1000
    finally:
        node.ended.set()
        speaking.join()


@pytest.mark.parametrize("speak", [claim, join_as])
def test_a_board_that_claims_an_honest_uid_waits_and_both_are_shown(
    evening: tuple[Desk, Rig, Hostile], speak: Callable[[Hostile], None], tmp_path: Path
) -> None:
    desk, rig, node = evening
    speaking = threading.Thread(target=speak, args=(node,))
    speaking.start()
    try:
        twins = [rig.take(Device, lambda device: device.note == "link.twin") for _ in range(2)]
        assert {(each.id, each.seat, each.state) for each in twins} == {
            (uid(1), 1, "connected"),
            (str(tmp_path / "port-66"), 0, "refused"),
        }
        for _ in range(5):
            desk.press(1)
            assert rig.edges(2) == [(1, "ok", True), (1, "ok", False)]
            assert rig.nodes.heard().keys() == {1}
    finally:
        node.ended.set()
        speaking.join()
    rig.await_device(uid(1), "connected")


def test_a_wrong_version_under_an_honest_uid_is_reported_for_the_port(
    evening: tuple[Desk, Rig, Hostile], tmp_path: Path
) -> None:
    _, rig, node = evening
    node.say(encode("BEEF", "0000", 0, 0, f"HELLO {uid(1)} 2 9.9"))
    rig.await_device(str(tmp_path / "port-66"), "refused", "link.update_firmware")
    assert rig.nodes.heard().keys() == {1}


def test_a_flood_is_limited_by_settled_lines(evening: tuple[Desk, Rig, Hostile]) -> None:
    """Further lines are passed to the table only as fast as it settles them."""
    _, rig, node = evening
    say = node.join(66, 0xBEEF)
    rig.await_device(uid(66), "connected")
    for seq in range(1, 1000):
        node.say(say(press(seq), seq))
        node.hush()
    first: Report = rig.next()
    while not isinstance(first, Button):
        first = rig.next()  # while it is unsettled
    time_passes = threading.Event()
    time_passes.wait(1.0)
    told = [report for report in rig.drain() if isinstance(report, Button)]
    assert len(told) < MOST_WAITING


def new_end() -> HostEnd:
    sessions = iter(range(1, 0xFFFF))
    return HostEnd(Links(sessions.__next__, lambda uid: None), lambda hello: 0)


def test_the_links_opened_per_port_are_rate_limited() -> None:
    end = new_end()

    def opened(now: float) -> int:
        """How many of a thousand nodes get a link at this time."""
        count = 0
        for number in range(1000):
            before = end.hello and end.hello.uid
            end.receive_data(hello(number, 1 + number), now)
            count += bool(end.hello and end.hello.uid != before)
        return count

    assert opened(0.0) == MOST_OPENED
    assert opened(OPENED_MS / 1000 - 0.1) == 0
    assert opened(OPENED_MS / 1000) == MOST_OPENED


def test_forgotten_node_position_is_read_from_disk_again() -> None:
    asked: list[str] = []
    sessions = iter(range(1, 0xFFFF))
    links = Links(sessions.__next__, lambda name: asked.append(name) or None)
    for number in range(MOST_ACCOUNTS + 1):
        end = HostEnd(links, lambda hello: 1)
        end.receive_data(hello(number, 0xBEEF), 0.0)
        (welcome,) = Receiver().feed(end.data_to_send(0.0))[:1]
        end.receive_data(encode("BEEF", welcome.frm, 0, 1, "BEAT 5 0 0 0 0"), 0.0)
        assert isinstance(end.next_event(), Joined)
    assert len(links._accounts) == MOST_ACCOUNTS
    asked.clear()
    HostEnd(links, lambda hello: 1).receive_data(hello(MOST_ACCOUNTS, 0xBEEF), 0.0)
    assert asked == []
    HostEnd(links, lambda hello: 1).receive_data(hello(0, 0xBEEF), 3.0)
    assert asked == [uid(0)]


def test_the_nodes_remembered_are_limited() -> None:
    """Listed: the configured nodes, the one on the cable, and eight more; the rest is counted."""
    named = uid(7)
    config = Config("", "en", (Seat(1, "red", node=named), Seat(2, "blue")))
    register = Register(config, simulated=False)
    links = Links(lambda: 1, lambda name: None)
    cable = Cable("/dev/null", links, register.seat_for)
    for number in range(1000):
        (line,) = Receiver().feed(hello(number, 1 + number))
        said = read_hello(line.frm, line.args)
        assert isinstance(said, Hello)
        register.seat_for(cable, said)
    told = register.devices([cable])
    assert len(told) <= MOST_NODES + 2
    assert told.keys() == {named, *map(uid, range(STRANGERS + 1)), uid(999), "+24"}
    assert told["+24"].note == "link.more_nodes"
    for now in (0.0, STRANGER_S - 0.1):
        register.forget(now)
    assert len(register.devices([cable])) == len(told)
    register.forget(STRANGER_S)
    assert register.devices([cable]).keys() == {named, uid(999)}
    assert register.seat_of(uid(100)).seat == 0
    register.note_reader(uid(100), "link.reader_mute")
    assert uid(100) not in register.devices([cable])
