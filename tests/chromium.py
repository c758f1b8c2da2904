"""The browser of the tests: Chromium, without what it does besides showing pages."""

import shutil

from playwright.sync_api import Browser, Playwright

WHOLE, SHELL = "chromium", "chromium-headless-shell"
"""The second is the first without its windows, from the same source: the pages' tests take half as
long with it, and run without it, too."""

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
    """A browser with these arguments more; `whole`: with its windows, as people have it."""
    shell = None if whole else shutil.which(SHELL)
    return playwright.chromium.launch(
        executable_path=shell or shutil.which(WHOLE), args=[*QUIET, *more]
    )
