"""axe-core (WCAG 2.2 A and AA) on every page, in both themes, at every step of a race."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser

from tests.evening.service import Service
from tests.web.axe import in_both_themes
from tests.web.site import Act, Device, turn, whole_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUND = [
    *whole_turn(1, 4, "left", "right"),
    *whole_turn(3, 5, "left", marks=["line", "sapling"]),
    *whole_turn(5, 5, "right"),
]


def looked_at(device: Device, paths: Iterable[str]) -> list[str]:
    return [fault for path in paths for fault in in_both_themes(device.open(path), path)]


def test_axe_finds_nothing_before_a_race(service: Service, browser: Browser, host: Device) -> None:
    found = looked_at(host, ["/", "/join", "/setup", "/room", "/races", "/seat/1", "/no/such/page"])
    found += looked_at(host, ["/tags", "/tags/sheet?game=snow_tails&colour=red"])
    with Device(service, browser) as guest:
        found += looked_at(guest, ["/", "/join", "/seat/2"])
    assert not found, "\n".join(found)


def test_axe_finds_nothing_during_a_race(service: Service, browser: Browser, host: Device) -> None:
    host.begin()
    host.acts([*ROUND, {"act": "order"}, *turn(3, 2, "brake", marks=["line"])])
    host.acts([{"act": "correct", "seat": 5, "set": {"dogs": 7, "deck": 0}}])
    host.post("/acts", act={"act": "done", "seat": 1})  # refused: a notice for all phones
    found = looked_at(
        host, ["/", "/seat/1", "/seat/3", "/seat/5", "/room", "/setup", "/history", "/?show=1"]
    )
    with Device(service, browser) as guest:
        found += looked_at(guest, ["/", "/seat/3"])
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_the_sheets(host: Device) -> None:
    host.begin()
    host.acts([*ROUND, {"act": "order"}])
    found = []
    for path, name in (
        ("/", "Correct"),
        ("/", "This phone"),
        ("/", "Course"),
        ("/seat/1", "Correct"),
        ("/seat/1", "What if…"),
    ):
        page = host.open(path)
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        found += in_both_themes(page, f"{path} {name}")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_at_the_order_step_and_result(host: Device) -> None:
    host.begin(limits=[4])
    first: list[Act] = whole_turn(1, 5, "left", "right", marks=["line", "line"])
    host.acts([*first, *whole_turn(3, 5, "left"), {"act": "retire", "seat": 5}])
    found = looked_at(host, ["/", "/seat/1"])
    host.acts([{"act": "order"}, {"act": "end"}])
    found += looked_at(host, ["/", "/seat/1", "/seat/3", "/room", "/races"])
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_the_pages_of_the_library(host: Device) -> None:
    host.begin()
    host.acts([*ROUND, {"act": "order"}, {"act": "end"}])
    host.post("/seasons", name="Winter", drop=1)
    results = [{"name": "Ada", "place": 1}, {"name": "Zoe", "place": None}]
    for act in ({"act": "race", "race": 1}, {"act": "race", "results": results}):
        host.post("/seasons/1/acts", act=act)
    host.post("/courses", name="Home", limits=[4, 3], flag="left", note="By the window")
    found = looked_at(host, ["/seasons", "/seasons/1", "/races/1", "/courses", "/setup"])
    for path, name in (("/seasons/1", "A race by hand"), ("/courses", "A new course")):
        page = host.open(path)
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        found += in_both_themes(page, f"{path} {name}")
    assert not found, "\n".join(found)
