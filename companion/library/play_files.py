"""Plays in the formats of other programs: BG Stats, BoardGameGeek, spreadsheets. Pure.

- The link that opens BG Stats, for one play:
  https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
  Address, fields and the date in UTC are those that other public programs push (November 2026).
- The play file of BG Stats, for many plays:
  https://www.bgstatsapp.com/explanations/importing-own-files-into-board-game-stats/
- The XML in which BoardGameGeek returns a user's plays:
  https://boardgamegeek.com/wiki/page/BGG_XML_API2
"""

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from companion.library import spreadsheet
from companion.library.plays import Play, PlayerOf
from companion.messages import ENGLISH, sentence

SOURCE = "Sled Companion"
"""Our name at BG Stats, which stores the names it has matched under it: never change it."""

LINK = "https://app.bgstatsapp.com/createPlay.html?data="

_COLUMNS = (
    "csv.date",
    "csv.start",
    "csv.minutes",
    "csv.game",
    "csv.course",
    "season.rank",
    "season.player",
    "csv.colour",
    "season.total",
)
_NAMES = uuid.uuid5(uuid.NAMESPACE_URL, "urn:sled-companion:plays")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def bgstats_link(play: Play, lang: str = ENGLISH) -> str:
    """The address that opens BG Stats with this play. Its date is the end of the play in UTC."""
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play.key,
        "playDate": f"{play.ended:%Y-%m-%d %H:%M:%S}",
        "durationMin": play.minutes,
        "board": play.course,
        "game": {"sourceGameId": play.game, **_game(play)},
        "players": [_linked(one, lang) for one in play.players],
    }
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def bgsplay(plays: Sequence[Play], lang: str, zone: tzinfo | None) -> str:
    """The play file of BG Stats. Its dates are local."""
    names = _numbered(_same(one.name) for play in plays for one in play.players)
    games = _numbered(play.game for play in plays)
    document = {
        "about": f"{SOURCE}: races for BG Stats. Open this file with the app.",
        "players": [*_people(plays, names)],
        "locations": [],
        "games": [*_games(plays, games)],
        "plays": [_filed(play, games, names, lang, zone) for play in plays],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def bgg(plays: Sequence[Play], lang: str, zone: tzinfo | None) -> str:
    """The plays in the XML in which BoardGameGeek returns a user's plays. Dates are local."""
    root = ElementTree.Element("plays", total=str(len(plays)), page="1")
    for number, play in enumerate(plays, 1):
        root.append(_bgg_play(number, play, lang, zone))
    ElementTree.indent(root, " ")
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def places(plays: Sequence[Play], lang: str, zone: tzinfo | None) -> str:
    """A spreadsheet: a line for each player of each play. Dates are local."""
    rows: list[Sequence[Any]] = [[sentence(key, lang=lang) for key in _COLUMNS]]
    for play in plays:
        started = play.started.astimezone(zone)
        for one in play.players:
            about = (f"{started:%Y-%m-%d}", f"{started:%H:%M}", play.minutes, play.title)
            seat = (_or_empty(one.place), one.name, _colour(one, lang), _or_empty(one.points))
            rows.append((*about, play.course, *seat))
    return spreadsheet.text(rows, lang)


@dataclass(frozen=True, slots=True)
class PlayFile:
    """A kind of file. `ending`: the end of its name, after the race's or season's number."""

    ending: str
    mimetype: str
    write: Callable[[Sequence[Play], str, tzinfo | None], str]


FILES: Mapping[str, PlayFile] = {
    "bgsplay": PlayFile(".bgsplay", "application/octet-stream", bgsplay),
    "bgg": PlayFile("-bgg.xml", "application/xml", bgg),
    "places": PlayFile("-places.csv", "text/csv", places),
}
"""The files, by the `format` of an export."""


def _game(play: Play) -> dict[str, Any]:
    known = {} if play.bgg_id is None else {"bggId": play.bgg_id}
    scored = any(one.points is not None for one in play.players)
    return {"name": play.title, "highestWins": True, "noPoints": not scored, **known}


def _linked(player: PlayerOf, lang: str) -> dict[str, Any]:
    """A player as in the link. Unknown values are left out."""
    placed = {} if player.place is None else {"rank": player.place}
    scored = {} if player.points is None else {"score": player.points}
    return {
        "sourcePlayerId": _same(player.name),
        "name": player.name,
        "role": _colour(player, lang),
        "winner": player.won,
        **placed,
        **scored,
    }


def _people(plays: Iterable[Play], names: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    spelled: dict[str, str] = {}
    for play in plays:
        for one in play.players:
            spelled.setdefault(_same(one.name), one.name)
    for name, number in names.items():
        yield {
            "id": number,
            "uuid": _uuid("player", name),
            "name": spelled[name],
            "isAnonymous": False,
        }


def _games(plays: Iterable[Play], games: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    by_game = {play.game: play for play in reversed([*plays])}
    for game, number in games.items():
        yield {"id": number, "uuid": _uuid("game", game), **_game(by_game[game])}


def _filed(
    play: Play,
    games: Mapping[str, int],
    names: Mapping[str, int],
    lang: str,
    zone: tzinfo | None,
) -> dict[str, Any]:
    """A play as in the play file. A rank of 0 means no rank, an empty score no score."""
    ended = play.ended.astimezone(zone)
    return {
        "uuid": _uuid("play", play.key),
        "gameRefId": games[play.game],
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        "playDateYmd": int(f"{ended:%Y%m%d}"),
        "durationMin": play.minutes,
        "board": play.course,
        "manualWinner": True,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": names[_same(one.name)],
                "seatOrder": one.seat,
                "role": _colour(one, lang),
                "score": "" if one.points is None else str(one.points),
                "rank": one.place or 0,
                "winner": one.won,
                "startPlayer": False,
                "newPlayer": False,
            }
            for one in play.players
        ],
    }


def _bgg_play(number: int, play: Play, lang: str, zone: tzinfo | None) -> ElementTree.Element:
    started = play.started.astimezone(zone)
    of_play = {"id": str(number), "date": f"{started:%Y-%m-%d}", "quantity": "1"}
    more = {"length": str(play.minutes), "incomplete": "0", "nowinstats": "0", "location": ""}
    found = ElementTree.Element("play", {**of_play, **more})
    known = {} if play.bgg_id is None else {"objectid": str(play.bgg_id)}
    item = {"name": play.title, "objecttype": "thing", **known}
    subtypes = ElementTree.SubElement(ElementTree.SubElement(found, "item", item), "subtypes")
    ElementTree.SubElement(subtypes, "subtype", value="boardgame")
    if play.course:
        ElementTree.SubElement(found, "comments").text = _xml(play.course)
    players = ElementTree.SubElement(found, "players")
    for one in play.players:
        ElementTree.SubElement(players, "player", _bgg_player(one, lang))
    return found


def _bgg_player(player: PlayerOf, lang: str) -> dict[str, str]:
    return {
        "username": "",
        "userid": "0",
        "name": _xml(player.name),
        "startposition": "",
        "color": _xml(_colour(player, lang)),
        "score": "" if player.points is None else str(player.points),
        "new": "0",
        "rating": "0",
        "win": str(int(player.won)),
    }


def _colour(player: PlayerOf, lang: str) -> str:
    """The word for the player's colour; a colour that we do not know is its own word."""
    key = f"colour.{player.colour}"
    word = sentence(key, lang=lang)
    return player.colour if word == key else word


def _numbered(names: Iterable[str]) -> dict[str, int]:
    """The names, numbered from 1 in order of first appearance."""
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _same(name: str) -> str:
    return name.strip().casefold()


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(_NAMES, f"{kind}/{name}"))


def _or_empty(value: int | None) -> Any:
    return "" if value is None else value


def _xml(text: str) -> str:
    """The text without the characters that XML does not allow."""
    return _NO_XML.sub("\ufffd", text)
