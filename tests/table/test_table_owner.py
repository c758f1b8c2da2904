"""Only the table writes its own state; other modules call its methods."""

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path

import pytest

from companion.table.table import Table
from tests.table.table_actor import Actor

PACKAGE = Path(__file__).parent.parent.parent / "companion"
FILES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if "companion.table" in path.read_text("utf-8") and path != PACKAGE / "table" / "table.py"
)
"""Files that are checked. Games have other things named table."""


def through_the_table(node: ast.expr) -> bool:
    """Whether an expression is `table` or `_table`, or an attribute or item below it."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        if isinstance(node, ast.Attribute) and node.attr in ("table", "_table"):
            return True
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in ("table", "_table")


def parts(target: ast.expr) -> Iterator[ast.expr]:
    """The single targets of an assignment."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from parts(element)
    elif isinstance(target, ast.Starred):
        yield from parts(target.value)
    else:
        yield target


def written(tree: ast.AST) -> Iterator[ast.expr]:
    """Every target that is assigned, changed in place or deleted."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                for target in targets:
                    yield from parts(target)
            case (
                ast.AugAssign(target=target)
                | ast.AnnAssign(target=target)
                | ast.NamedExpr(target=target)
                | ast.For(target=target)
            ):
                yield from parts(target)
            case ast.withitem(optional_vars=ast.expr() as target):
                yield from parts(target)


def writes_to_the_table(source: str) -> list[str]:
    """The targets in a source that belong to a table."""
    return [
        ast.unparse(target)
        for target in written(ast.parse(source))
        if isinstance(target, ast.Attribute | ast.Subscript) and through_the_table(target.value)
    ]


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_only_the_table_writes_its_state(path: Path) -> None:
    assert writes_to_the_table(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "table.rights = rights",
        "self._table.cues[seat] = cue",
        "self.table.snapshot.version += 1",
        "first, table.learning = None, None",
        "del self._table.devices[uid]",
        "for table.game in games: pass",
    ],
)
def test_a_write_to_the_table_is_found(source: str) -> None:
    assert writes_to_the_table(source)


@pytest.mark.parametrize("source", ["self._table = table", "table = Table()", "rows[table.n] = 1"])
def test_assigning_the_table_to_a_name_is_not_a_write(source: str) -> None:
    assert not writes_to_the_table(source)


def test_the_table_exposes_only_methods_and_frozen_values(tmp_path: Path) -> None:
    """Properties without a setter, whose values cannot be changed."""
    actor = Actor(tmp_path)
    actor.begin()
    assert [name for name in vars(actor.table) if not name.startswith("_")] == []
    for name, member in vars(Table).items():
        if isinstance(member, property):
            assert member.fset is None
            value = getattr(actor.table, name)
            frozen = is_dataclass(value) and type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]
            assert frozen or isinstance(value, str | bool)
    actor.close()
