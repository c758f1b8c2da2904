"""The presentation on a television: legibility from three metres, and the end of a race."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Service
from tests.games import reindeer_race
from tests.web import husky_table, test_reindeer_pages
from tests.web.site import Device, turn, whole_turn
from tests.web.test_table_page import LEAST_PX, SMALL

pytestmark = pytest.mark.browser

OVERFLOWS = """() => [document.querySelector(".stage"), document.documentElement].map(
  (box) => box.scrollHeight - box.clientHeight)"""

SPILLING = """() => [...document.querySelectorAll(".lane")].flatMap((lane) => {
  const { top, bottom } = lane.getBoundingClientRect();
  const cut = (part) => part.getBoundingClientRect();
  const shown = [...lane.children].filter((part) => part.checkVisibility());
  return shown.filter((part) => cut(part).top < top || cut(part).bottom > bottom);
}).map((part) => part.className)"""

BROKEN_NAMES = """() => [...document.querySelectorAll(".lane-name b")].filter(
  (name) => name.offsetHeight > 1.5 * parseFloat(getComputedStyle(name).fontSize)
).map((name) => name.textContent)"""


@pytest.fixture
def television(table: Service, browser: Browser) -> Iterator[Page]:
    with Device(table, browser, viewport={"width": 1920, "height": 1080}) as device:
        yield device.open("/")


def snow_tails(phone: Device) -> None:
    phone.begin()
    phone.acts([*whole_turn(1, 5, "left", "right", marks=["line"]), *turn(3, 4, "left")])


def snow_tails_order(phone: Device) -> None:
    snow_tails(phone)
    phone.acts([{"act": "done", "seat": 3}, *whole_turn(5, 3, "left")])


def snow_tails_over(phone: Device) -> None:
    snow_tails_order(phone)
    phone.acts([{"act": "order", "seats": [3, 1, 5]}, {"act": "end"}])


def reindeer(phone: Device) -> None:
    test_reindeer_pages.begin(phone)


def reindeer_over(phone: Device) -> None:
    reindeer(phone)
    phone.acts([{"act": "end"}])


def husky(phone: Device) -> None:
    husky_table.begin(phone)
    phone.acts([husky_table.weather(), husky_table.action(1, 1)])
    husky_table.moves(phone, 1)


def husky_over(phone: Device) -> None:
    husky(phone)
    phone.acts([{"act": "end"}])


def test_a_crash_among_five_keeps_every_lane_whole_and_asks_once(
    phone: Device, television: Page
) -> None:
    """The longest words of a move: a fifth dent, a question about its marks, a bonus."""
    names = ("Bernadette", "Maximilian", "Wilhelmina", "Kim", "Jo")
    colours = ("red", "blue", "green", "yellow", "purple")
    phone.begin(
        seats=[
            {"seat": at, "name": name, "colour": colour, "place": at}
            for at, (name, colour) in enumerate(zip(names, colours, strict=True), 1)
        ]
    )
    for at in range(1, 6):
        phone.acts(whole_turn(at, 5 if at == 1 else 4, "left"))
    phone.acts([{"act": "order", "seats": [1, 2, 3, 4, 5]}])
    marks = ["line", "sapling", "sapling", "sled"]
    phone.acts(turn(1, 5, "left", "right", marks=marks))
    expect(television.locator(".lane-note .mark-hand")).to_have_text(
        "Limit 4: 3 dents \N{MIDDLE DOT} Sapling \N{MULTIPLICATION SIGN}2: 2 dents "
        "\N{MIDDLE DOT} Sled"
    )
    hero = television.locator(".hero").inner_text()
    assert hero.count("2 \N{MULTIPLICATION SIGN} sapling") == 1
    assert television.evaluate(SPILLING) == []
    assert television.evaluate(BROKEN_NAMES) == []
    assert television.evaluate(OVERFLOWS) == [0, 0]


def test_a_mark_and_its_cost_stand_apart_as_in_french(
    phone: Device, table: Service, browser: Browser
) -> None:
    phone.begin()
    phone.acts(turn(1, 5, "left", marks=["line"]))
    wide = {"width": 1920, "height": 1080}
    with Device(table, browser, viewport=wide, locale="fr-FR") as device:
        words = device.open("/").locator(".lane-note .mark-hand")
        expect(words).to_have_text("Limite 4\N{NO-BREAK SPACE}: 1 dégât")


@pytest.mark.parametrize(
    "scene",
    [snow_tails, snow_tails_order, snow_tails_over, reindeer, reindeer_over, husky, husky_over],
)
def test_text_is_large_enough_for_three_metres(
    phone: Device, television: Page, scene: Callable[[Device], None]
) -> None:
    scene(phone)
    expect(television.locator(".hero")).to_be_visible()
    if scene.__name__.endswith("over"):
        expect(television.locator(".ending")).to_be_visible()
    assert television.evaluate(SMALL, LEAST_PX) == []


@pytest.mark.parametrize("scene", [snow_tails, reindeer, husky])
def test_the_hosts_large_screen_is_read_from_three_metres_too(
    table: Service, browser: Browser, phone: Device, scene: Callable[[Device], None]
) -> None:
    """All but what a hand presses: its keys and the menu."""
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    scene(phone)
    page = phone.open("/")
    expect(page.locator(".side .log-line").first).to_be_visible()
    read = SMALL.replace('".sr,', '".sr, .top, .button, .map-key, .step-mark,')
    assert page.evaluate(read, LEAST_PX) == []


CUT = """() => [...document.querySelectorAll(".team-name b, .pack-name b")].filter(
  (name) => name.scrollWidth > name.clientWidth || !name.clientWidth
).map((name) => name.textContent)"""


def test_four_teams_and_five_mushers_have_their_names(phone: Device, television: Page) -> None:
    named = {"name": "Bernadette"}
    seats = [{**seat, **(named if seat["seat"] == 1 else {})} for seat in reindeer_race.seats(4)]
    options = {"seats": seats, "laid": reindeer_race.laid()}
    assert phone.post("/races", game="reindeer_races", options=options).ok
    expect(television.locator(".team-name b")).to_have_count(4)
    assert television.evaluate(CUT) == []
    seats = [{**seat, **(named if seat["seat"] == 1 else {})} for seat in husky_table.seats(5)]
    husky_table.begin(phone, seats=seats)
    expect(television.locator(".pack-name b")).to_have_count(5)
    assert television.evaluate(CUT) == []


LAID = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "4", "6", "7", "10")]
NAMES = ("Bernadette", "Marc", "Wilhelminamontgomerysson", "L\u00e9a", "Jo")

SLEDS = """() => [...document.querySelectorAll(".sled-token")].map((sled) => {
  const number = sled.querySelector("text").getBoundingClientRect();
  const middle = [(number.left + number.right) / 2, (number.top + number.bottom) / 2];
  const top = document.elementsFromPoint(...middle).find((one) => one.closest(".sled-token"));
  const body = sled.querySelector(".sled-body").getBoundingClientRect();
  return [top.closest(".sled-token") === sled, Math.max(body.width, body.height) > 40];
})"""

TORN = """() => [...document.querySelectorAll(".lane-name b")].filter(
  (name) => name.offsetHeight > 1.5 * parseFloat(getComputedStyle(name).fontSize)
    || name.scrollWidth > name.clientWidth
).map((name) => name.textContent)"""


def test_a_long_laid_course_fills_the_screen_and_tears_no_name(
    table: Service, browser: Browser, phone: Device
) -> None:
    """In French, where the word for the Big Paws is longest."""
    colours = ("red", "blue", "green", "yellow", "purple")
    phone.begin(
        laid=LAID,
        seats=[
            {"seat": at, "name": name, "colour": colour, "place": at}
            for at, (name, colour) in enumerate(zip(NAMES, colours, strict=True), 1)
        ],
    )
    for at, value in enumerate((5, 4, 3, 5, 4), 1):
        took_s = 60 if at == 3 else 1  # the longest name has the Big Paws below it
        phone.acts([*turn(at, value, "left"), {"act": "done", "seat": at, "took_s": took_s}])
    up = phone.get("/state")["up"][0]
    phone.acts(turn(up, 4, "right"))
    look = {"viewport": {"width": 1920, "height": 1080}, "locale": "fr-FR"}
    with Device(table, browser, **look) as device:
        page = device.open("/")
        expect(page.locator(".sled-token")).to_have_count(5)
        expect(page.locator(".mark-paw")).to_have_text("Grosse papatte")
        assert page.evaluate(TORN) == []
        assert page.evaluate(SPILLING) == []
        assert page.evaluate(SLEDS) == [[True, True]] * 5
        height = page.locator(".course-place").bounding_box()
        assert height is not None
        assert height["height"] > 950
        read = SMALL.replace('".sr,', '".sr, .track-starts,')  # the board has these numbers printed
        assert page.evaluate(read, LEAST_PX) == []
        assert page.evaluate(OVERFLOWS) == [0, 0]


def test_the_end_of_a_race_fits_the_screen_and_shows_the_season(
    phone: Device, television: Page
) -> None:
    snow_tails_over(phone)
    race = phone.get("/state")["race"]["id"]
    assert phone.post("/seasons", name="Winter").ok
    assert phone.post("/seasons/1/acts", act={"act": "race", "race": race}).ok
    expect(television.locator(".ending-season li")).to_have_text(["1.Bo+55", "2.Ada+33", "3.Cy+22"])
    expect(television.locator(".highlights li")).to_have_text(
        [
            "Bo took the lead in round 1 and never gave it up.",
            "Nobody was faster than Ada: speed 7 in round 1.",
        ]
    )
    expect(television.locator(".ending .chart-line")).to_have_count(3)
    expect(television.locator(".ending .chart-end")).to_have_text(["Bo", "Ada", "Cy"])
    medals = television.locator(".finisher-place").evaluate_all(
        "places => places.map((one) => getComputedStyle(one).borderRadius)"
    )
    assert medals == ["50%"] * 3
    filled = "(document.querySelector('.ending').getBoundingClientRect().bottom / innerHeight)"
    assert television.evaluate(filled) > 0.95
    assert television.evaluate(SMALL, LEAST_PX) == []
    assert television.evaluate(OVERFLOWS) == [0, 0]
    television.goto("/seasons/1")
    rows = television.locator(".standings tbody tr")
    expect(rows).to_have_count(3)
    in_season = SMALL.replace("document.body", "document.querySelector('.season')")
    assert television.evaluate(in_season, LEAST_PX) == []
    colour = "row => getComputedStyle(row.querySelector('td')).borderLeftColor"
    assert [row.evaluate(colour) for row in rows.all()] == [
        "rgb(76, 155, 255)",
        "rgb(211, 62, 68)",
        "rgb(53, 204, 114)",
    ]


DELAYS = """() => [...document.querySelectorAll(".finisher")].map((one) => {
  const { animationName, animationDelay } = getComputedStyle(one);
  return animationName === "none" ? null : parseFloat(animationDelay);
})"""


@pytest.mark.parametrize(
    ("motion", "delays"), [("no-preference", [1.8, 0.9, 0]), ("reduce", [None, None, None])]
)
def test_the_places_appear_from_last_to_first_unless_motion_is_off(
    table: Service, browser: Browser, phone: Device, motion: str, delays: list[float | None]
) -> None:
    snow_tails_order(phone)
    with Device(table, browser, reduced_motion=motion) as device:
        page = device.open("/")
        expect(page.locator(".lane")).to_have_count(3)
        phone.acts([{"act": "order", "seats": [3, 1, 5]}, {"act": "end"}])
        expect(page.locator(".finisher")).to_have_count(3)
        assert page.evaluate(DELAYS) == pytest.approx(delays)
        page.reload()
        expect(page.locator(".finisher")).to_have_count(3)
        assert page.evaluate(DELAYS) == [None, None, None]


LOG_GAPS = """() => {
  const { right } = document.querySelector(".log ol").getBoundingClientRect();
  return [...document.querySelectorAll(".log-line")]
    .map((line) => line.getBoundingClientRect().left - right)
    .filter((gap) => gap > -1);
}"""
"""Script that finds how far the lines that do not fit begin beyond the log's edge, in pixels."""


def test_lines_that_do_not_fit_leave_no_specks_at_the_logs_edge(
    phone: Device, television: Page
) -> None:
    phone.begin()
    for _ in range(3):
        phone.acts([act for seat in (1, 3, 5) for act in whole_turn(seat, 3, "left")])
        phone.acts([{"act": "order"}])
    expect(television.locator(".log-text").first).to_contain_text("Round 4 begins")
    gaps = television.evaluate(LOG_GAPS)
    assert gaps
    assert min(gaps) >= 8, gaps


def test_the_log_shows_only_whole_turns(phone: Device, television: Page) -> None:
    snow_tails(phone)
    expect(television.locator(".log-text").first).to_contain_text("Ada: take 3 dents.")
    expect(television.locator(".log-line.log-tap, .log-line.log-slot")).to_have_count(0)


def test_the_first_page_is_large_enough_for_three_metres(
    service: Service, browser: Browser
) -> None:
    with Device(service, browser, viewport={"width": 1920, "height": 1080}) as device:
        page = device.open("/")
        expect(page.locator(".invitation")).to_be_visible()
        for part in (".welcome", ".ask"):
            text = SMALL.replace("document.body", f"document.querySelector('{part}')")
            assert page.evaluate(text, LEAST_PX) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_finish_has_its_moment_until_the_next_turn_ends(
    phone: Device, television: Page
) -> None:
    phone.begin(limits=[])
    phone.acts(whole_turn(1, 5, "left", marks=["line"]))
    cry = television.locator(".cry-finish")
    expect(cry).to_have_text("Ada is across the finish line!")
    expect(television.locator(".lane.across .lane-name")).to_have_text("1Ada")
    phone.acts(turn(3, 4, "left"))
    expect(television.locator(".lane-note .mark-hand")).to_be_visible()
    expect(cry).to_be_visible()
    phone.acts([{"act": "done", "seat": 3}])
    expect(cry).to_have_count(0)
    assert television.evaluate(OVERFLOWS) == [0, 0]


def test_a_reward_of_reindeer_races_has_its_moment(phone: Device, television: Page) -> None:
    moves = {"moves": reindeer_race.box.example()["moves"]}
    seats, laid = reindeer_race.seats(2), reindeer_race.laid()
    answer = phone.post(
        "/races", game="reindeer_races", options={"seats": seats, "laid": laid, "box": moves}
    )
    assert answer.ok, answer.text()
    phone.acts(
        [
            *test_reindeer_pages.tap(1, "tree_2"),
            {"act": "reindeer", "seat": 1, "reindeer": 1},
            {"act": "land", "seat": 1, "end": "reward"},
            {"act": "done", "seat": 1, "tile": 7, "last": False},
        ]
    )
    cry = television.locator(".cry-finish")
    expect(cry).to_have_text("Ada wins the reward 7!")
    expect(television.locator(".team.across")).to_contain_text("Ada")
    assert television.evaluate(SMALL, LEAST_PX) == []
    phone.acts([*test_reindeer_pages.tap(2, "elf"), {"act": "track", "seat": 2, "track": "gift"}])
    expect(cry).to_be_visible()


def test_the_finish_of_husky_has_its_moment_above_the_podium(
    phone: Device, television: Page
) -> None:
    husky_table.begin(phone, box=None)
    phone.acts([husky_table.weather(), husky_table.action(1, 1)])
    phone.acts([{"act": "checkpoint", "seat": 1} for _ in range(3)])
    phone.acts([{"act": "finish", "seat": 1}])
    expect(television.locator(".finisher").first).to_be_visible()
    expect(television.locator(".cry-finish")).to_have_text("Ada is at the finish!")
