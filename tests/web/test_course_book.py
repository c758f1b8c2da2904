"""The course book, and set-up's proposals from earlier races."""

import random
import struct
import zlib

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


def png(width: int, height: int) -> bytes:
    """A PNG of noise, which does not compress."""
    noise = random.Random(1)
    rows = b"".join(b"\0" + noise.randbytes(3 * width) for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def test_the_ten_printed_courses_are_listed_without_limits(host: Device) -> None:
    page = host.open("/courses")
    cards = page.locator(".course-card")
    expect(cards).to_have_count(10)
    page.get_by_role("button", name="Change: Délinarbre").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Add a red line").click()
    sheet.get_by_role("textbox", name="Limit of line 1").fill("6")
    sheet.get_by_label("Note").fill("Two tables\nlong")
    sheet.get_by_role("button", name="Save").click()
    expect(cards.first).to_contain_text("Délinarbre")
    expect(cards.first).to_contain_text("Two tables")
    saved = host.get("/courses")["courses"][0]
    assert (saved["limits"], saved["printed"], saved["saved"]) == ([6], "fr", True)
    page.get_by_role("button", name="Remove: Délinarbre").click()
    expect(cards.first).to_contain_text("Le casse-noisettes")
    expect(cards).to_have_count(10)


def test_the_courses_of_the_own_language_come_first(host: Device) -> None:
    cookie = {"name": "lang", "url": host.url}
    host.context.add_cookies([{**cookie, "value": "de"}])
    expect(host.open("/courses").locator(".course-card").first).to_contain_text("Der Nussknacker")
    page = host.open("/setup")
    expect(page.locator(".book-choice option").nth(1)).to_contain_text("Der Nussknacker")
    host.context.add_cookies([{**cookie, "value": "en"}])


def test_a_large_picture_is_reduced_and_shown(host: Device) -> None:
    page = host.open("/courses")
    page.get_by_role("button", name="A new course").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name of the course").fill("Home")
    files = sheet.locator("input[type=file]")
    files.set_input_files({"name": "x.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(sheet.get_by_role("alert")).to_contain_text("cannot read this file as a picture")
    picture = {"name": "x.png", "mimeType": "image/png", "buffer": png(1400, 900)}
    files.set_input_files(picture)
    expect(sheet.get_by_alt_text("Picture of the course")).to_be_visible()
    sheet.get_by_role("button", name="Save").click()
    shown = page.get_by_alt_text("Picture of the course Home")
    expect(shown).to_be_visible()
    page.wait_for_function(
        "(img) => img.complete && img.naturalWidth > 100", arg=shown.element_handle()
    )
    answer = host.context.request.get("/api/v1/courses/picture?name=Home")
    assert answer.headers["content-type"] == "image/jpeg"
    assert len(answer.body()) < 48 * 1024


def test_a_watcher_reads_the_course_book(service: Service, browser: Browser, host: Device) -> None:
    host.post("/courses", name="Home", limits=[4], flag="left")
    with Device(service, browser) as guest:
        page = guest.open("/courses")
        expect(page.locator(".course-card").first).to_contain_text("Home")
        expect(page.locator("#page button")).to_have_count(0)


def is_called(page: Page, player: int, name: str) -> None:
    group = page.get_by_role("group", name=f"Player {player}", exact=True)
    expect(group.get_by_label("Name")).to_have_value(name)


def test_a_set_up_takes_a_course_from_the_book_and_saves_one(host: Device) -> None:
    host.post("/courses", name="Home", limits=[7, 2], flag="right", note="kept")
    page = host.open("/setup")
    page.locator(".course-part summary").click()
    page.get_by_label("From the course book").select_option("Home")
    expect(page.get_by_role("textbox", name="Limit of line 1")).to_have_value("7")
    expect(page.locator("input[name=flag][value=right]")).to_be_checked()
    page.get_by_role("textbox", name="Limit of line 2").fill("3")
    page.get_by_role("textbox", name="Limit of line 2").blur()
    expect(page.get_by_text("differs from the course book")).to_be_visible()
    page.get_by_role("button", name="Save in the course book").click()
    expect(page.get_by_text("differs from the course book")).to_have_count(0)
    saved = host.get("/courses")["courses"][0]
    assert (saved["name"], saved["limits"], saved["note"]) == ("Home", [7, 3], "kept")
    for player, name in ((1, "Ada"), (2, "Bo")):
        group = page.get_by_role("group", name=f"Player {player}", exact=True)
        group.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Start a race").click()
    page.wait_for_url("**/")
    assert host.get("/races")["races"][0]["course"] == "Home"
    page = host.open("/setup")
    expect(page.get_by_label("Name of the course")).to_have_value("Home")


def test_earlier_players_are_seated_in_their_colour_with_one_tap(host: Device) -> None:
    host.begin()
    host.acts([{"act": "end"}])
    page = host.open("/setup")
    page.get_by_role("button", name="Clear the form").click()
    again = page.get_by_role("group", name="Played here before")
    again.get_by_role("button", name="Cy").click()
    again.get_by_role("button", name="Bo").click()
    expect(again.get_by_role("button")).to_have_text(["Ada"])
    is_called(page, 1, "Cy")
    is_called(page, 2, "Bo")
    expect(page.locator("input[name=colour-0][value=green]")).to_be_checked()
    expect(page.locator("input[name=colour-1][value=blue]")).to_be_checked()
    again.get_by_role("button", name="Ada").click()
    is_called(page, 3, "Ada")


def test_same_again_repeats_everything_but_the_start_places(host: Device) -> None:
    host.begin(edition="fr")
    host.acts([{"act": "end"}])
    page = host.open("/setup")
    page.get_by_role("button", name="Clear the form").click()
    page.get_by_role("button", name="Same again").click()
    expect(
        page.get_by_role("group", name="Player 3", exact=True).get_by_label("Name")
    ).to_have_value("Cy")
    expect(page.locator("input[name=edition][value=fr]")).to_be_checked()
    expect(page.locator("input[name^=place-]:checked")).to_have_count(0)
    page.get_by_role("button", name="Start a race").click()
    expect(page.locator(".player .fault")).to_have_text(
        [f"{name} has no start place yet." for name in ("Ada", "Bo", "Cy")]
    )
    for name in ("Bo", "Cy", "Ada"):
        page.locator(".start-waiting").get_by_role("button", name=name).click()
    page.get_by_role("button", name="Start a race").click()
    page.wait_for_url("**/")
    options = host.get("/state")["race"]["options"]
    assert [seat["place"] for seat in options["seats"]] == [3, 1, 2]
