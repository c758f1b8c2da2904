"""A turn of Snow Tails by taps on the seat's page, counted."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

TALL = {"width": 390, "height": 844}
ROUND = [*whole_turn(1, 3, "left"), *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")]
AREA = "(key) => { const box = key.getBoundingClientRect(); return [box.width, box.height]; }"


@pytest.fixture(autouse=True)
def tall(phone: Device) -> None:
    phone.page.set_viewport_size(TALL)


def taps(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).click()


def sled(phone: Device, seat: int = 1) -> dict[str, object]:
    seats = phone.get("/state")["state"]["seats"]
    return next(one for one in seats if one["seat"] == seat)


def test_usual_turn_takes_three_taps_value_place_and_ok(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    taps(page, ".value >> nth=3", ".target.card-left")
    expect(page.locator(".pad-ok")).to_have_text("OKDone: 4")
    page.locator(".pad-ok").click()
    expect(page.locator(".your-turn")).to_have_count(0)
    assert (sled(phone)["left"], phone.get("/state")["state"]["turn"]) == (4, 3)


def test_place_can_be_tapped_before_the_value(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    taps(page, ".target.card-brake", ".value >> nth=0")
    expect(page.locator(".card-brake.fresh")).to_have_attribute("data-value", "1")
    taps(page, ".target.card-brake")
    expect(page.locator(".fresh")).to_have_count(0)


def test_place_tapped_before_the_value_is_answered_gets_the_card(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    value, place = page.locator(".value").nth(3), page.locator(".target.card-left")
    page.evaluate(
        "([value, place]) => { value.click(); place.click(); }",
        [value.element_handle(), place.element_handle()],
    )
    expect(page.locator(".card-left.fresh")).to_have_attribute("data-value", "4")


def test_long_press_on_a_place_corrects_it(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    page.locator(".target.card-left").click(delay=1000)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Left dog")).to_be_focused()


def test_bonus_has_a_button_as_large_as_the_one_without(phone: Device) -> None:
    phone.begin()
    phone.acts([*ROUND, {"act": "order"}])
    first = phone.get("/state")["state"]["turn"]
    phone.acts(turn(first, 3, "left", marks=["line"]))
    page = phone.open(f"/seat/{first}")
    bonus, plain = page.locator(".pad-bonus"), page.locator(".pad-ok")
    expect(plain).to_have_text("OKDone: 3")
    expect(bonus).to_have_text("Done with bonus: 4")
    assert bonus.evaluate(AREA) == plain.evaluate(AREA)
    bonus.click()
    expect(page.locator(".your-turn")).to_have_count(0)
    expect(page.locator(".last")).to_contain_text("takes the bonus")


def test_key_that_costs_dents_is_amber_and_says_how_many(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 5, "left", "right", marks=["line"]))
    page = phone.open("/seat/1")
    key = page.locator(".pad-ok")
    expect(key).to_have_text("OKDone: 7, 3 dents")
    expect(key).to_have_css("background-color", "rgb(255, 176, 32)")


def test_key_that_ends_the_race_is_red_and_takes_two_taps(phone: Device) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dents": 4}}])
    phone.acts(turn(1, 5, "left", "right", marks=["line"]))
    page = phone.open("/seat/1")
    key = page.locator(".pad-ok")
    expect(key).to_have_text("OKDone: 7: this ends your race")
    expect(key).to_have_css("background-color", "rgb(200, 36, 44)")
    key.click()
    expect(key).to_have_text("OKSure? Tap again, and your race is over.")
    assert sled(phone)["status"] == "racing"
    key.click()
    expect(page.locator(".lane-out")).to_be_visible()
    assert sled(phone)["status"] == "eliminated"
