"""At a table of phones no message of a game names a button of a seat, or a card reader."""

import re
from functools import cache

import pytest
from used_messages import used_messages

from companion.games import GAMES
from companion.messages import instructions, say
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

messages_of = cache(used_messages)


@pytest.mark.parametrize("language", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_phones_read_of_no_button_and_no_reader(game: str, language: str) -> None:
    used = messages_of(game)
    texts = [*instructions(used.todo.values(), PHONES, language)]
    texts += [say(said, language) for said in used.said.values()]
    assert len(texts) > 100
    assert [text for text in texts if re.search(DEVICES[language], text)] == []
