"""The hall's pages in a browser: all tables, one, the wall, the overlay, the director's."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reports import state, status
from test_hall_service import Hall, running

from tests.hall_link.mosquitto import Listener, Mosquitto
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.mosquitto]

WIDTHS = (360, 820, 1920)
TRANSPARENT = "rgba(0, 0, 0, 0)"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall with a table that races and one that has gone."""
    with Mosquitto(tmp_path) as broker, Listener(broker) as tables:
        for name, online in (("t1", True), ("t2", False)):
            title = {"table": "<b>Kitchen</b>"} if online else {}
            tables.send(f"sled/club/{name}/status", status(online, **title), retain=True)
            tables.send(f"sled/club/{name}/state", state(), retain=True)
        tables.send("sled/club/t1/acts", b"rubbish", retain=True)
        hall = Hall(tmp_path / "hall", broker, "--simulated")
        with running(hall):
            yield hall


def walk(page: "Page", hall: Hall) -> None:
    page.goto(f"{hall.url}/?lang=en")
    kitchen = page.get_by_role("article", name="<b>Kitchen</b>")
    kitchen.get_by_text("To move: Ben").wait_for()
    page.get_by_role("article", name="t2").get_by_text("Not connected since").wait_for()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    kitchen.get_by_role("link").click()
    page.get_by_role("link", name="For streaming").click()
    page.get_by_text("To move: Ben").wait_for()
    page.get_by_text("Simulated").wait_for()
    for part in ("documentElement", "body"):
        assert page.evaluate(f"getComputedStyle(document.{part}).backgroundColor") == TRANSPARENT
    page.goto(f"{hall.url}/wall")
    page.set_viewport_size({"width": 360, "height": 640})
    page.keyboard.press("ArrowRight")
    page.get_by_role("article", name="t2").wait_for()
    page.get_by_role("link", name="Director").click()
    page.get_by_label("PIN").fill(hall.pin)
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("retained by the broker").wait_for()
    page.get_by_role("link", name="<b>Kitchen</b>").click()
    page.get_by_role("button", name="Call the players").click()
    page.get_by_text("has not answered").wait_for()


def test_a_spectator_and_the_director_walk_through_the_pages(
    chromium: "Browser", hall: Hall
) -> None:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "response",
        lambda answer: faults.append(answer.url) if answer.status == 404 else None,
    )
    walk(page, hall)
    page.close()
    assert faults == []
