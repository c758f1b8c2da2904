"""A service's end of the link, with the node simulated line by line."""

from link_vectors import UID

from companion.protocols.link import Line, Receiver, encode
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd, HostEvent, Joined

SAID = f"{UID} 1 1.0 buttons=5,readers=1,pixels=8 3 power"


def new_links(known: tuple[str, int] | None = None) -> Links:
    sessions = iter(range(0xC0DE, 0xFFFF))
    return Links(sessions.__next__, lambda uid: known)


class Service:
    """A service's end, with the node simulated line by line."""

    def __init__(self, links: Links | None = None) -> None:
        self.links = links or new_links()
        self.end = HostEnd(self.links, lambda hello: hello.strap)
        self.receiver = Receiver()
        self.node, self.session, self.ack = "BEEF", "C0DE", 0

    def call(self, ticks: int = 0, acked: int = 0, sent: int = 0, *, now: float = 0.0) -> None:
        hello = f"HELLO {SAID} {ticks} {acked} {sent}"
        self.end.receive_data(encode(self.node, "0000", 0, 0, hello), now)

    def hear(self, body: str, seq: int = 0, *, now: float = 0.0) -> None:
        self.end.receive_data(encode(self.node, self.session, seq, self.ack, body), now)

    def say(self, now: float = 0.0) -> list[Line]:
        """The lines sent; the node records the number to acknowledge."""
        data = self.end.data_to_send(now)
        self.end.wrote(len(data))
        lines = self.receiver.feed(data)
        for line in lines:
            if line.verb == "WELCOME" and line.seq == 1:
                self.session, self.ack = line.frm, 0
            if line.seq == self.ack + 1:
                self.ack = line.seq
        return lines

    def verbs(self, now: float = 0.0) -> list[str]:
        return [line.verb for line in self.say(now)]

    def beat(self, ticks: int = 0, *, now: float = 0.0) -> None:
        self.hear(f"BEAT {ticks} 00000 0 0 0", now=now)

    def events(self) -> list[HostEvent]:
        events = []
        while event := self.end.next_event():
            events.append(event)
        return events

    def join(self, *, now: float = 0.0) -> None:
        self.call(now=now)
        self.say(now)
        self.beat(now=now)
        assert isinstance(self.events()[0], Joined)
        self.say(now)


def joined() -> Service:
    service = Service()
    service.join()
    assert service.end.connected
    return service
