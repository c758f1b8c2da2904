"""Instructions fit the devices at hand: they name no reader and no button that is not there."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from companion.games import GAMES
from companion.games.game import Say
from companion.games.keys import holding
from companion.messages import LOCALES, instructions, worded_for
from companion.pages import state_json
from companion.signals import Device, Hardware
from tests.table.table_actor import Actor

READER = "Play a card: tap it on the reader, or tap its value."
PHONE = "Play a card: tap its value on the phone."
VARIANTS = ("no_reader.", "shared_reader.", "no_buttons.")
PHONES = Hardware("no", False)
"""A table where everybody plays on a phone."""

LAYS = {
    "en": r"reader\b|\btap (it|them)\b",
    "de": r"\bLeser|\bLeg\b.* auf\b",
    "fr": r"\blecteur|\bpose-(la|les)\b|: pose des",
}
"""Words that ask for a card on a reader, in each language."""


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[Actor]:
    with closing(Actor(tmp_path)) as table:
        table.begin()
        yield table


def told(actor: Actor, *seats: int) -> list[str]:
    """The first instruction at these seats, then the table's."""
    shown = state_json.state(actor.table.snapshot, "en")
    todo = {seat["seat"]: seat["todo"] for seat in shown["seats"]}
    return [*(todo[seat][0] for seat in seats), shown["todo"][0]]


def test_phones_without_a_reader_are_not_told_to_lay_a_card_on_one(actor: Actor) -> None:
    assert told(actor, 1) == [PHONE, f"Ada: {PHONE}"]


def test_card_is_played_at_a_shared_reader(actor: Actor) -> None:
    actor.table.set_device(Device("/dev/ttyAMA0", "reader", 0, "connected"))
    assert told(actor, 1) == [READER, f"Ada: {READER}"]


def test_own_reader_is_named_at_its_seat_and_on_the_table_page_if_all_have_one(
    actor: Actor,
) -> None:
    actor.table.set_device(Device("E1", "node", 1, "connected", readers=1))
    assert told(actor, 1) == [READER, f"Ada: {PHONE}"]
    for seat in (3, 5):
        actor.table.set_device(Device(f"E{seat}", "node", seat, "connected", readers=1))
    assert told(actor, 1) == [READER, f"Ada: {READER}"]


@pytest.mark.parametrize(
    "device",
    [
        Device("E1", "node", 1, "connected"),
        Device("E1", "node", 1, "lost", "link.lost", readers=1),
        Device("E1", "node", 1, "connected", "link.reader_mute", readers=1),
        Device("D18", "strip", 1, "connected"),
        Device("E1", "node", 0, "waiting", "link.unassigned", readers=1),
    ],
    ids=["no_reader", "lost", "mute", "strip", "unseated"],
)
def test_device_without_a_working_reader_asks_for_no_card(actor: Actor, device: Device) -> None:
    actor.table.set_device(device)
    assert told(actor, 1)[0] == PHONE


def test_reader_with_two_cards_still_counts_as_a_reader(actor: Actor) -> None:
    actor.table.set_device(Device("E1", "node", 1, "connected", "link.reader_two", readers=1))
    assert told(actor, 1)[0] == READER


def test_discard_is_not_asked_for_at_a_shared_reader() -> None:
    discard = Say("reindeer_races.todo_discard", {"count": 1})
    ofa = Say("reindeer_races.todo_of", {"name": "A", "what": discard})
    tap = "A: Discard 1 card: tap it, if you like"
    assert instructions([ofa], Hardware("own", False), "en") == [tap]
    assert instructions([ofa], Hardware("shared", True), "en") == ["A: Discard 1 card"]
    assert instructions([ofa], PHONES, "en") == ["A: Discard 1 card"]


FLIP = Say("reindeer_races.todo_flip", {"card": 7, "press": holding("ok", Say("x"))})


@pytest.mark.parametrize(
    ("hardware", "words"),
    [
        (Hardware("own", True), "hold OK (“x”)"),
        (Hardware("no", True), "hold OK (“x”)"),
        (Hardware("own", False), "tap “x”"),
        (PHONES, "tap “x”"),
    ],
)
def test_a_key_is_named_by_its_button_or_by_the_words_on_a_phone(
    hardware: Hardware, words: str
) -> None:
    (told_so,) = instructions([FLIP], hardware, "en")
    assert told_so == f"Is track card 7 turned round? Then {words}."


@pytest.mark.parametrize("kind", ["node", "button"])
def test_buttons_of_any_player_are_named_on_the_table_page(actor: Actor, kind: str) -> None:
    assert actor.table.snapshot.hardware_at(1, 3) == PHONES
    actor.table.set_device(Device("X", kind, 3, "connected"))
    shown = actor.table.snapshot
    assert shown.hardware_at(1, 3) == Hardware("no", True)
    assert shown.hardware_at(1) == PHONES
    actor.table.set_device(Device("X", kind, 3, "lost"))
    assert not actor.table.snapshot.buttons_at(3)


def catalogue(language: str) -> dict[str, str]:
    """The sentences of each key, all forms in one text."""
    with (LOCALES / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id]
    found = {}
    for entry in entries:
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        found[key] = entry.string if isinstance(entry.string, str) else " ".join(entry.string)
    return found


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_instruction_to_show_a_card_has_a_variant_without_a_reader(
    language: str,
) -> None:
    said = catalogue(language)
    for key, sentence in said.items():
        if key.startswith(tuple(f"{game}.todo_" for game in GAMES)):
            unread = said[worded_for(PHONES, Say(key)).key]
            assert not re.search(LAYS[language], unread), (key, unread)
        elif key.startswith(VARIANTS):
            assert not re.search(LAYS[language], sentence), key


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_reader_variants_of_an_instruction_have_the_same_params(
    language: str,
) -> None:
    said = catalogue(language)
    for key in said:
        if key.startswith(VARIANTS):
            plain = key.partition(".")[2]
            assert _params(said[key]) <= _params(said[plain]), key


def _params(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
