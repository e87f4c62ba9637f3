"""Every module has a test module: of its own name, one that imports it, or one that is named here with the reason."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.reach import STARTS, imported, imports, modules

ROOT = Path(__file__).parents[1]
# Rooms and modules that are tested through others: by which test module, and why no closer. The longest name counts.
THROUGH = {
    "device.talk": ("tests/device/test_link.py", "what is said of a light is read off the link that says it"),
    "engine.beginning": (
        "tests/engine/test_scenarios.py",
        "rulings and folds are told as situations that players read",
    ),
    "engine.card": ("tests/engine/test_card.py", "a card is tested by the text of its lines, whole"),
    "engine.coaching": ("tests/engine/test_coaching.py", "advice is tested as a player gets it, its numbers recounted"),
    "engine.lessons": ("tests/engine/test_lessons.py", "each kind of question is made and answered there"),
    "engine.naming": ("tests/server/coaching/test_lessons.py", "names are given on pages"),
    "engine.opening": ("tests/engine/test_scenarios.py", "rulings and folds are told as situations that players read"),
    "engine.rules": ("tests/engine/test_scenarios.py", "rulings and folds are told as situations that players read"),
    "engine.rules.afterwards": ("tests/server/test_ends.py", "what a player says of an end comes from a page"),
    "engine.scenarios": ("tests/engine/test_scenarios.py", "it runs them"),
    "engine.sight": ("tests/engine/sight/test_situations.py", "the fold is shown what people do, as a text"),
    "server": ("tests/server/test_app.py", "a page is tested by asking for it"),
    "server.cli_live": ("tests/server/test_plain_call.py", "commands are tested by running them"),
    "server.cli_words": ("tests/server/test_cli_card.py", "commands are tested by running them"),
    "server.cli_log": ("tests/server/test_backup.py", "commands are tested by running them"),
    "server.failing": ("tests/server/test_plain_call.py", "commands are tested by running them"),
    "server.cli_teach": ("tests/server/test_teaching.py", "commands are tested by running them"),
    "server.coaching": ("tests/server/coaching/test_help.py", "the coach's pages are tested by asking for them"),
    "vision.cards": ("tests/vision/test_card_photograph.py", "a photographed card is read whole"),
    "vision.follow": ("tests/vision/follow/test_settle.py", "what is followed is told by settling"),
    "vision.judge": ("tests/vision/judge/test_evidence.py", "one reason is seen in what all together say"),
    "vision.synthetic": ("tests/vision/test_synthetic_stills.py", "what is drawn is looked at as a picture"),
}
TRAINING = "vision.training"  # programs whose product is a weights file: `tests/bench/accuracy.py` measures that


@cache
def wanted(test: Path) -> frozenset[str]:
    """What a test module imports itself."""
    return imports(ast.parse(test.read_text(encoding="utf-8")))


@cache
def comes_to(test: Path) -> frozenset[str]:
    """The modules of the product that a test module imports, by way of others and of the tests' helpers too."""
    seen: set[str] = set()
    todo = list(wanted(test))
    while todo:
        name = todo.pop()
        helper = ROOT / f"{name.replace('.', '/')}.py"
        if name in seen:
            continue
        if name in modules():
            seen.add(name)
            todo += imported(name) if name != "server.cli" else STARTS
        elif name.startswith("tests.") and helper.is_file():
            seen.add(name)
            todo += wanted(helper)
    return frozenset(seen)


def through(module: str) -> tuple[Path, str] | None:
    """The test module that is named for it, or for its room, and why."""
    name = module
    while name:
        if name in THROUGH:
            return ROOT / THROUGH[name][0], THROUGH[name][1]
        name = name.rpartition(".")[0]
    return None


@cache
def directly() -> tuple[frozenset[str], frozenset[str]]:
    """The names of all test modules without `test_`, and all that they import."""
    tests = list((ROOT / "tests").rglob("test_*.py"))
    return frozenset(t.stem.removeprefix("test_") for t in tests), frozenset().union(*map(wanted, tests))


def alone(package: str) -> list[str]:
    """The modules of a package that no test module is named after or imports."""
    names, imports = directly()
    held = (m for m, path in modules().items() if path.name != "__init__.py" or "def " in path.read_text())
    mine = (m for m in held if m.partition(".")[0] == package and not m.startswith(TRAINING))
    return [m for m in mine if m.rpartition(".")[2] not in names and m not in imports]


@pytest.mark.parametrize("package", ["engine", "vision", "device", "server", "models"])
def test_every_module_has_a_test_module_or_a_reason(package: str) -> None:
    untested = [m for m in alone(package) if (found := through(m)) is None or m not in comes_to(found[0])]
    assert untested == []


def test_no_reason_outlives_its_need() -> None:
    some = [m for package in ("engine", "vision", "device", "server") for m in alone(package)]
    assert [room for room in THROUGH if not any(m == room or m.startswith(f"{room}.") for m in some)] == []
