"""CSV files in the format that spreadsheets of each language expect."""

import csv
import io

import pytest

from companion.library import spreadsheet


def test_english_file_has_a_bom_commas_and_decimal_points() -> None:
    written = spreadsheet.text([["Zoë", 4.5, 3, ""]], "en")
    assert written == '\ufeff"Zoë","4.5",3,""\r\n'
    assert written.encode().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_german_and_french_files_have_semicolons_and_decimal_commas(lang: str) -> None:
    assert spreadsheet.text([["Zoë", 4.5, -1.25, True]], lang) == (
        '\ufeff"Zoë";"4,5";"-1,25";True\r\n'
    )


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20"]
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_name_is_never_a_formula(sign: str, lang: str) -> None:
    name = f'{sign}1+1;=2,=3"'
    written = spreadsheet.text([[name]], lang).removeprefix(spreadsheet.MARK)
    assert written.startswith(f"\"'{sign}")
    (row,) = csv.reader(io.StringIO(written, newline=""), delimiter=";" if lang == "de" else ",")
    assert row == [f"'{name}"]
