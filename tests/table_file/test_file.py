"""table.toml: valid files, and one mistake of each kind with its line and effect."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.config import (
    Fault,
    Leds,
    PinButton,
    Reader,
    Seat,
    Segment,
    phones_only,
    simulated,
)
from companion.errors import ConfigError
from companion.messages import sentence
from companion.table_file.file import MOST_FAULTS, load, read
from companion.toml_lines import Source

EXAMPLE = Path(__file__).parents[2] / "table.example.toml"

WHOLE = """\
[table]
name = "Kitchen table"
language = "de"

[[seat]]
colour = "red"
node = "e6605838834a1b2f"
order = "RGB"
reverse = true
brightness = 1
budget_ma = 300

[[seat]]
colour = "blue"
port = "/dev/pts/7"

[[seat]]

[[reader]]
port = "/dev/serial0"

[[reader]]
port = "/dev/ttyUSB1"
seat = 2
slot = "left"

[[button]]
pin = 5
seat = 1
name = "undo"

[strip]
pin = "D18"
pixels = 60
segments = [[1, 0, 12], [3, 20, 12]]
"""

HEAD = '[[seat]]\ncolour = "red"\n\n[[seat]]\ncolour = "blue"\n\n'
BUTTON = '[[button]]\npin = 5\nseat = 1\nname = "ok"\n'
STRIP = '[strip]\npin = "D18"\npixels = 60\nsegments = [[1, 0, 12], [2, 12, 12]]\n'


def refusal(text: str) -> tuple[str, int, dict[str, Any]]:
    """The key, line and parameters with which a text, or the first device in it, is refused."""
    try:
        wrong: ConfigError | Fault = read(Source("t.toml", text)).faults[0]
    except ConfigError as error:
        wrong = error
    params = dict(wrong.params)
    assert params.pop("file") == "t.toml"
    return wrong.key, params.pop("line"), params


def test_a_whole_table_is_read() -> None:
    table = read(Source("t.toml", WHOLE))
    assert (table.name, table.language, table.file) == ("Kitchen table", "de", "t.toml")
    assert [seat.number for seat in table.seats] == [1, 2, 3]
    assert table.seat(1).node == "E6605838834A1B2F"
    assert table.seat(1).leds == Leds("RGB", True, 1.0, 300)
    assert (table.seat(2).port, table.seat(2).leds) == ("/dev/pts/7", Leds())
    assert (table.seat(3).node, table.seat(3).port) == ("", "")
    assert table.readers == (Reader("/dev/serial0"), Reader("/dev/ttyUSB1", 2, "left"))
    assert table.buttons == (PinButton(5, 1, "undo"),)
    assert table.strip is not None
    assert table.strip.segments == (Segment(1, 0, 12), Segment(3, 20, 12))
    assert table.strip.leds == Leds(budget_ma=1200)


WLED = '[[strip]]\nwled = "WLED-table.local"\npixels = 30\nsegments = [[1, 0, 30]]\n'


def test_strips_may_be_several_one_of_them_wired() -> None:
    text = (
        HEAD
        + f"[{STRIP.replace(']', ']]', 1)}"
        + WLED
        + WLED.replace("WLED-table.local", "10.0.0.7")
    )
    table = read(Source("t.toml", text))
    assert table.strip is not None
    assert (table.strip.pin, table.faults) == ("D18", ())
    assert [one.wled for one in table.wleds] == ["wled-table.local", "10.0.0.7"]
    assert table.wleds[0].leds == Leds(brightness=1.0, budget_ma=20000)


def test_readers_may_be_on_buses() -> None:
    text = (
        HEAD
        + """
[[reader]]
bus = "i2c"
seat = 1
reset = 25
req = 24
gone_ms = 2000

[[reader]]
bus = "spi"
cs = 5

[[reader]]
bus = "spi"
cs = 6
slot = "brake"

[[reader]]
bus = "uart"
port = "/dev/serial0"
"""
    )
    assert read(Source("t.toml", text)).readers == (
        Reader("", 1, bus="i2c", reset=25, req=24, gone_ms=2000),
        Reader("", bus="spi", cs=5),
        Reader("", slot="brake", bus="spi", cs=6),
        Reader("/dev/serial0"),
    )


def test_the_example_is_a_table_of_five_seats() -> None:
    table = load(EXAMPLE)
    assert len(table.seats) == 5
    assert table.strip is None


def test_the_example_is_valid_with_everything_uncommented() -> None:
    text = re.sub(r"^# (?=\[|\w+ = )", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    table = read(Source("t.toml", text))
    assert (len(table.readers), len(table.buttons)) == (1, 1)
    assert table.strip is not None


def test_a_file_without_seats_has_six_for_phones() -> None:
    assert read(Source("t.toml", "")).seats == phones_only().seats
    assert len(phones_only().seats) == 6
    assert len(simulated(3).seats) == 3


def test_seats_without_a_colour_get_unused_ones() -> None:
    table = read(Source("t.toml", '[[seat]]\n[[seat]]\ncolour = "red"\n[[seat]]\n'))
    assert [seat.colour for seat in table.seats] == ["blue", "red", "green"]


def test_a_file_from_another_editor_is_read() -> None:
    text = b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode()
    path_free = Source("t.toml", text.decode("utf-8-sig"))
    assert read(path_free).seat(2).colour == "blue"


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path / "none.toml")
    assert caught.value.key == "config.unreadable"
    assert caught.value.params["file"] == str(tmp_path / "none.toml")


def test_bytes_that_are_not_text_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'[table]\nname = "K\xfcche"\n')
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert (caught.value.key, caught.value.params["line"]) == ("config.not_utf8", 2)


def test_utf_16_is_refused_as_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    for coding in ("utf-16", "utf-16-le"):
        path.write_bytes("[table]\n".encode(coding))
        with pytest.raises(ConfigError) as caught:
            load(path)
        assert (caught.value.key, caught.value.params["line"]) == ("config.not_utf8", 1)


def test_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table.toml")
    assert load(tmp_path / "table.toml").readers == ()


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[[seat]]\ncolour = red\n", 2, "value"),
        ("[[seat]]\ncolour = \n", 2, "value"),
        ('[[seat]]\ncolour = "red\n', 2, "quote"),
        ("[[seat]]\ncolour = 'red\n", 2, "quote"),
        ('[[seat]]\ncolour = "red', 2, "quote"),
        ('[[seat]]\ncolour = "red"\ncolour = "blue"\n', 3, "twice"),
        ("[strip]\n[strip]\n", 2, "twice"),
        ("[[button]]\npin = 5,\n", 2, "more"),
        ("[strip]\nsegments = [[1, 0, 12]\n", 2, "bracket"),
        ("[[seat]\n", 1, "line"),
        ("[[seat]]\nred\n", 2, "line"),
    ],
)
def test_toml_errors_are_reported_in_our_words(text: str, line: int, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(Source("table.toml", text))
    found = (caught.value.params["line"], caught.value.params["reason"].key)
    assert found == (line, f"config.syntax_{reason}")


CASES = [
    ("no toml", "[table]\nname = \n", "config.syntax", 2),
    ("an open end", '[table]\nname = "a"\nlanguage = [1,', "config.syntax", 3),
    ("an unknown table", HEAD + "[[seet]]\n", "config.unknown_key", 7),
    ("an unknown key", HEAD.replace("colour", "color"), "config.unknown_key", 2),
    ("an unknown key of the second seat", HEAD + "wheels = 3\n", "config.unknown_key", 7),
    ("an unknown key of the table", '[table]\nlang = "en"\n', "config.unknown_key", 2),
    ("a table that is no table", "seat = 5\n", "config.not_table", 1),
    ("a table written once only", '[seat]\ncolour = "red"\n', "config.not_table", 1),
    ("a list for a table", '[[table]]\nname = "x"\n', "config.not_table", 1),
    ("a number for a text", HEAD + "port = 3\n", "config.not_text", 7),
    ("an empty text", HEAD + 'node = ""\n', "config.not_text", 7),
    ("a text for a number", HEAD + BUTTON.replace("5", '"5"'), "config.not_whole", 8),
    ("a truth for a number", HEAD + BUTTON.replace("5", "true"), "config.not_whole", 8),
    ("half a seat", HEAD + BUTTON.replace("= 1", "= 1.5"), "config.not_whole", 9),
    ("a text for a truth", HEAD + 'reverse = "yes"\n', "config.not_flag", 7),
    ("a text for a brightness", HEAD + 'brightness = "0.4"\n', "config.not_number", 7),
    ("too bright", HEAD + "brightness = 40\n", "config.out_of_range", 7),
    ("no light at all", HEAD + "brightness = 0\n", "config.out_of_range", 7),
    ("nan", HEAD + "brightness = nan\n", "config.out_of_range", 7),
    ("no current", HEAD + "budget_ma = 0\n", "config.out_of_range", 7),
    ("a language without catalogue", '[table]\nlanguage = "tlh"\n', "config.not_one_of", 2),
    ("a colour order with a letter twice", HEAD + 'order = "GRR"\n', "config.not_one_of", 7),
    ("a colour order that is empty", HEAD + 'order = ""\n', "config.not_one_of", 7),
    ("a uid too short", HEAD + 'node = "E660"\n', "config.bad_uid", 7),
    ("a port without a path", HEAD + 'port = "COM3"\n', "config.bad_port", 7),
    (
        "node and port at once",
        HEAD + 'port = "/dev/a"\nnode = "E6605838834A1B2F"\n',
        "config.node_or_port",
        7,
    ),
    ("a seventh seat", "[[seat]]\n" * 7, "config.too_many_seats", 7),
    (
        "a port twice",
        '[[seat]]\nport = "/dev/a"\n[[seat]]\nport = "/dev/a"\n',
        "config.twice",
        4,
    ),
    (
        "a port for a seat and a reader",
        '[[reader]]\nport = "/dev/a"\n[[seat]]\nport = "/dev/a"\n',
        "config.twice",
        4,
    ),
    (
        "a node twice",
        '[[seat]]\nnode = "E6605838834A1B2F"\n[[seat]]\nnode = "e6605838834a1b2f"\n',
        "config.twice",
        4,
    ),
    (
        "a port twice in one line",
        'seat = [{port = "/dev/a"}, {port = "/dev/a"}]\n',
        "config.twice",
        1,
    ),
    (
        "a pin twice",
        HEAD + BUTTON + BUTTON.replace("ok", "left"),
        "config.twice",
        12,
    ),
    (
        "a button twice",
        HEAD + BUTTON + BUTTON.replace("pin = 5", "pin = 6"),
        "config.twice",
        14,
    ),
    ("a button on the strip's pin", HEAD + STRIP + BUTTON.replace("5", "18"), "config.twice", 12),
    ("the strip on a button's pin", HEAD + BUTTON.replace("5", "18") + STRIP, "config.twice", 12),
    (
        "a button on a pin that the strip's bus takes",
        HEAD + STRIP.replace("D18", "D10") + BUTTON.replace("5", "9"),
        "config.twice",
        12,
    ),
    (
        "a button on the serial port's pin",
        HEAD + '[[reader]]\nport = "/dev/serial0"\n' + BUTTON.replace("5", "15"),
        "config.twice",
        10,
    ),
    ("a pin that the header has not", HEAD + BUTTON.replace("5", "28"), "config.out_of_range", 8),
    ("a pin of the board's memory", HEAD + BUTTON.replace("5", "1"), "config.out_of_range", 8),
    ("a button that no seat has", HEAD + BUTTON.replace("ok", "fire"), "config.not_one_of", 10),
    ("a button of no seat", HEAD + BUTTON.replace("= 1", "= 0"), "config.out_of_range", 9),
    ("a button of a missing seat", HEAD + BUTTON.replace("= 1", "= 3"), "config.no_such_seat", 9),
    ("a button without pin", HEAD + BUTTON.replace("pin = 5", ""), "config.missing_key", 7),
    ("a reader without port", HEAD + "[[reader]]\nseat = 1\n", "config.missing_key", 7),
    (
        "a reader of a missing seat",
        HEAD + '[[reader]]\nport = "/dev/a"\nseat = 3\n',
        "config.no_such_seat",
        9,
    ),
    (
        "a slot that does not exist",
        HEAD + '[[reader]]\nport = "/dev/a"\nslot = "rear"\n',
        "config.not_one_of",
        9,
    ),
    ("a bus that is none", HEAD + '[[reader]]\nbus = "usb"\n', "config.not_one_of", 8),
    (
        "a port on a bus",
        HEAD + '[[reader]]\nbus = "i2c"\nport = "/dev/a"\n',
        "config.unknown_key",
        9,
    ),
    ("a select on a port", HEAD + '[[reader]]\nport = "/dev/a"\ncs = 5\n', "config.unknown_key", 9),
    ("SPI without its select", HEAD + '[[reader]]\nbus = "spi"\n', "config.missing_key", 7),
    (
        "a select that the bus has itself",
        HEAD + '[[reader]]\nbus = "spi"\ncs = 8\n',
        "config.twice",
        9,
    ),
    ("two readers on I2C", HEAD + '[[reader]]\nbus = "i2c"\n' * 2, "config.twice", 10),
    (
        "two readers with one select",
        HEAD + '[[reader]]\nbus = "spi"\ncs = 5\n' * 2,
        "config.twice",
        12,
    ),
    (
        "two readers for one slot",
        HEAD + "".join(f'[[reader]]\nport = "/dev/{name}"\nslot = "left"\n' for name in "ab"),
        "config.twice",
        12,
    ),
    (
        "quotes of a word processor",
        HEAD + "[[seat]]\ncolour = “green”\n",
        "config.curly_quotes",
        8,
    ),
    (
        "a patience that is none",
        HEAD + '[[reader]]\nport = "/dev/a"\ngone_ms = 50\n',
        "config.out_of_range",
        9,
    ),
    (
        "a reset on a button's pin",
        HEAD + BUTTON + '[[reader]]\nport = "/dev/a"\nreset = 5\n',
        "config.twice",
        13,
    ),
    (
        "a button on a pin of I2C",
        HEAD + '[[reader]]\nbus = "i2c"\n' + BUTTON.replace("5", "3"),
        "config.twice",
        10,
    ),
    (
        "SPI and a strip at it",
        HEAD + '[[reader]]\nbus = "spi"\ncs = 5\n' + STRIP.replace("D18", "D10"),
        "config.twice",
        11,
    ),
    (
        "a reset off the header",
        HEAD + '[[reader]]\nbus = "i2c"\nreset = 40\n',
        "config.out_of_range",
        9,
    ),
    ("a strip's pin that cannot do it", HEAD + STRIP.replace("18", "5"), "config.not_one_of", 8),
    ("a strip's pin as a number", HEAD + STRIP.replace('"D18"', "18"), "config.not_one_of", 8),
    ("a strip on nothing", HEAD + STRIP.replace('pin = "D18"', ""), "config.missing_key", 7),
    (
        "a strip on two things",
        HEAD + STRIP + 'node = "E6605838834A1B2F"\n',
        "config.node_or_pin",
        8,
    ),
    ("two wired strips", HEAD + 2 * f"[{STRIP.replace(']', ']]', 1)}", "config.twice", 12),
    ("a WLED twice", HEAD + 2 * WLED, "config.twice", 12),
    ("a WLED with a port", HEAD + WLED.replace(".local", ":80/x"), "config.bad_host", 8),
    ("a WLED's colour order", HEAD + WLED + 'order = "GRB"\n', "config.unknown_key", 11),
    ("a WLED without segments", HEAD + WLED[:WLED.index("seg")], "config.missing_key", 7),
    ("a strip without pixels", HEAD + STRIP.replace("60", "0"), "config.out_of_range", 9),
    ("an overlap", HEAD + STRIP.replace("2, 12", "2, 11"), "config.segments_overlap", 10),
    ("a segment off the end", HEAD + STRIP.replace("2, 12", "2, 49"), "config.segment_outside", 10),
    ("a segment of nothing", HEAD + STRIP.replace("12]]", "0]]"), "config.segment_outside", 10),
    ("a segment of no seat", HEAD + STRIP.replace("[2,", "[3,"), "config.no_such_seat", 10),
    ("two segments of a seat", HEAD + STRIP.replace("[2,", "[1,"), "config.segment_twice", 10),
    ("segments that are no triples", HEAD + STRIP.replace("12]]", "]]"), "config.bad_segments", 10),
    (
        "segments on several lines",
        HEAD + STRIP.replace("[[1", "[\n  [1").replace("12]]", "99],\n]"),
        "config.segment_outside",
        10,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "line"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_mistake_is_refused_with_its_line(text: str, key: str, line: int) -> None:
    assert refusal(text)[:2] == (key, line)


ENDS_THE_START = {
    "no toml",
    "an open end",
    "quotes of a word processor",
    "an unknown table",
    "a table that is no table",
    "a table written once only",
    "a port twice",
    "a node twice",
    "a port twice in one line",
}
"""Files that are not TOML, not a table, or leave it unclear to which seat a board belongs."""


@pytest.mark.parametrize(("name", "text"), [c[:2] for c in CASES], ids=[c[0] for c in CASES])
def test_only_an_ambiguous_file_is_refused_as_a_whole(name: str, text: str) -> None:
    source = Source("t.toml", text)
    if name in ENDS_THE_START:
        with pytest.raises(ConfigError):
            read(source)
    else:
        assert read(source).faults


def test_device_with_an_invalid_line_is_left_out_and_the_others_stay() -> None:
    text = WHOLE.replace("brightness = 1", "brightness = 9").replace('"/dev/ttyUSB1"', '"COM3"')
    table = read(Source("/home/pi/t.toml", text + BUTTON.replace("= 5", "= 6")))
    assert table.seats == (Seat(1, "red"), Seat(2, "blue", port="/dev/pts/7"), Seat(3, "green"))
    assert table.readers == (Reader("/dev/serial0"),)
    assert [button.pin for button in table.buttons] == [5, 6]
    assert table.strip is not None
    assert [(fault.part, fault.seat, fault.params["line"]) for fault in table.faults] == [
        ("seat", 1, 10),
        ("reader", 2, 23),
    ]


def test_omitted_device_is_shown_with_its_line_and_the_allowed_values() -> None:
    text = HEAD + BUTTON.replace("= 5", "= 50")
    device = read(Source("/home/pi/t.toml", text)).faults[0].device
    assert (device.id, device.kind, device.seat) == ("t.toml:8", "button", 1)
    assert device.state == "refused"
    said = sentence(device.note, device.params)
    assert said == "Not used: t.toml, line 8: “pin” must be from 2 to 27."


def test_invalid_value_of_the_table_counts_as_missing() -> None:
    text = '[table]\nname = "Kitchen"\nlanguage = "tlh"\nbackups = "/media/usb"\n'
    table = read(Source("t.toml", text))
    assert (table.name, table.language, table.backup) == ("Kitchen", "en", "")
    assert [fault.params["line"] for fault in table.faults] == [4, 3]


def test_seat_with_an_invalid_colour_gets_an_unused_one() -> None:
    table = read(Source("t.toml", '[[seat]]\ncolour = 5\n[[seat]]\ncolour = "red"\n[[seat]]\n'))
    assert [seat.colour for seat in table.seats] == ["blue", "red", "green"]


def test_first_of_two_lines_that_use_a_pin_is_kept() -> None:
    table = read(Source("t.toml", HEAD + BUTTON + BUTTON.replace('"ok"', '"left"')))
    assert table.buttons == (PinButton(5, 1, "ok"),)


def test_file_of_invalid_lines_only_is_refused_as_a_whole() -> None:
    with pytest.raises(ConfigError):
        read(Source("t.toml", "[[button]]\n" * (MOST_FAULTS + 1)))


def test_a_refusal_names_the_allowed_values() -> None:
    assert refusal(HEAD + "brightness = 40\n")[2] == {"name": "brightness", "low": 0.01, "high": 1}
    _, _, params = refusal(HEAD + "[button]\n")
    assert params["header"] == "[[button]]"
    _, _, params = refusal(HEAD + "wheels = 3\n")
    assert params["where"] == "[[seat]]"
    assert params["allowed"].startswith("colour, node, port")
    _, _, params = refusal(HEAD + BUTTON + BUTTON.replace("ok", "left"))
    assert params == {"name": "pin", "what": 5, "first": 8}


def test_two_names_of_one_port_are_one_port(tmp_path: Path) -> None:
    (tmp_path / "tty").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "tty")
    text = f'[[seat]]\nport = "{tmp_path}/tty"\n[[seat]]\nport = "{tmp_path}/by-id"\n'
    assert refusal(text)[:2] == ("config.twice", 4)


MANY = """\
[table]
lang = "en"
language = "tlh"
[[seat]]
colour = "red"
node = "E6605838834A1B2F"
port = "/dev/a"
wheels = 3
brightness = 9
[[seat]]
colour = "Red"
[[reader]]
bus = "usb"
cs = 50
slot = "rear"
[[button]]
seat = 9
name = "fire"
[[button]]
pin = 28
seat = 9
name = "ok"
[strip]
pin = "D5"
pixels = 0
order = "GRR"
segments = [[1, 0, 12]]
"""


def test_all_errors_of_a_file_are_found_at_once() -> None:
    table = read(Source("t.toml", MANY))
    assert sorted((fault.params["line"], fault.key) for fault in table.faults) == [
        (2, "config.unknown_key"),
        (3, "config.not_one_of"),
        (7, "config.node_or_port"),
        (8, "config.unknown_key"),
        (9, "config.out_of_range"),
        (11, "config.twice"),
        (13, "config.not_one_of"),
        (14, "config.out_of_range"),
        (15, "config.not_one_of"),
        (16, "config.missing_key"),
        (17, "config.out_of_range"),
        (18, "config.not_one_of"),
        (20, "config.out_of_range"),
        (21, "config.out_of_range"),
        (24, "config.not_one_of"),
        (25, "config.out_of_range"),
        (26, "config.not_one_of"),
    ]
    assert [(seat.colour, seat.node, seat.port) for seat in table.seats] == [
        ("red", "", ""),
        ("blue", "", ""),
    ]
    assert (table.readers, table.buttons, table.strip) == ((), (), None)


@pytest.mark.parametrize(
    ("command", "manager"),
    [("run --port 0", False), ("run --port 0", True), ("service show", False), ("doctor", False)],
)
def test_every_error_is_printed(
    command: str,
    manager: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANG", "C")
    if manager:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "manager"))
    file = tmp_path / "table.toml"
    file.write_text("[[seet]]\n" + MANY)
    data = [] if command == "service show" else ["--data", str(tmp_path / "data")]
    assert main([*command.split(), "--table", str(file), *data]) == (os.EX_CONFIG if manager else 1)
    printed = capsys.readouterr()
    said = printed.out + printed.err
    lines = [1, 3, 4, 8, 9, 10, 12, 14, 15, 16, 17, 18, 19, 21, 22, 25, 26, 27]
    assert [line for line in lines if f"line {line}:" not in said] == []


def test_second_seat_of_a_colour_keeps_its_board_and_gets_another_colour() -> None:
    text = '[[seat]]\ncolour = "red"\n[[seat]]\ncolour = "red"\nport = "/dev/a"\n'
    table = read(Source("t.toml", text))
    assert [(seat.colour, seat.port) for seat in table.seats] == [("red", ""), ("blue", "/dev/a")]
    assert [(one.seat, one.params["line"], one.params["first"]) for one in table.faults] == [
        (2, 4, 2)
    ]


def test_file_that_ends_the_start_names_its_other_errors_too() -> None:
    text = (
        "[[seet]]\n[[buton]]\n"
        '[[seat]]\nport = "/dev/a"\n[[seat]]\nport = "/dev/a"\nwheels = 3\n'
        '[[seat]]\nport = "/dev/a"\n[[button]]\npin = 50\n'
    )
    with pytest.raises(ConfigError) as caught:
        read(Source("t.toml", text))
    errors = (caught.value, *caught.value.also)
    assert [(error.params["line"], error.key) for error in errors] == [
        (1, "config.unknown_key"),
        (2, "config.unknown_key"),
        (6, "config.twice"),
        (7, "config.unknown_key"),
        (9, "config.twice"),
        (10, "config.missing_key"),
        (10, "config.missing_key"),
        (11, "config.out_of_range"),
    ]
