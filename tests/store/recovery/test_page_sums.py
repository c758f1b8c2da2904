"""Only a file whose pages do not match their sums is checked row by row."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.backups import damaged
from companion.store.file import connect
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.wal import PAGE, log_of
from companion.store.store import Store, waited

SUMS = "companion.db.seal"


def sums_fit(path: Path) -> bool:
    return PageSums(path).fit(log_of(path))


def test_page_sums_fit_after_close_and_not_after_a_change(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    assert sums_fit(path)
    data = path.read_bytes()
    for changed in (data[:5000] + b"!" + data[5001:], data[:-PAGE], data[:-1], data + b"\0" * PAGE):
        path.write_bytes(changed)
        assert not sums_fit(path)
    path.write_bytes(data)
    assert sums_fit(path)


def test_page_sums_fit_an_open_file_and_after_a_kill(tmp_path: Path) -> None:
    program = "import os, sys; from pathlib import Path; from companion.store.store import Store; "
    program += "Store.open(Path(sys.argv[1])); os._exit(9)"
    with closing(Store.open(tmp_path)) as store:
        assert sums_fit(store.path)
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert (tmp_path / "companion.db-wal").stat().st_size
    assert sums_fit(tmp_path / "companion.db")


def test_a_byte_changed_while_closed_is_found(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    data = path.read_bytes()
    at = data.index(b"sessions")
    path.write_bytes(data[:at] + b"\x01" + data[at + 1 :])
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None


def test_damage_while_open_is_found_at_the_next_start(tmp_path: Path) -> None:
    """Sums taken from the file at the end would hide the damage."""
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("long", "x" * 20 * PAGE, then))
    with closing(Store.open(tmp_path)) as store:
        with store.path.open("r+b") as file:
            file.seek(store.path.stat().st_size - 5 * PAGE)
            file.write(b"\xa5" * PAGE)
        waited(lambda then: store.set("short", 1, then))
    assert not sums_fit(store.path)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.get("short") == 1


def test_the_sums_are_on_disk_before_the_file_changes(tmp_path: Path) -> None:
    """Whenever power fails in the checkpoint, each page matches its sum or is in the log."""
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("long", "x" * 20 * PAGE, then))
        path = store.path
        before = path.read_bytes()
        log = path.with_name(f"{path.name}-wal").read_bytes()
    after = path.read_bytes()
    path.with_name(f"{path.name}-wal").write_bytes(log)
    for half in (before, after[: len(before)], after[: len(after) // PAGE // 2 * PAGE], after):
        path.write_bytes(half)
        assert sums_fit(path)


def test_a_write_by_another_program_is_reported_once_and_read(
    tmp_path: Path,
) -> None:
    with closing(Store.open(tmp_path)) as store:
        with closing(connect(store.path)) as other:
            other.execute("INSERT INTO setting VALUES ('theirs', '1')")
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert not sums_fit(store.path)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage
        assert damaged(store.damage).key == "store.changed"
        assert store.get("theirs") == 1
        assert sums_fit(store.path)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None


def test_unreadable_page_sums_count_as_none(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path, beside = tmp_path / "companion.db", tmp_path / SUMS
    for nonsense in (b"", b"\xff\xfe", b"\xff\xfe\xfd\xfc"):
        beside.write_bytes(nonsense)
        assert not sums_fit(path)
    beside.unlink()
    beside.mkdir()
    PageSums(path).renew()
    PageSums(path).drop()
    assert not sums_fit(path)
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("n", 1, then))
    with closing(Store.open(tmp_path)) as store:
        assert (store.damage, store.get("n")) == (None, 1)
