"""Long names in any script: on every page and phone all words stay inside their boxes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.pages.routes import PAGES
from tests.evening.service import Service
from tests.games import reindeer_race
from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390)
LANGUAGES = ("en", "de", "fr")
NAMES = ("W" * 24, "🛷🐕" * 6, "شاهین بامداد نوروزی", "i")
COLOURS = ("red", "blue", "green", "yellow")
SEATS = [
    {"seat": seat, "name": name, "colour": colour}
    for seat, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True), 1)
]
LONG = "W" * 40
"""A season's and a course's name."""

BEFORE = {
    "/": "/",
    "/setup": "/setup",
    "/join": "/join",
    "/seat/<int:seat>": "/seat/1",
    "/room": "/room",
    "/races": "/races",
    "/races/<int:race>": "/races/1",
    "/history": "/history",
    "/seasons": "/seasons",
    "/seasons/<int:season>": "/seasons/1",
    "/courses": "/courses",
    "/boxes": "/boxes",
    "/boxes/<game>": "/boxes/husky",  # in a race of Husky, below
    "/tags": "/tags",
    "/tags/sheet": "/tags/sheet?game=snow_tails&colour=red",
}
DURING = ("/", "/setup", "/seat/1", "/room")
MORE = ("/?show=1", "/join", "/seat/2", "/history")
"""Pages that differ between games only in names; they are measured in one game."""

OUTSIDE = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const style = (node) => getComputedStyle(node);
  const where = (node) => `${node.localName}.${node.getAttribute("class") ?? ""}`;
  const clipped = (node) => node.closest(".sr, .skip, [aria-hidden=true]")
    || style(node).clipPath !== "none";
  const scrolls = (node) => ["auto", "scroll"].includes(style(node).overflowX);
  const box = (node) => {
    let left = 0, right = innerWidth;
    for (let at = node; at; at = at.parentElement) {
      const { display, overflowX } = style(at);
      const elided = style(at).textOverflow === "ellipsis" && at.clientWidth >= 32;
      if (scrolls(at) || elided) return { left: -1e6, right: 1e6 };
      if (display === "inline" || display === "contents") continue;
      if (at === node || overflowX !== "visible") {
        const own = at.getBoundingClientRect();
        left = Math.max(left, own.left), right = Math.min(right, own.right);
      }
    }
    return { left, right };
  };
  const found = [];
  for (const node of document.body.querySelectorAll("*")) {
    if (node.closest("svg, noscript, script") || !seen(node) || clipped(node)) continue;
    const own = node.getBoundingClientRect();
    let scrolled = false;
    for (let at = node; at; at = at.parentElement) scrolled ||= scrolls(at);
    if (style(node).display === "inline" || own.width <= 1 || scrolled) continue;
    if (own.left < -1 || own.right > innerWidth + 1) {
      found.push(`${where(node)} from ${own.left} to ${own.right}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("svg, noscript, script")) continue;
    if (!seen(node) || clipped(node)) continue;
    let at = node;
    while (["inline", "contents"].includes(style(at).display)) at = at.parentElement;
    const { left, right } = box(at);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      if (line.left < left - 1.5 || line.right > right + 1.5) {
        found.push(`"${text.data.trim().slice(0, 40)}" out of ${where(at)}`);
        break;
      }
    }
  }
  for (const field of document.querySelectorAll("select")) {
    if (field.clientWidth < 44) found.push(`${where(field)} is ${field.clientWidth} wide`);
  }
  return found;
}"""
"""Script that finds boxes beyond the window, and words beyond their own box or a clipping one.

Horizontal scrollers may be wider, a name with an ellipsis must keep 32 pixels, and text for screen
readers only is ignored.
"""


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone, with a season and a course of long names."""
    with Device(table, browser) as device:
        device.post("/seasons", name=LONG, drop=0)
        device.post("/courses", name=LONG, limits=[4, 3], flag="left", note=LONG)
        yield device


def outside(phone: Device, *paths: str) -> list[str]:
    """The overflows on these pages, in each language and at each width."""
    found = []
    for language in LANGUAGES:
        phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])
        for path in paths:
            page = phone.open(path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 640})
                found += [f"{language} {path} {width}: {what}" for what in page.evaluate(OUTSIDE)]
    return found


def begin(phone: Device, game: str) -> int:
    """Start a race of these four; returns its number."""
    more = {
        "snow_tails": {"limits": [4, 3]},
        "reindeer_races": {"laid": reindeer_race.laid(), "box": "example"},
        "husky": {"box": "example"},
    }[game]
    seats = SEATS
    if game == "snow_tails":
        seats = [{**seat, "place": seat["seat"]} for seat in SEATS]
    answer = phone.post("/races", game=game, options={"seats": seats, **more})
    assert answer.ok, answer.text()
    return int(phone.get("/state")["race"]["id"])


def test_every_page_is_measured() -> None:
    assert set(BEFORE) == {page.path for page in PAGES if page.only_with != "https"}


def test_names_fit_before_a_race(phone: Device) -> None:
    begin(phone, "snow_tails")
    phone.acts([{"act": "end"}])
    phone.post("/seasons/1/acts", act={"act": "race", "race": 1})
    found = outside(phone, *(path for path in BEFORE.values() if path != "/boxes/husky"))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["snow_tails", "reindeer_races", "husky"])
def test_names_fit_in_a_race_and_after_it(phone: Device, game: str) -> None:
    race = begin(phone, game)
    if game == "snow_tails":
        phone.acts([*whole_turn(1, 4, "left", "right"), *turn(2, 5, "left", marks=["line"])])
    found = outside(phone, *DURING)
    if game == "snow_tails":
        found += outside(phone, *MORE)
        phone.acts(
            [{"act": "done", "seat": 2}, *whole_turn(3, 4, "left"), *whole_turn(4, 3, "left")]
        )
        found += outside(phone, "/", "/seat/1")
    if game == "husky":
        found += outside(phone, "/boxes/husky")
    phone.acts([{"act": "end"}])
    found += outside(phone, "/", f"/races/{race}")
    assert not found, "\n".join(found)
