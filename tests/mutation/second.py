"""The second trial: a process for each mutant, with the mutant on from the start.

For those that the first trial missed: what a module calls while it is imported, and what a test
calls while it is collected, is called with the mutant on here.
"""

import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from tests.mutation.child import enter, forked
from tests.mutation.chosen import Measured, files, settings
from tests.mutation.first import OURS
from tests.mutation.marks import FOUND, SURVIVED, note

TRIAL_S = 120
"""A trial that takes longer found the mutant: it made a loop endless."""

PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def passes(copy: Path, name: str, tests: Iterable[str]) -> bool:
    """Whether these files' tests pass with this mutant on from the start ("": with none)."""
    child = forked(name, TRIAL_S, lambda: _pass(copy, tests))
    return os.waitpid(child, 0)[1] == 0


def _pass(copy: Path, tests: Iterable[str]) -> bool:
    """File by file until one fails, in a process that has imported pytest and nothing of ours."""
    enter(copy)
    arguments = [*OURS, *settings(Path())["pytest_add_cli_args"]]
    return all(pytest.main([*arguments, test]) in PASSED for test in tests)


def run(copy: Path, mutants: Iterable[str]) -> None:
    """Try these. Raises SystemExit if the tests fail without any mutant."""
    for large in ("hypothesis.stateful", "mutmut.mutation.trampoline"):
        import_module(large)  # once here, not in each trial
    paths, measured = files(copy), Measured.of(copy)
    if not passes(copy, "", paths):
        raise SystemExit("The tests fail without any mutant: make a new copy (rm -r mutants).")
    for name in mutants:
        verdict = SURVIVED if passes(copy, name, measured.files(name, paths)) else FOUND
        note(copy, verdict, name)
        print(verdict, name, flush=True)
