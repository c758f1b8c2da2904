"""Posts that go past the web server's layers, byte by byte: nothing else may come of a request than
what comes of it where nothing goes past them.
"""

import re
import select
import socket
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from random import Random

import pytest
from flask import request_started
from quick_site import Site

from companion.pages.lane import REST_S
from companion.pages.quick import MOST_BYTES
from companion.pages.server import POOL
from companion.posts import FINE, Answer
from tests.patience import PATIENCE_S

BODY = b'{"key": "k", "act": {"act": "tap", "seat": 1, "card": {"value": 3}}}'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("lane"))
    yield site
    site.stop()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The same without the lane."""
    site = Site(tmp_path_factory.mktemp("plain"), quick=False)
    yield site
    site.stop()


def lines(site: Site) -> list[bytes]:
    """The lines of a right head."""
    host = f"127.0.0.1:{site.ports['http']}".encode()
    return [
        b"POST /api/v1/acts HTTP/1.1",
        b"Host: " + host,
        b"Origin: http://" + host,
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(BODY),
        b"Cookie: " + site.words["http"].encode(),
        b"Accept-Language: en",
    ]


def right(site: Site, key: bytes = b"k", more: tuple[bytes, ...] = ()) -> bytes:
    body = BODY.replace(b'"k"', b'"%b"' % key)
    head = [line for line in lines(site) if not line.startswith(b"Content-Length")]
    return b"\r\n".join((*head, b"Content-Length: %d" % len(body), *more, b"", body))


class Phone:
    """A connection as bytes."""

    def __init__(self, site: Site, address: str = "127.0.0.1"):
        to = ("127.0.0.1", site.ports["http"])
        self.socket = socket.create_connection(to, PATIENCE_S, (address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def answer(self) -> tuple[int, bytes]:
        """Status and body of the next answer; nothing more is read. (0, b"") at the end."""
        try:
            while b"\r\n\r\n" not in self.rest:
                if not (data := self.socket.recv(65536)):
                    return 0, b""
                self.rest += data
            head, _, self.rest = self.rest.partition(b"\r\n\r\n")
            size = re.search(rb"content-length: (\d+)", head)
            while size and len(self.rest) < int(size[1]):
                self.rest += self.socket.recv(65536)
        except ConnectionError:
            return 0, b""
        if not size:
            return int(head.split()[1]), b""
        body, self.rest = self.rest[: int(size[1])], self.rest[int(size[1]) :]
        return int(head.split()[1]), body

    def close(self) -> None:
        self.socket.close()


def asked_flask(site: Site, *parts: bytes, pause_s: float = 0.0) -> tuple[int, int]:
    """How often Flask was asked for what these parts say, and the status that came of it."""
    began: list[object] = []

    def note(app: object, **more: object) -> None:
        began.append(app)

    site.posted.clear()
    with request_started.connected_to(note, site.app), closing(Phone(site)) as phone:
        for number, part in enumerate(parts):
            assert number == 0 or not until_over(phone, pause_s)
            phone.send(part)
        status, _ = phone.answer()
    return len(began), status


def until_over(phone: Phone, pause_s: float) -> bool:
    """Whether an answer came within this time."""
    phone.socket.settimeout(pause_s)
    try:
        return bool(phone.socket.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        phone.socket.settimeout(PATIENCE_S)


def test_a_post_in_one_piece_asks_nobody_else(site: Site) -> None:
    assert asked_flask(site, right(site)) == (0, 200)
    [post] = site.posted
    assert (post.kind, post.key) == ("act", "k")


def test_a_body_right_behind_its_head_belongs_to_it(site: Site) -> None:
    head, end, body = right(site).partition(b"\r\n\r\n")
    assert asked_flask(site, head + end, body, pause_s=REST_S / 10) == (0, 200)
    assert asked_flask(site, head + end + body[:9], body[9:], pause_s=REST_S / 10) == (0, 200)
    assert [post.key for post in site.posted] == ["k"]


def test_a_body_that_takes_its_time_is_flasks(site: Site) -> None:
    head, end, body = right(site).partition(b"\r\n\r\n")
    assert asked_flask(site, head + end, body, pause_s=4 * REST_S) == (1, 200)
    assert asked_flask(site, head + end + body[:9], body[9:], pause_s=4 * REST_S) == (1, 200)
    assert [post.key for post in site.posted] == ["k"]


def test_a_head_in_pieces_is_flasks(site: Site) -> None:
    whole = right(site)
    assert asked_flask(site, whole[:60], whole[60:], pause_s=REST_S / 10) == (1, 200)


def test_one_connection_carries_many_posts_and_everything_else(site: Site) -> None:
    get = b"GET /api/v1/state HTTP/1.1\r\n" + b"\r\n".join(lines(site)[1:3]) + b"\r\n\r\n"
    with closing(Phone(site)) as phone:
        for number in range(3):
            phone.send(right(site, b"a%d" % number))
            assert phone.answer()[0] == 200
            phone.send(get)
            assert phone.answer()[0] == 200
            phone.send(right(site).replace(BODY, b"?" * len(BODY)))
            assert phone.answer()[0] == 400


def test_posts_in_one_piece_are_answered_in_their_order(site: Site) -> None:
    site.posted.clear()
    with closing(Phone(site)) as phone:
        phone.send(right(site, b"1") + right(site, b"2") + right(site, b"3"))
        assert [phone.answer()[0] for _ in range(3)] == [200] * 3
    assert [post.key for post in site.posted] == ["1", "2", "3"]


@pytest.fixture
def slow(site: Site) -> Iterator[Site]:
    """The table answers when the test says so."""
    site.be_slow()
    yield site
    site.prompt = True
    for post in site.posted:
        if not post.reply.done():
            post.reply.set_result(site.answer)


def test_what_comes_while_a_post_is_under_way_waits(slow: Site) -> None:
    with closing(Phone(slow)) as phone:
        phone.send(right(slow, b"1"))
        assert slow.came.acquire(timeout=PATIENCE_S)
        phone.send(right(slow, b"2"))
        phone.send(right(slow, b"3")[:99])
        phone.send(right(slow, b"3")[99:])
        assert not until_over(phone, 2 * REST_S)
        assert [post.key for post in slow.posted] == ["1"]
        slow.prompt = True
        slow.posted[0].reply.set_result(Answer(FINE, version=1))
        said = [phone.answer() for _ in range(3)]
        assert [status for status, _ in said] == [200] * 3
        assert b'"version":1' in said[0][1].replace(b" ", b"")
    assert [post.key for post in slow.posted] == ["1", "2", "3"]


def test_phones_that_hang_up_while_they_wait_leave_their_turns(slow: Site) -> None:
    for number in range(2 * POOL):
        with closing(Phone(slow)) as phone:
            phone.send(right(slow, b"%d" % number))
            assert slow.came.acquire(timeout=PATIENCE_S)
        slow.posted[-1].reply.set_result(Answer(FINE))
    slow.prompt = True
    with closing(Phone(slow)) as phone:
        phone.send(right(slow))
        assert phone.answer()[0] == 200


def test_who_posts_much_waits_for_those_who_post_little(slow: Site) -> None:
    many = [Phone(slow) for _ in range(3 * POOL)]
    for number, phone in enumerate(many):
        phone.send(right(slow, b"%d" % number))
    for _ in range(POOL // 2):
        assert slow.came.acquire(timeout=PATIENCE_S)
    with closing(Phone(slow, "127.0.0.9")) as other:
        other.send(
            right(slow, b"other", (b"X-Other: 1",)).replace(b"companion=", b"a=1; companion=")
        )
        assert slow.came.acquire(timeout=PATIENCE_S)
        assert [post.key for post in slow.posted].index("other") <= POOL
        slow.prompt = True
        for post in tuple(slow.posted):
            post.reply.set_result(Answer(FINE))
        assert other.answer()[0] == 200
    assert [phone.answer()[0] for phone in many] == [200] * len(many)
    for phone in many:
        phone.close()


@pytest.mark.parametrize("answered", [True, False])
def test_the_end_waits_for_a_post_that_is_under_way(
    tmp_path_factory: pytest.TempPathFactory, answered: bool
) -> None:
    site = Site(tmp_path_factory.mktemp("end"))
    site.be_slow()
    with closing(Phone(site)) as phone, closing(Phone(site)) as idle:
        phone.send(right(site))
        assert site.came.acquire(timeout=PATIENCE_S)
        site.server.stop()
        assert idle.answer() == (0, b"")
        if answered:
            site.posted[0].reply.set_result(Answer(FINE))
        assert phone.answer()[0] == (200 if answered else 503)
        assert phone.answer() == (0, b"")
        site.stop()
        if not answered:
            site.posted[0].reply.set_result(Answer(FINE))


def with_line(site: Site, line: bytes, instead_of: bytes = b"") -> bytes:
    """A request with one line more, or with another one."""
    head = lines(site)
    found = [number for number, old in enumerate(head) if instead_of and instead_of in old]
    head[found[0] if found else len(head) :] = [line, *(head[found[0] + 1 :] if found else ())]
    return b"\r\n".join((*head, b"", BODY))


LENGTH = b"%d" % len(BODY)
ODD: dict[str, tuple[bytes, bytes]] = {
    "the same length twice": (b"Content-Length: " + LENGTH, b""),
    "another length": (b"content-length: 0", b""),
    "pieces beside a length": (b"Transfer-Encoding: chunked", b""),
    "a length in other letters": (b"CONTENT-length:" + LENGTH, b"Content-Length"),
    "a length with room": (b"Content-Length: \t " + LENGTH + b" \t", b"Content-Length"),
    "a length that goes on": (b"Content-Length: " + LENGTH + b"\r\n 0", b"Content-Length"),
    "a length behind a fold": (b"X: a\r\n Content-Length: " + LENGTH, b"Content-Length"),
    "zeros before a length": (b"Content-Length: 00" + LENGTH, b"Content-Length"),
    "a sign before a length": (b"Content-Length: +" + LENGTH, b"Content-Length"),
    "a hole before the colon": (b"Content-Length : " + LENGTH, b"Content-Length"),
    "two lengths in one": (b"Content-Length: " + LENGTH + b"," + LENGTH, b"Content-Length"),
    "a length in the name": (b"X-Content-Length: 5", b""),
    "bare line ends": (b"X: a\nY: b", b""),
    "an end within": (b"X: a\n\nY: b", b""),
    "a NUL": (b"X: a\0b", b""),
    "no name": (b": a", b""),
    "the last answer": (b"Connection: close", b""),
    "more answers": (b"Connection: keep-alive", b""),
    "another protocol": (b"Connection: upgrade\r\nUpgrade: h2c", b""),
    "may I": (b"Expect: 100-continue", b""),
    "an older one": (b"POST /api/v1/acts HTTP/1.0", b"POST"),
    "a newer one": (b"POST /api/v1/acts HTTP/2.0", b"POST"),
    "an address in full": (b"POST http://127.0.0.1/api/v1/acts HTTP/1.1", b"POST"),
    "a path that is no character": (b"POST /api/v1/%ff HTTP/1.1", b"POST"),
    "a path beyond ASCII": (b"POST /api/v1/\xe9 HTTP/1.1", b"POST"),
    "a large head": (b"X: " + b"a" * MOST_BYTES, b""),
}


@pytest.fixture(scope="module")
def odd(site: Site, plain: Site) -> Mapping[str, tuple[list[bytes], list[bytes]]]:
    """What each odd request gets, with and without the lane, and a right one right behind it."""
    told = [answers(one, [with_line(one, *ODD[name]) for name in ODD]) for one in (site, plain)]
    assert told[0][1] == told[1][1]
    return dict(zip(ODD, zip(told[0][0], told[1][0], strict=True), strict=True))


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_what_it_was(
    odd: Mapping[str, tuple[list[bytes], list[bytes]]], name: str
) -> None:
    quick, plain = odd[name]
    assert quick == plain != []


def bent(request: bytes, chance: Random) -> bytes:
    """A request with something wrong with it, perhaps."""
    data = bytearray(request)
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(data) - 1)
        match chance.randrange(5):
            case 0:
                data[at] = chance.choice(b"\r\n\t :;,/%\0aA09{}\"'\xff")
            case 1:
                del data[at]
            case 2:
                data.insert(at, chance.choice(b"\r\n\t :0"))
            case 3:
                end = data.find(b"\r\n", at)
                data[at:at] = data[at : end + 2] if end > 0 else b" "
            case 4:
                data[at : at + 2] = data[at : at + 2].swapcase()
    return bytes(data)


BENT = 250
QUIET_S = 1.0


def answers(site: Site, requests: Sequence[bytes]) -> tuple[list[list[bytes]], list[str]]:
    """The statuses that each of these gets, each on a connection that was right before, until
    nothing more comes; the keys of the posts that reached the table.
    """
    phones = {phone.socket: (phone, bytearray()) for phone in (Phone(site) for _ in requests)}
    for phone, _ in phones.values():
        phone.send(right(site))
        assert phone.answer()[0] == 200
    site.posted.clear()
    for (phone, _), request in zip(phones.values(), requests, strict=True):
        phone.send(request)
    still = set(phones)
    while ready := select.select(still, (), (), QUIET_S)[0]:
        for one in ready:
            try:
                data = one.recv(65536)
            except ConnectionError:
                data = b""
            phones[one][1].extend(data)
            if not data:
                still.discard(one)
    for phone, _ in phones.values():
        phone.close()
    told = [re.findall(rb"HTTP/1.1 (\d+)", got) for _, got in phones.values()]
    return told, sorted(post.key for post in site.posted)


def test_what_is_bent_is_what_it_was(site: Site, plain: Site) -> None:
    said, posts = zip(*(answers(each, all_bent(each)) for each in (site, plain)), strict=True)
    assert said[0] == said[1]
    assert posts[0] == posts[1]
    statuses = Counter(status for told in said[0] for status in told)
    assert statuses[b"200"] > BENT // 10 < statuses[b"400"], statuses


def all_bent(site: Site) -> list[bytes]:
    """Bent where both sites' requests are the same: their ports and tokens are not."""
    chance = Random(6)
    host = f"127.0.0.1:{site.ports['http']}".encode()
    token = site.words["http"].encode()
    usual = right(site, b"???").replace(host, b"<HOST>").replace(token, b"<TOKEN>")
    requests = []
    for number in range(BENT):
        data = bent(usual.replace(b'"???"', b'"%d"' % (100 + number)), chance)
        data = data.replace(b"<HOST>", host).replace(b"<TOKEN>", token)
        requests.append(data)
    return requests
