"""The spec of Reindeer Races: rules, pieces, story and box."""

from companion.games import reindeer_races
from companion.games.reindeer_races import box, notation, pieces
from companion.games.reindeer_races.options import PLAYERS
from companion.games.reindeer_races.story import STORY
from companion.games.spec import GameSpec

SPEC = GameSpec(
    reindeer_races, pieces, STORY, PLAYERS, box=box, position=notation.write, own_points=True
)
