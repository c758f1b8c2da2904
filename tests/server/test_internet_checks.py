"""Phones' internet checks get the expected answers under any host name; nothing else does."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.site import Ask, Site, ask

pytestmark = pytest.mark.openssl

SUCCESS = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
FIREFOX = (
    b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)
CHECKS = {
    "connectivitycheck.gstatic.com/generate_204": (204, b""),
    "connectivitycheck.platform.hicloud.com/generate_204": (204, b""),
    "www.google.com/gen_204": (204, b""),
    "captive.apple.com/hotspot-detect.html": (200, SUCCESS),
    "www.apple.com/library/test/success.html": (200, SUCCESS),
    "www.msftconnecttest.com/connecttest.txt": (200, b"Microsoft Connect Test"),
    "www.msftncsi.com/ncsi.txt": (200, b"Microsoft NCSI"),
    "detectportal.firefox.com/success.txt?ipv4": (200, b"success\n"),
    "detectportal.firefox.com/canonical.html": (200, FIREFOX),
    "nmcheck.gnome.org/check_network_status.txt": (200, b"NetworkManager is online\n"),
    "network-test.debian.org/nm": (200, b"NetworkManager is online\n"),
}


@pytest.fixture(scope="module")
def site(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("checks"), fast_path)
    yield site
    site.stop()


def foreign(method: str, address: str, **headers: Any) -> Ask:
    host, slash, path = address.partition("/")
    given = {"Host": host, "Cookie": None, "Origin": None, "Content-Type": None, **headers}
    return Ask(method, slash + path, b"", {**given, "Content-Length": None})


@pytest.mark.parametrize("address", CHECKS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_check_is_answered_as_expected(site: Site, method: str, address: str) -> None:
    status, body = CHECKS[address]
    said = ask(site, foreign(method, address))
    assert (said.status, said.body) == (status, body if method == "GET" else b"")
    assert "set-cookie" not in said.headers
    assert "location" not in said.headers
    assert status == 204 or said.headers["content-length"] == str(len(body))


@pytest.mark.parametrize("address", CHECKS)
@pytest.mark.parametrize("method", ["POST", "PUT", "OPTIONS", "DELETE"])
def test_a_check_allows_only_get_and_head(site: Site, method: str, address: str) -> None:
    assert ask(site, foreign(method, address)).status in (405, 421)


@pytest.mark.parametrize(
    "path",
    ["/", "/join", "/nothing", "/generate_204/", "/generate_204x", "/api/v1/state", "/qr.svg"],
)
@pytest.mark.parametrize("host", ["captive.apple.com", "connectivitycheck.gstatic.com", "evil.x"])
def test_nothing_else_is_answered_under_a_foreign_name(site: Site, host: str, path: str) -> None:
    assert ask(site, foreign("GET", host + path)).status == 421
