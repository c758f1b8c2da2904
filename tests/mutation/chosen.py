"""Which tests may find a mutant: the chosen ones, and what mutmut measured of them."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

QUICK_S = 3.0
"""A file of tests that takes longer is asked only where it is likely to know."""

BROAD = 16
"""So many tests that reach more than others go before the many that reach little."""

_EVERYWHERE = {"companion", "tests", "test", "py"}


def settings(root: Path) -> dict[str, list[str]]:
    """[tool.mutmut]."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    mutmut: dict[str, list[str]] = project["tool"]["mutmut"]
    return mutmut


def files(copy: Path) -> list[str]:
    """The files of tests that [tool.mutmut] chooses."""
    chosen = settings(copy)["pytest_add_cli_args_test_selection"]
    ignored = {one.removeprefix("--ignore=") for one in chosen if one.startswith("-")}
    paths = [copy / one for one in chosen if not one.startswith("-")]
    tests = [test for path in paths for test in sorted(path.rglob("test_*.py")) or [path]]
    found = [str(test.relative_to(copy)) for test in tests]
    return [path for path in found if path not in ignored]


def function(mutant: str) -> str:
    """The function that a mutant changes, by the name that mutmut gives it."""
    return mutant.partition("__mutmut_")[0]


def module(name: str) -> str:
    """The module of a mutant, or of the function that it changes."""
    return name.partition(".x")[0]


@dataclass(frozen=True)
class Measured:
    """What mutmut measured: how long each test took (seconds), and which reach a function."""

    took: Mapping[str, float]
    reaching: Mapping[str, list[str]]

    @classmethod
    def of(cls, copy: Path) -> "Measured":
        """What it left in its copy; nothing before its first run."""
        path = copy / "mutmut-stats.json"
        told: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        reaching = told.get("tests_by_mangled_function_name", {})
        return cls(told.get("duration_by_test", {}), reaching)

    def tests(self, mutant: str, within_s: float) -> list[str]:
        """The tests that may find it, as many as fit into this time.

        A few quick ones that reach its function, then those of its module that reach most functions
        of all (whatever is cached was reached by whoever came first), then the others that reach
        it, the quickest first.
        """
        reaching = self.reaching.get(function(mutant), [])
        quickest = sorted(reaching, key=lambda test: self.took.get(test, 0.0))
        few = self._fitting(quickest, QUICK_S / 10)
        broadest = self._broadest.get(module(mutant), [])
        return self._fitting(list(dict.fromkeys([*few, *broadest, *quickest])), within_s)

    @cached_property
    def _broadest(self) -> dict[str, list[str]]:
        """By module, the tests that reach it and most functions of all."""
        breadth = Counter(test for tests in self.reaching.values() for test in tests)
        modules: dict[str, set[str]] = {}
        for name, tests in self.reaching.items():
            short = (test for test in tests if self.took.get(test, 0.0) < QUICK_S / 5)
            modules.setdefault(module(name), set()).update(short)
        return {
            name: sorted(tests, key=lambda test: (-breadth[test], test))[:BROAD]
            for name, tests in modules.items()
        }

    def _fitting(self, tests: list[str], within_s: float) -> list[str]:
        """As many as fit in this order; the first one always does."""
        ends = accumulate(self.took.get(test, 0.0) for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= within_s] or tests[:1]

    def files(self, mutant: str, paths: Iterable[str]) -> list[str]:
        """Those of these files that may find a mutant, the most likely ones first.

        Slow ones only where they reach its function or are named like its module: what is left out
        can make a found one look alive, never the other way round.
        """
        reaching = {_file(test) for test in self.reaching.get(function(mutant), [])}
        words = set(re.split(r"[._]", function(mutant).rpartition(".")[0]))
        took: dict[str, float] = {}
        for test, one in self.took.items():
            took[_file(test)] = took.get(_file(test), 0.0) + one

        def alike(path: str) -> int:
            return len(words & set(re.split(r"[/._]", path)) - _EVERYWHERE)

        def slow(path: str) -> bool:
            return took.get(path, 0.0) > QUICK_S

        def rank(path: str) -> tuple[bool, int, bool, float]:
            return slow(path), -alike(path), path not in reaching, took.get(path, 0.0)

        near = (path for path in paths if not slow(path) or path in reaching or alike(path) > 1)
        return sorted(near, key=rank)


def _file(test: str) -> str:
    return test.partition("::")[0]
