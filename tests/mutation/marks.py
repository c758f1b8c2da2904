"""The mutants of mutmut's copy, what became of each, and the table of it.

Owns mutants/verdicts.txt: a verdict and a name in each line; the last one of a name counts.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

COPY = Path("mutants")
FILE = "verdicts.txt"

FOUND, MISSED, SURVIVED = "found", "missed", "survived"
"""Missed: by the first trial, which switches a mutant on late. Survived: both trials."""

HEAD = "| module | mutants | run | found | not found | % |\n|---|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Row:
    """One module: how many mutants, how many of them were tried, and how many were found."""

    module: str
    mutants: int
    run: int
    found: int

    @property
    def line(self) -> str:
        percent = f"{100 * self.found / self.run:.1f}" if self.run else "-"
        cells = (self.module, self.mutants, self.run, self.found, self.run - self.found, percent)
        return "| " + " | ".join(str(cell) for cell in cells) + " |"


def names(copy: Path) -> list[str]:
    """Every mutant, in the order of its files."""
    return [
        name
        for path in sorted(copy.rglob("*.py.meta"))
        for name in json.loads(path.read_text())["exit_code_by_key"]
    ]


def verdicts(copy: Path) -> dict[str, str]:
    """What became of each mutant that was tried."""
    path = copy / FILE
    lines = path.read_text().splitlines() if path.exists() else []
    return {name: verdict for verdict, _, name in (one.partition(" ") for one in lines)}


def note(copy: Path, verdict: str, name: str) -> None:
    """Write down what became of one."""
    with (copy / FILE).open("a") as written:
        print(verdict, name, file=written)


def alive(copy: Path, *, but: Iterable[str] = ()) -> list[str]:
    """Those that were tried and not found, without those of the verdict `but`."""
    said = verdicts(copy)
    return [name for name in names(copy) if said.get(name, FOUND) not in (FOUND, *but)]


def table(mutants: Iterable[str], said: Mapping[str, str]) -> list[Row]:
    """A row for each module, and one for all of them."""
    modules: dict[str, list[str]] = {}
    for name in mutants:
        module = name.rpartition(".")[0].removeprefix("companion.")
        modules.setdefault(module, []).append(name)
    modules["all"] = [name for module in modules.values() for name in module]
    return [_row(module, inside, said) for module, inside in modules.items()]


def _row(module: str, mutants: list[str], said: Mapping[str, str]) -> Row:
    run = [said[name] for name in mutants if name in said]
    return Row(module, len(mutants), len(run), run.count(FOUND))
