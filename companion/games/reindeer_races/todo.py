"""Instructions for each seat and for the table, the most urgent first."""

from collections.abc import Iterator
from typing import Any

from companion.games.game import Say
from companion.games.keys import holding
from companion.games.reindeer_races import figures, lay, rewards
from companion.games.reindeer_races.keys import FLIP, LAST, REINDEER_BUTTONS, pass_label
from companion.games.reindeer_races.path import Path
from companion.games.reindeer_races.state import FIRST_HAND, TRACK_CARDS, Pending, State, Team
from companion.games.reindeer_races.value_keys import UNSURE, first_missing
from companion.games.reindeer_races.words import on_track, steps, tie_params


def turns_until(state: State, team: Team) -> int | None:
    """Turns until this team is up, 0 if it is; None if it is not in the round."""
    if state.phase != "turns" or not team.racing:
        return None
    racing = [seat for seat in state.order if state.team(seat).racing]
    return (racing.index(team.seat) - racing.index(state.turn or 0)) % len(racing)


def seat_todo(state: State, team: Team) -> tuple[Say, ...]:
    """The instructions for one seat."""
    if state.phase == "over":
        return tuple(_ended(state, team))
    if team.retired:
        return (Say("reindeer_races.todo_out"),)
    if state.phase == "lay":
        return tuple(_laying(state))
    if state.phase == "rewards":
        return (_values(state, team),)
    if team.seat == state.turn:
        return tuple(_turn(state, team))
    return (Say("reindeer_races.todo_wait", {"count": turns_until(state, team)}),)


def seat_ticks(state: State, team: Team) -> tuple[Say, ...]:
    """The cards of a seat: its first hand, or what is left to do after its last turn.

    The first team's instructions speak of its hand.
    """
    if state.phase != "turns" or team.retired:
        return ()
    up = team.seat == state.turn
    if up and state.pending:
        return ()
    if _is_to_begin(state, team) and (state.begun or not up):
        return (Say("reindeer_races.todo_opening", {"count": FIRST_HAND}),)
    return tuple(_hand_step(team, up=up))


def table_todo(state: State) -> tuple[Say, ...]:
    """The seat or step that the table waits for, then the last seat's hand step."""
    if state.phase == "over":
        return tuple(_result(state))
    if state.phase == "rewards":
        first = rewards.asked(state)[0]
        return (_of(first, _values(state, first)),)
    if state.phase == "lay":
        return tuple(_laying(state))
    up = state.team(state.turn)
    steps = () if state.pending else _hand_step(up, up=True)
    own = (_of(up, step) for step in steps)
    return (_of(up, next(_turn(state, up))), *own, *_deal(state), *_last_hand_step(state))


def _is_to_begin(state: State, team: Team) -> bool:
    """Whether the team has yet to show its first card of the race."""
    at = state.order.index
    return state.round == 1 and at(team.seat) >= at(state.turn or 0)


def _deal(state: State) -> Iterator[Say]:
    """The cards to shuffle and to deal before the first card (RR-07)."""
    if not state.begun and state.pending is None:
        yield Say("reindeer_races.todo_opening_table", {"count": FIRST_HAND})


def _laying(state: State) -> Iterator[Say]:
    """The next track card to lay, and how to turn the last one."""
    track, place = lay.place_of(len(state.laid) + 1)
    params = {"track": on_track(track), "place": place, "of": TRACK_CARDS[track]}
    yield Say("reindeer_races.todo_lay", params)
    if state.laid:
        yield _flip(state)


def _flip(state: State) -> Say:
    press = holding("ok", FLIP)
    return Say("reindeer_races.todo_flip", {"card": state.laid[-1].card, "press": press})


def _turn(state: State, team: Team) -> Iterator[Say]:
    """The instructions for the seat that is up (rules.md 8.2)."""
    pending = state.pending
    if pending is None:
        yield Say("reindeer_races.todo_play" if team.hand else "reindeer_races.todo_draw_only")
        if not state.begun:
            yield Say("reindeer_races.todo_opening_up", {"count": FIRST_HAND})
        if lay.may_flip(state):
            yield _flip(state)
    elif pending.target is None:
        yield Say("reindeer_races.todo_track", {"count": pending.distance})
    else:
        yield from _moving(state, team, pending)


def _moving(state: State, team: Team, pending: Pending) -> Iterator[Say]:
    track, number = on_track(pending.target), figures.chosen(team, pending)
    way = figures.path(state, team, pending)
    if way is None:
        may = figures.candidates(team, pending.target)
        params = {"count": pending.distance, "track": track, "reindeer": list(may)}
        yield Say("reindeer_races.todo_reindeer", params)
        return
    params = {"count": pending.distance, "track": track, "reindeer": number, "steps": steps(way)}
    yield Say("reindeer_races.todo_path", params)
    if way.asked and pending.land is None:
        yield Say(f"reindeer_races.todo_ask_{way.asked}")
        return
    if pending.land is not None:
        yield _landed(pending)
    yield from _rewards(state, pending, way)
    if way.met and pending.leaps is not False:
        button = REINDEER_BUTTONS[(number or 1) - 1]
        yield Say("reindeer_races.todo_pass", {"press": holding(button, pass_label(number or 1))})
    yield Say("reindeer_races.todo_done")


def _landed(pending: Pending) -> Say:
    """The landing as given by the table."""
    land = pending.land
    assert land is not None
    if isinstance(land.end, int):
        params = {"track": on_track(land.track), "space": land.end}
        return Say("reindeer_races.todo_landed", params)
    return Say(f"reindeer_races.todo_landed_{land.end}")


def _rewards(state: State, pending: Pending, way: Path) -> Iterator[Say]:
    """The reward of the move, with a warning if it ends the race."""
    land = figures.landing(pending, way)
    if land is None or land.end != "reward":
        return
    left = rewards.left(state, land.track)
    if not left:
        yield Say("reindeer_races.todo_tile")
        yield Say("reindeer_races.todo_last", {"press": holding("ok", LAST)})
        return
    yield Say("reindeer_races.todo_reward", {"value": left[0]})
    if len(left) == 1:
        yield Say("reindeer_races.todo_last_reward")


def _hand_step(team: Team, *, up: bool = False) -> Iterator[Say]:
    """The card handling of a seat, in the order of HandStep.

    At the seat that is `up` a tap plays, so that seat is not asked to name a discard.
    """
    step = team.hand_step
    if step.draw:
        yield Say("reindeer_races.todo_draw", {"count": step.draw})
    if step.shuffle:
        yield Say("reindeer_races.todo_shuffle")
    if step.more:
        yield Say("reindeer_races.todo_draw_more", {"count": step.more})
    if step.discard:
        key = "reindeer_races.todo_discard_up" if up else "reindeer_races.todo_discard"
        yield Say(key, {"count": step.discard})


def _last_hand_step(state: State) -> Iterator[Say]:
    """The hand step of the seat that was up before, which may still be under way."""
    order = state.order
    at = order.index(state.turn or order[0])
    before = state.team(order[at - 1])
    if before.seat != state.turn:
        yield from (_of(before, step) for step in _hand_step(before))


def _values(state: State, team: Team) -> Say:
    """The question for a value that decides a place; to the others, whom they wait for."""
    asked = rewards.asked(state)
    if team not in asked:
        names = [other.name for other in asked]
        return Say("reindeer_races.todo_values_wait", {"names": names})
    tile = team.tiles[first_missing(team) - 1]
    least, most = rewards.bounds(state, tile)
    params = {"track": on_track(tile.track), "least": least, "most": most}
    return Say("reindeer_races.todo_value", {**params, "press": holding("ok", UNSURE)})


def _result(state: State) -> Iterator[Say]:
    """The winners, and why a tie was won (RR-51)."""
    standing = rewards.standing(state)
    winners = [team.name for team, place in standing if place == 1]
    if winners:
        yield Say("reindeer_races.todo_won_table", {"name": winners})
        yield from _winners_tie(state)
    else:
        racing = any(team.racing for team in state.teams)
        yield Say(f"reindeer_races.todo_{'no_king' if racing else 'no_winner'}")


def _winners_tie(state: State) -> Iterator[Say]:
    for tie in rewards.ties(state):
        if rewards.place(state, tie.ahead) == 1:
            yield Say(f"reindeer_races.todo_{tie.kind}", tie_params(tie))


def _ended(state: State, team: Team) -> Iterator[Say]:
    """The result of one seat; rewards of unknown value are not among its points."""
    place = rewards.place(state, team)
    params: dict[str, Any] = {"count": rewards.known_points(team)}
    if team.retired:
        yield Say("reindeer_races.todo_ended_out", params)
    elif place is None:
        yield Say("reindeer_races.todo_ended_open", params)
    else:
        key = "reindeer_races.todo_ended_won" if place == 1 else "reindeer_races.todo_ended"
        yield Say(key, {"place": place, **params})
    if place == 1:
        yield from _winners_tie(state)
    if missing := rewards.missing(team):
        yield Say("reindeer_races.todo_missing", {"count": missing})


def _of(team: Team, what: Say) -> Say:
    return Say("reindeer_races.todo_of", {"name": team.name, "what": what})
