"""Rights, PIN and tokens on the real service: enforced and not forgeable."""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from companion.pages.api_description import document
from companion.pages.routes import CALLS
from companion.table import pin_lockout
from companion.table.pin_lockout import PinLockout
from companion.table.rights import MOST_AT_A_SEAT, Rights
from tests.evening.script import options
from tests.evening.service import Phone, Reply, Service, request

ANYBODY = {
    "POST /seats/<seat>/claim",
    "POST /seats/<seat>/release",
    "POST /host",
    "POST /preview",
    "POST /room",
}
"""Writing calls that a phone without rights may use (the room only with --simulate)."""

WRITES = [call.name for call in CALLS if call.writes]
READS = [call.name for call in CALLS if not call.writes and "stream" not in call.path]


@pytest.fixture(scope="module")
def table(
    fast_path: bool, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Service, Phone]]:
    """A race with the host's phone and one player's phone."""
    data = tmp_path_factory.mktemp("rights") / "data"
    service = Service(data, "--simulate", fast_path=fast_path)
    try:
        host = Phone(service.start())
        assert host.post("/races", game="snow_tails", options=options((1, 3, 5))).status == 200
        yield service, host
    finally:
        service.stop()


def sample(shape: dict[str, Any]) -> Any:
    """A valid value of this schema."""
    if "$ref" in shape:
        return {"act": "end"}
    if "enum" in shape:
        return shape["enum"][0]
    if "anyOf" in shape:
        return sample(shape["anyOf"][0])
    match shape.get("type"):
        case "object":
            told = shape.get("properties", {})
            return {name: sample(told[name]) for name in shape.get("required", ())}
        case "array":
            return []
    return {"string": "snow_tails", "integer": 1, "number": 1.0, "boolean": True}.get(
        shape.get("type", ""), {}
    )


def ask(service: Service, name: str, headers: dict[str, str], key: str = "k") -> Reply:
    """Make this call with a valid body."""
    method, path = name.split(" ")
    template = re.sub("<([a-z_]+)>", r"{\1}", path)
    told = document(CALLS)["paths"][template][method.lower()]
    path = re.sub("<game>", "snow_tails", path)
    path = re.sub("<[a-z_]+>", "1", path)
    if method == "GET":
        return request(service, method, f"/api/v1{path}", None, headers)
    body = sample(told["requestBody"]["content"]["application/json"]["schema"])
    if "key" in body:
        body["key"] = key
    return request(service, method, f"/api/v1{path}", json.dumps(body), headers)


@pytest.mark.parametrize("name", sorted(set(WRITES) - ANYBODY))
def test_a_watcher_writes_nothing(table: tuple[Service, Phone], name: str) -> None:
    answer = ask(table[0], name, Phone(table[0]).headers)
    assert answer.status == 403, answer
    assert answer.body["error"]["key"] in (
        "web.host_only",
        "web.only_watching",
        "web.not_your_seat",
    )


@pytest.mark.parametrize("name", WRITES)
def test_every_writing_call_checks_its_origin(table: tuple[Service, Phone], name: str) -> None:
    service, host = table
    for change, status in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Cookie": ""}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 421),
    ):
        answer = ask(service, name, host.headers | change)
        assert answer.status == status, (change, answer)


@pytest.mark.parametrize("name", READS)
def test_no_answer_contains_another_token_or_the_pin(
    table: tuple[Service, Phone], name: str
) -> None:
    service, host = table
    told = ask(service, name, {"Cookie": Phone(service).cookie})
    text = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
    assert host.cookie.partition("=")[2].encode() not in text
    assert client_of(host).encode() not in text
    assert b'"pin": "' not in text


def test_a_foreign_host_name_is_refused(table: tuple[Service, Phone]) -> None:
    """On any port: only addresses, localhost and local names are ours."""
    service, _ = table
    for host in ("127.0.0.1", "127.0.0.1:1", "[::1]:8000", "localhost", "companion.local:80"):
        assert request(service, "GET", "/api/v1/state", None, {"Host": host}).status == 200
    for host in ("evil.example", "127.0.0.1.evil.example", "local", "x.local.evil.example"):
        assert request(service, "GET", "/api/v1/state", None, {"Host": host}).status == 421


def client_of(phone: Phone) -> str:
    """The phone's id in its token, which is signed, not encrypted."""
    head = phone.cookie.partition("=")[2].partition(".")[0]
    told = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    return str(told["client"])


def forged(client: str, secret: bytes) -> str:
    app = Flask("forger")
    app.secret_key = secret
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer
    return f"companion={signer.dumps({'client': client})}"


def test_a_token_cannot_be_forged_or_changed(table: tuple[Service, Phone]) -> None:
    service, host = table
    who, name, value = client_of(host), *host.cookie.split("=", 1)
    head, *rest = value.split(".")
    other = base64.urlsafe_b64encode(json.dumps({"client": who}).encode()).decode().rstrip("=")
    guest = Phone(service).cookie.split("=", 1)[1].split(".")
    for cookie in (
        *(forged(who, secret) for secret in (b" ", b"secret", b"companion", who.encode())),
        f"{name}={other}.{'.'.join(guest[1:])}",
        f"{name}={head}.{'.'.join(guest[1:])}",
        f"{name}={head}..{rest[-1]}",
        f"{name}={head}",
        f"{name}={who}",
        f"__Host-{host.cookie}",
    ):
        answer = ask(service, "POST /undo", host.headers | {"Cookie": cookie})
        assert (answer.status, answer.body["error"]["key"]) == (403, "web.no_token"), cookie


def test_a_token_is_hidden_from_scripts_and_other_sites(
    table: tuple[Service, Phone],
) -> None:
    cookie = request(table[0], "GET", "/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("path", ["/", "/join", "/seat/1", "/api/v1/state", "/nothing", "/qr.svg"])
def test_every_answer_has_the_security_headers(table: tuple[Service, Phone], path: str) -> None:
    told = request(table[0], "GET", path).headers
    policy = told["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert told["x-frame-options"] == "DENY"
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "no-referrer"
    assert told["cross-origin-opener-policy"] == "same-origin"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in told


def test_rights_survive_a_power_cut_and_the_store_is_private(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--simulate").start()
    try:
        host, guest = Phone(service), Phone(service)
        assert guest.post("/seats/2/claim").status == 200
        pin = service.pin
        assert service.data.stat().st_mode & 0o077 == 0
        service.restart()
        assert service.pin == pin
        assert host.get("/me")["host"]
        assert (guest.get("/me")["seats"], guest.get("/me")["host"]) == ([2], False)
        assert guest.post("/host", pin=pin).status == 200
    finally:
        service.stop()


def test_the_pin_cannot_be_guessed_in_an_evening() -> None:
    tried, now, guessing = 0, 0.0, PinLockout()
    while now < 4 * 3600:
        if wait_s := guessing.wait_s(now):
            now += wait_s
            continue
        guessing.miss(now)
        tried += 1
    assert tried <= 110
    assert guessing.wait_s(now) <= pin_lockout.MOST_S


def test_a_right_pin_resets_the_lockout() -> None:
    guessing = PinLockout()
    for _ in range(pin_lockout.TRIES - 1):
        guessing.miss(0.0)
    guessing.hit()
    guessing.miss(0.0)
    assert guessing.wait_s(0.0) == 0
    for _ in range(pin_lockout.TRIES - 1):
        guessing.miss(0.0)
    assert guessing.wait_s(0.0) == pin_lockout.FIRST_S


def test_a_seats_phones_are_limited_and_the_latest_stay() -> None:
    rights = Rights()
    for number in range(1000):
        rights = rights.claim(f"phone-{number}", 1).claim(f"phone-{number}", 2)
    assert rights.phones(1) == rights.phones(2) == len(rights.claims) == MOST_AT_A_SEAT
    assert rights.seats("phone-999") == {1, 2}
    assert rights.claim("phone-999", 1).phones(1) == MOST_AT_A_SEAT
    assert len(rights.numbers) <= 60
