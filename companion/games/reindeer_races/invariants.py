"""Invariants of a race, checked for positions that are read and by the tests.

Each function yields the names of the fields that are wrong.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from companion.games.reindeer_races import board, figures, rewards
from companion.games.reindeer_races.box import MOST_VALUE
from companion.games.reindeer_races.state import (
    ACTIONS,
    CARDS_LAID,
    ELF,
    KINDS,
    MOST_HAND,
    MOVE_CARDS,
    OBJECTS,
    SPACES,
    TEAM,
    TILES,
    TRACK_CARDS_IN_BOX,
    Box,
    Card,
    Land,
    Pending,
    Spot,
    State,
    Team,
    Tile,
)


def broken(state: State) -> Iterator[str]:
    """Yield the fields that break an invariant; none for any state that a race can reach.

    If box or seats are wrong, nothing else is checked, because the rest depends on them.
    """
    first = [*_box(state.box), *_race(state)]
    if first:
        yield from first
        return
    yield from chain(*(_named(team, _team(team)) for team in state.teams))
    yield from _cards(state)
    yield from _board(state)
    yield from _rewards(state)
    yield from _phase(state)


def _box(box: Box) -> Iterator[str]:
    if box.moves and (len(box.moves) != len(KINDS) or sum(box.moves) != MOVE_CARDS):
        yield "moves"
    if any(count < 0 for count in box.moves):
        yield "moves"
    spaces = {space for pair in box.tracks if pair for space in pair}
    pairs = all(pair is None or len(pair) == 2 for pair in box.tracks)
    if len(box.tracks) != TRACK_CARDS_IN_BOX or not pairs or spaces - set(SPACES):
        yield "tracks"
    tiles = sum(map(len, box.rewards))
    if len(box.rewards) != len(OBJECTS) or (tiles and not (all(box.rewards) and tiles == TILES)):
        yield "rewards"
    if not all(_descending(values) for values in box.rewards):
        yield "rewards"


def _descending(values: tuple[int, ...]) -> bool:
    in_range = all(1 <= value <= MOST_VALUE for value in values)
    return in_range and list(values) == sorted(values, reverse=True)


def _race(state: State) -> Iterator[str]:
    if state.span not in (2, 3):
        yield "span"
    if state.round < 1:
        yield "round"
    seats = [team.seat for team in state.teams]
    if not 2 <= len(seats) <= 4 or not all(1 <= seat <= 6 for seat in seats):
        yield "seat"
    for name in ("seat", "colour"):
        if len({getattr(team, name) for team in state.teams}) < len(seats):
            yield name
    if sorted(state.order) != sorted(seats):
        yield "order"


def _named(team: Team, wrong: Iterable[str]) -> Iterator[str]:
    return (f"seat {team.seat} {what}" for what in wrong)


def _team(team: Team) -> Iterator[str]:
    if not 0 <= team.hand <= MOST_HAND:
        yield "hand"
    if team.to_name < 0:
        yield "to_name"
    if len(team.reindeer) != TEAM:
        yield "reindeer"
    if team.retired and (team.hand or any(team.reindeer)):
        yield "retired"
    if not all(map(_is_tile, team.tiles)):
        yield "tiles"


def _is_tile(tile: Tile) -> bool:
    in_range = tile.value is None or 1 <= tile.value <= MOST_VALUE
    return tile.track in OBJECTS and in_range and tile.nth >= 0


def _cards(state: State) -> Iterator[str]:
    """Check that there are 77 cards in all, and no more of a kind than exist."""
    known = [card for card in state.discard if card.copy]
    if any(not _is_card(card) for card in state.discard) or len(set(known)) < len(known):
        yield "discard"
        return
    if state.unnamed < sum(team.to_name for team in state.teams):
        yield "unnamed"
    if state.pile < 0 or min(figures.unseen(state, *kind) for kind in KINDS) < 0:
        yield "pile"


def _is_card(card: Card) -> bool:
    return card.kind in KINDS and 0 <= card.copy <= MOVE_CARDS


def _board(state: State) -> Iterator[str]:
    numbers = [laid.card for laid in state.laid]
    in_box = range(1, TRACK_CARDS_IN_BOX + 1)
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(in_box):
        yield "laid"
    may_lie = {"lay": range(CARDS_LAID), "turns": (0, CARDS_LAID)}
    if len(numbers) not in may_lie.get(state.phase, range(CARDS_LAID + 1)):
        yield "laid"
    spots = [spot for team in state.teams for spot in team.reindeer if spot]
    if len(set(spots)) < len(spots) or not all(map(_is_spot, spots)):
        yield "reindeer"
    if spots and state.phase == "lay":
        yield "reindeer"


def _is_spot(spot: Spot) -> bool:
    return spot.track in OBJECTS and 1 <= spot.space <= board.length(spot.track)


def _rewards(state: State) -> Iterator[str]:
    """Check the 15 tiles: each is won once or is still on its track."""
    won = [tile for team in state.teams for tile in team.tiles]
    if state.phase == "rewards" and not rewards.asked(state):
        yield "phase"
    if not rewards.known(state):
        if not all(_fits(state, tile) for tile in won):
            yield "tiles"
        return
    left = sum(len(rewards.left(state, track)) for track in OBJECTS)
    if len(won) + left != TILES or any(tile.nth for tile in won):
        yield "tiles"
    if state.phase != "over" and any(rewards.emptied(state, track) for track in OBJECTS):
        yield "phase"


def _fits(state: State, tile: Tile) -> bool:
    """Whether no other reward of the track has its number, or a value against the order."""
    same = [one for one in rewards.won_on(state, tile.track) if one.nth == tile.nth]
    least, most = rewards.bounds(state, tile._replace(value=None))
    return (len(same) == 1 or not tile.nth) and least <= (tile.value or least) <= most


def _phase(state: State) -> Iterator[str]:
    racing = [team.seat for team in state.teams if team.racing]
    if state.phase not in ("lay", "turns", "rewards", "over"):
        yield "phase"
    if state.phase != "over" and not racing:
        yield "phase"
    if state.phase == "turns":
        if state.turn not in racing:
            yield "turn"
        elif state.pending is not None:
            yield from _pending(state, state.team(state.turn), state.pending)
    elif state.turn is not None or state.pending is not None:
        yield "turn"


def _pending(state: State, up: Team, pending: Pending) -> Iterator[str]:
    cards = pending.cards
    if not 1 <= len(cards) <= up.hand or not all(map(_is_card, cards)):
        yield "pending"
        return
    if len({card.what for card in cards if card.what != ELF}) > 1:
        yield "pending"
    if any(figures.unseen(state, *kind) < pending.of_kind(*kind) for kind in KINDS):
        yield "pending"
    if pending.track not in (None, *OBJECTS) or (pending.played and pending.track):
        yield "pending"
        return
    may = figures.candidates(up, pending.target) if pending.target else ()
    if pending.target and not may:
        yield "pending"
    if pending.reindeer is not None and pending.reindeer not in may:
        yield "pending"
        return
    if pending.land is not None and not _landing_fits(state, up, pending, pending.land):
        yield "pending"


def _landing_fits(state: State, up: Team, pending: Pending, land: Land) -> bool:
    """Whether the landing was asked for, on a free space that exists."""
    way = figures.path(state, up, pending)
    if way is None or not way.asked or land.track not in OBJECTS:
        return False
    if isinstance(land.end, str):
        return land.end in ("reward", "off") and not land.action
    seen = board.track_for(state, up, figures.chosen(up, pending), land.track)
    free = 1 <= land.end < seen.goal and land.end not in seen.occupied
    return free and land.action in ("", *ACTIONS)
