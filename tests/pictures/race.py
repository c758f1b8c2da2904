"""The race that the README's pictures show, and the hands that play it."""

from random import Random

from companion.bench import players
from companion.games import GAMES
from tests.evening.hands import Act, Hands
from tests.evening.script import options
from tests.evening.service import Phone, Stream, count

SEED = 45


class Race:
    """A race of five that can be played up to any of its acts, by posts or by hands."""

    def __init__(self, host: Phone):
        self.host = host
        chosen = options((1, 2, 3, 4, 5))
        self._acts = players.play(GAMES["snow_tails"], chosen, Random(SEED))
        host.post("/races", game="snow_tails", options=chosen)
        self._stream = Stream(host.service)
        self._stream.until(lambda live: all(s["device"] == "connected" for s in live["seats"]))
        self._hands = Hands(host, self._stream)

    @property
    def up(self) -> int:
        """The seat whose turn it is."""
        return int(self._stream.live["up"][0])

    def post(self, end: int) -> None:
        """Play on to act number `end` by posts."""
        done = count(self._stream.live)
        for act in self._acts[done:end]:
            assert self.host.act(act).status == 200
        self._stream.until(lambda live: count(live) == end)

    @property
    def next(self) -> Act:
        """The next act."""
        return self._acts[count(self._stream.live)]

    def play(self) -> None:
        """Do the next act with the seat's card or buttons."""
        self._hands.do(self.next)

    def close(self) -> None:
        """Close the connections."""
        self._stream.close()
