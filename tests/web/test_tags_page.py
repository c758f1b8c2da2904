"""Learning decks on the pages, with the simulated room's readers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service, Stream
from tests.web.site import Device

pytestmark = pytest.mark.browser


@pytest.fixture
def room(service: Service, host: Device) -> Iterator[Page]:
    """The simulated room in its own tab, once every seat is connected."""
    stream = Stream(service)
    stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    stream.close()
    page = host.context.new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/room")
    page.locator(".place").first.wait_for()
    yield page
    page.close()


def new_sticker(room: Page, seat: int = 1) -> None:
    """Lay a new sticker on a seat's reader by a click."""
    room.locator(".place", has_text=f"Seat {seat}").locator("button.reader").click()


def start(host: Device) -> Page:
    page = host.open("/tags")
    page.get_by_role("button", name="Start tapping").click()
    expect(page.locator(".lesson-asked")).to_be_visible()
    return page


def test_a_deck_is_learned_tap_by_tap(host: Device, room: Page) -> None:
    page = start(host)
    asked, said = page.locator(".lesson-asked"), page.locator(".lesson-said")
    expect(asked).to_have_text("Tap red 1, first of four.")
    new_sticker(room, 1)
    expect(said).to_have_text("Learned: red 1, first of four.")
    new_sticker(room, 2)
    expect(asked).to_have_text("Tap red 1, third of four.")
    expect(page.locator("progress")).to_have_attribute("value", "2")
    page.get_by_role("button", name="Skip").click()
    expect(asked).to_have_text("Tap red 1, fourth of four.")
    page.get_by_role("button", name="Back").click()
    expect(asked).to_have_text("Tap red 1, third of four.")
    room.locator(".place", has_text="Seat 4").locator(".sticker").last.click()
    expect(said).to_have_text("This sticker already stands for red 1, first of four.")
    page.get_by_role("button", name="It is red 1, third of four from now on").click()
    expect(said).to_have_text("Learned: red 1, third of four.")
    page.get_by_role("button", name="red 5, fourth of four").click()
    expect(asked).to_have_text("Tap red 5, fourth of four.")
    page.get_by_role("button", name="Finish").click()
    expect(page.locator(".deck-list")).to_contain_text("known stickers: 2")


def test_a_whole_deck_of_a_chosen_composition_is_checked(host: Device, room: Page) -> None:
    page = host.open("/tags")
    page.locator("main summary").click()
    for value in (1, 2, 3, 4, 5):
        field = page.get_by_role("textbox", name=f"Value {value}")
        field.fill("1" if value < 3 else "0")
        field.blur()
    page.get_by_role("button", name="Start tapping").click()
    for known in (1, 2):
        new_sticker(room)
        expect(page.locator("progress")).to_have_attribute("value", str(known))
    expect(page.locator(".lesson-asked")).to_have_text("The deck is complete.")
    with page.expect_navigation():
        page.get_by_role("link", name="Check sheet").click()
    expect(page.locator(".checklist li")).to_have_count(2)
    expect(page.locator(".checklist")).to_contain_text("The deck is complete.")


def test_an_unknown_tag_is_named_during_a_race(host: Device, room: Page) -> None:
    host.begin()
    page = host.open("/seat/1")
    room.locator(".place.is-up button.reader").click()
    page.get_by_role("button", name="red 4", exact=True).click()
    page.get_by_role("button", name="red 4, second of four").click()
    expect(page.locator(".todo-first")).to_contain_text("You play a 4.")
    expect(page.locator(".naming")).to_have_count(0)
    assert [tag["text"] for tag in host.get("/tags")["tags"]] == ["red 4, copy 2"]


def test_seats_show_that_a_deck_is_being_learned(host: Device) -> None:
    host.begin()
    start(host)
    page = host.open("/seat/1")
    expect(page.locator(".naming")).to_contain_text("cards do not play")


def test_a_tag_file_is_exported_and_imported(host: Device, room: Page, tmp_path: Path) -> None:
    page = start(host)
    new_sticker(room)
    expect(page.locator(".lesson-said")).to_have_text("Learned: red 1, first of four.")
    page.get_by_role("button", name="Finish").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "tags.json"
    download.value.save_as(file)
    file.write_text(file.read_text().replace('"red"', '"blue"'))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("One tag was imported.")
    expect(page.locator(".deck-list")).to_contain_text("Blue")
    file.write_text("{}")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("not a tag file")


def test_a_guest_can_only_look(service: Service, host: Device, browser: Browser) -> None:
    with Device(service, browser) as other:
        page = other.open("/tags")
        expect(page.locator(".tags")).to_contain_text("Only the host")
        expect(page.get_by_role("button", name="Start tapping")).to_have_count(0)
        expect(page.locator("input[type=file]")).to_have_count(0)
