"""The pages of Reindeer Races, in every language, at every size, in both themes."""

import pytest
from playwright.sync_api import Browser

from tests.evening.service import Service
from tests.games.reindeer_race import box_with, laid
from tests.web.looks import NARROW, Looks, seats
from tests.web.site import Device
from tests.web.test_reindeer_pages import move, tap

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOX = "/boxes/reindeer_races"
SPACES = {"gift": {2: "ice_left"}, "log": {5: "snowman"}}


def begin(phone: Device, **options: object) -> None:
    options = {"seats": seats(4), **options}
    answer = phone.post("/races", game="reindeer_races", options=options)
    assert answer.ok, answer.text()


def test_the_pages_of_a_race(service: Service, browser: Browser) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        looks.at("/boxes", "/setup?game=reindeer_races", BOX)
        begin(phone)
        phone.acts([{"act": "tap", "card": {"kind": "track", "card": card}} for card in (3, 5)])
        looks.at("/", "/room", "/seat/1")
        begin(phone, laid=laid(), box=box_with(SPACES))
        phone.acts([*move(1, "log_2"), *tap(2, "log_2")])
        phone.acts([{"act": "reindeer", "seat": 2, "reindeer": 1}])
        looks.at("/", "/seat/1", "/room", "/seat/2")
        phone.acts([{"act": "done", "seat": 2}, *tap(3, "elf", "elf")])
        looks.at("/seat/3")
        phone.acts([{"act": "track", "seat": 3, "track": "gift"}])
        phone.acts([{"act": "reindeer", "seat": 3, "reindeer": 4}])
        looks.at("/seat/3", "/")
        phone.acts([{"act": "land", "seat": 3, "end": "reward"}, {"act": "done", "seat": 3}])
        looks.at("/", "/history", "/setup")
        phone.acts([{"act": "end"}])
        looks.at("/", "/seat/3", f"/races/{phone.get('/state')['race']['id']}")
        found = looks.faults
    assert not found, "\n".join(found)


def test_the_sheets_of_a_race(service: Service, browser: Browser) -> None:
    with Device(service, browser, viewport=NARROW) as phone:
        looks = Looks(phone)
        begin(phone, laid=laid(), box=box_with(SPACES))
        phone.acts(move(1, "log_2"))
        phone.acts([{"act": "correct", "seat": 2, "set": {"tiles": {"gift": [9]}}}])
        looks.sheet("/seat/1", "button:has(.icon-edit)")
        looks.sheet("/", "button:has(.icon-edit)")
        looks.sheet(BOX, "button.lay-key")
        found = looks.faults
    assert not found, "\n".join(found)
