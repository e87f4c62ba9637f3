"""docs/architecture.md is true: what it names exists, and in its walk of a tile each step hands on to the next."""

import ast
import importlib
import re
import sys
from itertools import groupby
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

from tests.reach import modules, tree
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.picture.frame import Frame
from vision.synthetic.stills import render_still

ROOT = Path(__file__).parents[1]
DOC = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WALK = re.split(r"^## ", DOC, flags=re.MULTILINE)[2]
# Who calls whom on the way of a tile, in the walk's order: a module, and the next step's name in it.
STEPS = [
    ("server.sight", "frames"),
    ("server.sight", "settle"),
    ("server.watcher", "follow"),
    ("engine.sight.weighing", "propose"),
    ("server.watcher", "submit"),
    ("server.table", "rule"),
    ("server.table", "append"),
    ("server.table", "evolve"),
    ("server.indicator", "light_view"),
]


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def resolved(name: str) -> object:
    """The module, class or function of a dotted name. Raises LookupError where nothing is called so."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        if ".".join(parts[:n]) in modules():
            found: object = importlib.import_module(".".join(parts[:n]))
            for part in parts[n:]:
                if not hasattr(found, part):
                    raise LookupError(name)
                found = getattr(found, part)
            return found
    raise LookupError(name)


@pytest.mark.parametrize(
    "name", sorted({q for q in quoted(DOC) if re.fullmatch(r"(vision|engine|device|server)(\.\w+)+", q)})
)
def test_every_dotted_name_is_one(name: str) -> None:
    assert resolved(name) is not None


@pytest.mark.parametrize(
    "path", sorted({q for q in quoted(DOC) + quoted(GUIDE) if re.fullmatch(r"[\w.]+(/[\w.]+)+/?|\w+/", q)})
)
def test_every_path_leads_somewhere(path: str) -> None:
    homes = [ROOT, ROOT / "server", ROOT / "server" / "coaching", ROOT / "tests"]
    assert any((home / path).exists() for home in homes)


def test_the_walk_names_its_steps_in_their_order() -> None:
    named = [
        "frames",
        "Sight`",
        "settle`",
        "follow(",
        "submit",
        "referee.rule",
        "evolve",
        "screens",
        "indicator",
        "link.py",
    ]
    places = [WALK.index(name) for name in named]
    assert places == sorted(places)


@pytest.mark.parametrize(("module", "name"), STEPS, ids=lambda x: x)
def test_each_step_hands_on_to_the_next(module: str, name: str) -> None:
    called = {
        getattr(node.func, "attr", getattr(node.func, "id", ""))
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call)
    }
    assert name in called


class Followed:
    """The functions of the product that one picture is handed to, from the eyes on, each where it is first."""

    def __init__(self) -> None:
        self.passed: dict[tuple[str, str], None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(str(ROOT / "vision")) or code.co_name.startswith("<"):
            return
        if (self.passed or code.co_name == "sight_window") and any(
            isinstance(given := frame.f_locals.get(name), np.ndarray)
            and given.dtype == np.uint8
            and given.shape[2:] == (3,)
            for name in code.co_varnames[: code.co_argcount]
        ):
            self.passed[Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_name] = None

    @property
    def stays(self) -> list[str]:
        """The files in whose hands it is, one after the other."""
        return [path for path, _ in groupby(path for path, _ in self.passed)]


def test_a_picture_goes_the_way_that_is_written_down() -> None:
    told = re.findall(r"^\| \d+ \| `(vision/[^`]+)`", DOC, flags=re.MULTILINE)
    image = render_still(31, style="clean", hands=0).image
    settler, looks = Settler(Eyes()), 0
    for tenth in range(100):
        followed = Followed()
        sys.setprofile(followed)
        seen = settler.settle(Frame(tenth / 10, image))
        sys.setprofile(None)
        looks += seen is not None
        if looks == 3:  # by then the table has been met, and what was passed over is asked about
            break
    stays = followed.stays
    assert len(stays) >= 8, "it came to the settler again"
    assert stays == told[: len(stays)]
    assert len(told) <= 12
    assert len(told) - len(set(told)) <= 4
