"""Certificates for https: made once, renewed when needed, valid only for local names."""

import os
import ssl
import stat
from pathlib import Path

import pytest

from companion.server import certificate
from companion.server.certificate import Authority, NoCertificate, context, names_of

pytestmark = pytest.mark.openssl


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "tls", "kitchen")


def greeted(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> None:
    """Do a TLS handshake in memory. Raises SSLError as a phone would."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    phone = client.wrap_bio(down, up, server_hostname=name)
    table = server.wrap_bio(up, down, server_side=True)
    for _ in range(4):
        for side in (phone, table):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue


def test_a_phone_that_trusts_the_authority_accepts_all_names_of_the_table(
    authority: Authority,
) -> None:
    server = context(authority.sign("kitchen", ["192.168.1.5"]))
    phone = ssl.create_default_context(cafile=str(authority.file))
    for name in ("192.168.1.5", "companion.local", "kitchen.local", "127.0.0.1"):
        greeted(server, phone, name)
    with pytest.raises(ssl.SSLCertVerificationError, match="IP address mismatch"):
        greeted(server, phone, "192.168.1.6")
    with pytest.raises(ssl.SSLCertVerificationError, match=r"self-signed|unable to get"):
        greeted(server, ssl.create_default_context(), "192.168.1.5")


def test_the_authority_is_limited_to_private_addresses_and_local_names(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "IP:8.8.8.8" not in names_of(authority.sign("kitchen", ["8.8.8.8", "not one"]))
    monkeypatch.setattr(certificate, "NAMES", ("bank.example",))
    server = context(authority.sign("kitchen", []))
    phone = ssl.create_default_context(cafile=str(authority.file))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greeted(server, phone, "bank.example")


def test_the_authority_stays_and_a_certificate_that_fits_is_kept(
    authority: Authority, tmp_path: Path
) -> None:
    first = authority.sign("kitchen", ["192.168.1.5"]).read_bytes()
    trusted = authority.file.read_bytes()
    again = Authority(tmp_path / "tls", "kitchen")
    assert again.sign("kitchen", ["192.168.1.5"]).read_bytes() == first
    assert again.sign("kitchen", ["192.168.1.9"]).read_bytes() != first
    assert "IP:192.168.1.9" in names_of(again.served)
    assert again.file.read_bytes() == trusted


def test_a_certificate_that_expires_soon_is_renewed(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = authority.sign("kitchen", []).read_bytes()
    monkeypatch.setattr(certificate, "LEFT_S", (certificate.DAYS + 1) * 24 * 3600)
    assert authority.sign("kitchen", []).read_bytes() != first


def test_keys_are_readable_by_their_owner_only(authority: Authority, tmp_path: Path) -> None:
    authority.sign("kitchen", [])
    for name in ("ca.key", "server.pem"):
        assert stat.S_IMODE((tmp_path / "tls" / name).stat().st_mode) == 0o600, name
    assert sorted(os.listdir(tmp_path / "tls")) == ["ca.crt", "ca.key", "server.pem"]


def test_a_missing_openssl_and_an_invalid_file_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("nothing")
    for file in (broken, tmp_path / "not there.pem"):
        with pytest.raises(NoCertificate, match=r"tls\.unusable"):
            context(file)
    with pytest.raises(NoCertificate, match=r"tls\.not_made"):
        names_of(broken)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate, match=r"tls\.no_openssl"):
        Authority(tmp_path / "tls", "kitchen")
