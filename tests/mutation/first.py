"""The first trial: the tests are collected once, and each mutant runs in a fork of that process.

Quick, but a mutant is switched on when all is imported: what is called on the way (tables of keys,
codecs, kinds of acts) was called unchanged. Whom it misses, the second trial tries (second.py).
"""

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest

from tests.mutation.child import enter, forked
from tests.mutation.chosen import Measured, function, module, settings
from tests.mutation.marks import FOUND, MISSED, note

BUDGET_S = 3.0
"""So long the tests of a mutant may take together, by mutmut's measure."""

TRIAL_S = 10
"""A trial that takes longer found the mutant: it made a loop endless."""

CLEAN_S = 900
"""So long all tests together may take without any mutant."""

OURS = ("-p", "no:cacheprovider", "-q", "-s", "--tb=no", "--assert=plain")
"""Nobody reads what a mutant broke, and to explain it takes longer than to find it."""


class Trials:
    """In place of pytest's own run of what it collected."""

    def __init__(self, mutants: Iterable[str], measured: Measured, children: int):
        self._mutants = mutants
        self._measured = measured
        self._children = children
        self._under_way: dict[int, tuple[str, int]] = {}
        self._finders: dict[str, dict[str, None]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant on the tests that may find it, so many at a time. First all of them are
        run without any mutant: what fails then would find everything.
        """
        self._begin(session, "", session.items, CLEAN_S)
        _, failed, finder = self._ended()
        if failed:
            raise pytest.UsageError(f"fails without any mutant: {finder}")
        items = {item.nodeid: item for item in session.items}
        for mutant in self._mutants:
            if len(self._under_way) >= self._children:
                self._await_one()
            chosen = [items[test] for test in self._likely(mutant) if test in items]
            self._begin(session, mutant, chosen, TRIAL_S)
        while self._under_way:
            self._await_one()
        return True

    def _begin(
        self, session: pytest.Session, mutant: str, items: list[pytest.Item], within_s: int
    ) -> None:
        ours, its = os.pipe()
        child = forked(mutant, within_s, partial(_pass, session, items, its))
        os.close(its)
        self._under_way[child] = mutant, ours

    def _ended(self) -> tuple[str, bool, str]:
        """The next mutant whose trial ends, whether a test failed, and which one."""
        child, status = os.wait()
        mutant, ours = self._under_way.pop(child)
        with os.fdopen(ours) as said:
            return mutant, status != 0, said.read()

    def _likely(self, mutant: str) -> list[str]:
        """The tests to ask: first whoever found another change of the function, or the module."""
        tests = self._measured.tests(mutant, BUDGET_S)
        before = [*self._finders.get(function(mutant), ()), *self._finders.get(module(mutant), ())]
        known = set(tests) & set(before)
        return [test for test in dict.fromkeys(before) if test in known] + [
            test for test in tests if test not in known
        ]

    def _await_one(self) -> None:
        mutant, failed, finder = self._ended()
        if finder:
            for where in (function(mutant), module(mutant)):
                known = self._finders.get(where, {})
                self._finders[where] = {finder: None} | known
        verdict = FOUND if failed else MISSED
        note(Path(), verdict, mutant)
        print(verdict, mutant, flush=True)


def _pass(session: pytest.Session, items: Iterable[pytest.Item], finder: int) -> bool:
    """Whether all of them pass; which one does not goes to the file `finder`."""
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            os.write(finder, item.nodeid.encode())
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
