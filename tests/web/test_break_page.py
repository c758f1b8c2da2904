"""A break on the pages: shown in large letters on table and seats, ended by any player."""

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


def test_break_covers_table_and_seat_until_a_key_at_a_seat_ends_it(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    page = host.open("/")
    with Device(service, browser, locale="de-DE") as phone:
        assert phone.post("/seats/3/claim").ok
        seat = phone.open("/seat/3")
        page.get_by_role("button", name="Take a break").click()
        said = page.locator(".break")
        expect(said).to_contain_text("No clock is running")
        expect(seat.locator(".break-title")).to_have_text("Pause")
        size = seat.locator(".break-title").evaluate(
            "(it) => parseFloat(getComputedStyle(it).fontSize)"
        )
        assert size >= 48
        assert seat.evaluate("document.documentElement.scrollWidth <= innerWidth")
        seat.get_by_role("button", name="Weiterspielen").click()
        expect(said).to_have_count(0)
        seat.get_by_role("button", name="Dieses Handy").click()
        seat.get_by_role("button", name="Pause machen").click()
        expect(said).to_be_visible()
        assert phone.post("/seats/3/press", button="ok", hold=False).ok
        expect(said).to_have_count(0)
        expect(seat.locator(".break")).to_have_count(0)


def test_watcher_sees_the_break_without_a_key(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    assert host.post("/break", on=True).ok
    with Device(service, browser) as guest:
        page = guest.open("/")
        expect(page.locator(".break-title")).to_have_text("Break")
        expect(page.get_by_role("button", name="Play on")).to_have_count(0)
