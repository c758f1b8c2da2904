"""The second trial: a process for each mutant, with the mutant on from the start.

For mutants of functions that are called while everything is imported and collected: tables of keys,
codecs, kinds of acts. The first trial switches a mutant on when that is over. And for those that
nobody can explain: here whole files are run, whoever was seen to reach the function.
"""

import os
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from tests.mutation.child import enter, forked
from tests.mutation.chosen import Measured, files, settings
from tests.mutation.first import OURS
from tests.mutation.marks import FOUND, SURVIVED, note

IMPORTED = "imported.txt"
"""In the copy: the functions that are called on the way."""

MOST_FILES = 40
"""So many files of tests are asked, the most likely ones."""

TRIAL_S = 120
"""A trial that takes longer found the mutant: it made a loop endless."""

MEASURE_S = 600

PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def passes(copy: Path, name: str, tests: Iterable[str]) -> bool:
    """Whether these files' tests pass with this mutant on from the start ("": with none)."""
    child = forked(name, TRIAL_S, partial(_pass, copy, tests))
    return os.waitpid(child, 0)[1] == 0


def _pass(copy: Path, tests: Iterable[str]) -> bool:
    """In a process that has imported pytest and nothing of ours."""
    enter(copy)
    return pytest.main([*OURS, *settings(Path())["pytest_add_cli_args"], *tests]) in PASSED


def imported(copy: Path) -> set[str]:
    """The functions that are called before any test of today runs, by mutmut's names."""
    os.waitpid(forked("stats", MEASURE_S, partial(_measure, copy)), 0)
    return set((copy / IMPORTED).read_text().split())


def _measure(copy: Path) -> bool:
    trampoline = import_module("mutmut.mutation.trampoline")
    called: set[str] = set()
    trampoline.__dict__["record_trampoline_hit"] = lambda name, caller: called.add(name)
    enter(copy)
    chosen = settings(Path())
    tests = chosen["pytest_add_cli_args_test_selection"]
    pytest.main([*OURS, *chosen["pytest_add_cli_args"], "--collect-only", *tests])
    Path(IMPORTED).write_text("\n".join(sorted(called)))
    return True


def run(copy: Path, mutants: Iterable[str], children: int) -> None:
    """Try these, so many at a time."""
    for large in ("hypothesis.stateful", "mutmut.mutation.trampoline"):
        import_module(large)  # once here, not in each trial
    paths, measured = files(copy), Measured.of(copy)
    if not passes(copy, "", paths[:MOST_FILES]):
        raise SystemExit("The tests fail without any mutant: make a new copy (rm -r mutants).")
    under_way: dict[int, str] = {}
    for name in mutants:
        if len(under_way) >= children:
            _await_one(copy, under_way)
        tests = measured.files(name, paths)[:MOST_FILES]
        under_way[forked(name, TRIAL_S, partial(_pass, copy, tests))] = name
    while under_way:
        _await_one(copy, under_way)


def _await_one(copy: Path, under_way: dict[int, str]) -> None:
    child, status = os.wait()
    verdict, name = FOUND if status else SURVIVED, under_way.pop(child)
    note(copy, verdict, name)
    print(verdict, name, flush=True)
