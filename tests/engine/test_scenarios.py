"""Every file in tests/scenarios is one rule: acts, refusals and what must follow."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from engine.scenarios.scenario import ScenarioError, run
from server.cards import practice_card_text

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.glob("*.txt"))
RULINGS = Path(__file__).parents[3] / "shared" / "rules" / "rulings.jsonl"


def card(name: str) -> str:
    if name != "practice":
        raise ValueError(f"there is no card {name!r}")
    return practice_card_text()


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_scenario(path: Path) -> None:
    report = run(path.read_text(encoding="utf-8"), card)
    assert report.outcomes, "no act is ruled on"
    assert report.title, "no first line says what it is about"
    assert report.proves, "no line says which rule it proves"
    assert re.search(r"^(?:->|!)", path.read_text(encoding="utf-8"), re.MULTILINE), "nothing is expected of it"
    assert not report.failures, [f"line {f.line}: {f.says}" for f in report.failures]


@pytest.mark.parametrize(
    "path", [p for p in FILES if re.search(r"^rules:", p.read_text("utf-8"), re.MULTILINE)], ids=lambda p: p.stem
)
def test_a_proof_of_house_rules_fails_by_others(path: Path) -> None:
    """Without its line `rules:` it fails, or it would prove nothing about them."""
    text = re.sub(r"^rules:.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    with suppress(ScenarioError):
        assert run(text, card).failures


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("rules: C-23=pay_fixed_penalty\nP1 discards 4D\nP3 shows a false mah jongg from P1 value 50", ["FALSE-04"]),
        ("rules: C-23=pay_fixed_penalty\nP1 discards 4D\nP2 draws\nP2 shows a false mah jongg", ["FALSE-05"]),
        ("P1 discards 4D\nP3 shows a false mah jongg", ["DEAD-09"]),
        ("P1 discards 4D\nP3 challenges P2\nP2 disputes P3\nP3 was wrong", ["DEAD-04", "DEAD-04", "DEAD-04"]),
        ("P1 wins 25 from P2", ["PAY-01"]),
        ("paid 10 -10 0 0", ["PAY-13"]),
        ("P1 discards 4D\nP3 says mah jongg\nP3 takes back mah jongg", ["MAHJ-01", "FALSE-01"]),
        ("P1 discards 4D\nP3 says mah jongg\nP3 takes the discard\nP3 takes back mah jongg", ["CALL-06", "FALSE-01"]),
        ("rules: C-07=immediate\nP1 discards 4D\nP2 draws", ["TURN-02"]),
        ("given Charleston first left\nP1 passes\nP2 passes blind 2", ["CHAR-03", "CHAR-10"]),
    ],
)
def test_an_allowed_act_names_the_rule_it_rests_on(text: str, rules: list[str]) -> None:
    assert [o.rule for o in run(text).outcomes][-len(rules) :] == rules


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P1 discards 4D\nP2 dies wrong count", "Too many or too few tiles; the hand pays like the others."),
        ("rules: C-19=play_on\nP1 discards 4D\nP2 dies wrong count", "like the others. P2 plays on, but cannot win."),
        ("P1 discards 4D\nP3 challenges P2", "Nothing that all can see proves the hand dead: P2 agrees, or disagrees"),
        (
            "given P4 has 12 tiles\nP2 challenges P4",
            "P4 takes the tile that was never dealt to her, before P1 discards",
        ),
        (
            "P1 wins 25 from P2 jokerless",
            "P2 pays 100 (25, twice for the discard, twice for no jokers), P3 pays 50 (25,",
        ),
        ("P1 wins 25 from P2", "P2 pays 50 (25, twice for the discard), P3 pays 25 and P4 pays 25."),
        (
            "given P1 discarded 4D\nP2 mah jongg 4D 4D 4D 1B 1B 1B 2B 2B 2B 3B 3B 3B 5B 5B value 25",
            "P1 pays 50 (25, twice for the discard), P3 pays 25 and P4 pays 25.",
        ),
        (
            "rules: C-21=no_winner\nP1 discards 4D\nP2 dies WRONG_COUNT\nP3 dies WRONG_COUNT\nP4 dies WRONG_COUNT",
            "With three dead the game ends and nobody wins.",
        ),
        (
            "rules: C-21=replay\nP1 discards 4D\nP2 dies WRONG_COUNT\nP3 dies WRONG_COUNT\nP4 dies WRONG_EXPOSURE",
            "nobody wins. It is dealt again.",
        ),
        (
            "card: practice\ngiven P1 is dead\ngiven P4 is dead\ngiven P2 shows 3B 3B 3B 3B / 6B 6B 6B\ngiven turn P3\n"
            "P3 challenges P2",
            "6B 6B 6B as exposed. With three dead the game ends and nobody wins.",
        ),
        ("given P2 has drawn\nP2 shows a false mah jongg", "Mah Jongg in error with the hand shown. P3 goes on."),
        (
            "given P3 has 12 tiles\nP1 discards 4D\nP2 challenges P3",
            "P3 has 12 tiles instead of 13. Too many or too few",
        ),
        ("given P3 has 12 tiles\nP2 challenges P3", "A wrong count before play: thrown in and dealt again."),
        (
            "names: Ann=P2\ncard: practice\ngiven P2 shows 5D 5D 5D / 9C 9C 9C\nP1 discards 4D\nP3 challenges P2",
            "Ann's hand is dead: 5D 5D 5D and 9C 9C 9C are exposed, but only concealed (C) hands of the card use them",
        ),
        (
            "card: practice\ngiven P2 shows 3B 3B 3B 3B / 6B 6B 6B\nP1 discards 4D\nP3 challenges P2",
            "6B 6B 6B as exposed. 6B 6B 6B goes back among P2's tiles. P3 goes on.",
        ),
    ],
)
def test_a_ruling_says_why_and_what_follows(text: str, says: str) -> None:
    assert says in run(text, card).outcomes[-1].says


def test_nobody_goes_on_while_another_is_to_show_her_mah_jongg() -> None:
    text = "P1 discards 4D\nP4 declares mah jongg\nP2 declares mah jongg\nP2 shows a false mah jongg"
    assert "goes on" not in run(text).outcomes[-1].says


def test_there_are_enough() -> None:
    assert len(FILES) >= 250


def test_every_ruling_has_its_scenario() -> None:
    if not RULINGS.exists():
        pytest.skip("../shared is absent")
    wanted = {json.loads(line)["id"] for line in RULINGS.read_text(encoding="utf-8").splitlines() if line}
    assert wanted == {m[0] for p in FILES if (m := re.match(r"R\d{3}", p.stem)) and m[0] in wanted}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P1 discards 3X", "line 1: 'P1 discards 3X' is not an act"),
        ("P1 discards 3B\n-> the moon rises", "line 2: -> 'the moon rises' is not understood"),
        ("given the moon", "line 1: given 'the moon' is not understood"),
        ("P1 discards 3B\ngiven turn P2", "line 2: what is given stands before the first act"),
        ("given P1 holds 3B 3B 3B 3B 3B\nP1 discards 3B", "line 2: five 3 Bam tiles are given; the set has four"),
        ("rules: C-99=yes", "line 1: 'C-99' is not an option"),
        ("rules: C-20=maybe", "line 1: C-20 cannot be 'maybe'"),
        ("card:\n  == A ==\n  1. 11a X 25\n", "line 3: the card:"),
        ("card: nowhere", "line 1: the card 'nowhere' is not at hand here"),
        ("P1 mah jongg", "line 1: P1's tiles are not known"),
        ("correct 1: correct 1: correct 1: P1 racks", "is not an act"),
        ("tournament P1 wins 25 exposures 5", "line 1: fourteen tiles make 4 exposures at most"),
        ("people: Ann Bea Cy Di\n-> score Zed 5", "line 2: 'Zed' is not in this ledger"),
        ("people: Ann Bea Cy Di\n-> balance Zed 5", "line 2: 'Zed' is not in this ledger"),
        ("given east P4\ngiven players P1 P2 P3", "P4 does not play"),
        ("given turn P2\ngiven turn P3", "line 2: given turn P3: another line says otherwise"),
        ("given P1 discarded 4D\ngiven P2 discarded 5D", "line 2: given P2 discarded 5D: another line says otherwise"),
        ("given P2 has 12 tiles\ngiven P2 has 13 tiles", "line 2: given P2 has 13 tiles: another line says otherwise"),
        ("given turn P2\ngiven P3 has drawn", "it cannot be the turn of P2 and P3 at once"),
        ("given P1 discarded 4D\ngiven turn P3", "it cannot be the turn of P2 and P3 at once"),
        ("given set-up\ngiven P2 has drawn", "nothing is dealt yet"),
        ("given Charleston\ngiven P1 discarded 4D", "nothing is discarded or exposed yet"),
        ("given P1 is dead\ngiven P2 is dead\ngiven P3 is dead", "a game is over when one hand is left"),
        ("given players P1 P2 P3\ngiven P4 shows 3B 3B J", "P4 does not play"),
        ("given P2 has 2 tiles\ngiven P2 holds 1B 1B 1B", "P2 has 2 tiles, but 3 are given"),
        ("P1 discards " + "East " * 8000, "line 1: a line has at most 2000 letters"),
        ("! P1 discards" + " " * 50000 + "3B", "line 1: a line has at most 2000 letters"),
        ("given P2 holds 6C J J\nP2 mah jongg", "10 of P2's tiles are not known: write all fourteen"),
        ("given P1 holds 1B 1B 1B 1B 1B", "line 1: five 1 Bam tiles are given; the set has four"),
    ],
)
def test_what_cannot_be_understood_is_said_with_its_line(text: str, says: str) -> None:
    with pytest.raises(ScenarioError) as error:
        run(text)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P2 discards 3B", "was refused"),
        ("! P1 discards 3B", "was allowed"),
        ("! P2 discards 3B -- SWAP-01", "was refused for EAST_STARTS"),
        ("P1 discards 3B\n-> turn P3", "expected turn P3, but it is P2"),
    ],
)
def test_what_does_not_hold_is_a_failure(text: str, says: str) -> None:
    (failure,) = run(text).failures
    assert says in failure.says


def test_no_word_of_a_player_is_a_crash() -> None:
    """Every prefix of every scenario, cut anywhere, runs or is refused with a line."""
    for path in FILES[::15]:
        text = path.read_text(encoding="utf-8")
        for cut in range(0, len(text), 23):
            line = _line_at_fault(text[:cut] + text[cut + 3 :])
            assert line is None or 1 <= line <= text.count("\n") + 1


def _line_at_fault(text: str) -> int | None:
    try:
        run(text, card)
    except ScenarioError as error:
        return error.line
    return None


def test_a_hand_that_is_given_one_tile_short_has_a_tile_too_few() -> None:
    short = "given turn P3\ngiven P2 holds 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B"
    assert not run(f"{short}\n-> P2 has 12").failures
    assert not run(f"{short}\ngiven P2 has 13 tiles\n-> P2 has 13").failures
    assert not run(f"{short.replace('turn P3', 'P2 has drawn 5B')}\n-> P2 has 13").failures


def test_who_is_east_among_three_may_be_said_in_either_line() -> None:
    for given in ("given players P2 P3 P4\ngiven east P3", "given east P3\ngiven players P2 P3 P4"):
        assert not run(f"{given}\nP3 discards 4D\n-> east P3").failures


def test_the_example_of_the_page_holds() -> None:
    page = (FOLDER.parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    report = run(page.split("```")[1], card)
    assert len(report.outcomes) == 4
    assert not report.failures
