"""The spec of Snow Tails: rules, pieces, story and box."""

from companion.games import snow_tails
from companion.games.snow_tails import (
    box,
    course_proposals,
    course_races,
    fair_races,
    notation,
    pieces,
    played,
    track_course,
)
from companion.games.snow_tails.courses import PRINTED
from companion.games.snow_tails.options import PLAYERS
from companion.games.snow_tails.story import STORY
from companion.games.spec import GameSpec

SPEC = GameSpec(
    snow_tails,
    pieces,
    STORY,
    PLAYERS,
    box,
    box_in_races=False,
    rules=2,
    courses=PRINTED,
    course=track_course.marks,
    proposals=course_proposals.propose,
    course_races=course_races,
    course_now=lambda state: track_course.shown(state.track) if state.track else None,
    fair_races=fair_races,
    position=notation.write,
    played=played,
    start_places=True,
    bgg_id=38054,  # https://boardgamegeek.com/boardgame/38054/snow-tails
)
