"""The posts of a running race on the real web server, with and without its fast path.

Valid and hostile requests, and each answer to the last header.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion import messages
from companion.server.asgi import BODY_BYTES
from companion.table.posts import BROKEN, REFUSED, Answer
from tests.server.site import LOCKS, SAID, TAP, Ask, Headers, Site, ask

pytestmark = pytest.mark.openssl

LASTING = (
    " Expires=Fri, 01 Jan 2100 00:00:00 GMT",
    "Secure",
    "HttpOnly",
    "Path=/",
    "SameSite=Strict",
)
UNDO, REDO = {"act": "undo"}, {"act": "redo"}


@pytest.fixture(scope="module")
def site(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("posts"), fast_path)
    yield site
    site.stop()


def undone(kind: str, **fields: Any) -> Ask:
    return Ask(path=f"/api/v1/{kind}", body={"key": "k", **fields})


PRESS = {"key": "k", "button": "ok", "hold": False}
ACT = {"key": "k", "act": TAP}
WHOLE = json.dumps(ACT).encode()
PIECES = b"%x\r\n%b\r\n0\r\n\r\n" % (len(WHOLE), WHOLE)

VALID: dict[str, tuple[Ask, str, dict[str, Any]]] = {
    "an act": (Ask(), "act", {"act": TAP}),
    "an act by https": (Ask(scheme="https"), "act", {"act": TAP}),
    "undo": (undone("undo"), "act", {"to": None, "act": UNDO}),
    "undo to an act": (undone("undo", to=3), "act", {"to": 3, "act": UNDO}),
    "redo": (undone("redo"), "act", {"to": None, "act": REDO}),
    "a press": (
        Ask(path="/api/v1/seats/3/press", body=PRESS),
        "press",
        {"button": "ok", "hold": False, "seat": 3},
    ),
    "a press at a seat that there is not": (
        Ask(path="/api/v1/seats/0077/press", body=PRESS),
        "press",
        {"button": "ok", "hold": False, "seat": 77},
    ),
    "a remedy": (
        Ask(path="/api/v1/seats/1/remedy", body={"key": "k", "n": 2}),
        "remedy",
        {"n": 2, "seat": 1},
    ),
    "a large body": (
        Ask(body=WHOLE + b" " * 4096),
        "act",
        {"act": TAP},
    ),
    "the largest body": (
        Ask(body=WHOLE + b" " * (BODY_BYTES - len(WHOLE))),
        "act",
        {"act": TAP},
    ),
    "a chunked body": (
        Ask(headers={"Content-Length": None, "Transfer-Encoding": "chunked"}, body=PIECES),
        "act",
        {"act": TAP},
    ),
    "a mark of UTF-8": (Ask(body=b"\xef\xbb\xbf" + WHOLE), "act", {"act": TAP}),
    "a path in other letters": (Ask(path="/api/v1/%61cts?lang=fr"), "act", {"act": TAP}),
    "JSON in capitals, with a charset": (
        Ask(headers={"Content-Type": "Application/JSON; charset=latin-1"}),
        "act",
        {"act": TAP},
    ),
    "a page that came by https and posts by http": (
        Ask(headers={"Origin": "https://{host}"}),
        "act",
        {"act": TAP},
    ),
    "a name of the home network": (
        Ask(headers={"Host": "Table.local", "Origin": "http://table.LOCAL"}),
        "act",
        {"act": TAP},
    ),
    "headers that nobody reads": (
        Ask(headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}),
        "act",
        {"act": TAP},
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_a_valid_post_reaches_the_table(site: Site, name: str) -> None:
    asked, kind, fields = VALID[name]
    said = ask(site, asked)
    assert said.status == 200, said
    assert json.loads(said.body)["version"] == 7
    assert said.headers == {**SAID, "content-length": str(len(said.body))}
    [post] = site.posted
    assert (post.kind, post.key, post.version, dict(post.body)) == (kind, "k", None, fields)
    assert len(post.client) == 16


@pytest.mark.parametrize("cookie", ["a=b; {http}", "__Host-companion=forged; {http}"])
def test_an_http_token_is_kept_for_https(site: Site, cookie: str) -> None:
    said = ask(site, Ask(scheme="https", headers={"Cookie": cookie}))
    kept, _, locks = said.headers["set-cookie"].partition(";")
    assert said.headers == {
        **SAID,
        "content-length": str(len(said.body)),
        "set-cookie": f"{kept};{locks}",
    }
    assert (said.status, set(locks.split("; "))) == (200, {*LASTING})
    [first] = site.posted
    assert ask(site, Ask(scheme="https", headers={"Cookie": kept})).status == 200
    assert site.posted[0].client == first.client
    ask(site, Ask())
    assert site.posted[0].client == first.client


def with_body(body: bytes, path: str = "acts") -> Ask:
    return Ask(path=f"/api/v1/{path}", body=body)


def with_fields(path: str = "acts", **fields: Any) -> Ask:
    return Ask(path=f"/api/v1/{path}", body=fields)


def with_headers(scheme: str = "http", **headers: str | Sequence[str] | None) -> Ask:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Ask(scheme=scheme, headers=named)


FLAT = b'{"key": "k", "act": {"act": %b}}'

MALFORMED: dict[str, tuple[Ask, str]] = {
    "no body": (with_body(b""), "web.no_object"),
    "half an object": (with_body(WHOLE[:-1]), "web.no_object"),
    "two objects": (with_body(WHOLE + WHOLE), "web.no_object"),
    "a list": (with_body(b"[1]"), "web.no_object"),
    "null": (with_body(b"null"), "web.no_object"),
    "not UTF-8": (with_body(b'{"key": "\xff"}'), "web.no_object"),
    "UTF-16": (with_body(WHOLE.decode().encode("utf-16")), "web.no_object"),
    "a bomb": (with_body(b'{"key": ' + b"[" * 1900), "web.no_object"),
    "a large bomb": (with_body(b'{"key": ' + b"[" * 60_000), "web.no_object"),
    "too deep": (with_body(FLAT % (b"[" * 64 + b"]" * 64)), "web.no_object"),
    "a field twice": (with_body(b'{"key": "k", "key": "k", "act": {}}'), "web.no_object"),
    "a field twice deep inside": (with_body(FLAT % b'{"a": 1, "a": 2}'), "web.no_object"),
    "no number": (with_body(FLAT % b"NaN"), "web.no_object"),
    "a number without an end": (with_body(FLAT % (b"9" * 5000)), "web.no_object"),
    "half a character": (with_body(FLAT % b'"\\ud800"'), "web.no_object"),
    "no key": (with_fields(act=TAP), "web.missing_field"),
    "an empty key": (with_fields(key="", act=TAP), "web.wrong_key"),
    "a long key": (with_fields(key="k" * 65, act=TAP), "web.wrong_key"),
    "a key that is a number": (with_fields(key=1, act=TAP), "web.wrong_type"),
    "an act that is a word": (with_fields(key="k", act="tap"), "web.wrong_type"),
    "a version that is true": (with_fields(key="k", act=TAP, version=True), "web.wrong_type"),
    "a field more": (with_fields(key="k", act=TAP, seat=1), "web.unknown_field"),
    "undo with an act": (with_fields("undo", key="k", act=TAP), "web.unknown_field"),
    "redo to nothing": (with_fields("redo", key="k", to=None), "web.wrong_type"),
    "a press of nothing": (
        with_fields("seats/1/press", key="k", button="go", hold=False),
        "web.no_such_button",
    ),
    "a press without an end": (
        with_fields("seats/1/press", key="k", button="ok"),
        "web.missing_field",
    ),
    "a remedy in words": (with_fields("seats/1/remedy", key="k", n="1"), "web.wrong_type"),
}


REFUSED_HEADS: dict[str, tuple[Ask, int, str]] = {
    "no JSON": (with_headers(Content_Type="text/plain"), 415, "web.not_json"),
    "a form": (with_headers(Content_Type="application/x-www-form-urlencoded"), 415, "web.not_json"),
    "nearly JSON": (with_headers(Content_Type="application/jsonp"), 415, "web.not_json"),
    "some kind of JSON": (with_headers(Content_Type="application/ld+json"), 415, "web.not_json"),
    "two types": (
        with_headers(Content_Type=["application/json", "text/plain"]),
        415,
        "web.not_json",
    ),
    "no type": (with_headers(Content_Type=None), 415, "web.not_json"),
    "an underscore for a dash": (
        Ask(headers={"Content-Type": None, "Content_Type": "application/json"}),
        415,
        "web.not_json",
    ),
    "no origin": (with_headers(Origin=None), 403, "web.foreign_origin"),
    "null": (with_headers(Origin="null"), 403, "web.foreign_origin"),
    "a stranger's page": (with_headers(Origin="http://evil.example"), 403, "web.foreign_origin"),
    "another port": (with_headers(Origin="http://127.0.0.1:1"), 403, "web.foreign_origin"),
    "another scheme": (with_headers(Origin="ftp://{host}"), 403, "web.foreign_origin"),
    "two origins": (
        with_headers(Origin=["http://{host}", "http://evil.example"]),
        403,
        "web.foreign_origin",
    ),
    "a page that came by http posts by https": (
        with_headers("https", Origin="http://{host}"),
        403,
        "web.foreign_origin",
    ),
    "no token": (with_headers(Cookie=None), 403, "web.no_token"),
    "a forged token": (with_headers(Cookie="companion=forged"), 403, "web.no_token"),
    "a token with more behind it": (with_headers(Cookie="{http}x"), 403, "web.no_token"),
    "the token of https by http": (with_headers(Cookie="{https}"), 403, "web.no_token"),
    "a token of http called as one of https": (
        with_headers(Cookie="__Host-{http}"),
        403,
        "web.no_token",
    ),
    "two names for a token": (
        with_headers(Cookie="companion=forged; {http}"),
        403,
        "web.no_token",
    ),
    "a bent name": (
        with_headers(Host="evil.example", Origin="http://evil.example"),
        421,
        "web.wrong_host",
    ),
    "a bent name alone": (with_headers(Host="evil.example"), 421, "web.wrong_host"),
    "a name that is none": (with_headers(Host="a b.local"), 421, "web.wrong_host"),
    "an empty name": (with_headers(Host=""), 421, "web.wrong_host"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_an_invalid_body_is_malformed(site: Site, name: str) -> None:
    asked, key = MALFORMED[name]
    assert_refused(site, asked, 400, key)


@pytest.mark.parametrize("name", REFUSED_HEADS)
def test_a_foreign_request_is_refused(site: Site, name: str) -> None:
    asked, status, key = REFUSED_HEADS[name]
    assert_refused(site, asked, status, key)


def assert_refused(site: Site, asked: Ask, status: int, key: str) -> None:
    """Assert a refusal, also after a valid request on the same connection."""
    assert ask(site, Ask(scheme=asked.scheme)).status == 200
    said = ask(site, asked)
    assert (said.status, said.key) == (status, key), said
    assert said.headers == {**SAID, "content-length": str(len(said.body))}
    told = json.loads(said.body)["error"]
    assert set(told) == {"key", "params", "text"}
    assert site.posted == []


NOWHERE: dict[str, tuple[Ask, int, str]] = {
    "looked at": (Ask(method="GET"), 405, "web.wrong_method"),
    "put": (Ask(method="PUT"), 405, "web.wrong_method"),
    "no method": (Ask(method="POSTER"), 405, "web.wrong_method"),
    "a seat without a number": (Ask(path="/api/v1/seats/one/press"), 404, "web.not_found"),
    "a seat below 0": (Ask(path="/api/v1/seats/-1/press"), 404, "web.not_found"),
    "the rule itself": (Ask(path="/api/v1/seats/%3Cint:seat%3E/press"), 404, "web.not_found"),
    "more behind it": (Ask(path="/api/v1/acts/1"), 404, "web.not_found"),
    "a slash behind it": (Ask(path="/api/v1/acts/"), 404, "web.not_found"),
    "a seat of 33 digits": (
        Ask(path=f"/api/v1/seats/{'9' * 33}/press", body=PRESS),
        404,
        "web.not_found",
    ),
    "a seat of 4000 digits": (
        Ask(path=f"/api/v1/seats/{'9' * 4000}/claim", body={"key": "k"}),
        404,
        "web.not_found",
    ),
    "a race of 5000 digits": (
        Ask("GET", f"/api/v1/races/{'9' * 5000}", b""),
        404,
        "web.not_found",
    ),
    "a seat in other digits": (
        Ask(path="/api/v1/seats/%D9%A1/press", body=PRESS),
        404,
        "web.not_found",
    ),
    "a line's end behind it": (Ask(path="/api/v1/acts%0A"), 404, "web.not_found"),
    "other letters": (Ask(path="/api/v1/Acts"), 404, "web.not_found"),
}


@pytest.mark.parametrize("name", NOWHERE)
def test_an_unknown_address_is_not_found(site: Site, name: str) -> None:
    asked, status, key = NOWHERE[name]
    said = ask(site, asked)
    assert (said.status, said.key) == (status, key), said
    assert LOCKS.items() <= said.headers.items()
    assert site.posted == []


@pytest.mark.parametrize("host", ["[::1", "a b.local"])
def test_a_wrong_host_is_repeated_in_the_refusal(site: Site, host: str) -> None:
    said = ask(site, with_headers(Host=host))
    assert json.loads(said.body)["error"]["params"] == {"host": host}


@pytest.mark.parametrize(
    ("fields", "needs"),
    [({"act": "tap"}, "object"), ({"act": TAP, "version": True}, "integer")],
)
def test_a_refusal_names_the_type_of_the_field(
    site: Site, fields: dict[str, Any], needs: str
) -> None:
    said = ask(site, with_fields(key="k", **fields))
    assert json.loads(said.body)["error"]["text"].endswith(f"It needs: {needs}.")


def test_a_body_that_is_too_large_is_refused(site: Site) -> None:
    said = ask(site, Ask(body=b" " * (BODY_BYTES + 1)))
    assert (said.status, said.key, site.posted) == (413, "web.too_large", [])


ODD: dict[str, tuple[Ask, int]] = {
    "two Hosts": (with_headers(Host=["{host}", "evil.example"]), 400),
    "two lengths": (with_headers(Content_Length=["40", "41"]), 400),
    "a length beside the pieces": (
        Ask(headers={"Transfer-Encoding": "chunked"}, body=PIECES),
        400,
    ),
    "another protocol": (with_headers(Connection="upgrade", Upgrade="websocket"), 400),
    "a name with a hole": (with_headers(Host="a..local", Origin="http://a..local"), 400),
    "a name that is too long": (
        with_headers(Host=f"{'a' * 64}.local", Origin=f"http://{'a' * 64}.local"),
        400,
    ),
    "two slashes": (Ask(path="/api/v1//acts"), 308),
}


@pytest.mark.parametrize("name", ODD)
def test_requests_no_browser_sends_do_not_reach_the_table(site: Site, name: str) -> None:
    asked, status = ODD[name]
    said = ask(site, asked)
    assert said.status == status
    assert LOCKS.items() <= said.headers.items()
    assert status != 400 or said.key in ("web.bad_request", "web.two_lengths")
    assert site.posted == []


LATE: dict[str, tuple[Ask, int, str]] = {
    "a body that is no JSON": (with_body(b"{", "acts?lang=fr"), 400, "web.no_object"),
    "a foreign page": (
        Ask(path="/api/v1/acts?lang=fr", headers={"Origin": "http://evil.example"}),
        403,
        "web.foreign_origin",
    ),
    "an address that is none": (Ask(path="/api/v1/nothing?lang=fr"), 404, "web.not_found"),
    "a wrong method": (Ask("GET", "/api/v1/acts?lang=fr", b""), 405, "web.wrong_method"),
    "a large body": (
        Ask(path="/api/v1/acts?lang=fr", body=b" " * (BODY_BYTES + 1)),
        413,
        "web.too_large",
    ),
    "another protocol": (
        Ask("GET", "/api/v1/me?lang=fr", b"", {"Connection": "upgrade", "Upgrade": "websocket"}),
        400,
        "web.bad_request",
    ),
    "two lengths": (
        Ask(path="/api/v1/acts?lang=fr", headers={"Transfer-Encoding": "chunked"}, body=PIECES),
        400,
        "web.two_lengths",
    ),
}


@pytest.mark.parametrize("name", LATE)
def test_a_refusal_is_in_the_language_of_the_address(site: Site, name: str) -> None:
    asked, status, key = LATE[name]
    for cookie in ("{http}", "lang=de; {http}"):
        headers = {"Cookie": cookie, "Accept-Language": "de", **asked.headers}
        said = ask(site, replace(asked, headers=headers))
        assert (said.status, said.key) == (status, key), said
        text = messages.sentence(key, {}, "fr")
        assert json.loads(said.body)["error"]["text"] == text
        assert LOCKS.items() <= said.headers.items()


@pytest.mark.parametrize(
    "answer", [Answer(REFUSED, key="table.no_race"), Answer(BROKEN, key="web.too_slow")]
)
@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {"Accept-Language": "de"}),
        ("", {"Cookie": "lang=de; {http}"}),
        ("?lang=de", {"Cookie": "lang=fr; {http}"}),
    ],
)
def test_the_answer_is_in_the_phones_language(
    site: Site, answer: Answer, query: str, headers: Headers
) -> None:
    usual, site.answer = site.answer, answer
    said = ask(site, Ask(path=f"/api/v1/acts{query}", headers=headers))
    site.answer = usual
    assert (said.status, said.key) == (answer.status, answer.key)
    assert said.headers == {**SAID, "content-length": str(len(said.body))}
    told = json.loads(said.body)
    assert told["error"]["text"] == messages.sentence(answer.key, {}, "de")
    assert ("state" in told) == (answer.status == REFUSED)


@pytest.mark.parametrize("headers", [{"Accept-Language": "fr"}, {"Cookie": "lang=fr; {http}"}])
def test_a_refusal_is_in_the_phones_language(site: Site, headers: Headers) -> None:
    said = ask(site, Ask(body=b"{", headers=headers))
    text = messages.sentence("web.no_object", {}, "fr")
    assert json.loads(said.body)["error"]["text"] == text
    assert text != messages.sentence("web.no_object")
