"""The owner's box, entered whole by taps and keys: counted, timed by a model, then raced with.

The time is the keystroke-level model's (Card, Moran and Newell, "The Keystroke-Level Model for User
Performance Time with Interactive Systems", Communications of the ACM 23(7), 1980): a key 0.28 s, a
tap or pointing 1.1 s, making up one's mind 1.35 s, here once for each card, tile or kind and for
each brush. A drag is two pointings. All values are invented; the numbers of cards are the rule
books'.

On a phone one is slower with fingers and quicker with its number keys: there a tap or a swipe is
1.0 s, a letter 0.25 s, and to read a card 2 s. Each of Husky's event cards has another text.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.husky import box as husky_box
from companion.games.reindeer_races import box as reindeer_box
from companion.games.reindeer_races.state import OBJECTS, SPACES
from tests.evening.service import Service
from tests.web.site import Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Costs = tuple[float, float, float]
"""Seconds for a key, a tap or pointing, and a card to read."""

DESK_COSTS: Costs = (0.28, 1.1, 1.35)
PHONE_COSTS: Costs = (0.25, 1.0, 2.0)
MOST_S = 600.0

UPRIGHT = {"width": 390, "height": 844}
PHONE = {"viewport": UPRIGHT, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}

ENDS = [(pair, e) for pair in (("wolf", "bear"), ("wolf", "elk"), ("bear", "elk")) for e in (0, 1)]
BRUSHES = {"w": "snow", "g": "bush", "b": "ice", ".": "no space", "S": "start", "F": "finish"}


class Hand:
    """An owner's hand on a page; counts what it does, by the costs of a computer or a phone."""

    def __init__(self, page: Page, costs: Costs = DESK_COSTS):
        self.page = page
        self.costs = costs
        self.keys = self.points = self.minds = 0

    @property
    def time_s(self) -> float:
        key_s, point_s, mind_s = self.costs
        return self.keys * key_s + self.points * point_s + self.minds * mind_s

    def tap(self, place: Locator) -> None:
        place.click()
        self.points += 1

    def type(self, digits: str, *keys: str) -> None:
        """Press the keys of these digits, then others such as Enter."""
        for key in (*digits, *keys):
            self.page.keyboard.press(key)
            self.keys += 1

    def write(self, words: str) -> None:
        """Type a text into the focused field; all but its first letter at once."""
        self.page.keyboard.press(words[0])
        self.page.keyboard.insert_text(words[1:])
        self.keys += len(words)

    def read(self) -> None:
        """Take the next card in hand and read it."""
        self.minds += 1


@pytest.fixture
def desk(service: Service, browser: Browser) -> Iterator[Device]:
    """The owner's computer, the host's."""
    with Device(service, browser, **DESK) as device:
        yield device


@pytest.fixture
def phone(service: Service, browser: Browser) -> Iterator[Device]:
    """The owner's phone, the host's."""
    with Device(service, browser, **PHONE) as device:
        yield device


def saved(device: Device, game: str, own: Any) -> None:
    """Compare the saved box with the cards in hand; it is complete."""
    expect(device.page.locator(".box-state")).to_contain_text("Everything is saved")
    expect(device.page.locator(".box-complete")).to_be_visible()
    assert device.get(f"/boxes/{game}")["box"] == own


def race(hand: Hand, device: Device, game: str, own: Any) -> None:
    """Start a race by the set-up page; it is played with the entered cards."""
    page = device.open(f"/setup?game={game}")
    for n, field in enumerate(page.locator(".player-name input").all()):
        hand.tap(field)
        hand.write(f"Player {n}")
    hand.tap(page.get_by_role("button", name="Start a race"))
    page.wait_for_url("**/")
    number = device.get("/state")["race"]["id"]
    assert device.get(f"/races/{number}")["options"]["box"] == own


def test_a_whole_box_of_reindeer_races_is_entered_on_a_phone(phone: Device) -> None:
    own = {k: v for k, v in reindeer_box.example().items() if k != "example"}
    page = phone.open("/boxes/reindeer_races")
    hand = Hand(page)
    hand.tap(page.locator(".boxes .go").first)
    for pair in own["tracks"]:
        hand.read()
        for space in pair:
            hand.tap(page.locator(".space-key").nth(SPACES.index(space)))
    expect(page.locator("dialog")).to_have_count(0)
    for track in OBJECTS:
        hand.tap(page.locator(f".reward-{track} input"))
        for value in own["rewards"][track]:
            hand.read()
            hand.type(str(value), "Enter")
    hand.tap(page.locator(".move-rows input").first)
    for count in own["moves"].values():
        hand.read()
        hand.type(str(count), "Enter")
    saved(phone, "reindeer_races", own)
    race(hand, phone, "reindeer_races", own)
    assert hand.time_s <= MOST_S / 2


def opened(hand: Hand, deck: int) -> None:
    """Click on a deck's next card, and wait until keys reach it."""
    section = hand.page.locator(".husky-deck").nth(deck)
    hand.tap(section.locator(".go"))
    expect(section.locator(".card-editor:focus-within")).to_be_visible()


def figures(hand: Hand, own: Any) -> None:
    """Enter the decks of action and weather cards in digits, each after one tap."""
    opened(hand, 0)
    for card in own["action"]:
        hand.read()
        end = ENDS.index((tuple(card["animals"]), card["event"]))
        hand.type(f"{card['white']}{card['green']}{card['blue']}{end + 1}")
    opened(hand, 1)
    for card in own["weather"]:
        hand.read()
        hand.type("".join(str(1 + card[colour]) for colour in ("white", "green", "blue")))


def decks(hand: Hand, own: Any) -> None:
    """Enter the three decks of Husky by the keyboard."""
    figures(hand, own)
    opened(hand, 2)
    for card in own["event"]:
        hand.read()
        hand.write(card["text"])
        if card["asks"]:
            hand.type("", "Enter")
        else:
            hand.type("", "Tab", "Space", "Enter")


def rectangles(rows: Iterable[str], kind: str) -> list[tuple[int, int, int, int]]:
    """A ground's spaces as rectangles: equal runs below each other. Columns and rows from 0."""
    done, above = list[tuple[int, int, int, int]](), dict[tuple[int, int], int]()
    for y, row in enumerate(rows):
        runs, x = dict[tuple[int, int], int](), 0
        for letter, run in groupby(row):
            end = x + len(list(run))
            if letter == kind:
                runs[x, end - 1] = above.pop((x, end - 1), y)
            x = end
        done += [(left, top, right, y - 1) for (left, right), top in above.items()]
        above = runs
    return done + [(left, top, right, y) for (left, right), top in above.items()]


def paint(hand: Hand, board: Any) -> None:
    """Paint the board with a mouse: snow everywhere, then each brush's rectangles, the animals."""
    page = hand.page
    hand.read()
    hand.tap(page.get_by_role("button", name="Begin the map"))
    hand.tap(page.get_by_role("button", name="All empty spaces: snow"))
    hand.tap(page.get_by_role("button", name="Whole map"))
    field = page.locator(".map-field")
    for kind in "gb.SF123":
        brush(hand, BRUSHES.get(kind, f"checkpoint {kind}"))
        for rectangle in rectangles(board["spaces"], kind):
            drag(hand, field, *rectangle)
    for species in ("wolf", "elk", "bear"):
        brush(hand, species)
        for one in board["animals"]:
            if one["species"] == species:
                drag(hand, field, *[one["x"] - 1, one["y"] - 1] * 2)


def brush(hand: Hand, name: str) -> None:
    hand.read()
    palette = hand.page.locator(".palette")
    hand.tap(palette.get_by_label(name))
    palette.evaluate("palette => palette.scrollIntoView()")


def drag(hand: Hand, field: Locator, left: int, top: int, right: int, bottom: int) -> None:
    """Draw a rectangle; one space is a tap."""
    at = field.bounding_box()
    assert at
    size = at["width"] / 31
    mouse = hand.page.mouse
    mouse.move(at["x"] + (left + 0.5) * size, at["y"] + (top + 0.5) * size)
    mouse.down()
    hand.points += 1
    if (left, top) != (right, bottom):
        mouse.move(at["x"] + (right + 0.5) * size, at["y"] + (bottom + 0.5) * size)
        hand.points += 1
    mouse.up()


WORDS = ("2 spaces more", "1 space back", "hot soup", "stay next turn", "draw 1 card")
"""What event cards may say, in short; invented."""


def test_a_whole_box_of_husky_is_entered_at_a_computer(desk: Device) -> None:
    own = {k: v for k, v in husky_box.example().items() if k != "example"}
    own["event"] = [{"text": WORDS[n % 5], "asks": n % 5 != 2} for n in range(30)]
    page = desk.open("/boxes/husky")
    hand = Hand(page)
    decks(hand, own)
    paint(hand, own["board"])
    saved(desk, "husky", own)
    race(hand, desk, "husky", own)
    assert hand.time_s <= MOST_S


def events(hand: Hand, own: Any) -> None:
    """Enter the event cards on a phone; a tap says that the companion need not ask."""
    opened(hand, 2)
    for card in own["event"]:
        hand.read()
        hand.write(card["text"])
        if not card["asks"]:
            hand.tap(hand.page.locator(".event-entry + .toggle"))
        hand.type("", "Enter")


Rectangle = tuple[int, int, int, int]


def overpainted(rows: list[str], kind: str, later: str) -> list[Rectangle]:
    """Rectangles that cover a kind of space, the widest gain first.

    They may cover spaces of the kinds that are painted later.
    """
    free = [[space == kind or space in later for space in row] for row in rows]
    every = [
        (x, y, right, bottom)
        for y in range(len(rows))
        for x in range(len(rows[0]))
        for bottom in range(y, len(rows))
        for right in range(x, len(rows[0]))
        if all(all(row[x : right + 1]) for row in free[y : bottom + 1])
    ]
    open_ = {(x, y) for y, row in enumerate(rows) for x, space in enumerate(row) if space == kind}
    found = []
    while open_:
        best = max(every, key=lambda one: len(open_ & inside(one)))
        found.append(best)
        open_ -= inside(best)
    return found


def inside(rectangle: Rectangle) -> set[tuple[int, int]]:
    left, top, right, bottom = rectangle
    return {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}


LAYERS = "bg.SF123"


def paint_by_finger(hand: Hand, board: Any) -> None:
    """Paint the board on a phone that lies on its side; the brushes stay beside the map."""
    page = hand.page
    hand.read()
    hand.tap(page.get_by_role("button", name="Begin the map"))
    hand.tap(page.get_by_role("button", name="All empty spaces: snow"))
    hand.tap(page.get_by_role("button", name="Whole map"))
    page.set_viewport_size({"width": UPRIGHT["height"], "height": UPRIGHT["width"]})
    page.locator(".painted .map-scroll").evaluate("map => map.scrollIntoView()")
    hand.points += 2  # the phone is turned, the page scrolled
    field = page.locator(".map-field")
    for at, kind in enumerate(LAYERS):
        take_brush(hand, BRUSHES.get(kind, f"checkpoint {kind}"))
        for rectangle in overpainted(board["spaces"], kind, LAYERS[at + 1 :]):
            drag(hand, field, *rectangle)
    for species in ("wolf", "elk", "bear"):
        take_brush(hand, species)
        for one in board["animals"]:
            if one["species"] == species:
                drag(hand, field, *[one["x"] - 1, one["y"] - 1] * 2)
    page.set_viewport_size(UPRIGHT)


def take_brush(hand: Hand, name: str) -> None:
    """Tap a brush, which is on the screen with the whole map."""
    hand.read()
    wanted = hand.page.locator(".palette").get_by_label(name)
    expect(hand.page.locator(".palette")).to_be_in_viewport(ratio=1)
    expect(hand.page.locator(".map-field")).to_be_in_viewport(ratio=1)
    hand.tap(wanted)


def test_a_whole_box_of_husky_is_entered_on_a_phone(phone: Device) -> None:
    own = {k: v for k, v in husky_box.example().items() if k != "example"}
    own["event"] = [
        {"text": f"{WORDS[n % 5]}, {n}", "asks": n % 5 != 2} for n in range(len(own["event"]))
    ]
    page = phone.open("/boxes/husky")
    hand = Hand(page, PHONE_COSTS)
    spent = list[float]()
    for enter, what in ((figures, own), (events, own), (paint_by_finger, own["board"])):
        enter(hand, what)
        spent.append(round(hand.time_s))
    saved(phone, "husky", own)
    race(hand, phone, "husky", own)
    print(f"Seconds after the cards, the event cards, the board: {spent}; racing: {hand.time_s}")
    assert hand.time_s <= MOST_S
