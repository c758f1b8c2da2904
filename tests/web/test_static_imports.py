"""Allowed imports among the pages' modules and sheets: downhill only, no cycles.

pages -> games/games.js -> games/<game>
pages, games/<game> -> parts -> lib
"""

import posixpath
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.web.static_files import AT_ONCE, FROM_THE_ROOT, IN_A_SHEET, LATER, STATIC, WEB, games

REGISTRY = "games/games.js"
RUNTIME = "lib/module-runtime.js"
"""Files without an import: the server puts them at the front of the base bundle."""

STYLED = ("game", "seat", "table", "setup", "room", "box", "courses")
"""Names of games' sheets that parts/game-parts.js and the templates derive from a part."""

ANY_LATER = r"\bimport\((?!\s*\"\.)"
OF_GAMES = re.compile(r"snow.?tails|reindeer.?races|husky", re.I)

Files = Mapping[str, str]
Arrow = tuple[str, str]


@pytest.fixture(scope="module")
def ours() -> dict[str, str]:
    """Every module and sheet by its name, and the templates."""
    files = [path for how in ("*.js", "*.css") for path in sorted(STATIC.rglob(how))]
    text = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in files}
    pages = {f"templates/{path.name}": path for path in (WEB / "templates").iterdir()}
    return text | {name: path.read_text("utf-8") for name, path in pages.items()}


def arrows(files: Files) -> list[Arrow]:
    """All imports, static and dynamic."""
    return [
        (name, posixpath.normpath(posixpath.join(posixpath.dirname(name), address)))
        for name, text in files.items()
        if name.endswith((".js", ".css")) and not name.startswith("templates/")
        for how in ((IN_A_SHEET,) if name.endswith(".css") else (AT_ONCE, LATER))
        for address in re.findall(how, text, re.M)
    ]


def allowed(name: str) -> tuple[str, ...]:
    """The path prefixes that a file may import."""
    area, *rest = name.split("/")
    match area:
        case "lib":
            return ("lib/",)
        case "parts":
            return ("lib/", "parts/")
        case "games":
            return ("games/",) if name == REGISTRY else ("lib/", "parts/", f"games/{rest[0]}/")
        case "pages":
            own = f"pages/{posixpath.splitext(rest[0])[0]}/"
            base = ("pages/base.css",) if name.endswith(".css") else ()
            return ("lib/", "parts/", REGISTRY, own, *base)
    raise AssertionError(f"{name} lies in none of lib, parts, games, pages")


def uphill(files: Files) -> list[Arrow]:
    return [(one, other) for one, other in arrows(files) if not other.startswith(allowed(one))]


def circles(files: Files) -> Iterator[list[str]]:
    """All circular imports, as paths."""
    onward: dict[str, list[str]] = {}
    for one, other in arrows(files):
        onward.setdefault(one, []).append(other)
    done: set[str] = set()

    def walk(name: str, above: list[str]) -> Iterator[list[str]]:
        if name in above:
            yield [*above[above.index(name) :], name]
        elif name not in done:
            for other in onward.get(name, ()):
                yield from walk(other, [*above, name])
            done.add(name)

    for name in files:
        yield from walk(name, [])


def strangers(files: Files) -> list[Arrow]:
    """Shared files that name a game, and games that name another one."""
    found = []
    for name, text in files.items():
        area, folder = ("", *name.split("/"))[-3:-1] if name.count("/") > 1 else ("", "")
        own = folder if area == "games" else ""
        known = {game for game in games() if game != own and re.search(rf"\b{game}\b", text)}
        if not own and name != REGISTRY:
            known |= set(OF_GAMES.findall(text))
        found += [(name, game) for game in sorted(known) if name != REGISTRY]
    return found


def unused(files: Files) -> set[str]:
    """Unused modules and sheets."""
    used = {name for text in files.values() for name in re.findall(FROM_THE_ROOT, text)}
    used |= {other for _, other in arrows(files)}
    used |= {f"games/{game}/{part}.css" for game in games() for part in STYLED}
    return {name for name in files if not name.startswith("templates/")} - used - {RUNTIME}


def test_imports_run_downhill(ours: Files) -> None:
    assert uphill(ours) == []


def test_no_imports_are_circular(ours: Files) -> None:
    assert list(circles(ours)) == []


def test_shared_files_and_other_games_name_no_game(ours: Files) -> None:
    assert strangers(ours) == []


def test_every_module_and_sheet_is_used(ours: Files) -> None:
    assert unused(ours) == set()


def test_every_import_names_its_module_by_a_literal(ours: Files) -> None:
    found = {name for name, text in ours.items() if re.search(ANY_LATER, _code(text))}
    assert found == {RUNTIME}


def _code(text: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.S | re.M)


PLANTED_UPHILL = [
    ("lib/dom.js", "../parts/app.js"),
    ("parts/app.js", "../games/games.js"),
    ("parts/app.js", "../games/husky/symbols.js"),
    ("parts/app.js", "../pages/table.js"),
    ("games/husky/seat.js", "../snow_tails/seat.js"),
    ("games/husky/seat.js", "../games.js"),
    ("games/husky/seat.js", "../../pages/seat.js"),
    ("games/games.js", "../parts/app.js"),
    ("pages/seat.js", "./table.js"),
    ("pages/seat.js", "./table/no-race.js"),
    ("pages/seat.js", "../games/husky/seat.js"),
    ("parts/theme.css", "../pages/base.css"),
]


@pytest.mark.parametrize(("name", "address"), PLANTED_UPHILL)
@pytest.mark.parametrize(
    "how", ['import "{}";\n', 'import {{ a }} from "{}";\n', 'import("{}");\n']
)
def test_a_planted_uphill_import_is_found(ours: Files, name: str, address: str, how: str) -> None:
    line = f'@import "{address}";\n' if name.endswith(".css") else how.format(address)
    assert uphill({**ours, name: line + ours[name]})


@pytest.mark.parametrize(
    "how", ['import "{}";\n', 'export {{ a }} from "{}";\n', 'import("{}");\n']
)
def test_a_planted_circle_is_found(ours: Files, how: str) -> None:
    looped = {**ours, "lib/words.js": how.format("./api.js") + ours["lib/words.js"]}
    assert {"lib/api.js", "lib/words.js"} in [set(circle) for circle in circles(looped)]


@pytest.mark.parametrize("name", ["lib/dom.js", "parts/app.js", "pages/seat.js", "parts/theme.css"])
@pytest.mark.parametrize("word", ["snow_tails", "Snow Tails", "husky", "Reindeer Races"])
def test_a_planted_name_of_a_game_is_found(ours: Files, name: str, word: str) -> None:
    assert strangers({**ours, name: f"{ours[name]}/* as in {word} */\n"})


def test_a_planted_name_of_another_game_is_found(ours: Files) -> None:
    name = "games/husky/seat.js"
    assert strangers({**ours, name: ours[name] + 'const other = "snow_tails";\n'})


@pytest.mark.parametrize("name", ["lib/new.js", "parts/new.js", "pages/new.js", "parts/new.css"])
def test_a_planted_unused_file_is_found(ours: Files, name: str) -> None:
    assert unused({**ours, name: ""}) == {name}


def test_a_planted_import_of_an_expression_is_found(ours: Files) -> None:
    planted = "const load = (name) => import(name);\n"
    assert re.search(ANY_LATER, _code(ours["parts/app.js"] + planted))
