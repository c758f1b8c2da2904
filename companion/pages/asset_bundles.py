"""The pages' scripts and styles with all that they need, in one answer each.

A module costs a phone a request, and what it imports the next ones: on a slow network the addresses
alone of thirty modules cost more than all that is in them. So the address of a module answers with
it and everything that it imports; what every page has anyway is in the answer of BASE only. The
files stay ES modules and run as they are, too: each becomes a function in which `import` is asked
of web/static/lib/module-runtime.js. A style sheet's `@import`s are put in its place.

It reads what our own modules are written in, no more: `import` and `export` at the start of a line,
what is imported by its names in braces, nothing exported that changes. Whatever else is Unreadable.
"""

import posixpath
import re
from collections.abc import Callable, Iterator

BASE = "pages/base.js"
"""The module that every page loads before its own."""

RUNTIME = "lib/module-runtime.js"

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.M)
_AGAIN = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";$', re.M)
_NEEDED = re.compile(r'^(?:import|export) (?:\{[^}]*\} from )?"(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.M)
_LATER = re.compile(r"\bimport\(")
_REMARK = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.M | re.S)
_SHEET = re.compile(r'^@import "([^"]+)";\n', re.M)

Read = Callable[[str], str]


class Unreadable(ValueError):
    """A module is written in a way that cannot be joined."""


def sheet(name: str, read: Read) -> str:
    """A style sheet with those that it imports in their places."""
    return _SHEET.sub(lambda found: sheet(_beside(name, found[1]), read), read(name))


def module(name: str, read: Read) -> str:
    """A module with all that it imports and the base has not. `read(name)`: a file's text.

    What neither imports nor exports is nobody's but its page's: it stays as it is.
    """
    if not _OTHER.search(read(name)):
        return read(name)
    here = () if name == BASE else _needed(BASE, read)
    parts = [_defined(each, read(each)) for each in _needed(name, read) if each not in here]
    head = read(RUNTIME) if name == BASE else _imported(name)
    return "".join([head, *parts, f'use("{name}");\n'])


def _imported(name: str) -> str:
    to_base = posixpath.relpath(BASE, posixpath.dirname(name) or ".")
    return f'import {{ define, use }} from "./{to_base}";\n'


def _needed(name: str, read: Read) -> list[str]:
    """A module and what it imports, each once, what is needed first of all in front."""
    found: dict[str, None] = {}

    def find(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise Unreadable(" imports ".join((*above, name)))
        if name not in found:
            for address in _NEEDED.findall(read(name)):
                find(_beside(name, address), (*above, name))
            found[name] = None

    find(name, ())
    return list(found)


def _defined(name: str, text: str) -> str:
    """The module as a function that gives its exports."""
    exports = ", ".join([*_EXPORT.findall(text), *_passed_on(name, text)])
    text = _IMPORT.sub(lambda found: _taken(name, *found.groups("")), _AGAIN.sub("", text))
    text = _EXPORT.sub("", text)
    if other := _OTHER.search(text):
        raise Unreadable(f"{name}: {other[0]}")
    text = _LATER.sub("$.later(", _REMARK.sub("", text)).replace("import.meta.url", "$.address")
    return f'define("{name}", ($) => {{\n{text}return {{ {exports} }};\n}});\n'


def _taken(name: str, names: str, address: str) -> str:
    taken = f'$.use("{_beside(name, address)}");'
    return f"const {{{names.replace(' as ', ': ')}}} = {taken}" if names else taken


def _passed_on(name: str, text: str) -> Iterator[str]:
    """The names that a module re-exports."""
    for names, address in _AGAIN.findall(text):
        for each in filter(None, map(str.strip, names.split(","))):
            theirs, _, ours = each.partition(" as ")
            yield f'{ours or theirs}: $.use("{_beside(name, address)}").{theirs}'


def _beside(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
