"""The sheet *How it goes*: a game in short, rules that no page asks for, where they are needed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.messages import languages, sentence
from tests.evening.service import Service
from tests.web.site import Device, turn, whole_turn

REGISTRY = Path("web/static/games/games.js")

GAPS = {
    "snow_tails": {
        "which cards a turn takes, and where": "cards",
        "what they do": "speed",
        "what unequal dogs do": "pull",
        "what a red line costs": "limit",
        "what a crash costs": "crash",
        "cards at the end of a turn": "hand",
        "the bonus of equal dogs": "balanced",
        "who wins": "goal",
        "lay the course, first the Nutcracker": "course",
        "add start and finish": "course",
        "place 1 inside of the first bend": "course",
        "yellow flags left, red flags right": "flags",
        "a blue line at every joint": "flags",
        "dents and brake markers beside the course": "stock",
        "each shuffles the own deck": "stock",
        "the hoarsest voice chooses first": "first",
        "or at random": "first",
        "the others in that order": "first",
        "level in a bend": "ahead_bend",
        "level on a straight": "ahead_straight",
        "equal dots mark level rows": "dots",
        "drifting crosses a black line": "drift",
        "free choice when to drift": "drift",
        "drift complete by the end": "drift",
        "what stands beside the diagonal": "diagonal",
        "bonus after the normal move": "bonus",
        "the sled leaves the race": "out",
        "special pieces after a normal race": "special",
        "each builds a course": "special",
        "a sapling on each marked space": "sapling",
        "canyon: ticked spaces": "canyon",
        "canyon: diagonals": "canyon",
        "canyon: centre columns": "canyon",
        "snow drift: ticked spaces": "drift_snow",
        "snow drift: diagonals": "drift_snow",
    },
    "reindeer_races": {
        "two spare track cards": "spare",
        "rewards sorted at the ends": "rewards",
        "pile and discard": "pile",
        "why a tie was won": "tie",
    },
    "husky": {"deal": "deal", "weather": "weather", "distance": "distance", "win": "win"},
}
"""Rule that the players have to know -> the line that states it."""


def lines(game: str) -> list[str]:
    """The lines of a game's sheet in the registry of games."""
    table = REGISTRY.read_text(encoding="utf-8")
    found = re.search(rf"^  {game}: .*?^    how: \[(.*?)\],$", table, re.M | re.S)
    assert found
    return re.findall(r'"(\w+)"', found[1])


@pytest.mark.parametrize("game", GAPS)
@pytest.mark.parametrize("lang", languages())
def test_every_rule_of_the_sheet_has_a_line_in_every_language(game: str, lang: str) -> None:
    assert set(GAPS[game].values()) <= set(lines(game))
    english = {line: sentence(f"ui.how_{game}_{line}") for line in lines(game)}
    for line, words in english.items():
        said = sentence(f"ui.how_{game}_{line}", lang=lang)
        assert said != f"ui.how_{game}_{line}"
        assert (said == words) is (lang == "en")


@pytest.mark.browser
def test_sheet_opens_from_set_up_and_seat_and_the_order_step_shows_its_lines(
    service: Service, browser: Browser, host: Device
) -> None:
    for game in GAPS:
        page = host.open(f"/setup?game={game}")
        page.get_by_text("How it goes").click()
        expect(page.locator(".how[open] .how-lines li")).to_have_count(len(lines(game)))
    host.begin()
    page = host.open("/seat/1")
    page.get_by_role("button", name="How it goes").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nutcracker")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".how-lines")).to_have_count(0)
    host.acts([*whole_turn(1, 4, "left"), *whole_turn(3, 4, "left"), *whole_turn(5, 4, "left")])
    expect(page.locator(".phone > .how-lines li")).to_have_count(3)
    expect(host.open("/").locator(".hero .how-lines li")).to_have_count(3)
    host.acts([{"act": "order"}])
    expect(page.locator(".how-lines")).to_have_count(0)


@pytest.mark.browser
def test_first_drift_and_special_pieces_have_their_lines(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    host.acts(turn(1, 4, "left"))
    expect(page.locator(".phone > .how-lines li")).to_have_count(2)
    page.get_by_role("button", name="Saplings, canyon, snow drift").click()
    expect(page.get_by_role("dialog").locator("li")).to_have_count(3)
    page.get_by_role("button", name="Close").click()
    host.acts([{"act": "done", "seat": 1}, *whole_turn(3, 4, "left"), *whole_turn(5, 4, "left")])
    host.acts([{"act": "order", "seats": [1, 3, 5]}, *turn(1, 5, "left")])
    expect(page.locator(".todo-first")).to_contain_text("drift")
    expect(page.locator(".how-lines")).to_have_count(0)


@pytest.mark.browser
def test_sheet_over_the_set_up_loses_no_entry(host: Device) -> None:
    page = host.open("/setup?game=snow_tails")
    page.get_by_label("Name").first.fill("Zoe")
    page.get_by_role("button", name="This phone").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_label("Name").first).to_have_value("Zoe")
