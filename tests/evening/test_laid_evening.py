"""A race on a laid course by the seats' hardware, alone or with a phone: card, slot, EVENT, OK."""

import json
from random import Random

import pytest

from tests.evening.hands import Act, Hands
from tests.evening.script import options
from tests.evening.service import Live, Phone, Stream, companion, count, meta, sled

LAID = [{"piece": name, "side": "A"} for name in ("1", "5", "10")]
SLOTS = ("left", "right", "brake")


@pytest.mark.parametrize("phone", [0, 3])
def test_a_race_on_a_laid_course_is_driven_by_hands(
    host: Phone, stream: Stream, phone: int
) -> None:
    """By hands alone, and with a phone at one seat."""
    chosen = {"seats": options((1, 3))["seats"], "laid": LAID, "box": "example"}
    assert host.post("/races", game="snow_tails", options=chosen).status == 200
    stream.until(lambda live: live["race"])
    hands, rng = Hands(host, stream), Random(4)
    while stream.live["state"]["phase"] != "over":
        turn(hands, rng, phone)
    hands.lift_all()
    race = host.get(f"/races/{stream.live['race']['id']}/export")
    acts = [entry["act"] for entry in race["acts"]]
    assert {act["act"] for act in acts} == {"tap", "slot", "move", "done"}
    lines = "".join(json.dumps(act) + "\n" for act in acts)
    heard = companion("referee", "snow_tails", "--options", json.dumps(chosen), stdin=lines)
    assert json.loads(heard.stdout.splitlines()[-1])["state"] == stream.live["state"]


def turn(hands: Hands, rng: Random, phone: int) -> None:
    """One turn; EVENT goes on to another end, if there are several, and OK takes it."""
    stream = hands.stream
    seat = stream.live["up"][0]
    player = sled(stream.live, seat)
    value = rng.choice([value for value in range(1, 6) if player["unseen"][str(value)]])
    card = {"colour": player["colour"], "value": value, "copy": rng.randint(1, 4)}
    do(hands, {"act": "tap", "seat": seat, "card": card}, phone)
    do(hands, {"act": "slot", "seat": seat, "slot": rng.choice(SLOTS)}, phone)
    if len(ends(hands, seat)) > 1:
        event = meta(stream.live, seat)["keys"]["event"]["press"]["act"]
        do(hands, event, phone)
        assert [end["chosen"] for end in ends(hands, seat)[:2]] == [False, True]
    assert meta(stream.live, seat)["keys"]["ok"]["press"]["enabled"]
    do(hands, {"act": "done", "seat": seat, "bonus": False}, phone)


def do(hands: Hands, act: Act, phone: int) -> None:
    """Do an act by hand, at the seat of the phone by its post."""
    if act["seat"] != phone:
        hands.do(act)
        return
    before = count(hands.stream.live)
    hands.lift_all()
    hands.post(act)
    hands.stream.until(lambda live: count(live) > before)


def ends(hands: Hands, seat: int) -> list[Live]:
    """The ends of the move without the bonus."""
    pending = sled(hands.stream.live, seat)["pending"]
    return [end for end in pending["ends"] if not end["bonus"]]
