"""`python -m tests.torture`: run all torture lines and print a table of results."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.torture.line import tried
from tests.torture.lines import LINES


def main() -> int:
    """Exit status 1 if a line failed; lines that cannot run here are reported and do not count."""
    asked = argparse.ArgumentParser(prog="make torture", description=__doc__)
    asked.add_argument("only", nargs="*", help="a word of the lines to run (default: all)")
    asked.add_argument("--short", action="store_true", help="as seldom as in make test")
    asked.add_argument("--count", type=int, help="so many instead of each line's own number")
    args = asked.parse_args()
    failed = 0
    for line in LINES:
        if args.only and not any(word in line.name for word in args.only):
            continue
        count = args.count or (line.short or line.full if args.short else line.full)
        with tempfile.TemporaryDirectory(prefix="torture-") as folder:
            result = tried(line, count, Path(folder))
        failed += result.word == "FAILED"
        print(result, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
