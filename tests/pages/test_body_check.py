"""Bodies and queries are checked against their call's row."""

from typing import Any

import pytest

from companion.pages.body_check import body_fault, query_fault
from companion.pages.route import Call, Limited, OneOf

CALL = Call(
    "POST /example",
    "act",
    "An example",
    query={"format?": OneOf(("json", "csv"), "web.no_such_format")},
    body={
        "act": "Act",
        "acts?": Limited(["Act"], 0, 2, "web.many_acts"),
        "button?": OneOf(("left", "ok"), "web.no_such_button"),
        "places?": [int],
        "do?": ["start", "stop"],
        "hold?": bool,
    },
)
OPEN = Call("POST /open", "act", "Any fields", body={"hand": str, str: object}, keyed=False)


def refusal(**body: Any) -> tuple[str, Any] | None:
    fault = body_fault({"key": "k", "act": {}, **body}, CALL)
    return (fault.key, dict(fault.params)) if fault else None


@pytest.mark.parametrize("body", [None, [], "text", 1])
def test_a_body_is_an_object(body: Any) -> None:
    for call in (CALL, OPEN):
        fault = body_fault(body, call)
        assert fault
        assert (fault.status, fault.key) == (400, "web.no_object")


def test_fields_of_the_row_are_accepted() -> None:
    assert refusal() is None
    assert refusal(version=3, acts=[{}, {}], button="ok", places=[], do="start", hold=True) is None


def test_unknown_fields_are_refused_by_a_shortened_name() -> None:
    assert refusal(more=1) == ("web.unknown_field", {"field": "more"})
    assert refusal(**{"x" * 99: 1}) == ("web.unknown_field", {"field": "x" * 40})


@pytest.mark.parametrize("missing", ["key", "act"])
def test_missing_fields_are_refused(missing: str) -> None:
    body = {name: value for name, value in {"key": "k", "act": {}}.items() if name != missing}
    fault = body_fault(body, CALL)
    assert fault
    assert (fault.key, fault.params) == ("web.missing_field", {"field": missing})


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("key", 1, "string"),
        ("version", "1", "integer"),
        ("version", True, "integer"),
        ("version", None, "integer"),
        ("act", "done", "object"),
        ("acts", {}, "list"),
        ("acts", [7], "list"),
        ("button", 7, "string"),
        ("do", False, "string"),
        ("hold", 1, "boolean"),
    ],
)
def test_wrong_types_are_refused(field: str, value: Any, name: str) -> None:
    assert refusal(**{field: value}) == ("web.wrong_type", {"field": field, "type": name})


def test_values_out_of_bounds_are_refused() -> None:
    assert refusal(key="") == ("web.wrong_key", {"most": 64})
    assert refusal(key="k" * 65) == ("web.wrong_key", {"most": 64})
    assert refusal(key="k" * 64) is None
    assert refusal(acts=[{}] * 3) == ("web.many_acts", {"most": 2})
    assert refusal(button="up" * 20) == ("web.no_such_button", {"button": "up" * 10})


def test_values_that_the_rules_check_are_left_to_them() -> None:
    assert refusal(do="pause", places=["a"]) is None


def test_a_row_with_any_fields_leaves_them_to_the_view() -> None:
    assert body_fault({"anything": 1}, OPEN) is None


def test_query_values_are_checked() -> None:
    assert query_fault({}, CALL) is None
    assert query_fault({"format": "csv", "other": "x"}, CALL) is None
    fault = query_fault({"format": "p" * 30}, CALL)
    assert fault
    assert (fault.key, fault.params) == ("web.no_such_format", {"format": "p" * 20})
