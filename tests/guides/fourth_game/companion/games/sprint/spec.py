"""The spec of Sprint: rules, pieces and story."""

from companion.games.sprint import pieces
from companion.games.sprint.rules import PLAYERS

from companion.games import sprint
from companion.games.spec import Figure, GameSpec, StoryOf

STORY = StoryOf(
    figures=(Figure("at", "ui.sprint_at", stands=lambda seat: int(seat["at"])),), records=()
)

SPEC = GameSpec(sprint, pieces, STORY, PLAYERS)
