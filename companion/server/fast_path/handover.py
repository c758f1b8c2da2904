"""Hand direct posts from a connection to the table, within the server's limits."""

from collections.abc import Callable

from companion.server.fair_queue import FairQueue
from companion.server.fast_path.head import Via
from companion.server.fast_path.recognizer import Found, Incoming, Recognizer
from companion.server.pending import PendingAnswers
from companion.server.wsgi import Deferred


class Handover:
    """Recognises direct posts, and hands them over through the fair queue."""

    def __init__(self, recognizer: Recognizer, queue: FairQueue, pending: PendingAnswers):
        self._recognizer = recognizer
        self._queue = queue
        self._pending = pending

    def recognize(self, data: bytes, via: Via) -> Incoming | Found:
        """See `Recognizer`. An `Incoming` post holds a slot; without one it is left to uvicorn."""
        found = self._recognizer.recognize(data, via)
        if isinstance(found, Incoming) and not self._queue.try_acquire(found.requester):
            return Found.OTHER
        return found

    def hand_over(self, incoming: Incoming, then: Callable[[Deferred], None]) -> None:
        """Hand the post to the table. `then` is called once: the answer has come or is late."""
        deferred = incoming.post.deferred

        def answered() -> None:
            self._queue.release(incoming.requester)
            then(deferred)

        self._pending.call_when_done(deferred, answered)
        incoming.post.hand_over()
