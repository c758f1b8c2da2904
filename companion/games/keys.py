"""The meaning of a press, and the words that ask for one, shared by all games."""

from collections.abc import Mapping

from companion.games.game import Act, Keys, Say
from companion.signals import Press


def resolve_press(menus: Mapping[str, Mapping[str, Keys]], press: Press) -> Act | str | None:
    """The act that a press sends, the menu that it opens ("" closes), or None.

    `menus` are those of the seat's view. A press in a menu that no longer exists is read as if no
    menu were open.
    """
    keys = menus.get(press.menu, menus[""]).get(press.button)
    key = (keys.hold if press.hold else keys.press) if keys else None
    if key is None:
        return None
    return key.menu if key.act is None else key.act


def pressing(button: str, label: Say) -> Say:
    """The words for a short press, as a param of an instruction ("Then {press}.").

    A seat with buttons reads the button's name, any other the key's `label`, which its phone shows.
    """
    return Say("button.press", {"button": Say(f"button.{button}"), "key": label})


def holding(button: str, label: Say) -> Say:
    """As `pressing`, for a hold. Phones show such a key as one to tap, too."""
    return Say("button.hold", {"button": Say(f"button.{button}"), "key": label})
