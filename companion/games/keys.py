"""The meaning of a press, shared by all games: looked up among the keys of its menu."""

from collections.abc import Mapping

from companion.games.game import Act, Keys
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
