"""The engine as it would be without one of its checks, and what of docs/rules.md notices that.

A fault is taken away everywhere: what was refused for it is allowed, hands that died of it live, games that ended by it
go on. This needs no list of what is tested where: the rules that a scenario proves are written in it.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import ModuleType

import pytest

from engine.card import Card, read_card
from engine.event import GameAbandoned, HandDied
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules import referee, ruling
from engine.rules.referee import Accepted, Ruling
from engine.rules.ruleset import OPTIONS
from engine.scenarios import scenario
from engine.scenarios.verdict import Report
from server.cards import practice_card_text
from tests.rulebook import SCENARIOS, proofs

PROVED = proofs()


@contextmanager
def cards_read_once() -> Iterator[None]:
    """Scenarios share the cards they are played with, and the tables of their hands."""
    tables: dict[int, tuple[Card, HandTable]] = {}

    def table(card: Card) -> HandTable:
        if id(card) not in tables:
            tables[id(card)] = (card, HandTable(card))
        return tables[id(card)][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario, "read_card", cache(read_card))
        patch.setattr(scenario, "HandTable", table)
        yield


def _refusing() -> list[ModuleType]:
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
        for module in _refusing():
            patch.setattr(module, "refuse", lenient_refuse)
        patch.setattr(scenario, "rule", lenient_rule)
        yield


def text_of(name: str) -> str:
    return (SCENARIOS / f"{name}.txt").read_text(encoding="utf-8")


def ran(text: str) -> Report | None:
    """What a scenario did; nothing where an act is one that a lenient engine stumbles over."""
    try:
        return scenario.run(text, lambda _: practice_card_text())
    except (scenario.ScenarioError, AttributeError, AssertionError, TypeError, ValueError, IndexError):
        return None


def holds(name: str) -> bool:
    report = ran(text_of(name))
    return report is not None and not report.failures


def scenarios_of(rule: str) -> list[str]:
    """The scenarios, by name, that prove the rule of this id."""
    return [name for name in PROVED.get(rule, ()) if not name.startswith("tests/")]


def fault_needed(rule: str) -> Cause | None:
    """A fault without which a proof of the rule fails, among those that its proofs meet with."""
    for name in scenarios_of(rule):
        report = ran(text_of(name))
        met = {o.fault for o in report.outcomes if o.fault} if report is not None else set()
        for cause in (Cause[fault] for fault in sorted(met)):
            with without(cause):
                if not holds(name):
                    return cause
    return None


def option_needed(rule: str) -> str | None:
    """The option, by id, that decides about the rule, and without which a proof of it fails."""
    for option in OPTIONS:
        for name in scenarios_of(rule) if rule in option.rules else ():
            text = text_of(name)
            chosen = re.search(rf"^rules:.*\b{option.id}=", text, re.MULTILINE)
            report = ran(re.sub(rf"\b{option.id}=\S+", "", text)) if chosen else None
            if chosen and (report is None or report.failures):
                return option.id
    return None
