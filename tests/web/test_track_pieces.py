"""The page of the owner's track pieces: a piece described by taps, its other side, a refusal."""

import math
import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.snow_tails import box
from tests.web.site import Device, Taps
from tests.web.test_course_book import png

pytestmark = pytest.mark.browser

BOX = "/boxes/snow_tails"
MOST_TAPS = 20
"""For a bend with five different lanes, a line with its limit and a row of dots."""

TAP_S = 1.35 + 1.10 + 0.28
"""Seconds of a tap by the keystroke-level model (Card, Moran, Newell): think, point, press."""

COUNT_S = 0.3
"""Seconds for each space that is counted on the printed piece."""

MOST_S = 120
"""For a piece."""

KINDS = {"bend": "Bend", "u_turn": "U-turn", "special": "Special"}
TOOLS = {"ticked": "Tick", "blocked": "Blocked", "saplings": "Sapling"}


def space(page: Page, lane: int, number: int) -> None:
    page.get_by_role("button", name=f"Lane {lane}, space {number}", exact=True).click()


def test_a_piece_is_described_by_taps_and_drawn_as_it_is_typed(phone: Device) -> None:
    page = phone.open(BOX)
    expect(page.get_by_text("Nothing is entered yet")).to_be_visible()
    taps = Taps(page)
    taps.on(page.get_by_role("button", name="Bend", exact=True))
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".track-space")).to_have_count(25)
    for lane, count in enumerate((2, 3, 4, 5, 6), 1):
        sheet.get_by_label(f"Spaces of lane {lane}").fill(str(count))
        taps.count += 2
    expect(sheet.locator(".track-space")).to_have_count(20)
    taps.on(sheet.get_by_role("button", name="Lane 3, space 2", exact=True))
    taps.on(sheet.get_by_role("button", name="Limit of line 1: more"))
    expect(sheet.locator(".track-limit")).to_have_text("5")
    taps.on(sheet.locator("label", has_text="Dots 1"))
    for lane, number in enumerate((1, 1, 2, 2, 3), 1):
        taps.on(sheet.get_by_role("button", name=f"Lane {lane}, space {number}", exact=True))
    expect(sheet.locator(".track-dot")).to_have_count(5)
    taps.on(sheet.get_by_role("button", name="Save, then its other side"))
    assert taps.count <= MOST_TAPS
    assert taps.count * TAP_S <= MOST_S
    expect(sheet.get_by_role("heading")).to_have_text("1B · Bend right")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet.locator("label", has_text="Drifts").click()
    space(page, 1, 1)
    expect(sheet.get_by_text("leads to: Lane 2, space 2.")).to_be_visible()
    space(page, 2, 1)  # on the real piece
    expect(sheet.get_by_text("leads to: Lane 2, space 1.")).to_be_visible()
    expect(sheet.locator(".track-drift.own")).to_have_count(1)
    sheet.get_by_role("button", name="Save the piece").click()
    expect(page.locator(".track-pieces li")).to_have_count(2)
    expect(page.get_by_text("a start piece")).to_be_visible()
    expect(sheet).to_have_count(0)  # it closes once the piece is on disk
    one, other = phone.get(BOX)["box"]["pieces"]
    assert (one["spaces"], other["spaces"]) == ([2, 3, 4, 5, 6], [6, 5, 4, 3, 2])
    assert (one.get("drifts"), other["drifts"]) == (None, [[1, 1, 2, 1]])
    assert one["lines"] == [{"limit": 5, "after": [1, 2, 2, 3, 3]}]
    assert one["level"] == [[1, 1, 2, 2, 3]]


def test_a_refused_piece_stays_open_and_a_removed_one_is_gone(phone: Device) -> None:
    page = phone.open(BOX)
    page.get_by_role("button", name="Special", exact=True).click()
    sheet = page.get_by_role("dialog")
    page.get_by_label("Lanes", exact=True).fill("1")
    space(page, 1, 3)
    sheet.get_by_role("button", name="Save the piece").click()
    expect(sheet.get_by_role("alert")).to_contain_text("no sled can get through it")
    expect(sheet).to_be_visible()
    space(page, 1, 3)
    sheet.get_by_role("button", name="Save the piece").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="2A · Special").click()
    sheet.get_by_role("button", name="Remove the piece").click()
    expect(sheet.locator("[aria-live]")).to_have_text("Sure? Press once more")
    sheet.get_by_role("button", name="Sure? Press once more").click()
    expect(page.locator(".track-pieces li")).to_have_count(2)


def test_a_photo_lies_behind_the_piece_and_is_never_sent(phone: Device) -> None:
    page = phone.open(BOX)
    page.get_by_role("button", name="Straight", exact=True).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name of the piece").fill("77")
    files = sheet.locator("input[type=file]")
    expect(files).to_have_css("opacity", "0")  # the key around it is what one sees
    files.set_input_files({"name": "x.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(sheet.get_by_role("alert")).to_contain_text("cannot read this file as a picture")
    files.set_input_files({"name": "x.png", "mimeType": "image/png", "buffer": png(40, 60)})
    photo = sheet.locator(".track.on-photo image")
    expect(photo).to_have_attribute("href", re.compile("^data:image/jpeg"))
    sheet.get_by_label("Turn", exact=True).fill("30")
    expect(photo).to_have_attribute("transform", re.compile(r"rotate\(30\)"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    sheet.get_by_role("button", name="Save the piece").click()
    expect(sheet).to_have_count(0)
    assert [body for body in sent if '"straight"' in body]
    assert not [body for body in sent if "data:" in body or "photo" in body]
    page.get_by_role("button", name="77A · Straight").click()
    expect(photo).to_have_attribute("transform", re.compile(r"rotate\(30\)"))
    sheet.get_by_role("button", name="Remove the photo").click()
    expect(photo).to_have_count(0)


def test_the_example_is_marked_as_invented(phone: Device) -> None:
    page = phone.open(BOX)
    page.get_by_role("button", name="Use the example").click()
    page.get_by_role("dialog").get_by_role("button", name="Use the example").click()
    expect(page.get_by_text("Invented example: these are not the track pieces")).to_be_visible()
    expect(page.locator(".track-pieces li")).to_have_count(20)


def describe(page: Page, taps: Taps, piece: dict[str, Any]) -> None:
    """Enter a piece of the box as one who types every lane, though some are guessed right."""
    sheet = page.get_by_role("dialog")

    def on(tool: str, spaces: Iterable[tuple[int, int]]) -> None:
        chip = sheet.locator("label", has_text=tool)
        if not chip.locator("input").is_checked():
            taps.on(chip)
        for lane, number in spaces:
            taps.on(sheet.get_by_role("button", name=f"Lane {lane}, space {number}", exact=True))

    taps.on(page.get_by_role("button", name=KINDS[piece["kind"]], exact=True))
    if "turn" in piece:
        on(piece["turn"], ())
    for lane, count in enumerate(piece["spaces"], 1):
        sheet.get_by_label(f"Spaces of lane {lane}").fill(str(count))
        taps.count += 1 + len(str(count))
    for line in piece.get("lines", ()):
        _, _, middle, *_ = after = line["after"]
        on("Line 1", [(3, middle)])
        share = middle / piece["spaces"][2]
        straight = [math.floor(count * share + 0.5) for count in piece["spaces"]]
        lanes = zip(straight, after, strict=True)
        on("Line 1", [(n, to) for n, (at, to) in enumerate(lanes, 1) if at != to])
        for _ in range(line["limit"] - 4):
            taps.on(sheet.get_by_role("button", name="Limit of line 1: more"))
    for number, row in enumerate(piece.get("level", ()), 1):
        on(f"Dots {number}", enumerate(row, 1))
    for mark, tool in TOOLS.items():
        if mark in piece:
            on(tool, piece[mark])
    taps.on(sheet.get_by_role("button", name="Save the piece"))
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("title", ["5A", "9B", "4B"])
def test_a_bend_a_u_turn_and_a_canyon_take_two_minutes_each(phone: Device, title: str) -> None:
    piece = next(one for one in box.example()["pieces"] if one["name"] + one["side"] == title)
    page = phone.open(BOX)
    taps = Taps(page)
    describe(page, taps, piece)
    *_, entry = phone.get(BOX)["box"]["pieces"]
    assert entry == {**piece, "name": entry["name"], "side": "A"}
    assert taps.count * TAP_S + sum(piece["spaces"]) * COUNT_S <= MOST_S
