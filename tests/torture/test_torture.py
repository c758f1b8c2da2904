"""The torture with short counts; `make torture` runs the full counts."""

from pathlib import Path

import pytest

from tests.torture.line import CannotRun, Line
from tests.torture.lines import LINES

SHORT = [pytest.param(line, id=line.name) for line in LINES if line.short]


@pytest.mark.slow
@pytest.mark.parametrize("line", SHORT)
def test_a_line_of_the_torture_holds(line: Line, tmp_path: Path) -> None:
    try:
        line.run(line.short, tmp_path)
    except CannotRun as why:
        pytest.skip(str(why))
