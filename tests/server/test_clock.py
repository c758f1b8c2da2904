"""Pages and calls are answered whatever the machine's clock shows."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.server.site import Ask, Site, ask

pytestmark = pytest.mark.openssl

CLOCKS = {
    "1904": datetime(1904, 1, 1, tzinfo=UTC),
    "1970": datetime(1970, 1, 1, tzinfo=UTC),
    "2038": datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
    "2106": datetime(2106, 2, 7, 6, 28, 17, tzinfo=UTC),
    "2232": datetime(2232, 1, 1, tzinfo=UTC),
}
"""Times to test. The last one is about the latest to which Linux's clock can be set."""

GZIP = {"Accept-Encoding": "gzip", "Cookie": None}


@pytest.fixture
def site(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("clock"), fast_path)
    yield site
    site.stop()


@pytest.mark.parametrize("year", CLOCKS)
def test_pages_and_calls_are_answered(
    site: Site, year: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = CLOCKS[year].timestamp()
    monkeypatch.setattr(time, "time", lambda: now_s)
    site.words = {scheme: site.token(scheme) for scheme in site.ports}
    assert ask(site, Ask()).status == 200
    for path in ("/", "/setup", "/api/v1/words", "/api/v1/openapi.json"):
        answer = ask(site, Ask("GET", path, b"", GZIP))
        assert (answer.status, answer.headers["content-encoding"]) == (200, "gzip"), path
        assert answer.body[4:8] == bytes(4), "no time: it has 32 bits there"
