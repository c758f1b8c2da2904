"""A fourth game is added to a copy of the product as docs/adding-a-game.md says, and played."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.hands import Hands
from tests.evening.service import Phone, Service, Stream, count
from tests.guides.product import Product, guide
from tests.web.site import Device

PLAYERS = [
    {"seat": 1, "name": "Ada", "colour": "red"},
    {"seat": 3, "name": "Bo", "colour": "blue"},
]
GUIDE = guide("adding-a-game.md")
GAME = Path(__file__).parent / "fourth_game"

PARTS = ("seat", "table", "setup", "correction", "story", "alerts", "room")
INSERTED = (
    (
        "companion/games/__init__.py",
        "from companion.games.spec import GameSpec\n",
        "from companion.games.sprint.spec import SPEC as SPRINT\n",
    ),
    ("companion/games/__init__.py", '    "husky": HUSKY,\n', '    "sprint": SPRINT,\n'),
    (
        "web/static/games/games.js",
        "export const GAMES = {\n",
        '  sprint: {\n    icon: "flag",\n    parts: {\n'
        + "".join(f'      {part}: () => import("./sprint/{part}.js"),\n' for part in PARTS)
        + "    },\n  },\n",
    ),
)
"""File, the line to insert after, and the inserted lines."""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product with Sprint in it."""
    product = Product(tmp_path_factory.mktemp("product"))
    for folder in ("companion", "web"):
        product.add_files(GAME, folder)
    for file, behind, lines in INSERTED:
        product.insert(file, behind, lines)
    product.say((GAME / "messages" / "en.po").read_text())
    return product.folder


@pytest.fixture
def service(product: Path, tmp_path: Path) -> Iterator[Service]:
    """The service of that copy, with the simulated room."""
    running = Service(tmp_path / "data", "--simulate", folder=product)
    try:
        yield running.start()
    finally:
        running.stop()


def test_the_guide_shows_every_line_that_is_inserted() -> None:
    for file, _, lines in INSERTED:
        assert file in GUIDE
        assert all(line.strip() in GUIDE for line in lines.splitlines())


def test_the_referee_applies_its_rules(product: Path) -> None:
    acts = [
        {"act": "tap", "seat": 1, "card": {"value": 5}},
        {"act": "done", "seat": 1},
        {"act": "done", "seat": 1},
    ]
    options = json.dumps({"seats": PLAYERS, "finish": 5})
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee", "sprint", "--options", options],
        cwd=product,
        input="".join(json.dumps(act) + "\n" for act in acts),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said[-2]["state"]["phase"] == "over"
    assert said[-1]["refused"]["text"] == "The race is over."


def test_it_is_played_with_cards_buttons_and_phones(service: Service) -> None:
    host = Phone(service)
    assert host.post("/races", game="sprint", options={"seats": PLAYERS}).status == 200
    stream = Stream(service)
    stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    hands = Hands(host, stream)

    hands.tap(1, {"game": "sprint", "colour": "red", "value": 4})
    stream.until(lambda live: count(live) == 1)
    hands.press(1, "ok")
    stream.until(lambda live: live["up"] == [3])
    for act in ({"act": "tap", "seat": 3, "card": {"value": 5}}, {"act": "done", "seat": 3}):
        assert host.act(act).status == 200
    assert host.act({"act": "done", "seat": 3}).body["error"]["text"] == "It is Ada's turn."

    stream.until(lambda live: live["state"]["round"] == 2)
    assert [seat["at"] for seat in stream.live["state"]["seats"]] == [4, 5]
    assert host.act({"act": "undo"}).status == 200
    stream.until(lambda live: live["up"] == [3])
    stream.close()


@pytest.mark.browser
def test_its_pages_set_up_and_play_a_race(service: Service, browser: Browser) -> None:
    with Device(service, browser) as host:
        page = host.open("/setup?game=sprint")
        for at, player in enumerate(PLAYERS):
            page.get_by_label("Name", exact=True).nth(at).fill(str(player["name"]))
        page.get_by_role("button", name="Start a race").click()
        page.wait_for_url(lambda url: "/setup" not in url)
        expect(page.locator("#page")).to_contain_text("Ada: tap a dog card.")
        page = host.open("/seat/1")
        page.get_by_role("button", name="Tap card 5 on the reader").click()
        expect(page.locator(".phone-todo")).to_contain_text("Ada: move 5 spaces, then OK.")
        page.get_by_role("button", name="Done").click()
        expect(page.locator("#page")).to_contain_text("5 / 12")
        host.open("/room")
        expect(page.locator(".place.is-up")).to_contain_text("Bo")
        assert host.faults == []
