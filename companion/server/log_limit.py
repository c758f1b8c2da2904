"""Limit the log: repeated records are counted, so that guests cannot fill it."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

Kind = tuple[str, object]
"""A record's text before its arguments, and where its exception was raised."""


class CountRepeats(logging.Filter):
    """Passes the first record of a kind whole, then one line each time their number doubles."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: Counter[Kind] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = _kind(record)
        self._seen[kind] += 1
        times = self._seen[kind]
        if times > 1:
            record.msg, record.args = f"{times} times: {record.getMessage()}"[:200], ()
            record.exc_info = record.exc_text = None
        return not times & (times - 1)


@contextmanager
def counting_repeats(*loggers: str) -> Iterator[None]:
    """Context in which repeated records of these loggers are counted."""
    counting = CountRepeats()
    for name in loggers:
        logging.getLogger(name).addFilter(counting)
    try:
        yield
    finally:
        for name in loggers:
            logging.getLogger(name).removeFilter(counting)


def _kind(record: logging.LogRecord) -> Kind:
    raised = record.exc_info[2] if record.exc_info else None
    return str(record.msg).partition("\n")[0], _place(raised)


def _place(raised: TracebackType | None) -> object:
    """Code and line where an exception was raised."""
    while raised and raised.tb_next:
        raised = raised.tb_next
    return raised and (raised.tb_frame.f_code, raised.tb_lineno)
