"""A turn by keyboard alone, with its announcements for screen readers."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.site import Device

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
    tab_to(page, "Card 4; not seen yet: 4")
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
