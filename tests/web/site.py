"""The real service with the simulated room, and phones with real browsers."""

import itertools
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import APIResponse, Browser, Locator, Page, expect

from tests.evening.service import Service
from tests.patience import PATIENCE_S

PLAYERS = ((1, "Ada", "red", 1), (3, "Bo", "blue", 2), (5, "Cy", "green", 3))
LIMITS = (4, 3, 5)

PATIENCE_MS = 1000 * PATIENCE_S
expect.set_options(timeout=PATIENCE_MS)

NUMBERED = """async () => (await (await fetch("/api/v1/me")).json()).phone !== null"""
"""Script that waits for the stream: then the service has numbered this phone."""

Act = Mapping[str, Any]


class Device:
    """A phone, tablet or television: a browser context with its own cookie.

    The service knows it from the start; its first page is the one opened first, the table by
    itself.
    """

    def __init__(self, service: Service, browser: Browser, **look: Any):
        usual = {"locale": "en-GB", "reduced_motion": "reduce"}
        look = {**usual, "viewport": {"width": 360, "height": 640}, **look}
        self.url = service.url
        self.context = browser.new_context(base_url=service.url, **look)
        self.context.set_default_timeout(PATIENCE_MS)
        self._page: Page = self.context.new_page()
        self.faults: list[str] = []
        self._page.on("pageerror", lambda error: self.faults.append(str(error)))
        self._page.on("console", self._hear)
        self._keys = (f"key-{n}" for n in itertools.count())
        self._is_new = True
        assert self.context.request.get("/").ok

    @property
    def page(self) -> Page:
        """The page, which is the table's before another is opened."""
        if self._is_new:
            self.open("/")
            self._page.wait_for_function(NUMBERED)
        return self._page

    def _hear(self, message: Any) -> None:
        """Collect the browser's errors, missing files among them.

        A refused post is no error, nor a page that is opened though it does not exist.
        """
        address = message.location["url"]
        answered = "the server responded with a status of" in message.text
        meant = address.startswith(f"{self.url}/api/v1/") or address == self._page.url
        if message.type == "error" and not (answered and meant):
            self.faults.append(f"{message.text} {address}")

    def open(self, path: str) -> Page:
        """Open a page and wait until everything is loaded."""
        self._is_new = False
        self._page.goto(path)
        expect(self._page.locator(".loading")).to_have_count(0)
        return self._page

    def get(self, path: str) -> Any:
        return self.context.request.get(f"/api/v1{path}").json()

    def post(self, path: str, **body: Any) -> APIResponse:
        """Send a post with a new key and valid headers."""
        data = {"key": next(self._keys), **body}
        origin = {"Origin": self.url}
        return self.context.request.post(f"/api/v1{path}", data=data, headers=origin)

    def hand(self, movement: str, seat: int) -> None:
        """Make a movement at a simulated seat."""
        data = {"hand": movement, "seat": seat}
        origin = {"Origin": self.url}
        assert self.context.request.post("/api/v1/room", data=data, headers=origin).ok

    def acts(self, acts: Iterable[Act]) -> None:
        """Post acts of the game, each on disk before the next."""
        for act in acts:
            answer = self.post("/acts", act=act)
            assert answer.ok, (act, answer.text())

    def begin(self, **options: Any) -> None:
        """Start a race of three."""
        seats = [
            {"seat": seat, "name": name, "colour": colour, "place": place}
            for seat, name, colour, place in PLAYERS
        ]
        chosen = {"seats": seats, "limits": list(LIMITS), **options}
        answer = self.post("/races", game="snow_tails", options=chosen)
        assert answer.ok, answer.text()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.context.close()
        if kind is None:
            assert self.faults == []


class Taps:
    """Counts the taps of one thumb. Letters typed into a field are free; its Enter is a tap."""

    def __init__(self, page: Page):
        self.page = page
        self.count = 0

    def on(self, place: Locator) -> None:
        place.click()
        self.count += 1

    def type(self, letters: str) -> None:
        self.page.keyboard.type(letters)

    def enter(self) -> None:
        self.page.keyboard.press("Enter")
        self.count += 1


def turn(seat: int, value: int, *slots: str, marks: Iterable[str] = ()) -> list[Act]:
    """The acts of one turn, without its end."""
    return [
        {"act": "tap", "seat": seat, "card": {"value": value}},
        *({"act": "slot", "seat": seat, "slot": slot} for slot in slots),
        *({"act": "mark", "seat": seat, "what": what} for what in marks),
    ]


def whole_turn(seat: int, value: int, *slots: str, marks: Iterable[str] = ()) -> list[Act]:
    """The acts of one turn to its end."""
    return [*turn(seat, value, *slots, marks=marks), {"act": "done", "seat": seat}]
