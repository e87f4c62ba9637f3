"""Numbers that somebody chose for the seeing half: how many there are, and that each says what it is in and why.

    python -m tests.test_constants

prints them all. A number that follows from others by arithmetic is none, nor is one that was fixed elsewhere (`GIVEN`)
or fitted by a program to data that is named beside it (`FITTED`). Of those that are left, some only bound what is spent
(`COST`) or say when people are told something (`SAID`); all others are tuned: readings and acts turn on them.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = (
    "vision/picture",
    "vision/plane",
    "vision/read",
    "vision/judge",
    "vision/follow",
    "vision/rack",
    "engine/sight",
)
MOST = 132  # chosen numbers at module level; they may only become fewer
MOST_TUNED = 114  # ... and so may those of them that are tuned
MOST_WITHIN = 42  # ... as may the numbers with a fraction within functions
PLAIN = {0, 1, 2, 0.5}  # they say none, once, twice and half
LITTLE = 1e-3  # what keeps a division from zero
GIVEN = {
    "vision/picture/cameras.py": {"_QUERYCAP", "_CAPTURE", "_MEMORY_TO_MEMORY", "_TOLD_APART"},  # Linux's
    "vision/picture/frame.py": {"SHRINK"},  # as small as a JPEG can be read
    "vision/picture/photo.py": {"_TURNS", "_ON_ITS_SIDE"},  # EXIF's
    "vision/plane/calibration.py": {"MARKER_MM", "_CORNER_SIGNS", "EXACT", "ROUGH"},  # as it is printed and laid
    "vision/plane/eye.py": {"THICK_MM", "LEDGE_MM", "USUAL"},  # as tiles, racks and webcams are made
    "vision/read/corners.py": {"EXACT", "WIDER"},  # as the network was taught, as are the next
    "vision/read/crops.py": {"HEIGHT", "WIDTH", "LEARNED_MARGIN", "AROUND"},
    "vision/read/finder.py": {"STRIDE", "SIZE_UNIT"},
    "vision/read/reader.py": {"_LEARNED"},
    "vision/rack/row.py": {"MOST"},  # the rules'
    "vision/read/numerals.py": {"HIGH", "WIDE", "NOT_ONE", "RESEMBLING"},
    "vision/read/indices.py": {"NUMBERS"},
    "vision/read/together.py": {"HUES", "UNIT", "FEATURES", "PAIRS"},
    "vision/read/whole.py": {"LEFT", "RIGHT"},  # as quads are told
    "vision/follow/drawings.py": {"NEUTRAL", "USUAL_HUES"},  # Lab's, and the pure colours
    "vision/follow/assigning.py": {"SUITS", "NUMBERS", "NO_SUIT"},  # the rules'
    "vision/judge/figured.py": {"TURNED"},  # as figures are
    "vision/judge/known.py": {"NO_QUADS", "NOTHING"},  # shapes
    "vision/judge/prints.py": {"NO_PRINTS"},
    "engine/sight/lies.py": {"LARGEST_GROUP"},  # the rules'
}
FITTED = {
    "vision/judge/doubt.py": {"FAMILIAR", "AGREED", "RIGHT", "USUAL"},
    "vision/follow/alike.py": {"FACES", "FIGURES"},
    "vision/follow/chances.py": {"RIGHT"},
    "vision/follow/tracks.py": {"REPEATS"},
}  # beside the curves of the evidence
COST = {
    "vision/picture/camera.py": {"FPS", "WANTED_WH", "QUEUE"},  # asked of the camera
    "vision/picture/photo.py": {"LARGEST", "MOST_PIXELS"},
    "vision/read/weights.py": {"BATCH"},
    "vision/judge/relocate.py": {"MOST"},
    "vision/follow/steady.py": {"SEEK_S", "LONGEST_SEEK_S"},
    "vision/follow/tracks.py": {"LOST_KEPT"},
    "engine/sight/showing.py": {"MOST_READINGS"},
}
SAID = {
    "vision/picture/camera.py": {"SLOW_FPS", "STALL_S"},
    "vision/judge/doubt.py": {"STRANGE", "ENOUGH"},
    "vision/follow/steady.py": {"LOST_S"},
    "engine/sight/following.py": {"RESTLESS_S"},
    "engine/sight/observation.py": {"SAID_S"},
}


@dataclass(frozen=True, slots=True)
class Constant:
    """`says`: whether a comment or a docstring stands with it."""

    place: str
    name: str
    value: str
    says: bool

    @property
    def tuned(self) -> bool:
        """Whether what is read, or told of a game, turns on it."""
        return not any(self.name in names.get(self.place, ()) for names in (COST, SAID))


@cache
def paths() -> tuple[Path, ...]:
    return (ROOT / "vision/eyes.py", *(p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py"))))


def numbers(node: ast.AST) -> list[float]:
    """The numbers that are written out in it."""
    found = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
    return [float(v) for v in found if isinstance(v, int | float) and not isinstance(v, bool)]


def chosen(value: ast.expr) -> bool:
    """Whether it is a number, or is made with one that is not plain."""
    bare = value.operand if isinstance(value, ast.UnaryOp) else value
    return bool(numbers(bare)) if isinstance(bare, ast.Constant) else any(v not in PLAIN for v in numbers(value))


def named(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """What a statement gives names to."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield ast.unparse(statement.target), statement.value
    if isinstance(statement, ast.Assign):
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Tuple | ast.Name):
            return
        both: list[tuple[ast.expr, ast.expr]] = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            both = list(zip(target.elts, value.elts, strict=True))
        yield from ((ast.unparse(name), held) for name, held in both)


@cache
def constants() -> tuple[Constant, ...]:
    found = []
    for path in paths():
        text, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        lines, body = text.splitlines(), ast.parse(text).body
        others = GIVEN.get(place, set()) | FITTED.get(place, set())
        for k, statement in enumerate(body):
            own = lines[statement.lineno - 1 : statement.end_lineno]
            after = body[k + 1] if k + 1 < len(body) else None
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            says = told or any("#" in line for line in (*own, lines[statement.lineno - 2].strip()[:1]))
            for name, value in named(statement):
                fitted = isinstance(value, ast.Call) and ast.unparse(value.func) == "Curve"
                if chosen(value) and not fitted and name not in others:
                    found.append(Constant(place, name, ast.unparse(value), says))
    return tuple(found)


@cache
def within() -> tuple[tuple[str, str, float], ...]:
    """The numbers with a fraction that are written within functions: where, in which, what."""
    found = []
    for path in paths():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                place = path.relative_to(ROOT).as_posix()
                inner = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, float)]
                found += [(place, node.name, v) for v in inner if v not in PLAIN and v > LITTLE]
    return tuple(found)


def test_there_are_no_more_chosen_numbers_than_anybody_can_know() -> None:
    assert len(constants()) <= MOST
    assert sum(c.tuned for c in constants()) <= MOST_TUNED


def test_each_says_what_it_is_in_and_why() -> None:
    assert [f"{c.place} {c.name}" for c in constants() if not c.says] == []


def test_none_hides_within_a_function() -> None:
    assert len(within()) <= MOST_WITHIN


def test_what_is_given_or_fitted_is_there() -> None:
    for place, names in (*GIVEN.items(), *FITTED.items(), *COST.items(), *SAID.items()):
        body = ast.parse((ROOT / place).read_text(encoding="utf-8")).body
        assert names <= {name for statement in body for name, _ in named(statement)}


if __name__ == "__main__":
    for one in constants():
        told = ("" if one.tuned else "   not tuned") + ("" if one.says else "   says nothing")
        print(f"{one.place:32} {one.name:18} {one.value[:60]}{told}")
    tuned = sum(one.tuned for one in constants())
    print(f"{len(constants())} chosen numbers, {tuned} of them tuned, {len(within())} within functions")
