"""Regressions found by people who used the pages for the first time."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser

TOP = "() => document.querySelector('.pads').getBoundingClientRect().top"


@pytest.fixture(scope="module")
def grandmother(table: Service, browser: Browser) -> Iterator[Device]:
    """The first phone, which is the host's."""
    with Device(table, browser) as device:
        yield device


@pytest.fixture
def guest(table: Service, grandmother: Device, browser: Browser) -> Iterator[Page]:
    """A later phone, in German."""
    with Device(table, browser, locale="de-DE") as device:
        assert device.post("/seats/5/claim").ok
        yield device.page


def test_a_guest_sees_at_once_that_the_host_starts_races(guest: Page) -> None:
    guest.goto("/seat/5")
    expect(guest.locator(".phone-todo")).to_contain_text("sobald die Spielleitung")
    expect(guest.locator(".phone-todo a")).to_have_count(0)
    guest.goto("/setup?game=snow_tails")
    expect(guest.locator(".setup > .note").first).to_contain_text("Nur die Spielleitung")
    guest.locator(".setup > .note a").click()
    expect(guest.get_by_label("PIN").first).to_be_focused()
    guest.goto("/join")
    expect(guest.get_by_text("frei", exact=True)).to_have_count(4)
    expect(guest.locator("a[href='/setup'].go")).to_have_count(0)


def test_the_keys_stay_under_the_thumb_while_a_turn_is_played(
    grandmother: Device, guest: Page
) -> None:
    names = [(5, "Ada", "red", 1), (1, "Bo", "blue", 2)]
    fields = ("seat", "name", "colour", "place")
    grandmother.begin(seats=[dict(zip(fields, each, strict=True)) for each in names])
    guest.goto("/seat/5")
    steps = [
        ("Halt sie an den Leser oder tipp", []),
        ("Du spielst eine 5", [{"act": "tap", "seat": 5, "card": {"value": 5}}]),
        ("7 vor", [{"act": "slot", "seat": 5, "slot": slot} for slot in ("left", "right")]),
        ("deine fünfte Delle", [{"act": "mark", "seat": 5, "what": "line"}]),
    ]
    tops = set()
    for words, acts in steps:
        grandmother.acts(acts)
        expect(guest.locator(".phone-todo")).to_contain_text(words)
        tops.add(guest.evaluate(TOP))
    assert len(tops) == 1


def test_a_hold_only_key_has_one_label_and_done_is_called_ok(
    grandmother: Device,
) -> None:
    grandmother.begin()
    expect(grandmother.open("/seat/1").locator(".pad-ok")).to_have_text("OKDone")
    place = grandmother.open("/room").locator(".place", has_text="Ada")
    expect(place.locator(".pad-event")).to_have_text("hold: Choose the card's value…")
    expect(place.locator(".pad-ok")).to_have_text("OKDone")


def test_a_sheet_can_be_closed_from_anywhere(grandmother: Device) -> None:
    grandmother.begin()
    page = grandmother.open("/seat/1")
    page.get_by_role("button", name="What if").click()
    expect(page.get_by_role("button", name="Close")).to_be_in_viewport()


def test_only_the_host_is_offered_the_next_race(grandmother: Device, guest: Page) -> None:
    grandmother.begin()
    grandmother.acts([{"act": "end"}])
    guest.goto("/seat/5")
    expect(guest.get_by_role("link", name="Rennbericht")).to_be_visible()
    expect(guest.get_by_role("link", name="Leute oder Spiel ändern")).to_have_count(0)
    page = grandmother.open("/seat/1")
    expect(page.get_by_role("link", name="Other players or game")).to_be_visible()
    expect(page.locator(".phone-todo .medal")).to_have_text("1")


def test_a_press_without_a_connection_is_reported_at_once(
    table: Service, grandmother: Device, browser: Browser
) -> None:
    grandmother.begin()
    with Device(table, browser) as lost:
        lost.post("/seats/5/claim")
        page = lost.open("/seat/5")
        expect(page.locator("#away")).to_be_empty()  # otherwise it may connect later
        lost.context.set_offline(True)
        expect(page.locator("#away")).to_contain_text("Not connected")
        assert grandmother.post("/seats/2/claim").ok  # news, which a stream still open would bring
        expect(page.locator("#away")).to_contain_text("Not connected")
        tried: list[str] = []
        page.on("requestfailed", lambda one: tried.append(one.method))
        page.locator(".value").first.click()
        expect(page.locator("#toast")).to_contain_text("Not sent")
        assert tried.count("POST") == 1  # there is no retry before the message
        lost.context.set_offline(False)
        expect(page.locator("#away")).to_be_empty()
        lost.faults.clear()  # the browser logs every request without network
    assert grandmother.get("/state")["race"]["acts"] == 0
