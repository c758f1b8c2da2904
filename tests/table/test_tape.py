"""Tapes: contents, secrets, replay, and damage."""

import io
import json
import logging
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest

from companion import messages
from companion.cli import replay
from companion.errors import Refused, StoreError
from companion.signals import BUTTONS, Again, Beat, Button, Chord, Device, Gone, Origin, Press, Tag
from companion.store.store import Store, Tagged, waited
from companion.table.loop import Inbox, Listener, Loop
from companion.table.posts import Answer, Post
from companion.table.snapshot import TableInfo
from companion.table.tape import Item, Line, Tape, signal, start
from companion.table.tape_replay import EmptyRoom, is_tape

PIN, HOST, GUEST = "1234", "secret-of-the-host", "secret-of-a-guest"
CARD = "04A30B5AEB6C80"
INFO = TableInfo("boot", "Kitchen", "http://table", (1, 2, 3), False, PIN)
OPTIONS = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bo", "colour": "blue", "place": 2},
    ],
    "limits": [4],
}
REFUSALS = ("tape.no_line", "tape.breaks", "tape.differs", "tags.at_line", "saved.other_version")
NODE = Origin("node", "E6605838834A1B2F", "BEEF", 7)


@dataclass
class Evening:
    """A service that records a tape."""

    loop: Loop
    inbox: Inbox
    keys: int = 0

    def post(self, kind: str, client: str = HOST, **body: Any) -> Answer:
        """Send a phone's post and wait for its answer."""
        self.keys += 1
        post = Post(kind, client, f"key {self.keys} of {id(self)}", body)
        self.loop.post(post)
        return post.reply.result(20)

    def act(self, **act: Any) -> Answer:
        return self.post("act", act=act)


@contextmanager
def evening(data: Path, tape: Path) -> Iterator[Evening]:
    """Run a service that records a tape."""
    with closing(Store.open(data)) as store:
        recorder = start(tape, store, INFO, store.tag)
        inbox: Inbox = SimpleQueue()
        loop = Loop(inbox, EmptyRoom(), store, INFO, store.tag, Listener(), recorder)
        loop.start()
        try:
            yield Evening(loop, inbox)
        finally:
            loop.stop()
            race = loop.snapshot.race
            recorder.close(race.view.state if race else None)


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    """The tape of the second of two runs on the same data: it begins during a race."""
    data = tmp_path / "data"
    with closing(Store.open(data)) as store:
        red = {"kind": "dog", "colour": "red", "value": 4, "copy": 1}
        waited(lambda then: store.put_tags([Tagged(CARD, "snow_tails", red)], then))
    with evening(data, tmp_path / "first.tape") as first:
        first.post("first")
        for _ in range(2):
            assert (
                first.post("race", game="snow_tails", options=OPTIONS, replace=None).status == 200
            )
        first.act(act="tap", seat=1, card={"value": 3})
    with evening(data, tmp_path / "second.tape") as second:
        assert second.post("host", GUEST, pin="9999").status == 403
        assert second.post("host", GUEST, pin=PIN).status == 200
        second.inbox.put(Tag(1, CARD, NODE))
        second.inbox.put(Press(1, "left", False, Origin("phone", HOST)))
        second.act(act="done", seat=1)
        second.inbox.put(Device(NODE.device, "node", 1, "connected"))
        assert second.act(act="undo").status == 200
    return tmp_path / "second.tape"


def run(file: Path) -> tuple[Any, str]:
    """Run `companion replay`; returns the printed state and the messages."""
    out, err = io.StringIO(), io.StringIO()
    assert replay.replay(Namespace(file=str(file), lang="en"), out, err) == 0
    return json.loads(out.getvalue()), err.getvalue()


def lines(tape: Path) -> list[Line]:
    return [json.loads(line) for line in tape.read_text().splitlines()]


def rewritten(tape: Path, told: list[Line]) -> Path:
    tape.write_text("".join(json.dumps(line) + "\n" for line in told))
    return tape


def refused(tape: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        run(tape)
    return caught.value


def test_a_tape_replays_to_the_same_state(tape: Path) -> None:
    state, said = run(tape)
    assert state == lines(tape)[-1]["end"]
    pending = {"value": 4, "slots": ["left"], "marks": [], "costs": [], "dents": 0}
    assert state["seats"][0]["pending"] == pending
    assert "same state" in said


def test_secrets_are_not_on_the_tape(tape: Path) -> None:
    text = tape.read_text() + tape.with_name("first.tape").read_text()
    for secret in (HOST, GUEST, PIN, "9999"):
        assert f'"{secret}"' not in text


def test_the_first_evening_replays_from_an_empty_table(tape: Path) -> None:
    state, _ = run(tape.with_name("first.tape"))
    assert state["seats"][0]["pending"]["value"] == 3


def test_a_changed_press_changes_the_replays_result(tape: Path) -> None:
    """A replay's comparison detects a single changed press."""
    told = lines(tape)
    (press,) = [line for line in told if line.get("signal") == "Press"]
    press["button"] = "right"
    assert refused(rewritten(tape, told)).key == "tape.differs"


def test_a_truncated_tape_is_replayed_to_its_end(tape: Path) -> None:
    text = "\n".join(tape.read_text().splitlines()[:-1])
    tape.write_text(text[:-5])
    state, said = run(tape)
    assert state["game"] == "snow_tails"
    assert "no end" in said


@pytest.mark.parametrize("damage", ["rubbish", '{"at": 1.0, "signal": "Sneeze"}', '{"tick": 1}'])
def test_a_damaged_line_is_named(damage: str, tape: Path) -> None:
    rows = tape.read_text().splitlines()
    tape.write_text("\n".join([*rows[:3], damage, *rows[3:]]) + "\n")
    wrong = refused(tape)
    assert (wrong.key, wrong.params) == ("tape.no_line", {"line": 4})


def test_a_tape_of_another_version_is_refused(tape: Path) -> None:
    header, *rest = lines(tape)
    assert refused(rewritten(tape, [{**header, "version": 2}, *rest])).key == "saved.other_version"


def test_an_export_is_not_a_tape() -> None:
    assert not is_tape('{"format": "companion-race"}\n')
    assert not is_tape("")


def test_a_tape_is_never_overwritten(tape: Path, tmp_path: Path) -> None:
    before = tape.read_text()
    with closing(Store.open(tmp_path / "other")) as store, pytest.raises(Refused) as caught:
        start(tape, store, INFO, store.tag)
    assert caught.value.key == "tape.exists"
    assert tape.read_text() == before


def test_a_card_that_cannot_be_looked_up_is_recorded_without_its_piece(tmp_path: Path) -> None:
    def unreadable(uid: str) -> Tagged | None:
        raise StoreError("store.unreadable")

    file = tmp_path / "tape"
    tape = Tape(file.open("w"), {"rights": {}, "acts": []}, PIN, unreadable)
    tape.item(Tag(1, CARD, NODE), 1.0)
    tape.close(None)
    line = json.loads(file.read_text().splitlines()[1])
    assert (line["uid"], "known" in line) == (CARD, False)


def test_a_full_disk_ends_the_tape_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    header: dict[str, Any] = {"rights": {}, "acts": []}
    with caplog.at_level(logging.ERROR):
        tape = Tape(open("/dev/full", "w"), header, PIN, lambda uid: None)  # noqa: SIM115
        tape.item(Gone(1, NODE), 1.0)
        tape.close(None)
    assert "No space left" in caplog.text


@pytest.mark.parametrize(
    "item",
    [
        Tag(2, CARD, NODE, "left", 0.25),
        Again(2, CARD, NODE, 0.25),
        Gone(2, NODE),
        Button(1, "ok", True, 17, frozenset(BUTTONS[:2]), NODE, 0.1),
        Beat(1, 1 << 28, frozenset(), NODE),
        Press(3, "brake", True, Origin("phone", "phone-1"), "value:4"),
        Chord(1, NODE),
        Device("/dev/ttyACM0", "node", 0, "lost", "link.missing", 8, True, 2),
    ],
)
def test_every_kind_of_signal_survives_a_tape(item: Item, tmp_path: Path) -> None:
    file = tmp_path / "one.tape"
    tape = Tape(file.open("w"), {"rights": {}, "acts": []}, PIN, lambda uid: None)
    tape.item(item, 2.5)
    tape.close(None)
    assert signal(lines(file)[1]) == item


def every_way_to_spoil(line: Line) -> Iterator[Line]:
    """Variants of a line: each of its values, at any depth, replaced by unfitting ones."""
    for name, value in line.items():
        others: list[Any] = [None, "x", -1, 10**30, [[]], {"a": []}]
        for other in others:
            yield {**line, name: other}
        yield {key: kept for key, kept in line.items() if key != name}
        if isinstance(value, dict):
            yield from ({**line, name: inner} for inner in every_way_to_spoil(value))


@pytest.mark.parametrize("part", range(3))
def test_any_edit_of_a_tape_replays_or_is_refused_with_its_line(tape: Path, part: int) -> None:
    told = lines(tape)[:7]
    spoiled = [
        (number, other) for number, line in enumerate(told) for other in every_way_to_spoil(line)
    ]
    for number, other in Random(part).sample(spoiled, 20):
        rewritten(tape, [*told[:number], other, *told[number + 1 :]])
        if not is_tape(tape.read_text()):
            continue
        wrong = said(tape)
        if wrong:
            assert wrong.key in REFUSALS
            assert messages.sentence(wrong.key, wrong.params, "de")
            assert wrong.params.get("line", number + 1) >= number + 1


def said(tape: Path) -> Refused | None:
    """The reason why a tape is refused, None if it replays."""
    try:
        run(tape)
    except Refused as wrong:
        return wrong
    return None


@pytest.mark.parametrize(
    "row",
    [
        "5",
        "[]",
        "null",
        "[" * 5000,
        '{"at": NaN, "tick": true}',
        '{"end": 5}',
        '{"at": 1}',
        '{"at": 1, "signal": []}',
    ],
)
def test_an_invalid_line_is_refused_by_number(row: str, tape: Path) -> None:
    header = tape.read_text().splitlines()[0]
    tape.write_text(f"{header}\n{row}\n")
    wrong = refused(tape)
    assert (wrong.key, wrong.params) == ("tape.no_line", {"line": 2})


def test_a_bug_is_reported_with_its_line_and_code(tape: Path) -> None:
    header = tape.read_text().splitlines()[0]
    post = {"kind": "act", "client": "phone-1", "key": "", "body": 5, "version": None}
    tape.write_text(f"{header}\n{json.dumps({'at': 1.0, 'post': post})}\n")
    wrong = refused(tape)
    assert (wrong.key, wrong.params["line"]) == ("tape.breaks", 2)
    assert wrong.params["where"].startswith("rights.py:")


def test_lines_after_the_end_are_ignored(tape: Path) -> None:
    tape.write_text(tape.read_text() + "rubbish\n" + tape.read_text())
    assert "same state" in run(tape)[1]
