"""Husky's pages: every language on the narrowest phone, and axe-core in both themes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.messages import languages
from tests.evening.service import Service
from tests.web.axe import in_both_themes
from tests.web.husky_table import action, begin, moves, set_right, state, turn, weather
from tests.web.site import Device
from tests.web.test_languages import FAULTS, NARROW, REGIONS

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module", params=languages())
def phone(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[Device]:
    """The host's narrow phone, in this language."""
    data: Path = tmp_path_factory.mktemp(f"husky-{request.param}")
    running = Service(data / "data", "--simulate")
    try:
        region = REGIONS.get(request.param, "en-GB")
        with Device(running.start(), browser, viewport=NARROW, locale=region) as device:
            yield device
    finally:
        running.stop()


def faults(page: Page, where: str) -> list[str]:
    """Texts that are cut off, and axe's findings in one language."""
    page.evaluate("document.fonts.ready")
    return [f"{where}: {fault}" for fault in page.evaluate(FAULTS)]


def looked_at(phone: Device, *paths: str) -> list[str]:
    return [fault for path in paths for fault in faults(phone.open(path), path)]


def sheet(phone: Device, path: str, opener: str) -> list[str]:
    """Open a sheet by this element."""
    page = phone.open(path)
    page.locator(opener).first.click()
    page.get_by_role("dialog").wait_for()
    return faults(page, f"{path} {opener}")


def test_no_text_of_husky_is_cut_off(phone: Device) -> None:
    begin(phone, 4, board=False)
    found = looked_at(phone, "/", "/seat/1", "/seat/2", "/setup?game=husky")
    found += sheet(phone, "/seat/1", ".choose")
    phone.acts([weather(), action(1, 1)])
    found += looked_at(phone, "/", "/seat/1", "/room")
    found += sheet(phone, "/seat/1", ".extras .extra:last-child")
    phone.acts([{"act": "draw", "seat": 1}])
    found += looked_at(phone, "/seat/1")
    phone.acts([{"act": "done", "seat": 1}, {"act": "attack", "seat": 1}])
    found += looked_at(phone, "/seat/1")
    found += sheet(phone, "/seat/2", ".choose")
    phone.acts([action(2, 4)])
    set_right(phone, 2, checkpoints=[2, 3])
    found += looked_at(phone, "/", "/seat/2")
    assert not found, "\n".join(found)


def test_no_text_of_the_board_the_box_and_the_end_is_cut_off(phone: Device) -> None:
    begin(phone, 3)
    phone.acts([weather(), action(1, 2)])
    found = looked_at(phone, "/", "/seat/1")
    moves(phone, 1)
    found += looked_at(phone, "/seat/1")
    phone.acts([{"act": "done", "seat": 1}, {"act": "end"}])
    found += looked_at(phone, "/", "/seat/1", f"/races/{phone.get('/state')['race']['id']}")
    page = phone.open("/boxes/husky")
    found += faults(page, "/boxes/husky empty")
    for deck in range(3):
        page.locator(".husky-deck").nth(deck).locator(".deck-card").first.click()
        page.locator(".husky-deck").nth(deck).locator(".card-editor").wait_for()
        found += faults(page, f"/boxes/husky deck {deck}")
    page.locator(".husky-board-part .button").first.click()
    page.locator(".palette").wait_for()
    found += faults(page, "/boxes/husky board")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_either_theme(phone: Device) -> None:
    if phone.page.evaluate("document.documentElement.lang") != "en":
        return  # colours do not change with the language
    begin(phone, 3, board=False)
    phone.acts([weather(), *turn(1, 2), action(2, 1), {"act": "attack", "seat": 1}])
    found = in_both_themes(phone.open("/seat/2"), "/seat/2")
    found += in_both_themes(phone.open("/boxes/husky"), "/boxes/husky")
    begin(phone, 3)
    phone.acts([weather(), action(1, 2)])
    moves(phone, 1)
    assert state(phone)["seats"][0]["pending"]["moved"]
    page = phone.open("/")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Correct", exact=True).click()
    page.get_by_role("dialog").wait_for()
    found += in_both_themes(page, "/ with the correction")
    assert not found, "\n".join(found)


HIGH = "(row) => row.getBoundingClientRect().height"


@pytest.mark.parametrize("width", [320, 390])
def test_the_weathers_row_does_not_grow_when_it_is_revealed(phone: Device, width: int) -> None:
    begin(phone)
    phone.page.set_viewport_size({"width": width, "height": 844})
    row = phone.open("/seat/1").locator(".weather")
    before = row.evaluate(HIGH)
    expect(phone.page.locator(".choose, .pad")).to_have_count(1)  # one key reveals it
    said = row.inner_text()
    phone.acts([weather()])
    expect(row).not_to_have_text(said, use_inner_text=True)
    assert row.evaluate(HIGH) == before
