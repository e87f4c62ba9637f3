"""What the product reaches: modules by walking imports from its commands and pages, names by who mentions them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from server.cli import ROOMS

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "server", "vision", "device", "models")
STARTS = ("server.cli", "server.app", *(f"server.{room}" for room, _ in ROOMS.values()))


@cache
def modules() -> dict[str, Path]:
    """Every module of the product by name."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).glob("**/*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


def imported(module: str) -> Iterator[str]:
    """What it imports, wherever in the text: also where a command or a function opens a room only when asked."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def reached() -> frozenset[str]:
    """The modules that a command or a page can come to."""
    seen: set[str] = set()
    todo = list(STARTS)
    while todo:
        name = todo.pop()
        while name and name not in modules():
            name = name.rpartition(".")[0]
        if not name or name in seen:
            continue
        seen.add(name)
        todo += [name.rpartition(".")[0], *imported(name)]
    return frozenset(seen)


def unreached_names(package: str) -> list[str]:
    """Public functions and classes of `package` that no reached module mentions outside their own definition."""
    mentions: dict[str, set[tuple[str, str]]] = {}
    for module in reached():
        for top in tree(module).body:
            where = (module, getattr(top, "name", ""))
            for node in ast.walk(top):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
                if name is not None:
                    mentions.setdefault(name, set()).add(where)
    found = []
    for module in sorted(reached()):
        if module.partition(".")[0] != package:
            continue
        for top in tree(module).body:
            if not isinstance(top, ast.FunctionDef | ast.ClassDef) or top.name.startswith("_"):
                continue
            if not mentions.get(top.name, set()) - {(module, top.name)}:
                found.append(f"{module}.{top.name}")
    return found
