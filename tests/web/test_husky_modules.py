"""Unit tests of Husky's modules in a browser: the painted map, the simulated hands."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.test_modules import HOME, run, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """An empty page to import modules on."""
    tried = browser.new_page()
    tried.route("**/*", served)
    tried.goto(HOME)
    yield tried
    tried.close()


def painted(page: Page, *strokes: tuple[str, int, int]) -> dict[str, Any]:
    body = """
      const put = (board, [brush, x, y]) => m.painted(board, brush, x, y);
      return given.reduce(put, m.blank());
    """
    told: dict[str, Any] = run(
        page, "games/husky/board-painting", body, [list(one) for one in strokes]
    )
    return told


def test_a_map_has_one_start_and_two_red_spaces(page: Page) -> None:
    board = painted(page, ("S", 1, 1), ("S", 3, 1), *(("2", x, 2) for x in (1, 2, 3)))
    assert board["spaces"][0].startswith("??S?")
    assert board["spaces"][1].startswith("?22?")
    assert [len(row) for row in board["spaces"]] == [31] * 14


def test_animals_need_their_ground_and_disappear_with_it(page: Page) -> None:
    herd = [("g", 1, 1), ("elk", 1, 1), ("wolf", 1, 1), ("bear", 2, 1)]
    assert painted(page, *herd)["animals"] == [{"species": "elk", "x": 1, "y": 1}]
    assert painted(page, *herd, ("elk", 1, 1))["animals"] == []
    assert painted(page, *herd, ("b", 1, 1))["animals"] == []
    ground = [("g", x, 1) for x in range(1, 8)]
    many = painted(page, *ground, *(("elk", x, 1) for x in range(1, 8)))
    assert len(many["animals"]) == 5


def test_a_brush_paints_rectangles_inside_the_map(page: Page) -> None:
    body = "return m.rectangle(m.blank(), ...given).spaces;"
    spaces = run(page, "games/husky/board-painting", body, ["g", [4, 2], [2, 3]])
    assert [row[:6] for row in spaces[:4]] == ["??????", "?ggg??", "?ggg??", "??????"]
    red = run(page, "games/husky/board-painting", body, ["1", [1, 1], [4, 1]])
    assert red[0].startswith("??11?")
    assert painted(page, ("w", 0, 1), ("w", 32, 1), ("w", 1, 15)) == painted(page)


def test_the_rest_of_a_map_is_painted_at_once(page: Page) -> None:
    body = "return m.filled(m.painted(m.blank(), 'S', 1, 1), 'w').spaces;"
    spaces = run(page, "games/husky/board-painting", body)
    assert spaces == ["S" + "w" * 30, *["w" * 31] * 13]


def test_a_map_is_read_out_of_a_box_a_board_or_drawn_lines(page: Page) -> None:
    body = "return given.map(m.boardFromFile);"
    board = '{"width": 2, "height": 1, "spaces": ["wS"], "animals": []}'
    texts = [board, f'{{"box": {{"board": {board}}}}}', " wS\n\ngb ", "wS\ng", "{}", "dog"]
    found = run(page, "games/husky/board-painting", body, texts)
    assert [one and one["spaces"] for one in found] == [["wS"], ["wS"], ["wS", "gb"], *[None] * 3]


def test_simulated_hands_have_each_card_once_and_the_right_number(page: Page) -> None:
    body = """
      const seats = [1, 3, 4].map((seat) => ({ seat, hand: 8, pending: null }));
      seats[1].hand = 10;
      const state = { deal: 2, seats, seen: { action: given, weather: [], event: [] } };
      return [1, 3, 4].map((seat) => m.dealt({ race: { id: 7 }, state }, seat, null));
    """
    hands = run(page, "games/husky/simulated-hand", body, [])
    cards = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == [8, 10, 8]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(range(1, 61))
    gone = hands[0][:2]
    assert not set(gone) & set(run(page, "games/husky/simulated-hand", body, gone)[0])
