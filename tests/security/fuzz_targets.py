"""The targets of the fuzzer: each takes any bytes, and raises only for a fault of the product.

The bytes are read as choices, so that a fuzzer gets past checksums and field names.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from companion import strict_json
from companion.errors import CompanionError, Malformed, Refused
from companion.games import GAME_SPECS, GAMES, history
from companion.games.pieces import has_piece
from companion.library import boxes, courses, export, season
from companion.protocols import pn532
from companion.protocols.link import LONGEST, VERSION, Receiver, decode, encode
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd
from companion.protocols.link_node import NodeEnd
from companion.protocols.pn532 import Frames
from companion.protocols.pn532_chip import Chip
from companion.tags import tag_file

UID = "E6605838834A1B2F"
HELLO = f"HELLO {UID} {VERSION} 1.0 buttons=5,readers=1,pixels=8 3 power 0 0 0"
VERBS = (
    "HELLO",
    "TAG",
    "GONE",
    "BUTTON",
    "BEAT",
    "READER",
    "LOG",
    "ACK",
    "PONG",
    "WELCOME",
    "PIXELS",
)
WORDS = ("act", "seat", "card", "value", "slot", "what", "set", "left", "right", "brake", "dents",
         "dogs", "deck", "lines", "status", "place", "turn", "order", "round", "late", "by", "rows",
         "lane", "took_s", "bonus", "limits", "flag", "seats", "line", "edge", "sapling", "sled",
         "name", "race", "results", "title", "points", "drop", "merge", "from", "to")  # fmt: skip


class Choices:
    """Choices made by the bytes, one after the other; at their end always the first option."""

    def __init__(self, data: bytes):
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def of(self, *things: Any) -> Any:
        return things[self.byte() % len(things)]

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def text(self) -> str:
        return self.bytes(self.byte() % 24).decode("utf-8", "replace")

    def value(self, depth: int = 3) -> Any:
        """Any JSON value, similar to those in our acts."""
        kind = self.byte() % (9 if depth else 6)
        match kind:
            case 0 | 1 | 2:
                return self.of(0, 1, 2, 3, 4, 5, 6, -1, 99, 10**30)
            case 3:
                return self.of(*WORDS)
            case 4:
                return self.of(None, True, False, 0.5, 1e300, "")
            case 5:
                return self.text()
            case 6 | 7:
                return self.object(depth - 1)
        return [self.value(depth - 1) for _ in range(self.byte() % 6)]

    def object(self, depth: int = 2) -> dict[str, Any]:
        return {self.of(*WORDS, "", "é"): self.value(depth) for _ in range(self.byte() % 6)}


def _links() -> Links:
    sessions = iter(range(1, 0xFFFF))
    return Links(sessions.__next__, lambda uid: None)


def link(data: bytes) -> None:
    """Any lines from a node with a link, with valid checksums or without."""
    choices = Choices(data)
    end = HostEnd(_links(), lambda hello: hello.strap)
    end.receive_data(encode("BEEF", "0000", 0, 0, HELLO), 0.0)
    now = 0.0
    while choices.left > 0:
        now += choices.of(0.0, 0.01, 0.2, 4.0)
        body = " ".join([choices.of(*VERBS), choices.bytes(choices.byte() % 64).decode("latin-1")])
        frm, to = choices.of("BEEF", "0000", "C0DE"), choices.of("0001", "0000", "BEEF")
        line = encode(frm, to, choices.of(0, 1, 2, 9999), choices.of(0, 1, 9999), body)
        raw = choices.bytes(choices.byte())
        end.receive_data(choices.of(line, raw, line[: len(raw)] + b"\n", line + raw), now)
        while end.next_event():
            pass
        written = end.data_to_send(now)
        assert len(written) < 20 * LONGEST
        end.wrote(choices.of(len(written), 1, 0))
    end.lose_port()


def node(data: bytes) -> None:
    """Any lines to a node's end, as a hostile service could send them."""
    choices = Choices(data)
    end = NodeEnd(UID, "BEEF", 5, 1, 8, 3, "power")
    now = 0
    while choices.left > 0:
        now += choices.of(0, 10, 200, 4000)
        body = choices.bytes(choices.byte() % 96).decode("latin-1")
        verb = choices.of("WELCOME", "PIXELS", "PING", "WHO", "REBOOT", "BYE", "ACK", body)
        seq = choices.byte() % 4
        line = encode(choices.of("C0DE", "BEEF"), end.session, seq, 0, f"{verb} {body}")
        end.receive_data(choices.of(line, line[:-3], body.encode()), now)
        end.tick(now)
        while end.next_event():
            pass
        end.wrote(len(end.data_to_send(now)))


def lines(data: bytes) -> None:
    """Raw bytes as lines: an accepted line encodes to the same bytes."""
    receiver = Receiver()
    for line in receiver.feed(data):
        body = " ".join([line.verb, *line.args])
        assert decode(encode(line.frm, line.to, line.seq, line.ack, body).rstrip()) is not None


def frames(data: bytes) -> None:
    """Any answers of a PN532: to the frame parser, the commands and the whole reader."""
    whole, cut, chip = Frames(), Frames(), Chip(0)
    whole.receive_data(data)
    for at in range(len(data)):
        cut.receive_data(data[at : at + 1])
    told = [list(iter(each.next_frame, None)) for each in (whole, cut)]
    assert told[0] == told[1]
    pn532.found(data)
    pn532.exchange_result(data)
    choices, now = Choices(data), 0
    while choices.left > 0:
        now += choices.of(0, 1, 30, 1000)
        chip.poll(now)
        answer = choices.bytes(choices.byte() % 32)
        chip.receive_data(choices.of(answer, pn532.frame(answer or b"\xd5"), pn532.ACK), now)
        chip.tick(now)
        chip.data_to_send()
        while chip.next_result():
            pass


def _tried(do: Callable[..., Any], *given: Any) -> None:
    """Run it: a short refusal is fine, any other error is a fault."""
    said: CompanionError | None = None
    try:
        do(*given)
    except (Refused, Malformed) as no:
        said = no
    assert len(str(said and said.params)) < 20_000


def imports(data: bytes) -> None:
    """Imported files: a tag file, a race, a season's acts, a course."""
    choices = Choices(data)
    kind, made = choices.byte() % 6, choices.object(4)
    text = choices.bytes(choices.left).decode("utf-8", "surrogateescape")
    match kind:
        case 0:
            entry = {"uid": choices.of("04A1B2C3", "08A1B2C3", ""), "game": "snow_tails", **made}
            file = {"format": tag_file.FORMAT, "version": tag_file.VERSION, "tags": [entry, made]}
            _tried(tag_file.read, json.dumps(file), has_piece)
        case 1:
            _tried(tag_file.read, text, has_piece)
        case 2:
            head = {"format": export.FORMAT, "version": export.VERSION, "game": "snow_tails"}
            race = {**head, "options": made, "acts": [{"act": made}], **choices.object()}
            for file in (json.dumps(race), text):
                _tried(lambda file: export.replay(export.read(file)), file)
        case 3:
            acts = [{"act": choices.of(*season.ACTS), **made}, made]
            _tried(history.replay, season, {"name": "a"}, acts)
            _tried(history.begin, season, made)
        case 4:
            for game in boxes.games():
                head = {"format": boxes.FORMAT, "version": boxes.VERSION, "game": game}
                _tried(boxes.read, json.dumps({**head, **made}), game)
                _tried(boxes.read, json.dumps({**head, "box": made}), game)
        case _:
            course = {"name": text[:80], "limits": [made], "flag": "left", "picture": text}
            laid = [{"piece": "5", "side": choices.of("A", "B"), **choices.object()}, made]
            box = boxes.box_of("snow_tails").example()
            for more in ({}, {"laid": laid[: choices.byte() % 3]}, {"laid": made}):
                _tried(courses.read, {**course, **more}, [], box)


def _begun(game: str) -> history.History:
    """A race of three players, with the example box if the game needs one."""
    seats: list[dict[str, Any]] = [
        {"seat": n, "name": "a", "colour": colour}
        for n, colour in enumerate(("red", "blue", "green"), 1)
    ]
    if GAME_SPECS[game].box_in_races:
        return history.begin(GAMES[game], boxes.filled(game, {"seats": seats}, None, True))
    placed = [{**seat, "place": seat["seat"]} for seat in seats]
    return history.begin(GAMES[game], {"seats": placed, "limits": [4, 3]})


def _begun_on_course() -> history.History:
    """A race of Snow Tails whose spaces are known."""
    laid = [{"piece": name, "side": "B"} for name in ("1", "2", "4", "7", "10")]
    seats = [{"name": "a", "colour": str(place), "place": place} for place in (1, 2, 3)]
    options = {"seats": seats, "limits": [], "laid": laid, "box": "example"}
    return history.begin(GAMES["snow_tails"], options)


STARTS, MOST_ACTS = [*(_begun(game) for game in GAMES), _begun_on_course()], 30
ACTS = ("tap", "slot", "mark", "unmark", "move", "done", "shift", "order", "discard", "shuffle",
        "course", "retire", "end", "correct", "undo", "redo")  # fmt: skip


def acts(data: bytes) -> None:
    """Any acts in a race: after each accepted one the race is still consistent.

    Legal acts are mixed in, so that the fuzz reaches every phase.
    """
    choices = Choices(data)
    race = choices.of(*STARTS)
    for _ in range(MOST_ACTS):
        if choices.left <= 0:
            break
        sane = list(race.game.legal(race.state)) if choices.byte() % 2 else []
        act = (
            choices.of(*sane)
            if sane
            else {"act": choices.of(*ACTS, choices.text()), **choices.object()}
        )
        with suppress(Refused, Malformed):
            race, _ = race.apply(act)
    view = race.game.view(race.state)
    strict_json.read(json.dumps(view.state))


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "link": link,
    "node": node,
    "lines": lines,
    "frames": frames,
    "imports": imports,
    "acts": acts,
}

SEEDS: Mapping[str, tuple[bytes, ...]] = {
    "link": (b"\x01\x00\x00\x00\x05" * 12,),
    "node": (b"\x01\x00\x053 900 0" * 6,),
    "lines": (
        encode("BEEF", "0000", 0, 0, HELLO),
        encode("BEEF", "C0DE", 1, 1, "BUTTON 4 D 7600 00001"),
    ),
    "frames": (pn532.frame(b"\xd5\x4b\x01\x01\x00\x44\x00\x07" + bytes(7)), pn532.ACK),
    "imports": (b'\x01\x00{"format": "companion-tags", "version": 1, "tags": []}',),
    "acts": tuple(bytes([game]) + b"\x01\x00" * 30 for game in range(len(GAMES))),
}
"""Valid inputs to begin with."""


def everything(data: bytes) -> None:
    """All targets: the first byte chooses one."""
    list(TARGETS.values())[data[0] % len(TARGETS) if data else 0](data[1:])
