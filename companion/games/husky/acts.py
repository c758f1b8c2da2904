"""The acts of Husky: the fields of each and the function that applies it."""

from collections.abc import Mapping

from companion.games.acts import Acts, Do, correcting, kind
from companion.games.corrections import reason
from companion.games.fields import (
    Field,
    boolean,
    one_of,
    seconds,
    unchecked,
    whole,
)
from companion.games.husky.board import SPECIES
from companion.games.husky.corrections import at, correct_musher, correct_race
from companion.games.husky.incidents import attack, checkpoint, finish
from companion.games.husky.leaving import end, retire
from companion.games.husky.moves import animal, move, relocate
from companion.games.husky.play import done, region
from companion.games.husky.results import result
from companion.games.husky.state import CHECKPOINTS, COLOUR_OF, DEAL, State
from companion.games.husky.taps import card, draw, tap

_seat = Field(whole(1, 6))
_where = one_of(*COLOUR_OF)
_animal = Field(whole(1, 99))
_to = Field(at)
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do[State]]] = {
    "tap": ({"seat": _seat, "card": Field(card)}, tap),
    "region": ({"seat": _seat, "where": Field(_where)}, region),
    "move": ({"seat": _seat, "to": _to}, move),
    "animal": ({"seat": _seat, "animal": _animal, "to": _to}, animal),
    "relocate": ({"seat": _seat, "animal": _animal, "to": _to}, relocate),
    "checkpoint": (
        {"seat": _seat, "number": Field(one_of(*CHECKPOINTS), required=False)},
        checkpoint,
    ),
    "attack": ({"seat": _seat, "species": Field(one_of(*SPECIES), required=False)}, attack),
    "finish": ({"seat": _seat}, finish),
    "draw": ({"seat": _seat}, draw),
    "result": (
        {
            "seat": _seat,
            "where": Field(_where, required=False),
            "to": Field(at, required=False),
            "blocked": Field(boolean, required=False),
            "cards": Field(whole(-DEAL, DEAL), required=False),
        },
        result,
    ),
    "done": ({"seat": _seat, "took_s": Field(seconds, required=False)}, done),
    "retire": ({"seat": _seat}, retire),
    "end": ({}, end),
    "correct": (
        {"seat": Field(whole(1, 6), required=False), "set": Field(unchecked), "reason": reason},
        correcting(correct_musher, correct_race),
    ),
}
ACTS: Acts[State] = Acts(
    {name: kind(*made) for name, made in _KINDS.items()},
    seats=lambda state: (musher.seat for musher in state.mushers),
    no_seat="husky.no_seat",
    race_over="husky.race_over",
)
apply = ACTS.apply
