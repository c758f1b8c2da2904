"""The README's walk-through, click by click, using its labels in bold."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.site import Device

pytestmark = pytest.mark.browser

README = (Path(__file__).parents[2] / "README.md").read_text()
STEPS = README.partition("## Five minutes at your desk")[2].partition("\n![")[0]


def test_the_walk_through_of_the_readme_plays_a_turn(host: Device) -> None:
    game, begin, room, slot, end, back = re.findall(r"\*\*(.+?)\*\*", STEPS)
    page = host.open("/")
    page.get_by_role("link", name=game).click()
    for at, name in enumerate(("Ada", "Bo")):
        page.get_by_label("Name", exact=True).nth(at).fill(name)
    page.get_by_role("button", name=begin).click()
    page.wait_for_url(lambda url: "/setup" not in url)
    page.get_by_role("link", name=room).click()
    seat = page.locator(".place.is-up")
    expect(seat).to_contain_text("Ada")
    seat.locator(".fan button").first.click()
    seat.get_by_role("button", name=slot).click()
    seat.get_by_role("button", name=end).click()
    expect(seat).to_contain_text("Bo")
    page.get_by_role("link", name="Table").click()
    page.get_by_role("button", name=back).click()
    expect(page.locator("#page")).to_contain_text("left dog")
