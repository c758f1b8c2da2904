"""The command `companion run`: puts the service's parts together and runs them to their end."""

import argparse
import json
import logging
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion import ended_threads, messages
from companion.backups import ServiceBackups, damaged
from companion.config import Config
from companion.drivers.room import open_room
from companion.drivers.simulated.room import SimulatedRoom
from companion.errors import CompanionError, ConfigError
from companion.games.game import Say
from companion.hall_link.link import open_link
from companion.library.library import Library
from companion.pages import state_json
from companion.pages.app import create_app
from companion.pages.web import Web
from companion.server.asgi import Server
from companion.server.https import Https, open_https
from companion.server.hub import Hub
from companion.server.listener import PortTaken, listen
from companion.server.sse import StreamEvent
from companion.store.store import Store, Tagged, waited
from companion.system.addresses import reached_at
from companion.system.mdns import HTTP, MdnsName
from companion.system.package import version
from companion.system.systemd_notify import Manager
from companion.system.thread_watch import ThreadWatch
from companion.system.unblocked_stderr import unblocked_stderr
from companion.table.loop import Inbox, Listener, Loop
from companion.table.snapshot import Snapshot, TableInfo
from companion.table.tape import next_tape, start
from companion.table_file.file import chosen
from companion.terminal import Terminal

SWITCH_S = 0.0005
"""Seconds that a thread may hold the interpreter; short, so that lights do not wait for pages."""

ADDRESS_S = 5.0
"""Seconds for which the address is cached: a network or hotspot may come after the service."""

FINE, WRONG = 0, 1
AGAIN = -1
"""Not an exit status: the same command restarts, on a restored backup."""


def run(args: argparse.Namespace) -> int:
    """Run the service until Ctrl-C or SIGTERM. Exit status 0, or 1 after a bug.

    Raises CompanionError where it cannot start. A service manager gets the reason as the status,
    and os.EX_CONFIG for an invalid table.toml, so that it does not restart the service
    (systemd_unit.py).
    """
    with unblocked_stderr():
        status = _run_or_say_why(args, Manager(os.environ))
    if status == AGAIN:
        more = ["--port", str(args.port)]  # the port may have been chosen by the system
        if args.tape:
            more += ["--tape", str(next_tape(args.tape))]
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], *more])
    return status


def _run_or_say_why(args: argparse.Namespace, manager: Manager) -> int:
    """Run the service, and tell a service manager why it cannot start."""
    try:
        return _run(args, manager)
    except CompanionError as error:
        why = messages.sentence(error.key, error.params, args.lang)
        manager.status(why)
        if manager.listens and isinstance(error, ConfigError):
            for one in (error, *error.also):
                print(messages.say(one, args.lang), file=sys.stderr)
            return os.EX_CONFIG
        raise


def _run(args: argparse.Namespace, manager: Manager) -> int:
    sys.setswitchinterval(SWITCH_S)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    config = chosen(args.table, args.simulate)
    manager.starting()
    terminal = Terminal(args.lang)
    with ExitStack() as opened:
        sockets = [listen(args.host, args.port), *_also(args, terminal)]
        listeners = [opened.enter_context(each) for each in sockets]
        args.port = listeners[0].getsockname()[1]
        if https := _https(args):
            opened.enter_context(https.listener)
        manager.status(messages.sentence("run.opening", {"data": args.data}, args.lang))
        store = Store.open(args.data, sync_delay_s=args.sync_delay_ms / 1000)
        opened.callback(store.close)
        service = Service(args, config, store, listeners, https, terminal)
        service.take_signals()
        _banner(args, config, store, service)
        address = {"address": service.info.address}
        manager.status(messages.sentence("run.address", address, args.lang))
        return service.run(manager)


def _https(args: argparse.Namespace) -> Https | None:
    """Open https if requested."""
    if args.tls is None:
        return None
    return open_https(args.tls, args.data, (args.host, args.tls_port), reached_at(args.host))


def _also(args: argparse.Namespace, terminal: Terminal) -> list[socket.socket]:
    """The other ports to listen on. A port that is taken is reported and left out."""
    sockets = []
    for port in args.also_port:
        try:
            sockets.append(listen(args.host, port))
        except PortTaken as taken:
            terminal.say("run.not_also", why=Say(taken.key, taken.params))
    return sockets


class Address:
    """The address by which phones reach the service."""

    def __init__(self, host: str, ports: list[int], https: Https | None):
        self._host = host
        self._port = "" if HTTP in ports else f":{ports[0]}"
        self._https = https
        self._known = self._look()
        self._looked_at = time.monotonic()

    def now(self) -> str:
        """The address as of the last few seconds. From any thread."""
        now = time.monotonic()
        if now >= self._looked_at + ADDRESS_S:
            self._looked_at, self._known = now, self._look()
        return self._known

    def _look(self) -> str:
        machine = reached_at(self._host)
        if self._https:
            self._https.follow(machine)
        return f"http://{machine}{self._port}"


class Service(Listener):
    """The parts of the service: loop, backups, hub, server and the name on the network."""

    def __init__(
        self,
        args: argparse.Namespace,
        config: Config,
        store: Store,
        listeners: list[socket.socket],
        https: Https | None,
        terminal: Terminal,
    ):
        self._args, self._store, self._terminal = args, store, terminal
        self._listeners, self.https = listeners, https
        self._ports = [sock.getsockname()[1] for sock in listeners]
        self._address = Address(args.host, self._ports, https)
        self.info = self._table_info(config)
        self._inbox = inbox = Inbox()
        for fault in config.faults:
            inbox.put(fault.device)
        self._room = open_room(config, inbox.put, store.known, store.next_session, args.simulate)
        self._tape = start(args.tape, store, self.info, self._tagged) if args.tape else None
        self._loop = Loop(inbox, self._room, store, self.info, self._tagged, self, self._tape)
        stick = args.backup or (Path(config.backup) if config.backup else None)
        self._backups = ServiceBackups(args.data, stick, store, self._loop, self.noted)
        self._threads = ThreadWatch(self._thread_ended)
        self._hub = Hub(self._event)
        self._version = version()
        self._mdns = self._named() if args.mdns else None
        self._hall = open_link(config, store, lambda: self._loop.snapshot, inbox.put)
        tls = (https.listener, https.context) if https else None
        self._server = Server(create_app(self._web()), self._hub, tls, fast=args.fast_path)

    def take_signals(self) -> None:
        """End the service at SIGTERM and Ctrl-C. The server takes them over while it runs."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._server.handle_exit)

    def run(self, manager: Manager) -> int:
        """Start the parts, answer phones until the end, stop them. Returns the exit status."""
        if isinstance(self._room, SimulatedRoom):
            self._room.watch(lambda: self._hub.publish("room"))
        with ExitStack() as ends:
            ends.enter_context(self._threads)
            self._loop.start()
            ends.callback(self._close_tape)
            ends.callback(self._backups.close)
            ends.callback(self._loop.stop)
            self._backups.start()
            if self._mdns:
                ends.callback(self._mdns.stop)
                self._mdns.start()
            if self._hall:
                ends.callback(self._hall.stop)
                self._hall.start()
            with manager.watching(lambda: bool(self._loop.health()["ok"])):
                self._server.run(sockets=self._listeners)
        if self._loop.broken or not self._store.alive:
            self._terminal.say("run.bug")
            return WRONG
        return AGAIN if self._backups.again else FINE

    def _thread_ended(self, name: str) -> None:
        """Say that a bug has ended a thread. Without the store's writer the process ends, too."""
        if name == ended_threads.WRITER:
            self.failed()
            return
        say = ended_threads.remark(name)
        self.noted(say)
        self._loop.note(say)
        for device in ended_threads.lost(self._room.served_by(name)):
            self._inbox.put(device)

    def _close_tape(self) -> None:
        if self._tape:
            race = self._loop.snapshot.race
            self._tape.close(race.view.state if race else None)

    def published(self) -> None:
        """Send a new snapshot to phones and hall; the end of a race makes a backup."""
        self._hub.publish("state")
        self._backups.see()
        if self._hall:
            self._hall.wake()

    def upcoming(self, snapshot: Snapshot) -> None:
        """Translate and compress a snapshot before it is published."""
        for channel in self._hub.channels("state:"):
            _ = state_json.message(snapshot, channel.partition(":")[2]).encoded.gzipped

    def failed(self) -> None:
        """End the process after a bug."""
        self._server.stop()

    def noted(self, say: Say) -> None:
        """Print a remark."""
        self._terminal.say(say.key, **say.params)

    def _table_info(self, config: Config) -> TableInfo:
        return TableInfo(
            boot=secrets.token_hex(4),
            name=config.name,
            address=self._address.now(),
            seats=tuple(seat.number for seat in config.seats),
            simulated=self._args.simulate,
            pin=_kept(self._store, "pin", lambda: f"{secrets.randbelow(10_000):04d}"),
            colours=tuple(seat.colour for seat in config.seats),
        )

    def _tagged(self, uid: str) -> Tagged | None:
        """The piece that carries this tag: a learned one, or one of the simulated decks."""
        found = self._store.tag(uid)
        if found is None and isinstance(self._room, SimulatedRoom):
            return self._room.tagged(uid)
        return found

    def _named(self) -> MdnsName:
        """A name on the network; the terminal says when there is one."""
        port = HTTP if HTTP in self._ports else self._ports[0]
        say = self._terminal.say
        machine = partial(reached_at, self._args.host)
        return MdnsName(machine, port, lambda address: say("run.nearby", address=address))

    def _snapshot(self) -> Snapshot:
        """The newest state that is on disk, with the address as it is now. From any thread."""
        snapshot, address = self._loop.snapshot, self._address.now()
        return snapshot if snapshot.address == address else replace(snapshot, address=address)

    def _health(self) -> dict[str, Any]:
        """The answer of `/api/v1/health`. From any thread.

        The watchdog uses only the loop's part: a restart would not fix a failing backup.
        """
        report, ended = self._loop.health(), list(self._threads.ended)
        hall = {"hall": self._hall.state.as_json()} if self._hall else {}
        ok = report["ok"] and not ended
        return {**report, "version": self._version, "ok": ok, "ended": ended, **hall}

    def _event(self, channel: str) -> StreamEvent | None:
        """The newest event of a stream's channel."""
        kind, _, lang = channel.partition(":")
        if kind == "state":
            return state_json.message(self._snapshot(), lang)
        if not isinstance(self._room, SimulatedRoom):
            return None
        version, seats = self._room.look()
        return StreamEvent(f"room.{version}", "room", json.dumps({"seats": seats}))

    def _web(self) -> Web:
        room = self._room if isinstance(self._room, SimulatedRoom) else None
        mdns = self._mdns
        web = Web(
            snapshot=self._snapshot,
            post=self._loop.post,
            saved=Library(self._store, room is not None),
            secret=bytes.fromhex(_kept(self._store, "secret", lambda: secrets.token_hex(32))),
            pin=self.info.pin,
            room=room,
            health=self._health,
            names=frozenset({socket.gethostname().lower()}),
            here=self._hub.phones,
            local=(lambda: mdns.address) if mdns else str,
            backups=self._backups.restoring(lambda: self._server.stop()),
        )
        https = self.https
        return replace(web, https=https.access, names=web.names | https.names) if https else web


def _kept(store: Store, name: str, make: Callable[[], str]) -> str:
    """A stored setting, created on first use."""
    value = store.get(name)
    if value is None:
        value = make()
        waited(lambda then: store.set(name, value, then))
    return str(value)


def _banner(args: argparse.Namespace, config: Config, store: Store, service: Service) -> None:
    """Print the program's name, the address for phones, and the PIN."""
    info, terminal = service.info, Terminal(args.lang)
    terminal.draw_code(f"{info.address}/join")
    if info.simulated:
        terminal.say("run.simulated")
    elif config.file:
        terminal.say("run.table", file=config.file)
    else:
        terminal.say("run.phones_only")
    for fault in config.faults:
        service.noted(fault.said)
    if store.damage:
        service.noted(damaged(store.damage))
    terminal.say("run.address", address=info.address)
    if service.https:
        terminal.say("run.https", address=service.https.address(info.address))
    terminal.say("run.pin", pin=info.pin)
    terminal.say("run.data", data=args.data)
