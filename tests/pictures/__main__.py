"""Take the README's pictures with the tests' browser.

    python -m tests.pictures

Everything goes to build/screenshots; what the README shows is copied to docs.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import launched
from tests.evening.service import Phone, Service
from tests.pictures import stills, turn
from tests.pictures.race import Race

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"

PUBLISHED = {
    "turn.webp": ("turn.webp", 1_500_000),
    "table-dark.png": ("table.png", 250_000),
    "room-dark.png": ("room.png", 250_000),
    "seat-dark.png": ("seat.png", 250_000),
}
"""Picture -> its name in docs, and its maximum size in bytes."""


def main() -> int:
    """Take all pictures. Exit status 1 if one for the README is too large."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder) / "data", "--simulate").start()
        browser = launched(playwright, whole=True)
        try:
            race = Race(Phone(service))
            turn.take(browser, race, SHOTS / "turn.webp")
            stills.take(browser, race, SHOTS)
            race.close()
        finally:
            browser.close()
            service.stop()
    return published()


def published() -> int:
    """Copy the README's pictures to docs."""
    too_large = 0
    for shot, (name, most) in PUBLISHED.items():
        size = (SHOTS / shot).stat().st_size
        too_large += size > most
        shutil.copyfile(SHOTS / shot, ROOT / "docs" / name)
        print(f"docs/{name}: {size // 1000} kB", file=sys.stderr)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
