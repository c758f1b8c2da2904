"""The simulated room: its page sends only movements of hands; a pulled cable carries nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.evening.hands import Hands
from tests.evening.script import options
from tests.evening.service import Phone, Service, Stream, count, meta, request, sled

PAGES = ("/", "/seat/1", "/setup", "/join", "/races", "/room")
BUTTONS = ("left", "right", "brake", "event", "ok")


@pytest.fixture
def room(service: Service) -> Iterator[Stream]:
    """The stream of the simulated room."""
    opened = Stream(service, "/room/stream", "room")
    yield opened
    opened.close()


@pytest.fixture
def hands(host: Phone, stream: Stream) -> Hands:
    """Hands at a started race."""
    assert host.post("/races", game="snow_tails", options=options((1, 3, 5))).status == 200
    stream.until(lambda live: live["race"])
    return Hands(host, stream)


def seen(room: Stream, seat: int) -> dict[str, Any]:
    """A seat's visible state."""
    return next(dict(found) for found in room.live["seats"] if found["seat"] == seat)


def is_down(room: Stream, seat: int, *buttons: str) -> None:
    """Wait until exactly these buttons of the seat are down."""
    room.until(lambda live: set(seen(room, seat)["down"]) == set(buttons))


def test_an_unplugged_seat_sends_nothing(hands: Hands, stream: Stream, room: Stream) -> None:
    hands.pull(1)
    before = stream.live
    hands.tap(1, {"colour": "red", "value": 3, "copy": 1})
    room.until(lambda live: seen(room, 1)["card"])
    for button in BUTTONS:
        hands.room.hand("down", seat=1, button=button)
        is_down(room, 1, button)
        hands.room.hand("up", seat=1, button=button)
        is_down(room, 1)
    hands.lift_all()
    room.until(lambda live: not seen(room, 1)["card"])
    assert not any(int(pixel, 16) for pixel in seen(room, 1)["pixels"])
    hands.press(3, "ok")  # the table's next signal is this one
    stream.until(lambda live: live["notices"])
    assert [notice["seat"] for notice in stream.live["notices"]] == [3]
    assert count(stream.live) == count(before) == 0
    assert stream.live["state"] == before["state"]
    hands.plug(1)
    hands.do({"act": "tap", "seat": 1, "card": {"colour": "red", "value": 3, "copy": 1}})
    hands.do({"act": "slot", "seat": 1, "slot": "left"})


def test_a_button_held_while_unplugged_is_not_a_press(
    hands: Hands, stream: Stream, room: Stream
) -> None:
    hands.do({"act": "tap", "seat": 1, "card": {"colour": "red", "value": 3, "copy": 1}})
    hands.pull(1)
    hands.room.hand("down", seat=1, button="left")
    is_down(room, 1, "left")
    hands.plug(1)
    hands.room.hand("up", seat=1, button="left")
    is_down(room, 1)
    hands.do({"act": "slot", "seat": 1, "slot": "right"})
    assert count(stream.live) == 2


@pytest.mark.browser
def test_the_rooms_page_sends_only_movements(
    service: Service, hands: Hands, stream: Stream, room: Stream, browser: Browser
) -> None:
    sent: list[Request] = []
    page = browser.new_page(base_url=service.url)
    page.on("request", lambda each: sent.append(each))
    page.goto("/room")
    place = Place(page, 1)
    place.lay()
    stream.until(lambda live: count(live) == 1)
    place.button("left").click()
    stream.until(lambda live: count(live) == 2)
    place.button("ok").click()
    stream.until(lambda live: count(live) == 3)
    place.cable().click()
    stream.until(lambda live: meta(live, 1)["device"] == "lost")
    expect(place.cable()).to_have_text("Plug it in")
    place.button("ok").click()
    Place(page, 5).button("ok").click()
    stream.until(lambda live: live["notices"])
    assert [notice["seat"] for notice in stream.live["notices"]] == [5]
    place.cable().click()
    stream.until(lambda live: meta(live, 1)["device"] == "connected")
    assert count(stream.live) == 3
    posts = {re.sub(".*//[^/]*", "", each.url) for each in sent if each.method != "GET"}
    assert posts == {"/api/v1/room"}
    page.close()


@pytest.mark.browser
def test_the_page_shows_each_strip_as_the_node_received_it(
    service: Service, hands: Hands, stream: Stream, room: Stream, browser: Browser
) -> None:
    page = browser.new_page(base_url=service.url)
    page.goto("/room")
    hands.do({"act": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "copy": 1}})
    hands.do({"act": "slot", "seat": 1, "slot": "brake"})
    speed = sled(stream.live, 1)["speed"]
    room.until(lambda live: lit(seen(room, 1)["pixels"]) == [n < speed for n in range(8)])
    for seat in (1, 2):
        Place(page, seat).await_lamps(lit(seen(room, seat)["pixels"]))
    page.close()


@pytest.mark.browser
def test_the_rooms_page_switches_a_readers_fault_on_and_off(
    service: Service, hands: Hands, stream: Stream, room: Stream, browser: Browser
) -> None:
    page = browser.new_page(base_url=service.url, viewport={"width": 320, "height": 640})
    page.goto("/room")
    place = Place(page, 3)
    place.faults().click()
    mute = place.fault("The reader says nothing")
    mute.click()
    room.until(lambda live: seen(room, 3)["faults"] == ["mute"])
    stream.until(lambda live: "link.reader_mute" in notes(live))
    expect(mute).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert all(box["height"] >= 44 for box in place.switches())
    mute.click()
    room.until(lambda live: seen(room, 3)["faults"] == [])
    stream.until(lambda live: "link.reader_mute" not in notes(live))
    page.close()


def notes(live: dict[str, Any]) -> list[str]:
    """The notes about the devices."""
    return [device["note"] for device in live["devices"]]


def lit(pixels: list[str]) -> list[bool]:
    """The indices of a strip's lit pixels."""
    return [int(pixel, 16) > 0 for pixel in pixels]


class Place:
    """A seat on the room's page."""

    def __init__(self, page: Page, seat: int):
        self._place = page.get_by_role("region", name=f"Seat {seat}", exact=True)

    def await_lamps(self, lit: list[bool]) -> None:
        """Wait until exactly these lamps of the strip are lit."""
        lamps = self._place.locator(".lamp")
        for number, shines in enumerate(lit):
            dark = re.compile(r"--lamp: rgb\([^/]* / 0\.00\)")
            told = expect(lamps.nth(number))
            (told.not_to_have_attribute if shines else told.to_have_attribute)("style", dark)
        expect(lamps).to_have_count(len(lit))

    def lay(self) -> None:
        """Lay a card from the hand on the reader."""
        self._place.locator(".fan button").first.click()

    def button(self, name: str) -> Locator:
        return self._place.locator(f".pad-{name}")

    def cable(self) -> Locator:
        return self._place.locator(".cable")

    def faults(self) -> Locator:
        """The button that unfolds the faults."""
        return self._place.locator("summary")

    def fault(self, name: str) -> Locator:
        return self._place.get_by_role("button", name=name)

    def switches(self) -> list[Any]:
        """The element with the switches of the faults."""
        found = self._place.locator(".faults .button, .faults summary").all()
        return [each.bounding_box() for each in found]


@pytest.mark.browser
def test_a_simulated_room_is_announced_on_pages_and_terminal(
    service: Service, browser: Browser
) -> None:
    assert any("SIMULATED ROOM" in line for line in service.said)
    page = browser.new_page(base_url=service.url)
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_text("Simulated", exact=True)).to_be_visible()
    page.close()


@pytest.mark.browser
def test_without_the_simulated_room_there_are_no_hands(tmp_path: Any, browser: Browser) -> None:
    service = Service(tmp_path / "data").start()
    try:
        phone = Phone(service)
        assert not any("SIMULATED" in line for line in service.said)
        assert not phone.get("/state")["simulated"]
        assert request(service, "GET", "/room").status == 404
        assert request(service, "GET", "/api/v1/room/stream").status == 404
        movement = b'{"hand": "press", "seat": 1, "button": "ok"}'
        assert request(service, "POST", "/api/v1/room", movement, phone.headers).status == 404
        page = browser.new_page(base_url=service.url)
        for path in PAGES[:-1]:
            page.goto(path)
            expect(page.locator("#page .loading")).to_have_count(0)
            expect(page.get_by_text("Simulated", exact=True)).to_be_hidden()
        page.close()
    finally:
        service.stop()
