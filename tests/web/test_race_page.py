"""The page of a finished race."""

import json
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.site import LIMITS, PLAYERS, Act, Device, whole_turn
from tests.web.test_modules import HOME, served

pytestmark = pytest.mark.browser

PNG = b"\x89PNG\r\n\x1a\n"


def timed(acts: list[Act], took_s: float) -> list[Act]:
    return [*acts[:-1], {**acts[-1], "took_s": took_s}]


def race(host: Device, slow_s: float = 20.0) -> None:
    """A race of two rounds on the course Home, then ended."""
    seats = [
        {"seat": seat, "name": name, "colour": colour, "place": place}
        for seat, name, colour, place in PLAYERS
    ]
    options = {"seats": seats, "limits": list(LIMITS)}
    answer = host.post("/races", game="snow_tails", options=options, course="Home")
    assert answer.ok, answer.text()
    host.acts(timed(whole_turn(1, 5, "left", "right", marks=["line"]), 6.5))
    host.acts(timed(whole_turn(3, 4, "left"), slow_s))
    host.acts(timed(whole_turn(5, 3, "left"), 3.0))
    host.acts([{"act": "order", "seats": [3, 1, 5]}, {"act": "end"}])


def numbers(page: Page, title: str) -> dict[str, list[str]]:
    """A chart's figures by player."""
    figure = page.locator("figure").filter(has_text=title)
    figure.get_by_text("The same in numbers").click()
    rows = figure.locator("tbody tr")
    return {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows.all()
    }


def test_the_result_leads_to_charts_of_every_round(host: Device) -> None:
    race(host)
    page = host.open("/")
    page.get_by_role("link", name="Race report").click()
    page.wait_for_url("**/races/1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Home")
    expect(page.locator("figure svg")).to_have_count(4)
    assert numbers(page, "Speed of each turn")["Ada"] == ["7", "–"]  # noqa: RUF001
    assert numbers(page, "Place after each round")["Bo"] == ["2", "1", "1"]
    assert numbers(page, "Dents at the end")["Ada"] == ["3", "3"]
    assert numbers(page, "Time for each turn")["Cy"] == ["3", "–"]  # noqa: RUF001
    expect(page.locator("figure").first.locator(".chart-line")).to_have_count(3)
    expect(page.locator(".paws li")).to_have_text(["Round 1: Bo 20 s"])


def test_records_are_shown_by_course_and_by_player(host: Device) -> None:
    race(host)
    race(host, slow_s=2.5)
    page = host.open("/races/2")
    course = page.locator(".record-list").filter(has_text="On the course “Home”")
    expect(course.locator("dd").first).to_have_text("2.5 s · Bo in this race")
    expect(course.get_by_role("link", name="Race 1").first).to_be_visible()
    ada = page.locator(".record-list").filter(has_text="Ada: races 2, won 0")
    expect(ada).to_contain_text("Most dents")


def test_picture_and_every_file_can_be_taken_home(host: Device) -> None:
    race(host)
    page = host.open("/races/1")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture to share").click()
    assert picture.value.suggested_filename == "race-1.png"
    data = picture.value.path().read_bytes()
    assert data.startswith(PNG)
    assert len(data) > 10_000
    page.get_by_role("button", name="Take home").click()
    sheet = page.get_by_role("dialog", name="Take home")
    link = sheet.get_by_role("link", name="Open in BG Stats")
    address, _, told = str(link.get_attribute("href")).partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    play = json.loads(unquote(told))
    assert (play["board"], play["game"]["bggId"]) == ("Home", 38054)
    assert [one["name"] for one in play["players"] if one["winner"]] == ["Bo"]
    for key, name in (
        ("File for BG Stats", "race-1.bgsplay"),
        ("File (XML)", "race-1-bgg.xml"),
        ("Places (CSV)", "race-1-places.csv"),
        ("CSV", "race-1.csv"),
        ("JSON", "race-1.json"),
        ("JSONL", "race-1.jsonl"),
    ):
        with page.expect_download() as file:
            sheet.get_by_role("link", name=key, exact=True).click()
        assert file.value.suggested_filename == name
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_a_race_on_a_laid_course_is_driven_again(host: Device) -> None:
    """Still where motion is off: the step keys and the slider; else it plays, faster if wished."""
    laid = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "10")]
    host.begin(laid=laid, limits=[])
    host.acts([{"act": "correct", "seat": 1, "set": {"at": [1, 3, 4]}}])
    host.acts([*whole_turn(1, 5, "left"), *whole_turn(3, 3, "left"), *whole_turn(5, 3, "left")])
    host.acts([{"act": "end"}])
    page = host.open("/races/1")
    again = page.get_by_role("region", name="The race again")
    words, sleds = again.locator(".again-words"), again.locator(".sled-token")
    expect(words).to_have_text("At the start")
    expect(sleds).to_have_count(3)
    expect(again.get_by_role("button", name="Play")).to_have_count(0)
    again.get_by_role("button", name="One move on").click(click_count=2)
    expect(words).to_have_text("Round 1 · Ada · speed 5 · 1 dent")
    expect(again.locator(".heat-line")).to_have_count(1)
    again.get_by_text("The same in numbers").click()
    expect(again.get_by_text("Line 1, limit 4: dents 1, sleds 1")).to_be_visible()
    again.get_by_role("radio", name="Hide").check()
    expect(again.locator(".heat-line")).to_have_count(0)
    expect(page.get_by_role("heading", name="On this course")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(reduced_motion="no-preference")
    again.get_by_role("slider").fill("0")
    expect(words).to_have_text("At the start")
    again.get_by_role("radio", name="8×").check()  # noqa: RUF001
    again.get_by_role("button", name="Play").click()
    expect(again.get_by_role("button", name="Pause")).to_be_visible()
    expect(words).to_have_text("Round 1 · Cy · speed 3")
    expect(again.get_by_role("button", name="Play")).to_be_visible()


def test_an_unknown_race_is_reported(host: Device) -> None:
    page = host.open("/races/99")
    expect(page.get_by_text("No race has this number")).to_be_visible()


TRIED = """async () => {
  const { ends, runs, scale } = await import("/static/parts/charts.js");
  const { resultSvg } = await import("/static/parts/share-picture.js");
  const rows = [{ name: `<b>"&`, colour: "red", seat: 1, place: 1, points: "5" }];
  const way = [{ seat: 1, name: "Ada", colour: "red", values: [1, 1] }];
  const { svg, height } = resultSvg({ title: "x", about: "y", rows, lines: way });
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const lines = [
    { seat: 1, values: [1, 2, null] },
    { seat: 2, values: [1, 2] },
    { seat: 3, values: [null] },
  ];
  return {
    marks: [scale([3, 7], 0, null), scale([4], null, null), scale([0, 214], 0, null)],
    runs: runs([1, null, 2, 3, null]),
    ends: ends(lines, (i) => i * 100, (value) => value * 10),
    low: ends([1, 2, 3].map((seat) => ({ seat, values: [9] })), () => 0, () => 90, 15, 100),
    height: Number(parsed.documentElement.getAttribute("height")) - height,
    drawn: [...parsed.querySelectorAll("polyline")].map((line) => line.getAttribute("stroke")),
    names: [...parsed.querySelectorAll("text")].map((text) => text.textContent),
    broken: parsed.querySelector("parsererror") !== null,
  };
}"""


def test_charts_have_round_scales_gaps_and_plain_text_names(browser: Browser) -> None:
    page = browser.new_page()
    page.route("**/*", served)
    page.goto(HOME)
    told = page.evaluate(TRIED)
    page.close()
    assert [scale["marks"] for scale in told["marks"]] == [
        [0, 2, 4, 6, 8],
        [4, 5],
        [0, 50, 100, 150, 200, 250],
    ]
    assert told["runs"] == [[[0, 1]], [[2, 2], [3, 3]]]
    assert [(end["seat"], end["high"]) for end in told["ends"]] == [(1, 20), (2, 35)]
    assert [end["high"] for end in told["low"]] == [70, 85, 100]
    assert '<b>"&' in told["names"]
    assert {"x", "y", "Ada"} <= {*told["names"]}
    assert (told["height"], told["drawn"]) == (0, ["#d33e44"])
    assert not told["broken"]
