"""The start line in the set-up of Snow Tails: players are placed with one tap each."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


def standing(page: Page) -> list[str]:
    """The strip from place 1 to 5: the player there, "" for nobody."""
    names = "(keys) => keys.map((key) => key.querySelector('small')?.textContent ?? '')"
    found: list[str] = page.locator(".start-place").evaluate_all(names)
    return found


def named(host: Device, *names: str) -> Page:
    """Open the set-up with these players."""
    page = host.open("/setup?game=snow_tails")
    page.get_by_label("Name", exact=True).first.click()
    for name in names:
        page.keyboard.type(name)
        if name != names[-1]:
            page.keyboard.press("Enter")
            expect(page.locator(".player-name :focus")).to_have_value("")
    return page


def test_start_places_are_tapped_in_turn_and_freed_with_a_tap(host: Device) -> None:
    page = named(host, "Ada", "Bo", "Cy")
    expect(page.locator(".start-place small")).to_have_text(["Ada", "Bo", "Cy"])
    page.get_by_role("button", name="Tap in turn").click()
    waiting = page.locator(".start-waiting")
    for name in ("Cy", "Ada", "Bo"):
        waiting.get_by_role("button", name=name).click()
    expect(waiting.get_by_role("button")).to_have_count(0)
    assert standing(page) == ["Cy", "Ada", "Bo", "", ""]
    page.locator(".start-place").nth(1).click()
    page.locator(".start-place").nth(4).click()
    expect(waiting.get_by_role("button")).to_have_count(0)
    assert standing(page) == ["Cy", "", "Bo", "", "Ada"]


def test_start_places_are_drawn(host: Device) -> None:
    page = named(host, "Ada", "Bo", "Cy")
    page.get_by_role("button", name="Draw for us").click()
    drawn = standing(page)[:3]
    assert sorted(drawn) == ["Ada", "Bo", "Cy"]
    said = ", ".join(f"{place} {name}" for place, name in enumerate(drawn, 1))
    expect(page.locator("#say")).to_have_text(f"Start line: {said}")


def test_a_player_without_a_start_place_is_named_and_focused(host: Device) -> None:
    page = named(host, "Ada", "Bo")
    page.locator(".start-place").nth(1).click()
    page.get_by_role("button", name="Start a race").click()
    expect(page.locator(".player .fault")).to_have_text("Bo has no start place yet.")
    expect(page.locator(".start-waiting :focus")).to_contain_text("Bo")
    page.locator("h1").click()
    page.get_by_role("alert").get_by_role("button", name="Bo has no start place").click()
    expect(page.locator(".start-waiting :focus")).to_contain_text("Bo")


def test_a_removed_player_comes_back_with_undo_and_a_new_one_is_typed_at_once(
    host: Device,
) -> None:
    page = named(host, "Ada", "Bo", "Cy")
    page.get_by_role("button", name="Remove player 2").click()
    expect(page.locator(".toast")).to_contain_text("Bo was removed.")
    page.locator(".toast-keys").get_by_role("button", name="Undo").click()
    expect(page.locator(".player-name input").nth(1)).to_have_value("Bo")
    page.locator(".player-name input").nth(1).fill("")
    page.get_by_role("button", name="Start a race").click()
    expect(page.locator(".player .fault")).to_have_text("Player 2 has no name yet.")
    page.get_by_role("button", name="Add a player").click()
    expect(page.locator(".player .fault")).to_have_count(0)
    expect(page.locator(".player-name input").nth(3)).to_be_focused()


def test_places_are_staggered_and_large_enough(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    places = page.locator(".start-place")
    expect(places).to_have_count(5)
    boxes = [place.bounding_box() for place in places.all()]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == 5
    assert tops == sorted(set(tops))
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes if box)


def test_a_players_place_can_be_chosen_beside_colour_and_seat(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    first = page.get_by_role("group", name="Player 1", exact=True)
    first.get_by_label("Name").fill("Ada")
    more = first.get_by_role("button", name="Colour and seat")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    first.locator("label:has(input[name='place-0'][value='4'])").click()
    expect(first.get_by_role("radio", name="4 Ada")).to_be_checked()
    assert standing(page)[3] == "Ada"


def test_a_course_that_nobody_has_entered_is_asked_about_in_its_row(host: Device) -> None:
    page = named(host, "Ada", "Bo")
    asked = page.locator(".course-part summary .chip")
    expect(asked).to_have_text("Is this your course?")
    asked.click()
    page.get_by_role("textbox", name="Limit of line 1").fill("5")
    expect(asked).to_have_count(0)


def test_the_line_beside_start_names_what_is_missing_then_the_course(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    line = page.locator(".launch-note")
    expect(line).to_have_text("Player 1 has no name yet.")
    line.get_by_role("button").click()
    expect(page.get_by_label("Name", exact=True).first).to_be_focused()
    page.keyboard.type("Ada")
    page.get_by_label("Name", exact=True).last.fill("Bo")
    expect(line).to_contain_text("Is this your course?")
    line.get_by_role("button").click()
    page.get_by_role("button", name="Yes, this is our course").click()
    expect(page.locator(".course-part details")).not_to_have_attribute("open", "")
    expect(line).to_contain_text("Course: 444")
    host.begin()
    host.acts([{"act": "end"}])
    page = host.open("/setup?game=snow_tails")
    page.get_by_role("button", name="Clear the form").click()
    page.get_by_role("button", name="Same again").click()
    expect(line).to_have_text("Ada has no start place yet.")
    page.get_by_role("button", name="Draw for us").click()
    expect(line).to_contain_text("Course: from the last race435")


def test_a_race_that_leaves_a_waiting_phone_out_is_started_by_a_second_tap(
    host: Device, service: Service, browser: Browser
) -> None:
    page = named(host, "Ada", "Bo")
    with Device(service, browser) as guest:
        assert guest.post("/seats/4/claim").ok
        line = page.locator(".launch-note")
        expect(line).to_have_text("Not in this race yet: Seat 4")
        start = page.get_by_role("button", name="Start a race")
        start.click()
        expect(page.get_by_role("alert").filter(has_text="Seat 4")).to_be_visible()
        expect(page.get_by_role("button", name="Seat 4 plays too")).to_be_focused()
        start.click()
        page.wait_for_url("**/")
        who = page.get_by_role("group", name="Who are you?")
        expect(who.get_by_role("button")).to_have_text([re.compile("Ada$"), re.compile("Bo$")])
        who.get_by_role("button", name="Bo").click()
        page.wait_for_url("**/seat/2")
        assert host.get("/me")["seats"] == [2]
    seats = host.get("/state")["state"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Bo"]
