"""Games on the pages: choosing one, loading its parts, its set-up."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.evening.service import Service, Stream
from tests.games.reindeer_race import laid
from tests.web.site import Device
from tests.web.test_modules import HOME, run, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def empty(browser: Browser) -> Iterator[Page]:
    tried = browser.new_page()
    tried.route("**/*", served)
    yield tried
    tried.close()


@pytest.fixture
def page(empty: Page) -> Page:
    """An empty page to import modules on."""
    empty.goto(HOME)
    return empty


OTHER = """
  const { GAMES } = await import("/static/games/games.js");
  const { draw } = await import("/static/lib/dom.js");
  GAMES.other = { icon: "sled", parts: {} };
"""


REGISTERED = 'm.register((await import("/static/games/games.js")).GAMES);'


def test_set_up_offers_games_and_preselects_the_proposed_one(page: Page) -> None:
    body = (
        OTHER
        + """
      const asked = [];
      const form = { draft: { game: "snow_tails" } };
      const choice = m.gameChoice(form, (game) => asked.push(game), "other");
      draw(document.querySelector("#page"), choice);
      document.querySelector("input[value=other]").click();
      const cards = [...document.querySelectorAll(".game-card")];
      const told = cards.filter((card) => card.textContent.includes("ui.game_by_card"));
      return { asked, proposed: told.map((card) => card.querySelector("input").value) };
    """
    )
    assert run(page, "pages/setup/game-choice", body) == {"asked": ["other"], "proposed": ["other"]}


def test_changing_the_game_keeps_players_and_changes_fields(page: Page) -> None:
    body = """
      const snow = await import("/static/games/snow_tails/setup.js");
      const players = { fewest: 3, most: 4, own: { lane: [7, 8, 9, 10] } };
      const other = { ...snow, players, fresh: () => ({ box: "example" }) };
      let draft = m.newDraft("snow_tails", snow, { seats: [1, 2, 3] });
      draft = m.setPlayer(m.setPlayer(draft, 0, "name", "Ada"), 0, "colour", "white");
      const moved = m.changeGame(draft, "other", other, { seats: [1, 2, 3] });
      const back = m.changeGame(moved, "snow_tails", snow, { seats: [1, 2, 3] });
      const rows = back.players.map(({ name, place, lane }) => [name, place, lane ?? null]);
      return { moved, back: rows };
    """
    told: dict[str, Any] = run(page, "parts/race-draft", body)
    assert [(p["name"], p["colour"], p["lane"]) for p in told["moved"]["players"]] == [
        ("Ada", "white", 7),
        ("", "blue", 8),
        ("", "red", 9),
    ]
    assert told["moved"]["game"] == "other"
    assert "limits" not in told["moved"]
    assert told["back"] == [["Ada", 1, None], ["", 2, None], ["", 3, None]]


def test_a_part_is_loaded_once_with_its_styles(page: Page) -> None:
    body = (
        REGISTERED
        + """
      const twice = [m.load("snow_tails", "seat"), m.load("snow_tails", "seat")];
      const [one, other] = await Promise.all(twice);
      const links = [...document.querySelectorAll("link[rel=stylesheet]")];
      const same = one === other && m.part("snow_tails", "seat") === one;
      return { same, styles: links.map((link) => link.sheet !== null) };
    """
    )
    assert run(page, "parts/game-parts", body) == {"same": True, "styles": [True, True]}


def test_a_part_that_failed_to_load_is_requested_again_at_a_new_address(
    service: Service, browser: Browser
) -> None:
    tried: list[str] = []

    def away(route: Route) -> None:
        tried.append(route.request.url)
        if len(tried) < 3:
            route.abort()
        else:
            route.continue_()

    with Device(service, browser) as host:
        page = host.open("/seat/1")
        page.route("**/snow_tails/seat.js*", away)
        host.begin()
        expect(page.get_by_role("button", name="What if")).to_be_visible()
        host.acts([{"act": "end"}])
        host.faults.clear()  # the browser logs every failed request
    assert len(tried) == len(set(tried)) == 3, json.dumps(tried)


def test_a_tapped_card_proposes_its_game_on_the_home_page_and_in_the_set_up(
    service: Service, browser: Browser
) -> None:
    with Device(service, browser) as host:
        stream = Stream(service)
        stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
        stream.close()
        page = host.open("/")
        card = page.locator(".game-card", has_text="Husky")
        expect(card).to_be_visible()
        expect(card).not_to_contain_text("was tapped")
        movement = {"hand": "tap", "seat": 2, "card": {"kind": "action", "card": 7}}
        origin = {"Origin": service.url}
        answer = host.context.request.post("/api/v1/room", data=movement, headers=origin)
        assert answer.ok, answer.text()
        expect(card).to_contain_text("was tapped")
        page = host.open("/setup")
        expect(page.locator(".game-card :checked")).to_have_value("husky")
        page.locator(".game-card", has_text="Snow Tails").click()
        expect(page.get_by_role("group", name="Course")).to_be_visible()
        name = page.locator(".player-name input").first
        name.fill("Ada")
        page.reload()
        expect(name).to_have_value("Ada")
        assert host.faults == []  # a stored draft used to be drawn before its game's part


def test_an_open_seat_page_drops_the_last_games_styles_and_a_refusal_of_the_last_turn(
    service: Service, browser: Browser
) -> None:
    with Device(service, browser) as host:
        seats = [
            {"seat": seat, "name": name, "colour": colour}
            for seat, name, colour in ((1, "Ada", "red"), (2, "Bo", "blue"), (3, "Cy", "green"))
        ]
        reindeer = {"seats": seats, "laid": laid()}
        assert host.post("/races", game="reindeer_races", options=reindeer).ok
        page = host.open("/seat/2")
        event = page.locator(".pad-event")
        expect(event).to_be_hidden()  # the phone has keys of its own for these meanings
        page.get_by_role("button", name="1 gift").first.click()
        expect(page.locator(".toast")).to_contain_text("It is Ada's turn")
        host.acts([{"act": "done", "seat": 1}])
        expect(page.locator(".toast")).to_have_count(0)
        assert host.post("/races", game="husky", options={"seats": seats, "board": False}).ok
        expect(page.locator(".pad-ok")).to_be_visible()
        expect(event).to_be_visible()
        expect(event).to_contain_text("Checkpoint 1")
