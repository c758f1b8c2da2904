"""Snow Tails' own room."""

from companion.games import snow_tails
from companion.games.room import Room
from companion.games.snow_tails import notation, pieces
from companion.games.snow_tails.courses import PRINTED
from companion.games.snow_tails.story import STORY

ROOM = Room(snow_tails, pieces, STORY, courses=PRINTED, position=notation.write)
