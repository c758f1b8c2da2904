"""The trials of mutants, on a copy with a few of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.chosen import Measured, files
from tests.mutation.marks import FOUND, MISSED, SURVIVED, alive, names, note, table, verdicts
from tests.mutation.reasons import FILE, explained, reasons
from tests.mutation.second import passes
from tests.patience import PATIENCE_S

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

def test_the_first_is_not_on():
    assert os.environ["MUTANT_UNDER_TEST"] != "companion.games.a.x_one__mutmut_1"

def test_of_something_else():
    assert not os.environ["MUTANT_UNDER_TEST"]
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What mutmut leaves behind."""
    copy = tmp_path / "mutants"
    for folder in ("companion/games", "companion/protocols", "tests/games"):
        (copy / folder).mkdir(parents=True)
    for path, inside in (
        ("companion/games/a.py.meta", NAMES),
        ("companion/protocols/b.py.meta", [OTHER]),
    ):
        told = {"exit_code_by_key": dict.fromkeys(inside)}
        (copy / path).write_text(json.dumps(told))
    for name in ("games/test_a.py", "games/test_b.py", "games/test_c.py", "test_z.py"):
        (copy / "tests" / name).write_text(TEST)
    (copy / "pyproject.toml").write_text(SETTINGS)
    took = {
        "tests/games/test_b.py::test_the_first_is_not_on": 9.0,
        "tests/games/test_a.py::test_the_first_is_not_on": 0.1,
        "tests/test_z.py::test_the_first_is_not_on": 0.2,
    }
    reached = {"companion.games.a.x_one": ["tests/test_z.py::test_the_first_is_not_on"]}
    told = {"duration_by_test": took, "tests_by_mangled_function_name": reached}
    (copy / "mutmut-stats.json").write_text(json.dumps(told))
    return copy


def test_the_table_counts_what_was_tried_and_what_was_found(copy: Path) -> None:
    assert names(copy) == [*NAMES, OTHER]
    note(copy, FOUND, NAMES[0])
    note(copy, MISSED, NAMES[1])
    assert [row.line for row in table(names(copy), verdicts(copy))] == [
        "| games.a | 2 | 2 | 1 | 1 | 50.0 |",
        "| protocols.b | 1 | 0 | 0 | 0 | - |",
        "| all | 3 | 2 | 1 | 1 | 50.0 |",
    ]


def test_who_is_alive_is_told_with_its_reason() -> None:
    text = "companion.games.a.x_one__mutmut_1\tboth are the same\ncompanion.protocols.*\tnever read"
    assert explained([*NAMES, OTHER], text) == [
        (NAMES[0], "both are the same"),
        (NAMES[1], ""),
        (OTHER, "never read"),
    ]
    with pytest.raises(ValueError, match="a tab"):
        list(reasons("companion.games.a.x_one__mutmut_1 only a blank"))


def test_each_reason_is_of_functions_that_are_there() -> None:
    """mutmut's names: `module.x_function__mutmut_7`, `module.xǁClassǁmethod__mutmut_7`."""
    for pattern, _ in reasons(FILE.read_text()):
        module, _, rest = pattern.partition(".x")
        function = rest.partition("__mutmut_")[0].rpartition("ǁ")[2].removeprefix("_")
        path = Path(*module.split("."))
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert f"def {function}" in source.read_text() or f"def _{function}" in source.read_text()


def test_the_last_verdict_counts(copy: Path) -> None:
    note(copy, MISSED, NAMES[1])
    assert alive(copy) == [NAMES[1]]
    note(copy, SURVIVED, NAMES[1])
    assert alive(copy) == [NAMES[1]]
    assert alive(copy, but=[SURVIVED]) == []
    note(copy, FOUND, NAMES[1])
    assert alive(copy) == []


def test_the_files_are_those_that_were_chosen(copy: Path) -> None:
    assert files(copy) == ["tests/games/test_a.py", "tests/games/test_b.py", "tests/test_z.py"]


def test_who_is_named_like_the_module_comes_first_then_who_reaches_the_function(copy: Path) -> None:
    measured = Measured.of(copy)
    assert measured.files(NAMES[0], files(copy)) == ["tests/games/test_a.py", "tests/test_z.py"]
    assert measured.files("companion.games.b.x_two__mutmut_1", files(copy)) == [
        "tests/games/test_a.py",
        "tests/test_z.py",
        "tests/games/test_b.py",
    ]


def test_a_quick_test_goes_first_then_those_that_reach_much_as_many_as_fit() -> None:
    reaching = {"m.x_f": ["a", "b", "c"], "m.x_h": ["c"]}
    measured = Measured({"a": 0.5, "b": 0.1, "c": 0.9}, reaching)
    assert measured.tests("m.x_f__mutmut_3", 9.0) == ["b", "a", "c"]
    assert measured.tests("m.x_f__mutmut_3", 1.1) == ["b", "a"]
    assert measured.tests("m.x_f__mutmut_3", 0.1) == ["b"]
    assert measured.tests("m.x_cached__mutmut_1", 9.0) == ["a", "b"]
    assert measured.tests("n.x_g__mutmut_1", 9.0) == []


def test_a_mutant_is_on_from_the_start_of_its_second_trial(copy: Path) -> None:
    assert passes(copy, "", ["tests/test_z.py"])
    assert not passes(copy, NAMES[1], ["tests/test_z.py"])


def first_trial(copy: Path, mutants: list[str]) -> int:
    """Its exit status, in a process of its own."""
    asks = "from pathlib import Path; from tests.mutation import first; "
    run = [sys.executable, "-c", f"{asks}first.run(Path('mutants'), {mutants!r}, 2)"]
    path = {"PYTHONPATH": str(Path(__file__).parents[1])}
    return subprocess.run(run, cwd=copy.parent, env=path, timeout=PATIENCE_S).returncode


def test_the_first_trial_asks_only_tests_that_reach_the_function(copy: Path) -> None:
    """`_2` would be found by a test beside it; whom nothing reaches is missed, too."""
    assert first_trial(copy, [*NAMES, OTHER]) == 0
    assert verdicts(copy) == {NAMES[0]: FOUND, NAMES[1]: MISSED, OTHER: MISSED}


def test_where_a_test_fails_without_any_mutant_none_counts_as_found(copy: Path) -> None:
    (copy / "tests" / "test_z.py").write_text(TEST + "\ndef test_broken():\n    assert False\n")
    assert first_trial(copy, NAMES) != 0
    assert verdicts(copy) == {}
