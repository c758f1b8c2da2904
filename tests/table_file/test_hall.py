"""`[hall]` of table.toml."""

import pytest

from companion.config import Hall
from companion.table_file.file import read
from companion.toml_lines import Source

WHOLE = '[hall]\nbroker = "mqtts://Broker.example.org"\nhall = "club"\ntable = "t-1"\n'


def test_a_hall_is_read() -> None:
    more = 'user = "t1"\npassword = "secret"\nnames = true\ncommands = false\n'
    hall = read(Source("t.toml", WHOLE + more)).hall
    assert hall == Hall(
        "broker.example.org", 8883, True, "club", "t-1", "t1", "secret", names=True, commands=False
    )
    assert "secret" not in repr(hall)


def test_names_stay_and_commands_come_by_default() -> None:
    hall = read(Source("t.toml", WHOLE.replace("mqtts://Broker.example.org", "mqtt://10.0.0.7:99")))
    assert hall.hall == Hall("10.0.0.7", 99, False, "club", "t-1")
    assert read(Source("t.toml", "")).hall is None


@pytest.mark.parametrize(
    ("old", "new", "key", "line"),
    [
        ("mqtts:", "https:", "config.bad_broker", 2),
        ("mqtts://", "", "config.bad_broker", 2),
        (".org", ".org:99999", "config.bad_broker", 2),
        (".org", ".org/path", "config.bad_broker", 2),
        ("//Broker", "//me:secret@Broker", "config.bad_broker", 2),
        ('"club"', '"a/b"', "config.bad_word", 3),
        ('"t-1"', '"t+"', "config.bad_word", 4),
        ('table = "t-1"', "", "config.missing_key", 1),
        ('"t-1"', '"t-1"\nretain = true', "config.unknown_key", 5),
        ('"t-1"', '"t-1"\nnames = "yes"', "config.not_flag", 5),
        ('"t-1"', '"t-1"\npassword = "a"\npassword_file = "b"', "config.password_twice", 6),
    ],
)
def test_a_wrong_line_ends_the_link_and_not_the_table(
    old: str, new: str, key: str, line: int
) -> None:
    table = read(Source("t.toml", WHOLE.replace(old, new)))
    assert table.hall is None
    assert [(fault.key, fault.params["line"], fault.part) for fault in table.faults] == [
        (key, line, "hall")
    ]
    assert "secret" not in str(table.faults)
