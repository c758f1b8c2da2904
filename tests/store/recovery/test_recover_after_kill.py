"""A kill at any moment, followed by damage in the file, in its log, or at its end."""

import shutil
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.backups import damaged
from companion.store import writer as store_writer
from companion.store.recovery import start as store_start
from companion.store.recovery.backups import Backups
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.wal import PAGE, log_bytes, log_of
from companion.store.store import Entry, Stamp, Start, Store, StoreError, Then, waited

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
OLD, ACTS = 6, 60
FRAME, HEADER = 24 + PAGE, 32


def append(store: Store, race: int, n: int) -> None:
    entry = Entry(n, {"act": "tap", "n": n, "note": "y" * 200}, STAMP)
    waited(lambda then: store.append(race, entry, then))


def race(store: Store, acts: int) -> int:
    """Save a race with this many acts, each acknowledged."""
    number = store.last_race_id() + 1
    waited(lambda then: store.new_race(Start("g", {"race": number}, STAMP), then))
    for n in range(1, acts + 1):
        append(store, number, n)
    return number


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A killed store: old races in the file, the running one in the log, and a backup."""
    running, left = (tmp_path_factory.mktemp(name) for name in ("running", "left"))
    with closing(Store.open(running)) as store:
        for _ in range(OLD):
            race(store, ACTS)
    assert Backups(running).make(STAMP) == {}
    with closing(Store.open(running)) as store:
        race(store, ACTS)
        shutil.copytree(running, left, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*-shm"))
    return left


@pytest.fixture
def left(killed: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(killed, tmp_path / "left"))


def sums_fit(path: Path) -> bool:
    return PageSums(path).fit(log_of(path))


def torn(path: Path) -> bool:
    return log_of(path).torn


def overwrite(file: Path, at: int, noise: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(noise)


def counts(store: Store) -> dict[int, int]:
    """The number of acts of each race; their contents are as saved."""
    for race in store.races():
        assert [entry.act["n"] for entry in store.acts(race.id)] == [*range(1, race.acts + 1)]
    return {race.id: race.acts for race in store.races()}


ALL = dict.fromkeys(range(1, OLD + 2), ACTS)
IN_FILE = dict.fromkeys(range(1, OLD + 1), ACTS)


def forbid_full_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test if every row is read."""
    for name in ("intact", "whole"):
        monkeypatch.setattr(store_start, name, lambda of: pytest.fail("full check"))


def test_a_kill_loses_nothing_and_needs_no_full_check(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_full_check(monkeypatch)
    for _ in range(2):  # the second start finds the sums of the checkpointed log
        with closing(Store.open(left)) as store:
            assert store.damage is None
            assert counts(store) == ALL
            assert sums_fit(store.path)


def test_an_overwritten_page_of_the_file_is_reported_and_costs_only_its_rows(
    killed: Path, tmp_path: Path
) -> None:
    """Old races, the index, the settings. Pages that are in the log are read there."""
    rng = Random(6)
    pages = (killed / "companion.db").stat().st_size // PAGE
    in_log = log_of(Path(shutil.copytree(killed, tmp_path / "whole")) / "companion.db").pages
    for page in sorted({0, 1, *(rng.randrange(pages) for _ in range(12))}):
        directory = Path(shutil.copytree(killed, tmp_path / str(page)))
        overwrite(directory / "companion.db", page * PAGE, rng.randbytes(PAGE))
        with closing(Store.open(directory)) as store:
            if page + 1 not in in_log:
                assert_reported(store, directory)
            assert counts(store).items() >= IN_FILE.items()


def assert_reported(store: Store, directory: Path) -> None:
    assert store.damage is not None
    assert (directory / store.damage.file).exists()


@pytest.mark.parametrize("parts", [("-wal", ".seal"), (".seal",), ("-wal",)])
def test_an_emptied_file_is_reported_and_its_log_kept(left: Path, parts: tuple[str, ...]) -> None:
    """Some file systems do this after a power cut. The backup lacks the last race."""
    for part in {"-wal", ".seal"} - set(parts):
        (left / f"companion.db{part}").unlink()
    (left / "companion.db").write_bytes(b"")
    with closing(Store.open(left)) as store:
        assert_reported(store, left)
        assert counts(store).items() >= IN_FILE.items()
        assert store.damage is not None
        assert ("-wal" in parts) is (left / f"{store.damage.file}-wal").exists()


def test_a_truncated_file_is_reported(left: Path) -> None:
    path = left / "companion.db"
    with path.open("r+b") as stream:
        stream.truncate(path.stat().st_size // 2)
    with closing(Store.open(left)) as store:
        assert_reported(store, left)
        assert counts(store).items() >= IN_FILE.items()


@pytest.mark.parametrize("at", [0, 10 * FRAME, 10 * FRAME + 2000, 60 * FRAME])
def test_damage_in_the_log_is_reported_and_later_frames_are_read(left: Path, at: int) -> None:
    """Most pages are in the log again after it; the others come from the backup."""
    overwrite(left / "companion.db-wal", at, Random(at).randbytes(PAGE))
    assert torn(left / "companion.db")
    with closing(Store.open(left)) as store:
        assert_reported(store, left)
        assert store.damage is not None
        assert store.damage.lost
        assert counts(store) == ALL
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store) == ALL


def test_a_changed_figure_that_sqlite_reads_is_reported(left: Path) -> None:
    """SQLite does not detect a flipped bit in a saved act: its file has no checksums."""
    data = (left / "companion.db").read_bytes()
    overwrite(left / "companion.db", data.index(b"yyyy"), b"x")
    with closing(Store.open(left)) as store:
        assert store.damage
        assert damaged(store.damage).key == "store.changed"
        assert counts(store) == ALL
    with closing(Store.open(left)) as store:
        assert store.damage is None


HEADS = {"zeros": bytes(HEADER), "ones": b"\xff" * HEADER, "noise": Random(1).randbytes(HEADER)}


@pytest.mark.parametrize("what", HEADS)
def test_a_damaged_log_header_is_reported_and_every_act_recovered(known: Path, what: str) -> None:
    """SQLite's checksum of zeros is zero: only the header's magic number tells them apart."""
    overwrite(known / "companion.db-wal", 0, HEADS[what])
    with closing(Store.open(known)) as store:
        assert_reported(store, known)
        assert counts(store) == {1: 12}


def test_damage_anywhere_in_the_log_leaves_the_file_alone(left: Path) -> None:
    """Except in the last transaction: that looks like a power cut."""
    frames = log_bytes(left / "companion.db") // FRAME
    for frame in range(0, frames - 8, 16):
        directory = Path(shutil.copytree(left, left.with_name(str(frame))))
        overwrite(directory / "companion.db-wal", HEADER + frame * FRAME, b"\xa5" * FRAME)
        with closing(Store.open(directory)) as store:
            assert_reported(store, directory)
            assert counts(store).items() >= IN_FILE.items()


def test_an_unfinished_last_transaction_is_not_damage(left: Path) -> None:
    """After a power cut only synced data shows how long the log was."""
    overwrite(left / "companion.db.seal", 12, bytes(16))
    log = left / "companion.db-wal"
    for cut in (1, 100, FRAME, FRAME + 1):
        with log.open("r+b") as stream:
            stream.truncate(log.stat().st_size - cut)
        assert not torn(left / "companion.db")
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store)[OLD + 1] in (ACTS - 1, ACTS - 2, ACTS - 3)


def test_a_cut_log_is_reported_without_shm(left: Path) -> None:
    """The file of the page sums also records the log's length."""
    log = left / "companion.db-wal"
    log.write_bytes(log.read_bytes()[:-1])
    with closing(Store.open(left)) as store:
        assert_reported(store, left)
        assert counts(store) == {**ALL, OLD + 1: ACTS - 1}


def test_a_kill_during_a_checkpoint_needs_no_full_check(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some pages are already in the file, but all are still in the log."""
    path = left / "companion.db"
    data = (left / "companion.db-wal").read_bytes()
    page = int.from_bytes(data[HEADER : HEADER + 4])
    frames = range(HEADER, len(data), FRAME)
    last = [at for at in frames if int.from_bytes(data[at : at + 4]) == page][-1]
    overwrite(path, (page - 1) * PAGE, data[last + 24 : last + FRAME])
    forbid_full_check(monkeypatch)
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store) == ALL


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """A store as a kill leaves it, with `-shm`. `early`: the same store six acts earlier."""
    running = tmp_path / "running"
    with closing(Store.open(running)) as store:
        number = race(store, 6)
        shutil.copytree(running, tmp_path / "early")
        for n in range(7, 13):
            append(store, number, n)
        return Path(shutil.copytree(running, tmp_path / "known"))


def test_no_link_session_is_repeated_after_lost_frames(known: Path) -> None:
    """The number of sessions given is in the log's first transaction, which is lost."""
    with closing(Store.open(known)) as store:
        given = store.next_session()
        append(store, 1, 13)
        copy = Path(shutil.copytree(known, known.with_name("copy")))
    overwrite(copy / "companion.db-wal", HEADER, b"\xa5" * 512)
    with closing(Store.open(copy)) as store:
        assert_reported(store, copy)
        assert store.next_session() != given
        assert counts(store) == {1: 13}


SPOILED: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "a bit of its last frame": (
        lambda log: log[:-2000] + bytes([log[-2000] ^ 1]) + log[-1999:],
        11,
    ),
    "its last byte": (lambda log: log[:-1], 11),
    "its last frame": (lambda log: log[:-FRAME], 11),
    "some of its transactions": (lambda log: log[: -15 * FRAME], 1),
    "all but its header": (lambda log: log[: HEADER + 10], 0),
}
"""Damage to the log, and how many acts are left at least."""


@pytest.mark.parametrize("what", SPOILED)
def test_damage_in_the_last_transaction_is_found_by_the_count_in_shm(
    known: Path, what: str
) -> None:
    spoil, fewest = SPOILED[what]
    log = known / "companion.db-wal"
    log.write_bytes(spoil(log.read_bytes()))
    with closing(Store.open(known)) as store:
        assert_reported(store, known)
        assert store.damage is not None
        assert store.damage.lost
        assert counts(store).get(1, 0) == store.damage.acts
        assert fewest <= store.damage.acts <= 12
    with closing(Store.open(known)) as store:
        assert store.damage is None


@pytest.mark.parametrize("spoil", ["older", "rubbish", "of another log"])
def test_an_outdated_or_damaged_shm_is_ignored(known: Path, spoil: str) -> None:
    """`-shm` is never synced: after a power cut it may be of any earlier moment.

    So may the log's length in the file of the page sums.
    """
    index, log = (known / f"companion.db-{part}" for part in ("shm", "wal"))
    seal = "companion.db.seal"
    shutil.copyfile(known.with_name("early") / seal, known / seal)
    data = index.read_bytes()
    other = known.with_name("other")
    with closing(Store.open(other)) as store:
        race(store, 40)
        copies = {
            "older": (known.with_name("early") / index.name).read_bytes(),
            "rubbish": data[:20] + b"\xff" + data[21:],
            "of another log": (other / index.name).read_bytes(),
        }
    index.write_bytes(copies[spoil])
    with log.open("r+b") as stream:
        stream.truncate(log.stat().st_size - 1)
    with closing(Store.open(known)) as store:
        assert store.damage is None
        assert counts(store)[1] in (10, 11)


def test_a_damaged_frame_repeated_later_in_the_log_costs_nothing(left: Path) -> None:
    log = left / "companion.db-wal"
    data = log.read_bytes()
    pages = [int.from_bytes(data[at : at + 4]) for at in range(HEADER, len(data), FRAME)]
    frame = next(n for n in range(8, len(pages)) if pages[n] in pages[n + 1 :])
    overwrite(log, HEADER + frame * FRAME + 3000, b"\xa5" * 16)
    with closing(Store.open(left)) as store:
        assert_reported(store, left)
        assert store.damage is not None
        assert not store.damage.lost
        assert counts(store) == ALL


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is checkpointed often."""
    monkeypatch.setattr(store_writer, "DUE", 8 * FRAME)
    monkeypatch.setattr(store_writer, "PRESSING", 16 * FRAME)


def copy_after(store: Store, directory: Path, n: int, then: Then) -> None:
    """Save something, and copy the directory once it is on disk and nothing else writes."""

    def copy(fault: StoreError | None) -> None:
        what = shutil.ignore_patterns("*-shm")
        shutil.copytree(store.path.parent, directory / f"after {n}", ignore=what)
        then(fault)

    store.set("copied", n, copy)


@pytest.mark.usefixtures("small")
def test_a_copy_made_at_any_moment_has_all_acknowledged_acts(
    tmp_path: Path,
) -> None:
    evening = tmp_path / "evening"
    with closing(Store.open(evening)) as store:
        number = race(store, 0)
        for n in range(1, 61):
            append(store, number, n)
            assert log_bytes(store.path) < 40 * FRAME
            if n % 6 == 0:
                waited(partial(copy_after, store, tmp_path, n))
    for n in range(6, 61, 6):
        with closing(Store.open(tmp_path / f"after {n}")) as store:
            assert store.damage is None
            assert counts(store) == {1: n}


@pytest.mark.usefixtures("small")
def test_a_long_reader_delays_the_checkpoint_but_no_write(
    tmp_path: Path,
) -> None:
    with closing(Store.open(tmp_path)) as store:
        number = race(store, 0)
        with store._lent() as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM act").fetchone()
            for n in range(1, 31):
                append(store, number, n)
            connection.execute("COMMIT")
        append(store, number, 31)
        waited(lambda then: store.set("behind", 1, then))  # after the upkeep
        assert sums_fit(store.path)
        assert counts(store) == {1: 31}
