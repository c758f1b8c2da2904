"""Tests without their programs are skipped and counted (tests/needs.py)."""

import re
import tomllib
from pathlib import Path

from tests import needs

ROOT = Path(__file__).parents[2]


def test_make_test_offers_every_package_that_a_test_needs() -> None:
    recipe = re.search(r"^ready-to-test:\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert recipe
    for packages in needs.NEEDS.values():
        assert set(packages) <= set(recipe[1].split())


def test_the_summary_counts_by_package_and_shows_the_command() -> None:
    reasons = [
        *2 * [f"Skipped: {needs.REASON}openssl"],
        *3 * [f"Skipped: {needs.REASON}chromium fonts-dejavu-core"],
        "Skipped: only root can mount a small disk",
    ]
    assert needs.summary(reasons) == [
        "tests that need chromium fonts-dejavu-core: 3",
        "tests that need openssl: 2",
        "To run them: sudo apt-get install --no-install-recommends"
        " chromium fonts-dejavu-core openssl",
    ]


def test_the_summary_is_empty_if_nothing_is_missing() -> None:
    assert needs.summary(["Skipped: only root can mount a small disk"]) == []


def test_paths_of_the_mutation_run_exist() -> None:
    mutmut = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]
    tests = mutmut["pytest_add_cli_args_test_selection"]
    paths = [path.removeprefix("--ignore=") for path in (*tests, *mutmut["also_copy"])]
    assert [path for path in paths if not (ROOT / path).exists()] == []
