"""https beside http: its address, and a certificate that follows the machine."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.server.certificate import Authority, names_of
from companion.server.https import Https, open_https
from companion.server.listener import PortTaken

pytestmark = pytest.mark.openssl


@pytest.fixture
def https(tmp_path: Path) -> Iterator[Https]:
    found = open_https([], tmp_path, ("127.0.0.1", 0), "192.168.1.5")
    yield found
    found.listener.close()


def served(https: Https) -> list[str]:
    assert https.authority
    return names_of(https.authority.served)


def test_the_https_address_differs_only_in_its_port(https: Https) -> None:
    assert https.address("http://192.168.1.5:8000") == f"https://192.168.1.5:{https.port}"
    assert https.address("http://[fe80::1]:8000") == f"https://[fe80::1]:{https.port}"
    assert https.access.port == https.port
    assert https.access.authority
    assert https.access.authority.is_file()


def test_a_later_address_is_added_to_the_certificate(https: Https) -> None:
    https.follow("192.168.1.5")
    assert "IP:10.42.0.1" not in served(https)
    https.follow("10.42.0.1")
    assert {"IP:192.168.1.5", "IP:10.42.0.1"} <= set(served(https))


def test_without_openssl_the_old_certificate_stays_in_use(
    https: Https, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with caplog.at_level(logging.ERROR):
        https.follow("10.42.0.1")
    assert "tls.no_openssl" in caplog.text


def test_an_owners_certificate_needs_no_installation(
    tmp_path: Path,
) -> None:
    pem = Authority(tmp_path / "made", "kitchen").sign("kitchen", [])
    https = open_https([pem, pem], tmp_path, ("127.0.0.1", 0), "192.168.1.5")
    assert "kitchen.local" in https.names
    assert https.access.authority is None
    https.follow("10.42.0.1")
    with pytest.raises(PortTaken):
        open_https([pem, pem], tmp_path, ("127.0.0.1", https.port), "192.168.1.5")
    https.listener.close()
