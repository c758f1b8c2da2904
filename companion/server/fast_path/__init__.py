"""Fast path for the posts of a running race (README.md). `connection_factory` is its only entry."""

from collections.abc import Callable
from functools import partial

from flask import Flask

from companion.server.connections import Connection
from companion.server.direct_posts import EXTENSION
from companion.server.fair_queue import FairQueue
from companion.server.fast_path.connection import FastConnection
from companion.server.fast_path.handover import Handover
from companion.server.fast_path.recognizer import Recognizer
from companion.server.pending import PendingAnswers

__all__ = ["connection_factory"]


def connection_factory(
    app: Flask, queue: FairQueue, pending: PendingAnswers
) -> Callable[..., Connection]:
    """Make the connections of a server whose direct posts take the fast path.

    `queue`, `pending`: the server's own, shared with the requests on the ordinary path.
    """
    recognizer = Recognizer(app, app.extensions[EXTENSION])
    return partial(FastConnection, Handover(recognizer, queue, pending))
