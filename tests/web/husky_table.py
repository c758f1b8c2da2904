"""Races of Husky for tests of the pages."""

from typing import Any

from tests.web.site import Act, Device

PLAYERS = ((1, "Ada", "red"), (2, "Bo", "blue"), (3, "Cy", "green"), (4, "Dee", "yellow"))


def seats(players: int = 3) -> list[dict[str, Any]]:
    found = (*PLAYERS, (5, "Eli", "purple"))[:players]
    return [{"seat": seat, "name": name, "colour": colour} for seat, name, colour in found]


def begin(phone: Device, players: int = 3, **options: Any) -> None:
    """Start a race with the example box, which a simulated table uses if none is entered."""
    options = {"seats": seats(players), "box": "example", **options}
    answer = phone.post("/races", game="husky", options=options)
    assert answer.ok, answer.text()


def state(phone: Device) -> dict[str, Any]:
    return dict(phone.get("/state")["state"])


def weather(card: int = 1, seat: int = 1) -> Act:
    """The act for a weather card; card 1 of the example box: snow moderate, bush fair, ice bad."""
    return {"act": "tap", "seat": seat, "card": {"kind": "weather", "card": card}}


def action(seat: int, card: int) -> Act:
    """The act for an action card of the example box; the first of each three has an E."""
    return {"act": "tap", "seat": seat, "card": {"kind": "action", "card": card}}


def turn(seat: int, card: int) -> list[Act]:
    """The acts of a turn without a board and without an event."""
    return [action(seat, card), {"act": "done", "seat": seat}]


def set_right(phone: Device, seat: int | None = None, **figures: Any) -> None:
    """Post a correction of a seat."""
    who = {} if seat is None else {"seat": seat}
    phone.acts([{"act": "correct", **who, "set": figures}])


def moves(phone: Device, seat: int) -> None:
    """Move with a board: the seat's musher, then the first movable animal of each species."""
    phone.acts([{"act": "move", "seat": seat, "to": state(phone)["board"]["reach"][0]}])
    while True:
        able = [one for one in state(phone)["board"]["animals"] if one["steps"]]
        if not able:
            return
        to = able[0]["steps"][0]
        phone.acts([{"act": "animal", "seat": seat, "animal": able[0]["animal"], "to": to}])
