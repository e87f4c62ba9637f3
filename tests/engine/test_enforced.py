"""What docs/rules.md calls enforced is: let the engine pass over a fault, and a proof of the fault's rule fails.

Rules that no fault is named after are held by a fault that their proofs meet with, by the option that decides about
them, or, where they say what is done and not what is refused, by `python -m tests.bench.enforced`.
"""

from collections.abc import Iterator

import pytest

from engine.faults import Cause
from engine.rules.rulebook import RULES, Home
from tests.passing_over import PROVED, cards_read_once, fault_needed, holds, option_needed, scenarios_of, without

# Words alone: a warning costs nothing, and a game that all put away or end needs no rule.
SAID = {
    Cause.PEEKED,
    Cause.KNOCKED_OPEN,
    Cause.WALL_TILE_SHOWN,
    Cause.WRONG_DIRECTION,
    Cause.PUT_AWAY,
    Cause.ENDED_BY_ALL,
    Cause.REDEALT_BY_ALL,
}
TRIED = set(Cause) - SAID
# What is done, not refused: tests/bench/enforced.py changes the code of each.
DONE = {
    *("DEF-10", "CHAR-04", "CHAR-11", "CALL-08", "CALL-16", "EXPO-07", "EXPO-08", "SWAP-04", "SWAP-09", "SWAP-11"),
    *("SWAP-13", "DEAD-15", "FALSE-07", "MAHJ-01", "MAHJ-02", "ROT-01", "CARD-21"),
    *("P5-01", "P5-03", "P5-04", "P5-05", "P5-06", "P5-07"),
}
ENFORCED = [r.id for r in RULES.values() if r.home is Home.ENFORCED]
OTHERS = [
    id for id in ENFORCED if id not in {c.rule for c in TRIED} | DONE and not id.startswith("VAR-")
]  # VAR: the classic game, which unit tests prove


@pytest.fixture(scope="module", autouse=True)
def cards_are_read_once() -> Iterator[None]:
    with cards_read_once():
        yield


@pytest.mark.parametrize("cause", sorted(TRIED, key=str), ids=str)
def test_without_the_check_a_proof_of_its_rule_fails(cause: Cause) -> None:
    with without(cause):
        assert any(not holds(name) for name in scenarios_of(cause.rule)), f"no proof of {cause.rule} needs it"


@pytest.mark.parametrize("rule", OTHERS)
def test_a_rule_that_no_fault_is_named_after_is_held_too(rule: str) -> None:
    assert fault_needed(rule) or option_needed(rule), f"no proof of {rule} needs anything that is refused"


def test_every_enforced_rule_has_a_proof() -> None:
    assert [id for id in ENFORCED if not PROVED.get(id)] == []
