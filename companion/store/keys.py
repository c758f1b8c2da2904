"""Keys that may have been answered before: a new one need not be looked for on the disk."""

import zlib
from collections.abc import Iterable

_BITS = 20
"""128 KiB; of the 20,000 answers that are kept, one new key in fifty is looked for in vain."""


class Keys:
    """A Bloom filter with one hash: it says yes to every key it was given, and to few others."""

    def __init__(self, keys: Iterable[str]):
        self._bits = bytearray(1 << _BITS - 3)
        for key in keys:
            self.add(key)

    def add(self, key: str) -> None:
        at, bit = _place(key)
        self._bits[at] |= bit

    def __contains__(self, key: str) -> bool:
        at, bit = _place(key)
        return bool(self._bits[at] & bit)


def _place(key: str) -> tuple[int, int]:
    number = zlib.crc32(key.encode()) % (1 << _BITS)
    return number >> 3, 1 << (number & 7)
