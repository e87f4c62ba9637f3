"""Which rows of docs/rules.md that say *enforced* have a proof that needs the code it is about.

    python -m tests.bench.enforced              # all of them; a few minutes of processor time
    python -m tests.bench.enforced TURN SWAP-04 # chapters, or rules by id

Where a refusal, a death or an option holds the rule, it is taken away, as tests/engine/test_enforced.py does. For the
others the lines of the rule's own modules that its scenarios run through, those that the fewest other scenarios touch
first, are changed as the mutation bench changes them, one at a time, until one of the rule's scenarios fails. A rule
that no scenario can show, one of the classic game, has unit tests in their place: those that name it. Ends with 1 where
none fails.
"""

import argparse
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from engine.rules.rulebook import RULES, Home, Rule
from engine.scenarios import scenario
from tests.bench.mutation import LIMIT_S, ROOT, Mutant, failing, failing_tests, mutants, run_quietly
from tests.passing_over import PROVED, cards_read_once, fault_needed, option_needed, scenarios_of, text_of
from tests.rulebook import places

MOST_TRIES = 16  # mutants for one rule
OF_A_LINE = 2  # of them, so that one line does not use them up

Place = tuple[str, int]
"""A module of the engine, `rules.calling`, and a line of it."""


@contextmanager
def traced(found: set[Place]) -> Iterator[None]:
    """Adds the engine's lines that are run through meanwhile."""
    inside = str(ROOT / "engine") + os.sep

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        path = frame.f_code.co_filename
        if not path.startswith(inside):
            return None
        found.add((path[len(inside) : -len(".py")].replace(os.sep, "."), frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def lines_run(text: str, practice: str) -> set[Place]:
    """The engine's lines that a scenario runs through."""
    found: set[Place] = set()
    with traced(found):
        scenario.run(text, lambda _: practice)
    return found


def tests_of(rule: str) -> list[str]:
    """The unit tests that say behind their first line that they prove the rule of this id, as pytest names them."""
    found = []
    for path in (name for name in PROVED.get(rule, ()) if name.startswith("tests/")):
        for name, said in re.findall(r"^def (test_\w+)\(.*?\).*?:  # (.*)$", (ROOT / path).read_text("utf-8"), re.M):
            if rule in said:
                found.append(f"{path}::{name}")
    return found


class _Tracing:
    """Of pytest: adds the engine's lines that the tests themselves run through."""

    def __init__(self) -> None:
        self.found: set[Place] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        with traced(self.found):
            yield


def lines_tested(test: str) -> set[Place]:
    """The engine's lines that a unit test runs through, found in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        tracing = _Tracing()
        run_quietly([test], [tracing])
        os.write(write, json.dumps(sorted(tracing.found)).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        places_run = json.loads(pipe.read())
    os.waitpid(child, 0)
    return {(module, line) for module, line in places_run}


def modules_of(rule: Rule) -> list[str]:
    """The modules of the engine that the row names; a package stands for all of its modules."""
    found = []
    for place in places(rule):
        path = ROOT / place
        files = sorted(path.glob("*.py")) if path.is_dir() else [path]
        found += [f.relative_to(ROOT / "engine").with_suffix("").as_posix().replace("/", ".") for f in files]
    return found


def fails_with(mutant: Mutant, proofs: list[str], fails: Callable[[Mutant, list[str]], object]) -> bool:
    """Whether one of these proofs fails in an engine that is changed so; in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)  # of its own processor time: the machine may be busy
        os._exit(1 if fails(mutant, proofs) else 0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) != 0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rules", nargs="*", help="ids or chapters")
    wanted = options.parse_args().rules
    rules = [r for r in RULES.values() if r.home is Home.ENFORCED and (not wanted or _among(r, wanted))]
    todo, open_rows = [], []
    with cards_read_once():
        for rule in rules:
            needed = fault_needed(rule.id) or option_needed(rule.id)
            if needed:
                print(f"{rule.id}: {getattr(needed, 'name', needed)}", flush=True)
            else:
                todo.append(rule)
    touched = _lines_of({name for rule in todo for name in scenarios_of(rule.id)})
    touched |= {test: lines_tested(test) for test in sorted({t for rule in todo for t in tests_of(rule.id)})}
    for rule in todo:
        needed = _mutant_needed(rule, touched)
        if needed is None:
            open_rows.append(rule.id)
        print(f"{rule.id}: {needed or 'no change is noticed'}", flush=True)
    held = len(rules) - len(todo)
    print(f"{len(rules)} enforced: {held} by a fault or an option, {len(todo) - len(open_rows)} of {len(todo)} others")
    print(f"not held: {', '.join(open_rows) or 'none'}")
    return 1 if open_rows else 0


def _lines_of(names: set[str]) -> dict[str, set[Place]]:
    """Per scenario the lines it runs through."""
    practice = (ROOT / "engine" / "cards" / "practice.card").read_text(encoding="utf-8")
    return {name: lines_run(text_of(name), practice) for name in sorted(names)}


def _mutant_needed(rule: Rule, run: dict[str, set[Place]]) -> str | None:
    """The change that a proof of the rule notices, where one does."""
    touched = Counter(place for places_run in run.values() for place in places_run)
    shown = scenarios_of(rule.id)
    names, fails = (shown, failing) if shown else (tests_of(rule.id), failing_tests)
    here = {place for name in names for place in run[name] if place[0] in modules_of(rule)}
    tries: list[Mutant] = []
    for module, line in sorted(here, key=lambda place: (touched[place], place)):
        tries += mutants(module, {line})[:OF_A_LINE]
    needed = next((m for m in tries[:MOST_TRIES] if fails_with(m, names, fails)), None)
    return f"{needed.module}:{needed.at} {needed.says}" if needed else None


def _among(rule: Rule, wanted: list[str]) -> bool:
    return rule.id in wanted or rule.id.rpartition("-")[0] in wanted


if __name__ == "__main__":
    sys.exit(main())
