"""https beside http: the handshake, and the offers to a browser."""

import re
import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.chromium import launched
from tests.evening.service import Service, request
from tests.patience import PATIENCE_S, Pace
from tests.web.axe import in_both_themes
from tests.web.site import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.openssl]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Secure(Service):
    """A service with https on a fixed port."""

    def __init__(self, data: Path):
        self.tls_port = free_port()
        super().__init__(data, "--simulate", "--tls", "--tls-port", str(self.tls_port))

    @property
    def https(self) -> str:
        return f"https://127.0.0.1:{self.tls_port}"

    def connect(self) -> HTTPSConnection:
        """Connect as a phone that trusts the table's authority."""
        trusted = ssl.create_default_context(cafile=str(self.data / "tls" / "ca.crt"))
        return HTTPSConnection("127.0.0.1", self.tls_port, timeout=PATIENCE_S, context=trusted)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Secure]:
    running = Secure(tmp_path / "data")
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium that accepts every certificate, as ours is not in the system's store."""
    chromium = launched(playwright, "--ignore-certificate-errors")
    yield chromium
    chromium.close()


@pytest.fixture
def context(service: Secure, browser: Browser) -> Iterator[BrowserContext]:
    """A phone's browser context."""
    opened = browser.new_context(ignore_https_errors=True, locale="en-GB")
    opened.set_default_timeout(PATIENCE_MS)
    yield opened
    opened.close()


def shown(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator(".loading")).to_have_count(0)
    return page


def test_a_trusting_phone_reads_pages_and_stream_over_https(
    service: Secure,
) -> None:
    web = service.connect()
    web.request("GET", "/")
    answer = web.getresponse()
    answer.read()
    assert answer.status == 200
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-companion=")
    assert "; Secure; HttpOnly" in cookie
    web.request("GET", "/api/v1/stream", headers={"Cookie": cookie.partition(";")[0]})
    stream = web.getresponse()
    lines = [stream.readline() for _ in range(3)]
    assert lines[1] == b"event: state\n"
    assert b'"version":' in lines[2]
    with Pace() as pace:
        assert service.stop() == 0
    assert pace.took_s <= pace.allows(2.5)
    web.close()


def test_http_offers_the_certificate_but_no_shell(service: Secure) -> None:
    page = request(service, "GET", "/")
    assert "Secure" not in page.headers["set-cookie"]
    certificate = request(service, "GET", "/ca.crt")
    assert certificate.headers["content-type"] == "application/x-x509-ca-cert"
    assert "PRIVATE" not in str(certificate.body)
    for path in ("/sw.js", "/offline", "/app.webmanifest", "/enter"):
        assert request(service, "GET", path).status == 404, path


def test_a_phone_keeps_its_rights_from_http_to_https(
    service: Secure, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(f"{service.url}/secure")
    expect(page.get_by_role("link", name="Load the certificate")).to_be_visible()
    expect(page.get_by_text("iPhone and iPad")).to_be_visible()
    page.get_by_role("link", name=service.https).click()
    page.wait_for_url(f"{service.https}/")
    me = context.request.get(f"{service.https}/api/v1/me").json()
    assert me["host"]
    assert {cookie["name"] for cookie in context.cookies(service.https)} >= {"__Host-companion"}


@pytest.mark.slow
def test_axe_finds_nothing_on_the_pages_around_https(
    service: Secure, context: BrowserContext
) -> None:
    page = context.new_page()
    # The table stays away for the offline page, which otherwise leaves within a second.
    page.route("**/api/v1/state", lambda route: route.abort())
    found = []
    for address in (f"{service.url}/secure", f"{service.https}/secure", f"{service.https}/offline"):
        found += in_both_themes(shown(page, address), address)
    assert not found, "\n".join(found)


def test_the_page_can_be_installed_and_keep_the_screen_awake(
    service: Secure, context: BrowserContext
) -> None:
    page = shown(context.new_page(), f"{service.https}/")
    manifest = context.request.get(f"{service.https}/app.webmanifest")
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/app.webmanifest"
    assert manifest.json()["scope"] == "/"
    icon = context.request.get(service.https + manifest.json()["icons"][0]["src"])
    assert icon.ok
    page.get_by_role("button", name="This phone").click()
    page.get_by_role("switch", name="The screen stays awake").check()
    page.reload()
    page.get_by_role("button", name="This phone").click()
    expect(page.get_by_role("switch", name="The screen stays awake")).to_be_checked()


def test_the_offline_shell_reports_an_unreachable_table(
    service: Secure, context: BrowserContext
) -> None:
    page = shown(context.new_page(), f"{service.https}/join")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    service.stop()
    page.goto(f"{service.https}/join")
    expect(page.get_by_role("heading")).to_have_text("The table does not answer")
    service.start()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    assert re.search(r"/join$", page.url)
