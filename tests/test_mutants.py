"""The second trial of mutants, on a copy with three of them."""

import json
from pathlib import Path

import pytest
from mutants import Measured, Mutant, alive, files, passes, read, table, verdicts

NAMES = ["companion.games.a.x_one__mutmut_1", "companion.games.a.x_one__mutmut_2"]
OTHER = "companion.protocols.b.xǁBǁdo__mutmut_1"
SETTINGS = """
[tool.mutmut]
pytest_add_cli_args = ["-x"]
pytest_add_cli_args_test_selection = [
    "tests/games", "tests/test_z.py", "--ignore=tests/games/test_c.py"
]
"""
TEST = """
import os

def test_no_mutant_is_on():
    assert not os.environ["MUTANT_UNDER_TEST"]
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What mutmut leaves behind: one mutant found, one that survived, one not run."""
    for folder in ("companion/games", "companion/protocols", "tests/games"):
        (tmp_path / folder).mkdir(parents=True)
    for path, codes in (
        ("companion/games/a.py.meta", dict(zip(NAMES, (1, 0), strict=True))),
        ("companion/protocols/b.py.meta", {OTHER: None}),
    ):
        (tmp_path / path).write_text(json.dumps({"exit_code_by_key": codes}))
    for name in ("games/test_a.py", "games/test_b.py", "games/test_c.py", "test_z.py"):
        (tmp_path / "tests" / name).write_text(TEST)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    took = {"tests/games/test_b.py::test": 9.0, "tests/games/test_a.py::test": 0.1}
    reached = {"companion.games.a.x_one": ["tests/test_z.py::test"]}
    told = {"duration_by_test": took, "tests_by_mangled_function_name": reached}
    (tmp_path / "mutmut-stats.json").write_text(json.dumps(told))
    return tmp_path


def test_the_table_counts_what_was_run_and_what_either_trial_found(copy: Path) -> None:
    mutants = read(copy)
    assert [row.line for row in table(mutants, {})] == [
        "| games.a | 2 | 2 | 1 | 1 | 50.0 |",
        "| protocols.b | 1 | 0 | 0 | 0 | - |",
        "| all | 3 | 2 | 1 | 1 | 50.0 |",
    ]
    assert table(mutants, {NAMES[1]: True})[-1].line == "| all | 3 | 2 | 2 | 0 | 100.0 |"


def test_the_last_verdict_counts_and_who_survived_twice_is_alive(copy: Path) -> None:
    (copy / "second_trial.txt").write_text(f"found {NAMES[1]}\nsurvived {NAMES[1]}\n")
    assert alive(read(copy), verdicts(copy)) == [Mutant(NAMES[1], 0)]


def test_the_tests_are_those_that_were_chosen(copy: Path) -> None:
    assert files(copy) == ["tests/games/test_a.py", "tests/games/test_b.py", "tests/test_z.py"]


def test_who_reaches_the_function_comes_first_then_who_is_named_like_it(copy: Path) -> None:
    measured = Measured.of(copy)
    assert measured.files(NAMES[0], files(copy)) == ["tests/test_z.py", "tests/games/test_a.py"]
    assert measured.files("companion.games.b.x_two__mutmut_1", files(copy)) == [
        "tests/games/test_a.py",
        "tests/test_z.py",
        "tests/games/test_b.py",
    ]


def test_a_mutant_is_on_from_the_start_of_its_trial(copy: Path) -> None:
    assert passes(copy, "", ["tests/test_z.py"])
    assert not passes(copy, NAMES[1], ["tests/test_z.py"])
