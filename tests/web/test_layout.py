"""Every page from a small phone to a television: nothing overflows, no label is cut off."""

import pytest
from playwright.sync_api import Browser

from tests.evening.service import Service
from tests.web.site import Device, turn, whole_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(320, 640), (390, 844), (820, 1180), (1024, 768), (1920, 1080)]

CUT = """() => {
  const cut = [];
  if (document.documentElement.scrollWidth > innerWidth) cut.push("wider than its window");
  const all = "button:not(.show-end), .button:not(.show-end), nav a, .chip, h1, dt, dd";
  for (const element of document.querySelectorAll(all)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.clientWidth < 2) continue;
    const words = element.textContent.trim();
    const wide = !element.matches(".figure-key") && element.scrollWidth > element.clientWidth + 1;
    if (words && wide) cut.push(words);
    const reach = element.matches(".figure-key") ? getComputedStyle(element, "::before") : null;
    const { width, height } = reach
      ? { width: parseFloat(reach.width), height: parseFloat(reach.height) }
      : element.getBoundingClientRect();
    if (element.matches("button, .button, nav a") && Math.min(width, height) < 44) {
      cut.push(`${words} ${element.className} ${width} x ${height}`);
    }
  }
  return cut;
}"""


def cut(device: Device, *paths: str) -> list[str]:
    """Find overflows at every size. Pages are not reloaded, as none measures itself."""
    found = []
    for path in paths:
        page = device.open(path)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{path} {width}x{height}: {what}" for what in page.evaluate(CUT)]
    return found


def test_nothing_is_cut_off_and_every_key_is_large_enough(
    service: Service, browser: Browser, host: Device
) -> None:
    found = cut(host, "/", "/join", "/setup", "/races")
    host.begin()
    host.acts([*whole_turn(1, 4, "left", "right"), *turn(3, 5, "left", marks=["line"])])
    found += cut(host, "/", "/?show=1", "/seat/1", "/seat/3", "/history", "/room", "/tags")
    host.acts([{"act": "done", "seat": 3}, *whole_turn(5, 2, "brake")])
    found += cut(host, "/", "/seat/1")
    with Device(service, browser) as guest:
        found += cut(guest, "/", "/seat/3")
    assert not found, "\n".join(found)
