"""Server-sent events, encoded and compressed once for all phones.

Wi-Fi airtime is scarce, so a stream is gzipped for every phone that accepts it (all browsers do).
Each event is deflated without reference to earlier ones and flushed to a whole byte, so any
sequence of events is one valid stream (RFC 1951, 1952) and an event is compressed once, whatever a
phone received before. The stream never ends by itself.
"""

import zlib
from dataclasses import dataclass
from functools import cached_property

LEVEL = 3
"""zlib's level: a state shrinks to a sixth; higher levels take twice the time for a tenth more."""

_RAW, _MEMORY = -14, 5
"""zlib's window bits and memory level: 80 KiB instead of 256 (zconf.h) are enough for a state."""


def chunk(body: bytes) -> bytes:
    """Encode one HTTP/1.1 chunk."""
    return b"%x\r\n%s\r\n" % (len(body), body)


GZIP_HEADER = chunk(b"\x1f\x8b\x08\0\0\0\0\0\0\xff")
"""The first chunk of a gzipped stream."""

LAST_CHUNK = b"0\r\n\r\n"


@dataclass(frozen=True)
class Encoded:
    """Text of a stream, encoded as a chunk, plain and gzipped."""

    text: str

    @cached_property
    def plain(self) -> bytes:
        return chunk(self.text.encode())

    @cached_property
    def gzipped(self) -> bytes:
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW, _MEMORY)
        return chunk(deflate.compress(self.text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH))


HEARTBEAT = Encoded("event: hb\ndata: \n\n")
BYE = Encoded("retry: 3000\nevent: bye\ndata: \n\n")


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream. `id` is `boot.version`; the same id is the same content."""

    id: str
    event: str
    data: str

    @cached_property
    def encoded(self) -> Encoded:
        return Encoded(f"id: {self.id}\nevent: {self.event}\ndata: {self.data}\n\n")
