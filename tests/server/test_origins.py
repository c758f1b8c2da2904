"""Host names of the table, and its own origins."""

import pytest

from companion.server.origins import ours, same


@pytest.mark.parametrize(
    "host",
    ["192.168.1.5:8000", "127.0.0.1", "[::1]:8000", "localhost:8000", "companion.local", "table"],
)
def test_addresses_and_local_names_are_ours(host: str) -> None:
    assert ours(host, frozenset({"table"}))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "local"])
def test_foreign_names_are_not_ours(host: str) -> None:
    assert not ours(host, frozenset({"table"}))


def test_only_the_same_origin_may_post() -> None:
    assert same("http://192.168.1.5:8000", "192.168.1.5:8000")
    for origin in (None, "null", "http://192.168.1.5", "http://evil.example", "http://["):
        assert not same(origin, "192.168.1.5:8000")


def test_an_http_page_may_not_post_over_https() -> None:
    assert same("https://table.local", "table.local", secure=True)
    assert not same("http://table.local", "table.local", secure=True)
