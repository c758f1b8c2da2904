"""Who may do what in a tournament, and what is refused, over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest
from reports import act as reported
from reports import status
from test_hall_service import Hall, running

from tests.evening.service import Phone, Reply, Stream, request
from tests.hall_link.mosquitto import Listener, Mosquitto
from tests.patience import until

pytestmark = pytest.mark.mosquitto

OPTIONS = {"name": "Cup", "game": "snow_tails", "race": {"limits": [4]}}


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path_factory.mktemp("broker")) as broker:
        yield broker


@pytest.fixture(scope="module")
def hall(broker: Mosquitto, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("hall") / "hall", broker)
    with running(hall):
        yield hall


@pytest.fixture
def director(hall: Hall) -> Phone:
    return hall.enter()


@pytest.fixture
def cup(director: Phone) -> str:
    """The path of a new tournament."""
    made = director.post("/tournaments", **OPTIONS)
    assert made.status == 200
    return f"/tournaments/{made.body['id']}"


def key(reply: Reply) -> tuple[int, str]:
    return reply.status, reply.body["error"]["key"]


def act(director: Phone, cup: str, after: Any = None, **fields: Any) -> Reply:
    return director.post(f"{cup}/acts", act=fields, after=after)


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("", OPTIONS),
    ("/acts", {"act": {"act": "close"}}),
    ("/import", {"text": "Ada"}),
    ("/draw", {}),
    ("/finals", {"best": 4, "finals": 1}),
    ("/prepare", {}),
    ("/races/1/adopt", {}),
]


@pytest.mark.parametrize(("call", "body"), CALLS, ids=[call for call, _ in CALLS])
def test_only_the_director_changes_a_tournament(
    hall: Hall, cup: str, call: str, body: dict[str, Any]
) -> None:
    path = f"{cup}{call}" if call else "/tournaments"
    assert key(Phone(hall).post(path, **body)) == (403, "hall.only_director")


def test_only_the_director_sees_what_hinders_and_what_undo_takes(
    hall: Hall, director: Phone, cup: str
) -> None:
    act(director, cup, act="enter", name="Ada")
    id = cup.rpartition("/")[2]
    secret = f"/api/v1/stream?tournament={id}&director=1"
    assert request(hall, "GET", secret).status == 403
    stream = Stream(hall, f"/stream?lang=en&tournament={id}", "hall")
    assert [player["name"] for player in stream.live["players"]] == ["Ada"]
    assert not {"undo", "notes", "log", "count"} & stream.live.keys()
    stream.close()
    for page in ("", "/players", "/director"):
        assert b'"undo"' not in request(hall, "GET", f"{cup}{page}").body
    shown = request(hall, "GET", f"{cup}/director", None, {"Cookie": director.cookie})
    assert b"Ada joins the tournament." in shown.body


def test_six_players_enter_from_one_browser_while_entry_is_open(
    hall: Hall, director: Phone, cup: str
) -> None:
    phone = Phone(hall)
    for n in range(1, 7):
        entered = phone.post(f"{cup}/entry", name=f"P{n}")
        assert entered.body == {"player": n}
        phone.cookie = entered.headers["set-cookie"].partition(";")[0]
    assert key(phone.post(f"{cup}/entry", name="P7")) == (409, "tournament.many_entries")
    other = Phone(hall)
    assert key(other.post(f"{cup}/entry", name=" p1 ")) == (409, "tournament.player_there")
    assert key(other.post(f"{cup}/entry", name=["P8"])) == (409, "act.wrong_type")
    act(director, cup, act="entry", open=False)
    assert key(other.post(f"{cup}/entry", name="P8")) == (403, "tournament.entry_closed")


def test_an_undo_of_what_its_page_has_not_shown_is_refused(director: Phone, cup: str) -> None:
    count = act(director, cup, act="enter", name="Ada").body["count"]
    assert act(director, cup, act="enter", name="Ben").body["said"] == "Ben joins the tournament."
    assert key(act(director, cup, count, act="undo")) == (409, "tournament.changed_since")
    assert act(director, cup, count + 1, act="undo").status == 200


@pytest.mark.parametrize(
    ("call", "body", "refusal"),
    [
        ("/acts", {"act": "close"}, (400, "web.bad_request")),
        ("/acts", {"act": {"act": "close"}, "after": "1"}, (400, "web.bad_request")),
        ("/acts", {"act": {"act": "dance"}}, (400, "tournament.no_such_act")),
        ("/acts", {"act": {"act": "untimed"}}, (409, "act.missing_field")),
        ("/import", {"text": 5}, (400, "web.bad_request")),
        ("/import", {"text": " \n;;\n"}, (409, "tournament.no_names")),
        ("/finals", {"best": 4}, (400, "web.bad_request")),
        ("/finals", {"best": 4, "finals": 10**9}, (400, "web.bad_request")),
        ("/prepare", {"races": "1"}, (400, "web.bad_request")),
        ("/prepare", {"races": [[1]]}, (400, "web.bad_request")),
        ("/races/1/adopt", {}, (409, "tournament.no_such_race")),
        ("/draw", {}, (409, "tournament.too_few_players")),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(
    director: Phone, cup: str, call: str, body: dict[str, Any], refusal: tuple[int, str]
) -> None:
    assert key(director.post(f"{cup}{call}", **body)) == refusal


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"game": "chess"}, "options.not_one_of"),
        ({"name": "  "}, "tournament.wrong_name"),
        ({"race": {}}, "options.missing_field"),
        ({"race": {"limits": ["x"]}}, "options.wrong_type"),
        ({"at_table": 6}, "tournament.wrong_size"),
        ({"prize": 5}, "options.unknown_field"),
    ],
)
def test_a_tournament_that_no_table_could_drive_is_refused_at_once(
    director: Phone, more: dict[str, Any], refusal: str
) -> None:
    assert key(director.post("/tournaments", **{**OPTIONS, **more})) == (409, refusal)


@pytest.mark.parametrize("path", ["/tournaments/999", "/tournaments/x", "/tournaments/999/players"])
def test_an_unknown_tournament_is_not_found(hall: Hall, director: Phone, path: str) -> None:
    assert request(hall, "GET", path).status == 404
    assert request(hall, "GET", "/api/v1/stream?tournament=999").status == 404
    assert director.post("/tournaments/999/draw").status == 404
    assert request(hall, "GET", "/api/v1/tournaments/999/qr").status == 404


def test_a_name_is_only_ever_text(hall: Hall, director: Phone, cup: str) -> None:
    name = "<script>alert(1)</script>"
    act(director, cup, act="enter", name=name)
    assert name.encode() not in request(hall, "GET", cup).body
    code = request(hall, "GET", f"/api/v1{cup}/qr")
    assert code.headers["content-type"] == "image/svg+xml; charset=utf-8"


def stages(live: dict[str, Any]) -> list[str]:
    return [race["stage"] for race in live["races"]]


def test_a_table_that_answers_late_stands_ready_unless_it_was_asked_again(
    broker: Mosquitto, hall: Hall, director: Phone, cup: str
) -> None:
    with Listener(broker) as table:
        table.send("sled/club/slow/status", status(), retain=True)
        act(director, cup, act="table", table="slow", up=True)
        director.post(f"{cup}/import", text="Ada\nBen")
        director.post(f"{cup}/draw")
        until(lambda: any(t["online"] for t in hall.get("/tables")["tables"]))
        for asked in (1, 2):
            assert director.post(f"{cup}/prepare").body["said"] == "Ready: 0 of 1."
            until(lambda asked=asked: len(told(table, "prepare")) == asked)
        old, new = (one["id"] for one in told(table, "prepare"))
        stream = Stream(hall, f"/stream?lang=en&tournament={cup.rpartition('/')[2]}", "hall")
        for id, race in ((old, 6), (new, 7)):
            table.send("sled/club/slow/answers", {"v": 1, "id": id, "ok": True, "race": race})
        stream.until(lambda live: stages(live) == ["prepared"])
        table.send("sled/club/slow/acts", reported(1, race=7))
        stream.until(lambda live: stages(live) == ["racing"])
        stream.close()
        assert len(told(table, "call")) == 1


def told(table: Listener, do: str) -> list[dict[str, Any]]:
    """The commands of a kind that the table has got."""
    return [one for one in table.on("slow/commands") if one["do"] == do]
