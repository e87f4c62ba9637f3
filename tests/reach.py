"""What the product reaches: modules by walking imports from its commands and pages, names by who mentions them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
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


@cache
def imported(module: str) -> frozenset[str]:
    """What it imports, wherever in the text: also where a command or a function opens a room only when asked."""
    return imports(tree(module))


def imports(text: ast.Module) -> frozenset[str]:
    """What a text imports."""
    found: set[str] = set()
    for node in ast.walk(text):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def programs() -> Iterator[str]:
    """The modules that are run by name, `python -m vision.training.reader`."""
    for module in modules():
        for top in tree(module).body:
            if isinstance(top, ast.If) and "__main__" in ast.unparse(top.test):
                yield module


@cache
def reached(*, by_hand: bool = False) -> frozenset[str]:
    """The modules that a command or a page can come to; `by_hand`: or a program that is run by name."""
    seen: set[str] = set()
    todo = [*STARTS, *(programs() if by_hand else ())]
    while todo:
        name = todo.pop()
        while name and name not in modules():
            name = name.rpartition(".")[0]
        if not name or name in seen:
            continue
        seen.add(name)
        todo += [name.rpartition(".")[0], *imported(name)]
    return frozenset(seen)


def _spoken(node: ast.AST) -> Iterator[str]:
    """The names that one node of a program mentions, words in strings that could be names among them."""
    match node:
        case ast.Name(name) | ast.Attribute(_, name):
            yield name
        case ast.MatchClass():
            yield from node.kwd_attrs
        case ast.Constant(str(text)) if text.isidentifier():
            yield text


@cache
def mentions() -> dict[str, set[tuple[str, str]]]:
    """Who mentions a name: (module, top-level name within it), templates and scripts of the pages as well."""
    found: dict[str, set[tuple[str, str]]] = {}
    for module in reached(by_hand=True):
        for top in tree(module).body:
            for node in ast.walk(top):
                for name in _spoken(node):
                    found.setdefault(name, set()).add((module, getattr(top, "name", "")))
    for page in (ROOT / "server" / "pages").rglob("*"):
        if page.suffix in (".html", ".js"):
            for name in re.findall(r"\w+", page.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add((page.name, ""))
    return found


def unreached_names(package: str) -> list[str]:
    """Public functions, classes and methods of `package` that no reached module and no page mentions outside their own
    definition. A command is reached by its decorator, a method that a library calls by the class that it overrides."""
    found = []
    for module in sorted(reached(by_hand=True)):
        if module.partition(".")[0] != package:
            continue
        for top in tree(module).body:
            if not isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or top.name.startswith("_"):
                continue
            if not top.decorator_list or isinstance(top, ast.ClassDef):
                found += [] if mentions().get(top.name, set()) - {(module, top.name)} else [f"{module}.{top.name}"]
            found += _unreached_methods(module, top) if isinstance(top, ast.ClassDef) else []
    return found


def _unreached_methods(module: str, top: ast.ClassDef) -> Iterator[str]:
    bases = getattr(import_module(module), top.name).__mro__[1:]
    for inner in top.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not inner.name.startswith("_"):
            asked_for = any(inner.name in vars(base) for base in bases)
            if not asked_for and inner.name not in mentions():
                yield f"{module}.{top.name}.{inner.name}"
