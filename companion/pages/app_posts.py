"""A phone's post on its way: checked, handed to the loop, awaited, and put into words."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as TooSlow
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Response, current_app, g, jsonify, request

from companion import messages, snapshot
from companion.pages.wsgi import WAIT, Awaited
from companion.posts import BROKEN, FINE, MALFORMED, REFUSED, Answer, Post
from companion.signals import BUTTONS
from companion.snapshot import Snapshot

ANSWER_S = 10.0
"""How long a phone's request waits for the disk."""


_QUICK = re.compile(r"/api/v1/(acts|undo|redo|seats/\d+/(press|remedy))")


def quick(method: str, path: str) -> bool:
    """Whether a request's view only looks at it and hands it over: it reads no disk, so that it
    needs no thread of its own. These are what a race is played with.
    """
    return method == "POST" and _QUICK.fullmatch(path) is not None


def answer(
    post: Callable[[Post], None],
    now: Callable[[], Snapshot],
    kind: str,
    fields: Mapping[str, type],
    more: Mapping[str, Any],
) -> Any:
    """Check the body, hand it to the loop, wait for the disk, put the answer into words.

    `fields`: the body's, beside `key` and `version`; with "?" what may be missing.
    """
    given, wrong = checked(fields)
    if wrong:
        return wrong
    button = given.get("button")
    if button is not None and button not in BUTTONS:
        return error(MALFORMED, "web.no_such_button", button=button[:20])
    wanted = {name.rstrip("?"): given.get(name.rstrip("?")) for name in fields}
    asked = Post(kind, g.client, given["key"], {**wanted, **more}, given.get("version"))
    post(asked)
    finish = partial(_worded, now, current_app.json.dumps, g.lang)
    if wait := request.environ.get(WAIT):
        wait(Awaited(asked.reply, ANSWER_S, finish))
        return Response(mimetype="application/json")
    with suppress(TooSlow):
        asked.reply.result(ANSWER_S)
    status, told = finish(asked.reply.result() if asked.reply.done() else None)
    return Response(told, status, mimetype="application/json")


def checked(fields: Mapping[str, type]) -> tuple[dict[str, Any], Any]:
    """The body, and what is answered if it is wrong (None: it is not)."""
    given = body()
    if not isinstance(given, dict):
        return {}, error(MALFORMED, "web.no_object")
    wrong = _wrong_field(given, {"key": str, "version?": int, **fields})
    return given, error(MALFORMED, *wrong[:1], field=wrong[1]) if wrong else None


def body() -> Any:
    """The body as JSON, None if it is none or nested too deeply to be read."""
    try:
        return request.get_json(silent=True)
    except RecursionError:
        return None


def _wrong_field(body: Mapping[str, Any], fields: Mapping[str, type]) -> tuple[str, str] | None:
    names = {name.rstrip("?") for name in fields}
    for name in body:
        if name not in names:
            return "web.unknown_field", name[:40]
    for spec, kind in fields.items():
        name = spec.rstrip("?")
        if name not in body:
            if not spec.endswith("?"):
                return "web.missing_field", name
        elif type(body[name]) is not kind:
            return "web.wrong_type", name
    if not 1 <= len(body["key"]) <= 64:
        return "web.wrong_type", "key"
    return None


def _worded(
    now: Callable[[], Snapshot], dumps: Callable[[Any], str], lang: str, came: Answer | None
) -> tuple[int, bytes]:
    """Status and body for what came of a post; None: nothing in time."""
    answer = came or Answer(BROKEN, key="web.too_slow")
    told: dict[str, Any]
    if answer.status != FINE:
        wrong = _wrong(answer.key, answer.params, lang)
        told = {"error": wrong | {"remedy": list(answer.remedy) or None}}
        if answer.status == REFUSED:
            told["state"] = snapshot.words(now(), lang)
    else:
        events = [snapshot.event_words(event, lang) for event in answer.events]
        told = {"version": answer.version, "events": events}
        if answer.race is not None:
            told["id"] = answer.race
    return answer.status, dumps(told).encode()


def error(status: int, key: str, **params: Any) -> tuple[Response, int]:
    """A refusal in the phone's language."""
    return jsonify(error=_wrong(key, params, g.lang)), status


def _wrong(key: str, params: Mapping[str, Any], lang: str) -> dict[str, Any]:
    text = messages.sentence(key, params, lang)
    return {"key": key, "params": snapshot.plain(params), "text": text}
