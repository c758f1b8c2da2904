"""The interface by which an application offers direct posts to its server.

A direct post reads no disk, so it needs no thread and no view. A server that has checked the
request's head may hand it over itself; a server without this interface calls the view.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from flask import Request

from companion.server.wsgi import Deferred

EXTENSION = "direct_posts"
"""The name of an application's extension that is a `DirectPosts`."""


class DirectPost(NamedTuple):
    """A valid post. `deferred`: its answer, once `hand_over` was called."""

    hand_over: Callable[[], None]
    deferred: Deferred


class DirectPosts(Protocol):
    """The direct posts of an application."""

    def allows(self, endpoint: str, request: Request, client: str) -> bool:
        """Whether this endpoint takes direct posts, and this request's head is acceptable for one.

        `client`: the phone whose token came with it, "" for none.
        """

    def check(
        self, endpoint: str, args: Mapping[str, Any], client: str, lang: str, body: Any
    ) -> DirectPost | None:
        """The post that a JSON body makes; None if the view has to refuse it.

        `args`: the arguments of the endpoint's rule.
        """
