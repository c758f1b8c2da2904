"""A race on a laid course by the seats' hardware alone: cards, slots, EVENT for another end, OK."""

import json
from random import Random

from tests.evening.hands import Hands
from tests.evening.script import options
from tests.evening.service import Phone, Stream, companion, count, meta, sled

LAID = [{"piece": name, "side": "A"} for name in ("1", "5", "10")]
SLOTS = ("left", "right", "brake")


def test_a_race_on_a_laid_course_is_driven_by_hands_alone(host: Phone, stream: Stream) -> None:
    chosen = {"seats": options((1, 3))["seats"], "laid": LAID, "box": "example"}
    assert host.post("/races", game="snow_tails", options=chosen).status == 200
    stream.until(lambda live: live["race"])
    hands, rng = Hands(host, stream), Random(4)
    while stream.live["state"]["phase"] != "over":
        turn(hands, rng)
    hands.lift_all()
    race = host.get(f"/races/{stream.live['race']['id']}/export")
    acts = [entry["act"] for entry in race["acts"]]
    assert {act["act"] for act in acts} == {"tap", "slot", "move", "done"}
    lines = "".join(json.dumps(act) + "\n" for act in acts)
    heard = companion("referee", "snow_tails", "--options", json.dumps(chosen), stdin=lines)
    assert json.loads(heard.stdout.splitlines()[-1])["state"] == stream.live["state"]


def turn(hands: Hands, rng: Random) -> None:
    """One turn; EVENT goes on to another end, if there are several, and OK takes it."""
    stream = hands.stream
    seat = stream.live["up"][0]
    player = sled(stream.live, seat)
    value = rng.choice([value for value in range(1, 6) if player["unseen"][str(value)]])
    card = {"colour": player["colour"], "value": value, "copy": rng.randint(1, 4)}
    hands.do({"act": "tap", "seat": seat, "card": card})
    hands.do({"act": "slot", "seat": seat, "slot": rng.choice(SLOTS)})
    ends = [end for end in sled(stream.live, seat)["pending"]["ends"] if not end["bonus"]]
    if len(ends) > 1:
        before = count(stream.live)
        hands.press(seat, "event")
        stream.until(lambda live: count(live) > before)
        now = [end for end in sled(stream.live, seat)["pending"]["ends"] if not end["bonus"]]
        assert [end["chosen"] for end in now[:2]] == [False, True]
    assert meta(stream.live, seat)["keys"]["ok"]["press"]["enabled"]
    hands.do({"act": "done", "seat": seat, "bonus": False})
