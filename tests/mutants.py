"""A second trial for the mutants that mutmut did not find: each in a process of its own.

    .mutate/bin/python -m tests.mutants           # try them, print the table; stopped, it goes on
    .mutate/bin/python -m tests.mutants --again   # those too that survived a second trial before
    .mutate/bin/python -m tests.mutants --table   # only print the table
    .mutate/bin/python -m tests.mutants --names   # only print who is still alive

mutmut switches a mutant on in a fork, when everything has been imported: what a module calls while
it is imported (tables of keys, codecs, kinds of acts) has been called by then, unchanged, and its
mutant survives whatever the tests do. Here it is on from the start. And a mutant that survived
before a test was written meets that test. Owns mutants/second_trial.txt: a verdict and a name in
each line.
"""

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

COPY = Path("mutants")
VERDICTS = "second_trial.txt"
TRIAL_S = 900
"""A trial that takes longer found the mutant: it made a loop endless."""
QUICK_S = 3.0
"""A file of tests that takes longer comes last."""
_EVERYWHERE = {"companion", "tests", "test", "py"}
OURS = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
SURVIVED, NO_TESTS = 0, (5, 33)
STOPPED = 2
"""mutmut's exit codes; all others mean found."""
HEAD = "| module | mutants | run | found | survived | % |\n|---|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `code`: how mutmut's trial ended, None if it has not been run."""

    name: str
    code: int | None

    @property
    def module(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def run(self) -> bool:
        return self.code not in (None, STOPPED)

    @property
    def escaped(self) -> bool:
        """Whether mutmut's trial did not find it."""
        return self.code in (SURVIVED, *NO_TESTS)


@dataclass(frozen=True, slots=True)
class Row:
    """One module: how many mutants, how many of them were run, and how many were found."""

    module: str
    mutants: int
    run: int
    found: int

    @property
    def line(self) -> str:
        percent = f"{100 * self.found / self.run:.1f}" if self.run else "-"
        cells = (self.module, self.mutants, self.run, self.found, self.run - self.found, percent)
        return "| " + " | ".join(str(cell) for cell in cells) + " |"


def read(copy: Path) -> list[Mutant]:
    """Every mutant of mutmut's copy, in the order of its files."""
    return [
        Mutant(name, code)
        for path in sorted(copy.rglob("*.py.meta"))
        for name, code in json.loads(path.read_text())["exit_code_by_key"].items()
    ]


def verdicts(copy: Path) -> dict[str, bool]:
    """Whether the second trial found a mutant, by name; the last one counts."""
    path = copy / VERDICTS
    lines = path.read_text().splitlines() if path.exists() else []
    return {name: verdict == "found" for verdict, _, name in (one.partition(" ") for one in lines)}


def alive(mutants: Iterable[Mutant], second: Mapping[str, bool]) -> list[Mutant]:
    """Those that neither trial found."""
    return [one for one in mutants if one.escaped and not second.get(one.name)]


def table(mutants: Iterable[Mutant], second: Mapping[str, bool]) -> list[Row]:
    """A row for each module, and one for all of them."""
    modules: dict[str, list[Mutant]] = {}
    for one in mutants:
        modules.setdefault(one.module.removeprefix("companion."), []).append(one)
    modules["all"] = [one for module in modules.values() for one in module]
    return [_row(name, module, second) for name, module in modules.items()]


def _row(name: str, mutants: list[Mutant], second: Mapping[str, bool]) -> Row:
    run = [one for one in mutants if one.run]
    return Row(name, len(mutants), len(run), len(run) - len(alive(run, second)))


@dataclass(frozen=True, slots=True)
class Measured:
    """What mutmut measured: how long each file of tests took, and which reach a function."""

    took: Mapping[str, float]
    reaching: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, copy: Path) -> "Measured":
        """What it left in its copy; nothing before its first run."""
        path = copy / "mutmut-stats.json"
        told = json.loads(path.read_text()) if path.exists() else {}
        took: dict[str, float] = {}
        for test, one in told.get("duration_by_test", {}).items():
            took[_file(test)] = took.get(_file(test), 0.0) + one
        by_function = told.get("tests_by_mangled_function_name", {})
        return cls(
            took, {name: frozenset(map(_file, tests)) for name, tests in by_function.items()}
        )

    def files(self, mutant: str, paths: Iterable[str]) -> list[str]:
        """Those of these files that may find a mutant, the most likely ones first.

        Slow ones only where they reach its function or are named like its module: what is left out
        can make a found one look alive, never the other way round.
        """
        function, _, _ = mutant.partition("__mutmut_")
        words = set(re.split(r"[._]", function.rpartition(".")[0]))
        reaching = self.reaching.get(function, frozenset())

        def alike(path: str) -> int:
            return len(words & set(re.split(r"[/._]", path)) - _EVERYWHERE)

        def slow(path: str) -> bool:
            return self.took.get(path, 0.0) > QUICK_S

        def rank(path: str) -> tuple[bool, bool, int, float]:
            return slow(path), path not in reaching, -alike(path), self.took.get(path, 0.0)

        near = (path for path in paths if not slow(path) or path in reaching or alike(path) > 1)
        return sorted(near, key=rank)


def _file(test: str) -> str:
    return test.partition("::")[0]


def files(copy: Path) -> list[str]:
    """The tests of [tool.mutmut]."""
    chosen = settings(copy)["pytest_add_cli_args_test_selection"]
    ignored = {one.removeprefix("--ignore=") for one in chosen if one.startswith("-")}
    paths = [copy / one for one in chosen if not one.startswith("-")]
    tests = [test for path in paths for test in sorted(path.rglob("test_*.py")) or [path]]
    found = [str(test.relative_to(copy)) for test in tests]
    return [path for path in found if path not in ignored]


def settings(root: Path) -> dict[str, list[str]]:
    """[tool.mutmut]."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    mutmut: dict[str, list[str]] = project["tool"]["mutmut"]
    return mutmut


def passes(copy: Path, name: str, tests: Iterable[str]) -> bool:
    """Whether these files' tests pass with this mutant on from the start ("": with none)."""
    child = os.fork()
    if not child:
        _trial(copy, name, tests)
    return os.waitpid(child, 0)[1] == 0


def _trial(copy: Path, name: str, tests: Iterable[str]) -> NoReturn:
    """File by file until one fails, in a process that has imported pytest and nothing of ours."""
    failed = True
    try:
        signal.alarm(TRIAL_S)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.path[:] = [one for one in sys.path if one not in ("", os.getcwd())]
        os.chdir(copy)  # its modules, not those it was copied from
        sys.dont_write_bytecode = False  # the copy is large: it is compiled in the first trial
        os.environ["MUTANT_UNDER_TEST"] = name
        arguments = [*OURS, *settings(Path())["pytest_add_cli_args"]]
        failed = any(pytest.main([*arguments, test]) not in PASSED for test in tests)
    finally:
        os._exit(failed)


def try_again(copy: Path, mutants: Iterable[Mutant]) -> None:
    """Give each of these its second trial, and write down how it ended."""
    for large in ("hypothesis.stateful", "mutmut.mutation.trampoline"):
        import_module(large)  # once here, not in each trial
    paths, measured = files(copy), Measured.of(copy)
    for one in mutants:
        tests = measured.files(one.name, paths)
        verdict = "survived" if passes(copy, one.name, tests) else "found"
        with (copy / VERDICTS).open("a") as written:
            print(verdict, one.name, file=written)
        print(verdict, one.name, flush=True)


def main() -> None:
    """The command line."""
    ask = argparse.ArgumentParser(prog="python -m tests.mutants")
    ask.add_argument("--again", action="store_true", help="also who survived a second trial")
    ask.add_argument("--table", action="store_true", help="only print the table")
    ask.add_argument("--names", action="store_true", help="only print who is still alive")
    asked = ask.parse_args()
    mutants = read(COPY)
    left = alive(mutants, verdicts(COPY))
    if asked.names:
        print(*(one.name for one in left), sep="\n")
        return
    if not asked.table:
        shutil.copytree("tests", COPY / "tests", dirs_exist_ok=True)
        shutil.copy("pyproject.toml", COPY)
        if not passes(COPY, "", files(COPY)):
            sys.exit("The tests fail without any mutant: make a new copy (rm -r mutants).")
        known = {} if asked.again else verdicts(COPY)
        try_again(COPY, [one for one in left if one.name not in known])
    print(HEAD, *(row.line for row in table(mutants, verdicts(COPY))), sep="\n")


if __name__ == "__main__":
    main()
