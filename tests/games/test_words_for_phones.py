"""At a table of phones no message of a game names a button of a seat, or a card reader."""

import re
from functools import cache

import pytest
from used_messages import UsedMessages, used_messages

from companion.games import GAMES
from companion.games.game import Say, View
from companion.messages import instructions, say, sentence, worded_for
from companion.signals import Hardware

PHONES = Hardware("no", False)

DEVICES = {
    "en": r"\b(LEFT|RIGHT|BRAKE|EVENT|hold OK|Hold OK)\b|: (left|right|brake)\."
    r"|\b[Ll]eft and right\b|button|\breader|\btap (it|them)\b(?! again)",
    "de": r"\b(LINKS|RECHTS|BREMSE|EREIGNIS|OK halten|OK gedrückt)\b|: (links|rechts|Bremse)\."
    r"|\b[Ll]inks und rechts\b|[Kk]n[oö]pf|Leser",
    "fr": r"\b(GAUCHE|DROITE|FREIN|ÉVÉNEMENT|[Mm]aintiens)\b|: (gauche|droite|frein)\."
    r"|\b[Gg]auche et droite\b|bouton|lecteur",
}
"""Words for the buttons of a seat, their holds, and readers, in each language."""


class KeysOfPhones(UsedMessages):
    """Also finds the instructions that name a key which the seat's phone does not show.

    A phone shows the short presses of the five buttons and the acts offered beside them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.named = 0
        self.not_shown: list[Say] = []

    def look(self, view: View) -> None:
        super().look(view)
        for seat in view.seats:
            presses = (keys.press for keys in seat.keys[""].values())
            shown = [key.label for key in (*seat.extra, *filter(None, presses))]
            for todo in seat.todo:
                wording = worded_for(PHONES, todo)
                for label in labels_in(wording):
                    self.named += 1
                    self.not_shown += [] if label in shown else [todo]


def labels_in(todo: Say) -> list[Say]:
    """The labels of keys in an instruction whose sentence has them."""
    asked = todo.params.get("press", todo)
    if "{press}" not in sentence(todo.key) and asked is not todo:
        return []
    return [asked.params["key"]] if "key" in asked.params else []


@cache
def messages_of(game: str) -> KeysOfPhones:
    found = KeysOfPhones()
    used_messages(game, found)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_keys_named_by_an_instruction_are_on_the_phone(game: str) -> None:
    found = messages_of(game)
    assert found.named > 0
    assert found.not_shown == []


@pytest.mark.parametrize("language", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_phones_read_of_no_button_and_no_reader(game: str, language: str) -> None:
    used = messages_of(game)
    texts = [*instructions(used.todo.values(), PHONES, language)]
    texts += [say(said, language) for said in used.said.values()]
    assert len(texts) > 100
    assert [text for text in texts if re.search(DEVICES[language], text)] == []
