"""The command `companion hall`: puts the hall's parts together and runs them to their end."""

import argparse
import logging
import os
import secrets
import signal
import socket
from contextlib import ExitStack

from companion import messages
from companion.config import Hall
from companion.errors import CompanionError
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.own_id import own_id
from companion.hall.pages.app import create_hall_app
from companion.hall.pages.web import HallWeb
from companion.hall.preparing import Preparing
from companion.hall.receiver import Receiver
from companion.hall.store.store import HallStore
from companion.hall.tournaments import Tournaments
from companion.server.asgi import Server
from companion.server.https import Https, open_https
from companion.server.hub import Hub
from companion.server.listener import listen
from companion.system.addresses import is_here, reached_at
from companion.system.systemd_notify import Manager
from companion.system.thread_watch import ThreadWatch
from companion.system.unblocked_stderr import unblocked_stderr
from companion.terminal import Terminal

FINE, WRONG = 0, 1


def run(args: argparse.Namespace, broker: Hall) -> int:
    """Run the hall until Ctrl-C or SIGTERM. Exit status 0, or 1 after a bug.

    Raises CompanionError where it cannot start; a service manager gets the reason, too.
    """
    manager = Manager(os.environ)
    with unblocked_stderr():
        try:
            return _run(args, broker, manager)
        except CompanionError as error:
            manager.status(messages.sentence(error.key, error.params, args.lang))
            raise


def _run(args: argparse.Namespace, broker: Hall, manager: Manager) -> int:
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    manager.starting()
    terminal = Terminal(args.lang)
    with ExitStack() as opened:
        listener = opened.enter_context(listen(args.host, args.port))
        id = own_id(args.data, broker.hall, opened)
        if https := _https(args):
            opened.enter_context(https.listener)
        store = HallStore.open(args.data, args.db)
        opened.callback(store.close)
        service = HallService(args, broker, id, store, listener, https)
        service.take_signals()
        address = service.web.address
        terminal.draw_code(address)
        terminal.say("hall.address", address=address)
        if https:
            terminal.say("hall.https", address=f"{https.address(address)}/director")
        terminal.say("hall.pin", pin=service.web.pin)
        terminal.say("hall.data", data=store.place)
        manager.status(messages.sentence("hall.address", {"address": address}, args.lang))
        return service.run(manager, terminal)


def _https(args: argparse.Namespace) -> Https | None:
    """Open https if it is wanted, or if others than this machine reach the hall."""
    if args.no_tls or (args.tls is None and is_here(args.host)):
        return None
    at = (args.host, args.tls_port)
    return open_https(args.tls or [], args.data, at, reached_at(args.host))


class HallService:
    """The parts of the hall: receiver, keeper, hub and server."""

    def __init__(
        self,
        args: argparse.Namespace,
        broker: Hall,
        id: str,
        store: HallStore,
        listener: socket.socket,
        https: Https | None,
    ):
        self._listener = listener
        self._threads = ThreadWatch(lambda name: self._server.stop())
        live = Live(store.tables())
        tournaments = Tournaments(store)
        tournaments.refresh()
        self._keeper = Keeper(store, live, lambda saved: self._preparing.follow(saved))
        self._receiver = Receiver(broker, id, live, self._keeper.keep)
        self._preparing = Preparing(tournaments, live, self._receiver)
        self.web = self._web(args, broker.hall, store, live, tournaments, https)
        self._hub = Hub(self.web.event)
        tournaments.changed = self._receiver.changed = lambda: self._hub.publish("hall")
        tls = (https.listener, https.context) if https else None
        self._server = Server(create_hall_app(self.web), self._hub, tls, fast=False)

    def _web(
        self,
        args: argparse.Namespace,
        name: str,
        store: HallStore,
        live: Live,
        tournaments: Tournaments,
        https: Https | None,
    ) -> HallWeb:
        """What the pages use, with the PIN and the secret of the store."""
        return HallWeb(
            name=name,
            live=live,
            receiver=self._receiver,
            keeper=self._keeper,
            store=store,
            tournaments=tournaments,
            preparing=self._preparing,
            secret=bytes.fromhex(store.setting("secret", lambda: secrets.token_hex(32))),
            pin=store.setting("pin", lambda: f"{secrets.randbelow(1_000_000):06d}"),
            boot=secrets.token_hex(4),
            address=f"http://{reached_at(args.host)}:{self._listener.getsockname()[1]}",
            names=frozenset({socket.gethostname().lower(), *args.name})
            | (https.names if https else frozenset()),
            https=https.access if https else None,
            simulated=args.simulated,
            ended=lambda: self._threads.ended,
        )

    def take_signals(self) -> None:
        """End the service at SIGTERM and Ctrl-C."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._server.handle_exit)

    def run(self, manager: Manager, terminal: Terminal) -> int:
        """Start the parts, answer browsers until the end, stop them. Returns the exit status.

        A thread that a bug has ended ends the process: the service manager restarts it, and the
        broker has kept what was not saved.
        """
        with ExitStack() as ends:
            ends.enter_context(self._threads)
            self._keeper.start()
            ends.callback(self._keeper.stop)
            self._receiver.start()
            ends.callback(self._receiver.stop)
            with manager.watching(lambda: not self._threads.ended):
                self._server.run(sockets=[self._listener])
        if self._threads.ended:
            terminal.say("hall.bug")
            return WRONG
        return FINE
