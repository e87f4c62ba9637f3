"""docs/rules.md covers every rule of the sources, and is what the code and the scenarios make of it."""

import re
from pathlib import Path

import pytest

from engine.faults import Cause
from engine.rules.rulebook import RULES, Home, found
from engine.rules.ruleset import OPTIONS
from tests.reach import modules, reached
from tests.rulebook import PAGE, ROOT, SCENARIOS, page, places, proofs

SOURCE = Path(__file__).parents[3] / "shared" / "rules" / "RULES.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.rulebook"


def test_no_rule_of_the_sources_is_missing() -> None:
    assert len(RULES) == 307
    if not SOURCE.exists():
        pytest.skip("../shared is absent")
    text = SOURCE.read_text(encoding="utf-8")
    ids = {m for m in re.findall(r"^\| ([A-Z0-9]+-\d\d) \|", text, re.MULTILINE) if not m.startswith("C-")}
    assert ids == set(RULES)
    # Of C-31 and C-32 the League says nothing, of C-33 and C-34 the rulings do (R114, R113).
    ours = {"C-31", "C-32", "C-33", "C-34"}
    assert ours | {*re.findall(r"^\| (C-\d\d) \|", text, re.MULTILINE)} == {o.id for o in OPTIONS}


def test_what_is_enforced_or_scored_is_proved() -> None:
    proved = proofs()
    homes = (Home.ENFORCED, Home.SCORED)
    assert [r.id for r in RULES.values() if r.home in homes and not proved.get(r.id)] == []
    assert [o.id for o in OPTIONS if not proved.get(o.id)] == []


def test_every_place_exists() -> None:
    assert {p for r in RULES.values() for p in places(r) if not (ROOT / p).exists()} == set()


def test_no_row_names_a_room_that_only_tests_reach() -> None:
    rooms = {path.relative_to(ROOT).as_posix() for name, path in modules().items() if name in reached()}
    rows = {r.id: [p for p in places(r) if p not in rooms and f"{p}/__init__.py" not in rooms] for r in RULES.values()}
    assert {id: rooms for id, rooms in rows.items() if rooms} == {}


def test_every_rule_named_in_a_scenario_or_a_fault_is_a_rule() -> None:
    known = {*RULES, *(o.id for o in OPTIONS)}
    assert {rule for c in Cause for rule in c.rules} <= known
    named = {id for o in OPTIONS for id in o.rules} | {id for id in proofs() if not re.fullmatch(r"R\d{3}", id)}
    assert named <= known


def test_every_fault_is_raised_by_some_code_or_said_by_people() -> None:
    """A name that no code uses is one that nobody can ever meet; what people agree on, they say by its name."""
    engine = "".join(p.read_text("utf-8") for room in ("engine", "server") for p in (ROOT / room).rglob("*.py"))
    scenarios = "".join(p.read_text("utf-8") for p in SCENARIOS.glob("*.txt"))
    unused = [c.name for c in Cause if f"Cause.{c.name}" not in engine and f"abandoned {c.name}" not in scenarios]
    assert unused == []


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        ("Jokers in the Charleston?", "CHAR-06"),
        ("Who pays for a discard?", "PAY-02"),
        ("exchanged joker", "SWAP-02"),
        ("joker exchange", "SWAP-02"),
        ("false Mahjong", "SWAP-13"),
        ("Mahjongg!", "FALSE-01"),
        ("mahj-01", "MAHJ-01"),
        ("calling", "CALL-01"),
        ("what is a dead hand?", "DEAD-01"),
        ("call-09", "CALL-09"),
    ],
)
def test_a_rule_is_found_by_the_words_that_people_ask_with(asked: str, id: str) -> None:
    assert id in {rule.id for rule in found(asked)}


def test_words_that_no_rule_says_find_none() -> None:
    assert found("bridge") == ()
