"""The table's page in a real browser, on the real service."""

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device, whole_turn

pytestmark = pytest.mark.browser

ROUND = [*whole_turn(1, 4, "left", "right"), *whole_turn(3, 5, "left", marks=["line"])]


def test_the_host_changes_the_lines_ahead_and_crossed_ones_stand(host: Device) -> None:
    host.begin()
    host.acts(ROUND)
    page = host.open("/")
    page.get_by_role("button", name="Course").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".limit.fixed b")).to_have_text(["4"])
    sheet.get_by_role("button", name="Line 3: remove").click()
    sheet.get_by_label("Limit of line 2", exact=True).fill("7")
    sheet.get_by_role("radio", name="right").check()
    sheet.get_by_role("button", name="The course is like this now").click()
    expect(sheet).to_have_count(0)
    state = host.get("/state")["state"]
    assert (state["limits"], state["flag"]) == ([4, 7], "right")


def test_behind_a_crossed_finish_only_the_flag_can_change(host: Device) -> None:
    host.begin(limits=[4])
    host.acts(whole_turn(1, 5, "left", "right", marks=["line", "line"]))
    page = host.open("/")
    page.get_by_role("button", name="Course").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("input[inputmode=numeric]")).to_have_count(0)
    sheet.get_by_role("radio", name="right").check()
    sheet.get_by_role("button", name="The course is like this now").click()
    expect(sheet).to_have_count(0)
    assert host.get("/state")["state"]["flag"] == "right"


def test_a_player_corrects_the_own_sled_but_not_the_course(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    host.acts(ROUND)
    with Device(service, browser) as phone:
        phone.post("/seats/1/claim")
        page = phone.open("/")
        expect(page.get_by_role("button", name="Correct")).to_be_visible()
        expect(page.get_by_role("button", name="Course")).to_have_count(0)


def test_what_was_taken_back_is_said_with_its_device(host: Device) -> None:
    host.begin()
    page = host.open("/")
    host.acts(ROUND)
    expect(page.locator(".hero-back")).to_have_count(0)
    host.post("/undo")
    expect(page.locator(".hero-back")).to_have_text(
        "Taken back: Bo: the end of the turn. the host's phone"
    )
    host.post("/redo")
    expect(page.locator(".hero-back")).to_contain_text("the host's phone")
    host.acts(whole_turn(5, 2, "brake"))
    expect(page.locator(".hero-back")).to_have_count(0)


def test_a_refusal_at_any_seat_shows_on_the_table(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    page = host.open("/")
    with Device(service, browser) as phone:
        phone.post("/seats/3/claim")
        phone.post("/seats/3/press", button="ok", hold=False)
    expect(page.locator(".toast")).to_contain_text("It is Ada's turn: Ada plays a card first.")


def test_a_seat_whose_cable_is_pulled_is_named_until_it_is_back(host: Device) -> None:
    host.begin()
    page = host.open("/")
    expect(page.locator(".troubles")).to_have_count(0)
    host.hand("unplug", 1)
    expect(page.locator(".troubles")).to_contain_text("Seat 1")
    host.hand("unplug", 2)  # nobody plays there
    host.hand("unplug", 3)
    expect(page.locator(".troubles li")).to_have_count(1)
    expect(page.locator(".troubles")).to_contain_text("Seat 1, Seat 3: ")
    host.hand("plug", 1)
    host.hand("plug", 3)
    expect(page.locator(".troubles")).to_have_count(0)
