"""A file that is as it was when its log was last emptied is not looked through; any other is."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from companion.store import Store
from companion.store_seal import LARGEST, is_sealed, seal


def test_a_good_end_seals_the_file_and_any_change_breaks_the_seal(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    assert is_sealed(path)
    data = bytearray(path.read_bytes())
    data[5000] ^= 1
    path.write_bytes(data)
    assert not is_sealed(path)


def test_the_seal_holds_while_the_file_is_open_and_after_a_kill(tmp_path: Path) -> None:
    program = "import os, sys; from pathlib import Path; from companion.store import Store; "
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


def test_a_huge_file_is_looked_through_each_time(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    with path.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    seal(path)
    assert not is_sealed(path)


def test_a_seal_that_cannot_be_written_or_read_is_none(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    beside = tmp_path / "companion.db.seal"
    beside.write_bytes(b"\xff\xfe")
    assert not is_sealed(path)
    beside.unlink()
    beside.mkdir()
    seal(path)
    assert not is_sealed(path)
