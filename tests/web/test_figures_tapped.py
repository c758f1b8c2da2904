"""A figure that stands wrong is tapped where it is read; the history says what became of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


@pytest.fixture
def watcher(host: Device, service: Service, browser: Browser) -> Iterator[Device]:
    """A phone that has no seat."""
    with Device(service, browser) as device:
        yield device


def test_the_dents_of_a_sled_are_tapped_set_and_given_a_reason(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    page.get_by_role("button", name="Correct: Dents 0").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Dents")).to_be_focused()
    sheet.get_by_role("button", name="Dents: more").click()
    forgotten = sheet.get_by_role("button", name="Forgotten")
    forgotten.click()
    expect(forgotten).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Correct: Dents 1")).to_be_focused()
    past = host.open("/history").locator(".past-text").first
    expect(past).to_have_text("Ada, corrected: Dents 0 → 1 (forgotten).")


def test_a_reason_is_not_needed_and_can_be_taken_back(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    page.get_by_role("button", name="Correct: Dog cards in hand 5").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Dog cards in hand")).to_be_focused()
    sheet.get_by_role("textbox", name="Dog cards in hand").fill("4")
    misread = sheet.get_by_role("button", name="Card misread")
    misread.click()
    misread.click()
    sheet.get_by_role("button", name="Correct it").click()
    figures = "Dog cards in hand 5 → 4, Cards in the deck 15 → 16"
    expect(page.locator(".last")).to_have_text(f"Ada, corrected: {figures}.")


def test_who_may_not_correct_reads_figures_that_are_no_buttons(
    host: Device, watcher: Device
) -> None:
    host.begin()
    page = watcher.open("/seat/1")
    expect(page.get_by_role("img", name="Dents: 0 of 4")).to_be_visible()
    expect(page.locator(".figure-key")).to_have_count(0)


def test_a_figure_looks_the_same_as_a_button(host: Device, watcher: Device) -> None:
    host.begin()
    size = "e => [e.offsetWidth, e.offsetHeight, getComputedStyle(e).fontSize]"
    places = (".mat .card-left", ".mat .card-brake", ".mat .dents", ".mat .figure", ".mat .sign")
    mine, theirs = host.open("/seat/1"), watcher.open("/seat/1")
    for page in (mine, theirs):
        page.locator(".mat .dents").wait_for()
    for place in places:
        assert mine.locator(place).first.evaluate(size) == theirs.locator(place).first.evaluate(
            size
        ), place
