"""Ending connections, also with the asyncio of Debian 12."""

import asyncio

import pytest

from companion.server.connections import abort


class Encrypted(asyncio.Transport):
    """A transport that closes and aborts like asyncio/sslproto.py of Python 3.11.2."""

    def __init__(self) -> None:
        super().__init__()
        self.aborted = False
        self._closed = False
        self._protocol: Encrypted | None = self

    def close(self) -> None:
        if self._closed:
            self._protocol = None
        self._closed = True

    def abort(self) -> None:
        self._protocol.aborted = True  # type: ignore[union-attr]


def test_a_connection_is_aborted() -> None:
    transport = Encrypted()
    transport.close()
    abort(transport)
    assert transport.aborted


def test_a_tls_connection_that_was_closed_twice_is_left_to_its_timeout() -> None:
    transport = Encrypted()
    transport.close()
    transport.close()
    with pytest.raises(AttributeError):
        transport.abort()
    abort(transport)
    assert not transport.aborted
