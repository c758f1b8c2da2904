"""What a press asks for, the same in every game: its menu's key says it."""

from collections.abc import Mapping

from companion.games.game import Act, Keys
from companion.signals import Press


def wish(menus: Mapping[str, Mapping[str, Keys]], press: Press) -> Act | str | None:
    """The act that a press asks for, the menu that it opens ("" closes), or nothing.

    `menus` are a seat's, as its view gives them; in a menu that it no longer has, a press means
    what it means with none open.
    """
    keys = menus.get(press.menu, menus[""]).get(press.button)
    key = (keys.hold if press.hold else keys.press) if keys else None
    if key is None:
        return None
    return key.menu if key.act is None else key.act
