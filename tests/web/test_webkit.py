"""The pages in WebKit, the iPhone's engine: they open, and a turn is played with taps.

This is WebKitGTK (Debian's `webkit2gtk-driver`), not an iPhone (docs/not-tried.md).
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service as Driver

from tests.evening.service import Service, sled
from tests.patience import PATIENCE_S
from tests.web.site import Device

DRIVER = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("Xvfb")
MISSING = "WebKit is not tried: sudo apt install webkit2gtk-driver xvfb"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (DRIVER and SCREEN), reason=MISSING),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr"),  # Selenium's own
]


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """A virtual display; returns its name."""
    assert SCREEN
    read, write = os.pipe()
    words = [SCREEN, "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(words, pass_fds=[write], stdout=said, stderr=said) as process,
        os.fdopen(read) as number,
    ):
        os.close(write)
        yield f":{number.readline().strip()}"
        process.terminate()


@pytest.fixture(scope="module")
def webkit(screen: str) -> Iterator[webdriver.WebKitGTK]:
    """WebKit in its narrowest window."""
    env = {**os.environ, "DISPLAY": screen, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    driver = webdriver.WebKitGTK(Options(), Driver(DRIVER, env=env))
    driver.set_window_size(400, 800)
    yield driver
    driver.quit()


@pytest.fixture
def played(service: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone at a started race."""
    with Device(service, browser) as host:
        host.begin()
        yield host


def waiting(webkit: webdriver.WebKitGTK) -> WebDriverWait[webdriver.WebKitGTK]:
    """A wait that ignores elements that are redrawn meanwhile."""
    passing = (StaleElementReferenceException, ElementClickInterceptedException)
    return WebDriverWait(webkit, PATIENCE_S, ignored_exceptions=passing)


def find(webkit: webdriver.WebKitGTK, css: str, text: str) -> WebElement | None:
    """The first visible element that matches, with this text."""
    for element in webkit.find_elements(By.CSS_SELECTOR, css):
        if element.is_displayed() and re.search(text, element.text):
            return element
    return None


def shown(webkit: webdriver.WebKitGTK, css: str, text: str) -> None:
    """Wait until a matching element is visible."""
    waiting(webkit).until(lambda driver: find(driver, css, text), f"{css} {text}")


def tap(webkit: webdriver.WebKitGTK, css: str, text: str) -> None:
    """Tap a matching element as soon as it is visible."""

    def tapped(driver: webdriver.WebKitGTK) -> bool:
        element = find(driver, css, text)
        if element is None or not element.is_enabled():
            return False
        element.click()
        return True

    waiting(webkit).until(tapped, f"{css} {text}")


@pytest.mark.parametrize("path", ["/", "/join", "/seat/1"])
def test_a_page_shows_the_table(webkit: webdriver.WebKitGTK, played: Device, path: str) -> None:
    webkit.get(played.url + path)
    shown(webkit, "#page", "Ada" if path != "/seat/1" else "left dog")
    waiting(webkit).until(
        lambda driver: driver.execute_script("return !('away' in document.documentElement.dataset)")
    )
    assert webkit.execute_script(
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def test_a_turn_is_played_with_taps(webkit: webdriver.WebKitGTK, played: Device) -> None:
    webkit.get(f"{played.url}/join")
    tap(webkit, "#page button", "Ada")
    tap(webkit, "button.value", "^4")
    tap(webkit, "button", "^Left")
    tap(webkit, "button", "Done")
    WebDriverWait(webkit, PATIENCE_S).until(lambda _: played.get("/state")["state"]["turn"] == 3)
    assert sled(played.get("/state"), 1)["left"] == 4
