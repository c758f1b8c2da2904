"""The field reports of the torture name tests that exist."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.torture.fields import ROWS

PROJECT = Path(__file__).parents[2]
WANTED = sorted({tests for row in ROWS.values() for tests in row})


@pytest.fixture(scope="module")
def names() -> list[str]:
    """All tests of the files named there, collected at once."""
    places = sorted({tests.split()[0] for tests in WANTED})
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *places],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert listed.returncode == 0, listed.stdout + listed.stderr
    return listed.stdout.splitlines()


@pytest.mark.parametrize("tests", WANTED)
def test_each_row_names_an_existing_test(tests: str, names: list[str]) -> None:
    place, _, word = tests.partition(" -k ")
    own = [name for name in names if name.startswith((f"{place}::", f"{place}/"))]
    assert any(word in name.removeprefix(place) for name in own)
