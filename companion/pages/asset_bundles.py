"""Bundle each page's script and styles with everything that they import.

Unbundled, a page would request thirty modules level by level, and on a slow network the requests
alone take longer than the contents. So a module's URL answers with the module and all its imports,
except those that BASE has, which every page loads first. The files stay ES modules and also run
unbundled: in a bundle each becomes a function that gets its imports from
web/static/lib/module-runtime.js. A style sheet's `@import`s are replaced by the files' texts.

Only the syntax that our own modules use is supported: `import` and `export` at the start of a line,
imports by name in braces, exports that never change. Anything else raises Unreadable.
"""

import posixpath
import re
from collections.abc import Callable, Iterator

BASE = "pages/base.js"
"""The module that every page of a table loads before its own."""

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
    """A module uses syntax that cannot be bundled."""


def sheet(name: str, read: Read) -> str:
    """A style sheet with its `@import`s replaced by the imported sheets."""
    return _SHEET.sub(lambda found: sheet(_beside(name, found[1]), read), read(name))


def module(name: str, read: Read, base: str = BASE) -> str:
    """A module bundled with its imports, without those in `base`. `read(name)`: a file's text.

    `base`: the module that every page loads before its own. A module without imports and exports is
    returned unchanged.
    """
    if not _OTHER.search(read(name)):
        return read(name)
    here = () if name == base else _needed(base, read)
    parts = [_defined(each, read(each)) for each in _needed(name, read) if each not in here]
    head = read(RUNTIME) if name == base else _imported(name, base)
    return "".join([head, *parts, f'use("{name}");\n'])


def _imported(name: str, base: str) -> str:
    to_base = posixpath.relpath(base, posixpath.dirname(name) or ".")
    return f'import {{ define, use }} from "./{to_base}";\n'


def _needed(name: str, read: Read) -> list[str]:
    """A module and all its imports, dependencies first. Raises Unreadable for a cycle."""
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
    """A module rewritten as a function that returns its exports."""
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
