"""Reindeer Races' own room."""

from companion.games import reindeer_races
from companion.games.reindeer_races import box, notation, pieces
from companion.games.reindeer_races.story import STORY
from companion.games.room import Room

ROOM = Room(reindeer_races, pieces, STORY, box=box, position=notation.write)
