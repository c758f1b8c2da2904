"""Budgets for starting an evening, in taps on a phone of 390 by 844."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device, Taps

pytestmark = pytest.mark.browser

WIDE, HIGH = 390, 844
MOST_TAPS = 12
NAMES = ("Ada", "Bo", "Grandpa Wolfgang Theodor", "Dee")

TALL = "() => document.documentElement.scrollHeight"
WIDER = "() => document.documentElement.scrollWidth"


@pytest.fixture
def tall(service: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone at a fresh table."""
    with Device(service, browser, viewport={"width": WIDE, "height": HIGH}) as device:
        yield device


@pytest.mark.parametrize("game", ["Snow Tails", "Reindeer Races", "Husky"])
def test_a_race_of_four_new_names_begins_on_one_screen(tall: Device, game: str) -> None:
    page = tall.open("/")
    taps = Taps(page)
    taps.on(page.get_by_role("link", name=game))
    start = page.get_by_role("button", name="Start a race")
    taps.on(page.get_by_label("Name", exact=True).first)
    for name in NAMES:
        expect(page.locator(".player-name :focus")).to_have_value("")
        taps.type(name)
        expect(page.locator(".player-name :focus")).to_have_value(name)
        expect(start).to_be_in_viewport(ratio=1)
        if name != NAMES[-1]:
            taps.enter()
    page.keyboard.press("Enter")  # behind the last name it adds nobody
    if game == "Snow Tails":
        taps.on(page.get_by_role("button", name="Draw for us"))
    assert page.evaluate(TALL) <= 2 * HIGH
    assert page.evaluate(WIDER) <= WIDE
    taps.on(start)
    expect(page.locator(".hero")).to_be_visible()
    seats = tall.get("/state")["race"]["options"]["seats"]
    assert [seat["name"] for seat in seats] == list(NAMES)
    assert taps.count <= MOST_TAPS
