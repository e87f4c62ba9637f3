"""What outlives the program and is no event: which game is on the table, whether there is a break, the rules chosen."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from engine.rules.ruleset import PRESETS, RuleSet, read_ruleset
from server.files import object_of
from server.persons import Same, read_same


@dataclass(frozen=True, slots=True)
class Remembered:
    """`game` is the number of the one on the table, 0 where only the log tells. `rules` were chosen on the pages while
    the program had been started with `instead_of`. `same`: names that are one person's."""

    game: int = 0
    paused: bool = False
    rules: RuleSet | None = None
    instead_of: str = ""
    same: Same = field(default_factory=dict)

    def rules_after(self, given: RuleSet) -> RuleSet:
        """The rules to begin with, where the program is started with `given`: what was chosen stands until somebody
        starts it with other rules than then."""
        return self.rules if self.rules is not None and written(given) == self.instead_of else given


def read_facts(facts: Mapping[str, str]) -> Remembered:
    """What was kept; a fact of another version that cannot be read counts as never kept."""
    rules, instead_of = None, ""
    with suppress(ValueError, TypeError, KeyError):
        told = object_of(facts["rules"])
        rules, instead_of = read_ruleset(str(told["chosen"])), str(told["instead of"])
    game = facts.get("game", "")
    same = read_same(facts.get("same", ""))
    return Remembered(int(game) if game.isdecimal() else 0, facts.get("paused") == "yes", rules, instead_of, same)


def rules_fact(chosen: RuleSet, given: RuleSet) -> str:
    """The rules as a fact to keep: `chosen` on the pages, `given` when the program was started."""
    return json.dumps({"chosen": written(chosen), "instead of": written(given)})


def written(rules: RuleSet) -> str:
    """A rule set as `read_ruleset` reads it."""
    if PRESETS.get(rules.name) == rules:
        return rules.name
    return " ".join(rules.differences) or "league"
