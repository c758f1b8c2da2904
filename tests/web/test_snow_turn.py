"""A turn of Snow Tails by taps on the seat's page, counted."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

TALL = {"width": 390, "height": 844}
ROUND = [*whole_turn(1, 3, "left"), *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")]
PLACES = """(keys) => keys.map((key) => {
  const box = key.getBoundingClientRect();
  return [Math.round(box.x), Math.round(box.y)];
})"""
AREA = "(key) => { const box = key.getBoundingClientRect(); return [box.width, box.height]; }"


@pytest.fixture(autouse=True)
def tall(phone: Device) -> None:
    phone.page.set_viewport_size(TALL)


def taps(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).click()


def sled(phone: Device, seat: int = 1) -> dict[str, object]:
    seats = phone.get("/state")["state"]["seats"]
    return next(one for one in seats if one["seat"] == seat)


def test_usual_turn_takes_three_taps_value_place_and_ok(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    taps(page, ".value >> nth=3", ".target.card-left")
    expect(page.locator(".pad-ok")).to_have_text("OKDone: 4")
    page.locator(".pad-ok").click()
    expect(page.locator(".your-turn")).to_have_count(0)
    assert (sled(phone)["left"], phone.get("/state")["state"]["turn"]) == (4, 3)


def test_place_can_be_tapped_before_the_value(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    taps(page, ".target.card-brake", ".value >> nth=0")
    expect(page.locator(".card-brake.fresh")).to_have_attribute("data-value", "1")
    taps(page, ".target.card-brake")
    expect(page.locator(".fresh")).to_have_count(0)


def test_place_tapped_before_the_value_is_answered_gets_the_card(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    value, place = page.locator(".value").nth(3), page.locator(".target.card-left")
    page.evaluate(
        "([value, place]) => { value.click(); place.click(); }",
        [value.element_handle(), place.element_handle()],
    )
    expect(page.locator(".card-left.fresh")).to_have_attribute("data-value", "4")


def test_long_press_on_a_place_corrects_it(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    page.locator(".target.card-left").click(delay=1000)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Left dog")).to_be_focused()


def test_bonus_has_a_button_as_large_as_the_one_without(phone: Device) -> None:
    phone.begin()
    phone.acts([*ROUND, {"act": "order"}])
    first = phone.get("/state")["state"]["turn"]
    phone.acts(turn(first, 3, "left", marks=["line"]))
    page = phone.open(f"/seat/{first}")
    bonus, plain = page.locator(".pad-bonus"), page.locator(".pad-ok")
    expect(plain).to_have_text("OKDone: 3")
    expect(bonus).to_have_text("Done with bonus: 4")
    assert bonus.evaluate(AREA) == plain.evaluate(AREA)
    bonus.click()
    expect(page.locator(".your-turn")).to_have_count(0)
    expect(page.locator(".last")).to_contain_text("takes the bonus")


def test_marks_are_chips_with_their_costs_and_can_be_taken_back(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    taps(page, ".value >> nth=4", ".target.card-left", ".target.card-right")
    keys = page.locator(".mark-keys button, .ends-turn button, .phone-foot .button")
    places = keys.evaluate_all(PLACES)
    taps(page, ".mark-keys button >> nth=0", ".mark-keys button >> nth=1")
    chips = page.locator(".noted")
    expect(chips).to_have_text(["Limit 4+3", "Sapling+1"])
    expect(page.get_by_role("button", name="Take back: Limit 4, 3 dents")).to_be_visible()
    expect(page.locator(".value").first).to_be_hidden()
    expect(page.locator(".dent.coming")).to_have_count(4)
    expect(page.locator(".dents")).to_have_accessible_name("Correct: Dents 0, 4 more with OK")
    assert keys.evaluate_all(PLACES) == places
    chips.nth(0).click()
    expect(chips).to_have_text(["Sapling+1"])
    expect(page.locator(".dent.coming")).to_have_count(1)
    chips.click()
    expect(page.locator(".value").first).to_be_visible()
    assert keys.evaluate_all(PLACES) == places


def test_cards_to_move_after_a_turn_are_ticked_off_and_what_is_left_comes_first_in_the_next(
    phone: Device,
) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line"]))
    ticks = page.get_by_role("checkbox")
    expect(ticks).to_have_text(["Take 3 dents", "Discard 1 card"])
    expect(page.locator(".todo-first")).to_have_text("Your turn is over. Wait for the others.")
    ticks.first.click()
    expect(ticks.first).to_be_checked()
    page.reload()
    expect(ticks.first).to_be_checked()
    phone.acts([*whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")])
    expect(page.locator(".todo-first")).to_contain_text("Are you in place")
    expect(ticks.first).to_be_checked()
    expect(ticks.last).not_to_be_checked()
    phone.acts([{"act": "order", "seats": [1, 3, 5]}])
    expect(page.locator(".your-turn")).to_be_visible()
    expect(ticks).to_have_text("Discard 1 card")
    expect(ticks).to_have_class("tick late")
    expect(page.locator("#say")).to_contain_text("First: discard 1 card. Play a card")
    page.reload()
    phone.acts(turn(1, 1, "left", marks=["sled"]))
    expect(page.locator(".noted")).to_be_visible()
    expect(ticks).to_have_text("Discard 1 card")
    expect(ticks).not_to_be_checked()
    ticks.click()
    expect(ticks).to_be_checked()
    expect(page.locator("#say")).not_to_contain_text("First")
    phone.acts([{"act": "done", "seat": 1}])
    expect(page.locator(".your-turn")).to_have_count(0)
    expect(ticks).to_have_count(0)


def test_seat_taken_in_its_first_turn_is_told_to_draw_its_hand(phone: Device) -> None:
    phone.begin()
    phone.acts(whole_turn(1, 3, "left"))
    page = phone.open("/seat/3")
    page.evaluate("localStorage.clear()")
    page.reload()
    hand = page.get_by_role("checkbox")
    expect(hand).to_have_text("Shuffle all your dog cards and draw 5")
    expect(hand).to_have_class("tick late")
    spoken = "First: shuffle all your dog cards and draw 5. Play a card"
    expect(page.locator("#say")).to_contain_text(spoken)
    hand.click()
    expect(page.locator("#say")).not_to_contain_text("huffle")
    phone.acts(turn(3, 3, "left"))
    expect(page.locator(".target.card-left.fresh")).to_be_visible()
    expect(hand).to_be_checked()


OK_ENDS = """() => {
  const { top, bottom } = document.querySelector(".pad-ok").getBoundingClientRect();
  return [top, bottom];
}"""


@pytest.mark.parametrize("size", [TALL, {"width": 360, "height": 640}])
def test_cards_left_from_the_turn_before_keep_ok_under_the_thumb(
    phone: Device, size: dict[str, int]
) -> None:
    phone.page.set_viewport_size(size)
    phone.begin()
    page = phone.open("/seat/1")
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line"]))
    phone.acts([*whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")])
    phone.acts([{"act": "order", "seats": [1, 3, 5]}])
    ticks = page.get_by_role("checkbox")
    expect(ticks).to_have_text(["Take 3 dents", "Discard 1 card"])
    top, bottom = page.evaluate(OK_ENDS)
    assert bottom <= size["height"]
    thumb = (top + bottom) / 2
    seen = (".todo-first:has-text('You play a 1')", ".todo-first:has-text('forward')", ".noted")
    for act, shows in zip(turn(1, 1, "left", marks=["line"]), seen, strict=True):
        phone.acts([act])
        expect(page.locator(shows)).to_be_visible()
        top, bottom = page.evaluate(OK_ENDS)
        assert top < thumb < bottom


def test_place_tapped_while_another_plays_says_whose_turn_it_is(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/3")
    page.locator(".card-left").click()
    expect(page.locator("#toast")).to_contain_text("It is Ada's turn")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".card-left").click(delay=1000)
    expect(page.get_by_role("dialog").get_by_role("textbox", name="Left dog")).to_be_focused()


def test_of_several_lines_the_last_one_is_taken_back(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 4, "left", marks=["line", "line", "sled"]))
    page = phone.open("/seat/1")
    expect(page.locator(".noted")).to_have_text(["Limit 40", "Limit 3+1", "Sled0"])
    expect(page.locator("button.noted")).to_have_count(2)
    page.locator("button.noted").first.click()
    expect(page.locator(".noted")).to_have_text(["Limit 40", "Sled0"])


def test_key_that_costs_dents_is_amber_and_says_how_many(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 5, "left", "right", marks=["line"]))
    page = phone.open("/seat/1")
    key = page.locator(".pad-ok")
    expect(key).to_have_text("OKDone: 7 · costs 3 dents")
    expect(key).to_have_css("background-color", "rgb(255, 176, 32)")


def test_key_that_ends_the_race_is_red_and_takes_two_taps(phone: Device) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dents": 4}}])
    phone.acts(turn(1, 5, "left", "right", marks=["line"]))
    page = phone.open("/seat/1")
    key = page.locator(".pad-ok")
    expect(key).to_have_text("OKDone: 7: this ends your race")
    expect(key).to_have_css("background-color", "rgb(200, 36, 44)")
    key.click()
    expect(key).to_have_text("OKSure? Tap again, and your race is over.")
    assert sled(phone)["status"] == "racing"
    key.click()
    expect(page.locator(".in-out .todo-first")).to_have_text("You are out of the race.")
    assert sled(phone)["status"] == "eliminated"


def test_last_line_is_called_finish_and_a_finished_sled_has_no_idle_keys(phone: Device) -> None:
    phone.begin(limits=[4])
    crossed = [act for seat in (1, 3, 5) for act in whole_turn(seat, 3, "left", marks=["line"])]
    phone.acts([*crossed, {"act": "order", "seats": [1, 3, 5]}])
    page = phone.open("/seat/1")
    extras, marks = page.locator(".extras"), page.locator(".mark-keys .extra")
    forgotten = page.get_by_role("dialog").locator(".extra")
    extras.get_by_role("button", name="Forgot something").click()
    expect(forgotten).to_have_text(["Forgot: finish line", "Forgot: sapling", "Forgot: edge"])
    page.keyboard.press("Escape")
    taps(page, ".value >> nth=3", ".target.card-left")
    expect(extras).not_to_contain_text("Forgot")
    expect(marks).to_have_text(["Finish", "Sapling", "Edge", "Sled"])
    taps(page, ".mark-keys .extra >> nth=0", ".pad-ok")
    expect(page.locator(".pad")).to_have_count(0)
    extras.get_by_role("button", name="Forgot something").click()
    expect(forgotten).to_have_text(["Forgot: sapling", "Forgot: edge"])


def test_forgotten_line_is_added_once_by_a_double_tap_and_can_be_undone(phone: Device) -> None:
    phone.begin()
    phone.acts(whole_turn(1, 3, "left"))
    page = phone.open("/seat/1")
    forgot = page.get_by_role("button", name="Forgot something")
    key = page.get_by_role("dialog").get_by_role("button", name="Forgot: line")
    forgot.click()
    expect(key).to_have_text("Forgot: line, limit 4")
    key.dblclick()
    expect(key).to_have_count(0)
    expect(forgot).to_be_focused()
    toast = page.locator(".toast")
    expect(toast.locator("p")).to_have_text("Added to your last turn: Limit 4.")
    expect(toast).to_have_class("toast reports")
    assert sled(phone)["lines"] == 1
    toast.get_by_role("button", name="Undo").click()
    expect(toast).to_have_count(0)
    assert sled(phone)["lines"] == 0
    forgot.click()
    expect(key).to_have_text("Forgot: line, limit 4")


def test_forgotten_mark_that_ends_the_race_is_asked_about_aloud_in_its_sheet(
    phone: Device,
) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dents": 4}}, *whole_turn(1, 3, "left")])
    page = phone.open("/seat/1")
    expect(page.locator(".warns-out")).to_have_count(0)
    page.get_by_role("button", name="Forgot something").click()
    sheet = page.get_by_role("dialog")
    edge = sheet.get_by_role("button", name="Forgot: edge")
    expect(edge).to_have_css("background-color", "rgb(200, 36, 44)")
    edge.click()
    sure = "Sure? Tap again, and your race is over."
    expect(sheet.locator("[aria-live]")).to_have_text(sure)
    assert sled(phone)["status"] == "racing"
    sheet.get_by_role("button", name=sure).click()
    expect(sheet).to_have_count(0)
    assert sled(phone)["status"] == "eliminated"


def test_only_the_seat_that_is_asked_about_a_line_has_its_key_at_the_order(phone: Device) -> None:
    phone.begin()
    ahead = whole_turn(1, 3, "left", marks=["line"])
    phone.acts([*ahead, *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")])
    phone.acts([{"act": "shift", "seat": 3, "by": -1}])
    extras = phone.open("/seat/3").locator(".extras .button")
    expect(phone.page.locator(".phone-todo")).to_contain_text("Did you forget one?")
    expect(extras).to_have_text(["What if…", "Forgot: line, limit 4", "Forgot something…"])
    phone.open("/seat/1")
    expect(extras).to_have_text(["What if…", "Forgot something…"])


def test_a_refusal_stays_until_the_next_act(phone: Device) -> None:
    phone.begin()
    assert phone.post("/seats/1/claim").ok
    page = phone.open("/seat/1")
    page.clock.install()
    page.locator(".pad-ok").click()
    expect(page.locator(".toast")).to_have_text("Play a card first.")
    page.clock.fast_forward(60_000)
    expect(page.locator(".toast")).to_be_visible()
    page.locator(".value").first.click()
    expect(page.locator(".toast")).to_have_count(0)
    assert phone.post("/seats/1/release").ok


def test_crash_stands_in_the_place_of_the_sum(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    phone.acts(turn(1, 4, "left"))
    keys = page.locator(".values-place, .mark-keys button, .ends-turn button")
    expect(page.locator(".target.card-left.fresh")).to_be_visible()
    places = keys.evaluate_all(PLACES)
    page.get_by_role("button", name="Edge", exact=True).click()
    expect(page.locator(".in-crash .cry-crash")).to_have_text("Crash!")
    assert keys.evaluate_all(PLACES) == places
    page = phone.open("/")
    expect(page.locator(".hero .cry-crash")).to_have_text("Crash!")
    expect(page.locator(".lane.is-up .dent.coming")).to_have_count(1)


def test_phone_that_is_out_watches_and_comes_back_by_undo(phone: Device) -> None:
    phone.begin()
    phone.acts([{"act": "correct", "seat": 1, "set": {"dents": 4}}])
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line"]))
    page = phone.open("/")
    expect(page.locator(".hero .cry-out")).to_have_text("Ada is out of the race")
    expect(page.locator(".lane.is-eliminated .lane-out")).to_be_visible()
    page = phone.open("/seat/1")
    expect(page.locator(".watch-row")).to_have_text(
        [re.compile("^1.*BoUp now"), re.compile("^2.*CyNext"), re.compile("AdaOut of the race")]
    )
    expect(page.locator(".todo-more")).to_contain_text("Bo: Play a card")
    expect(page.locator(".pad, .value")).to_have_count(0)
    page.get_by_role("button", name="Undo: back into the race").click()
    expect(page.locator(".your-turn")).to_be_visible()
    page.locator(".pad-ok").click()
    page.locator(".pad-ok").click()
    phone.acts(turn(3, 3, "left"))
    page.get_by_role("button", name="Not out? Correct it").click()
    expect(page.get_by_role("dialog")).to_be_visible()
