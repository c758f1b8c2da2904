"""A terminal that does not read stops nothing: texts wait for it in a thread of their own."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr

import pytest

from companion.system import unblocked_stderr as unblocked
from companion.system.unblocked_stderr import UnblockedStream, unblocked_stderr
from tests.patience import PATIENCE_S


@contextmanager
def piped() -> Iterator[int]:
    """The reading end of a pipe that is this process's stderr."""
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="ascii") as stream, redirect_stderr(stream):
        yield read


def test_text_is_written_in_order_and_unknown_letters_are_escaped() -> None:
    with piped() as pipe:
        with unblocked_stderr():
            for word in ("one", "zwölf", "two"):
                print(word, file=sys.stderr)
        assert os.read(pipe, 100) == b"one\nzw\\xf6lf\ntwo\n"


def test_texts_beyond_the_most_that_wait_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that never reads must not fill the memory."""
    monkeypatch.setattr(unblocked, "LAST_S", 0.05)
    with piped() as pipe:
        with unblocked_stderr():
            assert isinstance(sys.stderr, UnblockedStream)
            for _ in range(3 * unblocked.MOST_WAITING):
                sys.stderr.write("x" * 1000)
            waiting = sys.stderr._waiting.qsize()
        os.close(pipe)
    assert unblocked.MOST_WAITING // 2 < waiting <= unblocked.MOST_WAITING


def test_full_pipe_delays_neither_print_nor_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unblocked, "LAST_S", 0.05)
    began = time.monotonic()
    with piped() as pipe:
        with unblocked_stderr():
            for _ in range(2 * unblocked.MOST_WAITING):
                print("x" * 1000, file=sys.stderr)
        assert time.monotonic() - began < PATIENCE_S
        os.close(pipe)


def test_closed_pipe_is_no_error() -> None:
    with piped() as pipe:
        os.close(pipe)
        with unblocked_stderr():
            print("nobody reads this", file=sys.stderr)


def test_stream_without_a_file_stays(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stderr
    with unblocked_stderr():
        assert sys.stderr is before
        print("kept", file=sys.stderr)
    assert capsys.readouterr().err == "kept\n"
