"""Whole races still produce their recorded transcripts (transcript.py)."""

from itertools import zip_longest
from pathlib import Path

import pytest
from transcript import FOLDER, read, transcript

from companion.games import GAMES

PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_race_produces_its_transcript(path: Path) -> None:
    lines = path.read_text().splitlines()
    for number, (now, then) in enumerate(zip_longest(transcript(*read(path)), lines), 1):
        assert (number, now) == (number, then)


def test_every_game_has_transcripts() -> None:
    assert {path.stem.partition("-")[0] for path in PATHS} == set(GAMES)
