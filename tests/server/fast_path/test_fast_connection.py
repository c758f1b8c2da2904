"""Connections with the fast path: recognising direct posts, and their order."""

import logging
import socket
import struct
from contextlib import closing
from time import monotonic

import pytest
from flask import request_started

from companion.server.fast_path.connection import BODY_WAIT_S
from companion.server.fast_path.recognizer import MOST_HEADS
from companion.table.posts import FINE, Answer
from tests.patience import PATIENCE_S
from tests.server.fast_path.raw_phone import BODY, Phone, lines, right, until_over
from tests.server.site import Ask, Site, ask

pytestmark = pytest.mark.openssl


def asked_flask(site: Site, *parts: bytes, pause_s: float = 0.0) -> tuple[int, int]:
    """Send these parts; returns the number of calls of Flask, and the answer's status."""
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


def test_a_post_in_one_piece_does_not_reach_flask(site: Site) -> None:
    assert asked_flask(site, right(site)) == (0, 200)
    [post] = site.posted
    assert (post.kind, post.key) == ("act", "k")


@pytest.mark.usefixtures("patient")
def test_a_body_right_after_its_head_is_waited_for(site: Site) -> None:
    head, end, body = right(site).partition(b"\r\n\r\n")
    assert asked_flask(site, head + end, body, pause_s=BODY_WAIT_S / 10) == (0, 200)
    assert asked_flask(site, head + end + body[:9], body[9:], pause_s=BODY_WAIT_S / 10) == (0, 200)
    assert [post.key for post in site.posted] == ["k"]


def test_a_slow_body_is_left_to_flask(site: Site) -> None:
    head, end, body = right(site).partition(b"\r\n\r\n")
    assert asked_flask(site, head + end, body, pause_s=4 * BODY_WAIT_S) == (1, 200)
    assert asked_flask(site, head + end + body[:9], body[9:], pause_s=4 * BODY_WAIT_S) == (1, 200)
    assert [post.key for post in site.posted] == ["k"]


def test_a_head_in_pieces_is_left_to_flask(site: Site) -> None:
    whole = right(site)
    assert asked_flask(site, whole[:60], whole[60:], pause_s=BODY_WAIT_S / 10) == (1, 200)


def test_one_connection_carries_direct_posts_and_other_requests(site: Site) -> None:
    get = b"GET /api/v1/state HTTP/1.1\r\n" + b"\r\n".join(lines(site)[1:3]) + b"\r\n\r\n"
    with closing(Phone(site)) as phone:
        for number in range(3):
            phone.send(right(site, b"a%d" % number))
            assert phone.answer()[0] == 200
            phone.send(get)
            assert phone.answer()[0] == 200
            phone.send(right(site).replace(BODY, b"?" * len(BODY)))
            assert phone.answer()[0] == 400


def test_pipelined_posts_are_answered_in_order(site: Site) -> None:
    site.posted.clear()
    with closing(Phone(site)) as phone:
        phone.send(right(site, b"1") + right(site, b"2") + right(site, b"3"))
        assert [phone.answer()[0] for _ in range(3)] == [200] * 3
    assert [post.key for post in site.posted] == ["1", "2", "3"]


def test_bytes_that_arrive_during_a_post_are_held_back(slow: Site) -> None:
    with closing(Phone(slow)) as phone:
        phone.send(right(slow, b"1"))
        assert slow.came.acquire(timeout=PATIENCE_S)
        phone.send(right(slow, b"2"))
        phone.send(right(slow, b"3")[:99])
        phone.send(right(slow, b"3")[99:])
        assert not until_over(phone, 2 * BODY_WAIT_S)
        assert [post.key for post in slow.posted] == ["1"]
        slow.prompt = True
        slow.posted[0].reply.set_result(Answer(FINE, version=1))
        said = [phone.answer() for _ in range(3)]
        assert [status for status, _ in said] == [200] * 3
        assert b'"version":1' in said[0][1].replace(b" ", b"")
    assert [post.key for post in slow.posted] == ["1", "2", "3"]


@pytest.mark.parametrize("apart", [b"", b"3"])
def test_pieces_that_arrive_during_a_post_are_put_together(own: Site, apart: bytes) -> None:
    own.be_slow()
    with closing(Phone(own)) as phone:
        phone.send(right(own, b"1"))
        assert own.came.acquire(timeout=PATIENCE_S)
        phone.send(right(own, b"2"))
        assert not until_over(phone, BODY_WAIT_S)
        if apart:
            phone.send(right(own, apart)[:99])
            assert not until_over(phone, BODY_WAIT_S)
            phone.send(right(own, apart)[99:])
        own.prompt = True
        own.posted[0].reply.set_result(own.answer)
        assert [phone.answer()[0] for _ in range(2 + len(apart))] == [200] * (2 + len(apart))
    assert [post.key for post in own.posted] == ["1", "2", "3"][: 2 + len(apart)]


def test_a_complete_body_stops_the_body_timer(own: Site) -> None:
    own.be_slow()
    with closing(Phone(own)) as phone:
        phone.send(right(own, b"1")[:-9])
        assert not until_over(phone, BODY_WAIT_S / 5)
        phone.send(right(own, b"1")[-9:])
        assert own.came.acquire(timeout=PATIENCE_S)
        phone.send(right(own, b"2"))
        assert not until_over(phone, 3 * BODY_WAIT_S)
        assert [post.key for post in own.posted] == ["1"]


def test_a_dripping_body_is_left_to_flask(site: Site) -> None:
    whole = right(site)
    drops = [whole[:-12], *(whole[at : at + 1] for at in range(len(whole) - 12, len(whole)))]
    assert asked_flask(site, *drops, pause_s=BODY_WAIT_S / 3) == (1, 200)


def test_the_rest_of_another_request_is_not_taken_for_a_post(own: Site) -> None:
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert phone.answer()[0] == 200
        own.posted.clear()
        phone.send(b"GET /api/v1/state HTTP/1.1\r\nX: a")
        assert not until_over(phone, BODY_WAIT_S)
        phone.send(right(own))
        assert phone.answer()[0] == 200
        assert own.posted == []


def test_an_answer_goes_out_at_once(own: Site) -> None:
    own.be_slow()
    took = []
    with closing(Phone(own)) as phone:
        for number in range(8):
            phone.send(right(own))
            assert own.came.acquire(timeout=PATIENCE_S)
            assert not until_over(phone, 0.013 * number + 0.001)
            began = monotonic()
            own.posted[-1].reply.set_result(own.answer)
            assert phone.answer()[0] == 200
            took.append(monotonic() - began)
    assert min(took[4:]) < 0.02, took  # the server's own clock ticks ten times a second


def test_the_same_head_over_https_gets_its_own_verdict(own: Site) -> None:
    both = f"{own.words['http']}; {own.words['https']}"
    headers = {"Host": "table.local", "Origin": "http://table.local", "Cookie": both}
    assert ask(own, Ask(headers=headers)).status == 200
    assert ask(own, Ask(headers=headers, scheme="https")).status == 403


def test_an_answer_has_a_date(site: Site) -> None:
    with closing(Phone(site)) as phone:
        phone.send(right(site))
        assert b"\r\ndate: " in phone.socket.recv(65536)


def test_the_head_cache_is_bounded(own: Site) -> None:
    with closing(Phone(own)) as phone:
        for number in range(MOST_HEADS + 50):
            phone.send(right(own, more=(b"X: %d" % number,)))
            assert phone.answer()[0] == 200
    handover = vars(own.server)["_protocol"].args[0]
    assert handover._recognizer._verdict.cache_info().currsize == MOST_HEADS


def test_connection_close_is_honoured(site: Site) -> None:
    with closing(Phone(site)) as phone:
        phone.send(right(site, more=(b"Connection: close",)))
        assert phone.answer()[0] == 200
        assert phone.answer() == (0, b"")


def test_a_reset_during_a_body_leaves_nothing_behind(
    own: Site, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        phone = Phone(own)
        phone.send(right(own)[:-9])
        assert not until_over(phone, BODY_WAIT_S / 5)
        phone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        phone.close()
    with closing(Phone(own)) as phone:
        assert not until_over(phone, 4 * BODY_WAIT_S)
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
    assert own.server.server_state.tasks == set()
