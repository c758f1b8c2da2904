"""Bundles: each script and style with everything that it imports."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.pages.asset_bundles import BASE, RUNTIME, Unreadable, module, sheet

STATIC = Path(__file__).parents[2] / "web" / "static"
OURS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))

FILES = {
    RUNTIME: "/* the runtime */\n",
    BASE: 'import { h } from "../lib/dom.js";\nh("base");\n',
    "lib/dom.js": "export function h(what) {}\n",
    "ring.js": 'import { h } from "./games/chess/ring.js";\nexport const a = 1;\n',
    "games/chess/ring.js": 'import { a } from "../../ring.js";\nexport const h = 1;\n',
    "parts/widgets.js": 'import { h } from "../lib/dom.js";\nexport const part = h;\n',
    "games/chess/seat.js": (
        'import {\n  h as draw,\n} from "../../lib/dom.js";\n'
        'import { part } from "../../parts/widgets.js";\n'
        'import "./own.js";\n'
        "/** Said about it. */\n"
        "export async function seat() {\n  // why\n"
        '  return import("./more.js");\n}\n'
        "export class Key {}\n"
        "export const here = import.meta.url;\n"
    ),
    "games/chess/own.js": "export const own = true;\n",
    "alone.js": "setInterval(look, 1000);\n",
}
read = FILES.__getitem__


def with_file(text: str) -> Callable[[str], str]:
    return {**FILES, "new.js": text}.__getitem__


def test_the_base_bundle_has_the_runtime_and_all_its_imports() -> None:
    assert module(BASE, read) == (
        "/* the runtime */\n"
        'define("lib/dom.js", ($) => {\nfunction h(what) {}\nreturn { h };\n});\n'
        'define("pages/base.js", ($) => {\nconst { h } = $.use("lib/dom.js");\nh("base");\n'
        "return {  };\n});\n"
        'use("pages/base.js");\n'
    )


def test_a_pages_bundle_leaves_out_the_base() -> None:
    assert module("games/chess/seat.js", read) == (
        'import { define, use } from "./../../pages/base.js";\n'
        'define("parts/widgets.js", ($) => {\nconst { h } = $.use("lib/dom.js");\nconst part = h;\n'
        "return { part };\n});\n"
        'define("games/chess/own.js", ($) => {\nconst own = true;\nreturn { own };\n});\n'
        'define("games/chess/seat.js", ($) => {\n'
        'const {\n  h: draw,\n} = $.use("lib/dom.js");\n'
        'const { part } = $.use("parts/widgets.js");\n'
        '$.use("games/chess/own.js");\n'
        'async function seat() {\n  return $.later("./more.js");\n}\n'
        "class Key {}\n"
        "const here = $.address;\n"
        "return { seat, Key, here };\n});\n"
        'use("games/chess/seat.js");\n'
    )


def test_a_re_exported_name_is_an_export() -> None:
    joined = module(
        "new.js", with_file('export {\n  h,\n  h as draw,\n} from "./parts/widgets.js";\n')
    )
    assert 'define("parts/widgets.js"' in joined
    assert 'return { h: $.use("parts/widgets.js").h, draw: $.use("parts/widgets.js").h };' in joined


def test_module_without_imports_and_exports_is_unchanged() -> None:
    assert module("alone.js", read) == FILES["alone.js"]


def test_circular_imports_are_reported() -> None:
    with pytest.raises(Unreadable, match=r"^ring\.js imports games/chess/ring\.js imports ring"):
        module("ring.js", read)


@pytest.mark.parametrize(
    "line",
    [
        "export let changed = 1;",
        "export default 1;",
        'export * from "./dom.js";',
        'import * as dom from "./dom.js";',
        'import dom from "./dom.js";',
        'import { h } from "https://elsewhere.example/dom.js";',
    ],
)
def test_unsupported_syntax_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable, match=r"^new\.js: (im|ex)port"):
        module("new.js", with_file(f"export const a = 1;\n{line}\n"))


def test_a_sheets_imports_are_inlined() -> None:
    sheets = {
        "on-seat.css": '/* all */\n\n@import "every.css";\n@import "seat.css";\n',
        "every.css": '@import "style.css";\n',
        "style.css": ":root { color: red }\n",
        "seat.css": ".seat { top: 0 }\n",
    }
    joined = sheet("on-seat.css", sheets.__getitem__)
    assert joined == "/* all */\n\n:root { color: red }\n.seat { top: 0 }\n"


@pytest.mark.parametrize("name", [name for name in OURS if name != RUNTIME])
def test_every_module_can_be_bundled(name: str) -> None:
    joined = module(name, lambda each: (STATIC / each).read_text(encoding="utf-8"))
    assert joined.count(f'define("{name}"') in (0, 1)
