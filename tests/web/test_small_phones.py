"""A turn on a small phone: all keys are visible, and none moves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (320, 568)]
LANGUAGES = ["en-GB", "de-DE", "fr-FR"]
TOPS = """() => [".values", ".pads", ".phone-foot", ".extras"].map((part) =>
  Math.round(document.querySelector(part).getBoundingClientRect().top))"""
BELOW = """() => [...document.querySelectorAll(
  ".value, .target, .pad, .phone-foot .button, .extra")]
  .filter((key) => key.getBoundingClientRect().bottom > innerHeight).map((key) => key.innerText)"""
LONGEST_TURN = [
    {"act": "tap", "seat": 1, "card": {"value": 5}},
    {"act": "slot", "seat": 1, "slot": "left"},
    {"act": "slot", "seat": 1, "slot": "right"},
    {"act": "mark", "seat": 1, "what": "line"},
    {"act": "mark", "seat": 1, "what": "sled"},
]


@pytest.fixture(scope="module")
def host(table: Service, browser: Browser) -> Iterator[Device]:
    """The first phone, which is the host's."""
    with Device(table, browser) as device:
        yield device


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_turn_and_its_undo_need_no_scrolling_and_do_not_move(
    table: Service, host: Device, browser: Browser, locale: str
) -> None:
    with Device(table, browser, locale=locale) as phone:
        assert phone.post("/seats/1/claim").ok
        for width, height in SIZES:
            host.begin()
            phone.page.set_viewport_size({"width": width, "height": height})
            page = phone.open("/seat/1")
            tops = page.evaluate(TOPS)
            for act in LONGEST_TURN:
                said = page.locator(".phone-todo").inner_text()
                host.acts([act])
                expect(page.locator(".phone-todo")).not_to_have_text(said, use_inner_text=True)
                assert page.evaluate(TOPS) == tops, (width, height, act)
                assert page.evaluate(BELOW) == [], (width, height, act)
            host.acts([{"act": "end"}])
        assert phone.post("/seats/1/release").ok


@pytest.mark.parametrize("locale", LANGUAGES)
def test_place_past_the_finish_is_asked_without_moving_the_keys(
    table: Service, host: Device, browser: Browser, locale: str
) -> None:
    with Device(table, browser, locale=locale) as phone:
        assert phone.post("/seats/1/claim").ok
        for width, height in [*SIZES, (390, 844)]:
            host.begin(limits=[])
            host.acts(LONGEST_TURN[:2])
            phone.page.set_viewport_size({"width": width, "height": height})
            page = phone.open("/seat/1")
            tops = page.evaluate(TOPS)
            host.acts([{"act": "mark", "seat": 1, "what": "line"}])
            steps = page.locator(".finish .step")
            expect(steps).to_have_count(4)
            assert page.evaluate(TOPS) == tops, (width, height)
            assert page.evaluate(BELOW) == [], (width, height)
            for step in steps.all():
                expect(step).to_be_in_viewport(ratio=1)
            steps.nth(1).click()
            expect(page.locator(".finish input").first).to_have_value("1")
            page.locator("button.noted").click()
            expect(page.locator(".finish")).to_have_count(0)
            expect(page.locator(".target.card-left")).to_be_visible()
            host.acts([{"act": "end"}])
        assert phone.post("/seats/1/release").ok


def test_a_late_mark_is_offered_without_moving_the_keys(
    table: Service, host: Device, browser: Browser
) -> None:
    host.begin()
    with Device(table, browser, locale="de-DE") as phone:
        assert phone.post("/seats/1/claim").ok
        page = phone.open("/seat/1")
        tops = page.evaluate(TOPS)
        host.acts([*LONGEST_TURN[:2], {"act": "done", "seat": 1}])
        forgot = page.locator(".mark-keys")
        expect(forgot).to_have_text("Etwas vergessen…")
        assert page.evaluate(TOPS) == tops
        forgot.get_by_role("button").click()
        expect(page.get_by_role("dialog").locator(".extra").first).to_contain_text("vergessen?")
        assert page.evaluate(TOPS) == tops
        page.keyboard.press("Escape")
        expect(page.locator(".phone-foot .button").first).to_be_in_viewport(ratio=1)


def test_a_phone_without_a_seat_finds_one_below_the_tables_words(host: Device) -> None:
    host.begin()
    host.page.set_viewport_size({"width": 820, "height": 1180})
    seat = host.open("/").locator(".take-seat")
    expect(seat).to_be_hidden()
    host.page.set_viewport_size({"width": 360, "height": 640})
    expect(seat).to_be_in_viewport(ratio=1)
    seat.click()
    expect(host.page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_the_keys_of_a_red_line_fit_the_course_sheet(host: Device) -> None:
    host.begin()
    host.acts([*LONGEST_TURN[:2], {"act": "done", "seat": 1}])
    page = host.open("/")
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Course").click()
    lines = page.get_by_role("dialog").locator(".limit:not(.fixed)")
    expect(lines).to_have_count(3)
    wide = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert lines.evaluate_all(wide) == 0
