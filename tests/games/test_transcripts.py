"""Whole races say, word by word, what they said when they were written down (transcript.py)."""

from itertools import zip_longest
from pathlib import Path

import pytest
from transcript import FOLDER, read, told

from companion.games import GAMES

PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_race_says_what_it_said(path: Path) -> None:
    lines = path.read_text().splitlines()
    for number, (now, then) in enumerate(zip_longest(told(*read(path)), lines), 1):
        assert (number, now) == (number, then)


def test_every_game_has_transcripts() -> None:
    assert {path.stem.partition("-")[0] for path in PATHS} == set(GAMES)
