"""The spec of Husky: rules, pieces, story and box."""

from companion.games import husky
from companion.games.husky import box, notation, pieces
from companion.games.husky.options import PLAYERS
from companion.games.husky.story import STORY
from companion.games.spec import GameSpec

SPEC = GameSpec(
    husky, pieces, STORY, PLAYERS, box=box, position=notation.write, own_points=True, rules=2
)
