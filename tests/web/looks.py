"""The looks of a page: in every language, at every size, in both themes.

A page is opened once in each language and checked for everything while it is open, as opening it
takes longer than any of the checks. All names are on it, the longest in any script among them.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from companion.messages import languages
from tests.web.axe import THEMES, by_axe
from tests.web.site import Device

LONGEST = "de"
"""The language with the longest words. axe-core, which takes longest, is run in it alone."""

OTHERS = [language for language in languages() if language != LONGEST]

NARROW = {"width": 320, "height": 640}
PHONES = ((320, 640), (360, 640), (390, 844))
LARGE = ((820, 1180), (1024, 768), (1920, 1080))

LONG_NAMES = ("W" * 24, "🛷🐕" * 6, "شاهین بامداد نوروزی")
PLAYERS = (
    (1, "Ada", "red"),
    (2, LONG_NAMES[0], "blue"),
    (3, LONG_NAMES[1], "green"),
    (4, LONG_NAMES[2], "yellow"),
    (5, "i", "purple"),
)
"""Seats, names and colours; the last to leave if fewer play."""

LONG = "W" * 40
"""A season's and a course's name."""

TORN = """(names) => {
  const told = [];
  const tell = (what, element) =>
    told.push(`${what}: ${element.className} "${element.textContent.trim().slice(0, 60)}"`);
  const hides = (how) => how === "hidden" || how === "clip";
  const long = (words) => names.some((name) => words.includes(name));
  const unseen = ".sr, .skip, svg, [hidden], option";
  const drawn = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(element).clipPath === "none" &&
    !element.closest(unseen);
  const texts = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter((text) => drawn(text.parentElement) && !long(text.data));
  };
  const boxes = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    const all = [...range.getClientRects()];
    // Behind a soft hyphen that ends a line, the first box is the hyphen's
    return all.length > 1 && text.data[from - 1] === "\\u00ad" ? all.slice(1) : all;
  };
  const words = (element) => texts(element).flatMap((text) => boxes(text, 0, text.length));
  const torn = (element) =>
    texts(element).some((text) =>
      [...text.data.matchAll(/\\p{L}+/gu)].some(
        (word) => boxes(text, word.index, word.index + word[0].length).length > 1,
      ),
    );
  for (const element of [...document.body.querySelectorAll("*")].filter(drawn)) {
    const style = getComputedStyle(element);
    const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    const high = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    // .last shows two lines of what stands whole in the history; a long name may be shortened, and
    // a field scrolls
    const shortened = element.matches(".last, input") || long(element.textContent);
    if ((wide || high) && !shortened) tell("cut off", element);
    if (!element.matches("button, .button, nav a, .chip, label, summary, input + span")) continue;
    const box = element.getBoundingClientRect();
    const out = words(element).some(
      (word) =>
        word.left < box.left - 1 || word.right > box.right + 1 ||
        word.top < box.top - 2 || word.bottom > box.bottom + 2,
    );
    if (out) tell("leaves its key", element);
    if (torn(element)) tell("a word is torn", element);
  }
  for (const text of texts(document.body)) {
    if (text.parentElement.closest(".last")) continue; // ends in an ellipsis
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}{2,11}/gu)) {
      if (boxes(text, index, index + word.length).length > 1) {
        tell(`a word goes over two lines, ${word},`, text.parentElement);
        break;
      }
    }
  }
  return told;
}"""
"""Script that finds texts that are cut off, leave their key, or are torn. Takes the long names."""

OUTSIDE = """() => {
  const once = (reckon) => {
    const known = new Map();
    return (node) => known.get(node) ?? known.set(node, reckon(node)).get(node);
  };
  const seen = once((node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const style = once((node) => {
    const { display, overflowX, textOverflow, clipPath } = getComputedStyle(node);
    return { display, overflowX, textOverflow, clipPath };
  });
  const where = (node) => `${node.localName}.${node.getAttribute("class") ?? ""}`;
  const clipped = (node) => node.closest(".sr, .skip, [aria-hidden=true]")
    || style(node).clipPath !== "none";
  const scrolls = (node) => ["auto", "scroll"].includes(style(node).overflowX);
  const scrolled = once((node) =>
    scrolls(node) || (node.parentElement !== null && scrolled(node.parentElement)));
  const box = once((node) => {
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
  });
  // A large screen shows whole entries of the log; those that do not fit are in a column beside it
  const beside = once((node) => {
    const entry = node.closest("[data-show] .log-line");
    const right = entry?.parentElement.getBoundingClientRect().right;
    return Boolean(entry) && entry.getBoundingClientRect().left > right - 1;
  });
  const found = [];
  for (const node of document.body.querySelectorAll("*")) {
    if (node.closest("svg, noscript, script") || !seen(node) || clipped(node)) continue;
    if (beside(node)) continue;
    const own = node.getBoundingClientRect();
    if (style(node).display === "inline" || own.width <= 1 || scrolled(node)) continue;
    if (own.left < -1 || own.right > innerWidth + 1) {
      found.push(`${where(node)} from ${own.left} to ${own.right}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("svg, noscript, script")) continue;
    if (!seen(node) || clipped(node) || beside(node)) continue;
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

CUT = """() => {
  const cut = [];
  if (document.documentElement.scrollWidth > innerWidth) cut.push("wider than its window");
  const keys = "button, .button, nav a, summary, a.happened, .season-list a";
  const all = `:is(${keys}):not(.show-end), .chip, h1, dt, dd`;
  for (const element of document.querySelectorAll(all)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.clientWidth < 2) continue;
    // At least 30 pixels a card of a hand in the simulated room, 24 a space of Husky's board
    if (element.closest(".fan") || element.matches(".map-key")) continue;
    const words = element.textContent.trim();
    const elided = getComputedStyle(element).textOverflow === "ellipsis";
    const wide = !element.matches(".figure-key") && !elided
      && element.scrollWidth > element.clientWidth + 1;
    if (words && wide) cut.push(words);
    const reach = element.matches(".figure-key") ? getComputedStyle(element, "::before") : null;
    const { width, height } = reach
      ? { width: parseFloat(reach.width), height: parseFloat(reach.height) }
      : element.getBoundingClientRect();
    if (element.matches(keys) && Math.min(width, height) < 44) {
      cut.push(`${words} ${element.className} ${width} x ${height}`);
    }
  }
  return cut;
}"""
"""Script that finds overflowing labels and keys of less than 44 pixels."""

Then = Callable[[Page], object]


def seats(players: int) -> list[dict[str, Any]]:
    """Seats with colours and names, as a race's options have them."""
    return [
        {"seat": seat, "name": name, "colour": colour} for seat, name, colour in PLAYERS[:players]
    ]


class Looks:
    """Opens pages on a device and collects their faults.

    The first look at a page is in every language and in both themes; each further one, later in the
    evening, is in the longest language and another, and in one theme, both in turn.
    """

    def __init__(self, device: Device):
        self.device = device
        self.faults: list[str] = []
        self._seen: set[str] = set()
        self._turns = itertools.cycle(itertools.product(OTHERS, THEMES))

    def at(
        self, *paths: str, then: Then = lambda page: None, name: str = "", part: str = "html"
    ) -> None:
        """Check these pages. `then` opens something on the page first, called `name`.

        `part`: what axe-core checks, a selector.
        """
        for path in paths:
            first = path + name not in self._seen
            self._seen.add(path + name)
            other, theme = next(self._turns)
            for language in languages() if first else (LONGEST, other):
                cookie = {"name": "lang", "value": language, "url": self.device.url}
                self.device.context.add_cookies([cookie])
                page = self.device.open(path)
                then(page)
                found = list(_sizes(page, language))
                if language == LONGEST:
                    found += by_axe(page, THEMES if first else (theme,), part)
                # A cut emoji is no text that a parallel run can pass on
                told = (f"{language} {path} {name} {fault}" for fault in found)
                self.faults += [each.encode("utf-8", "replace").decode() for each in told]

    def sheet(self, path: str, key: str) -> None:
        """Check the sheet that this key of a page opens: a message key, or a CSS selector.

        axe-core checks the sheet alone: the page behind it has a look of its own.
        """

        def opened(page: Page) -> None:
            if key.startswith("ui."):
                language = page.evaluate("document.documentElement.lang")
                words = self.device.get(f"/words?lang={language}")[key]
                page.get_by_role("button", name=words, exact=True).click()
            else:
                page.locator(key).first.click()
            page.get_by_role("dialog").wait_for()

        self.at(path, then=opened, name=key, part="dialog[open]")


def _sizes(page: Page, language: str) -> Iterator[str]:
    """Check every size, the large ones in the longest language."""
    page.evaluate("document.fonts.ready")
    for width, height in (*PHONES, *(LARGE if language == LONGEST else ())):
        page.set_viewport_size({"width": width, "height": height})
        found = [*page.evaluate(CUT), *page.evaluate(OUTSIDE)]
        if width == NARROW["width"]:
            found += page.evaluate(TORN, list(LONG_NAMES))
        yield from (f"{width} x {height}: {fault}" for fault in found)
    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
