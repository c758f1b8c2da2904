"""Wrong figures are corrected by a tap; the history shows the correction."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


@pytest.fixture
def watcher(phone: Device, table: Service, browser: Browser) -> Iterator[Device]:
    """A phone without a seat."""
    with Device(table, browser) as device:
        yield device


def test_a_sleds_dents_are_corrected_with_a_reason(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Correct: Dents 0").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Dents")).to_be_focused()
    sheet.get_by_role("button", name="Dents: more").click()
    forgotten = sheet.get_by_role("button", name="Forgotten")
    forgotten.click()
    expect(forgotten).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name="Correct it").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Correct: Dents 1")).to_be_focused()
    notice = page.locator(".toast.reports")
    expect(notice).to_contain_text("Ada, corrected: Dents 0 → 1 (forgotten).")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    past = phone.open("/history").locator(".past-text").first
    expect(past).to_have_text("Ada, corrected: Dents 0 → 1 (forgotten).")


def test_a_reason_is_optional_and_can_be_removed(phone: Device) -> None:
    phone.begin()
    page = phone.open("/seat/1")
    page.get_by_role("button", name="Correct: Dog cards in hand 5").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox", name="Dog cards in hand")).to_be_focused()
    expect(sheet.get_by_role("heading")).to_be_in_viewport(ratio=1)
    sheet.get_by_role("textbox", name="Dog cards in hand").fill("4")
    misread = sheet.get_by_role("button", name="Card misread")
    misread.click()
    misread.click()
    sheet.get_by_role("button", name="Correct it").click()
    figures = "Dog cards in hand 5 → 4, Cards in the deck 15 → 16"
    expect(page.locator(".last")).to_have_text(f"Ada, corrected: {figures}.")


def test_figures_are_not_buttons_without_the_right_to_correct(
    phone: Device, watcher: Device
) -> None:
    phone.begin()
    page = watcher.open("/seat/1")
    expect(page.get_by_role("img", name="Dents: 0 of 4")).to_be_visible()
    expect(page.locator(".figure-key")).to_have_count(0)


PLACES = (
    ".card-left",
    ".lane-cards, .mat-cards",
    ".lane-hand, .mat-figures",
    ".card-brake",
    ".dents",
    ".figure",
    ".sign",
)
LOOK = """e => { const box = e.getBoundingClientRect();
  const own = (e.lastElementChild ?? e).getBoundingClientRect();
  const at = e.closest(".lane, .mat").getBoundingClientRect();
  return [box.x - at.x, box.y - at.y, box.width, box.height, own.x - at.x, own.y - at.y,
    parseFloat(getComputedStyle(e).fontSize)].map(Math.round); }"""


@pytest.mark.parametrize(
    ("path", "size"), [("/", (320, 640)), ("/", (1920, 1080)), ("/seat/1", (360, 640))], ids=str
)
def test_editable_figures_have_the_same_layout(
    phone: Device, watcher: Device, path: str, size: tuple[int, int]
) -> None:
    phone.begin()
    looks = []
    for device in (phone, watcher):
        page = device.open(path)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("document.fonts.ready")
        page.keyboard.press("Escape")  # ends the presentation of a large screen that watches
        area = page.locator(".lane, .mat").first
        expect(area).to_be_visible()
        looks.append({place: area.locator(place).first.evaluate(LOOK) for place in PLACES})
    assert looks[0] == looks[1]


def test_a_lanes_figure_opens_its_own_seat(phone: Device) -> None:
    phone.begin()
    page = phone.open("/")
    page.locator(".lane", has_text="Bo").get_by_role(
        "button", name="Correct: Bo, Left dog 3, Brake 3"
    ).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Bo", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(sheet.get_by_role("textbox", name="Left dog")).to_be_focused()
