"""Find stuck buttons of a node: down for too long, or since before the link.

Pure. Ticks are the node's milliseconds; a node says at least every 100 ms which buttons are down.
"""

from collections.abc import Sequence

from companion.protocols.presence import STUCK_MS, passed


class StuckButtons:
    """The buttons of one node. `stuck`: the index of a stuck one, None for none."""

    def __init__(self) -> None:
        self.stuck: int | None = None
        self._session = ""
        self._down: dict[int, int | None] = {}  # ticks of the press; None if it was not seen

    def hear(self, session: str, held: Sequence[bool], ticks: int) -> None:
        """Process a beat: these buttons are down at `ticks`.

        Buttons down in a session's first beat were pressed before the link.
        """
        is_first, self._session = session != self._session, session
        if is_first:
            self._down.clear()
        for index, down in enumerate(held):
            if not down:
                self._down.pop(index, None)
            else:
                self._down.setdefault(index, None if is_first else ticks)
        hang = [at for at, since in self._down.items() if _hangs(since, ticks)]
        self.stuck = min(hang, default=None)

    def release(self, index: int) -> None:
        """Process the release of a button."""
        self._down.pop(index, None)
        if self.stuck == index:
            self.stuck = None


def _hangs(since: int | None, ticks: int) -> bool:
    return since is None or passed(ticks, since) >= STUCK_MS
