"""Joining by phone: language, seats, taking over a seat, and the host's rights."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.evening.service import Service
from tests.patience import until
from tests.web.site import Device, Taps, turn, whole_turn

pytestmark = pytest.mark.browser


@pytest.fixture
def stranger(service: Service, host: Device, browser: Browser) -> Iterator[Device]:
    """A second phone at a service of its own, where both may have any rights."""
    with Device(service, browser) as device:
        yield device


@pytest.fixture(scope="module")
def visitor(table: Service, phone: Device, browser: Browser) -> Iterator[Device]:
    """A second phone for the whole file."""
    with Device(table, browser) as device:
        yield device


@pytest.fixture
def guest(phone: Device, visitor: Device) -> Device:
    """The second phone, in English. Both phones have left their seats."""
    for device in (phone, visitor):
        device.page.goto("about:blank")
        for seat in device.get("/me")["seats"]:
            assert device.post(f"/seats/{seat}/release").ok
    language = {"name": "lang", "value": "en", "url": visitor.url}
    visitor.context.add_cookies([language])
    return visitor


def test_language_and_seat_each_take_one_tap(phone: Device, guest: Device) -> None:
    phone.begin()
    page = guest.open("/join")
    page.get_by_role("radio", name="Deutsch", exact=True).check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator(".seat-card", has_text="Ada").click()
    page.wait_for_url("**/seat/1")
    expect(page.locator(".values")).to_be_visible()
    assert guest.get("/me")["seats"] == [1]


def test_the_scanned_code_is_one_tap_away_from_the_own_seat(phone: Device, guest: Device) -> None:
    phone.begin()
    code = guest.open("/").locator(".invitation")
    page = guest.open(code.get_attribute("href") or "")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you?")
    names = page.locator(".seat-card b")
    expect(names.first).to_have_text("Ada")
    expect(names).to_have_text(["Ada", "Bo", "Cy", "Seat 2", "Seat 4"])
    taps = Taps(page)
    taps.on(page.locator(".seat-card", has_text="Bo"))
    expect(page.locator(".phone-head h1")).to_have_text("Bo")
    expect(page.locator(".values")).to_be_visible()
    assert taps.count == 1


@pytest.mark.parametrize("path", ["/", "/join", "/setup", "/races", "/seasons", "/seat/1"])
def test_every_page_leads_to_the_own_seat(phone: Device, guest: Device, path: str) -> None:
    phone.begin()
    assert guest.post("/seats/3/claim").ok
    page = guest.open(path)
    page.get_by_role("link", name="My seat").click()
    expect(page.locator(".phone-head h1")).to_have_text("Bo")


def test_without_a_seat_there_is_no_way_to_one(phone: Device, guest: Device) -> None:
    phone.begin()
    page = guest.open("/")
    expect(page.locator(".lane")).to_have_count(3)
    expect(page.get_by_role("link", name="My seat")).to_have_count(0)


def test_my_seat_is_the_one_whose_turn_it_is(phone: Device, guest: Device) -> None:
    phone.begin()
    for seat in (3, 5):
        assert guest.post(f"/seats/{seat}/claim").ok
    link = guest.open("/").get_by_role("link", name="My seat")
    expect(link).to_have_attribute("href", "/seat/3")
    phone.acts([*whole_turn(1, 4, "left"), *whole_turn(3, 4, "left")])
    expect(link).to_have_attribute("href", "/seat/5")


def test_before_a_race_the_host_starts_one_and_others_wait(host: Device, stranger: Device) -> None:
    page = host.open("/")
    expect(page.get_by_role("link", name="Snow Tails")).to_be_visible()
    waiting = stranger.open("/").locator(".welcome")
    expect(waiting).to_contain_text("The host starts the race")
    expect(waiting.locator(".game-card")).to_have_count(0)
    for shown in (page, stranger.page):
        for path in ("/boxes", "/tags"):
            expect(shown.locator(f"a[href='{path}']:visible")).to_have_count(0)
        shown.locator("summary", has_text="More").click()
        expect(shown.get_by_role("link", name="Stickers")).to_be_visible()
        shown.keyboard.press("Escape")
        expect(shown.get_by_role("link", name="Stickers")).to_be_hidden()


def test_a_waiting_phone_says_who_sits_there_and_the_host_has_the_row(
    host: Device, stranger: Device
) -> None:
    form = host.open("/setup?game=snow_tails")
    names = form.get_by_label("Name", exact=True)
    names.first.fill("Ada")
    page = stranger.open("/join")
    page.locator(".seat-card").nth(3).click()
    expect(page.locator(".todo-first")).to_have_text("Your name and colour")
    page.get_by_role("textbox", name="Name").fill("Bo")
    page.get_by_role("radio", name="Purple").check(force=True)
    page.get_by_role("button", name="OK").click()
    expect(page.locator(".phone-head h1")).to_have_text("Bo")
    expect(page.get_by_text("You sit here.")).to_be_visible()
    expect(names).to_have_count(2)
    expect(names.nth(1)).to_have_value("Bo")
    expect(form.get_by_text("Another phone sits here.")).to_have_count(0)
    names.nth(1).fill("Bob")  # the host's word stays
    page.get_by_role("button", name="Change name or colour").click()
    expect(page.get_by_role("radio", name="Purple")).to_be_checked()
    page.get_by_role("radio", name="White").check(force=True)
    page.get_by_role("button", name="OK").click()
    expect(names.nth(1)).to_have_value("Bo")
    expect(form.locator(".player").nth(1)).to_have_css("--seat", "#f4f7fb")
    form.get_by_role("button", name="Start a race").click()
    until(lambda: host.get("/state")["race"])
    expect(page.locator(".phone-head h1")).to_have_text("Bo")
    assert [seat["name"] for seat in host.get("/state")["race"]["options"]["seats"]] == [
        "Ada",
        "Bo",
    ]


def test_the_host_is_at_the_own_seat_after_the_start(host: Device) -> None:
    assert host.post("/seats/2/claim").ok
    page = host.open("/setup?game=snow_tails")
    for at, name in enumerate(("Ada", "Bo")):
        page.get_by_label("Name", exact=True).nth(at).fill(name)
    page.get_by_role("button", name="Start a race").click()
    expect(page.locator(".phone-head h1")).to_have_text("Bo")


def test_a_taken_over_seats_phone_is_notified_and_may_take_it_back(
    host: Device, stranger: Device
) -> None:
    host.begin()
    old = stranger.open("/join")
    old.locator(".seat-card", has_text="Ada").click()
    expect(old.locator(".values")).to_be_visible()

    host.post("/host/give", to=2)
    host.post("/host/withdraw", **{"from": 2})
    page = host.open("/join")
    page.locator(".seat-card", has_text="Ada").click()
    page.get_by_role("button", name="Take over").click()
    page.wait_for_url("**/seat/1")
    expect(old.locator("#toast")).to_contain_text("now played from Ada's phone (phone 1)")
    expect(old.locator(".claim")).to_contain_text("taken this seat over")
    expect(old.locator(".values")).to_have_count(0)
    expect(page.locator("#toast")).to_be_empty()

    old.get_by_role("button", name="Play along").click()
    expect(old.locator(".values")).to_be_visible()
    expect(page.locator(".values")).to_be_visible()


def test_one_phone_switches_between_two_seats(phone: Device, guest: Device) -> None:
    phone.begin()
    page = guest.open("/join")
    for name in ("Ada", "Bo"):
        page.locator(".seat-card", has_text=name).click()
        expect(page.locator(".values")).to_be_visible()
        guest.open("/join")
    page.locator(".seat-card", has_text="Ada").click()
    page.get_by_role("navigation", name="Your seats").get_by_role("link", name="Bo").click()
    page.wait_for_url("**/seat/3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo")
    guest.open("/join")
    page.get_by_role("button", name="Give back: Ada").click()
    expect(page.get_by_role("button", name="Give back: Ada")).to_have_count(0)
    assert guest.get("/me")["seats"] == [3]


def test_the_host_hands_over_its_rights_but_never_the_last(host: Device, stranger: Device) -> None:
    page, other = host.open("/join"), stranger.open("/join")
    rows = page.locator(".phone-row")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("phone 1 · this one")
    expect(rows.nth(0).get_by_role("button")).to_have_count(0)
    rows.nth(1).get_by_role("button", name="Make host").click()
    expect(other.locator("#toast")).to_contain_text("has the host's rights now")
    expect(other.get_by_role("heading", name="You are the host")).to_be_visible()
    expect(page.locator("#toast")).to_be_empty()
    rows.nth(0).get_by_role("button", name="Give up my host's rights").click()
    expect(page.get_by_role("heading", name="You are the host")).to_have_count(0)
    assert [phone["host"] for phone in host.get("/phones")["phones"]] == [False, True]


def test_a_notice_for_one_phone_waits_until_that_phone_has_its_number(
    host: Device, stranger: Device
) -> None:
    host.open("/join")
    held: list[Route] = []
    stranger.context.route("**/api/v1/me", lambda request: held.append(request))
    with stranger.context.expect_event("request", lambda one: one.url.endswith("/me")):
        page = stranger.open("/join")
    with page.expect_request("**/api/v1/me"):  # the page has the new rights, and the notice
        assert host.post("/host/give", to=stranger.get("/me")["phone"]).ok
    expect(page.locator("#toast")).to_be_empty()
    for request in held:
        request.continue_()
    expect(page.locator("#toast")).to_contain_text("has the host's rights now")


def test_a_notice_that_a_newer_one_covers_comes_again(phone: Device, guest: Device) -> None:
    phone.begin()
    for seat in (1, 3, 5):
        assert guest.post(f"/seats/{seat}/claim").ok
    page = guest.open("/")
    seen = page.locator(".toast p")

    def refuse(seat: int, words: str) -> None:
        assert phone.post("/acts", act={"act": "done", "seat": seat}).status == 409
        expect(seen).to_contain_text(words)

    refuse(1, "Play a card first.")
    refuse(3, "It is Ada's turn")
    said = seen.inner_text()
    assert phone.post("/acts", act={"act": "shuffle", "seat": 5}).status == 409
    expect(seen).not_to_have_text(said)
    page.get_by_role("button", name="Close").click()
    expect(seen).to_have_text(said)
    phone.acts(turn(1, 3, "left"))  # the refusal at this seat is settled
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".toast")).to_have_count(0)


def test_the_list_shows_disconnected_phones(
    host: Device, service: Service, browser: Browser
) -> None:
    page = host.open("/join")
    with Device(service, browser) as guest:
        guest.open("/seat/2").get_by_role("button", name="Take this seat").click()
        seat = page.locator(".phone-row", has_text="the phone at seat 2")
        expect(seat).to_contain_text("there")
    expect(seat).to_contain_text("away")


def test_a_phone_leaves_its_seat_and_another_takes_over(phone: Device, guest: Device) -> None:
    phone.begin()
    page = guest.open("/join")
    page.locator(".seat-card", has_text="Ada").click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ada stays in the race")
    page.get_by_role("button", name="Only this phone").click()
    expect(page.locator(".claim")).to_contain_text("This seat is free for your phone")
    expect(page.locator(".claim .go")).to_have_text("Who are you?")
    expect(page.locator(".claim .go")).to_have_attribute("href", "/join")
    assert guest.get("/me")["seats"] == []
    page.get_by_role("button", name="Take this seat").click()
    expect(page.locator(".values")).to_be_visible()


def test_the_host_who_leaves_a_seat_is_led_to_the_others(host: Device) -> None:
    host.begin()
    assert host.post("/seats/1/claim").ok
    page = host.open("/seat/1")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Only this phone").click()
    expect(page.locator(".claim .go")).to_have_attribute("href", "/join")
    expect(page.locator(".pad")).to_have_count(0)


def test_undoing_another_seats_act_is_said_on_both_phones(phone: Device, guest: Device) -> None:
    phone.begin()
    pages = [device.open("/join") for device in (phone, guest)]
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        page.locator(".seat-card", has_text=name).click()
        expect(page.locator(".values")).to_be_visible()
    hers, his = pages
    hers.locator(".value").first.click()
    expect(hers.locator(".target.lit").first).to_be_visible()
    his.locator(".value").first.click()
    expect(his.locator(".toast .button").first).to_have_text("It is Bo's turn")
    his.get_by_role("button", name="Undo").click()
    toast = his.locator(".toast")
    expect(toast.locator("p")).to_have_text(
        "Take back Ada's last step? Ada plays a 1. Where does it go?"
    )
    toast.get_by_role("button", name="Undo").click()
    expect(his.locator(".toast p")).to_have_text("Taken back: Ada: the tapped card.")
    expect(hers.locator(".toast p")).to_have_text("Taken back: Ada: the tapped card. (Bo's phone)")
    hers.get_by_role("button", name="Redo").click()
    expect(hers.locator(".target.lit").first).to_be_visible()
    expect(hers.locator(".toast")).to_have_count(0)
    hers.locator(".target.lit").first.click()
    undo = hers.get_by_role("button", name="Undo")
    expect(undo).to_have_accessible_description(
        "Ada: 1 + 3 \N{MINUS SIGN} 3 = 1: 1 forward, 1 of them drifting right."
    )
    undo.click()  # Ada's own step goes at once; the one before it is still hers
    expect(undo).to_have_accessible_description("Ada plays a 1. Where does it go?")
    his.get_by_role("button", name="Undo").click()
    expect(toast.locator("p")).to_contain_text("Take back Ada's last step?")


def test_a_player_leaves_the_race_and_can_be_brought_back(phone: Device, guest: Device) -> None:
    phone.begin()
    page = guest.open("/join")
    page.locator(".seat-card", has_text="Ada").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Ada leaves the race").click()
    expect(page.locator(".in-out .watch")).to_be_visible()
    assert guest.get("/state")["state"]["seats"][0]["status"] == "eliminated"
    page.get_by_role("button", name="Undo: back into the race").click()
    expect(page.locator(".mat")).to_be_visible()


def test_phone_with_several_seats_shows_the_one_whose_turn_it_is(
    phone: Device, guest: Device
) -> None:
    phone.begin()
    for seat in (1, 3):
        assert guest.post(f"/seats/{seat}/claim").ok
    page = guest.open("/seat/1")
    phone.acts(whole_turn(1, 4, "left"))
    page.wait_for_url("**/seat/3#from=1")
    note = page.locator(".followed")
    expect(note).to_contain_text("Draw 1 card")
    expect(page.locator(".todo-first")).to_be_focused()
    expect(page).to_have_title("Bo · Sled Companion")
    spoken = page.get_by_role("region", name="Bo: What to do now")
    expect(spoken.locator(":focus")).to_have_text(re.compile("^Play a card"))
    note.get_by_role("link", name="Back").click()
    page.wait_for_url("**/seat/1")
    phone.acts(turn(3, 4, "left"))  # still Bo's turn: the page stays
    expect(page.locator(".followed")).to_have_count(0)
    phone.acts([{"act": "done", "seat": 3}])  # another phone's turn
    expect(page.locator(".phone h1")).to_have_text("Ada")


def test_title_of_a_seats_page_has_its_players_name_from_the_start(phone: Device) -> None:
    phone.begin()
    assert "<title>Ada · Sled Companion</title>" in phone.context.request.get("/seat/1").text()
    expect(phone.open("/seat/2")).to_have_title("Seat 2 · Sled Companion")


def test_note_about_the_last_seat_leaves_out_what_is_ticked_off(
    phone: Device, guest: Device
) -> None:
    phone.begin()
    for seat in (1, 5):
        assert guest.post(f"/seats/{seat}/claim").ok
    page = guest.open("/seat/1")
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line"]))
    page.get_by_role("checkbox", name="Take 3 dents").click()
    phone.acts(whole_turn(3, 4, "left"))
    page.wait_for_url("**/seat/5#from=1")
    expect(page.locator(".followed span").last).to_have_text("Ada: Discard 1 card.")
