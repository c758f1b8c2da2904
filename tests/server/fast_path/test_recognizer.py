"""Posts that bypass Flask, and the switch that turns the fast path off."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import request_started

from tests.server.site import Ask, Site, ask
from tests.server.test_race_posts import VALID

pytestmark = pytest.mark.openssl

LARGE = {"a large body", "the largest body", "a chunked body"}


@contextmanager
def counted(site: Site) -> Iterator[list[object]]:
    """The requests that reach Flask, one entry each."""
    started: list[object] = []

    def note(app: object, **more: object) -> None:
        started.append(app)

    with request_started.connected_to(note, site.app):
        yield started


@pytest.mark.parametrize("name", VALID)
def test_only_large_and_chunked_posts_reach_flask(site: Site, name: str) -> None:
    with counted(site) as started:
        assert ask(site, VALID[name][0]).status == 200
    assert len(started) == (name in LARGE)


def test_an_invalid_post_reaches_flask(site: Site) -> None:
    with counted(site) as started:
        assert ask(site, Ask(body=b"{")).status == 400
    assert len(started) == 1


def test_without_the_fast_path_every_post_reaches_flask(tmp_path: Path) -> None:
    site = Site(tmp_path, fast_path=False)
    with counted(site) as started:
        assert [ask(site, asked).status for asked, *_ in VALID.values()] == [200] * len(VALID)
    site.stop()
    assert len(started) == len(VALID)
