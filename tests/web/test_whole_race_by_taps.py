"""Whole short races by taps on phones only, from the set-up to the result."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
CARDS = 25
OK = ".pad-ok:not(.idle)"
NEXT = (".map-key-reach", ".map-key-step", ".map-key-beast", ".pad-event:not(.idle)", OK)
"""The keys that a turn of Husky asks for, in order of preference."""

FINISH, BEFORE_IT = "31,7", "30,7"  # on the example box's map


@pytest.fixture
def service(tmp_path: Path, fast_path: bool) -> Iterator[Service]:
    """A running service with the simulated room, with and without its fast path."""
    running = Service(tmp_path / "data", "--simulate", fast_path=fast_path)
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def ada(service: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone."""
    with Device(service, browser, **PHONE) as phone:
        yield phone


@pytest.fixture
def bo(ada: Device, service: Service, browser: Browser) -> Iterator[Device]:
    """A guest's phone in German."""
    with Device(service, browser, **PHONE, locale="de-DE") as phone:
        yield phone


@pytest.fixture
def cy(bo: Device, service: Service, browser: Browser) -> Iterator[Device]:
    """Another guest's phone in French."""
    with Device(service, browser, **PHONE, locale="fr-FR") as phone:
        yield phone


def set_up(page: Page, game: str, *names: str) -> None:
    page.get_by_role("link", name=game).tap()
    expect(page.locator(".player-name input")).to_have_count(len(names))
    for name, field in zip(names, page.locator(".player-name input").all(), strict=True):
        field.tap()
        page.keyboard.type(name)


def sit_down(phone: Device, name: str) -> Page:
    page = phone.open("/join")
    page.get_by_role("button", name=name).tap()
    expect(page.locator(".phone h1")).to_have_text(name)
    return page


def lay(page: Page) -> None:
    """Choose the 25 track cards by number, before the start."""
    page.get_by_role("radio", name="Choose them here").tap()
    for number in range(1, CARDS + 1):
        page.locator(f'.laying .lay-key:has(b:text-is("{number}"))').tap()
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


def done(page: Page, other: Page) -> None:
    page.locator(".pad-ok").tap()
    expect(other.locator(".your-turn")).to_be_visible()


def test_reindeer_races_race_is_played_by_taps(ada: Device, bo: Device) -> None:
    set_up(ada.page, "Reindeer Races", "Ada", "Bo")
    lay(ada.page)
    ada.page.get_by_role("button", name="Start a race").tap()
    ada.page.wait_for_url("**/")
    hers, his = sit_down(ada, "Ada"), sit_down(bo, "Bo")
    his.locator(".card-key").first.tap()
    expect(his.locator(".toast")).to_contain_text("Ada ist dran")
    play(hers, *["2 fir trees"] * 5)
    done(hers, his)
    play(his, "2 Briefe")
    done(his, hers)
    hers.get_by_role("button", name="Undo").tap()
    expect(his.locator(".your-turn")).to_be_visible()
    hers.get_by_role("button", name="Redo").tap()
    hers.reload()
    done(hers, his)
    play(his, "1 Brief", "1 Brief", then=1)
    expect(his.locator(".way")).to_contain_text("Bond!")
    his.locator("button.way-step").tap()
    expect(his.locator("button.way-step")).to_have_attribute("aria-pressed", "false")
    done(his, hers)
    done(hers, his)
    his.get_by_role("button", name="Ändern").tap()
    his.get_by_role("button", name="Handkarten: mehr").tap()
    his.get_by_role("button", name="Korrigieren", exact=True).tap()
    expect(his.locator(".last")).to_contain_text("2 → 3")
    done(his, hers)
    play(hers, "2 fir trees", "1 fir tree", "1 fir tree", "1 fir tree")
    expect(hers.locator(".way")).to_contain_text("reward!")
    hers.locator(".pad-ok").tap()
    for page, words in ((hers, "King of the Reindeer: 15"), (his, "Platz 2: 0 Punkte")):
        expect(page.locator(".todo-first")).to_contain_text(words)
        expect(page.locator(".finisher b").first).to_have_text("Ada")


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


def put_before_the_finish(page: Page) -> None:
    """Correct a musher: all checkpoints passed, at a space before the finish."""
    page.get_by_role("button", name="Correct", exact=True).tap()
    page.locator(".fields select").first.select_option("1,2,3")
    told(page, ".sheet .go")
    page.get_by_role("button", name="Correct", exact=True).tap()
    page.locator(".sheet").get_by_role("button", name="elsewhere").tap()
    told(page, f'.sheet .map-key[data-at="{BEFORE_IT}"]')


def test_husky_race_is_played_by_taps(ada: Device, bo: Device, cy: Device) -> None:
    set_up(ada.page, "Husky", "Ada", "Bo", "Cy")
    ada.page.get_by_role("button", name="Start a race").tap()
    ada.page.wait_for_url("**/")
    hers, his, theirs = sit_down(ada, "Ada"), sit_down(bo, "Bo"), sit_down(cy, "Cy")
    his.locator(".pad-ok").tap()
    expect(his.locator(".toast")).to_contain_text("Ada ist dran")
    weather(hers)
    for page in (hers, his, theirs):
        expect(page.locator(".your-turn")).to_be_visible()
        turn(page)
    hers.reload()
    put_before_the_finish(hers)
    weather(hers)
    action(hers)
    hers.locator(f'.map-key-reach[data-at="{FINISH}"]').tap()
    for page, words in ((hers, "You have won"), (his, "vorbei"), (theirs, "finie")):
        expect(page.locator(".todo-first")).to_contain_text(words)
        expect(page.locator(".finisher b").first).to_have_text("Ada")
