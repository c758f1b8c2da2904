"""Reindeer Races on a French phone: the turn's headline and the correction's labels."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.evening.service import Service
from tests.web.site import Device
from tests.web.test_reindeer_pages import begin

pytestmark = pytest.mark.browser

LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
}"""


@pytest.fixture
def french(service: Service, browser: Browser) -> Iterator[Device]:
    device = Device(service, browser, locale="fr-FR", viewport={"width": 390, "height": 844})
    yield device
    device.context.close()


def lines(element: Locator) -> int:
    """The lines of text of an element."""
    return int(element.evaluate(LINES))


def test_headline_is_short_and_the_number_stays_with_the_reindeer(french: Device) -> None:
    begin(french)
    page = french.open("/seat/1")
    headline = page.locator(".todo-first")
    expect(headline).to_contain_text("Déplace un renne")
    assert lines(headline) <= 4
    page.get_by_role("button", name="Corriger", exact=True).click()
    label = page.get_by_role("dialog").get_by_text("Renne 1", exact=True)
    expect(label).to_be_visible()
    assert lines(label) == 1
