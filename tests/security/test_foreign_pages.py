"""A foreign page in the host's browser can read, change and frame nothing."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from tests.chromium import launched
from tests.evening.service import Service

pytestmark = pytest.mark.browser

STRANGER = "evil.example"
"""A foreign domain that the browser resolves to this machine (DNS rebinding)."""

ATTACK = """async (table) => {
    const bodies = {
        "text/plain": '{"key": "x", "act": {"act": "end"}}',
        "application/json": '{"key": "x", "act": {"act": "end"}}',
        "application/x-www-form-urlencoded": "key=x",
    };
    const got = [];
    for (const mode of ["no-cors", "cors"])
      for (const [type, body] of Object.entries(bodies))
        for (const path of ["acts", "undo", "seats/1/claim", "seats/1/release"])
          await fetch(`${table}/api/v1/${path}`, {
            method: "POST", mode, body, credentials: "include", headers: {"Content-Type": type},
          }).then(async (answer) => got.push(await answer.text()), () => null);
    for (const path of ["state", "me", "races/1/export"])
      await fetch(`${table}/api/v1/${path}`, {credentials: "include"})
        .then(async (answer) => got.push(await answer.text()), () => null);
    return got.join("");
}"""

LISTEN = """(table) => new Promise((done) => {
    const stream = new EventSource(`${table}/api/v1/stream`, {withCredentials: true});
    stream.addEventListener("state", (event) => done(event.data));
    stream.onerror = () => { stream.close(); done("nothing"); };
})"""

FORM = """(table) => {
    const form = Object.assign(document.createElement("form"),
      {method: "post", action: `${table}/api/v1/acts`, enctype: "text/plain"});
    form.append(Object.assign(document.createElement("input"),
      {name: '{"key": "f", "act": {"act": "end"}, "x": "', value: '"}'}));
    document.body.append(form);
    form.submit();
}"""


class Blank(BaseHTTPRequestHandler):
    """The foreign web server: an empty page at every path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>win a prize</title><body>")

    def log_message(self, *words: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def foreign() -> Iterator[str]:
    """The URL of the foreign page."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    serving = threading.Thread(target=web.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{web.server_port}"
    web.shutdown()
    serving.join()
    web.server_close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("foreign") / "data", "--simulate")
    try:
        yield service.start()
    finally:
        service.stop()


@pytest.fixture(scope="module")
def context(table: Service, playwright: Playwright) -> Iterator[BrowserContext]:
    """The host's browser with its token, during a race."""
    rules = f"--host-resolver-rules=MAP {STRANGER} 127.0.0.1"
    chromium = launched(playwright, rules)
    context = chromium.new_context(base_url=table.url)
    context.new_page().goto("/")
    seats = [
        {"seat": n, "name": f"{n}", "colour": colour, "place": n}
        for n, colour in ((1, "red"), (2, "blue"))
    ]
    race = {"key": "r", "game": "snow_tails", "options": {"seats": seats, "limits": [4]}}
    answer = context.request.post("/api/v1/races", data=race, headers={"Origin": table.url})
    assert answer.ok, answer.text()
    yield context
    chromium.close()


@pytest.fixture
def page(context: BrowserContext, foreign: str) -> Iterator[Page]:
    """The foreign page, opened in the host's browser."""
    page = context.new_page()
    page.goto(foreign)
    yield page
    page.close()


def acts(context: BrowserContext) -> Any:
    told = context.request.get("/api/v1/races/1").json()
    seats = context.request.get("/api/v1/state").json()["seats"]
    return told["acts"], told["over"], [seat["phones"] for seat in seats]


def test_a_foreign_page_neither_posts_nor_reads(
    context: BrowserContext, page: Page, table: Service
) -> None:
    before = acts(context)
    assert page.evaluate(ATTACK, table.url) == ""
    assert page.evaluate(LISTEN, table.url) == "nothing"
    assert acts(context) == before


def test_a_foreign_form_changes_nothing(
    context: BrowserContext, page: Page, table: Service
) -> None:
    before = acts(context)
    with page.expect_navigation(url=f"{table.url}/**"):
        page.evaluate(FORM, table.url)
    assert "web.not_json" in page.content()
    assert acts(context) == before


def test_a_foreign_page_cannot_frame_pages_or_show_pictures(page: Page, table: Service) -> None:
    """Clickjacking: no button of ours can lie invisibly under another one."""
    came = "framenavigated"
    with page.expect_event(came, lambda frame: frame.url.startswith("chrome-error://")) as instead:
        page.evaluate(
            "(url) => { document.body.append(Object.assign("
            "document.createElement('iframe'), {src: url, name: 'trap'})); }",
            f"{table.url}/seat/1",
        )
    assert instead.value.name == "trap"
    shown = page.evaluate(
        "(src) => new Promise((done) => Object.assign(new Image(),"
        " {onload: () => done('shown'), onerror: () => done('blocked'), src}))",
        f"{table.url}/qr.svg",
    )
    assert shown == "blocked"


def test_dns_rebinding_opens_nothing(context: BrowserContext, table: Service) -> None:
    """To the browser the foreign page and our service have the same origin."""
    bent = f"http://{STRANGER}:{table.port}"
    page = context.new_page()
    answer = page.goto(f"{bent}/")
    assert answer
    assert answer.status == 421
    before = acts(context)
    said = page.evaluate(ATTACK, bent)
    assert "web.wrong_host" in said
    assert "version" not in said
    assert page.evaluate(LISTEN, bent) == "nothing"
    assert acts(context) == before
    page.close()
