"""The packages are plain top-level names, so another distribution could shadow them; and each keeps to its place."""

import importlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.absent import absent
from tests.reach import imported, modules, reached, unreached_names

HOME = Path(__file__).resolve().parents[1]
PACKAGES = ("vision", "engine", "device", "server", "models")

IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(f"{{name}} is not to be imported here")

sys.meta_path.insert(0, Without())
for name in {packages!r}:
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(package.__path__, name + "."):
        if not found.name.startswith("vision.training"):
            importlib.import_module(found.name)
print(" ".join(sorted({{m.split(".")[0] for m in sys.modules}})))
"""


def roots_imported(packages: tuple[str, ...], blocked: tuple[str, ...]) -> set[str]:
    """Imports every module of the packages in a fresh interpreter and tells which roots were loaded. `blocked` are not
    to be found."""
    text = IMPORT_ALL.format(packages=packages, blocked=blocked)
    done = subprocess.run([sys.executable, "-c", text], cwd=HOME, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return set(done.stdout.split())


@pytest.mark.parametrize("name", PACKAGES)
def test_the_package_of_that_name_is_ours(name: str) -> None:
    found = importlib.import_module(name)
    assert [Path(p).resolve() for p in found.__path__] == [HOME / name]


@pytest.mark.parametrize("name", PACKAGES)
def test_the_wheel_holds_the_package(name: str) -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert name in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def test_the_wheel_leaves_out_what_only_training_needs() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"] == ["/vision/training"]


def test_nothing_that_the_wheel_holds_imports_training() -> None:
    held = [name for name in modules() if not name.startswith("vision.training")]
    assert "vision.synthetic.camera" in held  # the simulated table needs no training
    assert [name for name in held if any(of.startswith("vision.training") for of in imported(name))] == []


def test_no_package_marker_under_tests() -> None:
    """A lone tests/engine/__init__.py would be imported as `engine`."""
    assert list((HOME / "tests").rglob("__init__.py")) == []


def test_imports_flow_one_way() -> None:
    if importlib.util.find_spec("importlinter") is None:
        absent("import-linter", "pip install -e .[test]")
    check = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"
    done = subprocess.run([sys.executable, "-c", check], cwd=HOME, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert re.search(r"1 kept, 0 broken", done.stdout)


def test_every_module_imports_without_torch() -> None:
    roots = roots_imported(PACKAGES, ("torch", "onnx", "onnxscript"))
    assert set(PACKAGES) <= roots


def test_the_engine_needs_nothing_but_numpy() -> None:
    roots = roots_imported(("engine",), ("cv2", "scipy", "onnxruntime", "fastapi", "sqlalchemy", "serial", "typer"))
    others = roots - {"__main__"} - set(sys.stdlib_module_names)
    ours = {root for root in others if importlib.util.find_spec(root) is not None}
    # What the interpreter itself loads at its start (an editable install's finder) is none of the engine's doing.
    bare = subprocess.run([sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True)
    assert ours - {m.split(".")[0] for m in bare.stdout.split()} <= {"engine", "numpy"}


def test_nothing_is_imported_relatively() -> None:
    """The first word of an import says which part one depends on."""
    relative = re.compile(r"^\s*from \.", re.MULTILINE)
    assert [p for name in PACKAGES for p in (HOME / name).rglob("*.py") if relative.search(p.read_text("utf-8"))] == []


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "core", "base", "manager"])
def test_no_room_is_named_after_nothing(word: str) -> None:
    assert [p for name in PACKAGES for p in (HOME / name).rglob(f"{word}.py")] == []


def test_no_module_is_there_for_tests_alone() -> None:
    """Every module is reached from a command, a page or a program that is run by name."""
    assert set(modules()) - reached(by_hand=True) - set(PACKAGES) == set()


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "vision"])
def test_nothing_is_offered_to_tests_alone(package: str) -> None:
    assert unreached_names(package) == []


def test_the_last_release_in_the_changelog_is_the_programs_version() -> None:
    dated = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", (HOME / "CHANGELOG.md").read_text("utf-8"), re.M)
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert dated[0][0] == project["version"]
    assert [day for _, day in dated] == sorted((day for _, day in dated), reverse=True)
