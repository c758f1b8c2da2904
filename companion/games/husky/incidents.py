"""Incidents of a move: checkpoints, attacks, the finish."""

from dataclasses import replace

from companion.errors import Refused
from companion.games.game import Event
from companion.games.husky import figures
from companion.games.husky.play import Act
from companion.games.husky.rounds import announce_relocations, finish_race
from companion.games.husky.state import Musher, State
from companion.games.husky.words import not_up, say, species


def checkpoint(state: State, act: Act, events: list[Event]) -> State:
    """Record a passed checkpoint: the next one, or the named one (HU-31)."""
    musher = musher_on_board(state, act)
    if not musher.missing:
        raise Refused("husky.no_more_checkpoints", name=musher.name)
    number = act.get("number", musher.missing[0])
    if number not in musher.missing:
        raise Refused("husky.checkpoint_passed", name=musher.name, number=number)
    return pass_checkpoint(state, musher, number, events)


def pass_checkpoint(state: State, musher: Musher, number: int, events: list[Event]) -> State:
    """Add a checkpoint, in any order, with a warning about skipped ones (AM-HU-05)."""
    passed = replace(musher, checkpoints=(*musher.checkpoints, number))
    events.append(say("husky.checkpoint", passed, "card", number=number, value=number))
    skipped = [one for one in passed.missing if one < number]
    if skipped:
        events.append(say("husky.checkpoint_skipped", passed, "refused", missing=skipped))
    return state.with_musher(passed)


def attack(state: State, act: Act, events: list[Event]) -> State:
    """Record that an animal was moved onto the musher of this seat (HU-20)."""
    if state.board is not None:
        raise Refused("husky.board_knows")
    return apply_attack(state, musher_on_board(state, act), act.get("species", ""), events)


def apply_attack(state: State, musher: Musher, kind: str, events: list[Event]) -> State:
    """Block the musher's next turn; this one, if it is up and has played no card yet."""
    hurt = replace(musher, attacks=musher.attacks + 1)
    this_turn = musher.seat == state.turn and state.pending is None
    events.append(_attack(hurt, kind, this_turn))
    if this_turn:
        state = state.with_musher(hurt, still=True)
    else:
        state = state.with_musher(replace(hurt, blocked=True))
    if state.settings.relocate == "at_turn" and not this_turn:
        events.append(say("husky.move_away_later", hurt))
    elif state.board is None:
        events.append(say("husky.move_away", hurt))
    else:
        announce_relocations(state, events)
    return state


def _attack(hurt: Musher, kind: str, this_turn: bool) -> Event:
    """The event of an attack: the animal, if known, and the turn that is blocked."""
    if not kind:
        return say("husky.attacked_now" if this_turn else "husky.attacked", hurt, "dents")
    (animal,) = species([kind])
    key = "husky.attacked_by_now" if this_turn else "husky.attacked_by"
    return say(key, hurt, "dents", animal=animal)


def finish(state: State, act: Act, events: list[Event]) -> State:
    """End the race: a musher at the finish wins if it has passed all checkpoints (HU-33)."""
    musher = musher_on_board(state, act)
    just = state.pending is None and state.last == musher.seat
    if musher.seat != state.turn and not just:
        raise not_up(state, act)
    if not just:
        _check_moves(state, musher)
    if not figures.may_be_at_finish(state, musher):
        raise Refused("husky.board_knows")
    if musher.missing:
        passing = tuple(
            {"act": "checkpoint", "seat": musher.seat, "number": number}
            for number in musher.missing
        )
        raise Refused(
            "husky.finish_missing",
            remedy=(*passing, act),
            name=musher.name,
            missing=list(musher.missing),
        )
    return win(state, musher, events)


def _check_moves(state: State, musher: Musher) -> None:
    """Refuse a musher that does not move. An event card can have moved it, too."""
    pending = state.pending
    if pending is None:
        raise Refused("husky.tap_first", name=musher.name)
    if state.still:
        raise Refused("husky.still", name=musher.name)
    if figures.distance(state) == 0 and pending.drawn is None:
        raise Refused("husky.no_move", name=musher.name)


def win(state: State, musher: Musher, events: list[Event]) -> State:
    """Make the musher the winner and end the race (HU-33)."""
    winner = replace(musher, status="finished", place=1)
    events.append(say("husky.finished", winner, "finished"))
    return finish_race(state.with_musher(winner), events)


def musher_on_board(state: State, act: Act) -> Musher:
    """The musher of the act. Raises Refused if it is not on the board."""
    musher = state.musher(act["seat"])
    if not musher.racing:
        raise Refused("husky.not_racing", name=musher.name)
    if not figures.on_board(state, musher):
        raise Refused("husky.not_on_board", name=musher.name)
    return musher
