"""The JSON of the store."""

import json

import pytest

from companion.store.records import encode, encode_piece


def test_json_is_ascii_without_spaces_and_nan_raises_value_error() -> None:
    value = {"name": "J\u00e4gerb\u00e4r", "of": [1, None, 2.5]}
    text = encode(value)
    assert text.isascii()
    assert " " not in text
    assert json.loads(text) == value
    for number in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="not JSON compliant"):
            encode({"took_s": number})


def test_equal_pieces_give_equal_json() -> None:
    assert encode_piece({"value": 3, "copy": 1}) == encode_piece({"copy": 1, "value": 3})
