"""The command `companion run`: the parts put together, the banner, the end."""

import argparse
import io
import json
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

import segno

from companion import messages
from companion.backups import ServiceBackups, damaged
from companion.config import Config, chosen
from companion.drivers.room import Room, open_room
from companion.drivers.simulated.room import SimulatedRoom
from companion.games.game import Say
from companion.library.library import Library
from companion.pages import state_json
from companion.pages.app import Web, create_app
from companion.server.asgi import PortTaken, Server, listen
from companion.server.https import Https, opened
from companion.server.hub import Hub
from companion.server.sse import Frame
from companion.store.store import Store, Tagged, waited
from companion.system.addresses import reached_at
from companion.system.mdns import HTTP, MdnsName
from companion.system.systemd_notify import Manager
from companion.table.loop import Inbox, Loop
from companion.table.snapshot import Snapshot, TableInfo
from companion.table.tape import Tape, start

SWITCH_S = 0.0005
"""How long one thread may hold the interpreter: short, so that lights do not wait for pages."""

FINE, WRONG = 0, 1
AGAIN = -1
"""Not an end: the same command begins again, on a backup that was put back."""


def run(args: argparse.Namespace) -> int:
    """The service until Ctrl-C or SIGTERM. Exit status 0, or 1 after a bug."""
    status = _run(args)
    if status == AGAIN:
        more = ["--port", str(args.port)]  # it may have been any free one
        if args.tape:
            more += ["--tape", str(_next_tape(args.tape))]
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], *more])
    return status


def _next_tape(tape: Path) -> Path:
    """For what comes after this tape; a tape is never written over."""
    names = (tape.with_name(f"{tape.stem}-{number}{tape.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())


def _run(args: argparse.Namespace) -> int:
    sys.setswitchinterval(SWITCH_S)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    config = chosen(args.table, args.simulate)
    manager = Manager(os.environ)
    manager.starting()
    listeners = [listen(args.host, args.port), *_also(args)]
    args.port = listeners[0].getsockname()[1]
    https = _https(args)
    delay_s = args.sync_delay_ms / 1000
    store = Store.open(args.data, sync_delay_s=delay_s)
    try:
        return _serve(args, config, listeners, https, store, manager)
    finally:
        store.close()


def _https(args: argparse.Namespace) -> Https | None:
    """https, if it was asked for."""
    if args.tls is None:
        return None
    return opened(args.tls, args.data, (args.host, args.tls_port), reached_at(args.host))


def _also(args: argparse.Namespace) -> list[socket.socket]:
    """The other ports to listen on. One that cannot be had is said, and no reason to fail."""
    told = []
    for port in args.also_port:
        try:
            told.append(listen(args.host, port))
        except PortTaken as taken:
            why = messages.sentence(taken.key, taken.params, args.lang)
            print(messages.sentence("run.not_also", {"why": why}, args.lang), file=sys.stderr)
    return told


def _serve(
    args: argparse.Namespace,
    config: Config,
    listeners: list[socket.socket],
    https: Https | None,
    store: Store,
    manager: Manager,
) -> int:
    """Put the parts together, and run them to their end."""
    ports = [sock.getsockname()[1] for sock in listeners]
    setting = _setting(args, config, _address(args, ports, https))
    pin = _kept(store, "pin", lambda: f"{secrets.randbelow(10_000):04d}")
    inbox: Inbox = SimpleQueue()
    room = open_room(config, inbox.put, store.known, store.next_session, args.simulate)
    tagged = partial(_tagged, store, room)
    tape = start(args.tape, store, setting, pin, tagged) if args.tape else None
    service = Loop(
        inbox,
        room,
        store,
        setting,
        pin,
        tagged,
        published=lambda: _published(hub, keeping),
        expected=lambda snapshot: _expected(hub, snapshot),
        failed=lambda: server.stop(),
        address=partial(_address, args, ports, https),
        tape=tape,
        told=partial(_tell, args),
    )
    stick = args.backup or (Path(config.backup) if config.backup else None)
    keeping = ServiceBackups(args.data, stick, store, service, partial(_tell, args))
    hub = Hub(partial(_frame, service, room))
    nearby = _nearby(args, ports)
    web = _web(service, room, store, pin, https)
    web = replace(web, here=hub.phones, local=(lambda: nearby.address) if nearby else str)
    web = replace(web, backups=keeping.restoring(lambda: server.stop()))
    tls = (https.listener, https.context) if https else None
    server = Server(create_app(web), hub, tls, fast=args.fast_path)
    if isinstance(room, SimulatedRoom):
        room.watch(lambda: hub.publish("room"))
    for sign in (signal.SIGTERM, signal.SIGINT):  # the server takes them over when it runs
        signal.signal(sign, server.handle_exit)
    _banner(args, config, setting, pin, store, https)
    return _until_the_end(args, service, keeping, server, listeners, nearby, tape, manager)


def _until_the_end(
    args: argparse.Namespace,
    service: Loop,
    keeping: ServiceBackups,
    server: Server,
    listeners: list[socket.socket],
    nearby: MdnsName | None,
    tape: Tape | None,
    manager: Manager,
) -> int:
    """Start what was put together, answer phones until somebody ends it, stop. Exit status."""
    service.start()
    try:
        keeping.start()
        if nearby:
            nearby.start()
        watching = manager.watching(lambda: bool(service.health()["ok"]))
        with watching:
            server.run(sockets=listeners)
    finally:
        if nearby:
            nearby.stop()
        service.stop()
        keeping.close()
        if tape:
            race = service.snapshot.race
            tape.close(race.view.state if race else None)
    if service.broken:
        print(messages.sentence("run.bug", {}, args.lang), file=sys.stderr)
        return WRONG
    return AGAIN if keeping.again else FINE


def _published(hub: Hub, keeping: ServiceBackups) -> None:
    """A new snapshot: for the phones, and at a race's end for a backup."""
    hub.publish("state")
    keeping.see()


def _expected(hub: Hub, expected: Snapshot) -> None:
    """A snapshot that is about to come, in words and packed for the phones that look."""
    for channel in hub.channels("state:"):
        _ = state_json.message(expected, channel.partition(":")[2]).sent.packed


def _tell(args: argparse.Namespace, say: Say) -> None:
    """For who looks at the terminal, or into the log."""
    print(messages.say(say, args.lang), file=sys.stderr)


def _nearby(args: argparse.Namespace, ports: list[int]) -> MdnsName | None:
    """A name on the network, if it was asked for; the terminal says when there is one."""
    if not args.mdns:
        return None

    def told(address: str) -> None:
        print(messages.sentence("run.nearby", {"address": address}, args.lang), file=sys.stderr)

    port = HTTP if HTTP in ports else ports[0]
    return MdnsName(partial(reached_at, args.host), port, told)


def _tagged(store: Store, room: Room, uid: str) -> Tagged | None:
    """The piece that carries this tag: a learned one, or one of the simulated decks."""
    found = store.tag(uid)
    if found is None and isinstance(room, SimulatedRoom):
        return room.tagged(uid)
    return found


def _web(service: Loop, room: Room, store: Store, pin: str, https: Https | None) -> Web:
    web = Web(
        snapshot=lambda: service.snapshot,
        post=service.post,
        saved=Library(store, isinstance(room, SimulatedRoom)),
        secret=bytes.fromhex(_kept(store, "secret", lambda: secrets.token_hex(32))),
        pin=pin,
        room=room if isinstance(room, SimulatedRoom) else None,
        health=service.health,
        names=frozenset({socket.gethostname().lower()}),
    )
    return replace(web, shell=https.shell, names=web.names | https.names) if https else web


def _address(args: argparse.Namespace, ports: list[int], https: Https | None) -> str:
    """Where phones reach this service now: the network may come later than the service."""
    port = "" if HTTP in ports else f":{ports[0]}"
    machine = reached_at(args.host)
    if https:
        https.follow(machine)
    return f"http://{machine}{port}"


def _setting(args: argparse.Namespace, config: Config, address: str) -> TableInfo:
    return TableInfo(
        boot=secrets.token_hex(4),
        name=config.name,
        address=address,
        seats=tuple(seat.number for seat in config.seats),
        simulated=args.simulate,
    )


def _kept(store: Store, name: str, make: Callable[[], str]) -> str:
    """A setting that is made once and then stays."""
    value = store.get(name)
    if value is None:
        value = make()
        waited(lambda then: store.set(name, value, then))
    return str(value)


def _frame(service: Loop, room: Room, channel: str) -> Frame | None:
    """What a stream's channel shows now."""
    kind, _, lang = channel.partition(":")
    if kind == "state":
        return state_json.message(service.snapshot, lang)
    if not isinstance(room, SimulatedRoom):
        return None
    version, seats = room.look()
    return Frame(f"room.{version}", "room", json.dumps({"seats": seats}))


def _can_show(drawing: str, stream: TextIO) -> bool:
    """Whether this terminal has the characters; a drawing of their numbers helps nobody."""
    try:
        drawing.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _banner(
    args: argparse.Namespace,
    config: Config,
    setting: TableInfo,
    pin: str,
    store: Store,
    https: Https | None,
) -> None:
    """What the terminal says at the start: what this is, where phones find it, the PIN."""

    def tell(key: str, **params: object) -> None:
        print(messages.sentence(key, params, args.lang), file=sys.stderr)

    code = io.StringIO()
    segno.make(f"{setting.address}/join", error="m").terminal(out=code, compact=True)
    if _can_show(code.getvalue(), sys.stderr):
        print(code.getvalue(), file=sys.stderr)
    if setting.simulated:
        tell("run.simulated")
    elif not config.file:
        tell("run.phones_only")
    if store.damage:
        _tell(args, damaged(store.damage))
    tell("run.address", address=setting.address)
    if https:
        tell("run.https", address=https.address(setting.address))
    tell("run.pin", pin=pin)
    tell("run.data", data=args.data)
