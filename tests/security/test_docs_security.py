"""docs/security.md: every promise names an existing test."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)


def test_every_promise_names_a_test() -> None:
    promises = PAGE.partition("## What we promise")[2].partition("\n## ")[0]
    rows = [line for line in promises.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        assert "::test_" in row.split("|")[2], row


def test_every_named_test_exists() -> None:
    assert NAMED
    for file, test in NAMED:
        (found,) = TESTS.rglob(file)
        assert f"def {test}(" in found.read_text("utf-8"), f"{file}::{test}"


def test_every_file_of_security_tests_is_named() -> None:
    own = {path.name for path in Path(__file__).parent.glob("test_*.py")}
    assert own - {Path(__file__).name} <= {file for file, _ in NAMED}
