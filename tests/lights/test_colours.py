"""Colours: any text that a player enters has a colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lights.colours import rgb


@pytest.mark.parametrize(
    "words",
    [
        ("red", "Rot", "ROUGE", " red "),
        ("green", "grün", "GRÜN", "vert"),
        ("white", "weiß", "weiss", "blanc"),
        ("black", "schwarz", "noir"),
    ],
)
def test_a_colour_is_the_same_in_each_language(words: tuple[str, ...]) -> None:
    assert len({rgb(word) for word in words}) == 1


def test_a_hex_colour_is_converted_exactly() -> None:
    assert rgb("#12abEF") == (0x12, 0xAB, 0xEF)


def test_an_unknown_word_has_a_constant_hue_of_its_own() -> None:
    assert rgb("zinnober") == rgb("Zinnober ") == (57, 149, 230)
    assert len({rgb(word) for word in ("zinnober", "mint", "sand", "taupe")}) == 4


@given(st.text(st.characters()))
def test_any_text_is_a_colour(word: str) -> None:
    assert all(0 <= channel <= 255 for channel in rgb(word))
