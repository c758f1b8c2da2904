"""Repeated records that guests cause are counted, not logged again."""

import logging
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.server.log_limit import counting_repeats
from tests.server.test_server import Reader, Site

TIMES = 70


class Broken(Site):
    """A small site whose views have a bug."""

    def app(self) -> Flask:
        app = super().app()
        app.add_url_rule("/bug", "bug", lambda: 1 // 0)
        app.add_url_rule("/other", "other", lambda: [][0])
        return app

    def ask(self, path: str) -> bytes:
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        return Reader(self.port, head.encode()).rest()


@pytest.fixture
def site(fast_path: bool) -> Iterator[Broken]:
    site = Broken(fast_path)
    yield site
    site.stop()


def test_a_bug_is_logged_once_and_then_counted(
    site: Broken, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(TIMES):
        assert b" 500 " in site.ask("/bug")
    assert [bool(record.exc_info) for record in caplog.records] == [True] + 6 * [False]
    assert caplog.messages[-1].startswith("64 times: Exception on /bug [GET]")


def test_another_bug_is_logged_beside_it(site: Broken, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/bug", "/other", "/bug"):
        site.ask(path)
    raised = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert raised == [ZeroDivisionError, IndexError]


def test_logging_is_complete_again_after_the_server(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("asyncio")
    with counting_repeats("asyncio"):
        for _ in range(3):
            log.error("odd")
    for _ in range(3):
        log.error("odd")
    assert caplog.messages == ["odd", "2 times: odd", "odd", "odd", "odd"]
