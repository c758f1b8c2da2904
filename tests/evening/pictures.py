"""The pictures of the README: the table's page, a seat's phone, the room, in the middle of a race.

    python -m tests.evening.pictures

Everything goes to build/screenshots; the three that the README shows also to docs.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, expect, sync_playwright

from companion.bench import players as bots
from companion.games import GAMES
from tests.chromium import launched
from tests.evening.hands import Hands
from tests.evening.script import options
from tests.evening.service import Phone, Service, Stream, count

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
MOST_BYTES = 250_000

SEED, ACTS = 45, 177
"""So far the race has come: everybody is racing, and a sled has just crossed a line."""

LOOK = {
    "table": ("/", 1180, 800, 1.0),
    "room": ("/room", 1240, 830, 0.7),
    "seat": ("/seat/{up}", 390, 780, 1.0),
}
"""The page, the window's width and height, and the picture's scale."""


def main() -> int:
    """Take all pictures. Exit status 1 if one for the README is too large."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder) / "data", "--simulate").start()
        browser = launched(playwright, whole=True)
        try:
            host = Phone(service)
            up = race(host)
            for name, (path, *size) in LOOK.items():
                for scheme in ("dark", "light"):
                    take(browser, host, path.format(up=up), size, SHOTS / f"{name}-{scheme}.png")
        finally:
            browser.close()
            service.stop()
    return published()


def race(host: Phone) -> int:
    """A race up to the middle of a turn. Gives the seat that is up."""
    chosen = options((1, 2, 3, 4, 5))
    acts = bots.play(GAMES["snow_tails"], chosen, Random(SEED))[:ACTS]
    host.post("/races", game="snow_tails", options=chosen)
    stream = Stream(host.service)
    stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    hands = Hands(host, stream)
    turn = max(at for at, act in enumerate(acts) if act["act"] == "tap")
    for act in acts[:turn]:
        assert host.act(act).status == 200
    stream.until(lambda live: count(live) == turn)
    for act in acts[turn:]:
        hands.do(act)
    stream.close()
    return int(stream.live["up"][0])


def take(browser: Browser, host: Phone, path: str, size: Sequence[float], file: Path) -> None:
    """One picture of what the host's own device shows."""
    name, _, value = host.cookie.partition("=")
    context = browser.new_context(
        base_url=host.service.url,
        viewport={"width": int(size[0]), "height": int(size[1])},
        device_scale_factor=size[2],
        color_scheme="light" if file.stem.endswith("light") else "dark",
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": name, "value": value, "url": host.service.url}])
    page = context.new_page()
    page.goto(path)
    expect(page.locator("#page .loading")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file, animations="disabled")
    context.close()


def published() -> int:
    """Put the README's pictures into docs."""
    wrong = 0
    for name in ("table", "seat", "room"):
        shot = SHOTS / f"{name}-dark.png"
        wrong += shot.stat().st_size > MOST_BYTES
        shutil.copyfile(shot, ROOT / "docs" / f"{name}.png")
        print(f"docs/{name}.png: {shot.stat().st_size // 1000} kB", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
