"""Stores as a kill leaves them, now and an hour ago, to be damaged. Every loss must be reported."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.store import writer
from companion.store.reader import StoreReader
from companion.store.recovery.start import recover
from companion.store.recovery.wal import SHORTEST, log_bytes
from companion.store.store import Entry, Stamp, Start, Store, waited
from tests.patience import until

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
FILES = ("", "-wal", "-shm", ".seal")
RESERVE = ".reserve"

Rows = tuple[Mapping[int, int], object]
"""The number of acts of each race, and the PIN."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The folder's files now and an hour ago, and the rows that were acknowledged by now."""

    now: Mapping[str, bytes]
    older: Mapping[str, bytes]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a start: whether rows are lost, and whether that is reported.

    `destroyed`: files that were not accepted as sound and were not kept unchanged either.
    """

    lost: bool
    said: bool
    destroyed: frozenset[str]

    @property
    def silent(self) -> bool:
        """Whether anything was lost without a report, or destroyed with its contents."""
        return self.lost and (not self.said or bool(self.destroyed))


QUIET = Outcome(lost=False, said=False, destroyed=frozenset())

Make = Callable[[Path], tuple[Path, Path]]
"""Plays an evening in a folder; returns the stores of now and of an hour ago."""


def play(store: Store, race: int, acts: range) -> None:
    for n in acts:
        entry = Entry(n, {"act": "tap", "n": n, "note": "y" * 200}, STAMP)
        waited(lambda then, entry=entry: store.append(race, entry, then))  # type: ignore[misc]


def new_race(store: Store) -> int:
    races: list[int] = []
    waited(lambda then: races.append(store.new_race(Start("g", {}, STAMP), then)))
    return races[0]


def move_log(store: Store) -> None:
    """Wait until the writer has moved the log into the file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "DUE", 0)
        patch.setattr(writer, "LOOK_S", 0.01)
        waited(lambda then: store.set("moved", 1, then))
        until(lambda: log_bytes(store.path) <= SHORTEST)


def young(folder: Path) -> tuple[Path, Path]:
    """A first evening: now and an hour ago are the same log."""
    with closing(Store.open(folder / "running")) as store:
        race = new_race(store)
        play(store, race, range(1, 5))
        older = shutil.copytree(store.path.parent, folder / "older")
        waited(lambda then: store.set("pin", "1234", then))
        play(store, race, range(5, 9))
        return shutil.copytree(store.path.parent, folder / "now"), older


def old(folder: Path) -> tuple[Path, Path]:
    """A second evening: an hour ago it was an earlier log, two checkpoints before."""
    with closing(Store.open(folder / "running")) as store:
        play(store, new_race(store), range(1, 20))
    with closing(Store.open(folder / "running")) as store:
        race = new_race(store)
        play(store, race, range(1, 5))
        older = shutil.copytree(store.path.parent, folder / "older")
        move_log(store)
        waited(lambda then: store.set("pin", "1234", then))
        play(store, race, range(5, 9))
        move_log(store)
        play(store, race, range(9, 13))
        return shutil.copytree(store.path.parent, folder / "now"), older


def restarted(folder: Path) -> tuple[Path, Path]:
    """A second evening: an hour ago it was the first one."""
    with closing(Store.open(folder / "running")) as store:
        race = new_race(store)
        play(store, race, range(1, 20))
        older = shutil.copytree(store.path.parent, folder / "older")
    with closing(Store.open(folder / "running")) as store:
        play(store, race, range(20, 25))
        waited(lambda then: store.set("pin", "1234", then))
        return shutil.copytree(store.path.parent, folder / "now"), older


def stopped(folder: Path) -> tuple[Path, Path]:
    """A second evening that ended with a normal stop; an hour ago it was the first one."""
    now, older = restarted(folder)
    with closing(Store.open(now)):
        pass
    with closing(Store.open(older)):
        pass
    return now, older


EVENINGS = (young, old, restarted, stopped)


def evening(make: Make, folder: Path) -> Evening:
    """Play it; the rows are those that an undamaged start shows."""
    now, older = (_files(place) for place in make(folder))
    lay_out(folder / "whole", now)
    assert recover(folder / "whole") is None
    return Evening(now, older, rows(folder / "whole"))


def _files(place: Path) -> dict[str, bytes]:
    names = {part: place / f"companion.db{part}" for part in (*FILES, RESERVE)}
    return {part: file.read_bytes() for part, file in names.items() if file.exists()}


def lay_out(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for part, data in files.items():
        (folder / f"companion.db{part}").write_bytes(data)


def exchanged(evening: Evening, states: Sequence[str]) -> dict[str, bytes]:
    """The files in these states: kept, missing, empty, older."""
    files = {RESERVE: evening.now[RESERVE]}
    for part, state in zip(FILES, states, strict=True):
        source = evening.older if state == "older" else evening.now
        if state != "missing" and part in source:
            files[part] = b"" if state == "empty" else source[part]
    return files


def undetectable(evening: Evening, states: Sequence[str]) -> bool:
    """Whether the files cannot be told from those of an hour ago.

    Database and log are both from then (a young store's database is unchanged), and the seal does
    not contradict them. `-shm` may be newer: after a power cut it may be older, which looks the
    same.
    """
    file, log, _, seal = states
    then = evening.older
    same = file == "older" or (file == "kept" and evening.now[""] == then[""])
    same_log = log == "older" if "-wal" in then else log != "kept" or "-wal" not in evening.now
    return same and same_log and (seal != "kept" or evening.now[".seal"] == then[".seal"])


def rows(folder: Path) -> Rows:
    """The readable rows. Checks that each race's acts are in order and unchanged."""
    with closing(StoreReader(folder)) as reader:
        for race in reader.races():
            acts = [entry.act for entry in reader.acts(race.id)]
            assert acts == [
                {"act": "tap", "n": n, "note": "y" * 200} for n in range(1, race.acts + 1)
            ]
        return {race.id: race.acts for race in reader.races()}, reader.get("pin")


def start(evening: Evening, folder: Path, files: Mapping[str, bytes]) -> Outcome:
    """Start on these files."""
    lay_out(folder, files)
    report = recover(folder)
    found = rows(folder)
    there = {file.read_bytes() for file in folder.iterdir() if file.is_file()}
    shutil.rmtree(folder)
    said, parts = (
        report is not None,
        [part for part in ("", "-wal") if len(files.get(part, "")) > 32],
    )
    gone = frozenset(part for part in parts if said and files[part] not in there)
    return Outcome(found != evening.rows, said, gone)
