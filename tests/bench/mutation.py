"""How much of the rules the tests hold: every module is changed in one place at a time, and something has to notice.

    python -m tests.bench.mutation                        # a sample of each module, about a quarter of an hour
    python -m tests.bench.mutation --all rules.calling rules.winning  # every mutant of two modules
    python -m tests.bench.mutation --list                 # the survivors found so far

A mutant turns a comparison, an `and`, a `not`, a number or a truth round, or lets a refusal pass. It runs in a process
of its own, forked from one that has the practice card ready, against what is cheapest first: all scenarios, those
that killed lately before the others, then whole games, then the unit tests of the engine. What came of it is kept in
a file, so that a run can be stopped and taken up again; a mutant of a function that has changed since is tried anew.
Those that nothing can notice are in survivors.txt with their reason, and count as noticed.
"""

import argparse
import ast
import copy
import hashlib
import importlib.abc
import importlib.util
import io
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from engine.card import Card, read_card
from engine.hands import HandTable

ROOT = Path(__file__).parents[2]
MODULES = (
    "rules.calling",
    "rules.playing",
    "rules.winning",
    "rules.dying",
    "rules.starting",
    "rules.scoring",
    "rules.settling",
    "rules.called",
    "charleston",
    "state",
    "beginning",
    "layers",
    "turn",
    "rules.referee",
    "rules.ruling",
    "rules.rotation",
    "rules.ledger",
    "rules.walls",
    "card.remarks",
    "card.plainly",
    "naming",
    "card.notes",
    "card.moving",
    "card.matching",
    "card.reading",
    "card.rows",
    "card.lines",
    "card.pattern",
    "card.compiling",
    "card.checking",
    "card.values",
    "card.bounds",
    "card.plain",
    "card.settings",
    "card.drafts",
    "card.idle",
    "card.slips",
    "card.nearest",
    "card.sketch",
    "card.remembered",
    "hands.choices",
    "hands.proof",
    "hands.ranking",
    "hands.table",
)
UNIT_TESTS = (
    "test_scoring.py",
    "test_dying.py",
    "test_ledger.py",
    "test_walls.py",
    "test_charleston.py",
    "test_on_their_word.py",
    "test_resync.py",
    "test_oracles.py",
    "test_suit_left_out.py",
)
CARD_TESTS = (  # the quick ones first
    "test_card_rows.py",
    "test_card_lines.py",
    "test_card_slips.py",
    "test_card_checking.py",
    "test_card_remarks.py",
    "test_card_constructs.py",
    "test_card_typing.py",
    "test_card_document.py",
    "test_card_matching.py",
    "test_card.py",
    "test_card_wordings.py",
    "test_printed_lines.py",
)
HAND_TESTS = ("test_ranking.py", "test_proof.py", "test_hands.py", "test_card_matching.py", "test_choices.py")
LIMIT_S = 240.0  # of processor time: a mutant that takes longer hangs, and hanging is noticed
_KEPT = ("engine.card", "engine.hands", "engine.tile")  # never mutated, and dear to load
SURVIVORS = Path(__file__).parent / "survivors.txt"
RESULTS = ROOT / "tests" / "bench" / ".mutation.jsonl"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: `at` is the line, `says` what became of what; `within` is the function with it, `source` the whole
    module."""

    module: str
    at: int
    says: str
    within: str
    source: str

    @property
    def key(self) -> str:
        return hashlib.sha1(f"{self.module} {self.says} {self.within}".encode()).hexdigest()[:16]


_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What this node may be changed to."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in _COMPARED:
            changed = copy.deepcopy(node)
            changed.ops[0] = _COMPARED[type(op)]()
            yield changed
        case ast.BoolOp():
            changed_bool = copy.deepcopy(node)
            changed_bool.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield changed_bool
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.BinOp(op=ast.Add()):
            yield ast.BinOp(node.left, ast.Sub(), node.right)
        case ast.BinOp(op=ast.Sub()):
            yield ast.BinOp(node.left, ast.Add(), node.right)
        case ast.Return(value=ast.Call(func=ast.Name(id="refuse"))):
            yield ast.Return(ast.Constant(None))
        case _:
            return


def path_of(module: str) -> Path:
    return ROOT / "engine" / f"{module.replace('.', '/')}.py"


def mutants(module: str, lines: Container[int] | None = None) -> list[Mutant]:
    """Every change of a module's functions, or of these lines; not of assertions, docstrings, annotations or what only
    says words."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    found = []
    whole = [ast.unparse(top) for top in tree.body]
    for place, top in enumerate(tree.body):
        for parent, field, index, node in _places(top):
            if lines is not None and getattr(node, "lineno", 0) not in lines:
                continue
            for changed in _changes(node):
                says = _says(node, changed)
                _put(parent, field, index, ast.copy_location(changed, node))
                ast.fix_missing_locations(top)
                within = ast.unparse(top)
                source = "\n".join((*whole[:place], within, *whole[place + 1 :]))
                _put(parent, field, index, node)
                found.append(Mutant(module, getattr(node, "lineno", 0), says, within, source))
    return found


def sayings(module: str) -> set[str]:
    """What every mutant of a module says, without making one."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    return {_says(node, changed) for top in tree.body for *_, node in _places(top) for changed in _changes(node)}


def _says(node: ast.AST, changed: ast.AST) -> str:
    return f"{ast.unparse(node)} -> {ast.unparse(changed)}"


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


_SKIPPED = ("annotation", "returns", "decorator_list", "type_params")


def _places(tree: ast.AST) -> list[tuple[ast.AST, str, int | None, ast.AST]]:
    """Where a node hangs, for every node worth changing."""
    found: list[tuple[ast.AST, str, int | None, ast.AST]] = []
    todo = [tree]
    while todo:
        parent = todo.pop()
        for field, value in ast.iter_fields(parent):
            if field in _SKIPPED:
                continue
            children = value if isinstance(value, list) else [value]
            for index, child in enumerate(children):
                if not isinstance(child, ast.AST) or isinstance(child, ast.Assert | ast.JoinedStr | ast.Import):
                    continue
                found.append((parent, field, index if isinstance(value, list) else None, child))
                todo.append(child)
    return found


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the mutant in the place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        wanted = f"engine.{self.mutant.module}"
        return importlib.util.spec_from_loader(name, self) if name == wanted else None

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source, f"{self.mutant.module} mutated", "exec"), module.__dict__)


def _load(mutant: Mutant) -> None:
    """Let everything be imported anew, with the mutant in its place; in a process that is given up afterwards."""
    beneath = f"engine.{mutant.module}".startswith(_KEPT)
    for name in [n for n in sys.modules if n.startswith(("engine.", "tests."))]:
        if beneath or not (name.startswith(_KEPT) or name == __name__):
            del sys.modules[name]
    sys.meta_path.insert(0, _Finder(mutant))


def failing(mutant: Mutant, names: Sequence[str]) -> str:
    """Which of these scenarios notices the mutant, if any; in a process that is given up afterwards."""
    _load(mutant)
    try:
        scenario = importlib.import_module("engine.scenarios.scenario")
        for name in names:
            if scenario.run(_TEXTS[name], lambda _: _PRACTICE).failures:
                return name
    except BaseException as error:
        return f"crash: {type(error).__name__}"
    return ""


def failing_tests(mutant: Mutant, names: Sequence[str]) -> str:
    """Which of these unit tests, as pytest names them, notices the mutant, if any; in a process that is given up
    afterwards."""
    _load(mutant)
    for name in [n for n in sys.modules if n.startswith("server.")]:
        del sys.modules[name]
    return next((name for name in names if run_quietly([name])), "")


def run_quietly(names: Sequence[str], plugins: Sequence[object] = ()) -> int:
    """Pytest over these files or tests; what it ends with."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        paths = [str(ROOT / name) for name in names]
        return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", *paths], plugins))


def _killer(mutant: Mutant, first: Sequence[str]) -> str:
    """What noticed the mutant; nothing if it survived. Runs in the child."""
    room = mutant.module.partition(".")[0]
    _load(mutant)
    try:
        if room == "card":  # of the practice card the unit tests have every hand
            return _by_unit_tests(CARD_TESTS) or _by_scenarios(_WITH_LINES, _WITH_LINES, anew=True)
        if room == "hands":
            return _by_unit_tests(HAND_TESTS) or _by_scenarios(first, anew=True)
        return _by_scenarios(first) or _by_games() or _by_unit_tests(UNIT_TESTS)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        return f"crash: {type(error).__name__}"


def _by_scenarios(first: Sequence[str], names: Iterable[str] = (), anew: bool = False) -> str:
    """By `names`, all unless said. `anew`: cards are read once more, by what was changed."""
    # By its full name: `from engine import scenario` would take the module that the package still holds.
    scenario = importlib.import_module("engine.scenarios.scenario")
    card, table = (cache(scenario.read_card), _tables_of(scenario.HandTable)) if anew else (_card, _table)
    scenario.read_card, scenario.HandTable = card, table  # type: ignore[attr-defined]
    for name in [*first, *(n for n in names or _TEXTS if n not in first)]:
        try:
            if scenario.run(_TEXTS[name], lambda _: _PRACTICE).failures:
                return name
        except scenario.ScenarioError:
            return name
    return ""


def _by_games() -> str:
    from engine.rules.referee import Rules
    from engine.rules.ruleset import PRESETS
    from tests.games import Game

    for seed, rules in enumerate(PRESETS.values()):
        try:
            Game(Rules(rules, _TABLE), seed).play()
        except Exception:
            return f"game {seed}"
    return ""


def _by_unit_tests(names: Sequence[str]) -> str:
    """One file after another: most mutants fall in the first, before the others are so much as read."""
    return next((f"unit tests: {name}" for name in names if run_quietly([f"tests/engine/{name}"])), "")


_card = cache(read_card)


def _tables_of(make: Callable[[Card], HandTable]) -> Callable[[Card], HandTable]:
    """As `make`, one table for each card that is kept."""
    made: dict[int, tuple[Card, HandTable]] = {}

    def table(card: Card) -> HandTable:
        if id(card) not in made:
            made[id(card)] = (card, make(card))
        return made[id(card)][1]

    return table


_table = _tables_of(HandTable)

_PRACTICE = (ROOT / "engine" / "cards" / "practice.card").read_text(encoding="utf-8")
_TABLE = _table(_card(_PRACTICE, soap_anywhere=True, literal_colours=False))
_TEXTS = {p.stem: p.read_text(encoding="utf-8") for p in sorted((ROOT / "tests" / "scenarios").glob("*.txt"))}
_WITH_LINES = [name for name, text in _TEXTS.items() if "\ncard:\n" in text]  # with a card of their own


def tried(mutant: Mutant, first: Sequence[str], limit_s: float = LIMIT_S) -> str:
    """What noticed the mutant, found out in a process of its own of at most `limit_s` seconds of processor time;
    nothing if it survived."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.setitimer(signal.ITIMER_PROF, limit_s)  # of its own processor time: the machine may be busy
        answer = _killer(mutant, first)
        os.write(write, answer.encode()[:500])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return answer if os.waitstatus_to_exitcode(status) == 0 else "hangs or dies"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("modules", nargs="*", help="of the engine; all of the rules unless given")
    options.add_argument("--sample", type=int, default=25, help="mutants of each module")
    options.add_argument("--all", action="store_true", help="every mutant")
    options.add_argument("--seconds", type=float, default=900, help="stop after so long")
    options.add_argument("--limit", type=float, default=LIMIT_S, help="of processor time for one mutant, in seconds")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true", help="tell the survivors so far, try nothing")
    options.add_argument("--again", action="store_true", help="also try those that survived earlier")
    options.add_argument("--results", type=Path, default=RESULTS)
    chosen = options.parse_args()
    known = _known(chosen.results)
    until = time.monotonic() + chosen.seconds
    first: list[str] = []
    for module in chosen.modules or MODULES:
        every = mutants(module)
        some = every if chosen.all else Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
        for mutant in some:
            settled = mutant.key in known and not (chosen.again and not known[mutant.key])
            if chosen.list or settled or time.monotonic() > until:
                continue
            killer = tried(mutant, first, chosen.limit)
            known[mutant.key] = killer
            if killer in _TEXTS:
                first = [killer, *(n for n in first if n != killer)][:40]
            with chosen.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": mutant.key, "killed_by": killer}) + "\n")
        _tell(module, every, known)


def _known(results: Path) -> dict[str, str]:
    if not results.exists():
        return {}
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    return {row["key"]: row["killed_by"] for row in rows}


@cache
def explained() -> dict[tuple[str, str], str]:
    """Per module and change why nothing can notice it."""
    rows = [row for row in SURVIVORS.read_text(encoding="utf-8").splitlines() if row and not row.startswith("#")]
    return {(module, says): why for module, says, why in (row.split(" | ") for row in rows)}


def _explained(mutant: Mutant) -> bool:
    """Whether its reason is known, for this change everywhere in the module or on a line of this wording."""
    lines = path_of(mutant.module).read_text(encoding="utf-8").splitlines()
    on_line = f"{mutant.says} in {lines[mutant.at - 1].strip()}" if 0 < mutant.at <= len(lines) else ""
    return not {(mutant.module, mutant.says), (mutant.module, on_line)}.isdisjoint(explained())


def _tell(module: str, every: Sequence[Mutant], known: dict[str, str]) -> None:
    done = [m for m in every if m.key in known]
    alive = [m for m in done if not known[m.key] and not _explained(m)]
    rate = f"{1 - len(alive) / len(done):.0%}" if done else "none tried"
    print(f"{module}: {len(done) - len(alive)} of {len(done)} killed ({rate}), {len(every)} in all", flush=True)
    for mutant in sorted(alive, key=lambda m: m.at):
        print(f"  line {mutant.at}: {mutant.says}", flush=True)


if __name__ == "__main__":
    main()
