"""A request to the table: who makes it, and who waits for the answer."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from companion.games.game import Say
from companion.signals import Origin
from companion.table.posts import Answer

Later = Callable[[Callable[[float], None]], None]
"""Puts a call into the loop's inbox, from any thread. The call gets the time."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request, of a phone or of the room.

    `name`: what people call the source ("seat 2's buttons"). `origin`: the line of the room that
    made it, None for a phone. `key`: the phone's own, "" for none. `reply`: where a phone waits.
    """

    name: Say
    origin: Origin | None = None
    key: str = ""
    reply: "Future[Answer] | None" = None

    def answer(self, answer: Answer) -> None:
        """Answer the phone that waits, if one does."""
        if self.reply is not None:
            self.reply.set_result(answer)
