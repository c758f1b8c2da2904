"""Corrections by hand for a team or the race, retiring, and ending the race early."""

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
    one_of,
    or_null,
    record,
    refuse_wrong,
    unchecked,
    whole,
)
from companion.games.game import Event, Say
from companion.games.reindeer_races import board, box, figures, options, rewards
from companion.games.reindeer_races.cards import discard_unnamed
from companion.games.reindeer_races.rounds import end_race, finish_race, give_turn, settle
from companion.games.reindeer_races.state import (
    MOST_HAND,
    MOVE_CARDS,
    OBJECTS,
    TEAM,
    TILES,
    HandStep,
    Pending,
    Spot,
    State,
    Team,
    Tile,
)
from companion.games.reindeer_races.values import refuse_order
from companion.games.reindeer_races.words import on_track, say

Wanted = Mapping[str, Any]

_longest = max(map(board.length, OBJECTS))
_spot = record({"track": Field(one_of(*OBJECTS)), "space": Field(whole(1, _longest))})
_values = items(or_null(whole(1, box.MOST_VALUE)), 0, TILES)


def _any_of(check: Check, *names: str) -> Check:
    """A check for an object with some of these fields."""
    return record({name: Field(check, required=False) for name in names})


_OF_TEAM: Mapping[str, Check] = {
    "hand": whole(0, MOST_HAND),
    "reindeer": _any_of(or_null(_spot), *map(str, range(1, TEAM + 1))),
    "tiles": _any_of(_values, *OBJECTS),
    "status": one_of("racing", "eliminated"),
}


def retire(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Retire a player: the reindeer leave the tracks, the hand is discarded."""
    team = state.team(act["seat"])
    if team.retired:
        raise Refused("reindeer_races.retire_racing", name=team.name)
    events.append(say("reindeer_races.retired", team, count=team.hand))
    return settle(_without_team(state, team), events)


def _without_team(state: State, team: Team) -> State:
    gone = replace(team, retired=True, reindeer=(None,) * TEAM, to_name=0, hand_step=HandStep())
    state = discard_unnamed(state, gone, team.hand)
    pending = state.pending.without_land if state.pending and state.turn != team.seat else None
    return replace(state, pending=pending)


def end(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """End the race early by the rewards already won. A second `end` leaves missing values open."""
    if state.phase == "rewards":
        return finish_race(state, events)
    events.append(Event("reindeer_races.ended"))
    return end_race(state, events)


def correct_team(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set figures of one team. The known cards of the discard stay as recorded."""
    team, wanted = state.team(act["seat"]), act["set"]
    corrections.check_settable(_OF_TEAM, wanted)
    changed = _set_status(state, team, wanted)
    changed = _with_hand(changed, changed.team(team.seat), wanted)
    changed = _with_reindeer(changed, changed.team(team.seat), wanted)
    changed = _with_tiles(changed, changed.team(team.seat), act)
    if changed == state:
        return state
    changes = corrections.words(_figures(team), _figures(changed.team(team.seat)), act)
    events.append(say("reindeer_races.corrected", team, **changes))
    fresh = replace(changed.team(team.seat), to_name=0, hand_step=HandStep())
    return settle(changed.with_team(fresh), events)


def _figures(team: Team) -> list[Figure]:
    """The figures of a team that a correction can set, with their names."""
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
    """The rewards of a track; one with an unknown value is a question mark."""
    return corrections.shown([tile.value or "?" for tile in team.tiles if tile.track == track])


def _race_figures(state: State, turn: int | None = None) -> list[Figure]:
    """The figures of the race that a correction can set. `turn`: the seat that will be up."""
    names = {team.seat: team.name for team in state.teams}
    values = {"turn": names.get(turn or state.turn or 0), "round": state.round, "pile": state.pile}
    return [
        *corrections.figures(values),
        *(Figure("laid", on_track(track), _cards(state, track)) for track in OBJECTS),
    ]


def _cards(state: State, track: str) -> Any:
    """The cards of a track in driving order; turned ones are marked."""
    cards = [one for one in board.cards_on(state, track) if one]
    return corrections.shown([f"{one.card}↻" if one.turned else one.card for one in cards])


def _set_status(state: State, team: Team, wanted: Wanted) -> State:
    """Set whether the team races. One that returns has no cards until its hand is set."""
    retired = wanted.get("status") == "eliminated"
    if "status" not in wanted or retired == team.retired:
        return state
    return _without_team(state, team) if retired else state.with_team(replace(team, retired=False))


def _with_hand(state: State, team: Team, wanted: Wanted) -> State:
    """Set the hand. Cards are taken from the draw pile or returned to it."""
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
    """Set the reindeer's spots, no two alike (RR-30), and reset choices of the turn."""
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
    return _reset_choices(state)


def _spot_of(one: Spot | Mapping[str, Any] | None) -> Spot | None:
    return Spot(one["track"], one["space"]) if isinstance(one, Mapping) else one


def _reset_choices(state: State) -> State:
    """Keep the cards being played; landing and a reindeer among several have to be chosen again."""
    pending = state.pending
    if pending is None:
        return state
    up = state.team(state.turn)
    if pending.target and not figures.candidates(up, pending.target):
        raise Refused("reindeer_races.no_reindeer", name=up.name, track=on_track(pending.target))
    fresh = Pending(pending.cards, pending.track)
    if figures.chosen(up, fresh) is not None:
        fresh = figures.kept_choices(up, pending, fresh)
    return replace(state, pending=fresh)


def _with_tiles(state: State, team: Team, act: Mapping[str, Any]) -> State:
    """Set the rewards won, each track's as a list in the order in which they were won."""
    for track, values in act["set"].get("tiles", {}).items():
        state = _with_tiles_of(state, state.team(team.seat), track, values, act)
    return state


def _with_tiles_of(
    state: State, team: Team, track: str, values: list[int | None], act: Mapping[str, Any]
) -> State:
    """Set the rewards of one track. With a known box, those of other teams are not available."""
    if rewards.known(state) and None in values:
        raise Refused("reindeer_races.tile_not_asked", name=team.name)
    own = [tile for tile in team.tiles if tile.track == track]
    same = len(values) == len(own)
    orders = [tile.nth for tile in own] if same else [0] * len(values)
    others = tuple(tile for tile in team.tiles if tile.track != track)
    changed = state.with_team(replace(team, tiles=others))
    changed = changed if same else _without_order(changed, track)
    for value, nth in zip(values, orders, strict=True):
        if rewards.known(state) and value not in rewards.left(changed, track):
            raise Refused("reindeer_races.correct_tile", track=on_track(track), value=value)
        held, tile = changed.team(team.seat), Tile(track, value, nth)
        refuse_order(changed, held, tile, _highest_first(act, track), state)
        changed = changed.with_team(replace(held, tiles=(*held.tiles, tile)))
    return changed


def _highest_first(act: Mapping[str, Any], track: str) -> Mapping[str, Any]:
    """The correction with the known values of a track in the order in which they are won."""
    tiles = act["set"]["tiles"]
    known = iter(sorted((value for value in tiles[track] if value is not None), reverse=True))
    values = [None if value is None else next(known) for value in tiles[track]]
    return {**act, "set": {**act["set"], "tiles": {**tiles, track: values}}}


def _without_order(state: State, track: str) -> State:
    """Forget the order of a track's rewards, because one of them was missing or too many."""
    for team in state.teams:
        tiles = (one._replace(nth=0) if one.track == track else one for one in team.tiles)
        state = state.with_team(replace(team, tiles=tuple(tiles)))
    return state


def correct_race(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set whose turn it is, the round, the draw pile, or the track cards."""
    wanted = act["set"]
    fields = {
        "turn": one_of(*(team.seat for team in state.teams)),
        "round": whole(1),
        "pile": whole(0, MOVE_CARDS),
        "laid": _any_of(unchecked, *OBJECTS),
    }
    corrections.check_settable(fields, wanted)
    changed = replace(state, round=wanted.get("round", state.round))
    changed = _with_cards(_with_pile(changed, wanted), wanted)
    turn = wanted.get("turn")
    if turn is not None:
        _check_turn(changed, turn)
    if changed == state and (turn is None or (turn == state.turn and state.pending is None)):
        return state
    changes = corrections.words(_race_figures(state), _race_figures(changed, turn), act)
    events.append(Event("reindeer_races.corrected_race", None, changes))
    return changed if turn is None else give_turn(changed, turn, events)


def _with_pile(state: State, wanted: Wanted) -> State:
    """Set the draw pile; the discard gives or takes the difference, unnamed cards first."""
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
    """Set the track cards. Refused while they are being laid, when they are tapped instead."""
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
    return state if laid == state.laid else _reset_choices(replace(state, laid=laid))


def _check_turn(state: State, turn: int) -> None:
    if state.phase != "turns":
        first = "lay_first" if state.phase == "lay" else "rewards_first"
        raise Refused(f"reindeer_races.{first}")
    team = state.team(turn)
    if not team.racing:
        raise Refused("reindeer_races.correct_turn_racing", name=team.name)
