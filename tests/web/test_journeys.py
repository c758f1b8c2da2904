"""An evening from the first scan to the season's table, on a phone and on a television.

Screenshots of every page are saved in build/screenshots (`make pictures`).
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = {"phone": (360, 640), "television": (1920, 1080)}

Shot = Callable[[str], None]


@pytest.fixture(params=SIZES)
def device(request: pytest.FixtureRequest, service: Service, browser: Browser) -> Iterator[Device]:
    """The host's device, of this size."""
    width, height = SIZES[request.param]
    viewport = {"width": width, "height": height}
    with Device(service, browser, viewport=viewport, color_scheme="dark") as host:
        yield host


@pytest.fixture
def shot(request: pytest.FixtureRequest, device: Device) -> Shot:
    """A function that saves a screenshot of the device."""
    size = request.node.callspec.params["device"]
    SHOTS.mkdir(parents=True, exist_ok=True)

    def take(name: str) -> None:
        device.page.evaluate("document.fonts.ready")
        device.page.screenshot(path=SHOTS / f"{name}-{size}.png", animations="disabled")

    return take


def test_an_evening_works_from_joining_to_the_season(device: Device, shot: Shot) -> None:
    joined(device, shot)
    set_up(device, shot)
    played(device, shot)
    ordered(device, shot)
    corrected(device, shot)
    looked_back_at(device, shot)
    counted(device, shot)


def joined(device: Device, shot: Shot) -> None:
    page = device.open("/")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    shot("home")
    page = device.open("/join")
    shot("join")
    page.locator(".seat-card", has_text="Seat 1").click()
    page.wait_for_url("**/seat/1")


def set_up(device: Device, shot: Shot) -> None:
    page = device.open("/setup")
    for at, name in enumerate(("Ada", "Bo")):
        page.get_by_role("textbox", name="Name", exact=True).nth(at).fill(name)
    shot("set-up")
    page.get_by_role("button", name="Start a race").click()
    expect(page.locator(".phone-head h1")).to_have_text("Ada")
    page = device.open("/")
    expect(page.locator(".lane")).to_have_count(2)
    shot("table")


def played(device: Device, shot: Shot) -> None:
    """Play a turn at each seat: a preview, then card, slot and OK."""
    page = device.open("/seat/1")
    page.get_by_role("button", name="What if…").click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".choice", has_text="5").first.click()
    sheet.get_by_role("button", name="Left dog").click()
    expect(sheet.locator(".ends")).to_be_visible()
    shot("what-if")
    sheet.get_by_role("button", name="Close").click()
    turn(page, 5)
    in_sight(page.locator(".pad-ok"))
    shot("seat-turn")
    done(page)
    page = device.open("/seat/2")
    turn(page, 4)
    done(page)


def turn(page: Page, value: int) -> None:
    page.locator(".value").nth(value - 1).click()
    expect(page.locator(".target.card-left")).to_have_class(re.compile(r"\blit\b"))
    page.locator(".target.card-left").click()
    expect(page.locator(".mat-slot").first.locator(".card.fresh")).to_have_attribute(
        "data-value", str(value)
    )


def done(page: Page) -> None:
    """End the turn, and wait until the service has it."""
    with page.expect_response("**/acts"):
        page.locator(".pad-ok").click()


def in_sight(key: Locator) -> None:
    """Assert that the key is visible without scrolling."""
    expect(key).to_be_in_viewport(ratio=1)


def ordered(device: Device, shot: Shot) -> None:
    page = device.open("/seat/1")
    expect(page.get_by_role("button", name="Ada is ahead")).to_be_visible()
    shot("seat-order")
    page = device.open("/")
    accept = page.get_by_role("button", name="Ada is ahead")
    expect(accept).to_be_visible()
    shot("order")
    accept.click()
    expect(page.locator(".hero-turns")).to_be_visible()


def corrected(device: Device, shot: Shot) -> None:
    page = device.page
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Dents: more").click()
    shot("correct")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".dent.taken")).to_have_count(1)


def looked_back_at(device: Device, shot: Shot) -> None:
    page = device.open("/history")
    expect(page.locator(".past-row").first).to_be_visible()
    shot("history")
    page = device.open("/room")
    expect(page.locator(".card-hand").first).to_be_visible()
    shot("room")


def counted(device: Device, shot: Shot) -> None:
    device.acts([{"act": "end"}])
    page = device.open("/")
    expect(page.locator(".finisher")).to_have_count(2)
    shot("result")
    page.get_by_role("button", name="Start a season with this race").click()
    link = page.locator("a.button[href^='/seasons/']")
    expect(link).to_be_visible()
    page = device.open("/races/1")
    expect(page.locator(".chart-picture").first).to_be_visible()
    shot("charts")
    page = device.open("/seasons/1")
    expect(page.get_by_role("table")).to_be_visible()
    shot("season")
