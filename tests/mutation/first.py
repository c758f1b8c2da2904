"""The first trial: the tests are collected once, and each mutant runs in a fork of that process.

Quick, but a mutant is switched on when all is imported: what is called on the way (tables of keys,
codecs, kinds of acts) was called unchanged. Whom it misses, the second trial tries (second.py).
"""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.mutation.child import enter, forked
from tests.mutation.chosen import Measured, settings
from tests.mutation.marks import FOUND, MISSED, note

BUDGET_S = 3.0
"""So long the tests of a mutant may take together, by mutmut's measure; the quickest go first."""

TRIAL_S = 60
"""A trial that takes longer found the mutant: it made a loop endless."""

OURS = ("-p", "no:cacheprovider", "-q", "-s", "-W", "ignore::pytest.PytestAssertRewriteWarning")


class Trials:
    """In place of pytest's own run of what it collected."""

    def __init__(self, mutants: Iterable[str], measured: Measured, children: int):
        self._mutants = mutants
        self._measured = measured
        self._children = children
        self._under_way: dict[int, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant on the tests that reach it, so many at a time."""
        items = {item.nodeid: item for item in session.items}
        for mutant in self._mutants:
            if len(self._under_way) >= self._children:
                self._await_one()
            tests = self._measured.tests(mutant, BUDGET_S)
            chosen = [items[test] for test in tests if test in items]
            child = forked(mutant, TRIAL_S, lambda chosen=chosen: _pass(session, chosen))
            self._under_way[child] = mutant
        while self._under_way:
            self._await_one()
        return True

    def _await_one(self) -> None:
        child, status = os.wait()
        verdict, mutant = FOUND if status else MISSED, self._under_way.pop(child)
        note(Path(), verdict, mutant)
        print(verdict, mutant, flush=True)


def _pass(session: pytest.Session, items: Iterable[pytest.Item]) -> bool:
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            return False
    return True


def run(copy: Path, mutants: Iterable[str], children: int) -> None:
    """Try these. Writes down what became of each; raises SystemExit if the tests do not start."""
    measured = Measured.of(copy)
    chosen = settings(copy)
    enter(copy)
    os.environ["MUTANT_UNDER_TEST"] = ""
    arguments = [*OURS, *chosen["pytest_add_cli_args"]]
    arguments += chosen["pytest_add_cli_args_test_selection"]
    ended = pytest.main(arguments, plugins=[Trials(mutants, measured, children)])
    if ended != pytest.ExitCode.OK:
        raise SystemExit(f"The tests do not start: {ended!r}")
