"""A stored log leads to the same positions as before, unless the rules have a new version."""

from typing import Any

import pytest
import replays

from companion.games import GAME_SPECS

RACES = [(game, line) for game in GAME_SPECS for line in replays.lines(game)]


@pytest.mark.parametrize(("game", "line"), RACES, ids=[line["name"] for _, line in RACES])
def test_log_leads_to_its_recorded_positions(game: str, line: dict[str, Any]) -> None:
    rules = GAME_SPECS[game].rules
    assert line["rules"] == rules, "after raising `rules`: run tests/games/replays.py"
    found = replays.checksum(game, line["options"], line["acts"])
    assert found == line["positions"], (
        f"races saved with rules {rules} of {game} are replayed differently now: "
        f"raise `rules` in companion/games/{game}/spec.py, then run tests/games/replays.py"
    )


def test_every_game_has_logs_of_all_its_transcripts() -> None:
    for game in GAME_SPECS:
        names = {line["name"] for line in replays.lines(game)}
        stems = {path.stem for path in replays.transcript.FOLDER.glob(f"{game}-*.txt")}
        assert names >= stems
        assert stems


@pytest.mark.parametrize("game", GAME_SPECS)
def test_checksum_covers_a_position_in_the_middle(game: str) -> None:
    line = max(replays.lines(game), key=lambda line: len(line["acts"]))
    whole = replays.checksum(game, line["options"], line["acts"])
    assert replays.checksum(game, line["options"], line["acts"][:-1]) != whole
    shorter = [*line["acts"][:20], *line["acts"][21:]]
    assert replays.checksum(game, line["options"], shorter) != whole
