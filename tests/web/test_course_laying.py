"""A course laid from track pieces in the course book, and chosen in the set-up."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser

COURSE = ("1B · Start", "5A · Bend left", "2A · Straight", "8A · U-turn left", "10A · Finish")


def test_a_course_is_laid_by_taps_drawn_and_chosen_in_the_set_up(host: Device) -> None:
    page = host.open("/courses")
    page.get_by_role("button", name="A new course").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name of the course").fill("Round the pot")
    sheet.get_by_role("button", name="Lay it from your track pieces").click()
    sheet.locator("label", has_text="short").click()
    sheet.locator("label", has_text="hard").click()
    sheet.get_by_role("button", name="Suggest a course").click()
    expect(sheet.get_by_role("button", name="Suggest another")).to_be_visible()
    expect(sheet.locator(".laying > .track")).to_be_visible()
    sheet.get_by_role("button", name="Piece 10", exact=False).last.click()  # changed by hand
    expect(sheet.get_by_role("button", name="Suggest another")).to_have_count(0)
    sheet.get_by_role("button", name="Enter limits by hand").click()
    sheet.get_by_role("button", name="Lay it from your track pieces").click()
    for name in COURSE:
        sheet.get_by_role("button", name=name).click()
    expect(sheet.locator(".laying > .track > g")).to_have_count(5)
    doubt = sheet.get_by_text("Start place 1 is not on the inside of the first bend")
    expect(doubt).to_be_visible()
    sheet.get_by_role("button", name="1B", exact=True).click()
    sheet.get_by_role("button", name="Side A").click()
    expect(doubt).to_have_count(0)
    sheet.get_by_role("button", name="Turn round").click()
    expect(sheet.get_by_text("1A is turned round")).to_be_visible()
    sheet.get_by_role("button", name="Turn round").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet.get_by_role("button", name="Work it out").click()
    expect(sheet.get_by_text("Start place 5")).to_be_visible()
    expect(sheet.get_by_role("status")).to_contain_text("of 500")
    sheet.get_by_role("button", name="Save").click()
    card = page.locator(".course-card").first
    expect(card.get_by_role("img", name="Picture of the course Round the pot")).to_be_visible()
    expect(card.get_by_text("Laid from the invented example.")).to_be_visible()
    page = host.open("/setup")
    page.locator(".course-part summary").click()
    page.get_by_label("From the course book").select_option("Round the pot")
    drawn = page.get_by_role("img", name="Picture of the course Round the pot")
    expect(drawn).to_be_visible()
    follow = page.get_by_role("switch", name="Follow the sleds on the course")
    expect(follow).to_be_checked()
    limits = page.locator(".limits .limit")
    expect(limits).to_have_count(0)  # the pieces have them
    follow.click()
    expect(limits).to_have_count(2)
    expect(page.get_by_role("textbox", name="Limit of line 2")).to_have_value("4")
    page.get_by_role("textbox", name="Limit of line 2").fill("5")
    expect(drawn).to_have_count(0)
    expect(follow).to_have_count(0)
    expect(page.get_by_text("the course loses its track pieces")).to_be_visible()
    expect(page.get_by_role("button", name="Save without its track pieces")).to_be_visible()
    page.get_by_label("Name of the course").fill("Round the pan")
    with page.expect_response(lambda answer: answer.request.method != "GET"):
        page.get_by_role("button", name="Save in the course book").click()
    expect(page.get_by_text("differs from the course book")).to_have_count(0)
    kept = {course["name"]: len(course["laid"]) for course in host.get("/courses")["courses"]}
    assert (kept["Round the pot"], kept["Round the pan"]) == (5, 0)
    page.get_by_role("button", name="Course for today").click()
    expect(page.get_by_role("img", name="Picture of the course Course of")).to_be_visible()
    expect(page.get_by_text("Laid from the invented example.")).to_be_visible()
    expect(page.get_by_text("Nobody has finished it here yet.")).to_be_visible()
    expect(follow).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Save in the course book").click()
    expect(page.get_by_role("button", name="Save in the course book")).to_have_count(0)
    today = [course["laid"] for course in host.get("/courses/today")["courses"]]
    assert any(course["laid"] in today for course in host.get("/courses")["courses"])


def test_without_track_pieces_the_set_up_lays_a_course_from_invented_ones(
    tmp_path: Path, browser: Browser
) -> None:
    table = Service(tmp_path / "data").start()
    try:
        with Device(table, browser) as host:
            page = host.open("/setup?game=snow_tails")
            page.locator(".course-part summary").click()
            page.get_by_role("button", name="Take an invented course").click()
            expect(page.get_by_role("button", name="Course for today")).to_have_attribute(
                "aria-pressed", "true"
            )
            expect(page.get_by_text("Laid from the invented example.")).to_be_visible()
            expect(page.locator(".course-today .track")).to_be_visible()
            expect(
                page.get_by_role("switch", name="Follow the sleds on the course")
            ).to_be_checked()
            assert host.get("/boxes/snow_tails")["example"]
            page = host.open("/boxes/snow_tails")
            expect(page.get_by_text("these are not the track pieces of your copy")).to_be_visible()
    finally:
        table.stop()
