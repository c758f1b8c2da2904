"""Reindeer Races' pages and the boxes in every language, size and theme.

No text is cut off, and axe-core (WCAG 2.2 A and AA) finds nothing.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.messages import languages
from tests.evening.service import Service
from tests.games.reindeer_race import box_with, seats
from tests.web.axe import in_both_themes
from tests.web.site import Device
from tests.web.test_languages import NARROW, faults
from tests.web.test_layout import cut
from tests.web.test_reindeer_pages import begin, move, tap

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOX = "/boxes/reindeer_races"
SPACES = {"gift": {2: "ice_left"}, "log": {5: "snowman"}}


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """The host's narrow phone."""
    with Device(table, browser, viewport=NARROW) as device:
        yield device


Steps = Iterator[tuple[str, ...]]


def race(phone: Device) -> Steps:
    """Play a race; yields the pages to check at each step."""
    yield "/boxes", "/setup?game=reindeer_races", BOX
    answer = phone.post("/races", game="reindeer_races", options={"seats": seats(4)})
    assert answer.ok, answer.text()
    phone.acts([{"act": "tap", "card": {"kind": "track", "card": card}} for card in (3, 5)])
    yield "/", "/room", "/seat/1"
    begin(phone, players=4, box=box_with(SPACES))
    phone.acts([*move(1, "log_2"), *tap(2, "log_2")])
    phone.acts([{"act": "reindeer", "seat": 2, "reindeer": 1}])
    yield "/", "/seat/1", "/room", "/seat/2"
    phone.acts([{"act": "done", "seat": 2}, *tap(3, "elf", "elf")])
    yield ("/seat/3",)
    phone.acts([{"act": "track", "seat": 3, "track": "gift"}])
    phone.acts([{"act": "reindeer", "seat": 3, "reindeer": 4}])
    yield "/seat/3", "/"
    phone.acts([{"act": "land", "seat": 3, "end": "reward"}, {"act": "done", "seat": 3}])
    yield "/", "/history", "/setup"
    phone.acts([{"act": "end"}])
    yield "/", "/seat/3", f"/races/{phone.get('/state')['race']['id']}"


def sheets(phone: Device) -> Iterator[str]:
    """Open every sheet in turn."""
    begin(phone, players=4, box=box_with(SPACES))
    phone.acts([*move(1, "log_2"), {"act": "correct", "seat": 2, "set": {"tiles": {"gift": [9]}}}])
    keys = {
        "/seat/1": "button:has(.icon-edit)",
        "/": "button:has(.icon-edit)",
        BOX: "button.lay-key",
    }
    for path, key in keys.items():
        phone.open(path).locator(key).first.click()
        phone.page.get_by_role("dialog").wait_for()
        yield path


@pytest.mark.parametrize("language", languages())
def test_no_text_of_the_sheets_is_cut_off(phone: Device, language: str) -> None:
    phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])
    phone.page.set_viewport_size(NARROW)
    found = [fault for path in sheets(phone) for fault in faults(phone.page, f"sheet of {path}")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", languages())
def test_no_text_of_the_pages_is_cut_off(phone: Device, language: str) -> None:
    phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])
    phone.page.set_viewport_size(NARROW)
    found = []
    for paths in race(phone):
        found += [fault for path in paths for fault in faults(phone.open(path), path)]
    assert not found, "\n".join(found)


def test_nothing_overflows_at_any_size(phone: Device) -> None:
    phone.context.clear_cookies(name="lang")
    found = [fault for paths in race(phone) for fault in cut(phone, *paths)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_the_pages_in_either_theme(phone: Device) -> None:
    phone.context.clear_cookies(name="lang")
    found = []
    for *_, path in race(phone):
        found += in_both_themes(phone.open(path), path)
    for path in sheets(phone):
        found += in_both_themes(phone.page, f"sheet of {path}")
    assert not found, "\n".join(found)
