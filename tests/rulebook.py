"""Makes docs/rules.md out of engine/rules/rulebook.py, the code, and the scenarios and tests that prove each rule.

Run `python -m tests.rulebook` to write it anew.
"""

import re
from collections import defaultdict
from pathlib import Path

from engine.faults import Cause
from engine.rules.rulebook import RULES, Home, Rule
from engine.rules.ruleset import OPTIONS, PRESETS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"
SCENARIOS = ROOT / "tests" / "scenarios"
_ID = re.compile(r"\b(?:[A-Z]+\d?-\d\d|R\d{3})\b")
_TESTS = (
    "engine/test_classic.py",
    "engine/test_ledger.py",
    "engine/test_scoring.py",
    "engine/test_walls.py",
    "server/test_classic_score.py",
    "server/test_fifth.py",
    "server/test_options.py",
)
_PLACES = {
    "tile sets": "vision/read/tileset.py",
    "card": "engine/card",
    "hands": "engine/hands",
    "coaching": "engine/coaching",
    "light": "device/light.py",
    "cards": "server/cards.py",
    "zones": "vision/plane/zones.py",
    "reader": "vision/read/reader.py",
    "finder": "vision/read/finder.py",
}


_CHOOSING = (
    "On the Setup page before a game, or in `fifthseat.toml`. In a game the rules are fixed (HOUSE-01): a change is",
    "refused, and may be kept for the next one. The Setup page lists what differs from League practice.",
    "",
    "```",
    'ruleset = "house-000"',
    'rules = ["C-18=yes", "C-07=8"]',
    'speak = "referee"',
    "```",
    "",
    "`speak` is whom the assistant tells by itself that a hand is proved dead: nobody until somebody challenges it",
    "(`challenge`, League practice), the referee's page alone (`referee`), or every page and the light (`all`).",
    "`fifthseat watch` has `--speak` for the same, and tells whoever runs it unless told otherwise.",
)


def places(rule: Rule) -> list[str]:
    """The paths of the modules where a rule lives, from the repository's root; none for what is no program's matter."""
    if rule.home is Home.NOT:
        return []
    return [_PLACES.get(name) or _of_engine(name) for name in rule.where.split(",")]


def _of_engine(name: str) -> str:
    (path,) = (ROOT / "engine").rglob(f"{name}.py")
    return path.relative_to(ROOT).as_posix()


def proofs() -> dict[str, list[str]]:
    """Per rule id the scenarios, by name, and the test files that prove it."""
    found: dict[str, list[str]] = defaultdict(list)
    known = {option.id for option in OPTIONS}
    for path in sorted(SCENARIOS.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("proves:"):
                for id in line.split()[1:]:
                    found[id].append(path.stem)
    for name in _TESTS:
        path = ROOT / "tests" / name
        for id in sorted(set(_ID.findall(path.read_text(encoding="utf-8")))):
            if id in RULES or id in known:
                found[id].append(path.relative_to(ROOT).as_posix())
    return found


def page() -> str:
    """The whole of docs/rules.md."""
    proved = proofs()
    rows = [
        "# The rules, and where they live",
        "",
        "Made by `python -m tests.rulebook` from `engine/rules/rulebook.py`, the scenarios and the tests; do not edit.",
        "",
        "Every rule of the five source texts has an id. *Enforced*: an act against it is refused, or costs the hand",
        "once the table agrees. *Scored*: it decides who pays. *Seen*: the camera reads it. *Shown* and *taught*: the",
        "program says it. What is no matter for a program has its reason instead of a place. Scenarios lie in",
        "`tests/scenarios`; [scenarios.md](scenarios.md) describes them.",
        "",
        "The rows are held to their words. `tests/engine/test_enforced.py` lets the engine pass over each fault of the",
        "list at the end, one at a time, and a proof of its rule has to fail; `python -m tests.bench.enforced` does so",
        "with the code of every other enforced rule. All titles stand on the page *Rules* and in `fifthseat rules`",
        "(`tests/server/test_teaching.py`); every option is played in every position at the live table",
        "(`tests/server/test_options.py`).",
        "",
        "| id | rule | | where | proved by |",
        "|---|---|---|---|---|",
    ]
    for rule in RULES.values():
        where = ", ".join(f"`{p}`" for p in places(rule)) or rule.where
        rows.append(f"| {rule.id} | {rule.title} | {rule.home.value} | {where} | {', '.join(proved[rule.id])} |")
    rows += ["", "## What the tables disagree on", "", "The first answer is League practice.", ""]
    rows += ["| option | question | answers | rules | proved by |", "|---|---|---|---|---|"]
    for option in OPTIONS:
        answers = "; ".join(f"`{name}`: {words}" for name, words in option.choices.items())
        rules = ", ".join(option.rules)
        rows.append(f"| {option.id} | {option.question} | {answers} | {rules} | {', '.join(proved[option.id])} |")
    rows += ["", "## Rule sets with a name", ""]
    for name, preset in PRESETS.items():
        rows.append(f"* `{name}`: {', '.join(preset.differences) or 'League practice throughout'}")
    rows += ["", "## Choosing them", "", *_CHOOSING]
    rows += ["", "## Rulings", "", "Questions that came up at real tables, settled by League practice.", ""]
    rows += [f"* {id}: {', '.join(names)}" for id, names in sorted(proved.items()) if re.fullmatch(r"R\d{3}", id)]
    rows += ["", "## Faults", "", "What a refusal or a dead hand is called in logs, and what it rests on.", ""]
    rows += ["| fault | rule | position | sources |", "|---|---|---|---|"]
    rows += [f"| {c.name} | {c.rule} | {c.position} | {c.sources} |" for c in Cause]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
