"""A phone's token over http and over https."""

import time

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from companion.server.sessions import Sessions


def phone() -> FlaskClient:
    """A client of an app whose page gives a token and returns the one it received."""
    app = Flask("tokens")
    app.secret_key = b"secret"
    app.session_interface = Sessions()

    @app.get("/<name>")
    def page(name: str) -> str:
        session.permanent = True
        return str(session.setdefault("client", name))

    return app.test_client()


HTTPS = "https://localhost"


def test_http_and_https_have_separate_cookies() -> None:
    http = phone().get("/a").headers["Set-Cookie"]
    https = phone().get("/a", base_url=HTTPS).headers["Set-Cookie"]
    assert http.startswith("session=")
    assert "Secure" not in http
    assert https.startswith("__Host-session=")
    assert "Secure" in https


def test_phone_keeps_its_identity_from_http_to_https() -> None:
    client = phone()
    assert client.get("/a").text == "a"
    assert client.get("/b", base_url=HTTPS).text == "a"
    client.delete_cookie("session")
    assert client.get("/c", base_url=HTTPS).text == "a"
    assert client.get("/d").text == "d"
    assert client.get("/e", base_url=HTTPS).text == "a"


def test_a_forged_http_token_is_rejected() -> None:
    client = phone()
    client.set_cookie("session", "forged")
    assert client.get("/b", base_url=HTTPS).text == "b"


def test_a_cached_token_does_not_validate_another() -> None:
    client = phone()
    assert client.get("/a").text == client.get("/b").text == "a"
    good = client.get_cookie("session")
    assert good is not None
    client.set_cookie("session", good.value[:-2] + ("AA" if good.value[-2:] != "AA" else "BB"))
    assert client.get("/c").text == "c"


@pytest.mark.parametrize("days", [-3650, -2, 2, 800, 20_000])
def test_a_token_is_valid_at_any_clock_setting(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    client = phone()
    assert client.get("/a").text == "a"
    then = time.time() + days * 86_400
    monkeypatch.setattr(time, "time", lambda: then)
    assert client.get("/b").text == "a"


def test_a_token_never_expires_by_this_machines_clock() -> None:
    assert "Expires=Fri, 01 Jan 2100" in phone().get("/a").headers["Set-Cookie"]
