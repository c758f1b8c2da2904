"""Whole short races by taps on four phones, at a table without any hardware.

All the while each phone has one headline, always at the same place, that asks for no reader. At the
end all have the same podium.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLAYERS = {"Ada": "en-GB", "Bo": "de-DE", "Cy": "fr-FR", "Dee": "en-GB"}
CARDS = 25
OK = ".pad-ok:not(.idle)"
NEXT = (".map-key-reach", ".map-key-step", ".map-key-beast", ".pad-event:not(.idle)", OK)
"""The keys that a turn of Husky asks for, in order of preference."""

PASSED = ".pad-event:not(.idle)"
EVENT_DUE, DRAWN = ".card-says .chip.warm", ".extras .extra"
"""Without the board: the key for the next checkpoint or the finish; an event card and its key."""

SETTLED = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Script that waits until what a tap has changed is drawn."""

FINISH, BEFORE_IT = "31,7", "30,7"  # on the example box's map

READER = re.compile("reader|Leser|lecteur")
TOP = "(headline) => Math.round(headline.getBoundingClientRect().top + scrollY)"

Phones = list[Device]


@pytest.fixture
def phones(tmp_path: Path, browser: Browser, fast_path: bool) -> Iterator[Phones]:
    """Four phones in three languages; the first is the host's."""
    running = Service(tmp_path / "data", fast_path=fast_path)
    with ExitStack() as stack:
        stack.callback(running.stop)
        running.start()
        yield [
            stack.enter_context(Device(running, browser, **PHONE, locale=locale))
            for locale in PLAYERS.values()
        ]


def set_up(host: Device, game: str) -> Page:
    """Choose the invented box and name four players."""
    page = host.open(f"/boxes/{game}")
    page.get_by_role("button", name="Play with the example").tap()
    expect(page.locator(".box-complete")).to_be_visible()
    page = host.open(f"/setup?game={game}")
    page.get_by_label("Name", exact=True).first.tap()
    for name in PLAYERS:
        expect(page.locator(".player-name :focus")).to_have_value("")
        page.keyboard.type(name)
        if name != list(PLAYERS)[-1]:
            page.keyboard.press("Enter")
    return page


def seated(phones: Phones) -> list[Page]:
    """Start the race; everybody goes to the own seat."""
    phones[0].page.get_by_role("button", name="Start a race").tap()
    phones[0].page.wait_for_url("**/")
    for name, phone in zip(PLAYERS, phones, strict=True):
        phone.open("/join").get_by_role("button", name=name).tap()
        expect(phone.page.locator(".phone h1")).to_have_text(name)
    pages = [phone.page for phone in phones]
    guided(pages)
    return pages


def guided(pages: list[Page]) -> None:
    """Every phone has one headline at the same place, and asks for no reader."""
    tops = set()
    for page in pages:
        headline = page.locator(".todo-first")
        expect(headline).to_have_text(re.compile(r"\w"))
        expect(page.locator(".phone-todo")).not_to_have_text(READER)
        tops.add(headline.evaluate(TOP))
    assert len(tops) == 1


def over(pages: list[Page], *headlines: str) -> None:
    """The race is over: everybody's headline, and the same podium on every phone."""
    for page, words in zip(pages, headlines, strict=True):
        expect(page.locator(".todo-first")).to_contain_text(words)
    finishers = [page.locator(".finisher b").all_inner_texts() for page in pages]
    assert finishers[0][0] == "Ada"
    assert finishers == [finishers[0]] * len(pages)
    guided(pages)


def lay(page: Page) -> None:
    """Choose the 25 track cards by number, before the start."""
    page.get_by_role("radio", name="Choose them here").tap()
    for number in range(1, CARDS + 1):
        key = page.locator(f'.laying .lay-key:has(b:text-is("{number}"))')
        key.evaluate("(key) => key.scrollIntoView({block: 'center'})")  # from under Start's bar
        key.tap()
    expect(page.locator(".laying")).to_have_count(0)


def play(page: Page, *cards: str, then: int = 0) -> None:
    """Play these cards, then OK. `then`: the indices of the movable reindeer to choose."""
    for count, card in enumerate(cards, 1):
        page.locator(".card-key").filter(visible=True).and_(page.get_by_label(card)).tap()
        expect(page.locator(".play-cards > b")).to_be_visible()
        expect(page.locator(".play-cards .move-card")).to_have_count(count)
    if cards:
        page.locator(".herd-key").nth(then).tap()
        expect(page.locator(".herd-key").nth(then)).to_have_attribute("aria-pressed", "true")


def done(pages: list[Page], seat: int) -> None:
    """End this seat's turn, by drawing if nothing was played: the next seat is up."""
    pages[seat].locator(".pad-ok").tap()
    expect(pages[(seat + 1) % len(pages)].locator(".your-turn")).to_be_visible()


@pytest.mark.parametrize("fast_path", [True], indirect=True)
def test_reindeer_races_race_is_played_by_taps(phones: Phones) -> None:
    lay(set_up(phones[0], "reindeer_races"))
    pages = seated(phones)
    hers, his, theirs, _ = pages
    his.locator(".card-key").first.tap()
    expect(his.locator(".toast")).to_contain_text("Ada ist dran")
    play(hers, *["2 fir trees"] * 5)
    guided(pages)
    done(pages, 0)
    play(his, "2 Briefe")
    done(pages, 1)
    his.get_by_role("button", name="Rückgängig").tap()
    expect(his.locator(".your-turn")).to_be_visible()
    his.get_by_role("button", name="Wiederholen").tap()
    theirs.reload()
    play(theirs, "1 lettre", "1 lettre")
    expect(theirs.locator(".way")).to_contain_text("Bond")
    theirs.locator("button.way-step").tap()
    expect(theirs.locator("button.way-step")).to_have_attribute("aria-pressed", "false")
    guided(pages)
    for seat in (2, 3, 0):
        done(pages, seat)
    his.get_by_role("button", name="Ändern").tap()
    his.get_by_role("button", name="Handkarten: mehr").tap()
    his.get_by_role("button", name="Korrigieren", exact=True).tap()
    expect(his.locator(".last")).to_contain_text("→")
    for seat in (1, 2, 3, 0, 1, 2, 3):
        done(pages, seat)
    play(hers, "2 fir trees", "1 fir tree", "1 fir tree", "1 fir tree")
    expect(hers.locator(".way")).to_contain_text("reward!")
    hers.locator(".pad-ok").tap()
    over(pages, "King of the Reindeer: 15", "Platz 2: 0 Punkte", "Tu prends la place 2", "Place 2")


def told(page: Page, key: str) -> None:
    """Tap the first of these keys, and wait for its effect in the log."""
    before = page.locator(".last").inner_text()
    page.locator(key).filter(visible=True).first.tap()
    expect(page.locator(".last")).not_to_have_text(before)


def weather(page: Page) -> None:
    """Choose fair weather everywhere."""
    page.locator(".choose").tap()
    for row in range(3):
        page.locator(".sheet .chip-row").nth(row).locator("input").first.tap()
    told(page, ".sheet .go")


def action(page: Page) -> None:
    """Choose an action card with the least movement on snow, then in the bush, then on ice."""
    page.locator(".choose").tap()
    for row in range(3):
        page.evaluate(SETTLED)  # the last tap may leave other chips
        chip = page.locator(".sheet .chip-row").nth(row).locator(".choice:not(.idle) input").first
        chip.tap()
        expect(chip).to_be_checked()
    told(page, ".sheet .card-end:not(.idle)")


def turn(page: Page) -> None:
    """Play a turn: a card, then whatever the page asks for, then OK."""
    action(page)
    key = ""
    while key != OK:
        expect(page.locator(", ".join(NEXT)).filter(visible=True).first).to_be_visible()
        key = next(one for one in NEXT if page.locator(one).filter(visible=True).count())
        if key == ".map-key-beast":
            page.locator(key).first.tap()
            expect(page.locator(".map-key-step").first).to_be_attached()
        else:
            told(page, key)


def round_of_turns(pages: list[Page]) -> None:
    """Everybody plays a turn."""
    for page in pages:
        expect(page.locator(".your-turn")).to_be_visible()
        guided(pages)
        turn(page)


def put_before_the_finish(page: Page) -> None:
    """Correct a musher: all checkpoints passed, at a space before the finish."""
    page.get_by_role("button", name="Correct", exact=True).tap()
    page.locator(".fields select").first.select_option("1,2,3")
    told(page, ".sheet .go")
    page.get_by_role("button", name="Correct", exact=True).tap()
    page.locator(".sheet").get_by_role("button", name="elsewhere").tap()
    told(page, f'.sheet .map-key[data-at="{BEFORE_IT}"]')


@pytest.mark.parametrize("fast_path", [True], indirect=True)
def test_husky_race_with_the_board_is_played_by_taps(phones: Phones) -> None:
    set_up(phones[0], "husky")
    pages = seated(phones)
    hers, his = pages[:2]
    his.locator(".pad-ok").tap()
    expect(his.locator(".toast")).to_contain_text("Zuerst das Wetter")
    weather(hers)
    round_of_turns(pages)
    hers.reload()
    put_before_the_finish(hers)
    weather(hers)
    action(hers)
    hers.locator(f'.map-key-reach[data-at="{FINISH}"]').tap()
    over(pages, "You have won", "vorbei", "finie", "over")


@pytest.mark.parametrize("fast_path", [False], indirect=True)
def test_husky_race_without_the_board_is_played_by_taps(phones: Phones) -> None:
    page = set_up(phones[0], "husky")
    page.locator(".settings summary").tap()
    page.get_by_role("switch", name="move the figures on the phone").tap()
    pages = seated(phones)
    hers = pages[0]
    weather(hers)
    for page in pages:
        expect(page.locator(".your-turn")).to_be_visible()
        action(page)
        guided(pages)
        for _ in range(3 if page == hers else 1):
            told(page, PASSED)
        if page.locator(EVENT_DUE).count():
            told(page, DRAWN)
        told(page, OK)
    weather(hers)
    action(hers)
    hers.locator(PASSED).tap()
    over(pages, "You have won", "vorbei", "finie", "over")
