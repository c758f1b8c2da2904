"""Allowed imports: nothing imports upward, and pages and drivers never import each other."""

import ast
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli.firmware import sources
from companion.games import GAME_SPECS
from companion.store import recovery

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
PURE = {
    "collections", "dataclasses", "enum", "functools", "itertools", "math", "operator", "struct",
    "binascii", "typing",
}  # fmt: skip
ON_THE_BOARD = [
    path for place, path in sources(ROOT).items() if place.startswith("companion/protocols/")
]
BOARD = {"binascii", "struct", "companion"}
HARDWARE = {"serial", "gpiozero", "board", "neopixel", "adafruit_pn532", "lgpio"}
ON_A_PI = {"adafruit_pn532", "board", "busio", "digitalio", "neopixel"}
"""The extras pi and pi5."""
PEERS = {
    "flask_service.py": {"flask_socketio", "gevent"},
    "octoprint_plugin.py": {"octoprint"},
}
"""Files that run in the peers' own environments (docs/peers.md)."""


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module that this file imports, at any level."""
    return frozenset(_imported(ast.parse(path.read_text())))


def _imported(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def files(folder: str) -> list[Path]:
    return sorted((PACKAGE / folder).rglob("*.py"))


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(PACKAGE)) for path in paths]


KNOWN = sorted(GAME_SPECS)
GAMES = files("games")
PROTOCOLS = files("protocols")
DRIVERS = files("drivers")
NOUNS = ("", ".Act", ".Event", ".Key", ".Keys", ".Say", ".SeatView", ".View")
HALL_STORE = PACKAGE / "hall" / "store"
"""The only place of the database's library, of the extra hall-server."""

HALL_ACCESS = PACKAGE / "hall" / "access"

THE_CONTRACT = {f"companion.games.game{noun}" for noun in NOUNS}
HISTORY = {"companion.games", "companion.games.history"}
"""Modules of games/ that the rest may import: `from companion.games import history`."""
APART = {"games", "protocols", "drivers", "doctor", "firmware"}
TOP = [path for path in files("") if path.relative_to(PACKAGE).parts[0] not in APART]


@pytest.mark.parametrize("path", GAMES + PROTOCOLS, ids=names(GAMES + PROTOCOLS))
def test_rules_and_protocols_import_only_what_is_pure(path: Path) -> None:
    """No clock, chance, files or hardware can reach them."""
    for name in imports(path):
        top = name.split(".")[0]
        if top == "companion":
            own = path.relative_to(PACKAGE).parts[0]
            allowed = ("companion.errors", "companion.signals", f"companion.{own}")
            assert name.startswith(allowed) or name == "companion", f"{path.name} imports {name}"
        else:
            assert top in PURE, f"{path.name} imports {name}"


@pytest.mark.parametrize("name", sorted(path.stem for path in ON_THE_BOARD))
def test_board_file_imports_only_modules_of_the_board(name: str) -> None:
    """CircuitPython has no dataclasses, enum or typing, so they are imported inside a `try`."""
    tree = ast.parse((PACKAGE / "protocols" / f"{name}.py").read_text())
    tree.body = [node for node in tree.body if not isinstance(node, ast.Try)]
    for found in _imported(tree):
        assert found.split(".")[0] in BOARD, found


@pytest.mark.parametrize("path", DRIVERS, ids=names(DRIVERS))
def test_drivers_import_no_game_and_no_page(path: Path) -> None:
    """Drivers only report signals; the simulated cards come from the games' pieces."""
    known = ("companion.games.pieces",) if path.name == "cards.py" else ()
    for name in imports(path) - {*known}:
        assert not name.startswith(
            ("companion.games.", "companion.pages.app", "companion.table.table", "flask")
        )


ELSEWHERE = [path for path in files("") if "games" not in path.relative_to(PACKAGE).parts]


@pytest.mark.parametrize("path", ELSEWHERE, ids=names(ELSEWHERE))
def test_only_a_games_own_package_names_it(path: Path) -> None:
    """A fourth game is a package and a line in GAME_SPECS. The benchmark plays one of them."""
    if path.relative_to(PACKAGE).parts[0] != "bench":
        assert [game for game in KNOWN if game in path.read_text("utf-8")] == []


def test_every_game_is_registered_under_its_own_name() -> None:
    """A game is a package of games/ with a `SPEC` in its spec.py."""
    packages = {path.parent.name: path for path in GAMES if path.name == "spec.py"}
    assert sorted(set(packages) - {"games"}) == KNOWN
    for name, spec in GAME_SPECS.items():
        assert spec.game is import_module(f"companion.games.{name}")


@pytest.mark.parametrize("path", GAMES, ids=names(GAMES))
def test_no_game_imports_another(path: Path) -> None:
    """Code that two games need belongs to all of them."""
    own, *inner = path.relative_to(PACKAGE / "games").parts
    if inner:
        for other in [game for game in KNOWN if game != own]:
            assert not [name for name in imports(path) if other in name.split(".")]


@pytest.mark.parametrize("path", TOP + GAMES + PROTOCOLS, ids=names(TOP + GAMES + PROTOCOLS))
def test_only_drivers_import_hardware_libraries(path: Path) -> None:
    """The service starts without any of them."""
    assert not {name.split(".")[0] for name in imports(path)} & HARDWARE


def test_pages_import_neither_room_nor_rules() -> None:
    """It reads snapshots and posts."""
    for path in files("pages"):
        for name in imports(path) - THE_CONTRACT - HISTORY:
            assert not name.startswith(
                ("companion.drivers", "companion.games", "companion.table.table")
            )


@pytest.mark.parametrize("path", files("store"), ids=names(files("store")))
def test_the_store_imports_nothing_above_it(path: Path) -> None:
    """It saves values without knowing their meaning."""
    for name in imports(path) - THE_CONTRACT:
        if name.startswith("companion."):
            assert name.startswith(("companion.store", "companion.errors")), name


INSIDE_RECOVERY = PACKAGE / "store" / "recovery"
OUTSIDE_RECOVERY = [path for path in files("") if INSIDE_RECOVERY not in path.parents]


@pytest.mark.parametrize("path", OUTSIDE_RECOVERY, ids=names(OUTSIDE_RECOVERY))
def test_recovery_is_imported_through_its_entry(path: Path) -> None:
    """Nothing outside imports one of its modules."""
    for name in imports(path):
        if name.startswith(f"{recovery.__name__}."):
            assert name.removeprefix(f"{recovery.__name__}.") in recovery.__all__, name


@pytest.mark.parametrize("path", files("store/recovery"), ids=names(files("store/recovery")))
def test_recovery_imports_nothing_above_it(path: Path) -> None:
    """It knows the file, its lock and its schema, but not the reader and writer."""
    below = ("errors", "store.fault", "store.file", "store.lock", "store.records", "store.schema")
    allowed = (recovery.__name__, *(f"companion.{name}" for name in below))
    for name in imports(path) - THE_CONTRACT:
        if name.startswith("companion."):
            assert name.startswith(allowed), name


def test_everything_imported_is_declared() -> None:
    """The base install is declared in pyproject.toml; drivers may also use the Pi's extras."""
    declared = {
        "flask",
        "itsdangerous",
        "werkzeug",
        "uvicorn",
        "h11",
        "serial",
        "segno",
        "gpiozero",
        "companion",
    }
    for path in TOP + GAMES + PROTOCOLS + DRIVERS:
        allowed = declared | (ON_A_PI if path in DRIVERS else set())
        allowed |= {"zeroconf"} if path.name == "mdns.py" else set()  # the extra mdns
        allowed |= {"paho"} if path.parent.name == "hall_link" else set()  # the extra hall
        allowed |= {"bcrypt"} if path == HALL_ACCESS / "nats.py" else set()
        allowed |= {"sqlalchemy", "alembic"} if HALL_STORE in path.parents else set()
        allowed |= PEERS.get(path.name, set())
        foreign = {n.split(".")[0] for n in imports(path)} - set(sys.stdlib_module_names)
        assert foreign <= allowed, f"{path.name}: {foreign - allowed}"


@pytest.mark.parametrize("path", DRIVERS, ids=names(DRIVERS))
def test_pi_libraries_are_imported_only_where_they_are_opened(path: Path) -> None:
    """A table without such hardware starts without its library."""
    top = ast.Module([node for node in ast.parse(path.read_text()).body if not _is_code(node)], [])
    assert not {name.split(".")[0] for name in _imported(top)} & (ON_A_PI | {"gpiozero"})


def test_only_the_connection_to_the_hall_imports_its_library_and_only_when_it_is_made() -> None:
    """A table without `[hall]` starts without it."""
    users = {path.name for path in files("") if any(n.startswith("paho") for n in imports(path))}
    assert users == {"connection.py"}
    tree = ast.parse((PACKAGE / "hall_link" / "connection.py").read_text())
    top = ast.Module([n for n in tree.body if not isinstance(n, ast.ClassDef | ast.If)], [])
    assert not [name for name in _imported(top) if name.startswith("paho")]


def test_no_table_imports_the_hall() -> None:
    """Only its commands do; the service once its packages are known to be there."""
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in files("")
        if PACKAGE / "hall" not in path.parents
        and any(name.startswith("companion.hall.") for name in imports(path))
    }
    assert users == {"cli/hall.py", "cli/hall_access.py"}
    top = [n for n in ast.parse((PACKAGE / "cli" / "hall.py").read_text()).body if not _is_code(n)]
    assert "companion.hall.service" not in _imported(ast.Module(top, []))


TOURNAMENT = PACKAGE / "hall" / "tournament"


@pytest.mark.parametrize("path", files("hall/tournament"), ids=names(files("hall/tournament")))
def test_a_tournament_is_pure(path: Path) -> None:
    """No clock, file, socket or database. Chance is an argument: `random` only names its type."""
    for found in imports(path):
        top = found.split(".")[0]
        assert top in PURE | {"companion", "csv", "fractions", "random"}, found
        if top == "companion":
            pure = ("companion.errors", "companion.games", "companion.signals")
            assert found.startswith((*pure, "companion.hall.tournament")), found


@pytest.mark.parametrize("path", files("hall"), ids=names(files("hall")))
def test_the_hall_imports_no_table_and_no_rules(path: Path) -> None:
    """It knows a race by what its table publishes. A tournament asks the games for their limits,
    and folds its acts as a race does.
    """
    allowed = {"companion.table.pin_lockout", "companion.table.pin_lockout.PinLockout"}
    if TOURNAMENT in path.parents:
        pure = ("companion.games.fields", "companion.games.game", "companion.games.GAME_SPECS")
        pure = (*pure, "companion.games.history")
        allowed |= {name for name in imports(path) if name.startswith(pure)}
    for name in imports(path) - THE_CONTRACT - allowed:
        assert not name.startswith(("companion.games.", "companion.table.", "companion.store"))


@pytest.mark.parametrize("name", ["payloads", "live", "cards", "strays", "tournament_cards"])
def test_the_core_of_the_hall_is_pure(name: str) -> None:
    """No clock, socket or database: times are arguments."""
    for found in imports(PACKAGE / "hall" / f"{name}.py"):
        assert found.split(".")[0] in PURE | {"companion"}, found
        assert not found.startswith("companion.hall.store")


HALL_LINK = PACKAGE / "hall_link"


@pytest.mark.parametrize("name", ["topics", "payloads", "commands", "discovery"])
def test_topics_and_payloads_are_pure(name: str) -> None:
    """No clock, socket or file: they are tested without a broker."""
    for found in imports(HALL_LINK / f"{name}.py"):
        top = found.split(".")[0]
        assert top in PURE | {"json", "companion"} or found.startswith("collections"), found


def _is_code(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def test_only_the_server_imports_the_fast_path_and_only_its_entry() -> None:
    """So the fast path can be switched off in one place."""
    own = PACKAGE / "server" / "fast_path"
    package = "companion.server.fast_path"
    users = {
        path.relative_to(PACKAGE).as_posix(): {
            name for name in imports(path) if name.startswith(package)
        }
        for path in files("")
        if not path.is_relative_to(own)
    }
    assert {file: names for file, names in users.items() if names} == {"server/asgi.py": {package}}


def test_test_files_have_unique_names() -> None:
    """pytest identifies a test file by its name alone."""
    found = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(found) == len(set(found))
