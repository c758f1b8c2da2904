"""The tests' browser: Chromium without its background services."""

import shutil

from playwright.sync_api import Browser, Playwright

WHOLE, SHELL = "chromium", "chromium-headless-shell"
"""Chromium and its headless shell, which is optional and halves the time of the pages' tests."""

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launched(playwright: Playwright, *more: str, whole: bool = False) -> Browser:
    """Start a browser with more arguments. `whole`: the full Chromium, not the headless shell."""
    shell = None if whole else shutil.which(SHELL)
    return playwright.chromium.launch(
        executable_path=shell or shutil.which(WHOLE), args=[*QUIET, *more]
    )
