"""Strict JSON: invalid, unencodable and ambiguous input is refused."""

import sys

import pytest

from companion import strict_json


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"NaN",
        b'{"took_s": NaN}',
        b'{"took_s": -Infinity}',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        b'{"\\udfff": 1}',
        '"\udc80"',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"9" * 5_000,
        b'{"key": 1, "key": 1}',
        b'[{"a": {"b": 1, "c": 2, "b": 3}}]',
        b"[" * 65 + b"]" * 65,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_invalid_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of many kinds, none of them ours
        strict_json.read(text)


def test_json_is_read_from_text_and_from_bytes() -> None:
    assert strict_json.read('{"name": "Zo\u00eb \\ud83d\\udc15"}') == {
        "name": "Zo\u00eb \U0001f415"
    }
    assert strict_json.read('\ufeff{"name": "Zo\u00eb"}'.encode()) == {"name": "Zo\u00eb"}
    assert strict_json.read("[" * 64 + "]" * 64)
    assert strict_json.read("[1, 2.5, null, true]") == [1, 2.5, None, True]


def test_the_largest_integers_are_read() -> None:
    most = 10**strict_json.MOST_DIGITS - 1
    assert strict_json.read(f"[{most}, -{most}]") == [most, -most]


def test_a_longer_integer_is_clamped_so_that_its_field_refuses_it() -> None:
    beyond = 10**strict_json.MOST_DIGITS
    assert strict_json.read(f"[{10**400}, {-(10**4000)}]") == [beyond, -beyond]


def test_a_number_too_large_for_a_float_is_clamped_so_that_its_field_refuses_it() -> None:
    assert strict_json.read("[1e999, -1e999]") == [sys.float_info.max, -sys.float_info.max]
