"""A kill at any moment, and then damage: in the file, in its log, to its end; and what is said."""

import shutil
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

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
    """A race with so many acts, each one acknowledged."""
    number = store.last_race_id() + 1
    waited(lambda then: store.new_race(Start("g", {"race": number}, STAMP), then))
    for n in range(1, acts + 1):
        append(store, number, n)
    return number


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Old races in the file, the running one in the log, as a kill leaves them; and a backup."""
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
    """A copy of it to be spoiled."""
    return Path(shutil.copytree(killed, tmp_path / "left"))


def is_sealed(path: Path) -> bool:
    return PageSums(path).fit(log_of(path))


def torn(path: Path) -> bool:
    return log_of(path).torn


def overwrite(file: Path, at: int, noise: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(noise)


def counts(store: Store) -> dict[int, int]:
    """The acts of each race; they are what was saved."""
    for race in store.races():
        assert [entry.act["n"] for entry in store.acts(race.id)] == [*range(1, race.acts + 1)]
    return {race.id: race.acts for race in store.races()}


ALL = dict.fromkeys(range(1, OLD + 2), ACTS)
IN_FILE = dict.fromkeys(range(1, OLD + 1), ACTS)


def unlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever looks through every row fails."""
    for name in ("intact", "whole"):
        monkeypatch.setattr(store_start, name, lambda of: pytest.fail("it is looked through"))


def test_after_a_kill_nothing_is_lost_and_nothing_looked_through(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlooked(monkeypatch)
    for _ in range(2):  # and what came out of the log is sealed anew
        with closing(Store.open(left)) as store:
            assert store.damage is None
            assert counts(store) == ALL
            assert is_sealed(store.path)


def test_4_kb_overwritten_anywhere_in_the_file_are_said_and_cost_only_what_stood_there(
    killed: Path, tmp_path: Path
) -> None:
    """Old races, the index, the settings. Pages that stand in the log are read there."""
    rng = Random(6)
    pages = (killed / "companion.db").stat().st_size // PAGE
    in_log = log_of(Path(shutil.copytree(killed, tmp_path / "whole")) / "companion.db").pages
    for page in sorted({0, 1, *(rng.randrange(pages) for _ in range(12))}):
        directory = Path(shutil.copytree(killed, tmp_path / str(page)))
        overwrite(directory / "companion.db", page * PAGE, rng.randbytes(PAGE))
        with closing(Store.open(directory)) as store:
            if page + 1 not in in_log:
                assert_told(store, directory)
            assert counts(store).items() >= IN_FILE.items()


def assert_told(store: Store, directory: Path) -> None:
    assert store.damage is not None
    assert (directory / store.damage.file).exists()


@pytest.mark.parametrize("parts", [("-wal", ".seal"), (".seal",), ("-wal",)])
def test_a_file_of_which_nothing_is_left_is_said_and_its_log_is_kept(
    left: Path, parts: tuple[str, ...]
) -> None:
    """As some file systems leave it after a power cut. The backup is from before the last race."""
    for part in {"-wal", ".seal"} - set(parts):
        (left / f"companion.db{part}").unlink()
    (left / "companion.db").write_bytes(b"")
    with closing(Store.open(left)) as store:
        assert_told(store, left)
        assert counts(store).items() >= IN_FILE.items()
        assert store.damage is not None
        assert ("-wal" in parts) is (left / f"{store.damage.file}-wal").exists()


def test_a_file_that_was_cut_short_is_said(left: Path) -> None:
    path = left / "companion.db"
    with path.open("r+b") as stream:
        stream.truncate(path.stat().st_size // 2)
    with closing(Store.open(left)) as store:
        assert_told(store, left)
        assert counts(store).items() >= IN_FILE.items()


@pytest.mark.parametrize("at", [0, 10 * FRAME, 10 * FRAME + 2000, 60 * FRAME])
def test_damage_in_the_log_is_said_and_what_stands_behind_it_is_read(left: Path, at: int) -> None:
    """Most pages come again behind it; from the backup comes what it holds of the others."""
    overwrite(left / "companion.db-wal", at, Random(at).randbytes(PAGE))
    assert torn(left / "companion.db")
    with closing(Store.open(left)) as store:
        assert_told(store, left)
        assert store.damage is not None
        assert store.damage.lost
        assert counts(store) == ALL
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store) == ALL


def test_damage_in_the_log_costs_at_most_its_page(left: Path) -> None:
    """Anywhere but in the last change, which looks as a power cut in the middle of it does."""
    frames = log_bytes(left / "companion.db") // FRAME
    for frame in range(0, frames - 8, 16):
        directory = Path(shutil.copytree(left, left.with_name(str(frame))))
        overwrite(directory / "companion.db-wal", HEADER + frame * FRAME, b"\xa5" * FRAME)
        with closing(Store.open(directory)) as store:
            assert_told(store, directory)
            assert counts(store).items() >= IN_FILE.items()


def test_a_change_that_the_power_cut_in_the_middle_of_is_no_damage(left: Path) -> None:
    log = left / "companion.db-wal"
    for cut in (1, 100, FRAME, FRAME + 1):
        with log.open("r+b") as stream:
            stream.truncate(log.stat().st_size - cut)
        assert not torn(left / "companion.db")
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store)[OLD + 1] in (ACTS - 1, ACTS - 2, ACTS - 3)


def test_a_kill_while_the_log_is_emptied_has_nothing_looked_through(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some pages of it are in the file already, and all of them in the log still."""
    path = left / "companion.db"
    data = (left / "companion.db-wal").read_bytes()
    page = int.from_bytes(data[HEADER : HEADER + 4])
    frames = range(HEADER, len(data), FRAME)
    last = [at for at in frames if int.from_bytes(data[at : at + 4]) == page][-1]
    overwrite(path, (page - 1) * PAGE, data[last + 24 : last + FRAME])
    unlooked(monkeypatch)
    with closing(Store.open(left)) as store:
        assert store.damage is None
        assert counts(store) == ALL


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """As a kill leaves it, with what SQLite knew of its log. `early`: the same, six acts before."""
    running = tmp_path / "running"
    with closing(Store.open(running)) as store:
        number = race(store, 6)
        shutil.copytree(running, tmp_path / "early")
        for n in range(7, 13):
            append(store, number, n)
        return Path(shutil.copytree(running, tmp_path / "known"))


def test_after_a_loss_no_link_session_is_given_twice(known: Path) -> None:
    """How far they were given stands in the log's first change, which is lost."""
    with closing(Store.open(known)) as store:
        given = store.next_session()
        append(store, 1, 13)
        copy = Path(shutil.copytree(known, known.with_name("copy")))
    overwrite(copy / "companion.db-wal", HEADER, b"\xa5" * 512)
    with closing(Store.open(copy)) as store:
        assert_told(store, copy)
        assert store.next_session() != given
        assert counts(store) == {1: 13}


SPOILED: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "a bit of its last frame": (
        lambda log: log[:-2000] + bytes([log[-2000] ^ 1]) + log[-1999:],
        11,
    ),
    "its last byte": (lambda log: log[:-1], 11),
    "its last frame": (lambda log: log[:-FRAME], 11),
    "some of its changes": (lambda log: log[: -15 * FRAME], 1),
    "all but its head": (lambda log: log[: HEADER + 10], 0),
}
"""What is gone of the log, and how many acts are left at least."""


@pytest.mark.parametrize("what", SPOILED)
def test_damage_in_the_last_change_is_told_from_a_power_cut_by_what_was_known_of_the_log(
    known: Path, what: str
) -> None:
    spoil, fewest = SPOILED[what]
    log = known / "companion.db-wal"
    log.write_bytes(spoil(log.read_bytes()))
    with closing(Store.open(known)) as store:
        assert_told(store, known)
        assert store.damage is not None
        assert store.damage.lost
        assert counts(store).get(1, 0) == store.damage.acts
        assert fewest <= store.damage.acts <= 12
    with closing(Store.open(known)) as store:
        assert store.damage is None


@pytest.mark.parametrize("spoil", ["older", "rubbish", "of another log"])
def test_what_is_known_of_another_log_or_of_less_of_it_says_nothing(
    known: Path, spoil: str
) -> None:
    """After a power cut it may be of any moment before; it is never synced."""
    index, log = (known / f"companion.db-{part}" for part in ("shm", "wal"))
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


def test_damage_in_the_log_whose_pages_all_come_again_behind_it_costs_nothing(left: Path) -> None:
    log = left / "companion.db-wal"
    data = log.read_bytes()
    pages = [int.from_bytes(data[at : at + 4]) for at in range(HEADER, len(data), FRAME)]
    frame = next(n for n in range(8, len(pages)) if pages[n] in pages[n + 1 :])
    overwrite(log, HEADER + frame * FRAME + 3000, b"\xa5" * 16)
    with closing(Store.open(left)) as store:
        assert_told(store, left)
        assert store.damage is not None
        assert not store.damage.lost
        assert counts(store) == ALL


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is emptied often."""
    monkeypatch.setattr(store_writer, "DUE", 8 * FRAME)
    monkeypatch.setattr(store_writer, "PRESSING", 16 * FRAME)


def copy_after(store: Store, directory: Path, n: int, then: Then) -> None:
    """Saves something, and copies what is on the disk when the writer has: nobody else writes."""

    def copy(fault: StoreError | None) -> None:
        what = shutil.ignore_patterns("*-shm")
        shutil.copytree(store.path.parent, directory / f"after {n}", ignore=what)
        then(fault)

    store.set("copied", n, copy)


@pytest.mark.usefixtures("small")
def test_a_copy_at_any_moment_of_a_busy_evening_opens_with_all_that_was_acknowledged(
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
def test_who_reads_for_long_keeps_nobody_from_writing_and_the_seal_comes_later(
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
        waited(lambda then: store.set("behind", 1, then))  # the emptying after the last act is over
        assert is_sealed(store.path)
        assert counts(store) == {1: 31}
