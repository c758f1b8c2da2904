"""Set-up by cards: a tap of a player's own card seats the player."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device, turn
from tests.web.test_modules import HOME, run, served

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page to import modules on."""
    tried = browser.new_page()
    tried.route("**/*", served)
    tried.goto(HOME)
    yield tried
    tried.close()


SIT = """
  const { newDraft } = await import("/static/parts/race-draft.js");
  const part = await import("/static/games/snow_tails/setup.js");
  const table = { seats: [1, 2, 3, 4, 5] };
  let draft = newDraft("snow_tails", part, table);
  draft.players = given.players ?? draft.players;
  const seated = {};
  for (const [seat, colour] of given.taps) {
    draft = m.sitDown(draft, seat, colour, { table, part, seated, names: new Map(given.names) });
    seated[seat] = colour;
  }
  return draft.players.map(({ seat, colour, name }) => [seat, colour, name]);
"""


def sat(page: Page, *taps: tuple[int, str], **given: Any) -> Any:
    return run(page, "pages/setup/sit-down", SIT, {"taps": [list(tap) for tap in taps], **given})


def test_a_tap_never_displaces_a_player(page: Page) -> None:
    assert sat(page, (3, "green"), (1, "blue"), (5, "white")) == [
        [3, "green", ""],
        [1, "blue", ""],
        [5, "white", ""],
    ]


def test_a_known_player_moves_to_the_seat_with_the_name(page: Page) -> None:
    players = [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bo", "colour": "blue", "place": 2},
    ]
    assert sat(page, (2, "red"), players=players) == [[2, "red", "Ada"], [1, "blue", "Bo"]]
    assert sat(page, (2, "pink"), players=players) == [[1, "red", "Ada"], [2, "pink", "Bo"]]
    assert sat(page, (4, "pink"), players=players)[2] == [4, "pink", ""]


def test_a_colours_last_player_is_proposed(page: Page) -> None:
    names = [["red", "Ada"], ["green", "Cy"]]
    assert sat(page, (1, "red"), (3, "green"), names=names) == [
        [1, "red", "Ada"],
        [3, "green", "Cy"],
    ]


def tap(host: Device, seat: int, colour: str) -> None:
    card = {"colour": colour, "value": 4, "copy": 1}
    body = {"hand": "tap", "seat": seat, "card": card}
    origin = {"Origin": host.url}
    assert host.context.request.post("/api/v1/room", data=body, headers=origin).ok


def connected(page: Page, seat: int) -> None:
    """Wait until the seat's node is connected."""
    page.wait_for_function(
        """async (seat) => {
          const { seats } = await (await fetch("/api/v1/state")).json();
          return seats.find((each) => each.seat === seat).device === "connected";
        }""",
        arg=seat,
    )


def test_a_tap_seats_its_player_on_the_open_set_up(host: Device) -> None:
    page = host.open("/setup")
    expect(page.get_by_text("Tap one of your own cards at your seat")).to_be_visible()
    connected(page, 4)
    tap(host, 4, "green")
    first = page.get_by_role("group", name="Player 1")
    expect(first.locator("input[name='seat-0'][value='4']")).to_be_checked()
    expect(first.locator("input[name='colour-0'][value='green']")).to_be_checked()
    room = host.context.new_page()
    room.goto("/")
    expect(room.get_by_text("Tap one of your own cards at your seat")).to_be_visible()
    page.goto("/races")
    expect(room.get_by_text("Tap one of your own cards at your seat")).to_have_count(0)


def test_a_phone_that_joins_during_a_race_waits_for_the_next(
    host: Device, service: Service, browser: Browser
) -> None:
    host.begin()
    host.acts([*turn(1, 4, "left"), {"act": "done", "seat": 1}])
    with Device(service, browser) as late:
        page = late.open("/join")
        page.locator(".seat-card", has_text="Seat 2").click()
        expect(page.get_by_text("in the next race")).to_be_visible()
        host.post("/acts", act={"act": "end"})
        setup = host.open("/setup")
        setup.get_by_role("button", name="Seat 2 plays too").click()
        expect(setup.locator("input[name='seat-3'][value='2']")).to_be_checked()
        expect(setup.get_by_role("button", name="Seat 2 plays too")).to_have_count(0)
        expect(setup.locator(".player", has_text="Another phone sits here.")).to_have_count(1)
        expect(setup.locator(".course-part summary")).to_contain_text("flag on the left")


GUESTS = """
  const { newDraft } = await import("/static/parts/race-draft.js");
  const part = await import("/static/games/snow_tails/setup.js");
  const table = { seats: [1, 2, 3, 4, 5] };
  let draft = newDraft("snow_tails", part, table);
  draft.players = given.players ?? draft.players;
  for (const guests of given.states) {
    const seats = table.seats.map((seat) => ({ seat, phones: 0, name: null, ...guests[seat] }));
    draft = m.withGuests(draft, { seats, table, state: null }, part);
  }
  return draft.players.map(({ seat, colour, name }) => [seat, colour, name]);
"""


def with_guests(page: Page, *states: dict[int, tuple[str, str]], **given: Any) -> Any:
    seats = [
        {
            seat: {"phones": 1, "name": name, "colour": colour}
            for seat, (name, colour) in one.items()
        }
        for one in states
    ]
    return run(page, "pages/setup/guests", GUESTS, {"states": seats, **given})


def test_guests_take_empty_rows_and_further_ones(page: Page) -> None:
    guests = {4: ("Ada", "pink"), 2: ("Bo", "red"), 5: ("Cy", "white")}
    assert with_guests(page, guests) == [
        [4, "pink", "Ada"],
        [2, "red", "Bo"],
        [5, "white", "Cy"],
    ]


def test_a_guest_of_the_last_race_moves_with_the_name(page: Page) -> None:
    players = [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bo", "colour": "blue", "place": 2},
    ]
    moved = with_guests(page, {2: ("ada", "pink")}, players=players)
    assert moved == [[2, "pink", "ada"], [1, "blue", "Bo"]]


def test_a_guest_who_changes_name_keeps_the_row(page: Page) -> None:
    changed = with_guests(page, {2: ("Ada", "pink")}, {2: ("Eve", "white")})
    assert changed == [[1, "red", ""], [2, "white", "Eve"]]
