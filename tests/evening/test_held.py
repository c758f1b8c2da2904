"""The service ends while another program locks the database."""

import sqlite3
import threading
from contextlib import closing
from queue import SimpleQueue
from select import select

from tests.evening.script import Script, options
from tests.evening.service import Phone, Reply, Service
from tests.patience import PATIENCE_S, Pace

END_S = 4.0
"""Seconds until the service has ended (tests/patience.py); usually 2."""


def test_the_service_ends_in_time_and_answers_waiting_phones(service: Service) -> None:
    host = Phone(service)
    script = Script(options((1, 3, 5)), 1)
    assert host.post("/races", game="snow_tails", options=script.options).status == 200
    replies: SimpleQueue[Reply] = SimpleQueue()
    act = {"act": "correct", "seat": 1, "set": {"dents": 1}}
    with closing(sqlite3.connect(service.data / "companion.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        player = threading.Thread(target=lambda: replies.put(host.act(act)))
        player.start()
        while not host.get("/health")["store_waiting_s"]:
            select([], [], [], 0.02)
        with Pace() as pace:
            assert service.stop() == 0
        other.execute("ROLLBACK")
    reply = replies.get(timeout=PATIENCE_S)
    player.join()
    assert pace.took_s <= pace.allows(END_S)
    assert (reply.status, reply.body["error"]["key"]) == (503, "web.too_slow")
    assert not any("error" in line.lower() for line in service.said), service.said
