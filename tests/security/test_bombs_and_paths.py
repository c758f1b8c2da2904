"""Input that grows when parsed, endless numbers, and paths that leave their folder."""

import ast
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.errors import MOST_TEXT, Refused
from tests.evening.script import options
from tests.evening.service import Phone, Reply, Service, companion, request

PACKAGE = Path(__file__).parents[2] / "companion"
UNPACKERS = {"zipfile", "tarfile", "lzma", "bz2", "pickle", "marshal", "shelve", "yaml"}

DEEP = "[" * 5000 + "]" * 5000
BOMBS = (
    DEEP,
    "[" * 900 + "]" * 900,
    '{"a":' * 5000 + "1" + "}" * 5000,
    "[" * 65 + "]" * 65,
    "9" * 5000,
    "1e999",
    "-1e999",
    "NaN",
    '{"x": 1, "x": 2}',
    '"\\ud800"',
)


@pytest.fixture(scope="module")
def table(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """The host's phone of a race, with a seat."""
    data = tmp_path_factory.mktemp("bombs") / "data"
    service = Service(data, "--simulate", fast_path=fast_path)
    try:
        host = Phone(service.start())
        assert host.post("/races", game="snow_tails", options=options((1, 3, 5))).status == 200
        yield host
    finally:
        service.stop()


def raw(phone: Phone, path: str, body: bytes | str, **headers: str) -> Reply:
    merged = phone.headers | {name.replace("_", "-"): value for name, value in headers.items()}
    return request(phone.service, "POST", f"/api/v1{path}", body, merged)


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb[:12])
def test_a_json_bomb_is_refused_anywhere(table: Phone, bomb: str) -> None:
    act = f'{{"key": "a", "act": {{"act": "done", "seat": 1, "took_s": {bomb}}}}}'
    race = f'{{"key": "a", "game": "snow_tails", "options": {{"seats": {bomb}}}}}'
    for path, body in (("/acts", act), ("/races", race), ("/acts", bomb), ("/room", bomb)):
        answer = raw(table, path, body)
        told = (answer.status, answer.body["error"]["key"])
        assert told == (400, "web.no_object") or "1e999" in bomb, told
        assert answer.status in (400, 409)
    preview = raw(table, "/preview", f'{{"acts": [{{"act": {bomb}}}]}}')
    assert preview.status in (400, 409)
    assert table.get("/health")["ok"]


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb[:12])
def test_a_json_bomb_in_a_file_is_refused_as_a_whole(table: Phone, bomb: str) -> None:
    for file in (
        bomb,
        f'{{"format": "companion-tags", "version": 1, "tags": {bomb}}}',
        f'{{"format": "companion-tags", "version": {bomb}, "tags": []}}',
        f'{{"format": "companion-tags", "version": 1, "tags": [{{"uid": "04A1B2C3", '
        f'"game": "snow_tails", "piece": {{"kind": "dog", "colour": "red", "value": {bomb}}}}}]}}',
    ):
        refused = table.post("/tags/import", file=file)
        assert refused.status == 409
        assert len(str(refused.body["error"])) < 3 * MOST_TEXT
    assert table.get("/tags")["tags"] == []


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb[:12])
def test_a_json_bomb_in_a_race_file_is_reported_by_replay(
    tmp_path: Path, bomb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "race.json"
    file.write_text(
        f'{{"format": "companion-race", "version": 1, "game": "snow_tails", "options": {{}}, '
        f'"acts": [{{"act": {bomb}}}]}}',
        "utf-8",
    )
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.strip()


def test_a_compressed_body_is_not_decompressed(table: Phone) -> None:
    packed = gzip.compress(b'{"key": "a", "act": {"act": "end"}}' + b" " * 30_000_000)
    assert len(packed) < 64 * 1024
    assert raw(table, "/acts", packed, Content_Encoding="gzip").status == 400


def test_no_product_code_decompresses() -> None:
    """So no imported file can be a zip bomb; only the benchmark decompresses its answers."""
    for path in set(PACKAGE.rglob("*.py")) - {PACKAGE / "bench" / "watchers.py"}:
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.split(".")[0] for name in names} & UNPACKERS, path
            called = node.attr if isinstance(node, ast.Attribute) else ""
            assert called not in ("decompress", "decompressobj", "unpack_archive"), path


def test_refused_input_is_shortened_in_its_refusal(table: Phone) -> None:
    before = len(json.dumps(table.get("/state")))
    rubbish = "x" * 60_000
    acts: tuple[Any, ...] = (
        {"act": "correct", "seat": 1, "set": {rubbish: 1}},
        {"act": "tap", "seat": 1, "card": {"value": 3, "colour": rubbish}},
        {"act": "mark", "seat": 1, "what": rubbish},
    )
    for act in acts:
        assert table.act(act).status == 409
    assert table.post("/races", game=rubbish, options={}).status == 409
    assert table.post("/tags/name", uid=rubbish, piece={}).status == 409
    assert len(json.dumps(table.get("/state"))) < before + 20 * MOST_TEXT
    assert len(str(Refused("x", name=rubbish).params["name"])) == MOST_TEXT


@pytest.mark.parametrize(
    "made_up",
    [10**5000, -(10**300), ["x" * 60_000] * 5, ("y",) * 60_000, {"z" * 60_000: "z" * 60_000}],
    ids=["number", "negative", "list", "tuple", "object"],
)
def test_a_refusal_repeats_no_number_or_list_at_length(made_up: Any) -> None:
    assert len(str(Refused("x", value=made_up).params["value"])) < 6 * MOST_TEXT


@pytest.mark.parametrize("digits", [33, 400, 4000, 5000])
def test_an_endless_number_in_a_url_is_not_found(table: Phone, digits: int) -> None:
    before = table.get("/state")["notices"]
    number = "9" * digits
    for path in (f"/seats/{number}/claim", f"/races/{number}/resume", f"/seasons/{number}/undo"):
        refusal = table.post(path)
        assert (refusal.status, refusal.body["error"]["params"]) == (404, {})
    for path in (f"/races/{number}", f"/seasons/{number}", f"/seat/{number}"):
        page = request(table.service, "GET", path)
        assert page.status == 404
        assert number not in str(page.body)
    assert table.get("/state")["notices"] == before


def test_a_number_beyond_every_database_is_refused(table: Phone) -> None:
    number = "9" * 32
    for path in ("seats/{}/claim", "races/{}/resume", "seasons/{}/undo"):
        assert table.post(f"/{path.format(number)}").status in (400, 404, 409)
    for path in ("races/{}", "seasons/{}", "races/{}/past", "races/{}/story", "seasons/{}/export"):
        answer = request(table.service, "GET", f"/api/v1/{path.format(number)}")
        assert answer.status == 404, path
    assert table.post("/host/give", to=10**32 - 1).status == 409


CLIMBS = (
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..\\..\\etc\\passwd",
    "%5c..%5cetc",
    "/etc/passwd",
    "//etc/passwd",
    "companion.db",
    "%00",
    "....//....//etc/passwd",
)


@pytest.mark.parametrize("climb", CLIMBS)
def test_no_url_leaves_its_folder(table: Phone, climb: str) -> None:
    for path in (
        f"/static/{climb}",
        f"/static/x/{climb}",
        f"/api/v1/races/1/export?format={climb}",
        f"/api/v1/races/{climb}/export",
        f"/api/v1/courses/picture?name={climb}",
        f"/api/v1/boxes/{climb}/export",
        f"/api/v1/tags/deck?game={climb}&colour=red",
        f"/tags/sheet?game={climb}",
        f"/{climb}",
    ):
        answer = request(table.service, "GET", path, None, {"Cookie": table.cookie})
        assert answer.status in (308, 400, 404), (path, answer.status)
        assert answer.headers.get("location", "/").startswith(("/", table.service.url))
        assert not answer.headers.get("location", "/").startswith("//")
        assert "root:" not in str(answer.body)


def test_path_traversal_in_a_name_stays_in_the_store(table: Phone) -> None:
    """Names are only stored as values: no file is named after one."""
    before = {path.name for path in table.service.data.parent.rglob("*")}
    name = "../../climbed"
    course = table.post("/courses", name=name, limits=[4], flag="left")
    assert course.status == 200, course
    assert table.post("/seasons", name=name).status == 200
    assert table.post("/races/1/resume").status == 200
    for path in ("/races/1/export", "/seasons/1/export", "/tags/export"):
        answer = request(table.service, "GET", f"/api/v1{path}", None, {"Cookie": table.cookie})
        named = answer.headers["content-disposition"].partition("filename=")[2]
        assert named.strip('"').replace("-", "").replace(".", "").isalnum()
    after = {path.name for path in table.service.data.parent.rglob("*")}
    assert not [new for new in after - before if "climbed" in new]


def test_a_race_file_cannot_name_a_path(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    race = {"format": "companion-race", "version": 1, "game": "../../etc/passwd", "options": {}}
    file.write_text(json.dumps({**race, "acts": []}), "utf-8")
    done = companion("replay", str(file))
    assert done.returncode == 1
    assert "There is no game" in done.stderr
