"""referee.py: acts as JSON lines in, result lines out (interfaces.md section 2)."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from companion.bench import players
from companion.cli import referee
from companion.games import GAMES, history

GAME = GAMES["snow_tails"]
OPTIONS = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bob", "colour": "blue", "place": 2},
    ],
    "limits": [4, 5],
}
TAP = {"act": "tap", "seat": 1, "card": {"value": 4}}
LEFT = {"act": "slot", "seat": 1, "slot": "left"}


def run(*lines: bytes, options: str | None = None, game: str = "snow_tails") -> tuple[int, Any]:
    """The exit status and the result lines, the set-up's first."""
    out = io.StringIO()
    text = json.dumps(OPTIONS) if options is None else options
    status = referee.referee(game, text, lines, out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def as_lines(acts: Iterable[Mapping[str, Any]]) -> list[bytes]:
    return [json.dumps(act).encode() + b"\n" for act in acts]


def test_the_set_up_line_comes_before_a_line_per_act() -> None:
    status, (start, tapped) = run(*as_lines([TAP]))
    assert status == 0
    assert start.keys() == tapped.keys() == {"ok", "events", "state"}
    assert start["ok"] is tapped["ok"] is True
    assert start["state"]["seats"][0]["pending"] is None
    assert tapped["state"]["seats"][0]["pending"]["value"] == 4


def test_every_event_has_key_seat_params_and_a_sentence() -> None:
    _, results = run(*as_lines([TAP, LEFT, {"act": "done", "seat": 1}]))
    events = [event for result in results for event in result["events"]]
    assert events
    for event in events:
        assert event.keys() == {"key", "seat", "params", "text"}
        assert event["text"]


def test_a_refused_line_has_its_reason_and_changes_nothing() -> None:
    status, (start, no, tapped) = run(*as_lines([LEFT, TAP]))
    assert status == 0
    assert no.keys() == {"ok", "refused", "state"}
    assert no["ok"] is False
    assert no["refused"].keys() == {"key", "params", "text"}
    assert no["refused"]["text"]
    assert no["state"] == start["state"]
    assert tapped["ok"] is True


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\n", "empty"),
        (b"   \r\n", "empty"),
        (b"", "empty"),
        (b"tap 4\n", "JSON"),
        (b'{"act": "tap"\n', "JSON"),
        (b"[]\n", "object"),
        (b"null\n", "object"),
        (b"4\n", "object"),
        (b'"undo"\n', "object"),
        (b'{"act": NaN}\n', "JSON"),
        (b'{"act": "tap\xff"}\n', "JSON"),
        (b'\xef\xbb\xbf{"act": "undo"}\n', "JSON"),
        (b"[" * 100_000 + b"\n", "JSON"),
        (b"1" * 100_000 + b"\n", "JSON"),
        (b"{}\n", "act"),
        (b'{"act": "fly"}\n', "act"),
        (b'{"act": 4}\n', "act"),
        (b'{"act": ["tap"]}\n', "act"),
        (b'{"act": {"undo": 1}}\n', "act"),
        (b'{"act": null, "seat": 1}\n', "act"),
    ],
)
def test_a_malformed_line_is_named_by_its_number_and_changes_nothing(
    line: bytes, words: str
) -> None:
    status, results = run(*as_lines([TAP]), line, *as_lines([LEFT]))
    assert status == 0
    assert results[2].keys() == {"ok", "malformed", "state"}
    assert results[2]["ok"] is False
    assert results[2]["malformed"].startswith("line 2: ")
    assert words in results[2]["malformed"]
    assert results[2]["state"] == results[1]["state"]
    assert results[3]["ok"] is True


@pytest.mark.parametrize(
    "act",
    [
        {"act": "tap"},
        {"act": "tap", "seat": 1},
        {"act": "tap", "seat": "1", "card": {"value": 4}},
        {"act": "tap", "seat": 1, "card": {"value": 10**400}},
        {"act": "tap", "seat": 1, "card": None},
        {"act": "done", "seat": 1, "took_s": -1},
        {"act": "shift", "seat": 1, "by": 2},
        {"act": "undo", "steps": 2},
        {"act": "correct"},
        {"act": "correct", "set": {"warp": 1}},
    ],
)
def test_a_known_act_with_wrong_fields_is_refused_not_malformed(act: Mapping[str, Any]) -> None:
    _, (start, no) = run(*as_lines([act]))
    assert "refused" in no
    assert no["state"] == start["state"]


def test_a_number_beyond_json_is_still_output_as_json() -> None:
    _, (_, no) = run(b'{"act": "done", "seat": 1, "took_s": 1e999}\n')
    assert "refused" in no


@pytest.mark.parametrize(
    "options",
    ["{}", "[]", "4", '{"seats": [], "limits": []}', json.dumps({**OPTIONS, "wheels": 4})],
)
def test_a_refused_set_up_is_one_line_without_a_state_and_status_1(options: str) -> None:
    status, results = run(*as_lines([TAP]), options=options)
    assert status == 1
    assert len(results) == 1
    assert results[0].keys() == {"ok", "refused", "state"}
    assert (results[0]["ok"], results[0]["state"]) == (False, None)
    assert results[0]["refused"]["text"]


@pytest.mark.parametrize("line", [b"{}", b'{"act": null}', b'{"act": ["tap"]}', b'{"act": {}}'])
def test_an_object_without_an_act_is_malformed_with_an_explanation(line: bytes) -> None:
    _, (_, answer) = run(line)
    assert answer["malformed"] == "line 1: an act is a JSON object with the field \u201cact\u201d"


def test_options_that_are_not_an_object_are_refused() -> None:
    _, (no,) = run(options="[]")
    assert no["refused"]["key"] == "referee.options_no_object"


@pytest.mark.parametrize("options", ["", "{", "seats", '{"limits": [Infinity]}'])
def test_options_that_are_not_json_are_a_usage_error(
    options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(options=options) == (2, [])
    assert "--options" in capsys.readouterr().err


def test_an_unknown_game_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game="chess") == (2, [])
    assert "chess" in capsys.readouterr().err


def test_undo_and_redo_work_act_by_act_and_end() -> None:
    undo, redo = {"act": "undo"}, {"act": "redo"}
    _, results = run(*as_lines([TAP, LEFT, undo, undo, undo, redo, redo, redo]))
    start, tapped, laid, back, back2, no, again, again2, no2 = results
    assert back["state"] == tapped["state"] == again["state"]
    assert back2["state"] == start["state"]
    assert laid["state"] == again2["state"]
    assert no["refused"]["key"] == "history.nothing_to_undo"
    assert no2["refused"]["key"] == "history.nothing_to_redo"
    assert "Ada" in back["events"][0]["text"]
    assert back["events"][0]["params"]["what"] == {"key": "did.slot", "params": {}}


def test_a_whole_race_gets_one_result_per_line() -> None:
    log = players.play(GAME, OPTIONS, Random(11))
    status, results = run(*as_lines(log))
    assert status == 0
    assert len(results) == len(log) + 1
    assert all(result["ok"] for result in results)
    race = history.replay(GAME, OPTIONS, log)
    assert results[-1]["state"] == json.loads(json.dumps(GAME.view(race.state).state))
    assert results[-1]["state"]["phase"] == "over"


def command(*arguments: str) -> "subprocess.Popen[bytes]":
    """The command as a shell would start it."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "referee", *arguments],
        env={**os.environ, "LANG": "C"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_the_command_answers_each_line_before_the_next_is_sent() -> None:
    with command("snow_tails", "--options", json.dumps(OPTIONS)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["ok"] is True
        for line in as_lines([TAP, LEFT]):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is True
        rest, said = process.communicate(b'{"act": "\xff"}\nnonsense')
        assert [json.loads(line)["malformed"][:7] for line in rest.splitlines()] == [
            "line 3:",
            "line 4:",
        ]
    assert (process.returncode, said) == (0, b"")


def test_exit_status_is_1_for_a_refused_set_up_and_2_for_options_that_are_not_json() -> None:
    with command("snow_tails", "--options", "{}") as process:
        out, said = process.communicate()
        assert json.loads(out)["state"] is None
        assert said == b""
    assert process.returncode == 1
    with command("snow_tails", "--options", "{") as process:
        out, said = process.communicate()
        assert out == b""
        assert b"--options" in said
        assert b"Traceback" not in said
    assert process.returncode == 2
