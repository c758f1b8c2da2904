"""A node's end of the link, with the service simulated line by line."""

from link_vectors import UID

from companion.protocols.link import Line, Receiver, encode
from companion.protocols.link_node import NodeEnd


class Node:
    """A node's end, with the service simulated line by line."""

    def __init__(self, pixels: int = 8, buttons: int = 5) -> None:
        self.end = NodeEnd(UID, "BEEF", buttons, 1, pixels, 3, "power")
        self.receiver = Receiver()
        self.peer = "C0DE"
        self.seq = 0

    def hear(self, body: str, seq: int = 0, ack: int = 0, *, now: int = 0) -> None:
        self.end.receive_data(encode(self.peer, "BEEF", seq, ack, body), now)

    def hear_next(self, body: str, ack: int = 0, *, now: int = 0) -> None:
        self.seq += 1
        self.hear(body, self.seq, ack, now=now)

    def say(self, now: int = 0) -> list[Line]:
        data = self.end.data_to_send(now)
        self.end.wrote(len(data))
        return self.receiver.feed(data)

    def verbs(self, now: int = 0) -> list[str]:
        return [line.verb for line in self.say(now)]

    def events(self) -> list[tuple[str, int, bytes]]:
        events = []
        while event := self.end.next_event():
            events.append(event)
        return events

    def join(self, now: int = 0, *, peer: str = "C0DE", ack: int = 0) -> None:
        """Send HELLO, receive WELCOME, send the first BEAT."""
        hello = self.say(now)[0]
        self.peer, self.seq = peer, 0
        self.hear_next(f"WELCOME 3 900 {hello.args[6]}", ack, now=now)
        assert self.events()[-1] == ("joined", 3, b"")


def joined() -> Node:
    node = Node()
    node.join()
    assert node.verbs() == ["BEAT"]
    return node
