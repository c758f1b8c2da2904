"""A tournament's acts: what each does, what is refused, and undo of everything."""

from random import Random
from typing import Any

import pytest

from companion.errors import CompanionError, Malformed, Refused
from companion.games import GAMES, history
from companion.games.history import History
from companion.hall.tournament import rules
from companion.hall.tournament.entries import names_in
from companion.hall.tournament.proposals import next_finals, next_round
from companion.hall.tournament.reports import scored, taken_back
from companion.hall.tournament.standings import standings
from companion.hall.tournament.state import State

Act = dict[str, Any]
OPTIONS = {"name": "Cup", "game": "snow_tails"}


def begun(*acts: Act, players: int = 8, tables: str = "AB") -> History:
    names = [f"P{n}" for n in range(1, players + 1)]
    opened = [{"act": "table", "table": table, "up": True} for table in tables]
    return history.replay(rules, OPTIONS, [{"act": "import", "names": names}, *opened, *acts])


ROUND = {"act": "round", "races": [[1, 2, 3, 4], [5, 6, 7, 8]]}


def refusal(folded: History, **act: Any) -> str:
    with pytest.raises(Refused) as refused:
        folded.apply(act)
    return refused.value.key


def start(race: int, saved: int = 0, store: str = "s") -> Act:
    return {"act": "start", "race": race, **({"store": store, "saved": saved} if saved else {})}


def reported(saved: int, n: int, *places: int | None, store: str = "s") -> Act:
    rows = [{"seat": seat, "place": place} for seat, place in enumerate(places, 1)]
    return {"store": store, "race": saved, "n": n, "result": rows}


def test_a_list_of_players_is_read_from_csv() -> None:
    assert names_in("Name;Club\nAda;North\n\n Bo ;\n;Cy\n") == ["Ada", "Bo", "Cy"]
    assert names_in('\N{ZERO WIDTH NO-BREAK SPACE}"Li, Mo",3\nZoé,4') == ["Li, Mo", "Zoé"]


def test_a_player_enters_once_and_may_come_back() -> None:
    folded = begun({"act": "withdraw", "player": 2}, players=3)
    assert refusal(folded, act="enter", name=" p1 ") == "tournament.player_there"
    assert refusal(folded, act="enter", name=" ") == "tournament.wrong_name"
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
    folded = begun(ROUND, start(1, 7), start(2, 8), {"act": "table", "table": "A", "up": False})
    race = folded.state.race(1)
    assert (race.table, race.begun, race.report) == ("", False, None)
    assert scored(folded.state, reported(7, 90, 1, 2, 3, 4)) is None
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


def test_a_result_comes_from_its_table_once_and_a_later_one_replaces_it() -> None:
    folded = begun(ROUND, start(1, 7))
    act = scored(folded.state, reported(7, 90, 2, 1, None, 3))
    assert act is not None
    folded, events = folded.apply(act)
    assert [event.key for event in events] == ["tournament.scored"]
    again, events = folded.apply(act)
    assert again is folded
    assert events == ()
    assert refusal(folded, **(act | {"n": 80})) == "tournament.older_result"
    folded, _ = folded.apply(act | {"n": 95, "places": [1, 2, 3, 4]})
    assert folded.state.race(1).places == (1, 2, 3, 4)


def test_an_undo_at_the_table_takes_the_result_back_until_the_next() -> None:
    folded = begun(ROUND, start(1, 7))
    act = scored(folded.state, reported(7, 90, 1, 2, 3, 4))
    assert act is not None
    folded, _ = folded.apply(act)
    assert taken_back(folded.state, {"store": "s", "race": 7, "n": 90}) is None
    back = taken_back(folded.state, {"store": "s", "race": 7, "n": 91})
    assert back is not None
    folded, _ = folded.apply(back)
    assert folded.state.race(1).running
    assert refusal(folded, **act) == "tournament.older_result"
    folded, _ = folded.apply(act | {"n": 92})
    assert folded.state.race(1).over


def test_a_result_taken_back_late_puts_nobody_at_two_tables() -> None:
    folded = begun(ROUND, start(1, 7), start(2, 8))
    for saved in (7, 8):
        act = scored(folded.state, reported(saved, 50, 1, 2, 3, 4))
        assert act is not None
        folded, _ = folded.apply(act)
    folded, _ = folded.apply({"act": "round", "races": [[1, 5, 2, 6], [3, 7, 4, 8]]})
    folded, _ = folded.apply(start(3))
    folded, _ = folded.apply({"act": "take_back", "store": "s", "saved": 7, "n": 51})
    assert folded.state.race(1).waiting
    assert folded.state.race(3).running
    assert refusal(folded, **ROUND) == "tournament.races_open"


def test_a_race_is_driven_again_and_its_old_report_no_longer_counts() -> None:
    folded = begun(ROUND, start(1, 7), {"act": "score", "race": 1, "places": [1, 2, 3, 4]})
    folded, _ = folded.apply({"act": "again", "race": 1})
    assert folded.state.race(1).waiting
    assert folded.state.race(1).table == "A"
    assert scored(folded.state, reported(7, 90, 1, 2, 3, 4)) is None
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
    folded = begun(ROUND, start(1, 7))
    payload = reported(7, 90, 1, 2, None, None)
    payload["result"][2]["open"] = True
    with pytest.raises(Refused) as refused:
        scored(folded.state, payload)
    assert refused.value.key == "tournament.places_open"


def test_one_race_of_a_table_stands_for_one_of_the_tournament() -> None:
    folded = begun(ROUND, start(1, 7))
    assert refusal(folded, **start(2, 7)) == "tournament.other_race"


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
    state = history.begin(rules, {"name": "Cup", "game": game}).state
    least, most = state.settings.least, state.settings.most
    for count in (least - 1, most + 1):
        with pytest.raises(Refused) as refused:
            GAMES[game].setup({"seats": [{"name": "A"}] * count})
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
        folded, _ = folded.apply(start(race.n, race.n, race.table))
        places = [1 + sorted(race.players).index(player) for player in race.players]
        act = scored(folded.state, reported(race.n, 40, *places, store=race.table))
        assert act is not None
        folded, _ = folded.apply(act)
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
    table, n = rng.choice("ABCD"), rng.randint(1, 30)
    choices: list[Act] = [
        {"act": "enter", "name": f"P{rng.randint(1, 20)}"},
        {"act": "withdraw", "player": player},
        {"act": "no_show", "player": player},
        {"act": "seat", "player": player, "race": race},
        {"act": "table", "table": table, "up": rng.random() < 0.7},
        {"act": "swap", "one": player, "other": rng.randint(1, len(state.players))},
        {"act": "assign", "race": race, "table": table},
        {"act": "again", "race": race},
        {"act": "take_back", "store": "s", "saved": race, "n": n},
        {"act": "close"},
    ]
    often: list[Act] = [
        start(race, race),
        {"act": "score", "race": race, "places": places, "store": "s", "saved": race, "n": n},
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
