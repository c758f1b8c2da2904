"""An evening on phones: set-up, claiming seats, network failures."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.evening.script import options
from tests.evening.service import Phone, Service, Stream, count, request, sled
from tests.patience import Pace

pytestmark = pytest.mark.browser

BACK_S = 2.0
"""Seconds until a phone shows the current state after the network is back (tests/patience.py)."""

OUTAGE_MS = 3200

Open = Callable[[str], Page]


@pytest.fixture
def phone(service: Service, browser: Browser) -> Iterator[Open]:
    """A function that opens a page on a new phone; the first phone is the host's."""
    contexts: list[BrowserContext] = []

    def opened(path: str) -> Page:
        context = browser.new_context(
            base_url=service.url, viewport={"width": 390, "height": 780}, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        expect(page.locator("#page .loading")).to_have_count(0)
        return page

    yield opened
    for context in contexts:
        context.close()


def choose(page: Page, name: str, value: object) -> None:
    """Click a choice in a row."""
    page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()


def chosen(page: Page, name: str) -> str:
    return page.locator(f"input[name='{name}']:checked").get_attribute("value") or ""


def fill_in(page: Page) -> None:
    """Enter three players at seats 1, 3 and 5, a course of three lines, and other settings."""
    page.get_by_role("button", name="Add a player").click()
    players = (("Ada", 1, "purple", 2), ("Bo", 3, "red", 1), ("Cy", 5, "green", 4))
    for at, (name, seat, colour, place) in enumerate(players):
        group = page.get_by_role("group", name=f"Player {at + 1}")
        group.get_by_label("Name").fill(name)
        group.get_by_role("button", name="Colour and seat").click()
        choose(page, f"seat-{at}", seat)
        choose(page, f"colour-{at}", colour)
        choose(page, f"place-{at}", place)
    page.locator(".course-part summary").click()
    page.get_by_role("button", name="Limit of line 1: more").click()
    page.get_by_role("textbox", name="Limit of line 2").fill("7")
    page.get_by_role("button", name="Add a red line").click()
    page.get_by_role("button", name=re.compile("Line 3.*remove")).click()
    choose(page, "flag", "right")
    page.locator(".settings summary").click()
    choose(page, "edition", "fr")
    page.get_by_text("The bonus may end in a crash").click()


CHOSEN = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "purple", "place": 2},
        {"seat": 3, "name": "Bo", "colour": "red", "place": 1},
        {"seat": 5, "name": "Cy", "colour": "green", "place": 4},
    ],
    "limits": [5, 7, 4],
    "flag": "right",
    "edition": "fr",
    "bonus_may_crash": False,
    "finished_count": True,
    "dnf_points": 0,
    "ask_certain": False,
    "deck": 4,
}


def test_a_race_is_set_up_started_and_reopened_unchanged(service: Service, phone: Open) -> None:
    page = phone("/")
    page.get_by_role("link", name="Snow Tails").click()
    page.get_by_role("button", name="Start a race").click()
    expect(page.get_by_role("alert").filter(has_text="name")).to_be_visible()
    expect(page.get_by_role("group", name="Player 1").get_by_label("Name")).to_be_focused()
    fill_in(page)
    page.get_by_role("button", name="Start a race").click()
    page.wait_for_url("**/")
    watcher = Stream(service)
    assert watcher.live["race"]["options"] == CHOSEN
    assert not watcher.live["race"]["begun"]
    for name in ("Ada", "Bo", "Cy"):
        shown = page.locator("#page").get_by_text(name, exact=True).filter(visible=True)
        expect(shown.first).to_be_visible()

    page.get_by_role("link", name="Change the set-up").click()
    expect(page.get_by_role("heading", name="Change the set-up")).to_be_visible()
    names = [page.get_by_role("group", name=f"Player {n}").get_by_label("Name") for n in (1, 2, 3)]
    for name, kept_name in zip(names, ("Ada", "Bo", "Cy"), strict=True):
        expect(name).to_have_value(kept_name)
    kept = [chosen(page, f"{what}-{n}") for n in range(3) for what in ("seat", "colour", "place")]
    assert kept == ["1", "purple", "2", "3", "red", "1", "5", "green", "4"]
    expect(page.locator(".settings .short")).to_contain_text("The bonus may end in a crash: no")
    for fold in (".course-part", ".settings"):
        page.locator(f"{fold} summary").click()
    limits = [page.get_by_role("textbox", name=f"Limit of line {n}") for n in (1, 2, 3)]
    assert [limit.input_value() for limit in limits] == ["5", "7", "4"]
    assert (chosen(page, "flag"), chosen(page, "edition")) == ("right", "fr")
    expect(page.get_by_role("switch", name="The bonus may end in a crash")).not_to_be_checked()
    names[1].fill("Bea")
    page.get_by_role("button", name="Save and start").click()
    page.wait_for_url("**/")
    watcher.until(lambda live: live["race"]["options"]["seats"][1]["name"] == "Bea")
    assert {**watcher.live["race"]["options"], "seats": []} == {**CHOSEN, "seats": []}
    races = request(service, "GET", "/api/v1/races").body["races"]
    assert [race["players"] for race in races] == [["Ada", "Bea", "Cy"]]

    page.goto(f"/seat/{watcher.live['up'][0]}")
    for button in (".value >> nth=2", ".target.card-left", ".pad-ok"):
        page.locator(button).click()
    watcher.until(lambda live: live["race"]["begun"])
    page.goto("/")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.get_by_role("link", name="Change the set-up")).to_have_count(0)
    watcher.close()


@pytest.fixture
def race(service: Service, phone: Open) -> Iterator[tuple[Phone, Stream]]:
    """The host of a started race, and its stream."""
    host = Phone(service)
    answer = host.post("/races", game="snow_tails", options=options((1, 3, 5)))
    assert answer.status == 200, answer
    stream = Stream(service)
    yield host, stream
    stream.close()


def take(page: Page, key: str = "Take this seat") -> None:
    """Claim the seat of this page."""
    page.get_by_role("button", name=key).click()
    expect(page.locator(".pads")).to_be_visible()


def shows(page: Page, slot: str, value: int) -> None:
    """Wait until a card of this value is in the slot."""
    card = page.locator(f".mat .card-{slot}")
    expect(card).to_have_attribute("data-value", str(value))


def away(page: Page) -> None:
    """Wait until the page shows that it is not connected."""
    expect(page.get_by_text("Not connected")).to_be_visible()


def back(page: Page) -> None:
    expect(page.get_by_text("Not connected")).to_have_count(0)


def test_a_phone_without_network_shows_it_and_catches_up(
    race: tuple[Phone, Stream], phone: Open
) -> None:
    host, _ = race
    page = phone("/seat/1")
    take(page)
    page.context.set_offline(True)
    away(page)
    for act in ({"act": "tap", "card": {"value": 5}}, {"act": "slot", "slot": "left"}):
        assert host.act({**act, "seat": 1}).status == 200
    with Pace() as pace:
        page.context.set_offline(False)
        shows(page, "left", 5)
    assert pace.took_s <= pace.allows(BACK_S)
    back(page)


def test_a_phone_reconnects_soon_after_a_service_restart(
    service: Service, race: tuple[Phone, Stream], phone: Open
) -> None:
    host, _ = race
    page = phone("/seat/1")
    take(page)
    page.locator(".value").nth(4).click()
    page.locator(".target.card-left").click()
    shows(page, "left", 5)
    service.kill()
    away(page)
    page.wait_for_timeout(OUTAGE_MS)
    service.start()
    with Pace() as pace:
        assert host.act({"act": "slot", "seat": 1, "slot": "left"}).status == 200
        assert host.act({"act": "slot", "seat": 1, "slot": "right"}).status == 200
        shows(page, "right", 5)
    assert pace.took_s <= pace.allows(BACK_S)
    back(page)
    page.locator(".target.card-brake").click()
    shows(page, "brake", 5)


def test_a_press_without_network_is_not_sent_late(race: tuple[Phone, Stream], phone: Open) -> None:
    _, stream = race
    page = phone("/seat/1")
    take(page)
    page.context.set_offline(True)
    away(page)
    page.locator(".value").nth(1).click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent")
    page.context.set_offline(False)
    back(page)
    page.locator(".value").nth(2).click()
    stream.until(lambda live: count(live) == 1)
    assert sled(stream.live, 1)["pending"]["value"] == 3


def test_a_phone_claims_and_releases_a_seat(race: tuple[Phone, Stream], phone: Open) -> None:
    _, stream = race
    page = phone("/seat/3")
    expect(page.locator(".pads")).to_have_count(0)
    take(page)
    stream.until(lambda live: live["seats"][2]["phones"] == 1)
    page.reload()
    expect(page.locator(".pads")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Only this phone").click()
    stream.until(lambda live: live["seats"][2]["phones"] == 0)
    expect(page.get_by_role("button", name="Take this seat")).to_be_visible()
    page.goto("/seat/1")
    expect(page.get_by_role("button", name="Take this seat")).to_be_visible()


def test_undo_and_redo_by_a_phone_are_shown_with_its_name(
    race: tuple[Phone, Stream], phone: Open
) -> None:
    page, table = phone("/seat/1"), phone("/")
    take(page)
    page.locator(".value").nth(3).click()
    page.locator(".target.card-right").click()
    shows(page, "right", 4)
    page.get_by_role("button", name="Undo").click()
    shows(page, "right", 3)
    expect(table.locator(".log-line").first).to_contain_text("Ada's phone")
    page.get_by_role("button", name="Redo").click()
    shows(page, "right", 4)


def test_a_refusal_offers_to_correct_the_table(race: tuple[Phone, Stream], phone: Open) -> None:
    _, stream = race
    first, third = phone("/seat/1"), phone("/seat/3")
    take(first)
    take(third)
    first.locator(".value").nth(3).click()
    first.locator(".target.card-left").click()
    shows(first, "left", 4)
    third.locator(".value").nth(1).click()
    told = third.get_by_role("alert")
    expect(told).to_contain_text("waiting for OK")
    expect(first.get_by_role("alert")).not_to_contain_text("waiting for OK")
    assert stream.live["up"] == [1]
    third.get_by_role("button", name="Ada's turn is over").click()
    stream.until(lambda live: live["up"] == [3])
    stream.until(lambda live: sled(live, 3)["pending"])
    assert sled(stream.live, 3)["pending"]["value"] == 2
    expect(told).not_to_contain_text("waiting for OK")


def test_two_phones_play_one_seat(race: tuple[Phone, Stream], phone: Open) -> None:
    _, stream = race
    one, two = phone("/seat/1"), phone("/seat/1")
    take(one)
    expect(two.get_by_text("Another phone already sits here")).to_be_visible()
    take(two, "Play along")
    stream.until(lambda live: live["seats"][0]["phones"] == 2)
    one.locator(".value").nth(1).click()
    expect(two.locator(".value").nth(1)).to_have_attribute("aria-pressed", "true")
    two.locator(".target.card-brake").click()
    shows(one, "brake", 2)
    one.locator(".pad-ok").click()
    stream.until(lambda live: live["up"] == [3])
    assert count(stream.live) == 3
