"""The table: durable before visible, one answer per key, refusals at the right place."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.clocks import stamp
from companion.signals import Origin, Press, Tag
from companion.store.store import Entry
from companion.table.strip_frames import StripFrames
from tests.table.table_actor import OPTIONS, Actor, full_disk

Open = Callable[..., Actor]
NODE = Origin("node", "E6605838834A1B2F", "BEEF", 7)


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    actors: list[Actor] = []

    def at(folder: str = "data", sync_delay_s: float = 0.0) -> Actor:
        actors.append(Actor(tmp_path / folder, sync_delay_s))
        return actors[-1]

    yield at
    for actor in actors:
        actor.close()


@pytest.fixture
def table(open_table: Open) -> Actor:
    actor = open_table()
    assert actor.begin().status == 200
    return actor


def red(value: int) -> str:
    return f"AA{value:02d}000000000A"


def press(seat: int, button: str, hold: bool = False) -> Press:
    return Press(seat, button, hold, Origin("node", "N", "BEEF", 1))


def test_an_act_is_shown_only_when_it_is_on_disk(open_table: Open) -> None:
    table = open_table(sync_delay_s=0.2)
    table.begin()
    before = table.table.snapshot
    post = table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    assert table.table.snapshot is before
    assert not post.reply.done()
    answer = table.answer(post)
    assert answer.status == 200
    assert table.state["seats"][0]["pending"]["value"] == 4
    assert answer.version == table.table.snapshot.version > before.version


def test_next_snapshot_is_prepared_while_the_disk_syncs(table: Actor) -> None:
    seen = len(table.expected)
    table.act(act="tap", seat=1, card={"value": 4})
    assert table.expected[seen:] == [table.table.snapshot]
    table.act(act="slot", seat=1, slot="left")
    assert table.table.snapshot is table.expected[-1]


def test_prepared_snapshot_is_dropped_if_something_else_happens(table: Actor) -> None:
    post = table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    table.step()
    table.table.note("store.slow", {"ms": 400}, None)
    table.answer(post)
    shown = table.table.snapshot
    assert shown is not table.expected[-1]
    assert [notice.key for notice in shown.notices] == ["store.slow"]
    assert table.state["seats"][0]["pending"]["value"] == 4


def test_no_snapshot_is_prepared_while_another_act_is_pending(
    table: Actor,
) -> None:
    seen = len(table.expected)
    table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    second = table.send("act", "host", act={"act": "slot", "seat": 1, "slot": "left"})
    table.answer(second)
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]
    assert all(one.race and one.race.acts == 2 for one in table.expected[seen:])


def test_quick_acts_build_on_each_other_before_any_is_on_disk(
    open_table: Open,
) -> None:
    table = open_table(sync_delay_s=0.05)
    table.begin()
    posts = [
        table.send("act", "host", act=act)
        for act in (
            {"act": "tap", "seat": 1, "card": {"value": 4}},
            {"act": "slot", "seat": 1, "slot": "left"},
            {"act": "done", "seat": 1},
            {"act": "tap", "seat": 3, "card": {"value": 2}},
        )
    ]
    assert [table.answer(post).status for post in posts] == [200] * 4
    assert table.state["turn"] == 3
    assert [entry.n for entry in table.store.acts(1)] == [1, 2, 3, 4]


def test_the_same_key_gives_the_first_answer_again_and_plays_once(table: Actor) -> None:
    act = {"act": "tap", "seat": 1, "card": {"value": 4}}
    first = table.send("act", "host", key="once", act=act)
    again = table.send("act", "host", key="once", act=act)
    assert table.answer(first) == table.answer(again)
    assert table.answer(table.send("act", "host", key="once", act=act)) == first.reply.result()
    assert len(table.store.acts(1)) == 1


def test_the_same_key_gives_the_first_answer_after_a_restart_too(open_table: Open) -> None:
    table = open_table()
    table.begin()
    act = {"act": "tap", "seat": 1, "card": {"value": 4}}
    first = table.answer(table.send("act", "host", key="once", act=act))
    table.close()
    table = open_table()
    again = table.answer(table.send("act", "host", key="once", act={"act": "undo"}))
    assert [event.key for event in again.events] == [event.key for event in first.events]
    assert table.state["seats"][0]["pending"]["value"] == 4


def test_a_stale_version_changes_nothing(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    version = table.table.snapshot.version
    first = table.send("act", "host", version=version, act={"act": "undo"})
    second = table.send("act", "host", version=version, act={"act": "undo"})
    assert table.answer(first).status == 200
    assert table.answer(second).key == "web.stale"
    assert table.answer(second).status == 409
    assert table.answer(table.send("act", "host", version=99, act={"act": "redo"})).status == 409


def test_notices_do_not_make_a_version_stale(table: Actor) -> None:
    version = table.table.snapshot.version
    table.act(act="slot", seat=1, slot="left")
    assert table.table.snapshot.version > version
    tap = {"act": "tap", "seat": 1, "card": {"value": 4}}
    assert table.answer(table.send("act", "host", version=version, act=tap)).status == 200


def test_a_turn_continues_after_a_restart(open_table: Open) -> None:
    table = open_table()
    table.begin()
    table.act(act="tap", seat=1, card={"value": 4})
    table.act(act="slot", seat=1, slot="left")
    before, log = table.state, table.table.snapshot.log
    table.close()
    table = open_table()
    assert table.state == before
    assert [line.act for line in table.table.snapshot.log] == [line.act for line in log][1:]
    assert table.act(act="undo").status == 200
    assert table.state["seats"][0]["pending"]["slots"] == []


def test_a_refused_press_lights_its_seat_and_the_seats_that_are_up(table: Actor) -> None:
    table.signal(press(3, "left"))
    assert table.table.cues(table.now)[3].name == "refused"
    assert table.table.cues(table.now)[1].name == "pulse"
    notice = table.table.snapshot.notices[-1]
    assert (notice.seat, notice.params["name"]) == (3, "Ada")
    table.now += 4.0
    table.signal(press(3, "left"))
    assert not table.table.cues(table.now), "once in five seconds is enough"


def test_a_notices_remedy_corrects_the_table_and_does_the_act(table: Actor) -> None:
    table.act(act="tap", seat=3, card={"value": 4})
    notice = table.table.snapshot.notices[-1]
    assert notice.remedy
    assert table.post("remedy", "host", seat=3, n=notice.n).status == 200
    assert table.state["turn"] == 3
    assert table.state["seats"][1]["pending"]["value"] == 4
    assert table.post("remedy", "host", seat=3, n=notice.n).key == "table.no_remedy"


def test_a_tapped_cards_line_is_settled_once_on_disk(
    table: Actor,
) -> None:
    table.signal(Tag(1, red(4), NODE))
    assert NODE not in table.settled
    table.until_settled(NODE)
    known = table.store.known(NODE.device)
    assert known is not None
    assert (known.session, known.seq) == ("BEEF", 7)
    assert table.table.cues(table.now)[1].count == 4


@pytest.mark.parametrize(
    ("uid", "key"),
    [
        ("08A1B2C3", "tags.random_uid"),
        ("04FFFFFFFFFFFF", "tags.unknown"),
    ],
)
def test_an_unusable_tag_is_refused_with_its_reason(table: Actor, uid: str, key: str) -> None:
    table.signal(Tag(1, uid, NODE))
    assert table.table.snapshot.notices[-1].key == key
    assert table.table.cues(table.now)[1].name == "refused"
    assert NODE in table.settled
    assert not table.store.acts(1)


def test_press_that_waited_too_long_is_shown_but_not_applied(table: Actor) -> None:
    table.signal(Tag(1, red(4), NODE, age_s=2.5))
    assert table.table.snapshot.notices[-1].key == "table.late_tap"
    assert not table.store.acts(1)


def test_without_a_race_a_card_proposes_its_game(open_table: Open) -> None:
    table = open_table()
    table.signal(Tag(1, red(4), NODE))
    assert table.table.snapshot.notices == ()
    assert table.table.snapshot.proposal is not None


def test_event_held_opens_a_menu_that_closes_by_itself(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    table.act(act="slot", seat=1, slot="left")
    table.signal(press(1, "event", hold=True))
    assert table.table.snapshot.menus == {1: "event"}
    table.table.tick(table.now + 4.9)
    assert table.table.snapshot.menus
    table.table.tick(table.now + 5.0)
    assert not table.table.snapshot.menus


def test_strip_asks_before_ok_ends_a_race(table: Actor) -> None:
    table.act(act="correct", seat=1, set={"dents": 4})
    table.act(act="tap", seat=1, card={"value": 5})
    table.act(act="slot", seat=1, slot="left")
    table.act(act="mark", seat=1, what="sapling")
    table.signal(press(1, "ok"))
    assert table.table.snapshot.menus == {1: "done:out"}
    strips = StripFrames()
    film = [
        strips.frames(table.table.snapshot, {}, lambda seat, now: 0.0, {1: 8}, table.now + at)[1]
        for at in (0.0, 0.6)
    ]
    assert [len({pixel for pixel in frame if any(pixel)}) for frame in film] == [1, 0]
    red, green, blue = film[0][0]
    assert red > max(green, blue)
    table.signal(press(1, "ok"))
    table.rest()
    assert table.state["seats"][0]["status"] == "eliminated"


def test_left_in_the_menu_marks_a_sapling(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    table.act(act="slot", seat=1, slot="left")
    table.signal(press(1, "event", hold=True))
    table.signal(press(1, "left"))
    table.rest()
    assert table.state["seats"][0]["pending"]["marks"] == ["sapling"]
    assert not table.table.snapshot.menus


def test_a_turn_is_timed_by_the_monotonic_clock(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    table.act(act="slot", seat=1, slot="left")
    table.now += 31.5
    table.act(act="done", seat=1)
    assert table.store.acts(1)[-1].act["took_s"] == 31.5


def test_set_up_can_be_reopened_until_the_first_ok(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    answer = table.post("race", game="snow_tails", options={**OPTIONS, "limits": [5]}, replace=1)
    assert answer.race == 2
    assert [race.id for race in table.store.races()] == [2]
    table.act(act="tap", seat=1, card={"value": 4})
    table.act(act="slot", seat=1, slot="left")
    table.act(act="done", seat=1)
    refused = table.post("race", game="snow_tails", options=OPTIONS, replace=2)
    assert refused.key == "table.already_begun"


def test_a_race_with_an_unknown_seat_is_refused(open_table: Open) -> None:
    table = Actor(open_table().folder.parent / "two", seats=(1, 2))
    answer = table.begin()
    assert answer.key == "table.no_such_seat"
    table.close()


def test_an_older_race_can_be_resumed(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    before = table.state
    table.post("race", game="snow_tails", options={**OPTIONS, "limits": [5]}, replace=None)
    assert table.post("resume", race=1).status == 200
    assert table.state == before
    assert table.post("resume", race=9).key == "table.no_such_race"


def test_every_act_names_its_source(table: Actor) -> None:
    table.post("claim", "phone", seat=1)
    table.act("phone", act="tap", seat=1, card={"value": 4})
    table.signal(press(1, "left"))
    table.rest()
    names = [line.origin for line in table.table.snapshot.log][-2:]
    assert [name.key for name in names] == ["from.phone_of", "from.seat"]
    assert names[0].params == {"name": "Ada"}


def test_an_unknown_act_is_malformed(table: Actor) -> None:
    assert table.act(act="fly").status == 400
    assert table.act(seat=1).status == 400


def test_without_a_race_presses_and_acts_are_refused(open_table: Open) -> None:
    table = open_table()
    table.post("first")
    assert table.act(act="undo").key == "table.no_race"
    assert table.post("press", seat=1, button="ok", hold=False).key == "table.no_race"
    assert not table.table.has_hold(1, "event")
    assert table.table.game is None


def test_an_empty_seat_has_nothing_to_hold(table: Actor) -> None:
    assert not table.table.has_hold(2, "event")


def test_the_same_card_again_changes_nothing_and_is_not_an_undo_step(table: Actor) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    assert table.act(act="tap", seat=1, card={"value": 4}).status == 200
    assert len(table.store.acts(1)) == 1


def test_a_card_without_effect_is_settled(table: Actor) -> None:
    table.signal(Tag(3, "BB02000000000B", NODE))
    assert NODE in table.settled


def test_a_race_is_resumed_after_pending_writes(open_table: Open) -> None:
    table = open_table(sync_delay_s=0.05)
    table.begin()
    table.post("race", game="snow_tails", options=OPTIONS, replace=None)
    under_way = table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    resumed = table.send("resume", "host", race=1)
    assert table.answer(under_way).status == 200
    assert table.answer(resumed).status == 200
    assert table.state["seats"][0]["pending"] is None


def test_a_race_that_the_rules_reject_is_reported_and_kept(open_table: Open) -> None:
    table = open_table()
    table.begin()
    then: SimpleQueue[object] = SimpleQueue()
    table.store.append(1, Entry(1, {"act": "fly"}, stamp()), then.put)
    assert then.get() is None
    table.close()
    table = open_table()
    assert table.table.snapshot.race is None
    assert table.table.snapshot.notices[-1].key == "table.race_not_read"
    assert table.store.acts(1)


def test_a_failed_write_falls_back_and_play_continues(
    table: Actor,
) -> None:
    table.act(act="tap", seat=1, card={"value": 4})
    shown = table.state
    act = {"act": "slot", "seat": 1, "slot": "left"}
    with full_disk(table.folder):
        posts = [table.send("act", "host", act=act), table.send("act", "host", act=act)]
        answers = [table.answer(post) for post in posts]
        while answers[-1].status != 503:
            answers.append(table.answer(table.send("act", "host", act=act)))
    assert table.state["seats"][0]["pending"]["value"] == 4
    assert table.table.snapshot.notices[-1].key.startswith("store.")
    stored = len(table.store.acts(1))
    assert stored == 1 + sum(answer.status == 200 for answer in answers)
    if stored == 1:
        assert table.state == shown
    assert table.act(act="slot", seat=1, slot="right").status == 200
    assert len(table.store.acts(1)) == stored + 1


def test_a_failed_resume_leaves_the_current_race(table: Actor) -> None:
    table.post("race", game="snow_tails", options={**OPTIONS, "limits": [9]}, replace=None)
    with full_disk(table.folder):
        answer = table.post("resume", race=1)
        while answer.status == 200:
            answer = table.post("resume", race=2 if answer.race == 1 else 1)
    assert answer.status == 503
