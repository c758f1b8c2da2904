"""The table's page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

LEAST_PX = 24
"""Pixels of 12 mm on a one-metre television, readable from three metres."""

# Numbers on the picture of a board (.map-field) are as large as its spaces; the list has them, too.
SMALL = """(least) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const decor = element.closest(
      ".sr, .skip, noscript, .card-corner, .simulated, .show-end, .map-field");
    const seen = element.checkVisibility({ visibilityProperty: true });
    if (decor || !seen || !walk.currentNode.data.trim()) continue;
    if (element.getClientRects()[0]?.width < 2) continue;
    const scale = element.ownerSVGElement ? element.getScreenCTM().a : 1;
    const size = scale * parseFloat(getComputedStyle(element).fontSize);
    if (size < least) small.push([element.className, size, walk.currentNode.data]);
  }
  return small;
}"""

ROUND = [*whole_turn(1, 4, "left", "right"), *whole_turn(3, 5, "left", marks=["line"])]


def test_quick_changes_are_all_shown(phone: Device) -> None:
    """On a slow phone two taps can fall into one frame; here no frame is drawn at all."""
    phone.begin()
    phone.acts(ROUND)
    page = phone.open("/")
    page.get_by_role("button", name="Course").click()
    sheet = page.get_by_role("dialog")
    second = sheet.get_by_label("Limit of line 2", exact=True)
    expect(second).to_have_value("3")
    page.evaluate("window.requestAnimationFrame = () => 0")
    sheet.get_by_role("button", name="Line 3: remove").click()
    second.fill("7")
    sheet.get_by_role("radio", name="right").check()
    with page.expect_response("**/api/v1/acts"):
        sheet.get_by_role("button", name="The course is like this now").click()
    state = phone.get("/state")["state"]
    assert (state["limits"], state["flag"]) == ([4, 7], "right")


def test_the_host_changes_only_lines_that_are_not_crossed(phone: Device) -> None:
    phone.begin()
    phone.acts(ROUND)
    page = phone.open("/")
    page.get_by_role("button", name="Course").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".limit.fixed b")).to_have_text(["4"])
    sheet.get_by_role("button", name="Line 3: remove").click()
    sheet.get_by_label("Limit of line 2", exact=True).fill("7")
    sheet.get_by_role("radio", name="right").check()
    sheet.get_by_role("button", name="The course is like this now").click()
    expect(sheet).to_have_count(0)
    state = phone.get("/state")["state"]
    assert (state["limits"], state["flag"]) == ([4, 7], "right")


def test_after_a_crossed_finish_only_the_flag_can_change(phone: Device) -> None:
    phone.begin(limits=[4])
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line", "line"]))
    page = phone.open("/")
    page.get_by_role("button", name="Course").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("input[inputmode=numeric]")).to_have_count(0)
    sheet.get_by_role("radio", name="right").check()
    sheet.get_by_role("button", name="The course is like this now").click()
    expect(sheet).to_have_count(0)
    assert phone.get("/state")["state"]["flag"] == "right"


def test_a_player_corrects_only_the_own_sled(
    table: Service, browser: Browser, phone: Device
) -> None:
    phone.begin()
    phone.acts(ROUND)
    with Device(table, browser) as guest:
        assert guest.post("/seats/1/claim").ok
        page = guest.open("/")
        expect(page.get_by_role("button", name="Correct", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Course")).to_have_count(0)
        assert guest.post("/seats/1/release").ok


def test_undo_is_announced_with_its_device(phone: Device) -> None:
    phone.begin()
    page = phone.open("/")
    phone.acts(ROUND)
    expect(page.locator(".hero-back")).to_have_count(0)
    phone.post("/undo")
    expect(page.locator(".hero-back")).to_have_text(
        "Taken back: Bo: the end of the turn. the host's phone"
    )
    phone.post("/redo")
    expect(page.locator(".hero-back")).to_contain_text("the host's phone")
    phone.acts(whole_turn(5, 2, "brake"))
    expect(page.locator(".hero-back")).to_have_count(0)


def test_a_refusal_at_any_seat_shows_on_the_table(
    table: Service, browser: Browser, phone: Device
) -> None:
    phone.begin()
    page = phone.open("/")
    with Device(table, browser) as guest:
        assert guest.post("/seats/3/claim").ok
        guest.post("/seats/3/press", button="ok", hold=False)
        assert guest.post("/seats/3/release").ok
    expect(page.locator(".toast")).to_contain_text("It is Ada's turn: Ada plays a card first.")
    phone.acts([*whole_turn(1, 3, "left"), *whole_turn(3, 3, "left")])
    expect(page.locator(".toast")).to_have_count(0)  # an act of seat 3 clears the notice


def test_an_unplugged_seat_is_named_until_it_is_back(phone: Device) -> None:
    phone.begin()
    page = phone.open("/")
    expect(page.locator(".troubles")).to_have_count(0)
    phone.hand("unplug", 1)
    expect(page.locator(".troubles")).to_contain_text("Seat 1")
    phone.hand("unplug", 2)  # no player there
    phone.hand("unplug", 3)
    expect(page.locator(".troubles li")).to_have_count(1)
    expect(page.locator(".troubles")).to_contain_text("Seat 1, Seat 3: ")
    for seat in (1, 2, 3):
        phone.hand("plug", seat)
    expect(page.locator(".troubles")).to_have_count(0)


@pytest.fixture
def television(table: Service, browser: Browser, phone: Device) -> Iterator[Device]:
    """A television that watches a race of three."""
    phone.begin()
    phone.acts([*ROUND, *turn(5, 5, "left")])
    with Device(table, browser, viewport={"width": 1920, "height": 1080}) as device:
        yield device


def test_a_large_screen_that_watches_has_no_controls_and_large_text(television: Device) -> None:
    """By itself; Escape or a tap brings the controls, their key the presentation again."""
    page = television.open("/")
    expect(page.get_by_role("navigation")).to_be_hidden()
    keys = page.locator("#page").locator("a:visible, button:visible")
    expect(keys).to_have_text(["Leave the big screen"])
    assert page.evaluate(SMALL, LEAST_PX) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Big screen").click()
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Big screen")).to_be_visible()


def test_a_presentation_has_a_url_and_ends_with_a_tap(television: Device) -> None:
    page = television.open("/?show=1")
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.locator(".hero").click()
    expect(page.get_by_role("navigation")).to_be_visible()
    expect(page).to_have_url(f"{television.url}/")


@pytest.fixture
def asked(phone: Device) -> Iterator[Page]:
    """The table's page at the order step, with Ada, Bo and Cy in their starting order."""
    phone.begin()
    phone.acts([*whole_turn(1, 4, "left"), *whole_turn(3, 4, "left"), *whole_turn(5, 4, "left")])
    page = phone.open("/")
    small = page.viewport_size
    assert small
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".lane-name")).to_have_text(["1Ada", "3Bo", "5Cy"])
    yield page
    page.set_viewport_size(small)


def test_a_sled_is_dragged_to_its_place(phone: Device, asked: Page) -> None:
    page = asked
    first, last = (page.locator(".grip").nth(at).bounding_box() for at in (0, 2))
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + 20, steps=5)
    assert phone.get("/state")["state"]["proposed_order"] == [1, 3, 5]
    page.mouse.up()
    expect(page.locator(".lane-name")).to_have_text(["3Bo", "5Cy", "1Ada"])
    expect(page.locator(".lane.held")).to_have_count(0)
    page.get_by_role("button", name="This is the order").click()
    expect(page.locator(".hero")).to_contain_text("Round 2")
    assert phone.get("/state")["state"]["order"] == [3, 5, 1]


def test_a_sled_is_placed_without_dragging(asked: Page) -> None:
    asked.get_by_role("button", name="Cy: one place forward").click()
    expect(asked.locator(".lane-name")).to_have_text(["1Ada", "5Cy", "3Bo"])


def test_a_figure_is_corrected_and_leaving_needs_confirmation(phone: Device) -> None:
    phone.begin()
    page = phone.open("/")
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Bo", exact=True).click()
    sheet.get_by_role("button", name="Dents: more").click()
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_have_count(0)
    assert phone.get("/state")["state"]["seats"][1]["dents"] == 1
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet.get_by_role("button", name="Bo", exact=True).click()
    sheet.get_by_role("button", name="Bo leaves the race").click()
    assert phone.get("/state")["state"]["seats"][1]["status"] == "racing"
    expect(sheet.locator("[aria-live]")).to_have_text("Sure? Press once more")
    expect(page.locator("#say")).not_to_contain_text("Sure?")
    sheet.get_by_role("button", name="Sure? Press once more").click()
    expect(sheet).to_have_count(0)
    assert phone.get("/state")["state"]["seats"][1]["status"] == "eliminated"


def test_the_table_names_a_player_whose_phone_is_gone(
    phone: Device, table: Service, browser: Browser
) -> None:
    phone.begin()
    page = phone.open("/")
    with Device(table, browser) as guest:
        assert guest.post("/seats/3/claim").ok
        guest.open("/seat/3")
        expect(page.locator(".lane")).to_have_count(3)
        expect(page.get_by_text("the phone is not there")).to_have_count(0)
    expect(page.get_by_text("Bo: the phone is not there")).to_be_visible()


def test_wrong_line_of_a_seat_that_does_not_race_is_shown_during_a_race(
    tmp_path: Path, browser: Browser
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[[seat]]\n" * 6 + "brightness = 40\n")
    running = Service(tmp_path / "data", "--simulate", "--table", str(table))
    try:
        with Device(running.start(), browser) as phone:
            phone.begin()
            trouble = phone.open("/").locator(".troubles li")
            expect(trouble).to_contain_text("Seat 6: Not used: table.toml, line 7")
    finally:
        running.stop()


def test_wrong_line_of_the_table_file_is_shown_before_a_race(
    tmp_path: Path, browser: Browser
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[[seat]]\n[[seat]]\nbrightness = 40\n")
    running = Service(tmp_path / "data", "--simulate", "--table", str(table))
    try:
        with Device(running.start(), browser) as phone:
            trouble = phone.open("/").locator(".troubles li")
            expect(trouble).to_have_text(
                "Seat 2: Not used: table.toml, line 3: “brightness” must be from 0.01 to 1."
            )
    finally:
        running.stop()
