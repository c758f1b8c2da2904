"""Reindeer Races on the pages, with the simulated room."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.evening.service import Service
from tests.games.reindeer_race import LAID, box_with, laid, seats
from tests.web.site import Act, Device

pytestmark = pytest.mark.browser


def begin(phone: Device, players: int = 2, **options: Any) -> None:
    options = {"seats": seats(players), "laid": laid(), **options}
    options = {name: value for name, value in options.items() if value is not None}
    answer = phone.post("/races", game="reindeer_races", options=options)
    assert answer.ok, answer.text()


def tap(seat: int, *cards: str) -> list[Act]:
    """Acts that tap these cards, named as in the box: "gift_2", "elf"."""
    named = (card.partition("_") for card in cards)
    return [
        {"act": "tap", "seat": seat, "card": {"object": what, "count": int(count or 1)}}
        for what, _, count in named
    ]


def move(seat: int, *cards: str, reindeer: int = 1) -> list[Act]:
    chosen: Act = {"act": "reindeer", "seat": seat, "reindeer": reindeer}
    return [*tap(seat, *cards), chosen, {"act": "done", "seat": seat}]


def leads(page: Page, *steps: str) -> None:
    """Wait until the page shows this path of a play; steps may have further text."""
    begun = [re.compile(f"^{re.escape(step)}") for step in steps]
    expect(page.locator(".way li")).to_have_text(begun)


def space(page: Page, track: str, at: int) -> Locator:
    return page.locator(f".run-{track} .space").nth(at - 1)


def test_a_race_is_set_up_and_its_cards_are_laid_on_a_phone(phone: Device) -> None:
    page = phone.open("/setup?game=reindeer_races")
    expect(page.get_by_text("Invented example")).to_be_visible()
    for name, field in zip(("Ada", "Bo"), page.get_by_label("Name").all(), strict=True):
        field.fill(name)
    page.locator(".settings summary").click()
    page.get_by_role("radio", name="2 spaces on").check()
    page.get_by_role("radio", name="Bo").check()
    page.get_by_role("button", name="Start a race").click()
    page.wait_for_url(f"{phone.url}/")
    options = phone.get("/state")["race"]["options"]
    assert (options["first"], options["bond_span"]) == (2, 2)
    page = phone.open("/seat/1")
    expect(page.locator(".laying-where")).to_contain_text("Track card 1 of 25")
    cards = [card for track in LAID for card in track]
    for card in cards[:3]:
        page.locator(".lay-key", has=page.get_by_text(str(card), exact=True)).click()
    expect(page.locator(".laying-where")).to_contain_text("decoration track, card 1 of 4")
    page.get_by_role("button", name="Turn the last card round", exact=True).click()
    expect(page.locator(".happened")).to_contain_text("turned round")
    lays: list[Act] = [
        {"act": "tap", "card": {"kind": "track", "card": card}} for card in cards[3:]
    ]
    phone.acts(lays)
    assert phone.get("/state")["state"]["tracks"][0]["cards"][2] == {"card": 1, "turned": True}
    page = phone.open("/seat/2")
    expect(page.locator(".your-turn")).to_be_visible()
    page.get_by_role("button", name="Draw two cards").click()
    expect(page.locator(".todo-first")).to_have_text("You are next.")
    expect(page.locator(".tick")).to_have_text("Draw 2 cards")
    expect(page.get_by_text("Example cards")).to_be_visible()


def test_tapped_cards_are_kept_when_set_up_is_reopened(phone: Device) -> None:
    begin(phone, laid=None)
    phone.acts([{"act": "tap", "card": {"kind": "track", "card": card}} for card in (9, 4, 20)])
    phone.acts([{"act": "flip"}])
    page = phone.open("/")
    page.get_by_role("link", name="Change the set-up").click()
    expect(page.locator(".laid .lay-key")).to_have_text(
        [re.compile(n) for n in ("^9", "^4", "^20")]
    )
    expect(page.locator(".laid .lay-key").last).to_have_attribute("aria-pressed", "true")


def test_cards_can_be_chosen_before_the_start(phone: Device) -> None:
    begin(phone)
    page = phone.open("/setup?game=reindeer_races")
    expect(page.locator(".laid .lay-key")).to_have_count(25)
    page.get_by_role("button", name="Take the last card back").click()
    page.get_by_role("button", name="Turn track card 7 round", exact=True).click()
    page.locator("button[type=submit]").click()
    expect(page.get_by_role("alert").get_by_text("24 of 25")).to_be_visible()
    page.locator(".lay-keys .lay-key:enabled").last.click()
    page.locator("button[type=submit]").click()
    page.wait_for_url(f"{phone.url}/")
    tracks = phone.get("/state")["state"]["tracks"]
    assert tracks[0]["cards"][0] == {"card": 7, "turned": True}
    assert tracks[4]["cards"][6] == {"card": 27, "turned": False}


def test_a_play_shows_its_path_and_asks_for_each_leap(phone: Device) -> None:
    begin(phone, box=box_with({"log": {5: "ice_back"}}))
    phone.acts(move(1, "log_2"))
    page = phone.open("/seat/2")
    page.get_by_role("button", name="2 log cakes").click()
    expect(page.locator(".herd-key")).to_have_count(4)
    page.locator(".herd-key").nth(2).click()
    expect(page.locator(".herd-key").nth(2)).to_have_attribute("aria-pressed", "true")
    leads(page, "to 2", "Bond! to 5", "slides to 4")
    expect(space(page, "log", 4).locator(".pawn.ghost")).to_be_visible()
    page.get_by_role("button", name="Bond! to 5").click()
    expect(page.locator(".way-pass")).to_be_visible()
    leads(page, "to 2", "past, to 3")
    expect(space(page, "log", 3).locator(".pawn.ghost")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".play")).to_have_count(0)
    expect(space(page, "log", 3)).to_contain_text("Bert's reindeer 3")
    page.get_by_role("button", name="1 gift", exact=False).first.click()
    expect(page.locator(".toast")).to_contain_text("It is Ada's turn")


def test_elves_alone_choose_their_track(phone: Device) -> None:
    begin(phone)
    page = phone.open("/seat/1")
    for _ in range(2):
        page.get_by_role("button", name="1 elf").click()
    page.get_by_role("group", name="Which track?").get_by_role(
        "button", name="fir tree track"
    ).click()
    expect(page.locator(".run.aimed")).to_have_class("run run-tree aimed wide")
    expect(page.locator(".run")).to_have_count(1)
    page.get_by_role("button", name="fir tree track").first.click()
    expect(page.locator(".run")).to_have_count(5)


def test_one_ok_says_where_the_reindeer_stops_and_ends_the_turn(phone: Device) -> None:
    begin(phone, box={**box_with({}), "tracks": [None] * 27})
    phone.acts(tap(1, "gift_2"))
    page = phone.open("/seat/1")
    page.locator(".herd-key").first.click()
    skis = page.get_by_role("button", name="Space 2: skis, draw two cards")
    expect(skis.locator(".pic-skis")).to_be_visible()
    page.get_by_role("button", name="OK, Done: stops on space 2").click()
    expect(page.locator(".your-turn")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.locator(".pad-ok", has_text="Done").click()
    expect(page.locator(".your-turn")).to_have_count(0)


def test_an_unknown_value_is_asked_for(phone: Device) -> None:
    box = box_with({"gift": {2: "ice_left"}})
    begin(phone, box={**box, "rewards": {}})
    phone.acts(tap(1, "gift_2"))
    page = phone.open("/seat/1")
    page.locator(".herd-key").first.click()
    asked = page.get_by_role("region", name="Where does the reindeer stop?")
    asked.get_by_role("button", name="log cake track").click()
    asked.get_by_role("button", name="2", exact=True).click()
    expect(page.locator(".way")).to_contain_text("stops on 2")
    expect(asked.locator("[aria-pressed=true] .pawn.ghost")).to_be_visible()
    asked.get_by_role("button", name="Reaches the rewards").click()
    prize = page.get_by_role("region", name="Which reward is it?")
    prize.get_by_role("textbox").fill("12")
    prize.get_by_role("switch").check()
    prize.get_by_role("button", name="Take the reward").click()
    expect(page.locator(".finisher").first).to_contain_text("Points: 12")
    assert phone.get("/state")["race"]["over"]


def test_reward_of_unknown_value_is_asked_for_before_anyone_is_crowned(phone: Device) -> None:
    begin(phone, box={**box_with({}), "rewards": {}})
    won: Act = {"act": "done", "seat": 1}
    second = {"act": "done", "seat": 2, "tile": 2, "last": True}
    letters = ["letter_2"] * 3 + ["letter_1"]
    phone.acts([*tap(1, *letters), won, *tap(2, *letters)])
    page = phone.open("/seat/2")
    prize = page.get_by_role("region", name="Which reward is it?")
    expect(prize.get_by_role("textbox")).to_have_value("")
    expect(prize.get_by_role("button", name="Take the reward")).to_be_disabled()
    phone.acts([second])
    expect(page.locator(".finisher")).to_have_count(0)
    page = phone.open("/seat/1")
    expect(page.locator(".todo-first")).to_contain_text("from 2 to 99")
    expect(page.locator(".team-points").first).to_contain_text("?")
    asked = page.get_by_role("region", name="What are your rewards worth?")
    question = asked.locator(".field > :first-child")
    assert question.evaluate("(words) => words.offsetWidth == words.parentNode.clientWidth")
    asked.get_by_role("textbox").fill("3")
    asked.get_by_role("button", name="Keep the value").click()
    expect(page.locator(".finisher").first).to_contain_text("Ada")
    expect(page.locator(".finisher").first).to_contain_text("Points: 3")
    phone.acts([{"act": "undo"}, {"act": "end"}])
    expect(page.locator(".finisher-place")).to_have_text(["?", "?"])
    expect(page.locator(".finisher-points").first).to_contain_text("Points: ?")


def test_two_equal_rewards_are_corrected_one_by_one(phone: Device) -> None:
    tiles = {"letter": [5, 5, 3, 3, 2], "decoration": [9, 7, 5, 3], "log": [10, 8, 6]}
    begin(phone, box={"rewards": {**tiles, "gift": [12, 9], "tree": [15]}})
    phone.acts([{"act": "correct", "seat": 1, "set": {"tiles": {"letter": [5, 5]}}}])
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    letters = sheet.get_by_role("group", name="Rewards, letter track").get_by_role("button")
    expect(letters).to_have_text(["5", "5", "3", "3", "2"])
    letters.nth(2).click()
    sheet.locator(".button.go").click()
    expect(sheet).to_have_count(0)
    won = [tile["value"] for tile in phone.get("/state")["state"]["seats"][0]["tiles"]]
    assert won == [5, 5, 3]


def test_rewards_are_corrected_without_a_box(phone: Device) -> None:
    begin(phone, box={**box_with({}), "rewards": {}})
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    letters = sheet.get_by_role("group", name="Rewards, letter track")
    for _ in range(2):
        letters.get_by_role("button", name="Add a reward").click()
    letters.get_by_role("textbox", name="Reward 1, letter track").fill("7")
    sheet.locator(".button.go").click()
    expect(sheet).to_have_count(0)
    won = [tile["value"] for tile in phone.get("/state")["state"]["seats"][0]["tiles"]]
    assert won == [7, None]


def test_a_reward_is_won_undone_and_counted(phone: Device) -> None:
    begin(phone, box="example")
    page = phone.open("/seat/1")
    for name in ("2 letters",) * 3 + ("1 letter",):
        page.get_by_role("button", name=name).first.click()
    page.locator(".herd-key").first.click()
    expect(page.locator(".way li")).to_have_text(["reward!"])
    page.get_by_role("button", name="Done").click()
    ada = page.locator(".team").first
    expect(ada.locator(".tile")).to_have_text("8")
    expect(page.locator(".run-letter .prize")).to_have_text("6")
    page.get_by_role("button", name="Undo").click()
    expect(ada.locator(".tile")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(ada.locator(".tile")).to_have_text("8")
    wall = phone.open("/")
    expect(wall.locator(".reindeer-table .team").first).to_contain_text("8")
    phone.acts([{"act": "done", "seat": 2}, {"act": "end"}])
    expect(wall.locator(".finisher").first).to_contain_text("Points: 8")
    wall.get_by_role("link", name="Race report").click()
    wall.wait_for_url("**/races/*")
    expect(wall.locator("figure svg")).to_have_count(5)
    expect(wall.locator(".won li")).to_contain_text("Ada: 8 (letter track)")


def test_the_winners_name_is_not_broken_beside_many_rewards(phone: Device) -> None:
    begin(phone, box="example")
    won = {"letter": [8, 6, 5], "decoration": [9, 7]}
    phone.acts([{"act": "correct", "seat": 1, "set": {"tiles": won}}, {"act": "end"}])
    page = phone.open("/")
    expect(page.locator(".finisher").first.locator(".tile")).to_have_count(5)
    one_line = """() => [...document.querySelectorAll('.finisher > b')].every(
      (name) => name.offsetHeight < 2 * parseFloat(getComputedStyle(name).fontSize))"""
    page.wait_for_function(one_line)


def test_cards_are_tapped_in_the_simulated_room(phone: Device) -> None:
    begin(phone, laid=None)
    page = phone.open("/room")
    page.locator(".place .hand-card.lying").first.click()
    expect(page.locator(".middle-todo")).to_contain_text("Card 2 of 3 on the letter track")
    begin(phone, box="example")
    cards = page.locator(".place.is-up .hand-card")
    expect(cards).to_have_count(5)
    cards.first.click()
    expect(page.locator(".middle-todo")).to_contain_text("space")
    expect(page.locator(".place.is-up .hand-card.down")).to_have_count(1)


def test_reindeer_rewards_and_cards_can_be_corrected(phone: Device) -> None:
    begin(phone, box="example")
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reindeer 2").select_option(label="log cake track, 4")
    rewards = sheet.get_by_role("group", name="Rewards, gift track")
    rewards.get_by_role("button", name="9").click()
    sheet.locator(".button.go").click()
    expect(sheet).to_have_count(0)
    ada = phone.get("/state")["state"]["seats"][0]
    assert ada["reindeer"][1] == {"reindeer": 2, "track": "log", "space": 4}
    assert ada["tiles"] == [{"track": "gift", "value": 9}]


def test_a_whole_turn_is_played_on_a_small_phone_without_scrolling(phone: Device) -> None:
    begin(phone, 4, box="example")
    page = phone.open("/seat/1")
    ok = page.locator(".pad-ok")
    expect(ok).to_contain_text("Draw two cards")
    expect(ok).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="2 log cakes").click()
    expect(ok).to_contain_text("Done")
    page.get_by_role("button", name="1 elf").click()
    page.locator(".herd-key").nth(1).click()
    expect(page.locator(".herd-key").nth(1)).to_have_attribute("aria-pressed", "true")
    for part in (page.locator(".way"), page.locator(".run-log"), page.locator(".card-keys"), ok):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    ok.click()
    expect(page.locator(".play")).to_have_count(0)


def test_track_cards_are_corrected_on_the_picture(phone: Device) -> None:
    begin(phone, box="example")
    before = phone.get("/state")["state"]["tracks"]
    page = phone.open("/")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="The race", exact=True).click()
    letters = sheet.get_by_role("group", name="letter track")
    letters.get_by_role("button", name="Track card 7", exact=True).click()
    sheet.get_by_role("button", name="It is turned round").click()
    expect(letters.locator(".lay-key.turned")).to_have_count(1)
    which = sheet.get_by_role("group", name="which one lies there?")
    which.get_by_role("button", name="Track card 25", exact=True).click()
    expect(letters.locator(".lay-key").first).to_contain_text("25")
    sheet.locator(".button.go").click()
    expect(sheet).to_have_count(0)
    after = phone.get("/state")["state"]["tracks"]
    assert after[0]["cards"][0] == {"card": 25, "turned": False}
    assert after[0]["cards"][1:] == before[0]["cards"][1:]
    assert after[4]["cards"][6] == {"card": 7, "turned": True}, "they have changed places"


def test_a_box_is_entered_exported_and_imported(
    phone: Device, table: Service, browser: Browser
) -> None:
    page = phone.open("/boxes")
    page.get_by_role("link", name="Reindeer Races").click()
    page.get_by_role("button", name="Track card 1", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="snowman", exact=True).click()
    sheet.get_by_role("button", name="ice, back", exact=True).click()
    expect(sheet.get_by_role("heading")).to_have_text("Track card 2")
    sheet.get_by_role("button", name="Second space:").click()
    sheet.get_by_role("button", name="snow", exact=True).click()
    expect(sheet.get_by_role("button", name="First space:")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("1")
    expect(sheet.get_by_role("heading")).to_have_text("Track card 3")
    sheet.get_by_role("button", name="Close").click()
    expect(page.get_by_text("2 of 27", exact=True)).to_be_visible()
    letters = page.get_by_role("group", name="Reward, letter track")
    expect(letters.get_by_role("button", name="Add a reward")).to_be_disabled()
    letters.get_by_role("textbox").fill("5")
    letters.get_by_role("button", name="Add a reward of 5").click()
    page.get_by_role("textbox", name="1 elf").fill("7")
    expect(page.get_by_text("7 of 77", exact=True)).to_be_visible()
    expect(page.get_by_text("Everything is saved.")).to_be_visible()
    expect(page.get_by_text("7 of 77 movement cards")).to_be_visible()
    kept = phone.get("/boxes/reindeer_races")["box"]
    assert kept["tracks"][:3] == [["snowman", "ice_back"], ["plain", "plain"], None]
    assert (kept["rewards"]["letter"], kept["moves"]["elf"]) == ([5], 7)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    file = download.value.path().read_bytes()
    assert json.loads(file)["box"] == kept
    page.get_by_role("button", name="Play with the example").click()
    sheet.get_by_role("button", name="Play with the example").click()
    expect(page.get_by_text("Everything is entered.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "box.json", "mimeType": "application/json", "buffer": file}
    )
    expect(page.get_by_text("2 of 27", exact=True)).to_be_visible()
    assert phone.get("/boxes/reindeer_races")["box"] == kept
    with Device(table, browser) as guest:
        looked = guest.open("/boxes/reindeer_races")
        expect(looked.get_by_text("Only the host can change a list.")).to_be_visible()
        expect(looked.get_by_role("button", name="Track card 1", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Teach their stickers").first.click()
    expect(page.get_by_role("radio", name="track cards")).to_be_checked()
    page.go_back()
    page.get_by_role("button", name="Clear the list").click()
    sheet.get_by_role("button", name="Clear the list").click()
    expect(page.get_by_text("0 of 27", exact=True)).to_be_visible()
    assert phone.get("/boxes/reindeer_races")["saved"] is False
