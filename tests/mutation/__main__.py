"""What became of mutmut's mutants: two trials for each, and the table. From the project's root.

.mutate/bin/python -m tests.mutation           # both trials, the table; stopped, it goes on
.mutate/bin/python -m tests.mutation --again   # once more those that survived, on today's tests
.mutate/bin/python -m tests.mutation --table   # only the table
.mutate/bin/python -m tests.mutation --names   # only who is still alive, and why (reasons.txt)
"""

import argparse
import os
import shutil
from fnmatch import fnmatch
from random import Random

from tests.mutation import first, second
from tests.mutation.chosen import function
from tests.mutation.marks import (
    COPY,
    FOUND,
    HEAD,
    MISSED,
    SURVIVED,
    alive,
    names,
    table,
    verdicts,
)
from tests.mutation.reasons import FILE, explained


def main() -> None:
    """The command line."""
    ask = argparse.ArgumentParser(prog="python -m tests.mutation")
    ask.add_argument("only", nargs="*", help="patterns of names, such as 'companion.games.husky.*'")
    ask.add_argument(
        "--again", action="store_true", help="also whom the trials did not find before"
    )
    ask.add_argument("--first", action="store_true", help="without the second trial")
    ask.add_argument("--children", type=int, default=os.cpu_count(), help="trials at a time")
    ask.add_argument("--table", action="store_true", help="only print the table")
    ask.add_argument("--names", action="store_true", help="only print who is still alive, and why")
    asked = ask.parse_args()
    if asked.names:
        told = explained(alive(COPY), FILE.read_text())
        print(*("\t".join(one) for one in told), sep="\n")
        without = [name for name, why in told if not why]
        raise SystemExit(f"{len(without)} of {len(told)} without a reason" if without else 0)
    if not asked.table:
        shutil.copytree("tests", COPY / "tests", dirs_exist_ok=True)
        shutil.copy("pyproject.toml", COPY)
        _try(asked)
    print(HEAD, *(row.line for row in table(names(COPY), verdicts(COPY))), sep="\n")


def _try(asked: argparse.Namespace) -> None:
    def wanted(name: str) -> bool:
        return not asked.only or any(fnmatch(name, one) for one in asked.only)

    known = verdicts(COPY)
    done = (FOUND,) if asked.again else (FOUND, MISSED, SURVIVED)
    untried = [name for name in names(COPY) if known.get(name) not in done and wanted(name)]
    Random(len(untried)).shuffle(untried)  # what is tried of them stands for all of them
    if untried and not (child := os.fork()):
        first.run(COPY, untried, asked.children)
        os._exit(0)
    if untried and os.waitpid(child, 0)[1]:
        raise SystemExit(1)
    if not asked.first:
        late = second.imported(COPY)
        missed = explained(alive(COPY, but=() if asked.again else (SURVIVED,)), FILE.read_text())
        doubtful = [name for name, why in missed if function(name) in late or not why]
        second.run(COPY, filter(wanted, doubtful), asked.children)


if __name__ == "__main__":
    main()
