"""The pages of Husky, in every language, at every size, in both themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.messages import languages
from tests.evening.service import Service
from tests.web.husky_table import action, moves, set_right, state, weather
from tests.web.looks import NARROW, Looks, seats
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOX = "/boxes/husky"


def begin(phone: Device, players: int, **options: object) -> None:
    options = {"seats": seats(players), "box": "example", **options}
    answer = phone.post("/races", game="husky", options=options)
    assert answer.ok, answer.text()


def test_the_pages_of_a_race_without_a_board(service: Service, browser: Browser) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        looks.at("/setup?game=husky")
        begin(phone, 4, board=False)
        looks.at("/", "/seat/1", "/seat/2")
        looks.sheet("/seat/1", ".choose")
        phone.acts([weather(), action(1, 1)])
        looks.at("/", "/seat/1", "/room")
        looks.sheet("/seat/1", ".extras .extra:last-child")
        phone.acts([{"act": "draw", "seat": 1}])
        looks.at("/seat/1")
        phone.acts([{"act": "done", "seat": 1}, {"act": "attack", "seat": 1}])
        looks.at("/seat/1")
        looks.sheet("/seat/2", ".choose")
        phone.acts([action(2, 4)])
        set_right(phone, 2, checkpoints=[2, 3])
        looks.at("/", "/seat/2")
        found = looks.faults
    assert not found, "\n".join(found)


def test_the_pages_of_a_race_with_a_board_and_of_the_box(
    service: Service, browser: Browser
) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        begin(phone, 3)
        phone.acts([weather(), action(1, 2)])
        looks.at("/", "/seat/1")
        moves(phone, 1)
        assert state(phone)["seats"][0]["pending"]["moved"]
        looks.at("/seat/1")
        looks.sheet("/", "button:has(.icon-edit)")
        phone.acts([{"act": "done", "seat": 1}, {"act": "end"}])
        looks.at("/", "/seat/1", f"/races/{phone.get('/state')['race']['id']}", BOX)
        for deck in range(3):
            looks.at(BOX, then=card_opened(deck), name=f"deck {deck}")
        looks.at(BOX, then=board_opened, name="board")
        found = looks.faults
    assert not found, "\n".join(found)


HIGH = "(row) => row.getBoundingClientRect().height"


@pytest.mark.parametrize("language", languages())
def test_the_weathers_row_does_not_grow_when_it_is_revealed(
    service: Service, browser: Browser, language: str
) -> None:
    with Device(service, browser, locale=language) as phone:
        for width in (320, 390):
            begin(phone, 3)
            phone.page.set_viewport_size({"width": width, "height": 844})
            row = phone.open("/seat/1").locator(".weather")
            expect(phone.page.locator(".choose, .pad")).to_have_count(1)  # one key reveals it
            before = row.evaluate(HIGH)
            said = row.inner_text()
            phone.acts([weather()])
            expect(row).not_to_have_text(said, use_inner_text=True)
            assert row.evaluate(HIGH) == before


def card_opened(deck: int) -> Callable[[Page], None]:
    """Open the first card of a deck."""

    def opened(page: Page) -> None:
        page.locator(".husky-deck").nth(deck).locator(".deck-card").first.click()
        page.locator(".husky-deck").nth(deck).locator(".card-editor").wait_for()

    return opened


def board_opened(page: Page) -> None:
    """Begin the board, if that has not been done yet."""
    part = page.locator(".husky-board-part")
    part.wait_for()
    if part.locator(".palette").count() == 0:
        part.locator(".button").first.click()
    part.locator(".palette").wait_for()
