"""The backups on the races' page: the host sees them and restores one with a button."""

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device, whole_turn

pytestmark = pytest.mark.browser


def test_the_host_restores_a_backup_and_all_pages_reconnect(
    host: Device, service: Service, browser: Browser
) -> None:
    host.begin()
    host.acts(whole_turn(1, 3, "left"))
    page = host.open("/races")
    page.get_by_text("Backups", exact=True).click()
    page.get_by_role("button", name="Back up now").click()
    rows = page.locator(".backups .race-list > li")
    expect(rows.first).to_contain_text("acts: 3")
    host.acts(whole_turn(3, 3, "left"))
    rows.first.get_by_role("button", name="Go back to this one").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Go back to this one").click()
    kept = rows.filter(has_text="acts: 6")  # made before going back; the service has restarted
    expect(kept).to_have_count(1)
    host.faults = [
        fault for fault in host.faults if "net::ERR_" not in fault
    ]  # it was disconnected
    with Device(service, browser) as guest:
        assert guest.get("/state")["state"]["turn"] == 3
        expect(guest.open("/races").locator(".backups")).to_have_count(0)
