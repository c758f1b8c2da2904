"""Invalid requests: each gets the right status and a sentence, and changes nothing."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.evening.script import options
from tests.evening.service import Phone, Reply, Service, request
from tests.patience import PATIENCE_S

CHOSEN = options((1, 3, 5))
TAP = {"act": "tap", "seat": 1, "card": {"value": 3}}
MOST = 64 * 1024
"""Largest accepted body, in bytes (interfaces.md, section 3)."""


class Race:
    """A race under way, and its parts that must not change."""

    def __init__(self, service: Service):
        self.service = service
        self.host = Phone(service)
        assert self.host.post("/races", game="snow_tails", options=CHOSEN).status == 200
        assert self.host.act(TAP).status == 200
        self.before = self.played()

    def played(self) -> Any:
        """The acts of all races, the state and the claims."""
        live = self.host.get("/state")
        races = [self.host.get(f"/races/{race['id']}") for race in self.host.get("/races")["races"]]
        phones = [seat["phones"] for seat in live["seats"]]
        return races, live["state"], live["race"], phones

    def raw(self, path: str, body: bytes | str | None, **headers: str | None) -> Reply:
        """Send a post of the host with this body; a header of None is left out."""
        merged = self.host.headers | {name.replace("_", "-"): v for name, v in headers.items()}
        sent = {name: value for name, value in merged.items() if value is not None}
        return request(self.service, "POST", f"/api/v1{path}", body, sent)

    def refused(self, answer: Reply, status: int, key: str = "") -> None:
        """Assert this status, a sentence in the body, and that nothing has changed."""
        assert answer.status == status, answer
        error = answer.body["error"]
        assert key in ("", error["key"])
        assert error["text"] not in ("", error["key"])
        assert self.played() == self.before


@pytest.fixture(scope="module")
def race(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    """One race for all invalid requests: none may change it."""
    data = tmp_path_factory.mktemp("http") / "data"
    service = Service(data, "--simulate", fast_path=fast_path)
    try:
        yield Race(service.start())
    finally:
        service.stop()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"act"',
        "12",
        "NaN",
        '{"key": "a", "act": ',
        b"\xff\xfe",
        "[" * 30_000,
    ],
    ids=range(10),
)
@pytest.mark.parametrize("path", ["/acts", "/undo", "/races", "/seats/1/press", "/room"])
def test_a_body_that_is_not_a_json_object_is_malformed(
    race: Race, path: str, body: bytes | str
) -> None:
    race.refused(race.raw(path, body), 400)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/acts", {"act": TAP}),
        ("/acts", {"key": 1, "act": TAP}),
        ("/acts", {"key": "", "act": TAP}),
        ("/acts", {"key": "k" * 65, "act": TAP}),
        ("/acts", {"key": "a", "act": "tap"}),
        ("/acts", {"key": "a", "act": None}),
        ("/acts", {"key": "a", "act": [TAP]}),
        ("/acts", {"key": "a", "act": TAP, "version": "7"}),
        ("/acts", {"key": "a", "act": TAP, "version": True}),
        ("/acts", {"key": "a", "act": TAP, "seat": 1}),
        ("/acts", {"key": "a", "act": {}}),
        ("/acts", {"key": "a", "act": {"act": "fly"}}),
        ("/acts", {"key": "a", "act": {"act": 7}}),
        ("/acts", {"key": "a", "act": {"act": []}}),
        ("/acts", {"key": "a", "act": {"act": {"act": "tap"}}}),
        ("/acts", {"key": "a", "act": {"act": "\ud800"}}),
        ("/acts", {"key": "\ud800", "act": TAP}),
        ("/acts", {"key": "a", "act": {"act": "correct", "set": json.loads("[" * 99 + "]" * 99)}}),
        ("/acts", {"key": "a", "act": {"act": "done", "seat": 1, "took_s": float("nan")}}),
        ("/undo", {"key": "a", "steps": 3}),
        ("/redo", {}),
        ("/races", {"key": "a", "game": "snow_tails"}),
        ("/races", {"key": "a", "game": 1, "options": CHOSEN}),
        ("/races", {"key": "a", "game": "snow_tails", "options": []}),
        ("/races", {"key": "a", "game": "snow_tails", "options": CHOSEN, "replace": "1"}),
        ("/seats/1/press", {"key": "a", "button": "ok"}),
        ("/seats/1/press", {"key": "a", "button": "ok", "hold": 0}),
        ("/seats/1/press", {"key": "a", "button": "go", "hold": False}),
        ("/seats/1/remedy", {"key": "a", "n": "1"}),
        ("/seats/1/claim", {"key": "a", "name": "Eve"}),
        ("/host", {"key": "a", "pin": 1234}),
        ("/room", {"hand": "wave", "seat": 1}),
        ("/room", {"hand": "lift"}),
        ("/room", {"hand": "lift", "seat": "1"}),
        ("/room", {"hand": "lift", "seat": 9}),
        ("/room", {"hand": "press", "seat": 1, "button": "go"}),
        ("/room", {"hand": "press", "seat": 1, "button": "ok", "hold_s": 1e9}),
        ("/room", {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": "4"}}),
        ("/room", {"hand": "tap", "seat": 1, "card": 4}),
        ("/room", {"hand": ["tap"], "seat": 1}),
    ],
)
def test_wrong_fields_and_types_are_malformed(race: Race, path: str, body: Any) -> None:
    race.refused(race.raw(path, json.dumps(body)), 400)


@pytest.mark.parametrize(
    "act",
    [
        {"act": "tap", "seat": 1},
        {"act": "tap", "seat": 1, "card": 3},
        {"act": "tap", "seat": 1, "card": {"value": 6}},
        {"act": "tap", "seat": 1, "card": {"value": 3.0}},
        {"act": "tap", "seat": 1, "card": {"value": 3}, "colour": "red"},
        {"act": "tap", "seat": "1", "card": {"value": 3}},
        {"act": "tap", "seat": 2, "card": {"value": 3}},
        {"act": "slot", "seat": 1, "slot": "up"},
        {"act": "slot", "seat": 3, "slot": "left"},
        {"act": "done", "seat": 1},
        {"act": "done", "seat": 1, "took_s": -1},
        {"act": "done", "seat": [], "bonus": {}},
        {"act": "slot", "seat": 1, "slot": ["left"]},
        {"act": "correct", "set": {"order": [[], {}]}},
        {"act": "correct", "seat": 1, "set": {}},
        {"act": "correct", "seat": 1, "set": {"dents": 10**400}},
        {"act": "course", "limits": [0]},
        {"act": "order", "seats": [1, 1, 1]},
    ],
)
def test_an_act_that_the_rules_reject_is_refused(race: Race, act: Any) -> None:
    race.refused(race.raw("/acts", json.dumps({"key": race.host.key(), "act": act})), 409)


def test_options_that_the_game_rejects_are_refused(race: Race) -> None:
    for wrong in ({}, {**CHOSEN, "seats": []}, {**CHOSEN, "wind": 3}, {**CHOSEN, "limits": [0]}):
        race.refused(race.host.post("/races", game="snow_tails", options=wrong), 409)
    race.refused(race.host.post("/races", game="chess", options=CHOSEN), 409)
    race.refused(race.host.post("/races", game="snow_tails", options=CHOSEN, replace=99), 409)
    for number in (99, 10**30):
        race.refused(race.host.post(f"/races/{number}/resume"), 409)


def test_an_oversized_body_is_refused(race: Race) -> None:
    body = json.dumps({"key": "a", "act": {**TAP, "card": {"value": 3, "pad": "x" * MOST}}})
    race.refused(race.raw("/acts", body), 413, "web.too_large")


def test_a_huge_body_is_not_read_to_its_end(race: Race) -> None:
    with socket.create_connection(("127.0.0.1", race.service.port), PATIENCE_S) as web:
        lines = [f"{name}: {value}" for name, value in race.host.headers.items()]
        head = ["POST /api/v1/acts HTTP/1.1", f"Host: 127.0.0.1:{race.service.port}", *lines]
        web.sendall("\r\n".join([*head, "Content-Length: 999999999", "", ""]).encode() + b"{")
        assert race.played() == race.before
        assert web.recv(100).startswith(b"HTTP/1.1 413")
    assert race.played() == race.before


@pytest.mark.parametrize(
    "origin",
    [None, "null", "", "http://evil.example", "https://evil.example:8000", "http://127.0.0.1"],
)
def test_a_foreign_page_may_change_nothing(race: Race, origin: str | None) -> None:
    for path in ("/acts", "/undo", "/races", "/seats/1/claim", "/host", "/room"):
        answer = race.raw(path, '{"key": "x"}', Origin=origin)
        race.refused(answer, 403, "web.foreign_origin")


@pytest.mark.parametrize("cookie", [None, "", "companion=eyJjbGllbnQiOiIxIn0.forged.signature"])
def test_a_post_without_a_token_is_refused(race: Race, cookie: str | None) -> None:
    body = json.dumps({"key": "a", "act": {"act": "slot", "seat": 1, "slot": "left"}})
    race.refused(race.raw("/acts", body, Cookie=cookie), 403, "web.no_token")
    race.refused(race.raw("/room", '{"hand": "lift", "seat": 1}', Cookie=cookie), 403)


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "x"])
def test_a_post_that_is_not_json_is_refused(race: Race, kind: str | None) -> None:
    body = json.dumps({"key": "a", "act": {"act": "slot", "seat": 1, "slot": "left"}})
    race.refused(race.raw("/acts", body, Content_Type=kind), 415, "web.not_json")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "", "[::1", "a b"])
def test_a_foreign_host_name_for_this_address_is_refused(race: Race, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/v1/state"), ("POST", "/api/v1/undo")):
        headers = {**race.host.headers, "Host": host, "Origin": f"http://{host}"}
        answer = request(race.service, method, path, '{"key": "x"}', headers)
        assert answer.status in (400, 421), answer
    assert race.played() == race.before


def test_a_phone_that_only_watches_changes_nothing(race: Race) -> None:
    watcher = Phone(race.service)
    me = watcher.get("/me")
    assert (me["seats"], me["host"], me["pin"]) == ([], False, None)
    slot = {"act": "slot", "seat": 1, "slot": "left"}
    for act in (slot, {"act": "undo"}, {"act": "redo"}, {"act": "order"}, {"act": "end"}):
        race.refused(watcher.act(act), 403)
    correct = {"act": "correct", "set": {"turn": 3}}
    race.refused(watcher.act(correct), 403)
    race.refused(watcher.post("/races", game="snow_tails", options=CHOSEN), 403)
    race.refused(watcher.post("/races/1/resume"), 403)
    race.refused(watcher.post("/seats/1/press", button="left", hold=False), 403)
    race.refused(watcher.post("/seats/1/remedy", n=1), 403)
    race.refused(watcher.post("/host", pin="no"), 403)
    race.refused(watcher.post("/seats/9/claim"), 409)


def test_a_phone_with_a_seat_acts_for_no_other(race: Race) -> None:
    phone = Phone(race.service)
    assert phone.post("/seats/3/claim").status == 200
    before, race.before = race.before, race.played()
    try:
        race.refused(phone.act({"act": "slot", "seat": 1, "slot": "left"}), 403)
        race.refused(phone.act({"act": "correct", "seat": 1, "set": {"dents": 4}}), 403)
        race.refused(phone.act({"act": "course", "limits": [9, 9, 9]}), 403)
        race.refused(phone.act({"act": "end"}), 403)
    finally:
        assert phone.post("/seats/3/release").status == 200
        race.before = before
    assert race.played() == race.before


def test_the_pin_cannot_be_guessed(race: Race) -> None:
    guesser = Phone(race.service)
    answers = [guesser.post("/host", pin=f"x{n:03}") for n in range(8)]
    assert {answer.status for answer in answers} <= {403, 409}
    assert answers[-1].body["error"]["key"] == "web.pin_wait"
    assert guesser.post("/host", pin=race.service.pin).status == 409
    assert not guesser.get("/me")["host"]


def test_an_act_for_an_old_state_is_stale(race: Race) -> None:
    old = race.host.act({"act": "redo"}, version=0)
    race.refused(old, 409, "web.stale")
    assert old.body["state"]["state"] == race.before[1]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v1/acts", 405),
        ("PUT", "/api/v1/acts", 405),
        ("DELETE", "/api/v1/races/1", 405),
        ("GET", "/api/v1/races/999", 404),
        ("GET", f"/api/v1/races/{10**30}/export", 404),
        ("GET", "/api/v1/races/999/export", 404),
        ("GET", "/api/v1/races/1/export?format=exe", 400),
        ("POST", "/api/v1/nothing", 404),
    ],
)
def test_wrong_paths_and_methods_are_refused(
    race: Race, method: str, path: str, status: int
) -> None:
    answer = request(race.service, method, path, '{"key": "a"}', race.host.headers)
    race.refused(answer, status)


@pytest.mark.parametrize(
    "path",
    ["/seat/9", "/seat/x", "/static/../app.py", "/static/%2e%2e/app.py", "/nothing", "/%00"],
)
def test_an_unknown_page_is_404(race: Race, path: str) -> None:
    assert request(race.service, "GET", path).status == 404
