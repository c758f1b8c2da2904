"""A whole race of Reindeer Races as people play it, from the first track card to the result.

Two seats tap cards and press buttons (over the real link, driver, store and web), one plays on a
phone. The referee, which gets only the exported acts, must come to the same result.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.reindeer_races import box
from tests.evening.hands import Hands
from tests.evening.service import Live, Phone, Stream, companion, count, meta, sled
from tests.evening.test_whole_race import data_of, judged

Act = Mapping[str, Any]
Card = dict[str, Any]

GAME = "reindeer_races"
SEATS = {1: ("Ada", "red"), 3: ("Bo", "blue"), 5: ("Cy", "green")}
BY_PHONE = 3
OBJECTS = ("letter", "decoration", "log", "gift", "tree")
MOST_TURNS = 120


def pile(rng: Random) -> list[Card]:
    """All movement cards of the example box, shuffled."""
    cards = []
    for kind, copies in box.example()["moves"].items():
        what, _, worth = kind.partition("_")
        card = {"object": what, "count": int(worth or 1)}
        cards += [{**card, "copy": copy} for copy in range(1, copies + 1)]
    rng.shuffle(cards)
    return cards


class Players:
    """The players: their cards, choices and movements."""

    def __init__(self, hands: Hands, rng: Random):
        self.hands, self.rng = hands, rng
        self.pile = pile(rng)
        self.out: list[Card] = []
        self.cards: dict[int, list[Card]] = {seat: [] for seat in SEATS}

    @property
    def live(self) -> Live:
        return self.hands.stream.live

    @property
    def state(self) -> Any:
        return self.live["state"]

    def lay(self) -> None:
        """Lay the 25 track cards at any readers; every fourth is turned around."""
        for n, card in enumerate(self.rng.sample(range(1, 28), 25)):
            seat = self.rng.choice(list(SEATS))
            self._act(lambda: self.hands.tap(seat, {"kind": "track", "card": card}))  # noqa: B023
            if n % 4 == 3:
                self._hold(seat, "ok", {"act": "flip", "seat": seat})
            self.hands.lift_all()

    def turn(self) -> None:
        """Play a turn: draw, or play the cards that move the seat's reindeer farthest."""
        seat = self.state["turn"]
        self._deal()
        played = self._choice(seat)
        for card in played:
            self._do({"act": "tap", "seat": seat, "card": card})
        if played:
            self._move(seat)
        self._do({"act": "done", "seat": seat})
        self.hands.lift_all()
        self.cards[seat] = [card for card in self.cards[seat] if card not in played]
        self.out += played

    def take_back(self) -> None:
        """Undo by brake and OK together, then redo on a phone."""
        before = self.state
        self.hands.lift_all()
        self._act(lambda: self._fingers("down"))
        self._fingers("up")
        assert self.state != before
        self._act(lambda: self.hands.post({"act": "redo"}))
        assert self.state == before

    def _fingers(self, hand: str) -> None:
        for button in ("brake", "ok"):
            self.hands.phone.hand(hand, seat=1, button=button)

    def _deal(self) -> None:
        """Adjust all hands to the numbers that the table shows."""
        for seat, cards in self.cards.items():
            while len(cards) > sled(self.live, seat)["hand"]:
                self.out.append(cards.pop())
            while len(cards) < sled(self.live, seat)["hand"]:
                if not self.pile:
                    self.pile, self.out = self.out[::-1], []
                cards.append(self.pile.pop())

    def _choice(self, seat: int) -> list[Card]:
        """Choose all cards of one object, with an elf; nothing if that moves only a few spaces."""
        cards = self.cards[seat]
        elves = [card for card in cards if card["object"] == "elf"]

        herd = sled(self.live, seat)["reindeer"]

        def worth(what: str) -> tuple[int, int]:
            mine = [one["space"] or 0 for one in herd if one["track"] in (what, None)]
            here = sum(card["count"] for card in cards if card["object"] == what)
            return (here + max(mine), here) if here and mine else (0, 0)

        best = max(OBJECTS, key=worth)
        if not worth(best)[1]:
            return elves[:2] if len(elves) > 1 else []
        played = [card for card in cards if card["object"] == best]
        return [*played, *elves[:1]] if worth(best)[1] > 1 or len(cards) > 5 else []

    def _move(self, seat: int) -> None:
        """Answer the page: a track for elves, a reindeer to move, the end of a move."""
        now = sled(self.live, seat)["pending"]
        if now["track"] is None:
            self._do({"act": "track", "seat": seat, "track": self.rng.choice(now["tracks"])})
            now = sled(self.live, seat)["pending"]
        if now["reindeer"] is None:
            number = self._farthest(seat, now)
            leaps = self.rng.random() < 0.6
            self._do({"act": "reindeer", "seat": seat, "reindeer": number, "leaps": leaps})
            now = sled(self.live, seat)["pending"]
        if now["end"] is None:
            self._do(self._landing(seat))

    def _farthest(self, seat: int, now: Mapping[str, Any]) -> int:
        at = {one["reindeer"]: one["space"] or 0 for one in sled(self.live, seat)["reindeer"]}
        return int(max(now["candidates"], key=lambda number: at[number]))

    def _landing(self, seat: int) -> Act:
        """Choose a landing that a button offers, staying if possible."""
        keys = meta(self.live, seat)["keys"]
        offers = (keys[button]["press"] for button in ("ok", "left", "right", "brake"))
        return next(dict(key["act"]) for key in offers if key["act"] and key["enabled"])

    def _do(self, act: Act) -> None:
        """Do an act at the seat's reader and buttons, or on its phone."""
        seat = act["seat"]
        if seat == BY_PHONE:
            self._act(lambda: self.hands.post(act))
        elif act["act"] == "tap":
            self._act(lambda: self.hands.tap(seat, {"game": GAME, **act["card"]}))
        else:
            self._button(seat, act)

    def _button(self, seat: int, act: Act) -> None:
        """Press or hold the button that does this act now."""
        for button, keys in meta(self.live, seat)["keys"].items():
            if keys["press"] and keys["press"]["act"] == act:
                self._act(lambda: self.hands.press(seat, button))  # noqa: B023
                return
            if keys["hold"] and keys["hold"]["act"] == act:
                self._hold(seat, button, act)
                return
        raise AssertionError((act, meta(self.live, seat)["keys"]))

    def _hold(self, seat: int, button: str, act: Act) -> None:
        """Hold the button until the act is done."""
        assert meta(self.live, seat)["keys"][button]["hold"]["act"] == act
        self._act(lambda: self.hands.phone.hand("down", seat=seat, button=button))
        self.hands.phone.hand("up", seat=seat, button=button)

    def _act(self, does: Any) -> None:
        """Do one thing and wait until it is on disk."""
        before = count(self.live)
        does()
        self.hands.stream.until(lambda live: count(live) > before)
        assert count(self.live) == before + 1


def turns(players: Players) -> Iterator[int]:
    """Play turns until the race is over."""
    for n in range(MOST_TURNS):
        if players.state["phase"] == "over":
            return
        players.turn()
        yield n
    raise AssertionError("the race does not end")


@pytest.mark.timeout(900)
def test_a_race_by_hands_and_a_phone_matches_the_referee(
    host: Phone, stream: Stream, tmp_path: Path
) -> None:
    seats = [{"seat": at, "name": name, "colour": colour} for at, (name, colour) in SEATS.items()]
    answer = host.post("/races", game=GAME, options={"seats": seats, "first": 3})
    assert answer.status == 200, answer
    stream.until(lambda live: live["race"] and live["race"]["id"] == answer.body["id"])
    players = Players(Hands(host, stream), Random(8))
    players.lay()
    assert (players.state["phase"], players.state["turn"]) == ("turns", 3)
    for n in turns(players):
        if n == 2:
            players.take_back()
    race = host.get(f"/races/{answer.body['id']}/export")
    assert race["options"]["box"]["example"] is True
    lines = judged(race)
    assert all(line["ok"] for line in lines)
    assert lines[-1]["state"] == race["state"] == stream.live["state"]
    assert race["result"] == lines[-1]["state"]["result"] != []
    assert any(not track["rewards"] for track in race["state"]["tracks"])
    exported = companion("export", str(race["id"]), "--format", "jsonl", "--data", data_of(host))
    (tmp_path / "race.jsonl").write_text(exported.stdout)
    assert companion("replay", str(tmp_path / "race.jsonl")).returncode == 0
