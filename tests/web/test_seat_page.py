"""The page of a seat."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser


def test_a_surplus_discard_is_named_on_the_value_keys(phone: Device) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dogs": 8}}, *whole_turn(1, 4, "left")])
    page = phone.open("/seat/1")
    naming = page.get_by_role("button", name="Name a discard")
    before = phone.get("/state")["state"]["seats"][0]["unseen"]["2"]
    naming.click()
    page.get_by_role("button", name="Discarded 2").click()
    expect(page.locator(".last")).to_have_text("Ada discarded a 2.")
    assert phone.get("/state")["state"]["seats"][0]["unseen"]["2"] == before - 1


def test_an_early_shuffle_is_offered_only_when_the_deck_is_empty(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    shuffled = page.get_by_role("button", name="Shuffled early")
    expect(page.locator(".value").first).to_be_visible()
    expect(shuffled).to_have_count(0)
    phone.acts([{"act": "correct", "seat": 1, "set": {"deck": 0}}])
    shuffled.click()
    expect(page.locator(".last")).to_have_text("Ada has shuffled a new deck.")
    expect(shuffled).to_have_count(0)
    assert phone.get("/state")["state"]["seats"][0]["deck"] == 15


def test_rows_and_lane_that_nobody_entered_are_not_sent(phone: Device) -> None:
    phone.begin(limits=[])
    phone.acts([*turn(1, 4, "left"), {"act": "mark", "seat": 1, "what": "line"}])
    page = phone.open("/seat/1")
    expect(page.locator(".finish input").first).to_have_value("")
    with page.expect_request("**/api/v1/acts") as sent:
        page.get_by_role("button", name="OK").click()
    assert sent.value.post_data_json["act"] == {"act": "done", "seat": 1, "bonus": False}
    expect(page.locator(".finish")).to_have_count(0)


def test_what_if_shows_the_finish_beyond_a_line_that_eliminates(phone: Device) -> None:
    phone.begin(limits=[4])
    phone.acts([{"act": "correct", "seat": 1, "set": {"dents": 4}}])
    page = phone.open("/seat/1")
    page.get_by_role("button", name="What if…").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="5").check()
    sheet.get_by_role("button", name="left dog").click()
    ends = sheet.locator("dd")
    expect(ends).to_have_count(3)
    expect(ends.nth(1)).to_contain_text("the sled is out of the race")
    expect(ends.nth(2)).to_contain_text("no fifth dent")


def test_preview_calculates_a_turn_without_playing_it(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 4, "left"))
    page = phone.open("/seat/3")  # not up; Ada has half played
    before = phone.get("/state")
    page.get_by_role("button", name="What if…").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="5").check()
    sheet.get_by_role("button", name="left dog").click()
    expect(sheet.locator(".sum")).to_contain_text("5 + 3 \N{MINUS SIGN} 3 =5")
    expect(sheet.get_by_role("img", name="2 of them drifting left")).to_be_visible()
    expect(sheet.locator("dt")).to_have_text(
        ["No line crossed", "Crossed: 4", "Crossed: 4, 3", "Crossed: 4, 3, 5"]
    )
    ends = sheet.locator("dd")
    expect(ends.nth(0)).to_have_text("Bo: draw 1 card.")
    expect(ends.nth(1)).to_contain_text("Bo: take 1 dent.")
    sheet.get_by_role("button", name="right dog").click()
    expect(sheet.locator(".sum")).to_contain_text("5 + 5 \N{MINUS SIGN} 3 =7")
    expect(ends).to_have_count(3)
    expect(ends.nth(2)).to_contain_text("the sled is out of the race")
    sheet.get_by_role("button", name="Close").click()
    assert phone.get("/state")["version"] == before["version"]


def test_preview_says_why_a_turn_is_refused(phone: Device) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dogs": 1}}])
    page = phone.open("/seat/1")
    page.get_by_role("button", name="What if…").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="5").check()
    for slot in ("left dog", "right dog"):
        sheet.get_by_role("button", name=slot).click()
    expect(sheet.locator(".note")).to_contain_text("Ada")


def test_two_seats_on_a_small_phone_keep_every_key_visible(phone: Device) -> None:
    phone.begin()
    for seat in (1, 3):
        assert phone.post(f"/seats/{seat}/claim").ok
    phone.acts(turn(1, 4, "left", "right", marks=["line"]))
    page = phone.open("/seat/1")
    expect(page.locator(".own-seat")).to_have_count(2)
    for key in (".card-left", ".card-brake", ".card-right", ".mark-keys", ".pad-ok"):
        expect(page.locator(key)).to_be_in_viewport(ratio=1)
    for seat in (1, 3):
        assert phone.post(f"/seats/{seat}/release").ok


def test_big_paws_do_not_move_the_keys_of_a_phone_with_three_seats(phone: Device) -> None:
    phone.begin()
    for seat in (1, 3, 5):
        assert phone.post(f"/seats/{seat}/claim").ok
    phone.page.set_viewport_size({"width": 360, "height": 640})
    top = "(ok) => ok.getBoundingClientRect().top"
    ok = phone.open("/seat/1").locator(".pad-ok")
    before = ok.evaluate(top)
    phone.open("/join")
    phone.acts([act for seat in (1, 3, 5) for act in whole_turn(seat, 3, "left")])
    phone.acts([{"act": "order"}])
    page = phone.open("/seat/1")
    expect(page.locator(".phone.is-up .paws")).to_be_visible()
    assert ok.evaluate(top) == before
    for seat in (1, 3, 5):
        assert phone.post(f"/seats/{seat}/release").ok


def test_a_hold_only_key_is_not_highlighted(phone: Device) -> None:
    phone.begin()
    # Bo is not up: no event can have been forgotten, so no button does anything
    event = phone.open("/room").locator(".place", has_text="Bo").locator(".pad-event")
    phone.acts(whole_turn(1, 4, "left"))
    phone.acts(turn(3, 4, "left"))
    expect(event).not_to_have_class(re.compile(r"\bidle\b"))
    bright = event.evaluate("(key) => getComputedStyle(key).backgroundColor")
    phone.acts([{"act": "done", "seat": 3}, *whole_turn(5, 4, "left")])
    expect(event).to_have_class(re.compile(r"\bholds\b"))
    expect(event).not_to_have_css("background-color", bright)


def test_log_lines_end_like_sentences_and_lead_to_the_history(phone: Device) -> None:
    phone.begin()
    phone.acts(whole_turn(1, 4, "left", "right", marks=["line"]))
    phone.acts([*whole_turn(3, 4, "left"), *whole_turn(5, 4, "left")])
    page = phone.open("/seat/1")
    expect(page.locator(".todo-first")).to_contain_text("Are you in place 1?")
    expect(page.locator(".tick")).to_have_text(["Take 1 dent", "Draw 1 card"])
    page.locator(".happened").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
