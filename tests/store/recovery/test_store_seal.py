"""A file whose pages are as they were written is not looked through; any other is."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.store.file import connect
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.wal import PAGE, log_of
from companion.store.store import Store, waited

BESIDE = "companion.db.seal"


def is_sealed(path: Path) -> bool:
    return PageSums(path).fit(log_of(path))


def test_a_good_end_seals_the_file_and_any_change_breaks_the_seal(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    assert is_sealed(path)
    data = path.read_bytes()
    for changed in (data[:5000] + b"!" + data[5001:], data[:-PAGE], data[:-1], data + b"\0" * PAGE):
        path.write_bytes(changed)
        assert not is_sealed(path)
    path.write_bytes(data)
    assert is_sealed(path)


def test_the_seal_holds_while_the_file_is_open_and_after_a_kill(tmp_path: Path) -> None:
    program = "import os, sys; from pathlib import Path; from companion.store.store import Store; "
    program += "Store.open(Path(sys.argv[1])); os._exit(9)"
    with closing(Store.open(tmp_path)) as store:
        assert is_sealed(store.path)
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert (tmp_path / "companion.db-wal").stat().st_size
    assert is_sealed(tmp_path / "companion.db")


def test_a_bit_that_turned_while_the_machine_was_off_is_found(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    data = path.read_bytes()
    at = data.index(b"sessions")
    path.write_bytes(data[:at] + b"\x01" + data[at + 1 :])
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None


def test_what_was_damaged_while_the_service_ran_is_not_sealed_at_its_end(tmp_path: Path) -> None:
    """A sum taken of what is found at the end would make the damage good."""
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("long", "x" * 20 * PAGE, then))
    with closing(Store.open(tmp_path)) as store:
        with store.path.open("r+b") as file:
            file.seek(store.path.stat().st_size - 5 * PAGE)
            file.write(b"\xa5" * PAGE)
        waited(lambda then: store.set("short", 1, then))
    assert not is_sealed(store.path)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.get("short") == 1


def test_the_sums_are_on_disk_before_the_file_changes(tmp_path: Path) -> None:
    """The power fails at any moment of the emptying: a page is sealed, or it is in the log."""
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("long", "x" * 20 * PAGE, then))
        path = store.path
        before = path.read_bytes()
        log = path.with_name(f"{path.name}-wal").read_bytes()
    after = path.read_bytes()
    path.with_name(f"{path.name}-wal").write_bytes(log)
    for half in (before, after[: len(before)], after[: len(after) // PAGE // 2 * PAGE], after):
        path.write_bytes(half)
        assert is_sealed(path)


def test_another_program_that_writes_at_the_same_time_costs_a_look_and_nothing_else(
    tmp_path: Path,
) -> None:
    with closing(Store.open(tmp_path)) as store:
        with closing(connect(store.path)) as other:
            other.execute("INSERT INTO setting VALUES ('theirs', '1')")
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert not is_sealed(store.path)
    with closing(Store.open(tmp_path)) as store:
        assert (store.damage, store.get("theirs")) == (None, 1)
        assert is_sealed(store.path)


def test_a_seal_that_cannot_be_written_or_read_is_none(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path, beside = tmp_path / "companion.db", tmp_path / BESIDE
    for nonsense in (b"", b"\xff\xfe", b"\xff\xfe\xfd\xfc"):
        beside.write_bytes(nonsense)
        assert not is_sealed(path)
    beside.unlink()
    beside.mkdir()
    PageSums(path).renew()
    PageSums(path).drop()
    assert not is_sealed(path)
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("n", 1, then))
    with closing(Store.open(tmp_path)) as store:
        assert (store.damage, store.get("n")) == (None, 1)
