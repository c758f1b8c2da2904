"""Six mushers with the board: the table's page, and a turn on a small phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.husky_table import action, begin, moves, set_right, state, weather
from tests.web.site import Device

pytestmark = pytest.mark.browser

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
NAMES = ("Oma Ruth", "Finn", "Lotte", "Papa", "Mama", "Theodora")
SEATS = [
    {"seat": n, "name": name, "colour": colour}
    for n, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True), 1)
]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Device]:
    """The host's small phone at a table of six seats."""
    there = tmp_path_factory.mktemp("six")
    table = there / "table.toml"
    table.write_text("\n".join(f'[[seat]]\ncolour = "{colour}"' for colour in COLOURS))
    running = Service(there / "data", "--simulate", "--table", str(table))
    try:
        with Device(running.start(), browser) as device:
            yield device
    finally:
        running.stop()


def test_a_turn_on_the_board_is_played_on_a_small_phone_without_scrolling(phone: Device) -> None:
    begin(phone, seats=SEATS)
    phone.acts([weather(), action(1, 1)])
    page = phone.open("/seat/1")
    reach = page.locator(".map-key-reach")
    reach.first.wait_for()
    expect(page.get_by_role("button", name="Checkpoint")).to_have_count(0)
    own = page.locator(".map-figure.musher")
    expect(own).to_be_in_viewport(ratio=1)
    moves(phone, 1)
    event = page.locator(".pad-event")
    expect(event).to_have_text("Event card drawn")
    expect(event).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    event.click()
    ok = page.locator(".pad-ok")
    expect(ok).to_have_class("pad pad-ok")
    expect(ok).to_be_in_viewport(ratio=1)
    ok.click()
    expect(page.locator(".todo-first")).to_contain_text("Wait")
    assert state(phone)["turn"] == 2


def test_the_table_shows_six_mushers_with_their_names_and_marks(phone: Device) -> None:
    begin(phone, seats=SEATS)
    phone.acts([weather(), action(1, 2)])
    for seat in range(1, 7):
        set_right(phone, seat, blocked=True, checkpoints=[1, 2])
    page = phone.page
    page.set_viewport_size({"width": 1280, "height": 800})
    phone.open("/")
    lines = page.locator(".pack-line")
    expect(lines).to_have_count(6)
    for n, name in enumerate(NAMES):
        expect(lines.nth(n)).to_be_in_viewport(ratio=1)
        expect(lines.nth(n).locator("b").filter(has_text=name)).to_be_visible()
    # A tenth of a pixel is rounding
    expect(page.locator(".husky-board")).to_be_in_viewport(ratio=0.999)
    whole = """() => [...document.querySelectorAll('.pack-name b')].every(
      (one) => one.scrollWidth <= one.clientWidth)"""
    page.wait_for_function(whole)
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 800
