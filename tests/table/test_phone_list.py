"""The names and the list of phones."""

from pathlib import Path

from companion.table.phone_list import listed
from tests.table.table_actor import Actor


def test_phones_have_unique_names_and_disconnected_ones_without_rights_are_not_listed(
    tmp_path: Path,
) -> None:
    table = Actor(tmp_path)
    table.begin()
    for client, seat in (("ada", 1), ("ada too", 1), ("ada", 3), ("late", 2)):
        table.post("claim", client, seat=seat)
    table.table.meet("watches")
    table.table.meet("was here")
    table.table.publish()
    phones = listed(table.table.snapshot, {"host", "ada", "watches"}, "ada", "en")
    assert [phone["name"] for phone in phones] == [
        "phone 1",
        "Ada's phone (phone 2)",
        "Ada's phone (phone 3)",
        "the phone at seat 2 (phone 4)",
        "phone 5",
    ]
    assert [phone["seats"] for phone in phones] == [[], [1, 3], [1], [2], []]
    assert [phone["here"] for phone in phones] == [True, True, False, False, True]
    assert [phone["n"] for phone in phones if phone["host"]] == [1]
    assert [phone["n"] for phone in phones if phone["mine"]] == [2]
    table.close()
