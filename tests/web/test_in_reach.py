"""The main key of every phase is on the first screen, on large and small phones, in each language.

The phone holds three seats and the names are long; Reindeer Races are also played without the track
cards' contents, where the companion asks for each landing.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.messages import languages
from tests.evening.service import Service
from tests.games import reindeer_race
from tests.web import husky_table
from tests.web.site import Act, Device, turn, whole_turn
from tests.web.test_reindeer_pages import tap

pytestmark = pytest.mark.browser

PHONES = ((390, 844), (360, 640))
NAMES = (
    ("Wolfgang Theodor", "red"),
    ("Anneliese", "blue"),
    ("Cyprian", "green"),
    ("Dee", "yellow"),
)
SEATS = [
    {"seat": seat, "name": name, "colour": colour} for seat, (name, colour) in enumerate(NAMES, 1)
]
OWN = (1, 3, 4)

LOWEST = """keys => {
  const all = [...document.querySelectorAll(keys)].filter((key) => key.getClientRects().length);
  return all.length ? Math.max(...all.map((key) => key.getBoundingClientRect().bottom)) : null;
}"""

OK = ".pad-ok"
CARDS = ".card-key"


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone, which holds three seats."""
    with Device(table, browser) as device:
        for seat in OWN:
            device.post(f"/seats/{seat}/claim")
        yield device


def begin(phone: Device, game: str, seats: list[dict[str, Any]], **options: Any) -> None:
    answer = phone.post("/races", game=game, options={"seats": seats, **options})
    assert answer.ok, answer.text()


def play(phone: Device, acts: Iterable[Act]) -> None:
    """Post acts while no page is open: an open one would follow the turn to another seat."""
    phone.page.goto("about:blank")
    phone.acts(acts)


def below(phone: Device, path: str, keys: str) -> list[str]:
    """Keys of this page that end below the first screen, or are missing."""
    found = []
    for language in languages():
        phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])
        page = phone.open(path)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            lowest = page.evaluate(LOWEST, keys)
            if lowest is None or lowest > height:
                found.append(f"{language} {path} {keys} {width} x {height}: {lowest}")
    return found


def test_snow_tails_turn_and_order(phone: Device) -> None:
    begin(phone, "snow_tails", [{**s, "place": s["seat"]} for s in SEATS], limits=[4, 3, 5])
    found = below(phone, "/seat/1", OK)
    play(phone, turn(1, 5, "left", "right", marks=["line", "sapling"]))
    found += below(phone, "/seat/1", OK) + below(phone, "/seat/3", OK)
    rest = [whole_turn(2, 4, "left"), whole_turn(3, 4, "left", "right"), whole_turn(4, 3, "left")]
    play(phone, [{"act": "done", "seat": 1}, *(act for acts in rest for act in acts)])
    assert phone.get("/state")["state"]["phase"] == "order"
    found += below(phone, "/seat/1", f"{OK}, .token")
    assert not found, "\n".join(found)


def test_snow_tails_on_a_laid_course(phone: Device) -> None:
    laid = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "10")]
    seats = [{**s, "place": s["seat"]} for s in SEATS]
    begin(phone, "snow_tails", seats, limits=[4, 3, 5], laid=laid)
    found = below(phone, "/seat/1", OK)
    play(phone, turn(1, 5, "left"))
    found += below(phone, "/seat/1", OK) + below(phone, "/seat/3", OK)
    assert not found, "\n".join(found)


def test_reindeer_races_with_known_track_cards(phone: Device) -> None:
    begin(phone, "reindeer_races", SEATS)
    found = below(phone, "/seat/1", ".lay-key")
    begin(phone, "reindeer_races", SEATS, laid=reindeer_race.laid(), box="example")
    found += below(phone, "/seat/1", f"{OK}, {CARDS}") + below(phone, "/seat/3", OK)
    play(phone, tap(1, "elf"))
    found += below(phone, "/seat/1", f"{CARDS}, .herd-key")
    play(phone, [{"act": "track", "seat": 1, "track": "gift"}])
    found += below(phone, "/seat/1", f"{OK}, {CARDS}")
    assert not found, "\n".join(found)


def test_reindeer_races_with_unknown_tracks_and_rewards(phone: Device) -> None:
    box = {key: value for key, value in reindeer_race.box.example().items() if key == "moves"}
    begin(phone, "reindeer_races", SEATS, laid=reindeer_race.laid(), box=box)
    play(phone, [*tap(1, "tree_2"), {"act": "reindeer", "seat": 1, "reindeer": 1}])
    keys = f"{OK}, {CARDS}, .asked .button"
    found = below(phone, "/seat/1", keys)
    play(phone, [{"act": "land", "seat": 1, "end": 3}])
    found += below(phone, "/seat/1", keys)
    play(phone, [{"act": "land", "seat": 1, "end": "reward"}])
    found += below(phone, "/seat/1", keys)
    assert not found, "\n".join(found)


def test_a_landing_is_chosen_among_the_spaces_of_its_track(phone: Device) -> None:
    spaces = {"gift": {2: "ice_left"}, "log": {5: "snowman"}}
    box = reindeer_race.box_with(spaces)
    begin(phone, "reindeer_races", SEATS, laid=reindeer_race.laid(), box=box)
    play(phone, [*tap(1, "gift_2"), {"act": "reindeer", "seat": 1, "reindeer": 1}])
    phone.context.add_cookies([{"name": "lang", "value": "en", "url": phone.url}])
    page = phone.open("/seat/1")
    asked = page.locator(".asked")
    asked.get_by_role("button", name="log cake track").click()
    with page.expect_response("**/acts"):
        asked.get_by_role("button", name="5 snowman").click()
    landed = {"kind": "space", "track": "log", "space": 5}
    end = phone.get("/state")["state"]["seats"][0]["pending"]["end"]
    assert end.items() >= landed.items()
    expect(asked.locator(".number-keys [aria-pressed=true]")).to_contain_text("5")


def test_husky_with_its_board(phone: Device) -> None:
    begin(phone, "husky", SEATS, box="example")
    found = below(phone, "/seat/1", ".choose") + below(phone, "/seat/3", OK)
    play(phone, [husky_table.weather()])
    found += below(phone, "/seat/1", f".choose, {OK}")
    play(phone, [husky_table.action(1, 1)])
    found += below(phone, "/seat/1", f".distance, {OK}")
    husky_table.moves(phone, 1)
    found += below(phone, "/seat/1", f"{OK}, .pad-event:not(.idle)")
    play(phone, [{"act": "draw", "seat": 1}])
    found += below(phone, "/seat/1", OK)
    assert not found, "\n".join(found)
