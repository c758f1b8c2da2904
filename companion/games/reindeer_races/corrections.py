"""The table is right: figures set by hand, for one team or for the race, and leaving it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games import corrections
from companion.games.corrections import Figure
from companion.games.fields import (
    Check,
    Field,
    items,
    later,
    one_of,
    or_null,
    record,
    refuse_wrong,
    whole,
)
from companion.games.game import Event, Say
from companion.games.reindeer_races import board, box, figures, options
from companion.games.reindeer_races.cards import hand_back
from companion.games.reindeer_races.rounds import finish_race, give_turn, settle
from companion.games.reindeer_races.state import (
    MOST_HAND,
    MOVE_CARDS,
    OBJECTS,
    TEAM,
    TILES,
    Pending,
    Spot,
    State,
    Team,
    Tile,
    Told,
)
from companion.games.reindeer_races.words import on_track, say

Wanted = Mapping[str, Any]

_longest = max(map(board.length, OBJECTS))
_spot = record({"track": Field(one_of(*OBJECTS)), "space": Field(whole(1, _longest))})
_values = items(or_null(whole(1, box.MOST_VALUE)), 0, TILES)


def _any_of(check: Check, *names: str) -> Check:
    """An object that has some of these fields."""
    return record({name: Field(check, required=False) for name in names})


_OF_TEAM: Mapping[str, Check] = {
    "hand": whole(0, MOST_HAND),
    "reindeer": _any_of(or_null(_spot), *map(str, range(1, TEAM + 1))),
    "tiles": _any_of(_values, *OBJECTS),
    "status": one_of("racing", "eliminated"),
}


def retire(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """A player leaves: the reindeer leave the tracks, the hand goes onto the discard."""
    team = state.team(act["seat"])
    if team.retired:
        raise Refused("reindeer_races.retire_racing", name=team.name)
    events.append(say("reindeer_races.retired", team, count=team.hand))
    return settle(_left(state, team), events)


def _left(state: State, team: Team) -> State:
    gone = replace(team, retired=True, reindeer=(None,) * TEAM, to_name=0, told=Told())
    state = hand_back(state, gone, team.hand)
    pending = state.pending.afresh if state.pending and state.turn != team.seat else None
    return replace(state, pending=pending)


def end(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """The race is called: the rewards that were won decide."""
    events.append(Event("reindeer_races.ended"))
    return finish_race(state, events)


def correct_team(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Sets figures of one team; cards that lie open stay as recorded."""
    team, wanted = state.team(act["seat"]), act["set"]
    corrections.look(_OF_TEAM, wanted)
    changed = _standing(state, team, wanted)
    changed = _with_hand(changed, changed.team(team.seat), wanted)
    changed = _with_reindeer(changed, changed.team(team.seat), wanted)
    changed = _with_tiles(changed, changed.team(team.seat), wanted)
    if changed == state:
        return state
    told = corrections.words(_figures(team), _figures(changed.team(team.seat)), act)
    events.append(say("reindeer_races.corrected", team, **told))
    fresh = replace(changed.team(team.seat), to_name=0, told=Told())
    return settle(changed.with_team(fresh), events)


def _figures(team: Team) -> list[Figure]:
    """What a correction can set of a team, as its words name it."""
    standing = corrections.status("racing" if team.racing else "eliminated")
    return [
        *corrections.figures({"hand": team.hand}),
        *(
            Figure("reindeer", Say("ui.reindeer_n", {"n": number}), _place(spot))
            for number, spot in enumerate(team.reindeer, 1)
        ),
        *(Figure("tiles", _rewards(track), _values_of(team, track)) for track in OBJECTS),
        *corrections.figures({"status": standing}),
    ]


def _place(spot: Spot | None) -> Say:
    if spot is None:
        return Say("ui.reindeer_beside_tracks")
    return Say("reindeer_races.key_beside", {"track": on_track(spot.track), "space": spot.space})


def _rewards(track: str) -> Say:
    return Say("ui.reindeer_rewards_of", {"track": on_track(track)})


def _values_of(team: Team, track: str) -> Any:
    """The rewards of a track; one that nobody has entered is a question mark."""
    return corrections.shown([tile.value or "?" for tile in team.tiles if tile.track == track])


def _of_race(state: State, turn: int | None = None) -> list[Figure]:
    """What a correction can set of the race, as its words name it; `turn`: who is to be up."""
    names = {team.seat: team.name for team in state.teams}
    values = {"turn": names.get(turn or state.turn or 0), "round": state.round, "pile": state.pile}
    return [
        *corrections.figures(values),
        *(Figure("laid", on_track(track), _cards(state, track)) for track in OBJECTS),
    ]


def _cards(state: State, track: str) -> Any:
    """The track cards of a track in driving order; one that lies the other way round is marked."""
    cards = [one for one in board.cards_on(state, track) if one]
    return corrections.shown([f"{one.card}↻" if one.turned else one.card for one in cards])


def _standing(state: State, team: Team, wanted: Wanted) -> State:
    """Racing or not; who comes back has no card until a hand is set."""
    retired = wanted.get("status") == "eliminated"
    if "status" not in wanted or retired == team.retired:
        return state
    return _left(state, team) if retired else state.with_team(replace(team, retired=False))


def _with_hand(state: State, team: Team, wanted: Wanted) -> State:
    """Cards of the hand are taken from the draw pile or given back to it."""
    hand: int = wanted.get("hand", team.hand)
    pending = state.pending_of(team)
    if pending is not None and hand < len(pending.cards):
        count = len(pending.cards)
        raise Refused("reindeer_races.correct_pending_hand", name=team.name, count=count)
    if hand and team.retired:
        raise Refused("reindeer_races.correct_retired", name=team.name)
    if hand - team.hand > state.pile:
        most = team.hand + state.pile
        raise Refused("reindeer_races.correct_hand", name=team.name, count=most)
    return state.with_team(replace(team, hand=hand))


def _with_reindeer(state: State, team: Team, wanted: Wanted) -> State:
    """Where its reindeer stand: no two share a space (RR-30). What was chosen is asked anew."""
    if "reindeer" not in wanted:
        return state
    spots = tuple(
        _spot_of(wanted["reindeer"].get(str(number), old))
        for number, old in enumerate(team.reindeer, 1)
    )
    if any(spots) and state.phase == "lay":
        raise Refused("reindeer_races.lay_first")
    if any(spots) and team.retired:
        raise Refused("reindeer_races.correct_retired", name=team.name)
    others = {spot for other in state.teams if other != team for spot in other.reindeer if spot}
    for spot in filter(None, spots):
        most = board.length(spot.track)
        if spot.space > most:
            track = on_track(spot.track)
            raise Refused("reindeer_races.correct_space", track=track, most=most)
        if spot in others:
            track = on_track(spot.track)
            raise Refused("reindeer_races.occupied", space=spot.space, track=track)
        others.add(spot)
    state = state.with_team(replace(team, reindeer=spots))
    return _asked_anew(state)


def _spot_of(one: Spot | Mapping[str, Any] | None) -> Spot | None:
    return Spot(one["track"], one["space"]) if isinstance(one, Mapping) else one


def _asked_anew(state: State) -> State:
    """The cards that are being played stay, the reindeer and where it ends are chosen again."""
    pending = state.pending
    if pending is None:
        return state
    up = state.team(state.turn)
    if pending.target and not figures.candidates(up, pending.target):
        raise Refused("reindeer_races.no_reindeer", name=up.name, track=on_track(pending.target))
    return replace(state, pending=Pending(pending.cards, pending.track))


def _with_tiles(state: State, team: Team, wanted: Wanted) -> State:
    """The rewards it has won: of those that the box knows, what others have is gone."""
    if "tiles" not in wanted:
        return state
    kept = tuple(tile for tile in team.tiles if tile.track not in wanted["tiles"])
    tiles = [Tile(track, one or 0) for track, every in wanted["tiles"].items() for one in every]
    changed = state.with_team(replace(team, tiles=kept))
    for tile in tiles:
        known = any(state.box.rewards)
        if known and tile.value not in figures.rewards_left(changed, tile.track):
            track = on_track(tile.track)
            raise Refused("reindeer_races.correct_tile", track=track, value=tile.value)
        held = changed.team(team.seat)
        changed = changed.with_team(replace(held, tiles=(*held.tiles, tile)))
    return changed


def correct_race(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Sets whose turn it is, the round, the draw pile, or how the track cards lie."""
    wanted = act["set"]
    fields = {
        "turn": one_of(*(team.seat for team in state.teams)),
        "round": whole(1),
        "pile": whole(0, MOVE_CARDS),
        "laid": _any_of(later, *OBJECTS),
    }
    corrections.look(fields, wanted)
    changed = replace(state, round=wanted.get("round", state.round))
    changed = _with_cards(_with_pile(changed, wanted), wanted)
    turn = wanted.get("turn")
    if turn is not None:
        _check_turn(changed, turn)
    if changed == state and (turn is None or (turn == state.turn and state.pending is None)):
        return state
    told = corrections.words(_of_race(state), _of_race(changed, turn), act)
    events.append(Event("reindeer_races.corrected_race", None, told))
    return changed if turn is None else give_turn(changed, turn, events)


def _with_pile(state: State, wanted: Wanted) -> State:
    """The discard takes or gives the difference; unnamed cards leave first, then the latest."""
    more = state.pile - wanted.get("pile", state.pile)
    unnamed = max(0, state.unnamed + more)
    keep = len(state.discard) + min(0, state.unnamed + more)
    if keep < 0:
        most = state.pile + len(state.discard) + state.unnamed
        raise Refused("reindeer_races.correct_pile", count=most)
    teams = state.teams
    if sum(team.to_name for team in teams) > unnamed:
        teams = tuple(replace(team, to_name=0) for team in teams)
    return replace(state, teams=teams, unnamed=unnamed, discard=state.discard[:keep])


def _with_cards(state: State, wanted: Wanted) -> State:
    """How the track cards lie; while they are being laid they are tapped."""
    if not wanted.get("laid"):
        return state
    if state.phase == "lay":
        raise Refused("reindeer_races.lay_first")
    lying = {
        track: wanted["laid"].get(
            track, [one._asdict() for one in board.cards_on(state, track) if one]
        )
        for track in OBJECTS
    }
    refuse_wrong(options.by_track, lying, "act", "set", "laid", act="correct")
    laid = options.laid_cards(lying.values())
    return state if laid == state.laid else _asked_anew(replace(state, laid=laid))


def _check_turn(state: State, turn: int) -> None:
    if state.phase != "turns":
        raise Refused("reindeer_races.lay_first")
    team = state.team(turn)
    if not team.racing:
        raise Refused("reindeer_races.correct_turn_racing", name=team.name)
