"""The README's three pictures: the table's page, a seat's phone, the simulated room."""

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser

from tests.pictures.page import opened
from tests.pictures.race import Race

TURN, END = 174, 177
"""Acts at which a turn begins and is half done: everybody races, a sled has just crossed a line."""

LOOK = {
    "table": ("/", 1180, 800, 1.0),
    "room": ("/room", 1240, 830, 0.7),
    "seat": ("/seat/{up}", 390, 780, 1.0),
}
"""The page, the window's width and height, and the picture's scale."""


def take(browser: Browser, race: Race, folder: Path) -> None:
    """Each page in the middle of a turn, dark and light."""
    race.post(TURN)
    for _ in range(TURN, END):
        race.play()
    for name, (path, *size) in LOOK.items():
        for scheme in ("dark", "light"):
            file = folder / f"{name}-{scheme}.png"
            _take(browser, race, path.format(up=race.up), size, file, scheme)


def _take(
    browser: Browser, race: Race, path: str, size: Sequence[float], file: Path, scheme: str
) -> None:
    page = opened(browser, race.host, path, (int(size[0]), int(size[1])), size[2], scheme)
    page.screenshot(path=file, animations="disabled")
    page.context.close()
