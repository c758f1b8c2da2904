"""A row of the routes (routes.py): a call of the web API, or a page.

A shape describes JSON: `str`, `int`, `float`, `bool` for values, `[shape]` for a list, `{"name":
shape, "maybe?": shape}` for an object ("?": optional), `{str: shape}` for an object with any names,
`(shape, …)` for alternatives, `None` for null, `"Name"` for a shape in shapes.py, a list of words
for one of these words, `ANY` for anything. `Limited` and `OneOf` also give the refusal.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from werkzeug.routing import IntegerConverter

from companion.strict_json import MOST_DIGITS
from companion.table.rights import NEEDS, Need

JSON = "application/json"
STREAM = "text/event-stream"

ANY = object()
"""The shape of values that docs/acts.md describes or that differ from game to game."""


class Number(IntegerConverter):
    """A whole number in a path, `<int:…>`. A number with more digits than JSON allows gives 404."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"


@dataclass(frozen=True, slots=True)
class Limited:
    """A string or list with at least `least` and at most `most` characters or items.

    `refusal`: the message key for any other length; its only param is `most`.
    """

    shape: Any
    least: int
    most: int
    refusal: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words. `refusal`: the message key for any other, its param is the field."""

    words: tuple[str, ...]
    refusal: str


KEYED: Mapping[Any, Any] = {"key": Limited(str, 1, 64, "web.wrong_key"), "version?": int}
"""Fields of every post that changes something: the client's key, the version it has seen."""

View = Callable[..., Any]
Names = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the web API.

    `route`: method and path, "GET /races/<int:race_id>".
    `view`: a function, or the kind of post that the loop gets (table/rights.py). A function gets
    the `Web`, the body if there is one, and the arguments in the path.
    `gives`, `query`, `body`: shapes; `fixed`: fields of the post that the path implies.
    `keyed`: the body has the fields `KEYED`, too.
    `need`: rights that a function needs; a post's rights depend on its kind.
    `refused`: the status if a function raises Refused or Malformed.
    `media`, `also`: the media type of the answer, and others on request.
    `only_with`: the field of `Web` without which the call does not exist.
    `direct`: a post of a running race, which needs no disk before the loop gets it.
    """

    route: str
    view: View | str
    summary: str
    gives: Any = "Done"
    query: Names = field(default_factory=dict)
    body: Mapping[Any, Any] = field(default_factory=dict)
    fixed: Names = field(default_factory=dict)
    keyed: bool = True
    need: Need = Need.NOTHING
    refused: int = 409
    media: str = JSON
    also: tuple[str, ...] = ()
    only_with: str = ""
    direct: bool = False

    @property
    def method(self) -> str:
        """GET, POST or PUT."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """The path below /api/v1, with Flask's converters."""
        return self.route.partition(" ")[2]

    @property
    def name(self) -> str:
        """Method and path without converters, `GET /races/<race_id>`."""
        return re.sub("<[a-z]+:", "<", self.route)

    @property
    def writes(self) -> bool:
        """Whether the call has a body."""
        return self.method != "GET"

    @property
    def rights(self) -> Need:
        """The rights that the call needs."""
        return NEEDS[self.view] if isinstance(self.view, str) else self.need

    @property
    def fields(self) -> Mapping[Any, Any]:
        """Every field of the body."""
        return {**KEYED, **self.body} if self.keyed else self.body


def path_values(web: Any, **path: Any) -> Names:
    """The arguments in a page's path."""
    return path


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its path and its template, which names its module in web/static/pages.

    `values`: returns the template's own values; aborts with 404 if there is no such page.
    `only_with`: see `Call`.
    """

    path: str
    template: str
    values: Callable[..., Names] = path_values
    only_with: str = ""
