"""A break on the pages, and the players' clocks, which it stops."""

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device, whole_turn
from tests.web.test_modules import HOME, run, served

pytestmark = pytest.mark.browser


def test_break_covers_table_and_seat_until_a_key_at_a_seat_ends_it(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    page = host.open("/")
    with Device(service, browser, locale="de-DE") as phone:
        assert phone.post("/seats/3/claim").ok
        seat = phone.open("/seat/3")
        page.get_by_role("button", name="Take a break").click()
        said = page.locator(".break")
        expect(said).to_contain_text("No clock is running")
        expect(seat.locator(".break-title")).to_have_text("Pause")
        expect(seat.get_by_role("button", name="Rennen hier beenden")).to_have_count(0)
        size = seat.locator(".break-title").evaluate(
            "(it) => parseFloat(getComputedStyle(it).fontSize)"
        )
        assert size >= 48
        assert seat.evaluate("document.documentElement.scrollWidth <= innerWidth")
        seat.get_by_role("button", name="Weiterspielen").click()
        expect(said).to_have_count(0)
        seat.get_by_role("button", name="Dieses Handy").click()
        seat.get_by_role("button", name="Pause machen").click()
        expect(said).to_be_visible()
        assert phone.post("/seats/3/press", button="ok", hold=False).ok
        expect(said).to_have_count(0)
        expect(seat.locator(".break")).to_have_count(0)
    page.get_by_role("button", name="Take a break").click()
    said.get_by_role("button", name="End the race here").click()
    said.get_by_role("button", name="Sure?").click()
    expect(said).to_have_count(0)
    expect(page.locator(".hero-over")).to_be_visible()


def test_the_host_ends_the_race_at_the_table_and_hears_the_whole_result(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    host.acts(whole_turn(1, 3, "left"))
    page = host.open("/")
    with Device(service, browser) as phone:
        assert phone.post("/seats/3/claim").ok
        seat = phone.open("/")
        expect(seat.get_by_role("button", name="Take a break")).to_be_visible()
        expect(seat.get_by_role("button", name="End the race here")).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="End the race here").click()
        expect(page.locator("#say")).to_have_text("Sure? Press once more")
        page.get_by_role("button", name="Sure?").click()
        expect(page.locator(".result")).to_be_focused()
        assert page.evaluate("scrollY") == 0
        expect(page.locator("#say")).to_contain_text("Place 1: Ada. Place 2: Bo. Place 3: Cy.")
        page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Correct", exact=True).click()
    sheet = page.get_by_role("dialog")
    for key in ("The race", "End the race here…", "Sure? Press once more"):
        sheet.get_by_role("button", name=key, exact=True).click()
    expect(page.locator(".result")).to_be_focused()


def test_watcher_sees_the_break_without_a_key(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    assert host.post("/break", on=True).ok
    with Device(service, browser) as guest:
        page = guest.open("/")
        expect(page.locator(".break-title")).to_have_text("Break")
        expect(page.get_by_role("button", name="Play on")).to_have_count(0)


def test_clocks_of_the_set_up_run_on_table_and_seat_and_rest_in_a_break(
    service: Service, browser: Browser, host: Device
) -> None:
    host.begin()
    page = host.open("/setup")
    page.locator(".settings summary").click()
    page.get_by_label("clocks").check()
    expect(page.locator(".settings summary")).to_contain_text("clocks: yes")
    page.locator(".launch button[type=submit]").click()
    clocks = page.locator(".player-clocks .player-clock")
    expect(clocks).to_have_count(3)
    *taps, done = whole_turn(1, 3, "left")
    host.acts([*taps, {**done, "took_s": 65.0}])
    expect(clocks.first).to_have_text("Time used 1:05")
    expect(clocks.nth(1)).not_to_have_text("Time used 0:00")
    assert host.post("/break", on=True).ok
    expect(page.locator(".break")).to_be_visible()
    rested = clocks.nth(1).inner_text()
    page.wait_for_timeout(2500)
    assert clocks.nth(1).inner_text() == rested
    assert host.post("/break", on=False).ok
    expect(clocks.nth(1)).not_to_have_text(rested)
    screen = {"width": 1920, "height": 1080}
    with Device(service, browser, viewport=screen) as television:
        far = television.open("/?show=1").locator(".player-clock").first
        expect(far).to_have_text("Time used 1:05")
        assert far.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)") >= 24
    seat = host.open("/seat/1").locator(".player-clock")
    expect(seat).to_have_text("Time used 1:05")


CLOCKS = """
  const live = (clock, up) => ({ race: { over: false, clock }, up });
  const clock = { used_s: { 1: 61.5 }, since_s: 100, stopped_s: null };
  return {
    words: [0, 7.9, 754, 3723].map(m.clockWords),
    runs: m.usedSeconds(live(clock, [1]), 1, 110),
    waits: m.usedSeconds(live(clock, [3]), 1, 110),
    begins: m.usedSeconds(live(clock, [3]), 3, 110),
    rests: m.usedSeconds(live({ ...clock, stopped_s: 104 }, [1]), 1, 110),
    restarted: m.usedSeconds(live({ ...clock, since_s: null }, [1]), 1, 110),
    unknown: m.usedSeconds(live(clock, [1]), 1, null),
    together: m.usedSeconds(live(clock, [1, 3]), 1, 110),
  };
"""


def test_clock_adds_the_turn_under_way_to_the_turns_done(browser: Browser) -> None:
    page = browser.new_page()
    page.route("**/*", served)
    page.goto(HOME)
    told = run(page, "parts/player-clock", CLOCKS)
    page.close()
    assert told.pop("words") == ["0:00", "0:07", "12:34", "1:02:03"]
    assert told == {
        "runs": 71.5,
        "waits": 61.5,
        "begins": 10,
        "rests": 65.5,
        "restarted": 61.5,
        "unknown": 61.5,
        "together": 61.5,
    }
