"""Odd and corrupted requests: a server with the fast path answers them like one without."""

import re
import select
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

import pytest
from flask import Response, request_finished

from companion.server import asgi as server
from companion.server.fast_path.recognizer import MOST_BYTES
from tests.server.fast_path.raw_phone import BODY, Phone, right, with_line
from tests.server.site import Site

pytestmark = pytest.mark.openssl

QUIET_S = 1.0
TURNS = 1000
"""Enough slots for all: a post that has to queue takes the ordinary path."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "POOL", TURNS)
        site = Site(tmp_path_factory.mktemp("fast"))
    yield site
    site.stop()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "POOL", TURNS)
        site = Site(tmp_path_factory.mktemp("plain"), fast_path=False)
    yield site
    site.stop()


class Reply(NamedTuple):
    """The statuses of the answers, and whether the connection was closed then."""

    statuses: list[bytes]
    ended: bool


class Outcome(NamedTuple):
    """The outcome of requests.

    `posts`: the keys of those that reached the table; `direct`: how many did so without Flask.
    """

    replies: list[Reply]
    posts: list[str]
    direct: int


LENGTH = b"%d" % len(BODY)
ODD: dict[str, tuple[bytes, bytes]] = {
    "the same length twice": (b"Content-Length: " + LENGTH, b""),
    "another length": (b"content-length: 0", b""),
    "pieces beside a length": (b"Transfer-Encoding: chunked", b""),
    "a length in other letters": (b"CONTENT-length:" + LENGTH, b"Content-Length"),
    "a length with room": (b"Content-Length: \t " + LENGTH + b" \t", b"Content-Length"),
    "a length that goes on": (b"Content-Length: " + LENGTH + b"\r\n 0", b"Content-Length"),
    "a length that goes on with nothing": (
        b"Content-Length: " + LENGTH + b"\r\n ,0",
        b"Content-Length",
    ),
    "a length behind a fold": (b"X: a\r\n Content-Length: " + LENGTH, b"Content-Length"),
    "zeros before a length": (b"Content-Length: 00" + LENGTH, b"Content-Length"),
    "a sign before a length": (b"Content-Length: +" + LENGTH, b"Content-Length"),
    "a hole before the colon": (b"Content-Length : " + LENGTH, b"Content-Length"),
    "two lengths in one": (b"Content-Length: " + LENGTH + b"," + LENGTH, b"Content-Length"),
    "a length in the name": (b"X-Content-Length: 5", b""),
    "bare line ends": (b"X: a\nY: b", b""),
    "an end within": (b"X: a\n\nY: b", b""),
    "an underscore for a dash": (b"Transfer_Encoding: chunked", b""),
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
def odd(site: Site, plain: Site) -> Mapping[str, tuple[Reply, Reply]]:
    """The answer to each odd request, with and without the fast path."""
    outcomes = [answers(one, [with_line(one, *ODD[name]) for name in ODD]) for one in (site, plain)]
    assert outcomes[0].posts == outcomes[1].posts
    assert outcomes[0].direct >= 6 > outcomes[1].direct == 0
    return dict(zip(ODD, zip(outcomes[0].replies, outcomes[1].replies, strict=True), strict=True))


@pytest.mark.parametrize("name", ODD)
def test_an_odd_request_is_answered_as_without_the_fast_path(
    odd: Mapping[str, tuple[Reply, Reply]], name: str
) -> None:
    fast, ordinary = odd[name]
    assert fast == ordinary
    assert fast.statuses


def bent(request: bytes, chance: Random) -> bytes:
    """A request, perhaps corrupted."""
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


def answers(site: Site, requests: Sequence[bytes]) -> Outcome:
    """The outcome of these requests, each on a connection that has sent a valid one before."""
    flask_statuses: list[int] = []

    def note(app: object, response: Response, **more: object) -> None:
        flask_statuses.append(response.status_code)

    phones = {phone.socket: phone for phone in (Phone(site) for _ in requests)}
    for phone in phones.values():
        phone.send(right(site))
        assert phone.answer()[0] == 200
    site.posted.clear()
    with request_finished.connected_to(note, site.app):
        for phone, request in zip(phones.values(), requests, strict=True):
            phone.send(request)
        still = set(phones)
        while ready := select.select(still, (), (), QUIET_S)[0]:
            for one in ready:
                with suppress(ConnectionError):
                    if data := one.recv(65536):
                        phones[one].rest += data
                        continue
                still.discard(one)
    replies = [
        Reply(re.findall(rb"HTTP/1.1 (\d+)", phone.rest), phone.socket not in still)
        for phone in phones.values()
    ]
    for phone in phones.values():
        phone.close()
    posts = sorted(post.key for post in site.posted)
    return Outcome(replies, posts, len(posts) - flask_statuses.count(200))


def test_corrupted_requests_are_answered_as_without_the_fast_path(site: Site, plain: Site) -> None:
    """Both get the same corruptions."""
    fast, ordinary = (answers(each, all_bent(each)) for each in (site, plain))
    assert fast.replies == ordinary.replies
    assert fast.posts == ordinary.posts
    statuses = Counter(status for replies in fast.replies for status in replies.statuses)
    assert statuses[b"200"] > BENT // 10 < statuses[b"400"], statuses
    assert fast.direct > BENT // 10 > ordinary.direct == 0


def all_bent(site: Site) -> list[bytes]:
    """Corrupted requests; ports and tokens, which differ between the sites, stay intact."""
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
