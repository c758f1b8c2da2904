"""A race on a laid course on a seat's phone: the sled's surroundings, ends to choose, one OK."""

import pytest
from playwright.sync_api import expect

from tests.web.site import Device, turn

pytestmark = pytest.mark.browser

LAID = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "10")]


def test_an_end_of_the_move_is_chosen_on_the_picture_or_by_its_key(host: Device) -> None:
    """Three taps are a turn; the lines, the dent and the order follow from the course."""
    host.begin(laid=LAID)
    page = host.open("/seat/1")
    picture = page.get_by_role("img", name="The sled, and where its move can end")
    expect(picture).to_be_visible()
    expect(page.locator(".mark-keys")).to_have_count(0)
    host.acts(turn(1, 5, "left"))
    ends = page.get_by_role("group", name="Where the move ends").get_by_role("button")
    expect(ends).to_have_count(4)
    expect(ends.first).to_have_attribute("aria-pressed", "true")
    ends.nth(2).click()
    expect(ends.nth(2)).to_have_attribute("aria-pressed", "true")
    picture.locator(".track-end").nth(1).click()
    expect(ends.nth(2)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.get_by_role("button", name="OK").last).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="OK").last.click()
    expect(ends).to_have_count(0)
    assert host.get("/state")["state"]["seats"][0]["dents"] == 1
