"""The lessons: every rule that is taught is met in one, and every question has the answer that the rules give, on more
than one card and by the rules of the house."""

from pathlib import Path

import pytest

from engine.card import read_card
from engine.hands import HandTable
from engine.lessons.course import KINDS, LESSONS, Read, asked
from engine.lessons.question import Question
from engine.rules.rulebook import RULES, Home
from engine.rules.ruleset import PRESETS, RuleSet, ruleset
from engine.tile import Tile

ROOT = Path(__file__).parents[2]
LEAGUE = PRESETS["league"]
CARDS = {
    "practice": HandTable(read_card((ROOT / "engine/cards/practice.card").read_text(encoding="utf-8"))),
    "lakeside": HandTable(read_card((ROOT / "tests/cards/lakeside.card").read_text(encoding="utf-8"))),
}
PRACTICE = CARDS["practice"]
SEEDS = range(16)


def question(kind: str, seed: int, rules: RuleSet = LEAGUE, card: HandTable = PRACTICE) -> Question:
    found = asked(card, kind, seed, rules)
    assert found is not None
    return found


def right(found: Question) -> set[str]:
    return {found.choices[k].says for k in found.right}


def test_every_rule_that_is_taught_is_met_in_a_lesson() -> None:
    met = {id for lesson in LESSONS for step in lesson.steps if isinstance(step, Read) for id in step.rules}
    assert {rule.id for rule in RULES.values() if rule.home is Home.TAUGHT} - met == set()
    assert met <= set(RULES)


def test_every_lesson_asks_and_every_kind_of_question_is_asked() -> None:
    assert all(len(lesson.kinds) >= 2 for lesson in LESSONS)
    assert {kind for lesson in LESSONS for kind in lesson.kinds} == set(KINDS)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_has_a_right_answer_a_wrong_one_and_a_reason(kind: str, card: str) -> None:
    answers = set()
    for seed in SEEDS:
        found = question(kind, seed, card=CARDS[card])
        said = [(c.says, c.groups, c.line) for c in found.choices]
        assert len(set(said)) == len(said) >= 2
        assert found.right <= set(range(len(said)))
        assert len(found.right) < len(said)
        assert found.right or found.several
        assert found.why.endswith(".")
        assert found.asks.endswith("?")
        assert set(found.rules) <= set(RULES)
        assert found.answered(found.right)
        assert not found.answered(frozenset(range(len(said))))
        answers.add(found.right)
    assert len(answers) > 1, "always the same answer"


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_the_same_for_the_same_seed_and_another_for_others(kind: str) -> None:
    assert question(kind, 7) == question(kind, 7)
    assert len({question(kind, seed) for seed in range(12)}) > 1


def test_of_several_all_have_to_be_chosen_and_of_one_just_one() -> None:
    several = next(q for seed in SEEDS if len((q := question("finishing", seed)).right) == 2)
    first = frozenset({min(several.right)})
    assert several.several
    assert not several.answered(first)
    one = question("which-line", 1)
    assert not one.answered(one.right | {(min(one.right) + 1) % len(one.choices)})
    assert not one.answered(frozenset())


# Against what the rules say in plain figures, worked out here again.


def test_who_has_a_tile_that_two_call() -> None:
    for seed in SEEDS:
        found = question("whose", seed)
        giver = int(found.asks[1])
        callers = [(int(c.says[1]), "Mah Jongg" in c.says, c.says) for c in found.choices]
        best = min(callers, key=lambda c: (not c[1], (c[0] - giver) % 4))
        assert right(found) == {best[2]}


def test_what_may_be_exposed() -> None:
    for seed in range(50):
        found = question("may-expose", seed)
        ((called,),) = found.shows[0].groups
        (laid,) = found.shows[1].groups
        alike = all(t in (called, Tile.JOKER) for t in laid) and called in laid
        may = alike and 3 <= len(laid) <= 6
        assert right(found) == {"Yes" if may else "No"}, laid


def test_what_is_paid() -> None:
    for seed in range(40):
        found = question("owes", seed)
        line = PRACTICE.lines[found.shows[0].line or 0]
        told, _, asks = found.asks.rpartition(". ")
        payer = asks[len("What does ") :][:2]
        twice = "she drew" in told or f"on {payer}'s discard" in told
        sum_ = line.value * (2 if twice else 1) * (2 if "without a joker" in told else 1)
        assert right(found) == {str(sum_)}, found.asks


def test_what_is_paid_by_the_rules_of_the_house() -> None:
    alone = ruleset(["C-17=discarder_only"], "league")
    assert any(right(question("owes", seed, alone)) == {"0"} for seed in range(30))
    assert not any(right(question("owes", seed)) == {"0"} for seed in range(30))


def test_the_courtesy_by_the_rules_of_the_house() -> None:
    match = ruleset(["C-06=must_match"], "league")
    for seed in SEEDS:
        usual, strict = question("courtesy", seed), question("courtesy", seed, match)
        one, other = _offers(usual.asks)
        assert right(usual) == {str(min(one, other))}
        assert right(strict) == {str(one if one == other else 0)}


def _offers(asks: str) -> tuple[int, int]:
    words = asks.replace(".", " ").replace(",", " ").split()
    at = [k for k, word in enumerate(words) if word == "for"]
    return int(words[at[0] + 1]), int(words[at[1] + 1])


def test_blind_passing_by_the_rules_of_the_house() -> None:
    first_only = ruleset(["C-04=first_only"], "league")
    for seed in SEEDS:
        assert all(
            "left of the first" in says or "right of the second" in says
            for says in right(question("blind-where", seed))
        )
        assert all("left of the first" in says for says in right(question("blind-where", seed, first_only)))


def test_a_joker_finishes_groups_and_no_pairs() -> None:
    for seed in SEEDS:
        found = question("finishing", seed)
        by_joker = "Joker" in right(found)
        assert ("a joker may stand for it" in found.why) == by_joker
        assert ("a joker may not stand for it" in found.why) != by_joker


def test_a_card_without_concealed_lines_is_not_asked_about_them() -> None:
    open_only = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. NNNN EEEE WWWW SS X 30"))
    assert asked(open_only, "concealed", 1, LEAGUE) is None
    assert asked(open_only, "finishing", 1, LEAGUE) is not None


def test_there_is_no_other_kind() -> None:
    with pytest.raises(KeyError):
        asked(PRACTICE, "unicorn", 1, LEAGUE)
