"""Take the pictures of docs/changes-in-pictures.md with the tests' browser.

    python -m tests.pictures.changes                  the "now" halves
    python -m tests.pictures.changes before FOLDER    the "before" halves, of the product in FOLDER

Each game's set-up, a seat in the middle of a turn, and the end, on a phone of 390 by 844.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import launched
from tests.evening.service import Service
from tests.games.reindeer_race import laid
from tests.web import husky_table
from tests.web.site import Device, turn

DOCS = Path(__file__).parents[2] / "docs" / "changes"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 0.75}
QUALITY = 55


def main() -> int:
    """Take one half of the pictures."""
    half, folder = ("before", Path(sys.argv[2])) if len(sys.argv) > 2 else ("now", None)
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        service = Service(Path(data) / "data", "--simulate", folder=folder).start()
        browser = launched(playwright)
        try:
            _take(service, browser, half)
        finally:
            browser.close()
            service.stop()
    return 0


def _take(service: Service, browser: Browser, half: str) -> None:
    with Device(service, browser, **PHONE) as phone:
        for game, begins, ends in (
            ("snow_tails", _snow_tails, [{"act": "end"}]),
            ("reindeer_races", _reindeer_races, [{"act": "done", "seat": 1}, {"act": "end"}]),
            ("husky", _husky, [{"act": "finish", "seat": 1}]),
        ):
            _shoot(phone.open(f"/setup?game={game}"), f"{half}-{game}-setup")
            begins(phone)
            _shoot(phone.open("/seat/1"), f"{half}-{game}-seat")
            phone.acts(ends)
            _shoot(phone.open("/"), f"{half}-{game}-end")


def _snow_tails(phone: Device) -> None:
    phone.begin()
    phone.acts(turn(1, 5, "left", marks=["line"]))


def _reindeer_races(phone: Device) -> None:
    seats = [{k: v for k, v in one.items() if k != "place"} for one in husky_table.seats(4)]
    options: dict[str, Any] = {"seats": seats, "laid": laid(), "box": "example"}
    assert phone.post("/races", game="reindeer_races", options=options).ok
    card = {"kind": "move", "object": "tree", "count": 2}
    phone.acts([*[{"act": "tap", "seat": 1, "card": card}] * 2])
    phone.acts([{"act": "reindeer", "seat": 1, "reindeer": 1}])


def _husky(phone: Device) -> None:
    husky_table.begin(phone, board=False)
    phone.acts([husky_table.weather(), husky_table.action(1, 2)])
    phone.acts([{"act": "checkpoint", "seat": 1, "number": number} for number in (1, 2, 3)])


def _shoot(page: Page, name: str) -> None:
    """Save the page's first screen as a small picture."""
    page.evaluate("document.fonts.ready")
    shot = page.screenshot(animations="disabled")
    Image.open(io.BytesIO(shot)).save(DOCS / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    sys.exit(main())
