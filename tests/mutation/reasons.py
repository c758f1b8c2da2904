"""Why a mutant that is alive may be so: what `reasons.txt` beside this says of it.

Each line is a mutant's name, or a pattern of names, a tab and a sentence. A function that changes
gets its mutants' numbers anew: then its lines have to be written again.
"""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

FILE = Path(__file__).with_name("reasons.txt")


def reasons(text: str) -> Iterator[tuple[str, str]]:
    """A pattern and its sentence for each line. Raises ValueError for a line that has not both."""
    for line in text.splitlines():
        pattern, tab, why = line.partition("\t")
        if not (pattern and tab and why):
            raise ValueError(f"a name, a tab and a sentence, not {line!r}")
        yield pattern, why


def explained(names: Iterable[str], text: str) -> list[tuple[str, str]]:
    """Each of these with its sentence, "" where there is none."""
    known = list(reasons(text))
    return [
        (name, next((why for pattern, why in known if fnmatchcase(name, pattern)), ""))
        for name in names
    ]
