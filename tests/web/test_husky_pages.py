"""Husky on the pages, with the simulated room."""

import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from tests.evening.service import Service
from tests.web.husky_table import action, begin, moves, set_right, state, turn, weather
from tests.web.site import Device

pytestmark = pytest.mark.browser

MODERATE, BAD = "moderate \N{MINUS SIGN}1", "bad \N{MINUS SIGN}2"
TELEVISION = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module")
def television(table: Service, browser: Browser, phone: Device) -> Iterator[Device]:
    """A television, which only watches."""
    with Device(table, browser, viewport=TELEVISION) as device:
        yield device


def choose(page: Page, **chips: str) -> None:
    """Choose chips in the rows of a sheet or box page, by the rows' names."""
    for row, chip in chips.items():
        row_of(page, row).get_by_role("radio", name=chip, exact=True).click()


def row_of(page: Page, name: str) -> Locator:
    return page.get_by_role("radiogroup", name=re.compile(f"^{name}$", re.I))


def test_a_race_is_set_up_and_played_to_its_winner(phone: Device) -> None:
    set_up(phone)
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Choose the weather…").first.click()
    choose(page, snow=MODERATE, bush="fair", ice=BAD)
    page.get_by_role("button", name="Reveal this weather").click()
    page.get_by_role("button", name="Choose the action card…").click()
    choose(page, snow="4", bush="6", ice="2")
    page.get_by_role("button", name="wolf, bear, E", exact=True).click()
    expect(page.locator(".distance b")).to_have_text(["3", "6", "0"])
    expect(page.locator(".distance.here .distance-ground")).to_have_text("snow")
    expect(page.locator(".card-says")).to_contain_text("wolf")
    page.get_by_role("button", name="Choose the event card…").click()
    page.get_by_role("button", name=re.compile("^3: A hot soup")).click()
    expect(page.locator(".event-text")).to_contain_text("A hot soup")
    page.locator(".pad-ok").click()
    expect(page.locator(".your-turn")).to_have_count(0)
    finished(phone, page)


def set_up(phone: Device) -> None:
    page = phone.open("/setup?game=husky")
    expect(page.locator(".player")).to_have_count(3)
    expect(page.locator(".note", has_text="invented example")).to_be_visible()
    for name, field in zip(("Ada", "Bo", "Cy"), page.get_by_label("Name").all(), strict=True):
        field.fill(name)
    page.locator(".settings summary").click()
    page.get_by_role("radio", name="At the next turn").check()
    page.get_by_role("switch", name="Also move the figures on the phone").uncheck()
    page.get_by_role("button", name="Start a race").click()
    page.wait_for_url(f"{phone.url}/")
    expect(page.locator(".pack-line")).to_have_count(3)
    options = phone.get("/state")["race"]["options"]
    assert (options["start"], options["relocate"], options["board"]) == (1, "at_turn", False)
    assert state(phone)["example"]


def finished(phone: Device, page: Page) -> None:
    """Play all three checkpoints by the Event key, one out of order, and the finish."""
    phone.acts([*turn(2, 2), *turn(3, 3), weather(2), action(1, 5)])
    set_right(phone, 1, checkpoints=[2])
    expect(page.get_by_text("Checkpoint 1 missed")).to_be_visible()
    page.locator(".pad-event").click()
    expect(page.get_by_role("img", name="Checkpoints passed: 1, 2")).to_be_visible()
    page.locator(".pad-event").click()
    expect(page.locator(".pad-event")).to_contain_text("At the finish!")
    page.locator(".pad-event").click()
    expect(page.locator(".podium li").first).to_contain_text("Ada")
    page = phone.open("/")
    expect(page.locator(".podium li").first).to_contain_text("Ada")


def test_a_region_takes_one_press_and_an_attack_blocks_a_turn(phone: Device) -> None:
    begin(phone, board=False)
    phone.acts([weather(), *turn(1, 2), *turn(2, 3), *turn(3, 5), weather(2), action(1, 6)])
    page = phone.open("/seat/1")
    expect(page.locator(".distance.here .distance-here")).to_have_text("here?")
    page.locator(".distance.ground-blue").click()
    expect(page.locator(".distance.here .distance-ground")).to_have_text("ice")
    expect(page.locator(".distance.here .distance-here")).to_have_text("here")
    page = phone.open("/seat/2")
    page.get_by_role("button", name="I was attacked", exact=True).click()
    expect(page.locator(".phone-head .chip.warn")).to_have_text("Blocked turn")
    phone.acts([{"act": "done", "seat": 1}, action(2, 1)])
    expect(page.locator(".stays")).to_contain_text("Your musher misses this move")
    expect(page.locator(".distance")).to_have_count(0)
    page.locator(".pad-ok").click()
    expect(page.locator(".phone-head .chip.warn")).to_have_count(0)


def test_a_board_shows_possible_moves_and_a_tap_moves(phone: Device) -> None:
    begin(phone)
    phone.acts([weather(), action(1, 2)])
    page = phone.open("/seat/1")
    ends = state(phone)["board"]["reach"]
    keys = page.locator(".map-key-reach")
    expect(keys).to_have_count(len(ends))
    expect(page.get_by_text("Tap where your musher ends its move.")).to_be_visible()
    assert keys.first.bounding_box() == {**(keys.first.bounding_box() or {}), "width": 44}
    by_arrows(page)
    to = ends[-1]
    page.locator(f'.map-key-reach[data-at="{to[0]},{to[1]}"]').click()
    expect(page.locator(".map-key-reach")).to_have_count(0)
    assert state(phone)["seats"][0]["at"] == to
    beast = page.locator(".map-key-beast").first
    before = [one["at"] for one in state(phone)["board"]["animals"]]
    beast.click()
    page.locator(".map-key-step").first.click()
    expect(page.locator(".map-key-step")).to_have_count(0)
    assert before != [one["at"] for one in state(phone)["board"]["animals"]]


def by_arrows(page: Page) -> None:
    """Check that Tab stops at one key and the arrows move between the keys."""
    expect(page.locator('.map-key[tabindex="0"]')).to_have_count(1)
    page.locator(".map-key").first.focus()
    at = page.evaluate("document.activeElement.dataset.at")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.at")
    assert [int(one) for one in below.split(",")][1] == int(at.split(",")[1]) + 1


def test_an_animal_attacks_a_musher_and_the_victim_moves_it(phone: Device) -> None:
    begin(phone)
    phone.acts([weather(), action(1, 2)])
    moves(phone, 1)
    phone.acts([{"act": "done", "seat": 1}, action(2, 3)])
    set_right(phone, 1, at=[14, 2])
    set_right(phone, animal=14, space=[16, 2])
    phone.acts([{"act": "move", "seat": 2, "to": state(phone)["board"]["reach"][0]}])
    set_right(phone, 1, at=[15, 2])
    set_right(phone, animal=14, space=[17, 2])
    page = phone.open("/seat/2")
    page.locator('.map-key-beast[data-at="17,2"]').click()
    attack = page.get_by_role("button", name="bear 14 attacks Ada: row 2, column 15")
    attack.click()
    expect(attack).to_have_count(0)
    page = phone.open("/seat/1")
    expect(page.get_by_text("Tap where you move the attacker.")).to_be_visible()
    away = state(phone)["board"]["relocate"][0]["to"]
    expect(page.locator(".map-key-away")).to_have_count(len(away))
    page.locator(".map-key-away").first.click()
    expect(page.locator(".map-key-away")).to_have_count(0)
    expect(page.locator(".phone-head .chip.warn")).to_have_text("Blocked turn")
    assert state(phone)["board"]["animals"][13]["at"] in away


def test_the_table_fits_a_television_and_names_who_is_up(phone: Device, television: Device) -> None:
    begin(phone, 5)
    phone.acts([weather(), action(1, 1)])
    page = television.open("/")
    lines = page.locator(".pack-line")
    expect(lines).to_have_count(5)
    expect(page.locator(".pack-line.is-up")).to_contain_text("Ada")
    expect(page.locator(".map-key")).to_have_count(0)
    for part in (*lines.all(), page.locator(".husky-board")):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 1080


def test_a_tap_zooms_the_map_on_a_phone(phone: Device) -> None:
    begin(phone)
    phone.acts([weather(), action(1, 2)])
    page = phone.open("/")
    expect(page.locator(".map-key-reach").first).not_to_be_visible()
    page.locator(".map-closer").click()
    expect(page.locator(".map-key-reach").first).to_be_visible()
    in_middle = """() => {
      const box = document.querySelector(".map-scroll").getBoundingClientRect();
      const own = document.querySelector(".map-figure.musher").getBoundingClientRect();
      return own.left >= box.left && own.right <= box.right && own.bottom <= box.bottom;
    }"""
    page.wait_for_function(in_middle)


def test_figures_are_corrected_in_the_sheet(phone: Device) -> None:
    begin(phone)
    phone.acts([weather(), action(1, 2)])
    page = phone.open("/")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Checkpoints passed").select_option(label="1, 2")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_have_count(0)
    assert state(phone)["seats"][0]["checkpoints"] == [1, 2]
    page.get_by_role("button", name="Correct", exact=True).click()
    page.get_by_role("button", name="Put the musher elsewhere").click()
    sheet.locator('.map-key[data-at="4,4"]').click()
    expect(sheet).to_have_count(0)
    assert state(phone)["seats"][0]["at"] == [4, 4]


def test_simulated_hands_lay_cards(phone: Device) -> None:
    begin(phone, board=False)
    page = phone.open("/room")
    for kind in ("weather", "action"):
        card = page.locator(f".hcard-{kind}").first.element_handle()
        assert card  # the same element, as the list may be redrawn
        card.dispatch_event("pointerdown", {"button": 0, "pointerId": 1})
        expect(page.locator(f".reader .hcard-{kind}")).to_be_visible()
        card.dispatch_event("pointerup", {"button": 0, "pointerId": 1})
        expect(page.locator(f".reader .hcard-{kind}")).to_have_count(0)
    told = state(phone)
    assert told["weather"]["card"] in range(1, 25)
    assert told["seats"][0]["pending"]["card"] in range(1, 61)
    expect(
        page.locator(".place[aria-label='Seat 1']").locator("button.hcard-action")
    ).to_have_count(7)


def test_a_finished_race_lists_checkpoints_and_attacks(phone: Device) -> None:
    begin(phone, board=False)
    phone.acts([weather(), *turn(1, 2), *turn(2, 3), {"act": "attack", "seat": 1}])
    phone.acts([{"act": "checkpoint", "seat": 2}, {"act": "end"}])
    number = phone.get("/state")["race"]["id"]
    page = phone.open(f"/races/{number}")
    page.get_by_text("Round 1: Ada is attacked").wait_for()
    expect(page.get_by_text("Round 1: Bo passes checkpoint 1")).to_be_visible()
    for title in ("Spaces of each turn", "Checkpoints passed", "Attacks"):
        expect(page.locator("figcaption", has_text=title)).to_be_visible()


def box(phone: Device) -> dict[str, Any]:
    return dict(phone.get("/boxes/husky")["box"])


def saved(page: Page, what: str) -> AbstractContextManager[Any]:
    """Wait until the service has a box with this content."""

    def is_it(answer: Response) -> bool:
        return answer.request.method == "PUT" and what in (answer.request.post_data or "")

    return page.expect_response(is_it)


def test_box_cards_are_entered_by_chips_and_the_board_painted(phone: Device) -> None:
    page = phone.open("/boxes/husky")
    page.get_by_role("button", name="Action card 1:").click()
    choose(page, snow="4", bush="6", ice="2")
    row_of(page, "Animals, E").get_by_role("radio", name="wolf, bear, E", exact=True).click()
    expect(page.get_by_role("button", name="Action card 1: snow 4")).to_be_visible()
    expect(page.locator(".deck-cards li.open b").first).to_have_text("2")
    page.get_by_role("button", name="Weather card 1:").click()
    choose(page, snow="fair", bush=MODERATE, ice=BAD)
    expect(page.locator(".weather-totals tbody tr").first).to_contain_text("1 of 12")
    page.get_by_role("button", name="Event card 1:").click()
    page.get_by_label("What it says").fill("A tailwind.")
    with saved(page, "A tailwind."):
        page.get_by_role("button", name="Save this card").click()
    expect(page.get_by_role("button", name="Event card 1: A tailwind.")).to_be_visible()
    entered = box(phone)
    sample = {"white": 4, "green": 6, "blue": 2, "animals": ["wolf", "bear"], "event": True}
    assert entered["action"][0] == sample
    assert entered["weather"][0] == {"white": 0, "green": 1, "blue": 2}
    assert entered["event"][0] == {"text": "A tailwind.", "asks": True}
    painted(phone, page)


def painted(phone: Device, page: Page) -> None:
    page.get_by_role("button", name="Begin the map").click()
    page.get_by_role("radio", name="ice", exact=True).last.check()
    field = page.get_by_role("application", name="Paint the board")
    field.scroll_into_view_if_needed()
    there = field.bounding_box()
    assert there
    page.mouse.move(there["x"] + 22, there["y"] + 22)
    page.mouse.down()
    page.mouse.move(there["x"] + 22 + 3 * 44, there["y"] + 22)
    page.mouse.up()
    page.get_by_role("radio", name="wolf", exact=True).check()
    field.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")  # no snow there, so no wolves
    page.get_by_role("radio", name="snow", exact=True).last.check()
    field.focus()
    page.keyboard.press("Space")
    page.get_by_role("radio", name="wolf", exact=True).check()
    field.focus()
    with saved(page, '"species":"wolf"'):
        page.keyboard.press("Space")
    expect(page.locator(".map-figure.animal")).to_have_count(1)
    board = box(phone)["board"]
    assert board["spaces"][0] == "bbbb" + "?" * 27
    assert board["spaces"][1] == "???w" + "?" * 27
    assert board["animals"] == [{"species": "wolf", "x": 4, "y": 2}]


def test_a_map_is_imported_from_a_file(phone: Device) -> None:
    example = phone.get("/boxes/husky/example")["box"]
    page = phone.open("/boxes/husky")
    file = {"name": "board.json", "mimeType": "application/json"}
    text = json.dumps(example["board"]).encode()
    page.get_by_label("Map from a file").set_input_files([{**file, "buffer": text}])
    expect(page.locator(".map-figure.animal")).to_have_count(19)
    page.get_by_label("Map from a file").set_input_files([{**file, "buffer": b"no map"}])
    expect(page.locator(".toast")).to_contain_text("no map of a board")


def test_a_season_of_several_games_names_each_races_game(phone: Device) -> None:
    begin(phone, board=False)
    phone.acts([{"act": "end"}])
    husky = phone.get("/state")["race"]["id"]
    phone.begin()
    phone.acts([{"act": "end"}])
    season = phone.post("/seasons", name="Winter").json()["id"]
    for race in (husky, husky + 1):
        assert phone.post(f"/seasons/{season}/acts", act={"act": "race", "race": race}).ok
    page = phone.open(f"/seasons/{season}")
    races = page.locator(".season-races li")
    expect(races.locator("small")).to_have_text(["Husky", "Snow Tails"])
