"""A turn by keyboard alone, with its announcements for screen readers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.site import Device, turn

pytestmark = pytest.mark.browser

MOST_TABS = 60


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the named element has the focus, and check that the focus is visible."""
    wanted = page.get_by_role("button", name=name, exact=True)
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted.evaluate("(element) => element === document.activeElement"):
            style = "(element) => getComputedStyle(element).outlineStyle"
            assert wanted.evaluate(style) != "none"
            return
    raise AssertionError(f"{MOST_TABS} times Tab, and never at {name}")


def test_a_turn_is_played_undone_and_redone_by_keyboard(host: Device) -> None:
    host.begin()
    host.post("/seats/1/claim")
    page = host.open("/seat/1")
    say = page.locator("#say")
    tab_to(page, "Card 4; still in hand or deck: 4")
    page.keyboard.press("Enter")
    tab_to(page, "Left dog 3: lay the 4 here")
    page.keyboard.press("Enter")
    expect(say).to_contain_text("4 + 3 \N{MINUS SIGN} 3 = 4")
    tab_to(page, "OK, Done: 4")
    page.keyboard.press(" ")
    expect(page.locator(".chip.warm")).to_have_count(0)
    tab_to(page, "Undo")
    page.keyboard.press("Enter")
    expect(page.locator(".last")).to_contain_text("Taken back")
    tab_to(page, "OK, Done: 4")
    page.keyboard.press("Enter")
    expect(say).to_contain_text("Draw 1 card")
    assert host.get("/state")["state"]["turn"] == 3


def test_a_mark_is_announced_before_what_was_heard_already(host: Device) -> None:
    host.begin()
    for seat in (1, 3):
        host.post(f"/seats/{seat}/claim")
    say = host.open("/seat/1").locator("#say")
    expect(say).to_have_text(re.compile(r"Round 1 begins.* Ada: Your turn\. Play a card"))
    host.acts(turn(1, 3, "left", marks=["sapling", "sled"]))
    expect(say).to_have_text(re.compile(r"^Sled, no dent\. Sapling, 1 dent\. Your sled stops"))
    seats = host.page.get_by_role("navigation", name="Your seats").get_by_role("link")
    expect(seats.nth(0)).to_have_accessible_name("Ada Up now")
    expect(seats.nth(1)).to_have_accessible_name("Bo")


def test_a_sheet_traps_the_focus_and_returns_it(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    tab_to(page, "Correct")
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    for _ in range(5):
        page.keyboard.press("Tab")
        assert sheet.evaluate("(dialog) => dialog.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Correct", exact=True)).to_be_focused()
