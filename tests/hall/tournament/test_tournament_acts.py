"""A tournament's acts: what each does, what is refused, and undo of everything."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.errors import CompanionError, Malformed, Refused
from companion.games import GAMES, history
from companion.games.history import History
from companion.hall.tournament import preparing, rules
from companion.hall.tournament.entries import names_in
from companion.hall.tournament.proposals import next_finals, next_round
from companion.hall.tournament.reports import Standing, act_of
from companion.hall.tournament.standings import standings
from companion.hall.tournament.state import Player, Race, State

Act = dict[str, Any]
OPTIONS = {"name": "Cup", "game": "snow_tails", "race": {"limits": [4, 3]}}


def begun(*acts: Act, players: int = 8, tables: str = "AB") -> History:
    names = [f"P{n}" for n in range(1, players + 1)]
    opened = [{"act": "table", "table": table, "up": True} for table in tables]
    return history.replay(rules, OPTIONS, [{"act": "import", "names": names}, *opened, *acts])


ROUND = {"act": "round", "races": [[1, 2, 3, 4], [5, 6, 7, 8]]}
RACE: dict[str, Act] = {"snow_tails": {"limits": [4, 3]}, "reindeer_races": {}, "husky": {}}


def refusal(folded: History, **act: Any) -> str:
    with pytest.raises(Refused) as refused:
        folded.apply(act)
    return refused.value.key


def start(race: int) -> Act:
    return {"act": "start", "race": race}


def prepare(race: int, saved: int, store: str = "s") -> Act:
    return {"act": "prepare", "race": race, "report": {"store": store, "race": saved}}


def driven(race: int, saved: int, store: str = "s") -> tuple[Act, Act]:
    """A race is prepared at its table and begins."""
    return prepare(race, saved, store), start(race)


def reported(
    saved: int, n: int, *places: int | None, store: str = "s", branch: str = "b"
) -> Standing:
    """A table's race: with a result, or still driven."""
    rows = [{"seat": seat, "place": place} for seat, place in enumerate(places, 1)]
    return Standing(store, saved, branch, n, rows or None)


def caught_up(folded: History, *standings: Standing) -> History:
    """The tournament after these reports of tables."""
    for standing in standings:
        if act := act_of(folded.state, standing):
            folded, _ = folded.apply(act)
    return folded


def test_a_list_of_players_is_read_from_csv() -> None:
    assert names_in("Name;Club\nAda;North\n\n Bo ;\n;Cy\n") == ["Ada", "Bo", "Cy"]
    assert names_in('\N{ZERO WIDTH NO-BREAK SPACE}"Li, Mo",3\nZoé,4') == ["Li, Mo", "Zoé"]
    assert names_in('"Li\r\nMo";3\r\n\r\nZoé;4\r\n') == ["Li Mo", "Zoé"]


def test_a_player_enters_once_and_may_come_back() -> None:
    folded = begun({"act": "withdraw", "player": 2}, players=3)
    assert refusal(folded, act="enter", name=" p1 ") == "tournament.player_there"
    for wrong in (" ", "a\nb", "x" * 61):
        assert refusal(folded, act="enter", name=wrong) == "tournament.wrong_name"
    assert folded.state.active == (1, 3)
    folded, _ = folded.apply({"act": "enter", "name": "P2"})
    assert folded.state.active == (1, 2, 3)


def test_a_draw_seats_every_player_once_at_tables_of_the_games_size() -> None:
    folded = begun()
    assert (
        refusal(folded, act="round", races=[[1, 2, 3, 4], [5, 6, 7]]) == "tournament.draw_not_all"
    )
    twice = [[1, 2, 3, 4], [5, 6, 7, 7]]
    assert refusal(folded, act="round", races=twice) == "tournament.draw_not_all"
    six = [[1, 2, 3, 4, 5, 6], [7, 8]]
    assert refusal(folded, act="round", races=six) == "tournament.wrong_size"
    folded, _ = folded.apply(ROUND)
    assert [race.table for race in folded.state.races] == ["A", "B"]
    assert refusal(folded, **ROUND) == "tournament.races_open"


def test_races_without_a_table_wait_and_follow() -> None:
    folded = begun(ROUND, start(1), tables="A")
    assert refusal(folded, act="start", race=2) == "tournament.no_table"
    folded, _ = folded.apply({"act": "score", "race": 1, "places": [1, 2, 3, None]})
    assert folded.state.race(2).table == "A"


def test_a_race_of_a_failed_table_starts_afresh_at_another() -> None:
    down = {"act": "table", "table": "A", "up": False}
    folded = begun(ROUND, *driven(1, 7), *driven(2, 8), down)
    race = folded.state.race(1)
    assert (race.table, race.begun, race.report) == ("", False, None)
    assert act_of(folded.state, reported(7, 90, 1, 2, 3, 4)) is None
    folded, _ = folded.apply({"act": "table", "table": "C", "up": True})
    assert folded.state.race(1).table == "C"


def test_a_no_show_and_a_withdrawn_player_leave_the_coming_race() -> None:
    folded = begun(ROUND, {"act": "no_show", "player": 2}, {"act": "withdraw", "player": 5})
    assert [race.players for race in folded.state.races] == [(1, 3, 4), (6, 7, 8)]
    assert folded.state.active == (1, 2, 3, 4, 6, 7, 8)
    assert refusal(folded, act="no_show", player=2) == "tournament.no_coming_race"
    assert next_round(folded.state, Random(1))["byes"] == []


def test_the_last_players_of_a_race_go_to_one_with_room_or_have_a_bye() -> None:
    two = {"act": "round", "races": [[1, 2], [3, 4]]}
    folded = begun(two, {"act": "no_show", "player": 1}, players=4)
    assert [race.players for race in folded.state.races] == [(), (3, 4, 2)]
    assert [race.n for race in folded.state.open] == [2]
    folded = begun(two, start(2), {"act": "no_show", "player": 1}, players=4)
    assert folded.state.byes == ((1, 2),)


def test_a_late_comer_is_seated_in_a_race_that_has_not_begun() -> None:
    folded = begun(ROUND, start(1), {"act": "enter", "name": "Late"})
    assert refusal(folded, act="seat", player=9, race=1) == "tournament.has_begun"
    assert refusal(folded, act="seat", player=5, race=2) == "tournament.has_race"
    folded, _ = folded.apply({"act": "seat", "player": 9, "race": 2})
    assert folded.state.race(2).players == (5, 6, 7, 8, 9)
    assert folded.state.player(9).since == 2


def test_a_no_show_is_not_swapped_back_but_seated() -> None:
    folded = begun(ROUND, {"act": "no_show", "player": 2})
    for one, other in ((2, 8), (8, 2)):
        assert refusal(folded, act="swap", one=one, other=other) == "tournament.no_coming_race"
    folded, _ = folded.apply({"act": "seat", "player": 2, "race": 1})
    assert folded.state.race(1).players == (1, 3, 4, 2)
    assert folded.state.missed == ()


def test_two_players_swap_until_one_has_begun() -> None:
    folded = begun(
        ROUND, {"act": "swap", "one": 1, "other": 8}, {"act": "swap", "one": 2, "other": 3}
    )
    assert [race.players for race in folded.state.races] == [(8, 3, 2, 4), (5, 6, 7, 1)]
    folded, _ = folded.apply(start(1))
    assert refusal(folded, act="swap", one=8, other=1) == "tournament.has_begun"


def test_two_waiting_races_change_tables() -> None:
    folded = begun(ROUND, {"act": "assign", "race": 1, "table": "B"})
    assert [race.table for race in folded.state.races] == ["B", "A"]
    assert refusal(folded, act="assign", race=1, table="Z") == "tournament.no_such_table"


def test_a_prepared_race_begins_and_ends_by_what_its_table_reports() -> None:
    folded = begun(ROUND)
    assert act_of(folded.state, reported(7, 1)) is None
    assert refusal(folded, **prepare(2, 7) | {"race": 9}) == "tournament.no_such_race"
    folded, _ = folded.apply(prepare(1, 7))
    assert [race.prepared for race in folded.state.races] == [True, False]
    folded = caught_up(folded, reported(7, 1))
    assert folded.state.race(1).running
    assert act_of(folded.state, reported(7, 2)) is None
    folded = caught_up(folded, reported(7, 90, 2, 1, None, 3))
    assert folded.state.race(1).places == (2, 1, None, 3)


def test_names_and_seats_go_to_the_table_as_its_game_wants_them() -> None:
    folded = begun(ROUND)
    sent = preparing.command(folded.state, folded.state.race(2))
    assert sent["game"] == "snow_tails"
    GAMES["snow_tails"].setup(sent["options"])
    seats = sent["options"]["seats"]
    assert [(s["seat"], s["place"], s["name"]) for s in seats][::3] == [(1, 1, "P5"), (4, 4, "P8")]
    assert sent["options"]["limits"] == [4, 3]
    assert "course" not in sent


@pytest.mark.parametrize("game", GAMES)
def test_every_game_accepts_its_races_and_a_wrong_option_is_refused_at_once(game: str) -> None:
    options = {"name": "Cup", "game": game, "race": RACE[game], "course": "Ice"}
    state = history.begin(rules, options).state
    names = [Player(n, f"P{n}", 1) for n in range(1, 7)]
    state = replace(state, players=tuple(names))
    for count in range(state.settings.least, state.settings.most + 1):
        sent = preparing.command(state, Race(1, 1, tuple(range(1, count + 1))))
        GAMES[game].setup(sent["options"])
        assert sent["course"] == "Ice"
    with pytest.raises(Refused) as refused:
        history.begin(rules, options | {"race": {"wings": 2}})
    assert refused.value.key == "options.unknown_field"


@pytest.mark.parametrize(
    "act",
    [
        {"act": "no_show", "player": 2},
        {"act": "withdraw", "player": 2},
        {"act": "swap", "one": 2, "other": 3},
        {"act": "assign", "race": 1, "table": "B"},
    ],
)
def test_a_changed_race_is_to_be_prepared_anew(act: Act) -> None:
    folded = begun(ROUND, prepare(1, 7), act)
    assert folded.state.race(1).waiting
    assert not folded.state.race(1).prepared
    assert act_of(folded.state, reported(7, 90, 1, 2, 3, 4)) is None


def test_a_result_comes_from_its_table_once_and_a_later_one_replaces_it() -> None:
    folded = begun(ROUND, *driven(1, 7))
    act = act_of(folded.state, reported(7, 90, 2, 1, None, 3))
    assert act is not None
    folded, events = folded.apply(act)
    assert [event.key for event in events] == ["tournament.scored"]
    assert act_of(folded.state, reported(7, 90, 2, 1, None, 3)) is None
    assert refusal(folded, **act) == "tournament.older_result"
    assert act_of(folded.state, reported(7, 80, 1, 2, 3, 4)) is None
    folded = caught_up(folded, reported(7, 95, 1, 2, 3, 4))
    assert folded.state.race(1).places == (1, 2, 3, 4)


def test_an_undo_at_the_table_takes_the_result_back_until_the_next() -> None:
    folded = begun(ROUND, *driven(1, 7))
    folded = caught_up(folded, reported(7, 90, 1, 2, 3, 4))
    assert act_of(folded.state, reported(7, 90)) is None
    folded = caught_up(folded, reported(7, 91))
    assert folded.state.race(1).running
    assert act_of(folded.state, reported(7, 90, 1, 2, 3, 4)) is None
    folded = caught_up(folded, reported(7, 92, 4, 3, 2, 1))
    assert folded.state.race(1).places == (4, 3, 2, 1)


def test_a_result_corrected_at_its_table_counts_though_its_act_comes_first() -> None:
    folded = begun(ROUND, *driven(1, 7))
    folded = caught_up(folded, reported(7, 90, 1, 2, 3, 4), reported(7, 91))
    folded = caught_up(folded, reported(7, 91, 1, 2, 3, None))
    assert folded.state.race(1).places == (1, 2, 3, None)


def test_a_race_played_again_from_a_backup_counts_once_with_its_newest_result() -> None:
    """The table's numbers begin again below those of the branch that it has given up."""
    folded = begun(ROUND, *driven(1, 7))
    folded = caught_up(folded, reported(7, 90, 1, 2, 3, 4))
    folded = caught_up(folded, reported(7, 60, branch="b2"))
    assert folded.state.race(1).running
    folded = caught_up(folded, reported(7, 70, 4, 3, 2, 1, branch="b2"))
    assert folded.state.race(1).places == (4, 3, 2, 1)
    late = reported(7, 95, 1, 2, 3, 4)
    assert act_of(folded.state, late) is None
    report = {"store": "s", "race": 7, "branch": "b", "n": 95}
    old = {"act": "score", "race": 1, "places": [1, 2, 3, 4], "report": report}
    assert refusal(folded, **old) == "tournament.older_result"
    folded, _ = folded.apply({"act": "take_back", "report": report})
    assert folded.state.race(1).over


def test_a_result_by_hand_holds_while_its_table_goes_on() -> None:
    folded = begun(ROUND, *driven(1, 7), {"act": "score", "race": 1, "places": [1, 2, 3, 4]})
    assert act_of(folded.state, reported(7, 12)) is None
    folded = caught_up(folded, reported(7, 90, 4, 3, 2, 1))
    assert folded.state.race(1).places == (4, 3, 2, 1)
    folded, _ = folded.apply({"act": "score", "race": 1, "places": [2, 1, 3, 4]})
    assert act_of(folded.state, reported(7, 90, 4, 3, 2, 1)) is None
    assert folded.state.race(1).places == (2, 1, 3, 4)


def test_a_result_taken_back_late_puts_nobody_at_two_tables() -> None:
    folded = begun(ROUND, *driven(1, 7), *driven(2, 8))
    folded = caught_up(folded, *(reported(saved, 50, 1, 2, 3, 4) for saved in (7, 8)))
    folded, _ = folded.apply({"act": "round", "races": [[1, 5, 2, 6], [3, 7, 4, 8]]})
    folded, _ = folded.apply(start(3))
    folded = caught_up(folded, reported(7, 51))
    assert folded.state.race(1).waiting
    assert folded.state.race(3).running
    assert refusal(folded, **ROUND) == "tournament.races_open"


def test_who_withdraws_leaves_a_race_of_an_earlier_round_too() -> None:
    folded = begun(ROUND, *driven(1, 7), start(2))
    folded = caught_up(folded, reported(7, 50, 1, 2, 3, 4))
    folded, _ = folded.apply({"act": "score", "race": 2, "places": [1, 2, 3, 4]})
    folded, _ = folded.apply({"act": "round", "races": [[1, 5, 2, 6], [3, 7, 4, 8]]})
    folded, _ = folded.apply({"act": "again", "race": 1})
    folded, _ = folded.apply({"act": "withdraw", "player": 2})
    assert [race.players for race in folded.state.races][::2] == [(1, 3, 4), (1, 5, 6)]


def test_a_race_is_driven_again_and_its_old_report_no_longer_counts() -> None:
    folded = begun(ROUND, *driven(1, 7), {"act": "score", "race": 1, "places": [1, 2, 3, 4]})
    folded, _ = folded.apply({"act": "again", "race": 1})
    assert folded.state.race(1).waiting
    assert folded.state.race(1).table == "A"
    assert act_of(folded.state, reported(7, 90, 1, 2, 3, 4)) is None
    assert refusal(folded, act="again", race=1) == "tournament.not_begun"


@pytest.mark.parametrize(
    ("places", "key"),
    [
        ([1, 2, 3], "tournament.wrong_players"),
        ([1, 2, 4, None], "tournament.wrong_places"),
        ([2, 3, 4, None], "tournament.wrong_places"),
        ([1, 1, 2, 3], "tournament.wrong_places"),
        ([1, 2, 3, "4"], "act.wrong_type"),
        ([1, 2, 3, 0], "act.out_of_range"),
    ],
)
def test_an_impossible_result_is_refused(places: list[Any], key: str) -> None:
    assert refusal(begun(ROUND), act="score", race=1, places=places) == key


def test_a_result_with_an_open_place_is_entered_by_hand() -> None:
    folded = begun(ROUND, *driven(1, 7))
    rows = [{"seat": seat, "place": None, "open": seat > 2} for seat in range(1, 5)]
    with pytest.raises(Refused) as refused:
        act_of(folded.state, Standing("s", 7, "b", 90, rows))
    assert refused.value.key == "tournament.places_open"


@pytest.mark.parametrize(
    ("rows", "key"),
    [
        ([{}], "tournament.other_race"),
        ([{"seat": [1], "place": 1}] * 4, "tournament.other_race"),
        ([{"seat": 1, "place": 1}] * 4, "tournament.other_race"),
        ([{"seat": n, "place": n - 1} for n in range(2, 6)], "tournament.other_race"),
        ([{"seat": n, "place": {}} for n in range(1, 5)], "act.wrong_type"),
    ],
)
def test_a_result_that_no_race_has_is_refused_whatever_its_rows_hold(
    rows: list[Any], key: str
) -> None:
    folded = begun(ROUND, *driven(1, 7))
    with pytest.raises(Refused) as refused:
        caught_up(folded, Standing("s", 7, "b", 90, rows))
    assert refused.value.key == key


def test_one_race_of_a_table_stands_for_one_of_the_tournament() -> None:
    folded = begun(ROUND, prepare(1, 7))
    assert refusal(folded, **prepare(2, 7)) == "tournament.other_race"
    assert refusal(folded, **prepare(1, 8) | start(1)) == "tournament.other_race"


@pytest.mark.parametrize("half", [{"store": "s"}, {"race": 7}])
def test_half_a_report_is_refused_by_the_field_that_is_missing(half: Act) -> None:
    folded = begun(ROUND)
    assert refusal(folded, act="prepare", race=1, report=half) == "act.missing_field"
    places = [1, 2, 3, 4]
    assert refusal(folded, act="score", race=1, places=places, report=half) == "act.missing_field"
    assert refusal(folded, act="start", race=1, report=half) == "act.missing_field"


def test_unknown_acts_fields_and_numbers_are_refused_by_name() -> None:
    folded = begun(ROUND)
    with pytest.raises(Malformed):
        folded.apply({"act": "dance"})
    assert refusal(folded, act="withdraw", player=99) == "tournament.no_such_player"
    assert refusal(folded, act="again", race=99) == "tournament.no_such_race"
    assert refusal(folded, act="withdraw", player=1, why="rain") == "act.unknown_field"
    assert refusal(folded, act="close") == "tournament.races_open"
    with pytest.raises(Refused) as refused:
        history.begin(rules, OPTIONS | {"at_table": 6})
    assert refused.value.key == "tournament.wrong_size"


@pytest.mark.parametrize("game", GAMES)
def test_limits_of_a_tournament_are_those_of_the_games_rules(game: str) -> None:
    """The game takes as many seats as its spec says, and refuses one more and one fewer."""
    state = history.begin(rules, {"name": "Cup", "game": game, "race": RACE[game]}).state
    least, most = state.settings.least, state.settings.most
    for count in (least - 1, most + 1):
        with pytest.raises(Refused) as refused:
            GAMES[game].setup({"seats": [{"name": "A"}] * count, **RACE[game]})
        assert refused.value.key == "options.wrong_length"
        assert (refused.value.params["low"], refused.value.params["high"]) == (least, most)


def test_24_players_over_6_tables_reach_the_podium() -> None:
    """Four rounds and two finals; at the end everything is undone to the empty tournament."""
    rng = Random(24)
    folded = begun(players=24, tables="ABCDEF")
    for _ in range(4):
        folded, _ = folded.apply(next_round(folded.state, rng))
        assert sorted(race.table for race in folded.state.drawn) == list("ABCDEF")
        folded = _raced(folded)
    folded, _ = folded.apply(next_finals(folded.state, 8, 2, rng))
    assert [len(race.players) for race in folded.state.drawn] == [4, 4]
    folded = _raced(folded)
    folded, _ = folded.apply({"act": "close"})
    assert refusal(folded, act="enter", name="Late") == "tournament.has_ended"
    podium = [row.player for row in standings(folded.state)[:3]]
    assert podium == [1, 2, 3], "the lower number always wins here"
    while folded.can_undo:
        folded, _ = folded.apply({"act": "undo"})
    assert folded.state == history.begin(rules, OPTIONS).state


def _raced(folded: History) -> History:
    """Every race of the round with its start and its table's report: lower numbers are faster."""
    for race in folded.state.drawn:
        folded, _ = folded.apply(prepare(race.n, race.n, race.table))
        places = [1 + sorted(race.players).index(player) for player in race.players]
        ended = reported(race.n, 40, *places, store=race.table)
        folded = caught_up(folded, reported(race.n, 1, store=race.table), ended)
        assert folded.state.race(race.n).over
    return folded


@pytest.mark.parametrize("seed", range(10))
def test_random_acts_keep_the_promises(seed: int) -> None:
    """Nobody drives at two tables, no table has two races, no result is lost, undo is exact."""
    rng = Random(seed)
    folded = begun(players=rng.randint(5, 14), tables="ABC"[: rng.randint(1, 3)])
    for _ in range(60):
        before = folded
        act = _random_act(folded.state, rng)
        try:
            folded, _ = folded.apply(act)
        except CompanionError:
            assert folded is before
            continue
        _check(before.state, act, folded.state)
        if folded is not before:
            undone, _ = folded.apply({"act": "undo"})
            assert undone.state == before.state
            redone, _ = undone.apply({"act": "redo"})
            assert redone.state == folded.state
            if rng.random() < 0.1:
                folded = undone
    assert history.replay(rules, OPTIONS, folded.acts).state == folded.state
    rows = standings(folded.state)
    assert sorted(row.player for row in rows) == [each.n for each in folded.state.players]


def _check(before: State, act: Act, after: State) -> None:
    driving = [player for race in after.races if race.running for player in race.players]
    assert len(driving) == len(set(driving))
    tables = [race.table for race in after.open if race.table]
    assert len(tables) == len(set(tables))
    assert set(tables) <= set(after.tables)
    for number in range(1, after.round + 1):
        seated = [p for race in after.races if race.round == number for p in race.players]
        seated += [player for r, player in after.byes if r == number]
        assert len(seated) == len(set(seated))
    for race in before.races:
        if race.over and act["act"] not in ("score", "again", "take_back"):
            assert after.race(race.n) == race


def _random_act(state: State, rng: Random) -> Act:
    player, race = rng.randint(1, len(state.players)), rng.randint(1, max(1, len(state.races)))
    seated = len(state.races[race - 1].players) if state.races else 1
    places: list[int | None] = [*range(1, seated + 1)]
    rng.shuffle(places)
    table, n, branch = rng.choice("ABCD"), rng.randint(1, 30), rng.choice("bc")
    report = {"store": "s", "race": race, "branch": branch, "n": n}
    choices: list[Act] = [
        {"act": "enter", "name": f"P{rng.randint(1, 20)}"},
        {"act": "withdraw", "player": player},
        {"act": "no_show", "player": player},
        {"act": "seat", "player": player, "race": race},
        {"act": "table", "table": table, "up": rng.random() < 0.7},
        {"act": "swap", "one": player, "other": rng.randint(1, len(state.players))},
        {"act": "assign", "race": race, "table": table},
        {"act": "again", "race": race},
        {"act": "take_back", "report": report},
        {"act": "close"},
    ]
    often: list[Act] = [
        start(race),
        prepare(race, race),
        {"act": "score", "race": race, "places": places, "report": report},
        {"act": "score", "race": race, "places": places},
    ]
    players = rng.sample(state.active, len(state.active))
    length = rng.randint(2, 5)
    races = [players[at : at + length] for at in range(0, len(players), length)]
    byes = races.pop() if races and len(races[-1]) < 2 else []
    often += [{"act": "round", "races": races, "byes": byes}]
    if rng.random() < 0.1:
        often += [{"act": "finals", "races": races}]
    return rng.choice(often * 3 + choices)
