"""Learning decks at the table: taps, writes, rights, and the game at the other seats."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import pieces
from companion.messages import say
from companion.pages import state_json
from companion.server.asgi import BODY_BYTES
from companion.signals import Again, Device, Origin, Tag
from companion.store.store import Tagged
from companion.table.tag_learning import LEARN_S
from companion.tags import tag_file
from companion.tags.learning import Learning
from tests.table.table_actor import Actor, full_disk

Open = Callable[..., Actor]
GAME = "snow_tails"
PHONE = "08A1B2C3"


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    actors: list[Actor] = []

    def at(sync_delay_s: float = 0.0) -> Actor:
        actors.append(Actor(tmp_path / f"{len(actors)}", sync_delay_s))
        actors[-1].post("first")
        return actors[-1]

    yield at
    for actor in actors:
        actor.close()


@pytest.fixture
def table(open_table: Open) -> Actor:
    return open_table()


def uid(number: int) -> str:
    return f"04{number:012X}"


def learn(table: Actor, do: str, client: str = "host", **more: Any) -> Any:
    return table.post("learn", client, do=do, **more)


def start(table: Actor, **more: Any) -> Any:
    return learn(table, "start", **{"game": GAME, "colour": "red", **more})


def lay(table: Actor, text: str, seat: int = 1, seq: int = 1) -> None:
    """Tap a card and wait until its effect is on disk."""
    table.signal(Tag(seat, text, Origin("node", f"N{seat}", "BEEF", seq)))
    while table.tags._saving:
        table.step()


def now(table: Actor) -> Learning:
    value = table.table.snapshot.learning
    assert value is not None
    return value


def said(table: Actor) -> str:
    found = now(table).said
    return say(found) if found else ""


def test_cards_are_learned_at_any_reader(table: Actor) -> None:
    start(table)
    for number in range(20):
        lay(table, uid(number), seat=number % 5 + 1)
    assert now(table).complete
    assert len(table.store.tags()) == 20
    assert len(table.settled) == 20


def test_a_tag_is_learned_after_its_second_read(table: Actor) -> None:
    """While it lies on the reader: nobody has to lay it again."""
    start(table)
    at = Origin("node", "N1", "BEEF")
    for seq, signal in enumerate(
        (
            Tag(1, uid(1), replace(at, seq=1), once=True),  # a damaged read
            Tag(1, uid(2), replace(at, seq=2), once=True),
            Again(1, uid(2), replace(at, seq=3)),
        ),
        1,
    ):
        table.signal(signal)
        table.rest()
        assert [origin.seq for origin in table.settled] == list(range(1, seq + 1))
    assert now(table).uids[:2] == (uid(2), "")
    assert table.store.tag(uid(1)) is None


def test_a_second_read_that_comes_late_is_settled_and_not_learned(table: Actor) -> None:
    start(table)
    table.signal(Again(1, uid(1), Origin("node", "N1", "BEEF", 1), age_s=2.1))
    assert (now(table).known, len(table.settled)) == (0, 1)


def test_a_second_read_plays_nothing(table: Actor) -> None:
    table.begin()
    start(table)
    lay(table, uid(1))
    learn(table, "stop")
    table.signal(Again(1, uid(1), Origin("node", "N1", "BEEF", 2)))
    table.rest()
    assert table.state["seats"][0]["pending"] is None
    assert table.settled[-1].seq == 2


def test_an_unknown_tag_is_named_only_if_it_was_read_twice(table: Actor) -> None:
    table.begin()
    at = Origin("node", "N1", "BEEF")
    table.signal(Tag(1, uid(7), replace(at, seq=1), once=True))
    refused = name(table)
    assert (refused.status, refused.key) == (409, "learn.read_once")
    table.signal(Again(1, uid(7), replace(at, seq=2)))
    assert name(table).status == 200


def test_a_tag_is_shown_only_when_it_is_on_disk(open_table: Open) -> None:
    table = open_table(sync_delay_s=0.1)
    start(table)
    table.signal(Tag(1, uid(1), Origin("node", "N", "BEEF", 1)))
    assert now(table).known == 0
    assert table.settled == []
    table.step()
    assert now(table).known == 1
    assert table.store.tag(uid(1)) is not None
    assert [origin.seq for origin in table.settled] == [1]


def test_quick_taps_are_written_one_after_the_other(open_table: Open) -> None:
    table = open_table(sync_delay_s=0.05)
    start(table)
    for number in (1, 1, 2, 3):
        table.signal(Tag(1, uid(number), Origin("node", "N", "BEEF", 1)))
    back = table.send("learn", "host", do="back")
    table.answer(back)
    assert now(table).uids[:4] == (uid(1), uid(2), uid(3), "")
    assert now(table).at == 2


def test_a_failed_write_is_reported_and_nothing_learned(table: Actor) -> None:
    start(table)
    with full_disk(table.folder):
        for number in range(20):
            before = now(table)
            lay(table, uid(number))
            if table.table.snapshot.notices[-1].key == "store.full":
                break
        assert now(table) == before
    assert table.store.tag(uid(number)) is None
    lay(table, uid(number))
    assert now(table).known == before.known + 1


def test_taps_play_again_when_learning_ends(table: Actor) -> None:
    table.begin()
    start(table)
    lay(table, uid(1))
    assert table.state["seats"][0]["pending"] is None
    assert learn(table, "stop").status == 200
    assert table.table.snapshot.learning is None
    lay(table, uid(1))
    table.rest()
    assert table.state["seats"][0]["pending"]["value"] == 1


def test_the_other_seats_play_on_while_one_reader_learns(table: Actor) -> None:
    table.begin()
    start(table, reader=3)
    lay(table, "AA04000000000A", seat=1)
    lay(table, uid(1), seat=3)
    table.rest()
    assert table.state["seats"][0]["pending"]["value"] == 4
    assert now(table).known == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [(PHONE, "phone or a bank card"), ("04A3", "not read completely"), (uid(9), "blue 3, copy 2")],
)
def test_deck_that_cannot_be_learned_is_named(table: Actor, text: str, words: str) -> None:
    """Field report 21: a phone's or bank card's uid is reported once, and never saved."""
    dog = {"kind": "dog", "colour": "blue", "value": 3, "copy": 2}
    put(table, Tagged(uid(9), GAME, dog))
    start(table)
    lay(table, text)
    assert words in said(table)
    assert not now(table).well
    assert len(table.store.tags()) == 1


def test_a_reader_that_cannot_read_says_why(table: Actor) -> None:
    start(table)
    table.signal(Device("N", "node", 2, "connected", "link.reader_two"))
    assert said(table) == "Two cards lie on the reader. Take one away."


def test_a_late_tap_is_not_learned(table: Actor) -> None:
    start(table)
    table.signal(Tag(1, uid(1), Origin("node", "N", "BEEF", 1), age_s=3.0))
    assert now(table).known == 0
    assert table.table.snapshot.notices[-1].key == "table.late_tap"


def test_back_skip_choose_and_take_work_from_the_phone(table: Actor) -> None:
    start(table)
    lay(table, uid(1))
    assert learn(table, "skip").status == 200
    assert now(table).at == 2
    lay(table, uid(1))
    assert learn(table, "take").status == 200
    assert now(table).uids[:3] == ("", "", uid(1))
    learn(table, "choose", n=20)
    assert now(table).at == 19
    learn(table, "back")
    assert now(table).at == 18


@pytest.mark.parametrize(
    ("do", "more", "key"),
    [
        ("back", {}, "learn.not_running"),
        ("start", {"game": "chess"}, "tags.no_such_game"),
        ("start", {"game": GAME, "colour": " "}, "tags.bad_colour"),
        ("start", {"game": GAME, "colour": "red", "composition": {}}, "tags.bad_deck"),
        ("start", {"game": GAME, "colour": "red", "reader": 9}, "web.no_such_seat"),
    ],
)
def test_impossible_step_is_refused(table: Actor, do: str, more: Any, key: str) -> None:
    answer = learn(table, do, **more)
    assert (answer.status, answer.key) == (409, key)


@pytest.mark.parametrize(("do", "n"), [("dance", None), ("choose", 21), ("choose", None)])
def test_an_invalid_step_changes_nothing(table: Actor, do: str, n: int | None) -> None:
    start(table)
    before = now(table)
    assert learn(table, do, n=n).status == 409
    assert now(table) == before


def test_only_the_host_may_learn_decks(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    assert start(table, client="ada").status == 403
    assert table.post("import", "ada", file="").status == 403
    assert table.post("name", "bo", uid=uid(1), piece={}).status == 403


def test_abandoned_learning_ends_by_itself(table: Actor) -> None:
    start(table)
    table.tags.tick(table.now + LEARN_S - 1)
    assert table.table.snapshot.learning
    table.tags.tick(table.now + LEARN_S)
    assert table.table.snapshot.learning is None
    assert table.table.snapshot.notices[-1].key == "learn.ended"


def test_learning_continues_after_a_restart(tmp_path: Path) -> None:
    table = Actor(tmp_path)
    table.post("first")
    start(table)
    lay(table, uid(1))
    table.close()
    table = Actor(tmp_path)
    assert start(table).status == 200
    assert now(table).known == 1
    table.close()


def test_learning_is_shown_in_each_phones_language(table: Actor) -> None:
    assert state_json.state(table.table.snapshot, "en")["learning"] is None
    start(table)
    lay(table, uid(1))
    told = state_json.state(table.table.snapshot, "en")["learning"]
    assert json.loads(json.dumps(told)) == told
    assert told["asked"] == "red 1, second of four"
    assert told["said"] == "Learned: red 1, first of four."
    assert (told["known"], told["of"], told["at"], told["complete"]) == (1, 20, 2, False)
    assert told["cards"][0]["uid"] == uid(1)


# Unknown tags during a race.

RED_FOUR = {"kind": "dog", "colour": "red", "value": 4, "copy": 2}


def name(table: Actor, client: str = "host", number: int = 7, **piece: Any) -> Any:
    return table.post("name", client, uid=uid(number), piece={**RED_FOUR, **piece})


def test_an_unknown_sticker_is_named_and_its_tap_is_done(table: Actor) -> None:
    """Field report 43: phones are asked about an unknown sticker; it is not only logged."""
    table.begin()
    table.post("claim", "ada", seat=1)
    lay(table, uid(7))
    assert table.table.snapshot.notices[-1].key == "tags.unknown"
    assert table.state["seats"][0]["pending"] is None
    answer = name(table, "ada")
    assert answer.status == 200
    pending = table.state["seats"][0]["pending"]
    assert pending["value"] == 4
    assert table.table.snapshot.notices == ()
    assert table.store.tag(uid(7)) == Tagged(uid(7), GAME, RED_FOUR)
    assert [entry.act["card"] for entry in table.store.acts(1)] == [
        {"colour": "red", "value": 4, "copy": 2}
    ]


def test_a_named_tags_tap_can_still_be_refused(table: Actor) -> None:
    table.begin()
    lay(table, uid(7), seat=3)
    answer = name(table)
    assert (answer.status, answer.key) == (409, "snow_tails.not_up")
    assert table.store.tag(uid(7)) is not None


def test_an_outdated_tap_is_not_done_after_naming(table: Actor) -> None:
    table.begin()
    lay(table, uid(7))
    table.act(act="tap", seat=1, card={"value": 2})
    assert name(table).status == 200
    assert table.state["seats"][0]["pending"]["value"] == 2


def test_a_tag_named_at_a_slot_reader_plays_to_its_slot(table: Actor) -> None:
    table.begin()
    table.signal(Tag(1, uid(7), Origin("pi", "/dev/x"), slot="left"))
    name(table)
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]


def test_any_player_may_name_a_tag_from_a_shared_reader(table: Actor) -> None:
    table.begin()
    table.post("claim", "ada", seat=1)
    lay(table, uid(7), seat=0)
    assert name(table, "watcher").status == 403
    assert name(table, "ada").status == 200
    assert table.state["seats"][0]["pending"]["value"] == 4


def test_another_seats_phone_may_not_name_a_tag(table: Actor) -> None:
    table.begin()
    table.post("claim", "bo", seat=3)
    lay(table, uid(7), seat=1)
    assert name(table, "bo").status == 403


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"uid": PHONE}, "tags.random_uid"),
        ({"uid": "04"}, "tags.bad_uid"),
        ({"piece": {"kind": "rook"}}, "tags.no_such_piece"),
        ({"uid": "AA02000000000A"}, "learn.twice"),
    ],
)
def test_an_invalid_name_is_refused(table: Actor, body: Any, key: str) -> None:
    table.begin()
    answer = table.post("name", **{"uid": uid(7), "piece": RED_FOUR, **body})
    assert (answer.status, answer.key) == (409, key)
    assert table.store.tags() == []


def test_a_name_without_a_race_is_refused(table: Actor) -> None:
    assert name(table).key == "table.no_race"


# Tag files.


def put(table: Actor, *found: Tagged) -> None:
    assert table.post("import", file=tag_file.write(found)).status == 200


def test_imported_tags_appear_in_the_deck_being_learned(table: Actor) -> None:
    start(table)
    put(table, Tagged(uid(1), GAME, {"kind": "dog", "colour": "red", "value": 1, "copy": 1}))
    assert now(table).known == 1
    assert now(table).at == 1


def test_five_decks_fit_into_one_post() -> None:
    """The body of a post is limited to 64 KiB (docs/api.md)."""
    colours = ("red", "blue", "yellow", "green", "purple")
    cards = [card for colour in colours for card in pieces.deck(GAME, colour)]
    found = [Tagged(uid(number), GAME, card) for number, card in enumerate(cards)]
    body = json.dumps({"key": "x" * 64, "file": tag_file.write(found)})
    assert 3 * len(body) < BODY_BYTES


def test_an_invalid_file_is_rejected_as_a_whole(table: Actor) -> None:
    """Field report 23: a uid that begins with 08 cannot be saved."""
    good = {"uid": uid(1), "game": GAME, "piece": RED_FOUR}
    head = {"format": "companion-tags", "version": 1}
    answer = table.post("import", file=json.dumps({**head, "tags": [good, {**good, "uid": PHONE}]}))
    assert (answer.status, answer.key) == (409, "tags.at_line")
    assert table.store.tags() == []
