"""Simulated tags for the emulated PN532: NTAG stickers with memory, phones with random uids.

Figures are those of NXP's NTAG21x data sheet (hardware.md 1.4). No clock and no I/O.
"""

import random
from typing import Protocol

PAGES = {213: 45, 215: 135, 216: 231}
_CAPABILITY = {213: 0x12, 215: 0x3E, 216: 0x6D}
_LOCKS, _CC = 2, 3


class Tag(Protocol):
    """A card in the field. `atqa` is SENS_RES, `sak` SEL_RES, `ats` goes with SAK bit 5."""

    atqa: bytes
    sak: int
    ats: bytes

    def activate(self) -> bytes:
        """The uid, when a field finds the tag."""

    def read(self, page: int) -> bytes | None:
        """Read four pages from this one on; None if the tag does not answer."""

    def write(self, page: int, data: bytes) -> bool:
        """Write four bytes; False if the tag does not answer."""


class Ntag:
    """An NTAG sticker. READ wraps to page 0; locks and CC can only gain bits.

    `tears_after`: after this many writes the sticker is removed and stops answering.
    """

    sak = 0x00
    ats = b""

    def __init__(self, uid: bytes, kind: int = 213):
        self.uid = uid
        self.atqa = {4: b"\x00\x04", 7: b"\x00\x44", 10: b"\x00\x84"}[len(uid)]
        self.memory = bytearray(4 * PAGES[kind])
        self.memory[0:3] = uid[:3]
        self.memory[12:16] = bytes((0xE1, 0x10, _CAPABILITY[kind], 0x00))
        self.tears_after: int | None = None

    def activate(self) -> bytes:
        return self.uid

    def read(self, page: int) -> bytes | None:
        if 4 * page >= len(self.memory) or self.tears_after == 0:
            return None
        return bytes((self.memory * 2)[4 * page : 4 * page + 16])

    def write(self, page: int, data: bytes) -> bool:
        if not _LOCKS <= page < len(self.memory) // 4 or len(data) != 4 or self.tears_after == 0:
            return False
        if self.tears_after is not None:
            self.tears_after -= 1
        place = slice(4 * page, 4 * page + 4)
        if page == _CC:
            data = bytes(old | new for old, new in zip(self.memory[place], data, strict=True))
        elif page == _LOCKS:
            place, data = (
                slice(10, 12),
                bytes((self.memory[10] | data[2], self.memory[11] | data[3])),
            )
        self.memory[place] = data
        return True


class Phone:
    """A phone or bank card: 08 and three random bytes, new for each field."""

    atqa = b"\x00\x04"
    sak = 0x20
    ats = b"\x05\x78\x80\x70\x02"

    def __init__(self, seed: int = 0):
        self._chance = random.Random(seed)

    def activate(self) -> bytes:
        return b"\x08" + self._chance.randbytes(3)

    def read(self, page: int) -> bytes | None:
        return None

    def write(self, page: int, data: bytes) -> bool:
        return False
