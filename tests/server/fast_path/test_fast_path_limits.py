"""Direct posts within the server's limits: fair queue, timers, back-pressure, shutdown."""

import logging
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.games.game import Event
from companion.pages import posts
from companion.server import connections as doors
from companion.server.asgi import POOL
from companion.server.fast_path.connection import BODY_WAIT_S
from companion.table.posts import FINE, REFUSED, Answer
from tests.patience import PATIENCE_S, until
from tests.server.fast_path.raw_phone import Phone, right, until_over
from tests.server.site import Site

pytestmark = pytest.mark.openssl


def test_phones_that_hang_up_during_a_post_free_their_slots(slow: Site) -> None:
    for number in range(2 * POOL):
        with closing(Phone(slow)) as phone:
            phone.send(right(slow, b"%d" % number))
            assert slow.came.acquire(timeout=PATIENCE_S)
        slow.posted[-1].reply.set_result(Answer(FINE))
    slow.prompt = True
    with closing(Phone(slow)) as phone:
        phone.send(right(slow))
        assert phone.answer()[0] == 200


def test_busy_phones_wait_for_quiet_ones(slow: Site) -> None:
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
def test_shutdown_waits_for_a_post_under_way(
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


def free_turns(site: Site) -> bool:
    """Whether all slots are free and no requester is remembered."""
    turns = vars(site.server.config.app)["_queue"]
    return turns._free == POOL and not turns._addresses and not turns._requesters


def test_keep_alive_counts_from_the_last_answer(own: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "HEAD_S", 0.3)
    own.server.config.timeout_keep_alive = 2
    with closing(Phone(own)) as phone:
        for _ in range(2):
            phone.send(right(own))
            assert phone.answer()[0] == 200
            assert not until_over(phone, 0.6)
        assert phone.answer() == (0, b"")


def test_an_answer_may_take_longer_than_keep_alive(own: Site) -> None:
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
def test_an_incomplete_body_stops_the_idle_and_head_timers(
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
def test_shutdown_takes_a_post_whose_body_is_incomplete(own: Site) -> None:
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


def test_reading_pauses_during_a_post(own: Site) -> None:
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


def test_reading_pauses_while_answers_are_not_read(own: Site) -> None:
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


def test_shutdown_does_not_start_held_posts(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.be_slow()
    with closing(Phone(site)) as phone, closing(Phone(site)) as idle:
        phone.send(right(site, b"1"))
        assert site.came.acquire(timeout=PATIENCE_S)
        phone.send(right(site, b"2"))
        assert not until_over(phone, BODY_WAIT_S)
        site.server.stop()
        assert idle.answer() == (0, b"")
        site.posted[0].reply.set_result(site.answer)
        assert phone.answer()[0] == 200
        assert phone.answer() == (0, b"")
    site.stop()
    assert [post.key for post in site.posted] == ["1"]


def test_shutdown_answers_every_pending_post(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
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


def test_phones_behind_one_address_do_not_block_each_other(own: Site) -> None:
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


@pytest.mark.parametrize("prompt", [True, False])
def test_an_answer_is_sent_once(own: Site, monkeypatch: pytest.MonkeyPatch, prompt: bool) -> None:
    monkeypatch.setattr(posts, "ANSWER_S", 0.5)
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
def test_an_answer_that_cannot_be_made_is_a_server_error(own: Site, answer: Answer) -> None:
    own.answer = answer
    for _ in range(POOL + 1):
        with closing(Phone(own)) as phone:
            phone.send(right(own))
            assert phone.answer()[0] == 500
            assert phone.answer() == (0, b"")
    assert free_turns(own)
