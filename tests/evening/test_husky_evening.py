"""A whole race of Husky as people play it, with cards on readers, buttons and a phone.

Every tap and press is a movement at a simulated seat (over the real link, driver, store and web);
the referee, which gets only the exported acts, must come to the same result.
"""

from collections.abc import Mapping
from typing import Any

from tests.evening.hands import Hands
from tests.evening.service import Live, Phone, Stream, companion, count, meta, sled
from tests.evening.test_whole_race import data_of, judged

SEATS = (1, 3, 4)
NAMES = ("Ada", "Bo", "Cy")
COLOURS = ("red", "blue", "green")
BUTTONS = {"white": "left", "green": "right", "blue": "brake"}
CHECKPOINTS = (1, 2, 3)

Act = Mapping[str, Any]


def begin(host: Phone, stream: Stream, **options: Any) -> int:
    """Start a race with the example box, which a simulated table uses if none is entered."""
    seats = [
        {"seat": seat, "name": name, "colour": colour}
        for seat, name, colour in zip(SEATS, NAMES, COLOURS, strict=True)
    ]
    answer = host.post("/races", game="husky", options={"seats": seats, **options})
    assert answer.status == 200, answer
    number = int(answer.body["id"])
    stream.until(lambda live: live["race"] is not None and live["race"]["id"] == number)
    return number


class Evening:
    """Three players without a board. Each act is on disk before the next."""

    def __init__(self, host: Phone, stream: Stream):
        self.host = host
        self.stream = stream
        self.hands = Hands(host, stream)
        self.cards = {"action": 0, "weather": 0, "event": 0}

    @property
    def live(self) -> Live:
        return self.stream.live

    def tap(self, seat: int, kind: str) -> None:
        """Lay the next card of a deck on this seat's reader."""
        self.cards[kind] += 1
        before = count(self.live)
        self.hands.lift_all()
        self.hands.tap(seat, {"kind": kind, "card": self.cards[kind]})
        self.stream.until(lambda live: count(live) > before)

    def press(self, seat: int, button: str) -> None:
        before = count(self.live)
        self.hands.press(seat, button)
        self.stream.until(lambda live: count(live) > before)

    def hold(self, seat: int, button: str) -> None:
        before = count(self.live)
        self.host.hand("down", seat=seat, button=button)
        self.stream.until(lambda live: count(live) > before)
        self.host.hand("up", seat=seat, button=button)

    def by_phone(self, act: Act) -> None:
        before = count(self.live)
        answer = self.host.act(act)
        assert answer.status == 200, answer
        self.stream.until(lambda live: count(live) > before)

    def weather(self) -> None:
        """Tap the start player's weather card, at any reader."""
        assert self.live["up"] == [self.live["state"]["start"]]
        self.tap(SEATS[-1], "weather")

    def turn(self, seat: int, colour: str = "", checkpoint: bool = False) -> None:
        """Play a turn: card, ground, maybe a checkpoint, an event card if due, OK."""
        assert self.live["up"] == [seat]
        self.tap(seat, "action")
        if colour:
            self.press(seat, BUTTONS[colour])
        if checkpoint:
            self.press(seat, "event")
        if sled(self.live, seat)["pending"]["event_due"]:
            self.tap(seat, "event")
        self.press(seat, "ok")


def test_a_whole_race_by_cards_buttons_and_a_phone_matches_the_referee(
    host: Phone, stream: Stream
) -> None:
    number = begin(host, stream, board=False)
    evening = Evening(host, stream)
    first_round(evening)
    for passed in CHECKPOINTS:
        evening.weather()
        evening.turn(1, "green", checkpoint=True)
        evening.turn(3, "blue", checkpoint=passed > 1)
        evening.turn(4)
    evening.weather()
    evening.tap(1, "action")
    evening.press(1, "left")
    assert meta(stream.live, 1)["keys"]["event"]["press"]["text"] == "At the finish!"
    evening.press(1, "event")
    result = [{"seat": 1, "place": 1, "points": 1}]
    result += [{"seat": seat, "place": None, "points": 0} for seat in (3, 4)]
    assert stream.live["state"]["result"] == result
    assert sled(stream.live, 3)["checkpoints"] == [1, 2]
    kept(host, number, stream.live)


def first_round(evening: Evening) -> None:
    """Play round one: start spaces, an attack reported by its victim, a blocked turn."""
    evening.weather()
    for seat in SEATS:
        evening.turn(seat)
    evening.hold(4, "event")
    assert sled(evening.live, 4)["blocked_next"]
    evening.weather()
    evening.turn(1)
    evening.tap(3, "action")
    evening.by_phone({"act": "undo"})
    evening.turn(3, "white")  # another card replaces the first
    evening.tap(4, "action")
    assert sled(evening.live, 4)["pending"]["distance"] == 0
    assert "stays where it is" in " ".join(meta(evening.live, 4)["todo"])
    evening.press(4, "ok")
    assert not sled(evening.live, 4)["blocked"]


def kept(host: Phone, number: int, live: Live) -> None:
    """Check that the export replays, and that the referee gets the same state."""
    race = host.get(f"/races/{number}/export")
    lines = judged(race)
    assert all(line["ok"] for line in lines)
    assert lines[-1]["state"] == race["state"] == live["state"]
    assert race["result"] == live["state"]["result"]
    story = host.get(f"/races/{number}/story?lang=en")
    checkpoints = [moment["number"] for moment in story["checkpoint"] if moment["seat"] == 1]
    assert checkpoints == list(CHECKPOINTS)
    assert [moment["seat"] for moment in story["attack"]] == [4]
    exported = companion("export", str(number), "--format", "jsonl", "--data", data_of(host))
    assert exported.returncode == 0, exported
    file = host.service.data.parent / "race.jsonl"
    file.write_text(exported.stdout)
    assert companion("replay", str(file)).returncode == 0


def test_with_a_board_moves_attacks_and_the_finish_are_automatic(
    host: Phone, stream: Stream
) -> None:
    number = begin(host, stream)
    evening = Evening(host, stream)
    evening.weather()
    for seat in SEATS:
        board_turn(evening, seat)
    evening.by_phone({"act": "correct", "seat": 1, "set": {"checkpoints": [1, 2, 3]}})
    evening.by_phone({"act": "correct", "seat": 1, "set": {"at": [29, 7]}})
    evening.weather()
    evening.tap(1, "action")
    board = stream.live["state"]["board"]
    goal = next([x, y] for x, y in board["reach"] if board["spaces"][y - 1][x - 1] == "F")
    evening.by_phone({"act": "move", "seat": 1, "to": goal})
    assert stream.live["race"]["over"]
    assert stream.live["state"]["result"][0] == {"seat": 1, "place": 1, "points": 1}
    race = host.get(f"/races/{number}/export")
    lines = judged(race)
    assert all(line["ok"] for line in lines)
    assert lines[-1]["state"] == stream.live["state"]


def board_turn(evening: Evening, seat: int) -> None:
    """Play a turn with the board: card on the reader, moves on the phone, OK."""
    evening.tap(seat, "action")
    board = evening.live["state"]["board"]
    if board["reach"]:
        evening.by_phone({"act": "move", "seat": seat, "to": board["reach"][-1]})
    while True:
        board = evening.live["state"]["board"]
        for away in board["relocate"]:
            who = {"seat": away["seat"], "animal": away["animal"]}
            evening.by_phone({"act": "relocate", **who, "to": away["to"][0]})
        able = [one for one in evening.live["state"]["board"]["animals"] if one["steps"]]
        if not able:
            break
        to = able[0]["steps"][0]
        evening.by_phone({"act": "animal", "seat": seat, "animal": able[0]["animal"], "to": to})
    if sled(evening.live, seat)["pending"]["event_due"]:
        evening.tap(seat, "event")
    evening.press(seat, "ok")


def test_a_season_counts_races_of_different_games(host: Phone, stream: Stream) -> None:
    husky = begin(host, stream, board=False)
    for act in (
        {"act": "tap", "seat": 1, "card": {"kind": "weather", "card": 1}},
        {"act": "tap", "seat": 1, "card": {"kind": "action", "card": 2}},
        *({"act": "checkpoint", "seat": 1} for _ in CHECKPOINTS),
        {"act": "finish", "seat": 1},
    ):
        assert host.act(act).status == 200
    snow = other_race(host)
    season = host.post("/seasons", name="Winter").body["id"]
    for race in (husky, snow):
        answer = host.post(f"/seasons/{season}/acts", act={"act": "race", "race": race})
        assert answer.status == 200, answer
    told = host.get(f"/seasons/{season}")
    points = {row["name"]: row["total"] for row in told["tables"][-1]}
    first, second, third = told["points"][:3]
    assert points == {"Ada": first + first, "Bo": second, "Cy": third}
    overview = {race["id"]: race["game"] for race in host.get("/races")["races"]}
    assert overview == {husky: "husky", snow: "snow_tails"}


def other_race(host: Phone) -> int:
    """A race of Snow Tails with the same players, ended at once with the starting places."""
    seats = [
        {"seat": seat, "name": name, "colour": colour, "place": place}
        for place, (seat, name, colour) in enumerate(zip(SEATS, NAMES, COLOURS, strict=True), 1)
    ]
    answer = host.post("/races", game="snow_tails", options={"seats": seats, "limits": [4]})
    assert answer.status == 200, answer
    assert host.act({"act": "end"}).status == 200
    return int(answer.body["id"])
