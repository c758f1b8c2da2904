"""The keys for forgotten marks: one that would end the race says so."""

from companion.games import snow_tails
from companion.games.snow_tails.keys import extra_keys
from companion.games.snow_tails.state import State
from companion.messages import say

SEATS = [
    {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
    {"seat": 2, "name": "Bo", "colour": "blue", "place": 2},
]
TURN = (
    {"act": "tap", "seat": 1, "card": {"value": 5}},
    {"act": "slot", "seat": 1, "slot": "left"},
    {"act": "done", "seat": 1},
)


def after_a_turn(dents: int) -> State:
    state, _ = snow_tails.setup({"seats": SEATS, "limits": [4]})
    for act in ({"act": "correct", "seat": 1, "set": {"dents": dents}}, *TURN):
        state, _ = snow_tails.apply(state, act)
    return state


def late(state: State) -> dict[str, tuple[str, str]]:
    """What -> label and danger of the keys for Ada's last turn."""
    keys = extra_keys(state, state.sled(1))
    return {
        key.act["what"]: (say(key.label), key.warn)
        for key in keys
        if key.act and key.act.get("late")
    }


def test_a_forgotten_mark_that_brings_the_fifth_dent_warns() -> None:
    assert late(after_a_turn(4))["line"] == (
        "Forgot: line, limit 4: this ends your race",
        "out",
    )


def test_a_forgotten_mark_with_room_for_its_dents_does_not_warn() -> None:
    assert late(after_a_turn(0))["line"] == ("Forgot: line, limit 4", "")
