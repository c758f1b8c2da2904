"""The routes: every call of the web API and every page, one row each (route.py).

Views, checks, rights, docs/openapi.json and the calls in docs/api.md are made from these rows.
"""

from flask import Response, jsonify

from companion.library.play_files import FILES
from companion.pages import (
    api_description,
    backups,
    boxes,
    offline_shell,
    phones,
    preview,
    races,
    room,
    seasons,
    shapes,
    state,
    tags,
)
from companion.pages.route import ANY, STREAM, Call, Limited, OneOf, Page
from companion.pages.web import Web
from companion.signals import BUTTONS
from companion.table.rights import Need

PAGES = (
    Page("/", "table.html"),
    Page("/setup", "setup.html"),
    Page("/join", "join.html"),
    Page("/seat/<int:seat>", "seat.html", phones.seat_page),
    Page("/room", "room.html", only_with="room"),
    Page("/races", "races.html"),
    Page("/races/<int:race>", "race.html"),
    Page("/history", "history.html"),
    Page("/seasons", "seasons.html"),
    Page("/seasons/<int:season>", "season.html"),
    Page("/courses", "courses.html"),
    Page("/boxes", "box.html", boxes.page),
    Page("/boxes/<game>", "box.html", boxes.page),
    Page("/tags", "tags.html"),
    Page("/tags/sheet", "checklist.html", tags.check_sheet),
    Page("/secure", "secure.html", offline_shell.secure_page, only_with="https"),
)


def _description(web: Web) -> Response:
    return jsonify(api_description.document(CALLS))


_LANG = {"lang?": str}
_RACE_FORMATS = OneOf(("json", "jsonl", "csv", *FILES), "web.no_such_format")
_SEASON_FORMATS = OneOf(("json", "csv", *FILES), "web.no_such_format")
_PLAY_MIMETYPES = ("application/octet-stream", "application/xml")
_LENGTHS = OneOf(("short", "medium", "long"), "course.no_such_length")
_DIFFICULTIES = OneOf(("easy", "medium", "hard"), "course.no_such_difficulty")
_DECK_QUERY = {"game": str, "colour?": str, "deck?": str, "composition?": str, **_LANG}
_ACTS = Limited(["Act"], 0, preview.MOST_ACTS, "web.many_acts")

READS = (
    Call("GET /state", state.state, "The newest state on disk", "State", _LANG),
    Call(
        "GET /stream",
        state.stream,
        "Server-sent events: state (data: State), hb, bye, full",
        str,
        {**_LANG, "v?": str, "window?": str},
        media=STREAM,
    ),
    Call("GET /clock", state.clock, "The clock of the turns, in seconds", {"now_s": float}),
    Call(
        "GET /course",
        state.course,
        "The laid course of the race; `id` as `course` in its state",
        {"id": str, "pieces": [{str: ANY}]},
    ),
    Call("GET /me", phones.me, "This phone's rights; the PIN only for the host", shapes.ME),
    Call(
        "GET /phones",
        phones.phones,
        "Phones that are connected or have rights",
        shapes.PHONES,
        _LANG,
    ),
    Call(
        "GET /words",
        state.words,
        "All sentences of the pages, by key",
        {str: str},
        {**_LANG, "v?": str},
    ),
    Call("GET /openapi.json", _description, "This description", {str: ANY}),
    Call("GET /races", races.races, "Saved races, newest first", {"races": ["Played"]}),
    Call(
        "GET /races/<int:race_id>",
        races.race,
        "One race with all its acts",
        {**shapes.PLAYED, str: ANY},
    ),
    Call(
        "GET /races/<int:race_id>/past",
        races.past,
        "Every act in readable form, oldest first",
        shapes.PAST,
        _LANG,
    ),
    Call("GET /races/<int:race_id>/story", races.story, "Figures by round", shapes.STORY),
    Call("GET /races/<int:race_id>/drive", races.drive, "The race driven again", shapes.DRIVE),
    Call(
        "GET /races/<int:race_id>/ghosts",
        races.ghosts,
        "The players' best earlier races on its laid course",
        shapes.GHOSTS,
    ),
    Call(
        "GET /races/<int:race_id>/export",
        races.export,
        "The race as a file",
        ANY,
        {"format?": _RACE_FORMATS, **_LANG},
        also=("application/jsonl", "text/csv", *_PLAY_MIMETYPES),
    ),
    Call(
        "GET /races/<int:race_id>/play",
        races.play,
        "A finished race for the log of another program",
        shapes.PLAY,
        _LANG,
    ),
    Call(
        "GET /records",
        races.records,
        "The best of a game's newest finished races",
        shapes.RECORDS,
        {"game?": str},
        refused=400,
    ),
    Call(
        "GET /backups",
        backups.backups,
        "Backups, newest first; `faults`: why one could not be made",
        shapes.BACKUPS,
        _LANG,
        only_with="backups",
    ),
    Call("GET /seasons", seasons.seasons, "Seasons, last changed first", shapes.SEASONS),
    Call("GET /seasons/<int:season>", seasons.season, "A season", "Season", _LANG),
    Call(
        "GET /seasons/<int:season>/export",
        seasons.export,
        "The season as a file",
        ANY,
        {"format?": _SEASON_FORMATS, **_LANG},
        also=("text/csv", *_PLAY_MIMETYPES),
    ),
    Call("GET /courses", seasons.courses, "The course book", shapes.COURSES),
    Call(
        "GET /courses/picture",
        seasons.course_picture,
        "A course's picture",
        str,
        {"name": str},
        media="image/*",
    ),
    Call("GET /courses/today", seasons.today, "The courses for today", shapes.TODAY),
    Call("GET /players", seasons.players, "Players seen here, last first", shapes.PLAYERS),
    Call("GET /boxes", boxes.boxes, "Games that need a box", {"boxes": [shapes.BOX]}, _LANG),
    Call(
        "GET /boxes/<game>",
        boxes.box,
        "A game's box as it was entered",
        {**shapes.BOX, "box": ({str: ANY}, None)},
        _LANG,
        refused=404,
    ),
    Call(
        "GET /boxes/<game>/example",
        boxes.example,
        "An invented box",
        {"game": str, "box": {str: ANY}},
        refused=404,
    ),
    Call("GET /boxes/<game>/export", boxes.export, "The box file", {str: ANY}, refused=404),
    Call("GET /tags", tags.tags, "The known stickers", shapes.TAGS, _LANG),
    Call(
        "GET /tags/deck",
        tags.deck,
        "A deck, card by card",
        shapes.TAG_DECK,
        _DECK_QUERY,
        refused=400,
    ),
    Call("GET /tags/export", tags.export, "The tag file", {str: ANY}),
    Call(
        "GET /health",
        state.health,
        "The last activity of loop, store and devices, and threads that a bug ended; 503 if unwell",
        shapes.HEALTH,
    ),
    Call(
        "GET /room/stream",
        room.stream,
        "Only with --simulate: the visible state of every seat",
        str,
        {"window?": str},
        media=STREAM,
        only_with="room",
    ),
)

WRITES = (
    Call("POST /acts", "act", "Do an act of the game", body={"act": "Act"}, direct=True),
    Call(
        "POST /undo",
        "act",
        "Undo the last act in force",
        body={"to?": int},
        fixed={"act": {"act": "undo"}},
        direct=True,
    ),
    Call(
        "POST /redo",
        "act",
        "Redo the act that was undone last",
        body={"to?": int},
        fixed={"act": {"act": "redo"}},
        direct=True,
    ),
    Call(
        "POST /seats/<int:seat>/press",
        "press",
        "Press a seat's button",
        body={"button": OneOf(BUTTONS, "web.no_such_button"), "hold": bool},
        direct=True,
    ),
    Call(
        "POST /seats/<int:seat>/remedy",
        "remedy",
        "Do the remedy of a notice: the table is right",
        body={"n": int},
        direct=True,
    ),
    Call(
        "POST /break",
        "break",
        "Begin a break, in which no turn is timed, or end it",
        body={"on": bool},
    ),
    Call("POST /seats/<int:seat>/claim", "claim", "Take a seat", body={"take?": bool}),
    Call("POST /seats/<int:seat>/release", "release", "Give a seat back"),
    Call(
        "POST /seats/<int:seat>/guest",
        "guest",
        "Say who sits at a seat before a race",
        body={"name": str, "colour": str},
    ),
    Call("POST /host", "host", "Get the host's rights with the PIN", body={"pin": str}),
    Call("POST /host/give", "give", "Give another phone the host's rights, too", body={"to": int}),
    Call(
        "POST /host/withdraw",
        "withdraw",
        "Withdraw the host's rights from a phone",
        body={"from": int},
    ),
    Call(
        "POST /seating",
        "seating",
        "Open or close the set-up, in which cards seat their players",
        body={"do": ["start", "stop"]},
    ),
    Call(
        "POST /races",
        "race",
        "Start a race",
        body={"game": str, "options": {str: ANY}, "replace?": int, "course?": str, "clock?": bool},
    ),
    Call("POST /races/<int:race_id>/resume", "resume", "Continue an earlier race"),
    Call(
        "POST /backups",
        backups.make,
        "Make a backup now, unless nothing was played since the last one",
        need=Need.HOST,
        only_with="backups",
    ),
    Call(
        "POST /backups/restore",
        backups.restore,
        "Replace the saved data by a backup; the service restarts on it",
        body={"file": str},
        need=Need.HOST,
        only_with="backups",
    ),
    Call(
        "POST /seasons",
        "season",
        "Start a season",
        body={"name": str, "points?": [int], "drop?": int},
    ),
    Call("POST /seasons/<int:season>/acts", "season_act", "Change a season", body={"act": "Act"}),
    Call(
        "POST /seasons/<int:season>/undo",
        "season_act",
        "Undo the last change of a season",
        fixed={"act": {"act": "undo"}},
    ),
    Call(
        "POST /seasons/<int:season>/redo",
        "season_act",
        "Redo the change that was undone last",
        fixed={"act": {"act": "redo"}},
    ),
    Call(
        "POST /courses",
        "course",
        "Save a course in the course book",
        body={
            "name": str,
            "limits": [int],
            "flag": str,
            "note?": str,
            "picture?": str,
            "laid?": [{str: ANY}],
        },
    ),
    Call(
        "POST /courses/proposals",
        seasons.course_proposals,
        "Courses laid from the track pieces by chance",
        shapes.PROPOSALS,
        body={"length": _LENGTHS, "difficulty": _DIFFICULTIES, "seed": int},
        keyed=False,
        need=Need.HOST,
    ),
    Call(
        "POST /courses/fairness",
        seasons.course_fairness,
        "How often each start place wins, worked out in the background",
        shapes.FAIRNESS,
        body={"laid": [{str: ANY}]},
        keyed=False,
        need=Need.HOST,
    ),
    Call("POST /courses/remove", "course_remove", "Delete a course", body={"name": str}),
    Call("PUT /boxes/<game>", "box", "Enter a game's box, all of it", body={"box": {str: ANY}}),
    Call("POST /boxes/<game>/import", "box_import", "Import a box file", body={"file": str}),
    Call(
        "POST /tags/learn",
        "learn",
        "Learn a deck, sticker by sticker",
        body={
            "do": ["start", "back", "skip", "choose", "take", "stop"],
            "game?": str,
            "colour?": str,
            "deck?": str,
            "composition?": {str: ANY},
            "reader?": int,
            "n?": int,
        },
    ),
    Call(
        "POST /tags/name",
        "name",
        "Assign an unknown sticker to a piece",
        body={"uid": str, "piece": {str: ANY}},
    ),
    Call("POST /tags/import", "import", "Import a tag file", body={"file": str}),
    Call(
        "POST /preview",
        preview.preview,
        "Apply acts to the shown race and discard the result",
        shapes.PREVIEW,
        _LANG,
        {"acts": _ACTS},
        keyed=False,
    ),
    Call(
        "POST /room",
        room.hand,
        "Only with --simulate: a movement of a hand",
        None,
        body={"hand": str, "seat?": int, str: ANY},
        keyed=False,
        refused=400,
        only_with="room",
    ),
)

CALLS = READS + WRITES
