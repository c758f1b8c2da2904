"""The command `companion tags learn` at a real terminal, with the simulated room's readers."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.games import GAME_SPECS, pieces
from companion.library import boxes
from companion.messages import say as sentence_of
from companion.store.reader import StoreReader
from companion.store.store import Store
from tests.patience import PATIENCE_S


class Terminal:
    """A person at a terminal, who reads the output and types lines."""

    def __init__(self, data: Path, *words: str):
        self._own, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "tags", "learn", *words, "--data", str(data)],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**os.environ, "LANG": "C"},
            # As at a terminal, though tests in the background are started without Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(other)
        self._unread = ""

    def type(self, line: str) -> None:
        os.write(self._own, line.encode() + b"\n")

    def sees(self, words: str) -> None:
        """Wait until these words appear after those seen before."""
        end = time.monotonic() + PATIENCE_S
        while not (found := re.search(re.escape(words), self._unread)):
            assert select.select([self._own], [], [], max(0.0, end - time.monotonic()))[0], (
                words,
                self._unread,
            )
            self._unread += os.read(self._own, 4096).decode()
        self._unread = self._unread[found.end() :]

    def ends(self) -> int:
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._own)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, "snow_tails", "red", "--deck", "1", "--simulate")
    yield opened
    opened.close()


def saved(data: Path) -> dict[str, int]:
    """The values of the known tags."""
    reader = StoreReader(data)
    try:
        return {tag.uid: tag.piece["value"] for tag in reader.tags()}
    finally:
        reader.close()


def test_a_deck_is_learned_tap_by_tap(terminal: Terminal, tmp_path: Path) -> None:
    terminal.sees("Tap red 1. (0 of 5 known)")
    terminal.sees("Seat 1: ready.")
    for value in (1, 2, 3):
        terminal.type("")
        terminal.sees(f"Learned: red {value}.")
    assert sorted(saved(tmp_path).values()) == [1, 2, 3]
    terminal.type("s")
    terminal.sees("Tap red 5.")
    terminal.type("b")
    terminal.sees("Tap red 4.")
    for value in (4, 5):
        terminal.type("")
        terminal.sees(f"Learned: red {value}.")
    terminal.sees("The deck is complete: 5 of 5 known.")
    terminal.type("q")
    terminal.sees("Saved: 5 of 5 cards have a sticker.")
    assert terminal.ends() == 0


def test_deck_that_cannot_be_learned_is_named(terminal: Terminal, tmp_path: Path) -> None:
    terminal.sees("Seat 1: ready.")
    terminal.type("04A30B5AEB6C80")
    terminal.sees("Learned: red 1.")
    terminal.type("04000000000001")
    terminal.sees("Learned: red 2.")
    terminal.type("04A30B5AEB6C80")
    terminal.sees("This sticker already stands for red 1.")
    terminal.type("t")
    terminal.sees("Learned: red 3.")
    terminal.type("08A1B2C3")
    terminal.sees("phone or a bank card")
    terminal.type("99")
    terminal.sees("there is no card 99")
    terminal.type("help")
    terminal.sees("q: quit")
    terminal.type("quit")
    terminal.sees("Still missing: red 1, red 4, red 5.")
    assert terminal.ends() == 0
    assert saved(tmp_path) == {"04A30B5AEB6C80": 3, "04000000000001": 2}


def test_ctrl_c_prints_the_summary_too(terminal: Terminal, tmp_path: Path) -> None:
    terminal.sees("Seat 1: ready.")
    terminal.type("")
    terminal.sees("Learned: red 1.")
    terminal.process.send_signal(signal.SIGINT)
    terminal.sees("Saved: 1 of 5 cards have a sticker.")
    assert terminal.ends() == 0


def test_while_a_service_runs_its_page_is_recommended(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    terminal = Terminal(tmp_path, "snow_tails", "red", "--simulate")
    try:
        terminal.sees("its page /tags")
        assert terminal.ends() == 1
    finally:
        terminal.close()
        store.close()


NAMED = [(game, spec.pieces.DECKS[-1]) for game, spec in GAME_SPECS.items() if spec.pieces.DECKS]


@pytest.mark.parametrize(("game", "deck"), NAMED)
def test_a_deck_with_a_name_is_learned_like_one_with_a_colour(
    tmp_path: Path, game: str, deck: str
) -> None:
    cards = pieces.deck(game, deck, None, boxes.in_force(game, None, simulated=True))
    first, second = [sentence_of(pieces.name(game, card, cards)) for card in cards[:2]]
    terminal = Terminal(tmp_path, game, deck, "--simulate")
    try:
        terminal.sees("Seat 1: ready.")
        terminal.type("")
        terminal.sees(f"Learned: {first}.")
        terminal.sees(second)
        terminal.type("q")
        terminal.sees(f"Saved: 1 of {len(cards)} cards have a sticker.")
        assert terminal.ends() == 0
    finally:
        terminal.close()
    reader = StoreReader(tmp_path)
    assert [(tag.game, tag.piece) for tag in reader.tags()] == [(game, cards[0])]
    reader.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "red"), "There is no game chess."),
        (("snow_tails", "red", "--deck", "x"), "A deck says how many copies"),
        (("snow_tails", ""), "is no colour of a deck"),
    ],
)
def test_an_impossible_deck_is_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    terminal = Terminal(tmp_path, *words, "--simulate")
    try:
        terminal.sees(said)
        assert terminal.ends() == 1
    finally:
        terminal.close()


def test_a_keyboard_reader_works_without_a_room(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[[seat]]\n")
    terminal = Terminal(tmp_path, "snow_tails", "red", "--table", str(table))
    try:
        terminal.sees("Tap red 1, first of four.")
        terminal.type("04:a3:0b:5a:eb:6c:80")
        terminal.sees("Learned: red 1, first of four.")
        terminal.type("04a3")
        terminal.sees("not read completely")
        terminal.type("q")
        assert terminal.ends() == 0
        assert saved(tmp_path) == {"04A30B5AEB6C80": 1}
    finally:
        terminal.close()


def test_a_shared_reader_is_reported_without_a_seat(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    with SimulatedReader(str(tmp_path / "reader")) as reader:
        table.write_text(f'[[seat]]\n[[reader]]\nport = "{reader.path}"\n')
        terminal = Terminal(tmp_path, "snow_tails", "red", "--deck", "1", "--table", str(table))
        try:
            terminal.sees("The shared reader: ready.")
            reader.lay("04A30B5AEB6C80")
            terminal.sees("Learned: red 1.")
            reader.unplug()
            terminal.sees("The shared reader: Not plugged in.")
            terminal.type("q")
            assert terminal.ends() == 0
        finally:
            terminal.close()
