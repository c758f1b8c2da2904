"""The page of a season."""

import csv
import io
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.web.site import Device

pytestmark = pytest.mark.browser


def over(host: Device, **more: Any) -> None:
    """Start a race and end it at once, with the starting places."""
    host.begin()
    host.acts([{"act": "end"}])


def begin_season(host: Device, name: str = "Winter") -> Page:
    page = host.open("/seasons")
    page.get_by_label("A new season's name").fill(name)
    page.get_by_role("button", name="Start the season").click()
    page.wait_for_url("**/seasons/1")
    page.get_by_role("heading", name=name).wait_for()
    return page


def by_hand(page: Page, title: str, **places: str) -> None:
    """Enter a race by hand; unknown players get new rows."""
    races = page.locator(".season-races > li")
    known = races.count()
    page.get_by_role("button", name="A race by hand").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Course or title").fill(title)
    for name, place in places.items():
        if sheet.get_by_label(f"Place of {name}", exact=True).count() == 0:
            count = sheet.locator(".hand-rows li").count()
            sheet.get_by_role("button", name="One more player").click()
            expect(sheet.locator(".hand-rows li")).to_have_count(count + 1)
            sheet.locator(".hand-rows input").last.fill(name)
        sheet.get_by_label(f"Place of {name}", exact=True).select_option(place)
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_have_count(0)
    expect(races).to_have_count(known + 1)


def rows(page: Page) -> list[str]:
    return [
        " ".join(text.split()) for text in page.locator(".standings tbody tr").all_inner_texts()
    ]


def test_a_finished_race_is_added_with_one_tap(host: Device) -> None:
    over(host)
    page = host.open("/")
    page.get_by_role("button", name="Start a season with this race").click()
    page.get_by_role("link", name="In the season “Season of").click()
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    assert [row.split()[1] for row in rows(page)] == ["Ada", "Bo", "Cy"]
    over(host)
    page = host.open("/")
    page.get_by_role("button", name="Add to “Season of").click()
    expect(page.get_by_role("link", name="In the season")).to_be_visible()
    assert host.get("/seasons")["seasons"][0]["races"] == [1, 2]


def test_the_table_shows_ties_missed_races_and_late_players(
    host: Device,
) -> None:
    page = begin_season(host)
    by_hand(page, "Nutcracker", Ada="1", Bo="2")
    by_hand(page, "", Ada="2", Bo="1")
    expect(page.get_by_text("Ada, Bo share place 1")).to_be_visible()
    page.get_by_label("A player who joins late").fill("Zoe")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    assert rows(page)[-1].startswith("3. Zoe 0")
    assert rows(page)[-1].count("absent") == 2
    by_hand(page, "", Zoe="1", Ada="2")
    page.get_by_role("button", name="Worst results that do not count: more").click()
    expect(page.locator(".standings td.dropped")).to_have_count(3)
    expect(page.locator(".standings tbody th")).to_have_text(["Ada", "Bo", "Zoe"])
    page.get_by_role("radio", name="1", exact=True).check()
    expect(page.locator("caption")).to_have_text("After race 1 of 3")
    assert rows(page)[0].startswith("1. Ada")


def test_a_season_race_is_changed_removed_and_restored(host: Device) -> None:
    page = begin_season(host)
    by_hand(page, "Nutcracker", Ada="1", Bo="2")
    page.get_by_role("button", name="Change: Nutcracker").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Place of Ada").select_option("2")
    sheet.get_by_label("Place of Bo").select_option("1")
    sheet.get_by_role("button", name="Save").click()
    expect(page.locator(".leads th")).to_have_text("Bo")
    page.get_by_role("button", name="Remove: Nutcracker").click()
    expect(page.locator(".standings")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".leads th")).to_have_text("Bo")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".standings")).to_have_count(0)
    page.get_by_text("What was changed").click()
    expect(page.locator(".season-log li").first).to_contain_text("Done again")


def test_changing_a_race_keeps_the_points_of_unfinished_players(host: Device) -> None:
    page = begin_season(host)
    out = {"name": "Bo", "place": None, "points": 1}
    race = {"act": "race", "title": "Nutcracker", "results": [{"name": "Ada", "place": 1}, out]}
    assert host.post("/seasons/1/acts", act=race).ok
    page.get_by_role("button", name="Change: Nutcracker").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Course or title").fill("Nutcracker again")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_have_count(0)
    (changed,) = host.get("/seasons/1")["races"]
    assert (changed["title"], changed["results"][1]) == ("Nutcracker again", out)


def test_points_and_name_are_changed_and_invalid_ones_refused(host: Device) -> None:
    page = begin_season(host)
    by_hand(page, "", Ada="1", Bo="2")
    points = page.get_by_label("Your own points, place 1 first")
    points.fill("10, six")
    page.locator("form").filter(has=points).get_by_role("button").click()
    expect(page.locator("#toast")).to_contain_text("numbers")
    points.fill("10, 6")
    page.locator("form").filter(has=points).get_by_role("button").click()
    expect(page.locator(".standings-total").first).to_have_text("10")
    usual = page.get_by_label("Points for the places")
    expect(usual.locator("option:checked")).to_have_text("your own")
    usual.select_option(label="25-18-15-12-10-8-6-4-2-1")
    expect(page.locator(".standings-total")).to_have_text(["25", "18"])
    expect(points).to_have_value("25, 18, 15, 12, 10, 8, 6, 4, 2, 1")
    usual.select_option(label="1 (wins only)")
    expect(page.locator(".standings-total")).to_have_text(["1", "0"])
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(usual.locator("option:checked")).to_have_text("your own")
    name = page.get_by_label("Name of the season")
    name.fill("Spring")
    page.locator("form").filter(has=name).get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring")


def test_typed_text_survives_the_first_race(host: Device) -> None:
    page = begin_season(host)
    points = page.get_by_label("Your own points, place 1 first")
    points.fill("10, 6")
    race = {"act": "race", "title": "", "results": [{"name": "Ada", "place": 1}]}
    assert host.post("/seasons/1/acts", act=race).ok
    expect(page.locator(".standings tbody tr")).to_have_count(1)
    expect(points).to_have_value("10, 6")


def test_the_table_is_printed_alone_and_exported(host: Device) -> None:
    page = begin_season(host)
    by_hand(page, "", Ada="1", Bo="2")
    page.emulate_media(media="print")
    expect(page.locator(".standings")).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Take home").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Standings (CSV)").click()
    text = download.value.path().read_text()
    assert list(csv.reader(io.StringIO(text)))[1] == ["1", "Ada", "5", "5"]


def test_a_watcher_sees_the_season_without_changing_it(
    service: Service, browser: Browser, host: Device
) -> None:
    begin_season(host)
    with Device(service, browser) as guest:
        page = guest.open("/seasons/1")
        results = [{"name": "Ada", "place": 1}, {"name": "Bo", "place": 2}]
        host.post("/seasons/1/acts", act={"act": "race", "results": results})
        expect(page.locator(".standings tbody tr")).to_have_count(2)
        expect(page.locator("#page button")).to_have_text(["Print", "Take home"])
        assert guest.post("/seasons/1/acts", act={"act": "remove", "n": 1}).status == 403
