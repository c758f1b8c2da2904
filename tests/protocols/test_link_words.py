"""Parsing of a node's messages: a missing or out-of-range word makes them invalid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_vectors import UID

from companion.protocols.link import escape
from companion.protocols.link_words import (
    WORDS,
    Again,
    Edge,
    Hello,
    Laid,
    Lifted,
    Log,
    Outdated,
    Place,
    Pong,
    Pulse,
    ReaderState,
    read,
    read_hello,
    read_log,
)

HELLO = Hello(UID, "BEEF", "1.0", 5, 2, 8, 3, "power", 1234, 0, 0)
PLACE = Place(UID, "BEEF", 7)
SAID = f"{UID} 1 1.0 buttons=5,readers=2,pixels=8 3 power 1234 0 0"
HELD = (False, False, True, False, True)


def hear(line: str, hello: Hello = HELLO) -> object:
    verb, *args = line.split(" ")
    return read(verb, args, hello, 7, lambda ticks: ticks / 1000)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("BEAT 9 00101 1 2 3", Pulse(9, HELD, 1, 2, 3)),
        ("BUTTON 4 D 7600 00101", Edge(PLACE, 4, True, 7600, HELD, 7.6)),
        ("BUTTON 0 U 0 00101", Edge(PLACE, 0, False, 0, HELD, 0)),
        (
            "TAG 1 04A30B5AEB6C80 0044 00 7000",
            Laid(PLACE, 1, "04A30B5AEB6C80", "0044", "00", 7000, 7),
        ),
        ("TAG 0 08A1B2C3 0004 08 0", Laid(PLACE, 0, "08A1B2C3", "0004", "08", 0, 0)),
        ("AGAIN 1 04A30B5AEB6C80 7000", Again(PLACE, 1, "04A30B5AEB6C80", 7000, 7)),
        ("GONE 0 9000", Lifted(PLACE, 0, 9000, 9)),
        (
            "TAG 0 04000000000000000001 0084 20 1",
            Laid(PLACE, 0, "04" + "0" * 17 + "1", "0084", "20", 1, 0.001),
        ),
        *(
            (f"READER 0 {state} 12", ReaderState(PLACE, 0, state, 12))
            for state in ("ok", "mute", "two", "unsupported")
        ),
        ("LOG reader%200%3A%203%20misses%2C%205%25", Log("reader 0: 3 misses, 5%")),
        ("PONG abc", Pong("abc")),
    ],
)
def test_line_is_parsed_and_extra_words_are_ignored(line: str, word: object) -> None:
    assert hear(line) == word
    assert hear(f"{line} more 7") == word


@pytest.mark.parametrize(
    "line",
    [
        "BEAT 9 00101 1 2",
        "AGAIN 1 04A30B5AEB6C80",
        "AGAIN 2 04A30B5AEB6C80 7000",
        "AGAIN 1 04A30B5AEB6C 7000",
        "AGAIN 1 04A30B5AEB6C80 -1",
        "BEAT 9 0010 1 2 3",
        "BEAT 9 00102 1 2 3",
        "BEAT -9 00101 1 2 3",
        "BEAT 536870912 00101 1 2 3",
        "BEAT 9 00101 1 x 3",
        "BUTTON 4 D 7600",
        "BUTTON 5 D 7600 00101",
        "BUTTON 4 X 7600 00101",
        "BUTTON 4 D 7600 101",
        "TAG 0 04A30B5AEB6C80 0044 00",
        "TAG 2 04A30B5AEB6C80 0044 00 7000",
        "TAG 0 04a30b5aeb6c80 0044 00 7000",
        "TAG 0 04A30B5AEB6C 0044 00 7000",
        "TAG 0 04A30B5AEB6C80 44 00 7000",
        "TAG 0 04A30B5AEB6C80 0044 0 7000",
        "GONE 0",
        "GONE 2 9000",
        "READER 0 mute",
        "READER 0 blind 3",
        "READER 2 mute 3",
        "LOG",
        "LOG 5%",
        "LOG %4x",
        "PONG",
        "PONG a-b",
    ],
)
def test_missing_or_out_of_range_word_is_invalid(line: str) -> None:
    assert hear(line) is None


def test_node_without_buttons_sends_one_zero() -> None:
    hello = Hello(UID, "BEEF", "1.0", 0, 0, 60, 0, "power", 1, 0, 0)
    assert hear("BEAT 9 0 0 0 0", hello) == Pulse(9, (), 0, 0, 0)
    assert hear("BUTTON 0 D 9 0", hello) is None


def test_hello_describes_the_node() -> None:
    assert read_hello("BEEF", SAID.split(" ")) == HELLO
    assert read_hello("BEEF", [*SAID.split(" "), "more"]) == HELLO
    more = SAID.replace("pixels=8", "pixels=8,knobs=2")
    assert read_hello("BEEF", more.split(" ")) == HELLO


@pytest.mark.parametrize(
    ("word", "has"),
    [
        ("pixels=60", (0, 0, 60)),
        ("buttons=5", (5, 0, 0)),
        ("readers=1,knobs=x", (0, 1, 0)),
        ("buttons=0,readers=0,pixels=0", (0, 0, 0)),
        ("nothing", (0, 0, 0)),
    ],
)
def test_parts_not_named_in_a_hello_count_as_zero(word: str, has: tuple[int, int, int]) -> None:
    hello = read_hello("BEEF", SAID.replace("buttons=5,readers=2,pixels=8", word).split(" "))
    assert isinstance(hello, Hello)
    assert (hello.buttons, hello.readers, hello.pixels) == has


@pytest.mark.parametrize("cause", ["power", "reset", "watchdog", "reload"])
def test_hello_at_its_bounds_is_parsed(cause: str) -> None:
    said = f"{UID} 1 1.0 buttons=5,readers=2,pixels=8 99 {cause} 536870911 9999 9999"
    expected = Hello(UID, "BEEF", "1.0", 5, 2, 8, 99, cause, 536870911, 9999, 9999)
    assert read_hello("BEEF", said.split(" ")) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (UID, UID.lower()),
        (UID, UID[1:]),
        ("buttons=5", "buttons=x"),
        ("buttons=5", "buttons"),
        (" 3 ", " x "),
        (" 3 ", " 100 "),
        ("power", "magic"),
        ("1234", "536870912"),
        (" 0 0", " 0"),
        (" 0 0", " 0 10000"),
        (" 0 0", " 10000 0"),
    ],
)
def test_hello_with_an_invalid_word_is_rejected(old: str, new: str) -> None:
    assert read_hello("BEEF", SAID.replace(old, new).split(" ")) is None


def test_only_the_version_is_read_from_a_hello_of_another_version() -> None:
    outdated = Outdated(UID, "2", "3.1")
    assert read_hello("BEEF", [UID, "2", "3.1", "what=ever"]) == outdated
    assert read_hello("BEEF", [UID, "2", "3.1"]) == outdated
    assert read_hello("BEEF", [UID, "2"]) is None


PRINTABLE = st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters="*")


@given(st.sampled_from(sorted(WORDS)), st.lists(st.text(PRINTABLE, min_size=1), max_size=7))
def test_any_words_raise_nothing(verb: str, args: list[str]) -> None:
    read(verb, args, HELLO, 1, lambda ticks: 0)
    read_hello("BEEF", args)


@given(st.text(max_size=30).map(lambda text: text.encode(errors="ignore").decode()))
def test_log_text_round_trips(text: str) -> None:
    assert read_log([escape(text)]) == Log(text)


def test_field_report_86_invalid_utf8_in_log_is_replaced() -> None:
    assert read_log(["%94%FF%FE%00ok"]) == Log("\ufffd\ufffd\ufffd\x00ok")
