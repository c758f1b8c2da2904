"""The start line in the set-up of Snow Tails: start places are chosen by a tap."""

import pytest
from playwright.sync_api import expect

from tests.web.site import Device

pytestmark = pytest.mark.browser


def test_start_places_are_picked_with_a_tap(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    first, second = (page.get_by_role("group", name=f"Player {n}") for n in (1, 2))
    first.get_by_label("Name").fill("Ada")
    first.locator("label:has(input[name='place-0'][value='4'])").click()
    theirs = second.locator("label:has(input[name='place-1'][value='4'])")
    expect(theirs.locator(".badge")).to_have_count(1)
    expect(second.get_by_role("radio", name="4 Ada")).not_to_be_checked()
    expect(first.get_by_role("radio", name="4 Ada")).to_be_checked()


def test_start_places_are_staggered_and_large_enough(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    places = page.locator(".start-line").first.locator(".choice")
    expect(places).to_have_count(5)
    boxes = [place.bounding_box() for place in places.all()]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == 5
    assert tops == sorted(set(tops))
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes if box)
