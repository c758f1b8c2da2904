"""A turn by keyboard alone, with its announcements for screen readers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.site import Device, turn

pytestmark = pytest.mark.browser

MOST_KEYS = 60
A_TURN = 15
"""The keys that a usual turn may take from the top of the page: a value, its place, OK."""

FOCUSED = "(element) => element === document.activeElement"
GROUP = "(element) => element.closest('[role=toolbar]')?.contains(document.activeElement) ?? false"


def tab_to(page: Page, name: str, key: str = "Tab") -> int:
    """Press Tab until the named element or its group has the focus, then arrows; count the keys.

    The focus must be visible there.
    """
    wanted = page.get_by_role("button", name=name, exact=True)
    for count in range(1, MOST_KEYS):
        page.keyboard.press("ArrowRight" if wanted.evaluate(GROUP) else key)
        if wanted.evaluate(FOCUSED):
            style = "(element) => getComputedStyle(element).outlineStyle"
            assert wanted.evaluate(style) != "none"
            return count
    raise AssertionError(f"{MOST_KEYS} keys, and never at {name}")


def test_a_usual_turn_takes_few_keys_from_the_top_of_the_page(host: Device) -> None:
    host.begin()
    host.post("/seats/1/claim")
    page = host.open("/seat/1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the content
    keys = 2 + tab_to(page, "Card 4; still in hand or deck: 4")
    page.keyboard.press("Enter")
    expect(page.locator(".target.lit").first).to_be_visible()
    keys += tab_to(page, "Left dog 3: lay the 4 here", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".target.card-left.fresh")).to_be_visible()
    keys += tab_to(page, "OK, Done: 4")
    page.keyboard.press("Enter")
    expect(page.locator(".your-turn")).to_have_count(0)
    assert keys + 3 <= A_TURN


def test_arrow_keys_go_round_a_group_and_tab_returns_to_the_last_key(host: Device) -> None:
    host.begin()
    host.post("/seats/1/claim")
    page = host.open("/seat/1")
    values = page.get_by_role("toolbar", name="Tap the value of your card").get_by_role("button")
    tab_to(page, "Card 1; still in hand or deck: 4")
    page.keyboard.press("ArrowLeft")
    expect(values.nth(4)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(values.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".mark-keys button").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(values.nth(1)).to_be_focused()


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
