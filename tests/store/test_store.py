"""Races, acts, answers, settings, tags and link sessions are saved and read."""

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.store.store import (
    Entry,
    Position,
    Store,
    StoredAnswer,
    Tagged,
    waited,
)
from tests.store.saving import OPTIONS, STAMP, act, refusal, start


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


@pytest.mark.parametrize("race_id", [0, -1, 7, 2**63 - 1, 2**63, 10**30, -(10**30)])
def test_an_unknown_race_id_of_any_size_returns_none(store: Store, race_id: int) -> None:
    start(store)
    assert store.race(race_id) is None


def test_saved_records_are_there_after_a_restart(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        race = start(store, answer=StoredAnswer("first", {"version": 1}))
        entry = act(
            1, answer=StoredAnswer("k\ud800", {"version": 2}), position=Position("E66", "C0DE", 7)
        )
        waited(lambda then: store.append(race, entry, then))
        waited(lambda then: store.set("pin", "0042", then))
        waited(lambda then: store.answer(StoredAnswer("said no", {"status": 409}), then))
        waited(lambda then: store.position(Position("E67", "BEEF", 9999), then))
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        assert [saved.id for saved in store.races()] == [race]
        saved = store.race(race)
        assert saved is not None
        assert (saved.options, saved.stamp, saved.acts, saved.result) == (OPTIONS, STAMP, 1, None)
        assert store.acts(race) == [Entry(1, entry.act, STAMP, {"kind": "node"})]
        replies = [store.reply_for(key) for key in ("first", "k\ud800", "said no", "other")]
        assert replies == [{"version": 1, "id": race}, {"version": 2}, {"status": 409}, None]
        known = [store.known(uid) for uid in ("E66", "E67", "E68")]
        assert known == [Position("E66", "C0DE", 7), Position("E67", "BEEF", 9999), None]
        assert store.get("pin") == "0042"
        assert store.get("other", 7) == 7


def test_the_current_race_is_the_last_started_or_resumed(store: Store) -> None:
    assert store.current_race() is None
    first, second = start(store), start(store)
    current = store.current_race()
    assert current is not None
    assert current.id == second
    waited(lambda then: store.resume(first, then))
    current = store.current_race()
    assert current is not None
    assert current.id == first


def test_a_replaced_race_is_not_listed_but_stays_on_disk(store: Store) -> None:
    first = start(store)
    second = start(store, replaces=first)
    assert [race.id for race in store.races()] == [second]
    assert store.race(first) is not None


def test_an_act_out_of_order_is_not_saved(store: Store) -> None:
    race = start(store)
    assert refusal(lambda then: store.append(race, act(2), then)) == "store.order"
    assert refusal(lambda then: store.append(race + 1, act(1), then)) == "store.order"
    waited(lambda then: store.append(race, act(1), then))
    position = Position("E66", "C0DE", 1)
    assert (
        refusal(lambda then: store.append(race, act(1, position=position), then)) == "store.order"
    )
    assert [entry.n for entry in store.acts(race)] == [1]
    assert store.known("E66") is None


def test_an_act_with_an_answered_key_is_refused(store: Store) -> None:
    race = start(store)
    waited(
        lambda then: store.append(race, act(1, answer=StoredAnswer("key", {"version": 1})), then)
    )
    again = act(2, answer=StoredAnswer("key", {"version": 2}))
    assert refusal(lambda then: store.append(race, again, then)) == "store.repeated"
    assert store.reply_for("key") == {"version": 1}
    assert [entry.n for entry in store.acts(race)] == [1]


def test_the_oldest_answers_are_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.writes.ANSWERS", 3)
    for number in range(8):
        waited(lambda then, n=number: store.answer(StoredAnswer(f"key {n}", {"n": n}), then))
    known = [number for number in range(8) if store.reply_for(f"key {number}")]
    assert known == [5, 6, 7]


def test_a_later_act_can_take_the_result_back(store: Store) -> None:
    race = start(store)
    result = [{"seat": 1, "place": 1, "points": 5}]
    waited(lambda then: store.append(race, act(1, result=result), then))
    assert store.races()[0].result == result
    waited(lambda then: store.append(race, act(2), then))
    assert store.races()[0].result is None


def test_link_sessions_are_not_repeated_after_a_restart(tmp_path: Path) -> None:
    given = set()
    for _ in range(5):
        with closing(Store.open(tmp_path)) as store:
            sessions = [store.next_session() for _ in range(300)]
        assert not given & set(sessions)
        given |= set(sessions)
    assert all(len(session) == 4 and session != "0000" for session in given)


def test_link_sessions_wrap_around_and_skip_zero(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("sessions", 0xFFFE, then))
    with closing(Store.open(tmp_path)) as store:
        assert [store.next_session() for _ in range(3)] == ["FFFF", "0001", "0002"]


def test_a_new_tag_replaces_the_old_one_of_uid_and_piece(store: Store) -> None:
    red, blue = {"kind": "dog", "colour": "red"}, {"kind": "dog", "colour": "blue"}
    waited(lambda then: store.put_tags([Tagged("01", "g", red), Tagged("02", "g", blue)], then))
    again = {"colour": "red", "kind": "dog"}
    waited(lambda then: store.put_tags([Tagged("03", "g", again), Tagged("02", "h", blue)], then))
    assert store.tags() == [Tagged("03", "g", red), Tagged("02", "h", blue)]
    assert store.tag("01") is None
    assert store.tag("03") == Tagged("03", "g", red)


def test_a_second_store_is_refused_except_beside_the_first(store: Store) -> None:
    directory = store.path.parent
    with pytest.raises(StoreError) as caught:
        Store.open(directory)
    assert caught.value.key == "store.in_use"
    assert caught.value.params == {"data": str(directory)}
    with closing(Store.open(directory, beside=True)) as beside:
        waited(lambda then: beside.put_tags([Tagged("01", "g", {})], then))
    assert store.tag("01") == Tagged("01", "g", {})


def test_a_store_beside_none_holds_the_lock_until_closed(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, beside=True)), pytest.raises(StoreError):
        Store.open(tmp_path)
    Store.open(tmp_path).close()


def test_twenty_starts_leak_no_file_or_thread(tmp_path: Path) -> None:
    def held() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    before = held()
    for _ in range(20):
        with closing(Store.open(tmp_path)) as store:
            start(store)
            assert store.races()
            with pytest.raises(StoreError):
                Store.open(tmp_path)
    assert held() == before
    names = ["companion.db", "companion.db.reserve", "companion.db.seal", "companion.lock"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
