"""The web side of the phones: who is there, who sits where, and who has the host's rights."""

from collections.abc import Callable, Collection
from typing import Any

from flask import Flask, Response, g, jsonify

from companion.table import phone_list
from companion.table.snapshot import Snapshot


def me(now: Snapshot, client: str, pin: str) -> dict[str, Any]:
    """What this phone may do. The PIN is for hosts' eyes only."""
    host = client in now.rights.hosts
    return {
        "seats": sorted(now.rights.seats(client)),
        "host": host,
        "pin": pin if host else None,
        "phone": now.rights.numbers.get(client),
    }


def add_reads(
    app: Flask,
    snapshot: Callable[[], Snapshot],
    here: Callable[[], Collection[str]],
    pin: str,
    lang: Callable[[], str],
) -> None:
    """What this phone may do, and who else is there. `here`: the phones with an open stream."""

    @app.get("/api/v1/me", endpoint="me")
    def own() -> Response:
        return jsonify(me(snapshot(), g.client, pin))

    @app.get("/api/v1/phones")
    def phones() -> Response:
        return jsonify(phones=phone_list.listed(snapshot(), here(), g.client, lang()))


def add_writes(app: Flask, post: Callable[..., Any]) -> None:
    """Seats are taken and given back; the host's rights are asked for, given and withdrawn."""

    @app.post("/api/v1/seats/<int:seat>/claim")
    def claim(seat: int) -> Any:
        return post("claim", {"take?": bool}, seat=seat)

    @app.post("/api/v1/seats/<int:seat>/release")
    def release(seat: int) -> Any:
        return post("release", {}, seat=seat)

    @app.post("/api/v1/host")
    def host() -> Any:
        return post("host", {"pin": str})

    @app.post("/api/v1/seating")
    def seating() -> Any:
        return post("seating", {"do": str})

    @app.post("/api/v1/host/give")
    def give() -> Any:
        return post("give", {"to": int})

    @app.post("/api/v1/host/withdraw")
    def withdraw() -> Any:
        return post("withdraw", {"from": int})
