"""Field checks: accepted values, and how errors are reported."""

from typing import Any

import pytest

from companion.errors import Malformed, Refused
from companion.games import GAMES, fields
from companion.games.fields import MOST, Check, Field, refuse_wrong
from companion.messages import sentence

NUMBERS = fields.one_of(1, 2, 3)
WORDS = fields.one_of("left", "right")
PAIR = fields.items(fields.whole(1, 9), 1, 2)
RECORD = fields.record({"n": Field(NUMBERS), "why": Field(fields.text, required=False)}, "act")
DEEP = fields.record({"seats": Field(fields.items(RECORD))})


@pytest.mark.parametrize(
    ("check", "values"),
    [
        (fields.whole(2, 5), [2, 5]),
        (fields.whole(0), [0, MOST]),
        (fields.seconds, [0, 0.5, MOST, float(MOST)]),
        (fields.boolean, [True, False]),
        (fields.text, ["", "Ada"]),
        (NUMBERS, [1, 3]),
        (WORDS, ["left", "right"]),
        (fields.or_null(fields.text), [None, ""]),
        (PAIR, [[1], (9, 1)]),
        (RECORD, [{"n": 1}, {"n": 2, "why": ""}, {"n": 3, "act": 7}]),
        (DEEP, [{"seats": []}, {"seats": [{"n": 1}]}]),
        (fields.unchecked, [None, {}, 4]),
    ],
)
def test_valid_values_are_accepted(check: Check, values: list[Any]) -> None:
    for value in values:
        check(value)


@pytest.mark.parametrize(
    ("check", "value", "problem", "params"),
    [
        (fields.whole(2, 5), 1, "out_of_range", {"low": 2, "high": 5}),
        (fields.whole(2, 5), 6, "out_of_range", {"low": 2, "high": 5}),
        (fields.whole(0), MOST + 1, "out_of_range", {"low": 0, "high": MOST}),
        (fields.whole(0), True, "wrong_type", {"type": "integer"}),
        (fields.whole(0), 4.0, "wrong_type", {"type": "integer"}),
        (fields.seconds, True, "wrong_type", {"type": "number"}),
        (fields.seconds, -0.1, "out_of_range", {"low": 0, "high": MOST}),
        (fields.seconds, MOST + 0.5, "out_of_range", {"low": 0, "high": MOST}),
        (fields.seconds, float("inf"), "out_of_range", {"low": 0, "high": MOST}),
        (fields.seconds, float("nan"), "out_of_range", {"low": 0, "high": MOST}),
        (fields.boolean, 1, "wrong_type", {"type": "boolean"}),
        (fields.text, None, "wrong_type", {"type": "string"}),
        (NUMBERS, "1", "wrong_type", {"type": "integer"}),
        (NUMBERS, True, "wrong_type", {"type": "integer"}),
        (NUMBERS, 4, "not_one_of", {"choices": "1, 2, 3"}),
        (WORDS, 1, "wrong_type", {"type": "string"}),
        (WORDS, "brake", "not_one_of", {"choices": "left, right"}),
        (fields.one_of(7), 8, "not_one_of", {"choices": "7"}),
        (fields.or_null(fields.text), 1, "wrong_type", {"type": "string"}),
        (PAIR, "12", "wrong_type", {"type": "list"}),
        (PAIR, [], "wrong_length", {"low": 1, "high": 2}),
        (PAIR, [1, 2, 3], "wrong_length", {"low": 1, "high": 2}),
        (fields.items(fields.text), 3, "wrong_type", {"type": "list"}),
        (RECORD, [], "wrong_type", {"type": "object"}),
    ],
)
def test_invalid_value_is_reported(
    check: Check, value: Any, problem: str, params: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        refuse_wrong(check, value, "act", "set", "x", act="tap")
    assert refused.value.key == f"act.{problem}"
    assert refused.value.params == {"act": "tap", "field": "set.x", **params}
    assert "None" not in sentence(refused.value.key, refused.value.params, "en")


@pytest.mark.parametrize(
    ("check", "value", "problem", "field", "params"),
    [
        (RECORD, {}, "missing_field", "n", {}),
        (RECORD, {"n": 1, "m": 2}, "unknown_field", "m", {"known": "n, why"}),
        (fields.record({}, "act"), {"act": "x", "m": 2}, "unknown_field", "m", {"known": "act"}),
        (RECORD, {"n": 1, "why": 2}, "wrong_type", "why", {"type": "string"}),
        (RECORD, {"n": 9, "why": ""}, "not_one_of", "n", {"choices": "1, 2, 3"}),
        (PAIR, [1, 0], "out_of_range", "2", {"low": 1, "high": 9}),
        (DEEP, {"seats": [{"n": 1}, {"n": 9}]}, "not_one_of", "seats.2.n", {"choices": "1, 2, 3"}),
    ],
)
def test_error_has_the_path_of_its_field(
    check: Check, value: Any, problem: str, field: str, params: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        refuse_wrong(check, value, "options")
    assert refused.value.key == f"options.{problem}"
    assert refused.value.params == {"field": field, **params}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("act", [None, [], "tap", {}, {"act": 3}])
def test_value_that_is_not_an_act_is_malformed(game: str, act: Any, begun: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as malformed:
        GAMES[game].apply(begun[game], act)
    assert (malformed.value.key, malformed.value.params) == ("act.no_object", {})


@pytest.mark.parametrize("game", GAMES)
def test_unknown_act_is_refused_with_the_known_ones(game: str, begun: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as malformed:
        GAMES[game].apply(begun[game], {"act": "x" * 50})
    assert malformed.value.key == "act.no_such_act"
    assert malformed.value.params["name"] == "x" * 40
    assert {"tap", "done", "retire"} <= set(malformed.value.params["known"].split(", "))


@pytest.fixture
def begun() -> dict[str, Any]:
    """Each game at its start."""
    from trials import TRIALS

    return {game: GAMES[game].setup(dict(TRIALS[game].SMALL))[0] for game in GAMES}
