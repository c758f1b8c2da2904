"""The phones at the table: their rights, their list, the page of a seat."""

from typing import Any

from flask import Response, abort, g, jsonify

from companion.pages.web import Web
from companion.table import phone_list
from companion.table.snapshot import Snapshot


def rights(now: Snapshot, client: str, pin: str) -> dict[str, Any]:
    """A phone's rights as JSON. Only hosts see the PIN."""
    host = client in now.rights.hosts
    return {
        "seats": sorted(now.rights.seats(client)),
        "host": host,
        "pin": pin if host else None,
        "phone": now.rights.numbers.get(client),
    }


def me(web: Web) -> Response:
    """The rights of the requesting phone."""
    return jsonify(rights(web.snapshot(), g.client, web.pin))


def phones(web: Web) -> Response:
    """The phones that are connected or have rights."""
    return jsonify(phones=phone_list.listed(web.snapshot(), web.here(), g.client, g.lang))


def seat_page(web: Web, seat: int) -> dict[str, Any]:
    """The values of a seat's page."""
    if seat not in web.snapshot().seats:
        abort(404)
    return {"seat": seat}
