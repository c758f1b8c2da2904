"""The next race in one tap from the result: only the start places are new."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.games.reindeer_race import laid
from tests.games.reindeer_race import seats as reindeer_seats
from tests.patience import until
from tests.web import husky_table
from tests.web.site import Device, Taps

pytestmark = pytest.mark.browser


@pytest.fixture
def guest(table: Service, phone: Device, browser: Browser) -> Iterator[Device]:
    """A phone that holds the seat of Bo."""
    with Device(table, browser) as device:
        assert device.post("/seats/3/claim").ok
        yield device


def ended(phone: Device, **options: Any) -> list[int]:
    """End a new race; the seats from the first to the last of its result."""
    phone.begin(**options)
    phone.acts([{"act": "end"}])
    return [entry["seat"] for entry in phone.get("/state")["state"]["result"]]


def options_of(phone: Device, ended_race: int) -> dict[str, Any]:
    """Wait for a race other than `ended_race`; returns its options."""
    until(lambda: phone.get("/state")["race"]["id"] != ended_race)
    options: dict[str, Any] = phone.get("/state")["race"]["options"]
    return options


@pytest.fixture(autouse=True)
def last_first(phone: Device) -> None:
    """The initial setting of the start order."""
    phone.page.evaluate("localStorage.removeItem('companion.start-places')")


@pytest.mark.parametrize("path", ["/", "/seat/1"])
def test_one_tap_starts_the_same_race_with_the_last_one_first(
    phone: Device, guest: Device, path: str
) -> None:
    result = ended(phone, edition="fr", dnf_points=2)
    before = phone.get("/state")["race"]
    taps = Taps(phone.open(path))
    taps.on(phone.page.get_by_role("button", name="Same again"))
    after = options_of(phone, before["id"])
    assert taps.count == 1
    places = {seat["place"]: seat["seat"] for seat in after["seats"]}
    assert [places[place] for place in (1, 2, 3)] == result[::-1]
    for options in (before["options"], after):
        for seat in options["seats"]:
            del seat["place"]
    assert {name: after[name] for name in before["options"]} == before["options"]
    assert guest.get("/me")["seats"] == [3]


def test_start_places_are_tapped_in_turn(phone: Device) -> None:
    ended(phone)
    race = phone.get("/state")["race"]["id"]
    page = phone.open("/seat/1")
    page.get_by_role("radio", name="We tap").check()
    page.get_by_role("button", name="Same again").click()
    sheet = page.get_by_role("dialog")
    for name in ("Cy", "Ada", "Ada", "Bo", "Ada"):  # Ada is taken back once
        sheet.get_by_role("button", name=name).click()
    expect(sheet).to_have_count(0)
    seats = options_of(phone, race)["seats"]
    assert {seat["name"]: seat["place"] for seat in seats} == {"Cy": 1, "Bo": 2, "Ada": 3}


def test_start_places_are_drawn(phone: Device) -> None:
    ended(phone)
    race = phone.get("/state")["race"]["id"]
    page = phone.open("/")
    page.get_by_role("radio", name="Draw for us").check()
    page.reload()
    expect(page.get_by_role("radio", name="Draw for us")).to_be_checked()
    page.get_by_role("button", name="Same again").click()
    seats = options_of(phone, race)["seats"]
    assert sorted(seat["place"] for seat in seats) == [1, 2, 3]


def test_the_other_games_begin_with_another_player(phone: Device) -> None:
    """In Husky, where the losers are equal, the last one in the result begins."""
    options = {"seats": reindeer_seats(2), "laid": laid(), "box": "example"}
    assert phone.post("/races", game="reindeer_races", options=options).ok
    page = again(phone)
    assert options_of(phone, page)["first"] == 2
    husky_table.begin(phone, board=False)
    page = again(phone)
    assert options_of(phone, page)["start"] in (2, 3)


def again(phone: Device) -> int:
    """End the race and tap *Same again*, last one first; returns the ended race."""
    phone.acts([{"act": "end"}])
    last = phone.get("/state")["state"]["result"][-1]["seat"]
    race: int = phone.get("/state")["race"]["id"]
    page = phone.open(f"/seat/{last}")
    page.get_by_role("button", name="Same again").click()
    return race


def test_once_a_season_runs_its_next_races_count_without_asking(phone: Device) -> None:
    ended(phone)
    first = phone.get("/state")["race"]["id"]
    assert phone.post("/seasons", name="Winter").ok
    number = phone.get("/seasons")["seasons"][0]["id"]
    assert phone.post(f"/seasons/{number}/acts", act={"act": "race", "race": first}).ok
    page = phone.open("/")
    page.get_by_role("button", name="Same again").click()
    options_of(phone, first)
    second = phone.get("/state")["race"]["id"]
    phone.acts([{"act": "end"}])
    page.get_by_role("button", name="Same again").click()
    options_of(phone, second)
    assert phone.get(f"/seasons/{number}")["races"][-1]["race"] == second
    assert len(phone.get(f"/seasons/{number}")["races"]) == 2


def test_only_the_host_starts_it(phone: Device, guest: Device) -> None:
    ended(phone)
    page = guest.open("/seat/3")
    expect(page.locator(".finisher")).to_have_count(3)
    expect(page.get_by_role("button", name="Same again")).to_have_count(0)
