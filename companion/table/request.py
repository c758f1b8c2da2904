"""A request to the table, from a phone or the room."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from companion.games.game import Say
from companion.signals import Origin
from companion.table.posts import Answer

Later = Callable[[Callable[[float], None]], None]
"""Puts a call into the loop's inbox, from any thread. The call gets the time `now`."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request's source, and the way to answer it.

    `name`: of the source, for people ("seat 2's buttons"). `origin`: of the room's signal, None
    for a phone. `key`: of the phone's post, "" for none. `reply`: gets a phone's answer.
    """

    name: Say
    origin: Origin | None = None
    key: str = ""
    reply: "Future[Answer] | None" = None

    def answer(self, answer: Answer) -> None:
        """Answer the phone, if the request came from one."""
        if self.reply is not None:
            self.reply.set_result(answer)
