"""Disk faults: full, read-only, slow, locked by another program; a damaged or deleted file.

Each time phone and terminal show one clear sentence, play goes on where possible, and no
acknowledged act is lost.
"""

import itertools
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.evening.script import Script, options
from tests.evening.service import Live, Phone, Reply, Service, Stream, companion
from tests.patience import PATIENCE_S
from tests.torture.line import CannotRun

LOCKED_S, LOCKED_SHORT_S = 6.0, 3.0
ACTS = 40


class OnDisk(Service):
    """The service on a disk with a switchable fault."""

    def __init__(self, folder: Path, *words: str):
        super().__init__(folder / "data", "--simulate", *words)
        self.mood = folder / "mood"
        self.program = [sys.executable, "-m", "tests.torture.faulty", str(self.mood)]

    @contextmanager
    def feeling(self, word: str) -> Iterator[None]:
        """Context in which the disk has this fault."""
        self.mood.write_text(word)
        try:
            yield
        finally:
            self.mood.unlink()


class Game:
    """A phone in a race. `kept`: its acknowledged acts."""

    def __init__(self, service: Service, locked_s: float = LOCKED_S):
        self.service = service
        self.locked_s = locked_s
        self.phone = Phone(service)
        script = Script(options((1, 3, 5)), 1)
        acts = [act for act in script.acts if act["act"] not in ("undo", "redo")]
        assert self.phone.post("/races", game="snow_tails", options=script.options).status == 200
        self.acts = iter(acts)
        self.kept: list[Mapping[str, Any]] = []

    def play(self, count: int) -> None:
        """Play this many acknowledged acts."""
        for act in itertools.islice(self.acts, count):
            self.do(act)

    def do(self, act: Mapping[str, Any]) -> None:
        reply = self.phone.post("/acts", act=act)
        assert reply.status == 200, reply
        self.kept.append(act)

    def refused(self, act: Mapping[str, Any]) -> Reply:
        """Post an act that cannot be written; answer and notices give the reason."""
        reply = self.phone.post("/acts", act=act)
        assert reply.status == 503, reply
        text = reply.body["error"]["text"]
        notices = [notice["text"] for notice in self.phone.get("/state?lang=en")["notices"]]
        assert text in notices, (text, notices)
        self.service.await_line(text)
        return reply

    def noted(self, key: str) -> None:
        """Wait until phones and terminal show a message. `key`: the key or its beginning."""

        def texts(live: Live) -> list[str]:
            return [notice["text"] for notice in live["notices"] if notice["key"].startswith(key)]

        with closing(Stream(self.service)) as stream:
            live = stream.until(lambda live: bool(texts(live)))
        self.service.await_line(texts(live)[0])

    def all_there(self) -> None:
        """Check that exactly the acknowledged acts are stored."""
        race = self.phone.get(f"/races/{self.phone.get('/state')['race']['id']}/export")
        acts = [{k: v for k, v in entry["act"].items() if k != "took_s"} for entry in race["acts"]]
        assert acts == [{k: v for k, v in act.items() if k != "took_s"} for act in self.kept]


def disks(count: int, folder: Path) -> str:
    """Run all faults this many times, each with a new service."""
    for number in range(count):
        place = folder / str(number)
        place.mkdir()
        service = OnDisk(place)
        try:
            game = Game(_started(service), LOCKED_S if count > 1 else LOCKED_SHORT_S)
            game.play(ACTS)
            for fault in FAULTS:
                fault(service, game)
                game.play(3)
                game.all_there()
            service.restart()
            game.all_there()
        finally:
            service.stop()
    return ", ".join(fault.__name__.replace("_", "-") for fault in FAULTS)


def _started(service: OnDisk) -> OnDisk:
    service.launch()
    if not service.await_banner():
        raise CannotRun("\n".join(service.said[-3:]))
    return service


def full(service: OnDisk, game: Game) -> None:
    act = next(game.acts)
    with service.feeling("full"):
        assert game.refused(act).body["error"]["key"] == "store.full"
        game.refused(act)
        assert game.phone.get("/races")["races"]
    game.do(act)


def read_only(service: OnDisk, game: Game) -> None:
    act = next(game.acts)
    with service.feeling("read-only"):
        assert game.refused(act).body["error"]["key"] == "store.read_only"
    game.do(act)


def slow(service: OnDisk, game: Game) -> None:
    with service.feeling("slow"):
        began = time.monotonic()
        game.play(4)
        assert time.monotonic() - began >= 2.0
        game.noted("store.slow")


def locked(service: OnDisk, game: Game) -> None:
    """Another program locks the database: the act waits, is reported, and is stored."""
    held, never, told = threading.Event(), threading.Event(), threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(service.data / "companion.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            held.set()
            never.wait(game.locked_s)
            told.wait(PATIENCE_S)
            other.execute("ROLLBACK")

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(PATIENCE_S)
    player = threading.Thread(target=game.play, args=(1,))
    player.start()
    game.noted("store.waiting")
    told.set()
    assert game.phone.get("/state")["state"]
    holder.join()
    player.join()


def deleted(service: OnDisk, game: Game) -> None:
    for part in ("", "-wal", "-shm"):
        Path(f"{service.data}/companion.db{part}").unlink()
    game.play(1)
    game.noted("store.written_again")


def overwritten(service: OnDisk, game: Game) -> None:
    """Overwrite 4 KB inside the file: the next start reports it and recovers from the backup."""
    assert game.phone.post("/backups").status == 200
    service.stop()
    file = service.data / "companion.db"
    pages = file.stat().st_size // 4096
    with file.open("r+b") as stream:
        stream.seek(pages // 2 * 4096)
        stream.write(b"\xa5" * 4096)
    service.start()
    service.await_line("companion.db.damaged-1")
    game.noted("store.damaged")
    game.all_there()


def restored(service: OnDisk, game: Game) -> None:
    """One command restores the backup."""
    assert game.phone.post("/backups").status == 200
    kept = list(game.kept)
    game.play(3)
    service.stop()
    newest = companion("backups", "--data", str(service.data)).stdout.split()[0]
    done = companion("restore", newest, "--data", str(service.data))
    assert done.returncode == 0, done
    service.start()
    game.kept = kept
    game.all_there()
    script = Script(options((1, 3, 5)), 1)
    acts = [act for act in script.acts if act["act"] not in ("undo", "redo")]
    game.acts = iter(acts[len(kept) :])


FAULTS = (full, read_only, slow, locked, deleted, overwritten, restored)
