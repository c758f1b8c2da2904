"""A race of one person against a sled that the table plays, from the set-up on."""

import pytest
from playwright.sync_api import expect

from tests.web.site import Device, whole_turn

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("first", ["Ada", "Balto"])
def test_one_person_races_against_a_sled_that_the_table_plays(host: Device, first: str) -> None:
    page = host.open("/setup")
    add = page.get_by_role("button", name="Add a sled that the table plays")
    note = page.get_by_role("button", name="Alone? On a laid course")
    expect(add).to_have_count(0)  # it needs a laid course
    note.click()
    expect(page.get_by_role("button", name="Add a red line")).to_be_visible()
    page.get_by_role("button", name="Course for today").first.click()
    expect(page.get_by_role("button", name="Add a red line")).to_have_count(0)
    expect(note).to_have_count(0)
    add.click()
    balto = page.get_by_role("group", name="Player 1")
    expect(balto.get_by_label("Name")).to_have_value("Balto")
    expect(balto).to_contain_text("The table, keen")
    page.get_by_role("button", name="Colour and seat of player 1").click()
    balto.get_by_label("Who plays this sled?").select_option("careful")
    expect(balto).to_contain_text("not the rule book's")
    page.get_by_role("group", name="Player 2").get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Tap in turn").click()
    for name in (first, {"Ada": "Balto", "Balto": "Ada"}[first]):
        page.locator(".start-key", has_text=name).click()
    with page.expect_request("**/api/v1/races") as asked:
        page.get_by_role("button", name="Start a race").click()
    options = asked.value.post_data_json["options"]
    assert options["seed"] == host.get("/courses/today")["courses"][0]["seed"]
    assert [seat.get("cards") for seat in options["seats"]] == [1, None]
    expect(page.locator(".chip", has_text="Round 1")).to_be_visible()
    state = host.get("/state")["state"]
    played = {seat["name"]: seat.get("played") for seat in state["seats"]}
    assert played == {"Balto": "careful", "Ada": None}
    page = host.open("/seat/2")
    headline = page.locator(".todo-first")
    expect(headline).to_contain_text("Play a card" if first == "Ada" else "Move Balto to")
    host.acts(whole_turn(2, 3, "left"))
    expect(headline).to_contain_text("Move Balto to")
    its = page.get_by_role("img", name="Pawns to move: Balto")
    expect(its.locator(".pawn-target")).to_have_count(1)
    expect(its.locator(".track-number").first).to_be_visible()
    page.get_by_role("button", name="My sled").click()
    expect(page.get_by_role("img", name="The sled, and where its move can end")).to_be_visible()
    page.get_by_role("button", name="Balto's move").click()
    expect(its).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Put back: Balto")).to_be_visible()
    lane = host.open("/").locator(".lane", has_text="Balto")
    expect(lane).to_contain_text("The table, careful")
    host.open("/join").get_by_role("button", name="Balto").click()
    expect(page.locator(".todo-first")).to_contain_text("The table plays Balto.")
    expect(page.get_by_role("toolbar", name="Tap the value of your card")).to_have_count(0)
    expect(page.get_by_role("button", name="OK")).to_have_count(0)
    expect(page.get_by_role("link", name="Just watch")).to_be_visible()
