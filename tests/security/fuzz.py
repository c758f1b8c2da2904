"""The fuzzer: python -m tests.security.fuzz TARGET RUNS [FOLDER]. Status 0 without a fault.

atheris measures the lines that an input reaches and mutates inputs that reach new ones. Those are
kept in the folder (build/fuzz) for the next time, and so is an input that breaks a target, which is
also printed.
"""

import sys
from pathlib import Path

import atheris

KEPT = Path(__file__).parents[2] / "build" / "fuzz"
LONGEST = 400
"""Most bytes of an input."""

STUCK_S = 60
"""Seconds that an input may take; a slower one is a fault."""


def main(target: str, runs: int, folder: Path) -> None:
    """Fuzz one of fuzz_targets.TARGETS, or all of them in turn ("all")."""
    with atheris.instrument_imports(include=["companion"]):
        from tests.security import fuzz_targets as ours

    targets = list(ours.TARGETS)
    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for name in targets if target == "all" else [target]:
        first = bytes([targets.index(name)]) if target == "all" else b""
        for number, seed in enumerate(ours.SEEDS[name]):
            (corpus / f"{name}-{number}").write_bytes(first + seed)
    do = ours.everything if target == "all" else ours.TARGETS[target]
    how = [f"-max_len={LONGEST}", f"-timeout={STUCK_S}", f"-artifact_prefix={folder}/{target}-"]
    atheris.Setup([sys.argv[0], f"-runs={runs}", *how, str(corpus)], do)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(*sys.argv[3:4]) if sys.argv[3:] else KEPT)
