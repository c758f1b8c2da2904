"""No page requests a missing file, whatever is on the table."""

import pytest
from playwright.sync_api import Response

from tests.web.site import Device
from tests.web.test_long_names import BEFORE, begin

GAMES = ("snow_tails", "reindeer_races", "husky")
BOXES = tuple(f"/boxes/{game}" for game in GAMES)
AFTER = ("/", "/setup", "/seat/1", *BOXES)


def missing(phone: Device, *paths: str) -> list[str]:
    """The requests of these pages that failed."""
    found: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400:
            found.append(f"{path}: {answer.url} {answer.status}")

    phone.page.on("response", note)
    for path in paths:
        phone.open(path)
    phone.page.remove_listener("response", note)
    return found


def test_without_a_race_nothing_is_missing(phone: Device) -> None:
    assert phone.post("/seasons", name="Winter").ok
    assert missing(phone, *(set(BEFORE.values()) - {"/races/1"}), *BOXES) == []


@pytest.mark.parametrize("game", GAMES)
def test_during_and_after_a_race_nothing_is_missing(phone: Device, game: str) -> None:
    race = begin(phone, game)
    paths = {*BEFORE.values(), *BOXES, f"/races/{race}", "/?show=1"} - {"/races/1"}
    assert missing(phone, *sorted(paths)) == []
    assert phone.post("/acts", act={"act": "end"}).ok
    assert missing(phone, *AFTER, f"/races/{race}") == []
