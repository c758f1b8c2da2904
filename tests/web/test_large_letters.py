"""Large letters: at one and a half times the usual size all words stay in their keys, whole."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from companion.messages import languages
from tests.evening.service import Service
from tests.games import reindeer_race
from tests.patience import until
from tests.web import husky_table
from tests.web.looks import CUT, OUTSIDE, TORN
from tests.web.site import Device, turn

pytestmark = pytest.mark.browser

LETTERS = 24
"""The system's size of letters in pixels; 16 is usual."""

TWICE = 32

NAMES = (("red", "Helga"), ("blue", "Lukas"), ("yellow", "Emilia"))
SEATS = [
    {"seat": seat, "name": name, "colour": colour, "place": seat}
    for seat, (colour, name) in enumerate(NAMES, 1)
]

BROKEN = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = text.parentElement;
    if (!at.checkVisibility({ visibilityProperty: true }) || at.closest(".sr, .skip")) continue;
    if (getComputedStyle(at).clipPath !== "none") continue;
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}]{2,11}/gu)) {
      const range = document.createRange();
      range.setStart(text, index), range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) found.add(word);
    }
  }
  return [...found];
}"""
"""Script that finds words of up to eleven letters that go over two lines."""


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """A phone that speaks German, the longest of the languages."""
    with Device(table, browser, locale="de-DE", viewport={"width": 360, "height": 740}) as device:
        device.post("/seats/1/claim")
        yield device


@pytest.fixture(scope="module")
def letters(phone: Device) -> CDPSession:
    return phone.context.new_cdp_session(phone.page)


def begin(phone: Device, game: str, **more: object) -> None:
    seats = [{**seat} for seat in SEATS]
    if game != "snow_tails":
        seats = [{key: seat[key] for key in ("seat", "name", "colour")} for seat in SEATS]
    answer = phone.post("/races", game=game, options={"seats": seats, **more})
    assert answer.ok, answer.text()


def elided(phone: Device) -> list[str]:
    """The names on the open page that an ellipsis cuts."""
    cut = "all => all.filter((at) => at.scrollWidth > at.clientWidth).map((at) => at.innerText)"
    return list(phone.page.locator(".team-name b").evaluate_all(cut))


def enlarged(phone: Device, letters: CDPSession, path: str | None, size: int = LETTERS) -> Page:
    """This page, or the one that is open, in this size of letters."""
    page = phone.open(path) if path else phone.page
    for each in (16, size):  # a new page begins with the usual size
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": each}})
    page.wait_for_function(f"getComputedStyle(document.documentElement).fontSize === '{size}px'")
    return page


def faults(phone: Device, letters: CDPSession, path: str | None) -> list[str]:
    """What is outside or broken on this page, or on the one that is open."""
    page = enlarged(phone, letters, path)
    return [f"{page.url}: {what}" for what in (*page.evaluate(OUTSIDE), *page.evaluate(BROKEN))]


TOPS = """() => [".values", ".pads", ".phone-foot", ".extras"].map((part) =>
  Math.round(document.querySelector(part).getBoundingClientRect().top))"""


def test_a_turn_does_not_move_the_keys_in_large_letters(phone: Device, letters: CDPSession) -> None:
    begin(phone, "snow_tails", limits=[4, 3])
    faults(phone, letters, "/seat/1")
    tops = phone.page.evaluate(TOPS)
    for act in [*turn(1, 4, "left", marks=["line"]), {"act": "done", "seat": 1}]:
        said = phone.page.locator(".phone-todo").inner_text()
        phone.acts([act])
        expect(phone.page.locator(".phone-todo")).not_to_have_text(said, use_inner_text=True)
        moved = [now - before for now, before in zip(phone.page.evaluate(TOPS), tops, strict=True)]
        assert max(map(abs, moved)) <= 1, (act, moved)  # a pixel is rounding
    phone.acts([{"act": "end"}])


def test_words_stay_whole_in_large_letters(phone: Device, letters: CDPSession) -> None:
    found = faults(phone, letters, "/setup")
    begin(phone, "snow_tails", limits=[4, 3])
    found += faults(phone, letters, "/seat/1")
    phone.acts([*turn(1, 4, "left"), {"act": "done", "seat": 1}])
    forgot = phone.page.locator(".mark-keys")
    expect(forgot).to_have_text("Etwas vergessen…")
    found += faults(phone, letters, None)
    forgot.get_by_role("button").click()
    expect(phone.page.get_by_role("dialog").locator(".extra").first).to_contain_text("vergessen?")
    found += faults(phone, letters, None)
    phone.page.keyboard.press("Escape")
    phone.acts([{"act": "end"}])
    race = phone.get("/state")["race"]["id"]
    found += faults(phone, letters, f"/races/{race}")
    phone.post("/seasons", name="Saison", drop=0)
    phone.post("/seasons/1/acts", act={"act": "race", "race": race})
    found += faults(phone, letters, "/seasons/1")
    begin(phone, "reindeer_races", laid=reindeer_race.laid(), box="example")
    found += faults(phone, letters, "/")
    found += elided(phone)
    begin(phone, "husky", box="example")
    phone.acts([husky_table.weather()])
    found += faults(phone, letters, "/seat/1")
    phone.acts([husky_table.action(1, 1)])
    expect(phone.page.locator(".distances")).to_be_visible()
    found += faults(phone, letters, None)
    assert not found, "\n".join(found)


def above_start(page: Page, field: Locator) -> bool:
    """Whether the bar with the start button leaves this field uncovered."""
    box, bar = field.bounding_box(), page.locator(".launch").bounding_box()
    assert box
    assert bar
    return box["y"] + box["height"] <= bar["y"]


def test_start_leaves_room_for_the_form_in_letters_of_twice_the_size(
    phone: Device, letters: CDPSession
) -> None:
    page = enlarged(phone, letters, "/setup?game=snow_tails", TWICE)
    note, name = page.locator(".launch-note .button"), page.locator(".player-name input")
    note.click()
    expect(name.first).to_be_focused()
    for n, player in enumerate(("Helga", "Ben")):
        until(lambda n=n: above_start(page, name.nth(n)))  # the page scrolls there
        name.nth(n).fill(player)
        page.keyboard.press("Enter")
        expect(name.nth(n + 1)).to_be_focused()
    expect(note).to_contain_text("eure Strecke?")
    bar = page.locator(".launch").bounding_box()
    assert bar
    assert bar["height"] <= 740 / 2
    assert page.evaluate(BROKEN) == []


def test_what_is_asked_next_comes_into_sight(phone: Device, letters: CDPSession) -> None:
    begin(phone, "snow_tails", limits=[4, 3])
    page = enlarged(phone, letters, "/seat/1", TWICE)
    page.locator(".value").nth(2).click()
    expect(page.locator(".target.lit").first).to_be_in_viewport(ratio=0.9)
    page.locator(".target.card-left").click()
    page.locator(".pad-ok").click()
    expect(page.locator(".your-turn")).to_have_count(0)
    expect(page.locator(".todo-first")).to_be_in_viewport()
    phone.acts([{"act": "end"}])


CUT_NAMES = """() => {
  const names = ":is(.team-name, .pack-name, .seat-card, .lane-name) b, .phone-head h1";
  const lines = (name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map((line) => Math.round(line.top / 10))).size;
  };
  return [...document.querySelectorAll(names)]
    .filter((name) => name.checkVisibility() && getComputedStyle(name).clipPath === "none")
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || lines(name) > 1)
    .map((name) => name.innerText);
}"""
"""Script that finds names that are cut off or broken."""


def test_names_are_whole_in_letters_of_twice_the_size(phone: Device, letters: CDPSession) -> None:
    found = []
    for game, more in (
        ("snow_tails", {"limits": [4, 3]}),
        ("reindeer_races", {"laid": reindeer_race.laid(), "box": "example"}),
        ("husky", {"box": "example"}),
    ):
        begin(phone, game, **more)
        for path in ("/", "/seat/1", "/join"):
            page = enlarged(phone, letters, path, TWICE)
            found += [f"{game} {path}: {name}" for name in page.evaluate(CUT_NAMES)]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{game} {path} is wider than its window")
    assert not found, "\n".join(found)


RESULT_SIZES = """() => [...document.querySelectorAll(".finisher")].map((row) =>
  [".finisher > b", ".finisher-points"].map((part) =>
    parseFloat(getComputedStyle(row.querySelector(part)).fontSize)))"""


@pytest.mark.parametrize("path", ["/seat/1", "/"])
def test_names_of_the_result_are_larger_than_their_points(
    phone: Device, letters: CDPSession, path: str
) -> None:
    begin(phone, "snow_tails", limits=[4, 3])
    phone.acts([{"act": "end"}])
    page = enlarged(phone, letters, path, TWICE)
    expect(page.locator(".finisher")).to_have_count(len(SEATS))
    sizes = page.evaluate(RESULT_SIZES)
    assert all(name >= TWICE and name > points for name, points in sizes), sizes


LAID_OVER = """() => {
  const drawn = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && getComputedStyle(node).clipPath === "none" && !node.closest(".sr, .skip, option");
  const floats = (node) => ["fixed", "sticky"].includes(getComputedStyle(node).position)
    || (node.parentElement !== null && floats(node.parentElement));
  const pictures = ".card, .card-key, .map, .map-scroll, .pawn, .space, .last, svg";
  const items = [];
  const take = (node, box, what) => {
    if (box.width > 2) items.push({ node, box, what, picture: node.closest(pictures) });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = text.parentElement;
    if (!text.data.trim() || at.closest("svg") || !drawn(at) || floats(at)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) take(at, box, text.data.trim().slice(0, 30));
  }
  for (const sign of document.querySelectorAll("svg.icon")) {
    if (drawn(sign) && !floats(sign)) {
      take(sign.parentElement, sign.getBoundingClientRect(), sign.getAttribute("class"));
    }
  }
  const found = [];
  for (const [n, { node, box, what, picture }] of items.entries()) {
    for (const other of items.slice(n + 1)) {
      if (picture || other.picture || node === other.node) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      const least = Math.max(3, Math.min(box.height, other.box.height) / 4);
      if (wide > 3 && high > least) found.push(`${what} lies over ${other.what}`);
    }
  }
  return found;
}"""
"""Script that finds words and signs that lie over each other, outside pictures and what floats."""

SIZES = ((320, 640), (390, 844), (820, 1180))


def at_every_width(phone: Device, letters: CDPSession, *paths: str) -> list[str]:
    """What is cut, torn, too small or laid over something on these pages in large letters."""
    found = []
    for path, (width, height) in itertools.product(paths, SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        page = enlarged(phone, letters, path, TWICE)
        for script in (OUTSIDE, CUT, LAID_OVER):
            found += [f"{path} at {width}: {what}" for what in page.evaluate(script)]
        found += [f"{path} at {width}: {what}" for what in page.evaluate(TORN, [])]
    phone.page.set_viewport_size({"width": 360, "height": 740})
    return found


def test_a_guests_form_is_whole_in_letters_of_twice_the_size(
    tmp_path: Path, browser: Browser
) -> None:
    table = Service(tmp_path / "data").start()
    try:
        with (
            Device(table, browser) as host,
            Device(table, browser, locale="de-DE") as guest,
        ):
            assert host.page
            assert guest.page
            assert guest.post("/seats/3/claim").ok
            letters = guest.context.new_cdp_session(guest.page)
            assert at_every_width(guest, letters, "/seat/3", "/join", "/") == []
    finally:
        table.stop()


@pytest.mark.parametrize("language", languages())
def test_nothing_is_cut_or_laid_over_in_letters_of_twice_the_size(
    phone: Device, letters: CDPSession, language: str
) -> None:
    cookie = {"name": "lang", "value": language, "url": phone.url}
    phone.context.add_cookies([cookie])
    begin(phone, "snow_tails", limits=[4, 3])
    phone.acts(turn(1, 4, "left", marks=["line"]))
    found = at_every_width(phone, letters, "/", "/seat/1", "/join")
    phone.acts([{"act": "end"}])
    race = phone.get("/state")["race"]["id"]
    found += at_every_width(phone, letters, "/", f"/races/{race}", "/setup")
    begin(phone, "reindeer_races", laid=reindeer_race.laid(), box="example")
    found += at_every_width(phone, letters, "/", "/seat/1")
    begin(phone, "husky", box="example")
    phone.acts([husky_table.weather()])
    found += at_every_width(phone, letters, "/", "/seat/1")
    phone.context.clear_cookies(name="lang")
    assert not found, "\n".join(found)
