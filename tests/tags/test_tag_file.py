"""Tag uids in every spelling; a tag file is taken whole or refused."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refused
from companion.games.pieces import has_piece
from companion.store.store import Tagged
from companion.tags import tag_file

DOG = {"kind": "dog", "colour": "red", "value": 4, "copy": 2}


def entry(uid: str = "04A30B5AEB6C80", game: str = "snow_tails", **piece: Any) -> dict[str, Any]:
    return {"uid": uid, "game": game, "piece": {**DOG, **piece}}


def file(*entries: Any, **head: Any) -> str:
    """A tag file with one entry a line, the first on line 2."""
    top = {"format": "companion-tags", "version": 1, **head}
    start = json.dumps(top)[:-1] + ', "tags": [\n'
    return start + ",\n".join(json.dumps(each) for each in entries) + "\n]}"


def refusal(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        tag_file.read(text, has_piece)
    return caught.value


@pytest.mark.parametrize(
    "text",
    ["04A30B5AEB6C80", "04a30b5aeb6c80", "04:A3:0B:5A:EB:6C:80", " 04 a3 0b 5a eb 6c 80 "],
)
def test_spellings_of_a_uid_are_normalised(text: str) -> None:
    assert tag_file.normal(text) == "04A30B5AEB6C80"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "04A30B",
        "04A30B5AEB6C8",
        "04A30B5AEB6C8000",
        "0x4A30B5AEB6C80",
        "04-A3-0B-5A",
        "0 4A30B5A",
        "04::A3:0B:5A",
        "04A30B5G",
        "\u0660\u0664A30B5A",
        ":04A30B5A",
        "304419896",
    ],
)
def test_an_invalid_uid_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        tag_file.normal(text)
    assert (caught.value.key, caught.value.params) == ("tags.bad_uid", {"uid": text})


def test_random_uids_are_recognised() -> None:
    assert tag_file.random_uid("08A1B2C3")
    assert not tag_file.random_uid("04A1B2C3")
    assert not tag_file.random_uid("08A30B5AEB6C80")


def test_piece_of_returns_the_piece_or_the_reason() -> None:
    found = Tagged("04A30B5A", "snow_tails", DOG)
    assert tag_file.piece_of(found, "04A30B5A", "snow_tails") == DOG
    reasons = {
        "tags.random_uid": (None, "08A1B2C3"),
        "tags.unknown": (None, "04A1B2C3"),
        "tags.other_game": (Tagged("04A1B2C3", "husky", {}), "04A1B2C3"),
    }
    for key, (tagged, uid) in reasons.items():
        with pytest.raises(Refused) as caught:
            tag_file.piece_of(tagged, uid, "snow_tails")
        assert caught.value.key == key


uids = st.sampled_from([4, 7, 10]).flatmap(lambda n: st.binary(min_size=n, max_size=n))


@settings(max_examples=60)
@given(
    st.dictionaries(
        uids.map(lambda uid: uid.hex().upper()).filter(lambda uid: not tag_file.random_uid(uid)),
        st.tuples(st.sampled_from(["red", "grün", 'a "quoted\\ name']), st.integers(1, 5)),
        max_size=8,
    )
)
def test_a_written_tag_file_reads_back_equal(deck: dict[str, tuple[str, int]]) -> None:
    known = [
        Tagged(uid, "snow_tails", {**DOG, "colour": colour, "value": value, "copy": copy})
        for copy, (uid, (colour, value)) in enumerate(deck.items(), 1)
    ]
    assert tag_file.read(tag_file.write(known), has_piece) == known


def test_a_tag_file_has_one_tag_a_line_with_ordered_fields() -> None:
    shuffled = {"value": 4, "copy": 2, "kind": "dog", "colour": "red"}
    lines = tag_file.write([Tagged("04A30B5A", "snow_tails", shuffled)]).splitlines()
    assert lines[1] == (
        '  {"uid": "04A30B5A", "game": "snow_tails", '
        '"piece": {"kind": "dog", "colour": "red", "value": 4, "copy": 2}}'
    )


BAD_ENTRIES = {
    "the uid twice": (entry("04:a3:0b:5a:eb:6c:80", copy=3), "tags.uid_twice", {"first": 2}),
    "the copy twice": (entry("04A1B2C3"), "tags.piece_twice", {"first": 2}),
    "a random uid": (entry("08A1B2C3", copy=3), "tags.random_uid", {"uid": "08A1B2C3"}),
    "a bad uid": (entry("04A1B2", copy=3), "tags.bad_uid", {"uid": "04A1B2"}),
    "no such value": (entry("04A1B2C3", value=6), "tags.no_such_piece", {"game": "snow_tails"}),
    "no such kind": (entry("04A1B2C3", kind="cat"), "tags.no_such_piece", {}),
    "copy 0": (entry("04A1B2C3", copy=0), "tags.no_such_piece", {}),
    "copy true": (entry("04A1B2C3", copy=True), "tags.no_such_piece", {}),
    "value as text": (entry("04A1B2C3", value="4"), "tags.no_such_piece", {}),
    "no colour": (entry("04A1B2C3", colour=""), "tags.no_such_piece", {}),
    "half a letter": (entry("04A1B2C3", colour="\ud800"), "tags.no_such_piece", {}),
    "one field more": (entry("04A1B2C3", size=1), "tags.no_such_piece", {}),
    "no such game": (entry("04A1B2C3", "chess"), "tags.no_such_game", {"game": "chess"}),
    "no object": (7, "tags.bad_entry", {}),
    "a list": ([entry("04A1B2C3")], "tags.bad_entry", {}),
    "no uid": ({"game": "snow_tails", "piece": DOG}, "tags.bad_entry", {}),
    "a field unknown": ({**entry(), "x": 1}, "tags.unknown_field", {"field": "x"}),
}


@pytest.mark.parametrize("name", BAD_ENTRIES)
def test_a_bad_entry_is_refused_with_its_line(name: str) -> None:
    bad, key, params = BAD_ENTRIES[name]
    refused = refusal(file(entry(), bad, entry("04FFFFFF", copy=9)))
    assert (refused.key, refused.params["line"]) == ("tags.at_line", 3)
    assert refused.params["why"].key == key
    assert refused.params["why"].params.items() >= params.items()


BAD_FILES = {
    "empty": ("", "tags.no_json"),
    "cut off": (file(entry())[:-3], "tags.no_json"),
    "a list": ("[]", "tags.not_a_tag_file"),
    "another format": (file(format="x"), "tags.not_a_tag_file"),
    "another version": (file(version=2), "tags.other_version"),
    "version true": (file(version=True), "tags.other_version"),
    "no list": ('{"format": "companion-tags", "version": 1, "tags": {}}', "tags.no_list"),
    "list missing": ('{"format": "companion-tags", "version": 1}', "tags.no_list"),
    "one field more": (file(more=[[1]]), "tags.unknown_field"),
    "a field twice": (file().replace('"version"', '"tags": [], "version"'), "tags.field_twice"),
    "very deep": ("[" * 100_000, "tags.no_json"),
    "a deep version": (file().replace("1", "[" * 900 + "]" * 900, 1), "tags.no_json"),
    "a huge number": ("1" * 10_000, "tags.no_json"),
    "too large": (" " * 4_000_001, "tags.too_large"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_an_invalid_tag_file_is_refused(name: str) -> None:
    text, key = BAD_FILES[name]
    assert refusal(text).key == key


def test_invalid_json_is_refused_with_its_line() -> None:
    assert refusal(file(entry()).replace('"uid"', "uid")).params["line"] == 2


def test_the_line_of_a_bad_entry_is_right_in_any_layout() -> None:
    bad = entry("08A1B2C3", copy=3)
    head = {"format": "companion-tags", "version": 1, "tags": [entry(), bad]}
    assert refusal(json.dumps(head)).params["line"] == 1
    text = json.dumps(head, indent=2)
    line = text[: text.index("08A1B2C3")].count("\n")  # its entry opens on the line before
    assert refusal(text).params["line"] == line


@settings(max_examples=150)
@given(st.text(max_size=40) | st.text('[]{}":,\\ntf1 ', max_size=40))
def test_any_text_raises_only_refused(text: str) -> None:
    for read in (tag_file.normal, lambda text: tag_file.read(text, has_piece)):
        with suppress(Refused):
            read(text)


@settings(max_examples=100)
@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists, max_leaves=8))
def test_any_entry_raises_only_refused(junk: Any) -> None:
    for bad in (junk, {"uid": junk}, {**entry(), "piece": {"kind": junk, "colour": junk}}):
        with pytest.raises(Refused):
            tag_file.read(file(bad), has_piece)
