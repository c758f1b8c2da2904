"""A phone's token by http and by https."""

from flask import Flask, session
from flask.testing import FlaskClient

from companion.sessions import Sessions


def phone() -> FlaskClient:
    """A page that gives a token on the way in, and says which one came."""
    app = Flask("tokens")
    app.secret_key = b"secret"
    app.session_interface = Sessions()

    @app.get("/<name>")
    def page(name: str) -> str:
        return str(session.setdefault("client", name))

    return app.test_client()


HTTPS = "https://localhost"


def test_each_way_has_a_cookie_of_its_own_and_the_encrypted_one_stays_encrypted() -> None:
    http = phone().get("/a").headers["Set-Cookie"]
    https = phone().get("/a", base_url=HTTPS).headers["Set-Cookie"]
    assert http.startswith("session=")
    assert "Secure" not in http
    assert https.startswith("__Host-session=")
    assert "Secure" in https


def test_who_comes_from_http_stays_who_it_is_and_keeps_it_by_https() -> None:
    client = phone()
    assert client.get("/a").text == "a"
    assert client.get("/b", base_url=HTTPS).text == "a"
    client.delete_cookie("session")
    assert client.get("/c", base_url=HTTPS).text == "a"
    assert client.get("/d").text == "d"
    assert client.get("/e", base_url=HTTPS).text == "a"


def test_a_forged_token_from_http_is_none() -> None:
    client = phone()
    client.set_cookie("session", "forged")
    assert client.get("/b", base_url=HTTPS).text == "b"
