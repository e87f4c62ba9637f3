"""What docs/rules.md calls enforced is: let the engine pass over a fault, and a proof of the fault's rule fails.

Each fault is taken away alone, everywhere: what was refused for it is allowed, hands that died of it live, games that
ended by it go on. This needs no list of what is tested where: the rules that a scenario proves are written in it.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine.card import Card, read_card
from engine.event import GameAbandoned, HandDied
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules import referee, ruling
from engine.rules.referee import Accepted, Ruling
from engine.scenarios import scenario
from server.cards import practice_card_text
from tests.rulebook import SCENARIOS, proofs

PROVED = proofs()
HOUSE = Path(engine.__file__).parent


def named_in(function: str, argument: int = 0) -> set[Cause]:
    """The causes that the engine's source hands to `function`."""
    found = set()
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function and len(node.args) > argument:
                names = {n.attr for n in ast.walk(node.args[argument]) if isinstance(n, ast.Attribute)}
                found |= {Cause[name] for name in names & set(Cause.__members__)}
    return found


REFUSALS = named_in("refuse")
DEATHS = named_in("HandDied", 1)
ENDS = named_in("GameAbandoned")


@pytest.fixture(scope="module", autouse=True)
def cards_are_read_once() -> Iterator[None]:
    tables: dict[int, tuple[Card, HandTable]] = {}

    def table(card: Card) -> HandTable:
        if id(card) not in tables:
            tables[id(card)] = (card, HandTable(card))
        return tables[id(card)][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario, "read_card", cache(read_card))
        patch.setattr(scenario, "HandTable", table)
        yield


def refusing() -> list[ModuleType]:
    """The modules that refuse."""
    loaded = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    return [module for module in loaded if getattr(module, "refuse", None) is ruling.refuse]


@contextmanager
def without(cause: Cause) -> Iterator[None]:
    """The engine as it would be if it knew nothing of this fault."""
    refuse, rule = ruling.refuse, referee.rule

    def lenient_refuse(why: Cause, *said: object) -> object:
        return None if why is cause else refuse(why, *said)  # type: ignore[arg-type]

    def lenient_rule(*asked: object) -> Ruling:
        answer = rule(*asked)  # type: ignore[arg-type]
        if not isinstance(answer, Accepted):
            return answer
        kept = (e for e in answer.events if not (isinstance(e, HandDied | GameAbandoned) and e.cause is cause))
        return replace(answer, events=tuple(kept))

    with pytest.MonkeyPatch.context() as patch:
        for module in refusing():
            patch.setattr(module, "refuse", lenient_refuse)
        patch.setattr(scenario, "rule", lenient_rule)
        yield


def holds(name: str) -> bool:
    """Whether the scenario of this name holds; an act that the lenient engine stumbles over fails it."""
    text = (SCENARIOS / f"{name}.txt").read_text(encoding="utf-8")
    try:
        return not scenario.run(text, lambda _: practice_card_text()).failures
    except (scenario.ScenarioError, AttributeError, AssertionError, TypeError, ValueError, IndexError):
        return False


def scenarios_of(rule: str) -> list[str]:
    return [name for name in PROVED.get(rule, ()) if not name.startswith("tests/")]


def each(causes: set[Cause]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return pytest.mark.parametrize("cause", sorted(causes, key=str), ids=str)


@each(REFUSALS | DEATHS | ENDS)
def test_without_the_check_a_proof_of_its_rule_fails(cause: Cause) -> None:
    with without(cause):
        assert any(not holds(name) for name in scenarios_of(cause.rule)), f"no proof of {cause.rule} needs it"


def test_nearly_every_fault_of_the_engine_is_tried() -> None:
    assert len(REFUSALS | DEATHS | ENDS) >= 90
