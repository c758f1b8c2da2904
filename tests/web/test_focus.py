"""Whatever key is pressed by keyboard, the focus never falls to the body.

Each page's keys are pressed in turn, those of an open sheet first: keys that vanish, sheets that
close by themselves, places that are drawn anew.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.games import reindeer_race
from tests.web import husky_table
from tests.web.site import Device, turn
from tests.web.test_reindeer_pages import begin, tap

pytestmark = pytest.mark.browser

SETTLED_MS = 80
"""The state that follows the answer of a post, and the frame that shows it."""

COUNTED = """() => {
  globalThis.asked = 0;
  const real = globalThis.fetch;
  globalThis.fetch = (...what) => {
    asked += 1;
    return real(...what).finally(() => (asked -= 1));
  };
}"""
"""Script that counts the requests that are not answered yet."""

ANSWERED = "() => globalThis.asked === 0"

NEXT = """pressed => {
  const inside = document.querySelector("dialog[open]") ?? document.querySelector("main");
  const words = (key) => `${inside.localName} ${key.ariaLabel ?? key.textContent}`;
  const leads = "[type=submit], .seat-card, .same-again .go";
  const keys = [...inside.querySelectorAll("button:enabled")].filter(
    (key) => key.getClientRects().length && !key.matches(leads));
  const next = keys.find((key) => !pressed.includes(words(key)));
  next?.focus();
  return next ? words(next) : null;
}"""
"""Script that focuses the first key not yet pressed, and gives its words; not those that lead to
another page."""

LOST = "() => [document.body, null].includes(document.activeElement)"


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone, which holds a seat."""
    with Device(table, browser) as device:
        device.context.add_init_script(f"({COUNTED})()")
        device.post("/seats/1/claim")
        yield device


def lost(phone: Device, path: str, most: int = 30) -> list[str]:
    """Press each key of a page once, at most so many; gives those after which the focus is lost."""
    page, pressed, found = phone.open(path), list[str](), list[str]()
    while len(pressed) < most and (words := page.evaluate(NEXT, pressed)):
        pressed.append(words)
        page.keyboard.press("Enter")
        page.wait_for_function(ANSWERED)
        page.wait_for_timeout(SETTLED_MS)
        if page.evaluate(LOST):
            found.append(f"{path}: {words}")
    assert pressed
    return found


def test_snow_tails_keys_keep_the_focus(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 4, "left", marks=["line", "sapling"]))
    found = lost(phone, "/seat/1", 45)
    phone.begin()
    phone.acts([{"act": "end"}])
    found += lost(phone, "/")
    assert not found, "\n".join(found)


def test_reindeer_races_keys_keep_the_focus(phone: Device) -> None:
    begin(phone, box={**reindeer_race.box_with({"gift": {2: "ice_left"}}), "rewards": {}})
    phone.acts(tap(1, "elf"))
    found = lost(phone, "/seat/1")
    begin(phone, laid=None)
    found += lost(phone, "/seat/1", 4)
    assert not found, "\n".join(found)


def test_husky_keys_keep_the_focus(phone: Device) -> None:
    husky_table.begin(phone, board=False)
    found = lost(phone, "/seat/1", 15)
    found += lost(phone, "/boxes/husky", 8)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/join", "/setup", "/courses", "/seasons/1"])
def test_keys_of_other_pages_keep_the_focus(phone: Device, path: str) -> None:
    phone.post("/seasons", name="Winter", drop=0)
    phone.post("/courses", name="Home", limits=[4, 3], flag="left", note="")
    found = lost(phone, path, 12)
    assert not found, "\n".join(found)


def test_the_pin_and_a_new_season_lead_to_what_follows(
    table: Service, phone: Device, browser: Browser
) -> None:
    with Device(table, browser) as other:
        page = other.open("/join")
        page.get_by_label("PIN").focus()
        page.keyboard.type(phone.get("/me")["pin"])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="You are the host")).to_be_focused()
    phone.begin()
    phone.acts([{"act": "end"}])
    page = phone.open("/")
    page.get_by_role("button", name=re.compile("^(Start a season|Add to)")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="In the season")).to_be_focused()
