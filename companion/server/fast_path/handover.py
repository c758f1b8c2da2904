"""Direct posts from a connection to the table and back, within the server's limits."""

from collections.abc import Callable

from companion.server.fair_turns import Turns
from companion.server.fast_path.head import Via
from companion.server.fast_path.recognizer import Found, Incoming, Recognizer
from companion.server.pending import PendingAnswers
from companion.server.wsgi import Awaited


class Handover:
    """Recognises direct posts, and hands them over in fair turns."""

    def __init__(self, recognizer: Recognizer, turns: Turns, pending: PendingAnswers):
        self._recognizer = recognizer
        self._turns = turns
        self._pending = pending

    def recognize(self, data: bytes, via: Via) -> Incoming | Found:
        """See `Recognizer`. An `Incoming` post has a turn; without one it queues as any request."""
        found = self._recognizer.recognize(data, via)
        if isinstance(found, Incoming) and not self._turns.take(found.asker):
            return Found.OTHER
        return found

    def hand_over(self, incoming: Incoming, then: Callable[[Awaited], None]) -> None:
        """Hand the post to the table. `then` is called once: the answer has come or is late."""
        awaited = incoming.post.awaited

        def answered() -> None:
            self._turns.give_back(incoming.asker)
            then(awaited)

        self._pending.call_when_done(awaited, answered)
        incoming.post.hand_over()
