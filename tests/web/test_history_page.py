"""The history page of a race."""

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.evening.service import Service
from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser


def test_the_history_shows_each_acts_source(host: Device) -> None:
    host.begin()
    host.acts(whole_turn(1, 4, "left"))
    host.post("/undo")
    page = host.open("/")
    page.get_by_role("link", name="History").click()
    rows = page.locator(".past-row")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_text("Taken back: Ada: the end of the turn.")
    expect(rows.nth(1)).to_have_class("past-row past-done gone")
    expect(rows.nth(1)).to_contain_text("the host's phone")
    expect(rows.nth(4)).to_contain_text("The race was set up")


def test_undo_goes_back_to_a_point_after_asking_once(host: Device) -> None:
    host.begin()
    host.acts([*whole_turn(1, 4, "left"), *turn(3, 5, "left")])
    page = host.open("/history")
    first = page.locator(".past-tap").last
    first.get_by_role("button", name="Back to here").click()
    with page.expect_response("**/api/v1/undo"):
        first.get_by_role("button", name="Take back 4?").click()
    expect(page.locator(".past-undo")).to_have_count(4)
    state = host.get("/state")["state"]
    assert state["turn"] == 1
    assert state["seats"][0]["pending"]["slots"] == []
    page.locator(".past-begin").get_by_role("button").click()
    page.locator(".past-begin").get_by_role("button").click()
    expect(page.locator(".past-undo")).to_have_count(5)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".past-redo")).to_have_count(1)


def test_a_watcher_sees_the_history_without_changing_it(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    host.acts(whole_turn(1, 4, "left"))
    with Device(service, browser) as guest:
        page = guest.open("/history")
        expect(page.locator(".past-row")).to_have_count(4)
        expect(page.locator("#page button")).to_have_count(0)


def test_an_older_races_history_can_be_opened(host: Device) -> None:
    host.begin()
    host.acts([*whole_turn(1, 4, "left"), {"act": "end"}])
    host.begin()
    page = host.open("/races")
    page.get_by_role("link", name="History").last.click()
    expect(page.locator(".past-row")).to_have_count(5)
    expect(page.locator(".past-row button")).to_have_count(0)


def test_time_of_a_turn_is_struck_from_history_and_correction(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    for seat, took_s in ((1, 20), (3, 90.5), (5, 4)):
        *laid, done = whole_turn(seat, 4, "left")
        host.acts([*laid, {**done, "took_s": took_s}])
    assert host.get("/state")["state"]["big_paws"] == 3
    with Device(service, browser) as phone:
        assert phone.post("/seats/1/claim").ok
        page = phone.open("/history")
        expect(page.get_by_role("button", name="Strike the time")).to_have_count(1)
        page = phone.open("/seat/1")
        page.get_by_role("button", name="Correct", exact=True).click()
        page.get_by_role("button", name="time (20 s)").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page = host.open("/history")
    page.get_by_role("button", name="Strike the time (90.5 s)").click()
    expect(page.locator(".past-row").first).to_contain_text("Bo: the 90.5 s of this turn")
    expect(page.get_by_role("button", name="Strike the time")).to_have_count(1)
    assert host.get("/state")["state"]["big_paws"] == 5


def test_big_paws_are_shown_first_when_everybody_has_had_a_turn(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    for seat in (1, 3):
        *laid, done = whole_turn(seat, 4, "left")
        host.acts([*laid, {**done, "took_s": 30 - seat}])
    expect(page.locator(".happened")).to_contain_text("It is Cy's turn")
    expect(page.locator(".paws")).to_have_count(0)
    host.acts(whole_turn(5, 4, "left"))
    expect(page.locator(".chip.paws")).to_have_count(1)


WORDS_OF_CLOCK = {
    (True,): [],
    (False,): ["These times may be wrong: the clock of the table's computer was not set."],
    (False, True): [
        "Times with a question mark may be wrong:"
        " the clock of the table's computer had not been set."
    ],
}
"""What the pages say about times, by whether the clock was set."""

PAGES_OF_TIMES = (
    ("/history", ".past small", 4),
    ("/races", ".race h2 small", 2),
    ("/seasons/1", ".season-log small", 2),
)
"""The pages that show times, where each stands, and how many the test makes."""


@pytest.mark.parametrize(("synced", "words"), WORDS_OF_CLOCK.items())
def test_question_marks_stand_only_among_times_that_are_right(
    host: Device, synced: tuple[bool, ...], words: list[str]
) -> None:
    """A Pi that plays without internet used to get a question mark at every time."""

    def stamp(route: Route) -> None:
        answer = route.fetch().json()
        rows = answer.get("past") or answer.get("races") or answer.get("log")
        for row, right in zip(rows, cycle(synced), strict=False):
            row["clock_synced"] = right
        route.fulfill(json=answer)

    for _ in range(2):
        host.begin()
        host.acts([*whole_turn(1, 4, "left"), *turn(3, 5)])
    assert host.post("/seasons", name="Winter").ok
    assert host.post("/seasons/1/acts", act={"act": "rename", "name": "Snow"}).ok
    for path in ("**/past?*", "**/api/v1/races", "**/api/v1/seasons/1?*"):
        host.page.route(path, stamp)
    for path, times, shown in PAGES_OF_TIMES:
        page = host.open(path)
        page.locator("details").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
        small = page.locator(times)
        expect(small).to_have_count(shown)
        expect(small.get_by_text("?")).to_have_count(shown // 2 if len(synced) > 1 else 0)
        if path != "/races":  # where the clock of the testing machine has its own note
            expect(page.locator(".explain", has_text="may be wrong")).to_have_text(words)
