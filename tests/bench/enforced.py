"""Which rows of docs/rules.md that say *enforced* have a proof that needs the code it is about.

    python -m tests.bench.enforced              # all of them; a quarter of an hour of processor time
    python -m tests.bench.enforced TURN SWAP-04 # chapters, or rules by id

Where a refusal or a death rests on the rule, tests/engine/test_enforced.py takes it away. Here are the others: of the
lines of the rule's own modules that its scenarios run through, those that the fewest other scenarios touch are changed
as the mutation bench changes them, one at a time, until one of the rule's scenarios fails. Ends with 1 where none does.
"""

import argparse
import os
import signal
import sys
from collections import Counter
from types import FrameType
from typing import Any

from engine.faults import Cause
from engine.rules.rulebook import RULES, Home, Rule
from engine.scenarios import scenario
from tests.bench.mutation import LIMIT_S, ROOT, Mutant, failing, mutants
from tests.rulebook import SCENARIOS, places, proofs

MOST_TRIES = 8  # mutants for one rule

Place = tuple[str, int]
"""A module of the engine, `rules.calling`, and a line of it."""


def lines_run(text: str, practice: str) -> set[Place]:
    """The engine's lines that a scenario runs through."""
    found: set[Place] = set()
    inside = str(ROOT / "engine") + os.sep

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        path = frame.f_code.co_filename
        if not path.startswith(inside):
            return None
        found.add((path[len(inside) : -len(".py")].replace(os.sep, "."), frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        scenario.run(text, lambda _: practice)
    finally:
        sys.settrace(None)
    return found


def modules_of(rule: Rule) -> list[str]:
    """The modules of the engine that the row names; a package stands for all of its modules."""
    found = []
    for place in places(rule):
        path = ROOT / place
        files = sorted(path.glob("*.py")) if path.is_dir() else [path]
        found += [f.relative_to(ROOT / "engine").with_suffix("").as_posix().replace("/", ".") for f in files]
    return found


def fails_with(mutant: Mutant, names: list[str]) -> bool:
    """Whether one of these scenarios fails in an engine that is changed so; in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)  # of its own processor time: the machine may be busy
        os._exit(1 if failing(mutant, names) else 0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) != 0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rules", nargs="*", help="ids or chapters")
    wanted = options.parse_args().rules
    proved, by_fault = proofs(), {cause.rule for cause in Cause}
    rules = [r for r in RULES.values() if r.home is Home.ENFORCED and (not wanted or _among(r, wanted))]
    scenarios = {r.id: [name for name in proved[r.id] if not name.startswith("tests/")] for r in rules}
    todo = [r for r in rules if r.id not in by_fault and scenarios[r.id]]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.glob("*.txt"))}
    practice = (ROOT / "engine" / "cards" / "practice.card").read_text(encoding="utf-8")
    run = {name: lines_run(texts[name], practice) for r in todo for name in scenarios[r.id]}
    touched = Counter(place for places_run in run.values() for place in places_run)
    open_rows = []
    for rule in todo:
        here = {place for name in scenarios[rule.id] for place in run[name] if place[0] in modules_of(rule)}
        tries: list[Mutant] = []
        for module, line in sorted(here, key=lambda place: (touched[place], place)):
            tries += mutants(module, {line})
            if len(tries) >= MOST_TRIES:
                break
        needed = next((m for m in tries[:MOST_TRIES] if fails_with(m, scenarios[rule.id])), None)
        if needed is None:
            open_rows.append(rule)
        says = f"{needed.module}:{needed.at} {needed.says}" if needed else f"none of {len(tries[:MOST_TRIES])} changes"
        print(f"{rule.id}: {says}", flush=True)
    elsewhere = [r.id for r in rules if not scenarios[r.id]]
    faults = sum(r.id in by_fault and bool(scenarios[r.id]) for r in rules)
    print(f"{len(rules)} enforced: {faults} rest on a fault, {len(todo) - len(open_rows)} of {len(todo)} others held")
    print(f"not held: {', '.join(r.id for r in open_rows) or 'none'}; proved by tests alone: {', '.join(elsewhere)}")
    return 1 if open_rows else 0


def _among(rule: Rule, wanted: list[str]) -> bool:
    return rule.id in wanted or rule.id.rpartition("-")[0] in wanted


if __name__ == "__main__":
    sys.exit(main())
