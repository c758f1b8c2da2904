"""Every page in every language on the narrowest phone: no text is cut off or overflows its key.

axe-core is run in the language with the longest words; test_axe.py runs all its rules in English.
"""

from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.messages import languages
from tests.evening.service import Service
from tests.web.axe import but_for_colours
from tests.web.site import Device, turn, whole_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NARROW = {"width": 320, "height": 640}
LONGEST = "de"
"""The language with the longest words."""

REGIONS = {"de": "de-DE", "fr": "fr-FR"}
ROUND = [
    *whole_turn(1, 4, "left", "right"),
    *whole_turn(3, 5, "left", marks=["line", "sapling"]),
    *whole_turn(5, 5, "right"),
]

FAULTS = """() => {
  const told = [];
  const tell = (what, element) =>
    told.push(`${what}: ${element.className} "${element.textContent.trim().slice(0, 60)}"`);
  const hides = (how) => how === "hidden" || how === "clip";
  const unseen = ".sr, .skip, svg, [hidden], option";
  const drawn = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(element).clipPath === "none" &&
    !element.closest(unseen);
  const texts = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter((text) => drawn(text.parentElement));
  };
  const boxes = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()];
  };
  const words = (element) => texts(element).flatMap((text) => boxes(text, 0, text.length));
  const torn = (element) =>
    texts(element).some((text) =>
      [...text.data.matchAll(/\\p{L}+/gu)].some(
        (word) => boxes(text, word.index, word.index + word[0].length).length > 1,
      ),
    );
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) tell(`scrolls to ${page.scrollWidth}`, page);
  for (const element of [...document.body.querySelectorAll("*")].filter(drawn)) {
    const style = getComputedStyle(element);
    const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    const high = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    const shortened = element.matches(".last"); // two lines of what stands whole in the history
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
  return told;
}"""
"""Script that finds texts that are cut off or overflow."""


@pytest.fixture(params=languages())
def phone(request: pytest.FixtureRequest, service: Service, browser: Browser) -> Iterator[Device]:
    """The host's narrow phone, in this language."""
    region = REGIONS.get(request.param, "en-GB")
    with Device(service, browser, viewport=NARROW, locale=region) as device:
        yield device


def faults(page: Page, where: str) -> list[str]:
    page.evaluate("document.fonts.ready")
    cut = [f"{where}: {fault}" for fault in page.evaluate(FAULTS)]
    longest = page.evaluate("document.documentElement.lang") == LONGEST
    return cut + (but_for_colours(page, where) if longest else [])


def looked_at(device: Device, *paths: str) -> list[str]:
    return [fault for path in paths for fault in faults(device.open(path), path)]


def opened(device: Device, path: str, buttons: Iterable[str]) -> list[str]:
    """Open the sheets of these buttons in turn, by the message keys of their labels."""
    language = device.page.evaluate("document.documentElement.lang")
    words = device.get(f"/words?lang={language}")
    found = []
    for key in buttons:
        page = device.open(path)
        page.get_by_role("button", name=words[key], exact=True).click()
        page.get_by_role("dialog").wait_for()
        found += faults(page, f"{path} {key}")
    return found


def test_no_text_is_cut_off_before_a_race(
    phone: Device, service: Service, browser: Browser
) -> None:
    found = looked_at(phone, "/", "/join", "/setup", "/room", "/races", "/seat/1", "/tags", "/nil")
    found += looked_at(
        phone, "/seasons", "/courses", "/secure", "/tags/sheet?game=snow_tails&colour=red"
    )
    locale = phone.page.evaluate("navigator.language")
    with Device(service, browser, viewport=NARROW, locale=locale) as guest:
        found += looked_at(guest, "/join", "/seat/2", "/tags")
    assert not found, "\n".join(found)


def test_no_text_is_cut_off_while_racing(phone: Device) -> None:
    phone.begin(limits=[4, 9])
    found = looked_at(phone, "/", "/seat/1", "/seat/3", "/room")
    phone.acts(turn(1, 4, "left", "right"))
    found += looked_at(phone, "/", "/seat/1", "/seat/3")
    phone.acts([{"act": "done", "seat": 1}])
    phone.acts([*whole_turn(3, 5, "left", marks=["line", "sapling"]), *whole_turn(5, 5, "right")])
    found += looked_at(phone, "/", "/seat/1", "/seat/3")
    phone.acts([{"act": "order"}, *turn(3, 2, "brake", marks=["line"])])
    phone.acts([{"act": "correct", "seat": 5, "set": {"dogs": 7, "deck": 0}}])
    phone.post("/acts", act={"act": "done", "seat": 1})  # refused: a notice for all phones
    found += looked_at(phone, "/", "/seat/1", "/seat/3", "/seat/5", "/room", "/setup")
    found += looked_at(phone, "/history", "/?show=1", "/races")
    assert not found, "\n".join(found)


def test_no_text_is_cut_off_in_the_sheets(phone: Device) -> None:
    phone.begin()
    phone.acts([*ROUND, {"act": "order"}])
    found = opened(phone, "/", ["ui.correct", "ui.course", "ui.own"])
    found += opened(phone, "/seat/1", ["ui.correct", "ui.what_if"])
    assert not found, "\n".join(found)


def test_no_text_is_cut_off_in_the_result(phone: Device) -> None:
    phone.begin(limits=[4])
    phone.acts(whole_turn(1, 5, "left", "right", marks=["line", "line"]))
    phone.acts([*whole_turn(3, 5, "left"), {"act": "retire", "seat": 5}])
    found = looked_at(phone, "/", "/seat/1")
    phone.acts([{"act": "order"}, {"act": "end"}])
    found += looked_at(phone, "/", "/seat/1", "/seat/3", "/seat/5", "/room", "/races", "/races/1")
    phone.post("/seasons", name="Winter", drop=1)
    results = [{"name": "Ada", "place": 1}, {"name": "Zoe", "place": 1}]
    for act in ({"act": "race", "race": 1}, {"act": "race", "results": results}):
        assert phone.post("/seasons/1/acts", act=act).ok
    found += looked_at(phone, "/seasons", "/seasons/1")
    found += opened(phone, "/seasons/1", ["ui.season_by_hand"])
    found += opened(phone, "/courses", ["ui.course_new"])
    assert not found, "\n".join(found)
