"""Every page during an evening of Snow Tails, in every language, at every size, in both themes."""

import pytest
from playwright.sync_api import Browser, Page

from companion.pages.routes import PAGES
from tests.evening.service import Service
from tests.web.looks import LONG, NARROW, Looks, seats
from tests.web.site import Device, turn, whole_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVERY = {
    "/": "/",
    "/setup": "/setup",
    "/join": "/join",
    "/seat/<int:seat>": "/seat/1",
    "/room": "/room",
    "/races": "/races",
    "/races/<int:race>": "/races/1",
    "/history": "/history",
    "/seasons": "/seasons",
    "/seasons/<int:season>": "/seasons/1",
    "/courses": "/courses",
    "/boxes": "/boxes",
    "/boxes/<game>": "/boxes/snow_tails",
    "/tags": "/tags",
    "/tags/sheet": "/tags/sheet?game=snow_tails&colour=red",
}
"""An address of every page, before the first race but for /races/1."""


def begin(phone: Device, limits: list[int]) -> None:
    """Start a race of five."""
    placed = [{**seat, "place": seat["seat"]} for seat in seats(5)]
    options = {"seats": placed, "limits": limits}
    answer = phone.post("/races", game="snow_tails", options=options)
    assert answer.ok, answer.text()


def test_every_page_is_looked_at() -> None:
    assert set(EVERY) == {page.path for page in PAGES if page.only_with != "https"}


def test_the_pages_before_a_race(service: Service, browser: Browser) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        phone.post("/courses", name=LONG, limits=[4, 3], flag="left", note=LONG)
        phone.post("/seasons", name=LONG, drop=0)
        looks = Looks(phone)
        looks.at(*(path for path in EVERY.values() if path != "/races/1"), "/secure", "/no/such")
        looks.sheet("/", "ui.own")
        looks.sheet("/courses", "ui.course_new")
        with Device(service, browser, viewport=NARROW) as other:
            guest = Looks(other)
            guest.at("/", "/join", "/seat/2", "/tags")
        found = looks.faults + guest.faults
    assert not found, "\n".join(found)


def test_the_pages_during_a_race(service: Service, browser: Browser) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        begin(phone, [4, 9])
        looks.at("/", "/seat/1", "/seat/3")
        phone.acts(turn(1, 4, "left", "right"))
        looks.at("/", "/seat/1")
        phone.acts([{"act": "done", "seat": 1}, *whole_turn(2, 4, "left", "right")])
        phone.acts(
            [*whole_turn(3, 5, "left", marks=["line", "sapling"]), *whole_turn(4, 4, "left")]
        )
        phone.acts([{"act": "retire", "seat": 4}, *whole_turn(5, 5, "right")])
        looks.at("/", "/seat/1", "/seat/3")
        looks.sheet("/seat/1", "ui.correct")
        looks.sheet("/seat/1", "ui.what_if")
        phone.acts([{"act": "order"}, *turn(3, 2, "brake", marks=["line"])])
        phone.acts([{"act": "correct", "seat": 5, "set": {"dogs": 7, "deck": 0}}])
        phone.post("/acts", act={"act": "done", "seat": 1})  # refused: a notice for all phones
        looks.at("/", "/seat/1", "/seat/3", "/seat/5", "/room", "/setup")
        looks.at("/history", "/?show=1", "/races", "/join")
        looks.at("/room", then=faults_unfolded, name="faults")
        looks.sheet("/", "ui.correct")
        looks.sheet("/", "ui.course")
        with Device(service, browser, viewport=NARROW) as other:
            guest = Looks(other)
            guest.at("/", "/seat/3")
        found = looks.faults + guest.faults
    assert not found, "\n".join(found)


def faults_unfolded(page: Page) -> None:
    """Unfold the faults of two simulated seats, and switch one on."""
    panels = page.locator("details.faults")
    for place in (0, 1):
        panels.nth(place).locator("summary").click()
    fault = panels.first.locator("button.fault").first
    if fault.get_attribute("aria-pressed") != "true":
        fault.click()
    panels.first.locator("button[aria-pressed=true]").wait_for()


def test_the_pages_at_the_end_of_a_race_and_of_the_library(
    service: Service, browser: Browser
) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        begin(phone, [4])
        phone.acts(whole_turn(1, 5, "left", "right", marks=["line", "line"]))
        phone.acts([*whole_turn(2, 5, "left"), *whole_turn(3, 5, "left")])
        phone.acts([*whole_turn(4, 5, "left"), {"act": "retire", "seat": 5}])
        looks.at("/", "/seat/1")
        phone.acts([{"act": "order"}, {"act": "end"}])
        looks.at("/", "/seat/1", "/seat/3", "/seat/5", "/room", "/races", "/races/1", "/setup")
        phone.post("/seasons", name=LONG, drop=1)
        results = [{"name": "Ada", "place": 1}, {"name": "Zoe", "place": None}]
        for act in ({"act": "race", "race": 1}, {"act": "race", "results": results}):
            assert phone.post("/seasons/1/acts", act=act).ok
        looks.at("/seasons", "/seasons/1")
        looks.sheet("/seasons/1", "ui.season_by_hand")
        found = looks.faults
    assert not found, "\n".join(found)
