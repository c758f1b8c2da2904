"""What goes over a stream: events, each the same bytes for every phone that reads them alike.

Radio is what is scarce on the table's network, so a stream is packed for every phone that reads
gzip (all browsers do). Each event is deflated by itself, flushed to a whole byte and never looking
back: any of them one after another are one stream (RFC 1951, 1952), so that an event is packed once
for all phones, whatever each has got before. The stream has no end of its own.
"""

import zlib
from dataclasses import dataclass
from functools import cached_property

LEVEL = 3
"""A state becomes six times smaller; the levels above cost twice the time for a tenth more."""

_RAW, _SMALL = -14, 5
"""zlib takes 80 KiB for it, and 256 KiB by itself (zconf.h); a state is hardly larger."""


def chunk(body: bytes) -> bytes:
    """One HTTP/1.1 chunk."""
    return b"%x\r\n%s\r\n" % (len(body), body)


PACKED_HEAD = chunk(b"\x1f\x8b\x08\0\0\0\0\0\0\xff")
"""The beginning of every packed stream."""

END = b"0\r\n\r\n"


@dataclass(frozen=True)
class Sent:
    """A piece of a stream's text, as its chunk."""

    text: str

    @cached_property
    def plain(self) -> bytes:
        return chunk(self.text.encode())

    @cached_property
    def packed(self) -> bytes:
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW, _SMALL)
        return chunk(deflate.compress(self.text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH))


HEARTBEAT = Sent("event: hb\ndata: \n\n")
BYE = Sent("retry: 3000\nevent: bye\ndata: \n\n")


@dataclass(frozen=True)
class Frame:
    """One event of a stream. `id` is `boot.version`; the same id is the same content."""

    id: str
    event: str
    data: str

    @cached_property
    def sent(self) -> Sent:
        return Sent(f"id: {self.id}\nevent: {self.event}\ndata: {self.data}\n\n")
