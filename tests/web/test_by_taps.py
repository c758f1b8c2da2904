"""Regressions found by a family that played whole races on phones only."""

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.messages import languages
from tests.games.reindeer_race import laid, seats
from tests.web import husky_table
from tests.web.site import Device, Taps

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 568}
SMALL = {"width": 360, "height": 640}
WEATHER = {"white": 1, "green": 0, "blue": 2}  # moderate, fair, bad
LONG = "Grandpa Wolfgang Theodor"

WIDER = "(sheet) => sheet.scrollWidth - sheet.clientWidth"
IN_ONE_LINE = """(names) => names.every(
  (name) => name.offsetHeight < 2 * parseFloat(getComputedStyle(name).fontSize))"""
STICKS_OUT = """(keys) => keys.flatMap((key) => [...key.children].filter((word) => {
  const [inner, outer] = [word.getBoundingClientRect(), key.getBoundingClientRect()];
  const shown = word.textContent && inner.height;
  return shown && (inner.top < outer.top + 3.5 || inner.bottom > outer.bottom - 3.5);
}).map((word) => word.textContent))"""


def reindeer(phone: Device, players: int = 2, **options: object) -> None:
    answer = phone.post(
        "/races", game="reindeer_races", options={**options, "seats": seats(players)}
    )
    assert answer.ok, answer.text()


def speaks(phone: Device, language: str) -> None:
    phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])


@pytest.fixture(autouse=True)
def small(phone: Device) -> None:
    """A small phone in English; tests may change the language."""
    phone.page.set_viewport_size(SMALL)
    speaks(phone, "en")


@pytest.mark.parametrize("language", languages())
def test_a_sheet_is_never_wider_than_its_phone(phone: Device, language: str) -> None:
    """The longest choice used to push every figure's plus key out of the sheet."""
    speaks(phone, language)
    phone.page.set_viewport_size(NARROW)
    reindeer(phone, laid=laid(), box="example")
    phone.open("/seat/1").locator("button:has(.icon-edit)").first.click()
    sheet = phone.page.locator(".sheet-body")
    expect(sheet.locator("select").nth(1)).to_be_visible()
    assert sheet.evaluate(WIDER) == 0


def test_the_bar_is_empty_before_the_first_track_card(phone: Device) -> None:
    """It used to be animated, as if something were loading."""
    reindeer(phone, box="example")
    bar = phone.open("/seat/1").locator("progress")
    assert bar.evaluate("(bar) => bar.position") == 0


def test_a_long_name_leaves_ok_in_reach_on_a_two_seat_phone(phone: Device) -> None:
    players = [{**one, "name": LONG} for one in seats(2)]
    options = {"seats": players, "laid": laid(), "box": "example"}
    assert phone.post("/races", game="reindeer_races", options=options).ok
    for seat in (1, 2):
        assert phone.post(f"/seats/{seat}/claim").ok
    page = phone.open("/seat/1")
    expect(page.locator(".own-seat")).to_have_count(2)
    assert page.locator(".own-seat-name").evaluate_all(IN_ONE_LINE)
    ok = page.locator(".pad-ok").bounding_box()
    assert ok
    assert ok["y"] + ok["height"] <= SMALL["height"]


def test_a_name_is_not_broken_where_the_first_player_is_chosen(phone: Device) -> None:
    """A name of six letters had its last one on a line of its own."""
    names = ("Julien", "Sophie", "Marguerite", "Tom")
    players = [{**one, "name": name} for one, name in zip(seats(4), names, strict=True)]
    answer = phone.post("/races", game="reindeer_races", options={"seats": players})
    assert answer.ok, answer.text()
    first = phone.open("/setup").get_by_role("radiogroup", name="Who begins?").locator("bdi")
    expect(first).to_have_text(names)
    assert first.evaluate_all(IN_ONE_LINE)


@pytest.mark.parametrize("path", ["/", "/seat/1"])
def test_the_end_and_the_winners_name_are_not_broken(phone: Device, path: str) -> None:
    """The name had one letter per line beside checkpoints, the headline a word of its own."""
    husky_table.begin(phone, board=False)
    phone.acts([husky_table.weather(), husky_table.action(1, 1)])
    phone.acts([{"act": "checkpoint", "seat": 1, "number": number} for number in (1, 2, 3)])
    phone.acts([{"act": "finish", "seat": 1}])
    names = phone.open(path).locator(".finisher > b")
    expect(names).to_have_count(3)
    assert names.evaluate_all(IN_ONE_LINE)
    assert phone.page.locator(".hero-who > b").evaluate_all(IN_ONE_LINE)


@pytest.mark.parametrize("language", languages())
def test_the_event_cards_key_and_ok_fit_their_texts(phone: Device, language: str) -> None:
    speaks(phone, language)
    phone.page.set_viewport_size(NARROW)
    for board, keys in ((True, 2), (False, 5)):
        husky_table.begin(phone, board=board)
        phone.acts([husky_table.weather(), husky_table.action(1, 1)])
        if board:
            husky_table.moves(phone, 1)
        shown = phone.open("/seat/1").locator(".pad:visible")
        expect(shown).to_have_count(keys)
        assert shown.evaluate_all(STICKS_OUT) == []


def test_cards_are_described_before_one_is_chosen(phone: Device) -> None:
    """The keys used to change under the finger when the cards loaded late."""
    husky_table.begin(phone)
    phone.acts([husky_table.weather()])
    with phone.page.expect_response("**/boxes/husky/example"):
        phone.open("/seat/1")


@pytest.mark.parametrize("box", ["example", {}], ids=["cards entered", "nothing entered"])
def test_an_action_card_without_a_sticker_takes_five_taps(phone: Device, box: Any) -> None:
    """It used to take seven: the animals, the E and OK apart."""
    husky_table.begin(phone, board=False, box=box)
    phone.acts([{"act": "tap", "seat": 1, "card": {"kind": "weather", **WEATHER}}])
    with phone.page.expect_response("**/boxes/husky/example" if box else "**/api/v1/races/*"):
        phone.open("/seat/1")
    taps = Taps(phone.page)
    sheet = phone.page.get_by_role("dialog")
    taps.on(phone.page.locator(".choose"))
    for ground, distance in (("snow", 4), ("bush", 6), ("ice", 2)):
        expect(sheet.locator(".card-end:enabled")).to_have_count(0)
        row = sheet.get_by_role("radiogroup", name=ground)
        taps.on(row.get_by_role("radio", name=str(distance), exact=True))
    taps.on(sheet.get_by_role("button", name="wolf, bear, E", exact=True))
    expect(sheet).to_have_count(0)
    expect(phone.page.locator(".distance b")).to_have_text(["3", "6", "0"])
    assert taps.count == 5
    card = husky_table.state(phone)["seats"][0]["pending"]["card"]
    assert card == (1 if box else None)


def test_moving_a_musher_starts_at_its_place_on_the_map(phone: Device) -> None:
    """The map used to open at its first corner, far from the musher."""
    husky_table.begin(phone)
    husky_table.set_right(phone, 1, at=[30, 7])
    page = phone.open("/seat/1")
    page.locator("button:has(.icon-edit)").first.click()
    page.get_by_role("button", name="Put the musher elsewhere").click()
    page.wait_for_function("() => document.querySelector('.sheet .map-scroll').scrollLeft > 0")


def test_a_games_sheet_closes_when_another_game_begins(phone: Device) -> None:
    """The page used to keep filling it, and showed nothing new until it was closed."""
    reindeer(phone, laid=laid(), box="example")
    page = phone.open("/seat/1")
    page.locator("button:has(.icon-edit)").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    husky_table.begin(phone)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".husky-map")).to_be_visible()
    assert phone.faults == []
