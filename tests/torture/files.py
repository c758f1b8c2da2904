"""Files as they may be after a power cut: synced data, and any part of the rest."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.torture.disk import Event

SECTOR = 512


@dataclass(slots=True)
class File:
    """A file: its synced bytes (None: no directory entry yet), and later operations."""

    synced: bytearray | None = None
    since: list[Event] = field(default_factory=list)
    fresh: bool = False

    def settle(self, count: int) -> None:
        """Make the first `count` later operations permanent."""
        self.synced = _written(self.synced, self.since[:count])
        del self.since[:count]


class Files:
    """The files of a folder, updated by events."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._files: dict[str, File] = {}

    def see(self, event: Event) -> None:
        """Apply the next event."""
        if not event.path.startswith(str(self._folder)) or event.path.endswith("-shm"):
            return
        file = self._files.setdefault(event.path, File())
        if event.kind != "sync":
            file.since.append(event)
        if event.kind == "open":
            file.fresh = event.path.endswith(("-wal", "-journal"))
        if event.kind == "sync":
            file.settle(len(file.since))
        if (event.kind == "sync" and file.fresh) or (event.kind == "delete" and event.at):
            file.fresh = False
            self._sync_folder()

    def _sync_folder(self) -> None:
        """Make deletions permanent: SQLite syncs the folder with a journal's first sync."""
        for file in self._files.values():
            gone = [n for n, event in enumerate(file.since, 1) if event.kind == "delete"]
            file.settle(gone[-1] if gone else 0)

    def cut(self, into: Path, chance: Random) -> None:
        """Write the files as they may be after a power cut now."""
        into.mkdir()
        for path, file in self._files.items():
            kept = [torn for event in file.since for torn in _torn(event, chance)]
            found = _written(None if file.synced is None else bytearray(file.synced), kept)
            if found is not None:
                (into / Path(path).name).write_bytes(found)


def _torn(event: Event, chance: Random) -> list[Event]:
    """The remains of an unsynced write: all, nothing, or some of its sectors."""
    dice = chance.random()
    if dice < 0.4:
        return [event]
    if dice < 0.7 or event.kind != "write":
        return []
    parts = range(0, len(event.data), SECTOR)
    return [
        event._replace(at=event.at + at, data=event.data[at : at + SECTOR])
        for at in parts
        if chance.random() < 0.5
    ]


def _written(file: bytearray | None, events: list[Event]) -> bytearray | None:
    """The file's bytes after these events, None if it does not exist."""
    for event in events:
        if event.kind == "delete":
            file = None
            continue
        if file is None:
            file = bytearray()
        if event.kind == "truncate":
            del file[event.at :]
        elif event.kind == "write":
            file += bytes(max(0, event.at - len(file)))
            file[event.at : event.at + len(event.data)] = event.data
    return file
