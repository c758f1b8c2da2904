"""A finished race in the files of other programs: places, points, minutes and names are right."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from companion.errors import Refused
from companion.games import GAMES, history
from companion.library import play_files
from companion.library.plays import Play, play
from companion.library.spreadsheet import MARK
from companion.store.store import Entry, SavedRace, Stamp

NEW_YORK = timezone(timedelta(hours=-5))
ODD = 'Zoë "🦌" <b>&;'
SEATS = [
    {"seat": 1, "name": ODD, "colour": "red", "place": 1},
    {"seat": 3, "name": "Bo", "colour": "gold", "place": 2},
]
ENDED: list[dict[str, Any]] = [{"act": "retire", "seat": 1}, {"act": "end"}]


def stamp(second: float, boot: str = "one", synced: bool = True) -> Stamp:
    """A moment, counted from 31 December 2025, 23:30 UTC."""
    start = datetime(2025, 12, 31, 23, 30, tzinfo=UTC).timestamp()
    return Stamp(start + second, 50 + second, boot, synced)


def saved(acts: list[dict[str, Any]], *stamps: Stamp, seats: Any = SEATS) -> Play:
    """The play of a Snow Tails race with these acts at these times."""
    options = {"seats": seats, "limits": [4]}
    race = history.replay(GAMES["snow_tails"], options, acts)
    result = race.game.view(race.state).state["result"]
    entries = [Entry(n, act, stamps[n - 1]) for n, act in enumerate(acts, 1)]
    course = {"course": "Der Nußknacker"}
    return play(SavedRace(7, "snow_tails", options, stamp(0), course, len(acts), result), entries)


@pytest.fixture
def short() -> Play:
    """A race of 36 minutes that the second seat won, as the first one left."""
    return saved(ENDED, stamp(600), stamp(2160))


def linked(of: Play, lang: str = "en") -> dict[str, Any]:
    """The play that BG Stats reads from the link."""
    url = urlsplit(play_files.bgstats_link(of, lang))
    assert (url.scheme, url.netloc, url.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    name, _, data = url.query.partition("=")
    assert (name, url.fragment) == ("data", "")
    found: dict[str, Any] = json.loads(unquote(data))
    return found


def test_bg_stats_link_contains_the_play(short: Play) -> None:
    assert linked(short) == {
        "sourceName": "Sled Companion",
        "sourcePlayId": "7-1767223800000",
        "playDate": "2026-01-01 00:06:00",
        "durationMin": 36,
        "board": "Der Nußknacker",
        "game": {
            "sourceGameId": "snow_tails",
            "name": "Snow Tails",
            "highestWins": True,
            "noPoints": False,
            "bggId": 38054,
        },
        "players": [
            {
                "sourcePlayerId": "bo",
                "name": "Bo",
                "role": "gold",
                "winner": True,
                "rank": 1,
                "score": 5,
            },
            {
                "sourcePlayerId": ODD.casefold(),
                "name": ODD,
                "role": "red",
                "winner": False,
                "score": 0,
            },
        ],
    }
    assert linked(short, "de")["players"][1]["role"] == "Rot"


def test_bg_stats_file_lists_each_player_and_game_once(short: Play) -> None:
    again = replace(short, key="8-0", players=tuple(reversed(short.players)))
    file = json.loads(play_files.bgsplay([short, again], "en", NEW_YORK))
    assert [(one["id"], one["name"]) for one in file["players"]] == [(1, "Bo"), (2, ODD)]
    assert [(one["id"], one["bggId"]) for one in file["games"]] == [(1, 38054)]
    first, second = file["plays"]
    assert (first["playDate"], first["playDateYmd"]) == ("2025-12-31 19:06:00", 20251231)
    assert (first["gameRefId"], first["durationMin"]) == (1, 36)
    names = ("playerRefId", "seatOrder", "rank", "score", "winner")
    assert [[one[name] for name in names] for one in first["playerScores"]] == [
        [1, 3, 1, "5", True],
        [2, 1, 0, "0", False],
    ]
    assert [one["playerRefId"] for one in second["playerScores"]] == [2, 1]
    assert first["uuid"] != second["uuid"]
    assert first["uuid"] == json.loads(play_files.bgsplay([short], "de", UTC))["plays"][0]["uuid"]


def test_boardgamegeek_file_has_the_local_day_and_whole_names(short: Play) -> None:
    bell = replace(short, course="a\x07b")
    text = play_files.bgg([short, bell], "fr", timezone(timedelta(hours=1)))
    root = ElementTree.fromstring(text.encode())
    first, second = root
    assert (root.get("total"), first.get("date"), first.get("length")) == ("2", "2026-01-01", "36")
    item = first.find("item")
    assert item is not None
    assert item.attrib == {"name": "Snow Tails", "objecttype": "thing", "objectid": "38054"}
    names = ("name", "color", "score", "win")
    assert [[one.get(name) for name in names] for one in first.iter("player")] == [
        ["Bo", "gold", "5", "1"],
        [ODD, "rouge", "0", "0"],
    ]
    assert second.findtext("comments") == "a\ufffdb"


def test_places_file_uses_separator_and_words_of_the_language(short: Play) -> None:
    text = play_files.places([short], "de", UTC)
    assert text.startswith(MARK)
    rows = list(csv.reader(io.StringIO(text.removeprefix(MARK)), delimiter=";"))
    assert rows == [
        ["Datum", "Beginn", "Minuten", "Spiel", "Strecke", "Platz", "Name", "Farbe", "Punkte"],
        ["2025-12-31", "23:30", "36", "Snow Tails", "Der Nußknacker", "1", "Bo", "gold", "5"],
        ["2025-12-31", "23:30", "36", "Snow Tails", "Der Nußknacker", "", ODD, "Rot", "0"],
    ]


def test_a_night_and_time_without_power_are_not_counted() -> None:
    acts = [{"act": "retire", "seat": 1}, {"act": "undo"}, *ENDED, {"act": "undo"}, {"act": "end"}]
    night = 12 * 3600
    times = (
        stamp(600),
        stamp(night),
        stamp(night + 300),
        stamp(night + 400, "two"),
        stamp(night + 460, "two"),
        stamp(night + 520, "two"),
    )
    assert saved(acts, *times).minutes == 10 + 5 + 2


def test_striking_a_time_the_next_day_does_not_move_the_end() -> None:
    done = {"act": "done", "seat": 1, "took_s": 9.0}
    turn = [
        {"act": "tap", "seat": 1, "card": {"value": 3}},
        {"act": "slot", "seat": 1, "slot": "left"},
        done,
    ]
    acts = [*turn, *ENDED, {"act": "untimed", "seat": 1}]
    found = saved(acts, *(stamp(60 * n) for n in range(1, 6)), stamp(86_400))
    assert (found.ended.isoformat(), found.minutes) == ("2025-12-31T23:35:00+00:00", 5)


def test_shortest_race_takes_a_minute_and_a_wrong_clock_is_marked() -> None:
    found = saved(ENDED, stamp(1), stamp(2, synced=False))
    assert (found.minutes, found.clock_synced) == (1, False)


def test_nobody_wins_open_places_and_unknown_points_are_left_out() -> None:
    teams = [{"name": "Ada", "colour": "red"}, {"name": "", "colour": "blue"}]
    result = [{"seat": n, "place": None, "points": None, "open": True} for n in (1, 2)]
    options = {"seats": teams}
    race = SavedRace(1, "reindeer_races", options, stamp(0), {}, 0, result)
    found = linked(play(race, []))
    assert found["game"] == {
        "sourceGameId": "reindeer_races",
        "name": "Reindeer Races",
        "highestWins": True,
        "noPoints": True,
    }
    assert found["players"] == [
        {"sourcePlayerId": "ada", "name": "Ada", "role": "red", "winner": False},
        {"sourcePlayerId": "2", "name": "2", "role": "blue", "winner": False},
    ]


def test_running_race_is_refused_as_a_play() -> None:
    race = SavedRace(9, "snow_tails", {"seats": SEATS}, stamp(0), {}, 0, None)
    with pytest.raises(Refused) as refused:
        play(race, [])
    assert refused.value.key == "saved.not_over"
