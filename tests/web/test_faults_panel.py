"""axe-core on the unfolded faults of the simulated room, in each language."""

import pytest
from playwright.sync_api import Browser

from tests.evening.service import Service
from tests.web.axe import in_both_themes
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_axe_finds_nothing_in_the_faults_of_two_seats(
    service: Service, browser: Browser, host: Device, locale: str
) -> None:
    host.begin()
    with Device(service, browser, locale=locale) as onlooker:
        page = onlooker.open("/room")
        panels = page.locator("details.faults")
        panels.first.wait_for()
        for place in (0, 1):
            panels.nth(place).locator("summary").click()
        panels.first.locator("button.fault").first.click()
        panels.first.locator("button[aria-pressed=true]").wait_for()
        found = in_both_themes(page, f"/room {locale}")
        page.set_viewport_size({"width": 320, "height": 640})
        wide = page.evaluate("document.documentElement.scrollWidth")
    assert not found, "\n".join(found)
    assert wide <= 320, "the page scrolls sideways on a narrow phone"
