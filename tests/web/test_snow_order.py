"""The order step of Snow Tails on the pages: only what is open is asked."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.evening.service import Service
from tests.web.site import Act, Device, turn, whole_turn

pytestmark = pytest.mark.browser

MOVED = [*whole_turn(1, 3, "left"), *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")]
STAYED = whole_turn(5, 1, "left", "right")
WATCH_FOOT = """() => {
  window.reached = new Set();
  const foot = () => getComputedStyle(document.querySelector(".phone-foot"));
  const look = () => window.reached.add(foot().pointerEvents);
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
}"""


@pytest.fixture(autouse=True)
def tall(phone: Device) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 844})


def begin(phone: Device, acts: list[Act], path: str) -> Page:
    phone.begin(ask_certain=False)
    phone.acts(acts)
    return phone.open(path)


def order(phone: Device) -> list[int]:
    return list(phone.get("/state")["state"]["order"])


def is_as_large(one: Locator, other: Locator) -> bool:
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    return (first["width"], first["height"]) == (second["width"], second["height"])


def test_one_open_pair_is_one_question_with_two_equal_answers(phone: Device) -> None:
    page = begin(phone, [*MOVED[:-3], *STAYED], "/seat/5")
    expect(page.locator(".todo-first")).to_have_text("Did Bo pass Ada?")
    ada, bo = page.locator(".answer").all()
    expect(ada).to_have_text(re.compile("Ada.*is ahead", re.S))
    assert is_as_large(ada, bo)
    expect(page.locator(".token .grip, .token button")).to_have_count(0)
    bo.click()
    expect(page.locator(".order-row")).to_be_visible()
    assert order(phone) == [3, 1, 5]


def test_table_asks_the_same_question(phone: Device) -> None:
    page = begin(phone, [*MOVED[:-3], *STAYED], "/")
    expect(page.locator(".hero-todo")).to_contain_text("Did Bo pass Ada?")
    expect(page.locator(".lane-move")).to_have_count(0)
    page.locator(".answer", has_text="Ada").click()
    expect(page.locator(".answer")).to_have_count(0)
    assert order(phone) == [1, 3, 5]


def test_open_pairs_are_tapped_into_order_and_the_certain_one_stays(phone: Device) -> None:
    four = [(1, "Ada", "red"), (2, "Di", "white"), (3, "Bo", "blue"), (5, "Cy", "green")]
    seats = [
        {"seat": seat, "name": name, "colour": colour, "place": place}
        for place, (seat, name, colour) in enumerate(four, 1)
    ]
    first = [*turn(1, 3, "left", marks=["line"]), {"act": "done", "seat": 1}]
    phone.begin(ask_certain=False, seats=seats)
    phone.acts([*first, *whole_turn(2, 3, "left"), *MOVED[3:]])
    page = phone.open("/seat/1")
    expect(page.locator(".token-name")).to_have_text(["Ada", "Di", "Bo", "Cy"])
    fixed = page.locator(".token").first
    expect(fixed).to_contain_text("fixed")
    expect(fixed.locator("button, .grip")).to_have_count(0)
    page.get_by_role("button", name="Cy: one place forward").click()
    expect(page.locator(".token-name").nth(2)).to_have_text("Cy")
    page.locator(".pad-ok").click()
    expect(page.locator(".order-row li")).to_have_text(["1Ada", "2Di", "5Cy", "3Bo"])
    assert order(phone) == [1, 2, 5, 3]


def test_any_player_moves_any_sled(table: Service, browser: Browser, phone: Device) -> None:
    begin(phone, MOVED, "/")
    with Device(table, browser) as guest:
        assert guest.post("/seats/3/claim").ok
        page = guest.open("/seat/3")
        page.get_by_role("button", name="Cy: one place forward").click()
        expect(page.locator(".token-name")).to_have_text(["Ada", "Cy", "Bo"])
        page.get_by_role("button", name="Bo: one place forward").click()
        expect(page.locator(".token-name")).to_have_text(["Ada", "Bo", "Cy"])


def test_token_is_dragged_into_order(phone: Device) -> None:
    page = begin(phone, MOVED, "/seat/3")
    first, last = (page.locator(".token .grip").nth(at).bounding_box() for at in (0, 2))
    assert first
    assert last
    page.mouse.move(last["x"] + 10, last["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 10, first["y"] + 10, steps=5)
    page.mouse.up()
    expect(page.locator(".token-name").first).to_have_text("Cy")
    expect(page.locator(".token-name")).to_have_text(["Cy", "Ada", "Bo"])


def test_round_without_an_open_pair_asks_nothing(phone: Device) -> None:
    acts = [
        *turn(1, 3, "left", marks=["line", "line"]),
        {"act": "done", "seat": 1},
        *turn(3, 3, "left", marks=["line"]),
        {"act": "done", "seat": 3},
        *MOVED[6:],
    ]
    page = begin(phone, acts, "/seat/1")
    expect(page.locator(".order-row li[aria-current]")).to_have_text("1Ada")
    assert phone.get("/state")["state"]["round"] == 2


def test_late_tap_on_the_answer_of_another_phone_meets_no_key(phone: Device) -> None:
    page = begin(phone, MOVED, "/seat/1")
    expect(page.locator(".tokens")).to_be_visible()
    page.evaluate(WATCH_FOOT)
    phone.acts([{"act": "order", "seats": phone.get("/state")["state"]["proposed_order"]}])
    page.get_by_role("button", name="What if").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("() => [...window.reached]") == ["auto", "none"]
