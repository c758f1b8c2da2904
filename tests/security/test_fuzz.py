"""A short run of the fuzzer: the seeds, and a fixed number of inputs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.security.fuzz_targets import SEEDS, TARGETS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_accepts_its_seeds_and_empty_input(target: str) -> None:
    for seed in (b"", *SEEDS[target]):
        TARGETS[target](seed)


@pytest.mark.slow
@pytest.mark.parametrize("runs", [200, pytest.param(1_000, marks=pytest.mark.long)])
def test_no_input_breaks_links_frames_files_or_acts(runs: int, tmp_path: Path) -> None:
    """`make fuzz` does the same for much longer."""
    pytest.importorskip("atheris", reason="atheris is not to be had here: NOTHING WAS FUZZED")
    words = [sys.executable, "-m", "tests.security.fuzz", "all", str(runs), str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=550)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    counted = re.search(r"^Done (\d+) runs", done.stderr, re.MULTILINE)
    assert counted
    assert int(counted[1]) == runs
    print(f"fuzzed: {counted[1]} inputs, no fault")
