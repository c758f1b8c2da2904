"""All keys of a seat of Husky as lines of text.

A line is a button with the function of a press or a hold; "+" marks the extra keys of a phone.
Brackets: not enabled.
"""

from typing import Any

from husky_race import Race

from companion import messages
from companion.games.game import Key


def keys(race: Race, seat: int, menu: str = "") -> list[str]:
    """The keys of a menu as lines."""
    shown = race.at(seat)
    found = []
    for button, both in shown.keys[menu].items():
        found.append(f"{button} {_key(both.press, seat)}")
        found += [f"{button} held {_key(both.hold, seat)}"] if both.hold else []
    return found + [f"+ {_key(key, seat)}" for key in shown.extra if not menu]


def _key(key: Key | None, seat: int) -> str:
    assert key is not None
    if key.act is None:
        assert key.menu is not None, "a key does something"
        does = f"menu {key.menu}" if key.menu else "close"
    else:
        name, whose, *fields = key.act.items()
        assert (name[0], whose) == ("act", ("seat", seat)), "a key speaks for its own seat"
        does = " ".join([name[1], *(_field(*field) for field in fields)])
    said = f"{messages.say(key.label)} -> {does}"
    return said if key.enabled else f"({said})"


def _field(name: str, value: Any) -> str:
    return " ".join(_field(*one) for one in value.items()) if name == "card" else f"{name}={value}"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]
