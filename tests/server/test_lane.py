"""Posts that go past the web server's layers: connections in every state."""

import logging
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic

import pytest
from flask import request_started

from companion.games.game import Event
from companion.pages import posts as app_posts
from companion.server import connections as doors
from companion.server import lane
from companion.server.asgi import POOL
from companion.server.lane import REST_S
from companion.server.quick import MOST_HEADS, NAME
from companion.table.posts import FINE, REFUSED, Answer
from tests.patience import PATIENCE_S, until
from tests.server.lane_phone import BODY, Phone, lines, right, until_over
from tests.server.quick_site import Ask, Site, ask

pytestmark = pytest.mark.openssl


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("lane"))
    yield site
    site.stop()


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


def test_a_post_in_one_piece_asks_nobody_else(site: Site) -> None:
    assert asked_flask(site, right(site)) == (0, 200)
    [post] = site.posted
    assert (post.kind, post.key) == ("act", "k")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of a body is awaited as long as a test may take."""
    monkeypatch.setattr(lane, "REST_S", PATIENCE_S)


@pytest.mark.usefixtures("patient")
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


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    """A site of the test's own."""
    site = Site(tmp_path)
    yield site
    site.prompt = True
    for post in tuple(site.posted):
        if not post.reply.done():
            post.reply.set_result(site.answer)
    site.stop()


def free_turns(site: Site) -> bool:
    """Whether each turn is there again, and nobody is remembered."""
    turns = vars(site.server)["_dispatcher"]._turns
    return turns._free == POOL and not turns._addresses and not turns._askers


def test_a_connection_lasts_as_long_as_it_is_used_and_no_longer(
    own: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEAD_S", 0.3)
    own.server.config.timeout_keep_alive = 2
    with closing(Phone(own)) as phone:
        for _ in range(2):
            phone.send(right(own))
            assert phone.answer()[0] == 200
            assert not until_over(phone, 0.6)
        assert phone.answer() == (0, b"")


def test_an_answer_may_take_longer_than_an_idle_connection_lasts(own: Site) -> None:
    own.server.config.timeout_keep_alive = 1
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert phone.answer()[0] == 200
        own.be_slow()
        phone.send(right(own))
        assert own.came.acquire(timeout=PATIENCE_S)
        assert not until_over(phone, 1.5)
        own.posted[0].reply.set_result(own.answer)
        assert phone.answer()[0] == 200


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("over", ["idle", "head"])
def test_a_body_that_is_nearly_here_is_awaited_beyond_an_idle_connections_end(
    own: Site, monkeypatch: pytest.MonkeyPatch, over: str
) -> None:
    monkeypatch.setattr(doors, "HEAD_S", 1 if over == "head" else PATIENCE_S)
    own.server.config.timeout_keep_alive = 1
    with closing(Phone(own)) as phone:
        if over == "idle":
            phone.send(right(own))
            assert phone.answer()[0] == 200
        phone.send(right(own)[:-9])
        assert not until_over(phone, 1.5)
        phone.send(right(own)[-9:])
        assert phone.answer()[0] == 200


@pytest.mark.usefixtures("patient")
def test_the_end_hears_a_post_whose_body_is_nearly_here(own: Site) -> None:
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert phone.answer()[0] == 200
        [connection] = own.server.server_state.connections
        phone.send(right(own)[:-9])
        until(lambda: bool(vars(connection)["_held"]))
        connection.loop.call_soon_threadsafe(connection.shutdown)  # type: ignore[union-attr]
        until(lambda: not vars(connection)["_held"])
        phone.send(right(own)[-9:])
        assert phone.answer()[0] == 200
        assert phone.answer() == (0, b"")


def test_who_sends_more_while_a_post_is_under_way_is_not_read(own: Site) -> None:
    own.be_slow()
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert own.came.acquire(timeout=PATIENCE_S)
        phone.socket.settimeout(0.5)
        sent = 0
        with suppress(TimeoutError):
            while sent < 40 << 20:
                sent += phone.socket.send(b"x" * 65536)
        assert sent < 40 << 20


def test_who_reads_no_answer_is_not_read_either(own: Site) -> None:
    own.answer = Answer(REFUSED, key="table.no_race")
    with closing(Phone(own, "127.0.0.1", buffer=4096)) as phone:
        own.be_slow()
        own.prompt = True
        taken = 0
        while taken < 1000:
            phone.send(right(own))
            if not own.came.acquire(timeout=0.5):
                break
            taken += 1
        assert taken < 1000
        [connection] = own.server.server_state.connections
        assert connection.transport.get_write_buffer_size() < 200_000


@pytest.mark.parametrize("apart", [b"", b"3"])
def test_pieces_that_come_while_a_post_is_under_way_are_put_together(
    own: Site, apart: bytes
) -> None:
    own.be_slow()
    with closing(Phone(own)) as phone:
        phone.send(right(own, b"1"))
        assert own.came.acquire(timeout=PATIENCE_S)
        phone.send(right(own, b"2"))
        assert not until_over(phone, REST_S)
        if apart:
            phone.send(right(own, apart)[:99])
            assert not until_over(phone, REST_S)
            phone.send(right(own, apart)[99:])
        own.prompt = True
        own.posted[0].reply.set_result(own.answer)
        assert [phone.answer()[0] for _ in range(2 + len(apart))] == [200] * (2 + len(apart))
    assert [post.key for post in own.posted] == ["1", "2", "3"][: 2 + len(apart)]


def test_a_body_that_came_is_no_longer_awaited(own: Site) -> None:
    own.be_slow()
    with closing(Phone(own)) as phone:
        phone.send(right(own, b"1")[:-9])
        assert not until_over(phone, REST_S / 5)
        phone.send(right(own, b"1")[-9:])
        assert own.came.acquire(timeout=PATIENCE_S)
        phone.send(right(own, b"2"))
        assert not until_over(phone, 3 * REST_S)
        assert [post.key for post in own.posted] == ["1"]


def test_a_body_that_drips_is_flasks(site: Site) -> None:
    whole = right(site)
    drops = [whole[:-12], *(whole[at : at + 1] for at in range(len(whole) - 12, len(whole)))]
    assert asked_flask(site, *drops, pause_s=REST_S / 3) == (1, 200)


def test_what_is_half_another_request_is_none_of_ours(own: Site) -> None:
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert phone.answer()[0] == 200
        own.posted.clear()
        phone.send(b"GET /api/v1/state HTTP/1.1\r\nX: a")
        assert not until_over(phone, REST_S)
        phone.send(right(own))
        assert phone.answer()[0] == 200
        assert own.posted == []


def test_the_end_does_not_begin_what_waits(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.be_slow()
    with closing(Phone(site)) as phone, closing(Phone(site)) as idle:
        phone.send(right(site, b"1"))
        assert site.came.acquire(timeout=PATIENCE_S)
        phone.send(right(site, b"2"))
        assert not until_over(phone, REST_S)
        site.server.stop()
        assert idle.answer() == (0, b"")
        site.posted[0].reply.set_result(site.answer)
        assert phone.answer()[0] == 200
        assert phone.answer() == (0, b"")
    site.stop()
    assert [post.key for post in site.posted] == ["1"]


def test_the_end_tells_all_who_wait(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    site = Site(tmp_path)
    site.be_slow()
    phones = [Phone(site) for _ in range(3)]
    for phone in phones:
        phone.send(right(site))
        assert site.came.acquire(timeout=PATIENCE_S)
    site.server.stop()
    assert [phone.answer()[0] for phone in phones] == [503] * 3
    site.stop()
    for phone in phones:
        phone.close()
    for post in site.posted:
        post.reply.set_result(site.answer)
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("prompt", [True, False])
def test_an_answer_is_said_once(own: Site, monkeypatch: pytest.MonkeyPatch, prompt: bool) -> None:
    monkeypatch.setattr(app_posts, "ANSWER_S", 0.5)
    own.be_slow()
    own.prompt = prompt
    with closing(Phone(own)) as phone:
        phone.send(right(own))
        assert phone.answer()[0] == (200 if prompt else 503)
        if not prompt:
            own.posted[0].reply.set_result(own.answer)
        assert not until_over(phone, 0.8)
    assert free_turns(own)


@pytest.mark.parametrize(
    "answer", [Answer(FINE, events=(Event("log.done", 1, {"x": object()}),)), Answer(299)]
)
def test_an_answer_that_cannot_be_made_is_a_bug_and_keeps_nobody(own: Site, answer: Answer) -> None:
    own.answer = answer
    for _ in range(POOL + 1):
        with closing(Phone(own)) as phone:
            phone.send(right(own))
            assert phone.answer()[0] == 500
            assert phone.answer() == (0, b"")
    assert free_turns(own)


def test_a_table_that_answers_is_heard_at_once(own: Site) -> None:
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


def test_phones_behind_one_address_do_not_wait_for_each_other(own: Site) -> None:
    own.be_slow()
    many = [Phone(own) for _ in range(POOL)]
    for phone in many:
        phone.send(right(own))
    for _ in range(POOL // 2):
        assert own.came.acquire(timeout=PATIENCE_S)
    with closing(Phone(own)) as other:
        other.send(right(own, b"other").replace(b"companion=", b"a=1; companion="))
        assert own.came.acquire(timeout=PATIENCE_S)
        assert own.posted[-1].key == "other"
        own.prompt = True
        for post in tuple(own.posted):
            post.reply.set_result(own.answer)
        assert [phone.answer()[0] for phone in (*many, other)] == [200] * (POOL + 1)
    for phone in many:
        phone.close()
    assert free_turns(own)


def test_the_same_bytes_by_another_way_are_judged_anew(own: Site) -> None:
    both = f"{own.words['http']}; {own.words['https']}"
    headers = {"Host": "table.local", "Origin": "http://table.local", "Cookie": both}
    assert ask(own, Ask(headers=headers)).status == 200
    assert ask(own, Ask(headers=headers, scheme="https")).status == 403


def test_an_answer_has_a_date(site: Site) -> None:
    with closing(Phone(site)) as phone:
        phone.send(right(site))
        assert b"\r\ndate: " in phone.socket.recv(65536)


def test_only_so_many_heads_are_known(own: Site) -> None:
    with closing(Phone(own)) as phone:
        for number in range(MOST_HEADS + 50):
            phone.send(right(own, more=(b"X: %d" % number,)))
            assert phone.answer()[0] == 200
    known = vars(own.app.extensions[NAME])["_head"].cache_info().currsize
    assert known == MOST_HEADS


def test_the_last_post_of_a_connection_ends_it(site: Site) -> None:
    with closing(Phone(site)) as phone:
        phone.send(right(site, more=(b"Connection: close",)))
        assert phone.answer()[0] == 200
        assert phone.answer() == (0, b"")


def test_phones_that_are_gone_with_half_a_post_leave_nothing(
    own: Site, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        phone = Phone(own)
        phone.send(right(own)[:-9])
        assert not until_over(phone, REST_S / 5)
        phone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        phone.close()
    with closing(Phone(own)) as phone:
        assert not until_over(phone, 4 * REST_S)
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
    assert own.server.server_state.tasks == set()
