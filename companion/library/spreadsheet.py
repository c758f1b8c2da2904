"""Write a table as a CSV file that opens in a spreadsheet with a double click.

UTF-8 with a byte order mark, without which Excel assumes an old code page. Where decimals have a
comma (German, French), Excel expects semicolons between the cells.
"""

import csv
import io
from collections.abc import Iterable
from typing import Any

from companion import messages

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte order mark, which says that a file is UTF-8."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - full-width


def text(rows: Iterable[Iterable[Any]], lang: str) -> str:
    """The rows as CSV for spreadsheets in this language. No text can be read as a formula."""
    decimal = messages.sentence("csv.decimal", lang=lang)
    out = io.StringIO()
    # A text in quotes stays one cell where another separator is expected.
    sheet = csv.writer(out, delimiter=";" if decimal == "," else ",", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        sheet.writerow([_cell(value, decimal) for value in row])
    return MARK + out.getvalue()


def _cell(value: Any, decimal: str) -> Any:
    if isinstance(value, float):
        return str(value).replace(".", decimal)
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
