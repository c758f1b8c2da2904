"""A position as one line of text, and back: for tests, bug reports and the header of an export.

    snow_tails/1 limits=4,3 flag=left order=2,1 turn=2 pending=4/left/line/0/0,0,0 begun=yes
        | seat=1 name=Ada colour=red start=1 left=4 dogs=4 left_pile=4.2 | seat=2 …

It is one line, broken here for reading. The race comes first, then each sled as listed. Each word
is a field of `state.py` (`told` is `hand_step`); fields with their default value are left out. A
card is its value, with a dot and the copy if that is known; pending, last and told list their
fields in order.
"""

from companion.games.notation import (
    Codec,
    Line,
    Record,
    list_of,
    name,
    number,
    numbers,
    plain,
    plains,
    record_of,
    seconds,
    yes_no,
)
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.state import (
    Card,
    HandStep,
    LastTurn,
    Pending,
    Settings,
    Sled,
    State,
    Wanted,
)
from companion.games.snow_tails.track import Place
from companion.games.snow_tails.track_notation import laid


def _card(text: str) -> Card:
    value, dot, copy = text.partition(".")
    return Card(number.read(value), number.read(copy) if dot else 0)


def _card_text(card: Card) -> str:
    return f"{card.value}.{card.copy}" if card.copy else str(card.value)


cards = list_of(Codec(_card_text, _card))

place = Codec(numbers.write, lambda text: _place(numbers.read(text)))
places = list_of(place, "+")
wanted = Codec(
    lambda chosen: numbers.write((*chosen.place, chosen.which, int(chosen.bonus))),
    lambda text: _wanted(*numbers.read(text)),
)


def _place(figures: tuple[int, ...]) -> Place:
    piece, lane, space = figures
    return piece, lane, space


def _wanted(piece: int, lane: int, space: int, which: int, bonus: int) -> Wanted:
    return Wanted((piece, lane, space), which, bool(bonus))


_SETTINGS = {
    "edition": plain,
    "deck": numbers,
    "bonus_may_crash": yes_no,
    "finished_count": yes_no,
    "dnf_points": number,
    "ask_certain": yes_no,
}
_RACE = {
    "limits": numbers,
    "flag": plain,
    "order": numbers,
    "round": number,
    "phase": plain,
    "turn": number,
    "pending": record_of(Pending, number, plains, plains, number, numbers, more=(wanted,)),
    "proposed": numbers,
    "shifted": yes_no,
    "big_paws": number,
    "longest_s": seconds,
    "begun": yes_no,
    "corrected": yes_no,
    "track": laid,
    "saplings": places,
}
_SLED = {
    "seat": number,
    "name": name,
    "colour": name,
    "start": number,
    "left": number,
    "right": number,
    "brake": number,
    "dents": number,
    "dogs": number,
    "left_pile": cards,
    "right_pile": cards,
    "discard": cards,
    "unnamed": number,
    "unsure": numbers,
    "lines": number,
    "status": plain,
    "place": number,
    "rows": number,
    "lane": number,
    "walked": number,
    "at": place,
    "path": places,
    "last": record_of(LastTurn, number, number, number, number, plains),
    "hand_step": record_of(HandStep, number, number, number, yes_no, number)._replace(word="told"),
}

_LINE: Line[State] = Line(
    head="snow_tails/1",
    refused="snow_tails.notation",
    race=Record(State, _RACE),
    parts={"settings": Record(Settings, _SETTINGS)},
    seats="sleds",
    seat=Record(Sled, _SLED),
    broken=broken,
)
write, read = _LINE.write, _LINE.read
