"""A race on a laid course on a seat's phone: the sled's surroundings, ends to choose, one OK."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.evening.service import Service
from tests.patience import until
from tests.web.axe import THEMES, by_axe
from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

SEATS = [
    {"seat": seat, "name": name, "colour": colour, "place": place}
    for seat, name, colour, place in ((1, "Ada", "red", 1), (3, "Bo", "blue", 2))
]
LAID = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "10")]

AMBER = "rgb(240, 164, 58)"


def test_an_end_of_the_move_is_chosen_on_the_picture_or_by_its_key(host: Device) -> None:
    """Three taps are a turn; the lines, the dent and the order follow from the course."""
    host.begin(laid=LAID)
    page = host.open("/seat/1")
    picture = page.get_by_role("img", name="The sled, and where its move can end")
    expect(picture).to_be_visible()
    expect(page.locator(".mark-keys")).to_have_count(0)
    host.acts(turn(1, 5, "left"))
    ends = page.get_by_role("group", name="Where the move ends").get_by_role("button")
    expect(ends).to_have_count(4)
    expect(ends.first).to_have_attribute("aria-pressed", "true")
    ends.nth(2).click()
    expect(ends.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(ends.nth(2)).to_have_css("background-color", AMBER)
    expect(page.locator(".pad-ok")).to_have_class(re.compile("warns-costs"))
    assert by_axe(page, THEMES, ".end-keys") == []
    picture.locator(".track-end").nth(1).click()
    expect(ends.nth(2)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.get_by_role("button", name="OK").last).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="OK").last.click()
    expect(ends).to_have_count(0)
    assert host.get("/state")["state"]["seats"][0]["dents"] == 1


BOTTOM = "(it) => it.getBoundingClientRect().bottom"
TOP = "(it) => it.getBoundingClientRect().top"


def test_a_late_picture_moves_no_key_and_lies_above_ok_on_a_phone_of_two_seats(
    host: Device,
) -> None:
    host.begin(laid=LAID)
    for seat in (1, 3):
        host.post(f"/seats/{seat}/claim")
    held: list[Route] = []
    host.page.set_viewport_size({"width": 390, "height": 844})
    host.context.route("**/api/v1/course", lambda request: held.append(request))
    page = host.open("/seat/1")
    foot, picture = page.locator(".phone-foot"), page.locator(".track.near")
    before = foot.evaluate(TOP)
    until(lambda: page.evaluate("1") and held)
    held[0].continue_()
    expect(picture).to_be_visible()
    assert foot.evaluate(TOP) == before
    host.context.unroute("**/api/v1/course")
    for seat, value in ((1, 5), (3, 4)):
        page.wait_for_url(f"**/seat/{seat}*")
        host.acts(turn(seat, value, "left"))
        expect(picture.locator(".track-end").first).to_be_visible()
        assert picture.evaluate(BOTTOM) <= page.locator(".pads").evaluate(TOP)
        host.acts([{"act": "done", "seat": seat}])


def test_the_picture_of_a_far_move_shows_what_lies_around_its_end(host: Device) -> None:
    host.begin(laid=LAID)
    host.acts([{"act": "correct", "seat": 1, "set": {"at": [4, 3, 2], "brake": 1}}])
    host.acts(turn(1, 5, "left", "right"))
    page = host.open("/seat/1")
    picture = page.get_by_role("img", name="The sled, and where its move can end")
    expect(picture.locator(".track-end")).to_have_count(1)
    _, _, width, height = map(float, (picture.get_attribute("viewBox") or "").split())
    assert (width > 5, height > 5) == (True, True)


def test_what_if_names_every_end_of_the_move_below_the_picture(host: Device) -> None:
    """On a sheet as high as the phone the picture's row shrank: lines lay over each other."""
    host.begin(laid=LAID)
    host.page.set_viewport_size({"width": 390, "height": 844})
    page = host.open("/seat/1")
    page.get_by_role("button", name="What if").click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".choice", has_text="5").click()
    sheet.get_by_role("button", name="left dog").click()
    ends = sheet.locator(".end-list li")
    expect(ends).to_have_count(4)
    assert sheet.locator(".track").evaluate(BOTTOM) <= ends.first.evaluate(TOP)
    assert ends.last.evaluate(BOTTOM) <= sheet.locator(".ends").evaluate(TOP)


def test_a_sled_is_put_on_another_space_by_taps(host: Device) -> None:
    """From the seat's page and from the table's; a taken space asks."""
    host.begin(laid=LAID)
    page = host.open("/seat/1")
    sheet = page.get_by_role("dialog")
    page.get_by_role("button", name="Sled stands elsewhere").click()
    expect(sheet.get_by_role("status")).to_have_text("1 of 5: 1A \N{MIDDLE DOT} Start")
    sheet.get_by_role("button", name="One piece on").click()
    picture = sheet.get_by_role("group", name="The spaces of this piece")
    picture.get_by_role("button", name="Piece 2, lane 3, space 2").click()
    expect(sheet).to_have_count(0)
    assert host.get("/state")["state"]["seats"][0]["at"] == [1, 3, 2]
    page = host.open("/")
    page.get_by_role("button", name="Put Bo's sled on another space").click()
    sheet.get_by_role("button", name="One piece on").click()
    picture.get_by_role("button", name="Piece 2, lane 3, space 2").click()
    expect(sheet.get_by_role("alert")).to_contain_text("only one sled fits there")
    sheet.get_by_role("button", name="Yes, do that").click()
    expect(sheet).to_have_count(0)
    places = [seat["at"] for seat in host.get("/state")["state"]["seats"]]
    assert places[1] == [1, 3, 2]
    assert places[0] != places[1]


MOVING = """() => [...document.querySelectorAll(".sled-token")].flatMap(
  (sled) => sled.getAnimations()).length"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_sleds_drive_on_the_tables_course_unless_motion_is_off(
    host: Device, service: Service, browser: Browser, motion: str
) -> None:
    host.begin(laid=LAID)
    television = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": motion}
    with Device(service, browser, **television) as device:
        page = device.open("/?show=1")
        sleds = page.get_by_role("img", name="The course with all sleds").locator(".sled-token")
        expect(sleds).to_have_count(3)
        expect(page.locator(".track-limit")).to_have_text(["4"])
        assert page.evaluate(MOVING) == 0
        host.acts(turn(1, 5, "left"))
        expect(page.locator(".sled-trail.ahead")).to_have_count(1)
        host.acts([{"act": "move", "seat": 1, "to": [0, 1, 4]}, {"act": "done", "seat": 1}])
        expect(page.locator(".sled-token.dented")).to_have_text(["Ada1"])
        host.acts(whole_turn(3, 4, "left"))
        expect(page.locator(".sled-trail.driven")).to_have_count(1)
        assert (page.evaluate(MOVING) > 0) == (motion == "no-preference")
        overflow = "document.documentElement.scrollHeight - innerHeight"
        assert page.evaluate(overflow) == 0


def test_the_best_earlier_race_drives_along_until_it_is_switched_off(host: Device) -> None:
    """A ghost on the seat's picture and the table's; it says how far it is away."""
    host.begin(laid=LAID)
    host.acts([*whole_turn(1, 5, "left"), *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")])
    host.acts([{"act": "correct", "seat": 1, "set": {"at": [4, 3, 4]}}, {"act": "end"}])
    host.begin(laid=LAID)
    page = host.open("/seat/1")
    words, ghosts = page.locator(".ghost-words"), page.locator(".sled-token.ghost")
    expect(words).to_have_text("Level with your best race")
    host.acts(whole_turn(1, 3, "left"))
    expect(words).to_have_text("16 spaces behind your best race")
    host.acts([{"act": "correct", "seat": 1, "set": {"at": [4, 1, 2]}}])
    expect(words).to_have_text("2 spaces behind your best race")
    expect(ghosts).to_have_count(1)
    page.get_by_role("button", name="Hide best races").click()
    expect(words).to_have_count(0)
    expect(ghosts).to_have_count(0)
    page = host.open("/")
    expect(page.locator(".sled-token")).to_have_count(3)
    page.get_by_role("button", name="Show best races").click()
    expect(page.locator(".sled-token")).to_have_count(4)
    expect(page.locator(".sled-token.ghost title")).to_have_text("Ada: best race here")
    host.acts([{"act": "correct", "seat": 1, "set": {"at": [0, 1, 4]}}])
    course = host.get("/course")["pieces"]
    host.acts([{"act": "course", "pieces": [course[0], course[-1]]}])
    expect(page.locator(".track-piece")).to_have_count(2)
    expect(page.locator(".sled-token.ghost")).to_have_count(0)


@pytest.mark.slow
def test_race_by_phones_alone_takes_three_taps_a_turn(host: Device) -> None:
    """Two phones' pages; the course says lines, crashes and the order."""
    host.begin(seats=SEATS, laid=[LAID[0], LAID[-1]])
    pages = {1: host.open("/seat/1"), 3: host.context.new_page()}
    pages[3].goto("/seat/3")
    turns = 0
    while (state := host.get("/state")["state"])["phase"] != "over":
        seat, page = state["turn"], pages[state["turn"]]
        page.locator(".value:not(.idle)").last.click()
        page.locator(".mat-slot .target").first.click()
        expect(page.locator(".track-end").first).to_be_visible()
        page.locator(".pad-ok").click()
        turns += 1
        expect(page.locator(".track-end")).to_have_count(0)
        assert {act["seat"] for act in driven(host)[-3:]} == {seat}
    assert [act["act"] for act in driven(host)] == ["tap", "slot", "done"] * turns
    for page in pages.values():
        expect(page.locator(".finisher")).to_have_count(2)


def driven(host: Device) -> list[dict[str, object]]:
    """The acts of the race."""
    race = host.get("/state")["race"]["id"]
    return [entry["act"] for entry in host.get(f"/races/{race}")["acts"]]


def test_the_host_takes_a_piece_away_during_a_race(host: Device) -> None:
    """Under a sled it is asked; the picture and the limits follow."""
    host.begin(laid=LAID)
    host.acts(whole_turn(1, 3, "left"))
    page = host.open("/")
    page.get_by_role("button", name="Course", exact=True).click()
    sheet = page.get_by_role("dialog")
    pieces = sheet.get_by_role("list").first.get_by_role("button")
    expect(pieces).to_have_count(5)
    pieces.nth(2).click()
    sheet.get_by_role("button", name="Piece 5A: remove").click()
    sheet.get_by_role("button", name="The course is like this now").click()
    expect(sheet).to_have_count(0)
    state = host.get("/state")["state"]
    assert state["limits"] == []
    assert len(host.get("/course")["pieces"]) == 4
    expect(page.locator(".course-board .track-piece")).to_have_count(4)
