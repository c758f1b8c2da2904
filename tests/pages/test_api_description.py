"""The API's description matches the application: calls, bodies and answers."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.clocks import stamp
from companion.games.snow_tails import box
from companion.library import boxes
from companion.pages.api_description import document
from companion.pages.app import create_app
from companion.pages.routes import CALLS, WRITES
from companion.pages.web import Restoring
from companion.store.recovery import Backups, BackupSchedule
from companion.table.posts import Post
from tests.docs.test_docs_api import routes
from tests.library.box_game import NAME, add_to_games
from tests.table.table_actor import OPTIONS, Actor

HEADERS = {"Origin": "http://localhost", "Content-Type": "application/json"}

ANSWERED = [
    "/state",
    "/clock",
    "/me",
    "/phones",
    "/words",
    "/openapi.json",
    "/races",
    "/races/1",
    "/races/1/past",
    "/races/1/story",
    "/races/1/drive",
    "/races/1/ghosts",
    "/records",
    "/seasons",
    "/seasons/1",
    "/courses",
    "/courses/today",
    "/players",
    "/tags",
    "/tags/deck?game=snow_tails&colour=red",
    "/tags/export",
    "/boxes",
    f"/boxes/{NAME}",
    f"/boxes/{NAME}/example",
    f"/boxes/{NAME}/export",
]

SAMPLES: dict[str, Any] = {
    "string": "1",
    "integer": 1,
    "boolean": True,
    "array": [],
    "object": {"act": "done", "seat": 1},
}


class Phone:
    """The host's phone. The table is driven while it waits for an answer."""

    def __init__(self, folder: Path):
        self.actor = Actor(folder)
        self.posts: list[Post] = []
        schedule = BackupSchedule(Backups(folder), stamp, print)
        backups = Restoring(schedule, lambda: None, lambda key: None)
        web = replace(self.actor.web(self._post), backups=backups)
        self.client: FlaskClient = create_app(web).test_client()
        self.client.get("/")

    def _post(self, post: Post) -> None:
        self.posts.append(post)
        self.actor.phones.take(post, self.actor.now)
        self.actor.answer(post)

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1{path}")
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def post(self, path: str, **body: Any) -> Any:
        key = {"key": f"k{len(self.posts)}"}
        return self.client.post(f"/api/v1{path}", json=key | body, headers=HEADERS)


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    """The host's phone, at a table with a race, a season, a course and a tag."""
    add_to_games(monkeypatch)
    phone = Phone(tmp_path)
    for path, body in (
        ("/races", {"game": "snow_tails", "options": OPTIONS, "clock": True}),
        ("/seats/1/claim", {}),
        ("/acts", {"act": {"act": "tap", "seat": 1, "card": {"value": 3}}}),
        ("/acts", {"act": {"act": "slot", "seat": 1, "slot": "left"}}),
        ("/acts", {"act": {"act": "done", "seat": 1}}),
        ("/seasons", {"name": "Winter"}),
        ("/seasons/1/acts", {"act": by_hand()}),
        ("/courses", {"name": "Long", "limits": [3, 4], "flag": "left"}),
        ("/tags/import", {"file": tag_file()}),
    ):
        answer = phone.post(path, **body)
        assert answer.status_code == 200, (path, answer.text)
    yield phone
    phone.actor.close()


def by_hand() -> dict[str, Any]:
    return {"act": "race", "results": [{"name": "Ada", "place": 1}, {"name": "Bo", "place": None}]}


def tag_file() -> str:
    piece = {"kind": "dog", "colour": "red", "value": 1, "copy": 1}
    tags = [{"uid": "04A30B5AEB6C80", "game": "snow_tails", "piece": piece}]
    return json.dumps({"format": "companion-tags", "version": 1, "tags": tags})


def validator() -> Any:
    """The class of validators. Imported late: it takes seconds, and every worker collects this."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator


def strict(described: dict[str, Any]) -> Any:
    """The description with every object closed to further fields."""

    def close(part: Any) -> None:
        if isinstance(part, dict):
            if "properties" in part:
                part.setdefault("additionalProperties", False)
            for each in part.values():
                close(each)
        elif isinstance(part, list):
            for each in part:
                close(each)

    closed = deepcopy(described)
    close(closed)
    return closed


def faults(part: dict[str, Any], value: Any) -> list[str]:
    """The violations of the schema in a value."""
    described = strict({**part, "components": document(CALLS)["components"]})
    found = validator()(described).iter_errors(value)
    return [f"{fault.json_path}: {fault.message[:300]}" for fault in found]


def answer_of(method: str, path: str, status: str = "200") -> dict[str, Any]:
    """The schema of the answer to a request of this path."""
    for template, calls in document(CALLS)["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[a-z_0-9]+", template), path.partition("?")[0]):
            answer, *_ = calls[method]["responses"][status]["content"].values()
            return dict(answer["schema"])
    raise AssertionError(path)


def test_the_service_gives_its_description(phone: Phone) -> None:
    assert phone.get("/openapi.json") == document(CALLS)


def test_the_routes_of_the_application_are_those_of_the_table() -> None:
    assert {call.name for call in CALLS} == routes()


def test_schemas_are_valid_and_references_resolve() -> None:
    described = document(CALLS)
    for part in described["components"]["schemas"].values():
        validator().check_schema(part)
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(described)))
    assert named <= set(described["components"]["schemas"])


@pytest.mark.parametrize("path", ANSWERED)
def test_answers_have_exactly_the_described_fields(phone: Phone, path: str) -> None:
    assert faults(answer_of("get", path), phone.get(path)) == []


def test_play_of_a_finished_race_has_exactly_the_described_fields(phone: Phone) -> None:
    assert phone.client.get("/api/v1/races/1/play").status_code == 409
    assert phone.post("/acts", act={"act": "end"}).status_code == 200
    assert faults(answer_of("get", "/races/1/play"), phone.get("/races/1/play")) == []


@pytest.mark.parametrize(
    ("form", "mimetype", "ending"),
    [
        ("bgsplay", "application/octet-stream", ".bgsplay"),
        ("bgg", "application/xml", "-bgg.xml"),
        ("places", "text/csv", "-places.csv"),
    ],
)
def test_plays_of_a_race_and_of_a_season_are_files(
    phone: Phone, form: str, mimetype: str, ending: str
) -> None:
    assert phone.client.get(f"/api/v1/races/1/export?format={form}").status_code == 409
    assert phone.post("/acts", act={"act": "end"}).status_code == 200
    assert phone.post("/seasons/1/acts", act={"act": "race", "race": 1}).status_code == 200
    texts = []
    for path, name in (("/races/1", "race-1"), ("/seasons/1", "season-1")):
        answer = phone.client.get(f"/api/v1{path}/export?format={form}")
        assert (answer.status_code, answer.mimetype) == (200, mimetype)
        assert answer.headers["Content-Disposition"] == f"attachment; filename={name}{ending}"
        texts.append(answer.text)
    assert texts[0] == texts[1]


def test_answers_to_posts_have_exactly_the_described_fields(phone: Phone) -> None:
    done = phone.post("/acts", act={"act": "tap", "seat": 3, "card": {"value": 2}})
    assert faults(answer_of("post", "/acts"), done.get_json()) == []
    refused = phone.post("/acts", act={"act": "done", "seat": 3})
    assert refused.status_code == 409
    error = {"$ref": "#/components/schemas/Error"}
    assert faults(error, refused.get_json()) == []
    preview = {"acts": [{"act": "slot", "seat": 3, "slot": "brake"}]}
    looked = phone.client.post("/api/v1/preview", json=preview, headers=HEADERS)
    assert looked.status_code == 200
    assert faults(answer_of("post", "/preview"), looked.get_json()) == []
    phone.post("/boxes/snow_tails/import", file=boxes.write("snow_tails", box.example(), ()))
    wish = {"length": "short", "difficulty": "easy", "seed": 1}
    laid = phone.client.post("/api/v1/courses/proposals", json=wish, headers=HEADERS)
    assert laid.status_code == 200
    assert faults(answer_of("post", "/courses/proposals"), laid.get_json()) == []
    for name in ("length", "difficulty"):
        wrong = {**wish, name: "odd"}
        other = phone.client.post("/api/v1/courses/proposals", json=wrong, headers=HEADERS)
        assert (other.status_code, other.get_json()["error"]["key"]) == (
            400,
            f"course.no_such_{name}",
        )


KEYED = [call.name for call in WRITES if call.method == "POST" and call.keyed]


@pytest.mark.parametrize("name", KEYED)
def test_posts_take_exactly_the_described_fields(tmp_path: Path, name: str) -> None:
    phone = Phone(tmp_path)
    try:
        path = name.removeprefix("POST ")
        template = re.sub("<([a-z_]+)>", r"{\1}", path)
        content = document(CALLS)["paths"][template]["post"]["requestBody"]["content"]
        body = content["application/json"]["schema"]
        path = re.sub("<[a-z_]+>", "1", path)
        whole = {field: sample(part) for field, part in body["properties"].items()}
        assert complaint(phone, path, whole) is None
        assert complaint(phone, path, {**whole, "more": 1}) == "web.unknown_field"
        for field in body["required"]:
            less = {other: value for other, value in whole.items() if other != field}
            assert complaint(phone, path, less) in ("web.missing_field", "web.wrong_type"), field
    finally:
        phone.actor.close()


def sample(part: dict[str, Any]) -> Any:
    """A value of the schema's type."""
    if "enum" in part:
        return part["enum"][0]
    return SAMPLES[part.get("type", "object")]


def complaint(phone: Phone, path: str, body: dict[str, Any]) -> str | None:
    """The message key of a malformed body's refusal; None if the post reaches the table."""
    answer = phone.client.post(f"/api/v1{path}", json=body, headers=HEADERS)
    key = answer.get_json().get("error", {}).get("key")
    return key if answer.status_code == 400 and str(key).startswith("web.") else None
