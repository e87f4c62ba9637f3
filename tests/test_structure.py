"""How large things may be, and who may know whom: no file over 450 lines, no function over 60, no signature over six,
no circle of imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.reach import imported, modules

ROOT = Path(__file__).parents[1]
LINES, FUNCTION, PARAMETERS = 450, 60, 6


@cache
def files() -> dict[str, str]:
    """The text of every Python file of ours by its path."""
    places = [ROOT / name for name in ("engine", "vision", "device", "server", "models", "tests")]
    paths = [*ROOT.glob("*.py"), *(path for place in places for path in place.rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@dataclass(frozen=True, slots=True)
class Function:
    """How large a function or method is; `command`: people call it with a line of options, as many as it
    needs."""

    length: int
    parameters: int
    command: bool


@cache
def functions() -> dict[str, Function]:
    """Every function and method by its file, line and name."""
    return {
        f"{path}:{node.lineno} {node.name}": measured(node)
        for path, text in files().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def measured(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    parameters = sum(one.arg not in ("self", "cls") for one in every)
    return Function((node.end_lineno or node.lineno) - node.lineno + 1, parameters, "typer." in ast.unparse(node.args))


def too_large(sort: str) -> list[str]:
    """What is too large of a sort, by name."""
    if sort == "files":
        return sorted(path for path, text in files().items() if text.count("\n") > LINES)
    of, most = ("length", FUNCTION) if sort == "functions" else ("parameters", PARAMETERS)
    return sorted(name for name, one in functions().items() if not one.command and getattr(one, of) > most)


@pytest.mark.parametrize("sort", ["files", "functions", "signatures"])
def test_nothing_grows_too_large(sort: str) -> None:
    assert too_large(sort) == [], "split it by idea"


def circles() -> Iterator[tuple[str, ...]]:
    """The modules of the product that import one another in a circle, each group in order."""
    known = modules()
    uses = {name: {of for of in imported(name) if of in known and of != name} for name in known}
    while True:  # who imports nothing that is left, or is imported by nothing, is in no circle
        used = {of for mine in uses.values() for of in mine}
        left = {name: mine & uses.keys() for name, mine in uses.items() if mine & uses.keys() and name in used}
        if left == uses:
            break
        uses = left
    reach = {name: _reached(name, uses) for name in uses}
    groups = {tuple(sorted(n for n in uses if n in reach[name] and name in reach[n])) for name in uses}
    yield from sorted(group for group in groups if group)


def _reached(name: str, uses: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [name]
    while todo:
        fresh = uses[todo.pop()] - seen
        seen |= fresh
        todo += fresh
    return seen


def test_no_imports_run_in_a_circle() -> None:
    assert list(circles()) == []
