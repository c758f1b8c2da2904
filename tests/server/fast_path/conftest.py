"""Servers with the fast path, whose table answers at once or when the test says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.server.fast_path import connection
from tests.patience import PATIENCE_S
from tests.server.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("fast"))
    yield site
    site.stop()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the rest of a body as long as a test may take."""
    monkeypatch.setattr(connection, "BODY_WAIT_S", PATIENCE_S)


@pytest.fixture
def slow(site: Site) -> Iterator[Site]:
    """A site whose table answers only when the test says so."""
    site.be_slow()
    yield site
    site.prompt = True
    for post in site.posted:
        if not post.reply.done():
            post.reply.set_result(site.answer)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    """A site for one test."""
    site = Site(tmp_path)
    yield site
    site.prompt = True
    for post in tuple(site.posted):
        if not post.reply.done():
            post.reply.set_result(site.answer)
    site.stop()
