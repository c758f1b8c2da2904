"""Husky's own room."""

from companion.games import husky
from companion.games.husky import box, notation, pieces
from companion.games.husky.story import STORY
from companion.games.room import Room

ROOM = Room(husky, pieces, STORY, box=box, position=notation.write)
