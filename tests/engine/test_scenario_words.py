"""The same act in the words of different people is the same act; what is none of them is refused with what is."""

import pytest

from engine.scenarios.scenario import ScenarioError, run

LIVE = "given P1 discarded 4D\n"
DRAWN = LIVE + "P2 draws\n"
JOKER = "given P3 shows 3B 3B J\ngiven P2 has drawn\n"


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("", "P1 discards the 4D.", "P1 discards 4D"),
        ("", "east discards 4 Dots", "P1 discards 4D"),
        ("", "P1 discards East", "P1 discards E"),
        ("", "P1 throws an east wind", "P1 discards E"),
        ("", "P1 names 4D wrongly as 5D", "P1 discards 4D named 5D"),
        ("", "P1 discards 4D, naming it North", "P1 discards 4D named N"),
        (LIVE, 'P2 discards a joker named "same"', "P2 discards J"),
        (LIVE, "P2 discards joker and calls it same", "P2 discards J"),
        (LIVE, "P2 picks a tile from the wall", "P2 draws"),
        (LIVE, "P2 draws South", "P2 draws S"),
        (DRAWN, "P2 racks the tile", "P2 racks"),
        (DRAWN, "P2 puts it back on the wall", "P2 puts the draw back"),
        (LIVE, "P2 draws the last tile", "P2 draws"),
        (LIVE, "P2 discards 1B without drawing", "P2 discards 1B out of turn"),
        ("given Charleston vote\n", "everybody votes no", "P1 votes no"),
        (LIVE, "P3 claims the discard", "P3 calls"),
        (LIVE, "P3 claims mah jongg", "P3 calls for mah jongg"),
        (LIVE, "P3 calls the 4 Dot for a kong", "P3 calls"),
        (LIVE, "P3 calls 4D for mahj", "P3 calls for mah jongg"),
        (LIVE + "P3 calls\n", "P3 takes back her call.", "P3 takes back the call"),
        (LIVE + "P3 calls\n", "P3 changes her mind", "P3 takes back the call"),
        (LIVE, "P2 picks from the wrong end of the wall", "P2 draws from the wrong end"),
        (LIVE + "P3 calls\n", "P3 puts the tile on top of her rack", "P3 takes the discard"),
        ("given Charleston\n", "P1 passes East, South and the West", "P1 passes E S W"),
        ("given set-up\n", "P1 rolls 3 and 4", "P1 rolls 3 4"),
        ("given Charleston\n", "P1 passes 1B, 2B and 3B to the right", "P1 passes 1B 2B 3B"),
        ("given Charleston vote\n", "P2 stops the Charleston", "P2 votes no"),
        ("given Charleston courtesy\n", "P1 courtesy 2 with 1B and 2B", "P1 courtesy 2 with 1B 2B"),
        ("given Charleston first left\n", "P1 peeks at her blind tiles", "P1 is warned PEEKED"),
        (DRAWN + "P2 declares mah jongg\n", "P2 withdraws", "P2 takes back mah jongg"),
        (LIVE, "P3 exposes two 4Ds and a joker", "P3 exposes 4D 4D J"),
        (LIVE, "P3 calls the 4D and exposes 4D, 4D and a joker", "P3 exposes 4D 4D J"),
        ("given P3's hand is dead because of a wrong count\n", "P1 discards 4D", "P1 discards 4D"),
        ("given the last discard is 4D from P1\n", "P3 calls the 4D", "P3 calls"),
        ("given P3 holds 12 tiles\ngiven turn P4\n", "P4 calls P3 dead", "P4 challenges P3"),
        (LIVE + "P4 challenges P3\n", "P3 disagrees", "P3 disputes P4"),
        (LIVE + "P4 challenges P3\n", "P3 agrees", "P3 dies DEAD"),
        (LIVE + "P4 challenges P3\n", "P3 agrees that her hand is dead", "P3 dies DEAD"),
        ("given Charleston vote\n", "P3 agrees", "P3 votes yes"),
        ("given Charleston vote\n", "P3 disagrees", "P3 votes no"),
        (JOKER, "P2 gives a 3B for P3's joker", "P2 swaps 3B P3"),
        (JOKER, "P2 takes P3's joker for the 3 Bam", "P2 swaps 3B P3"),
        (LIVE, "P3's hand is dead because of a wrong count", "P3 dies WRONG_COUNT"),
        (LIVE, "P3 is dead: JOKER_MISUSED", "P3 dies JOKER_MISUSED"),
        (LIVE, "P4 calls P3 dead", "P4 challenges P3"),
        (LIVE, "P4 asks if P3's hand is dead", "P4 challenges P3"),
        (LIVE, "P4 throws in her hand", "P4 throws in"),
        (LIVE, 'P3 says "Call!"', "P3 calls"),
        (LIVE, 'P3 says "Mah Jongg"', "P3 declares mah jongg"),
        (LIVE, "P3 calls the 4D to win", "P3 calls for mah jongg"),
        (LIVE, "P3 exposes 4D 4D and two jokers from P1", "P3 exposes 4D 4D J J"),
        (LIVE, "P3 exposes 4D 4D J off P1's discard", "P3 exposes 4D 4D J"),
        (LIVE, "P3 dies DEAD-11", "P3 dies CONCEALED_EXPOSED"),
        (LIVE, "P3 dies DEAD-04", "P3 dies NO_HAND_FITS"),
        (LIVE, "P3 dies CALL-03", "P3 dies WRONG_EXPOSURE"),
        (LIVE, "P3 dies JOK-02", "P3 dies JOKER_MISUSED"),
        (LIVE, "P3 dies SWAP-03", "P3 dies SWAPPED_BEFORE_DRAW"),
        (LIVE, "P3 is dead because of FALSE-02", "P3 dies FALSE_MAH_JONGG"),
        (LIVE, "P3 is dead: TURN-02", "P3 dies PICKED_OUT_OF_TURN"),
        (LIVE, "P3 is warned WALL-10", "P3 is warned WALL_TILE_SHOWN"),
        (LIVE, "game abandoned DEAD-13", "game abandoned THREE_DEAD"),
        (JOKER, "P2 redeems the joker from P3 with 3B", "P2 swaps 3B P3"),
        ("given Charleston first left\n", "P1 passes N and two blind", "P1 passes N blind 2"),
        ("given Charleston vote\n", 'P2 says "no"', "P2 votes no"),
        ("given Charleston first left\n", "P1 passes one tile from her rack and two blind", "P1 passes blind 2"),
        ("given Charleston first left\n", "P1 passes 2 tiles and 1 blind", "P1 passes blind 1"),
        (LIVE, "P2 takes a tile from the wrong end of the wall", "P2 draws from the wrong end"),
        ("given P1 discards 4D\n", "P3 calls", "P3 calls"),
        ("given Charleston courtesy\n", "P1 offers two tiles with 1B and 2B", "P1 courtesy 2 with 1B 2B"),
    ],
)
def test_people_say_it_in_their_own_words(before: str, said: str, meant: str) -> None:
    theirs, ours = run(before + said).outcomes, run(before + meant).outcomes
    assert [(o.allowed, o.rule, o.says) for o in theirs] == [(o.allowed, o.rule, o.says) for o in ours]
    assert ours[-1].allowed


@pytest.mark.parametrize(
    "why",
    [
        "  WOO-02",
        " -- WOO-02",
        "   -- window closed.",
        "\tWINDOW_CLOSED",
        "\t--\tWOO-02",
        ' -- "can no longer be called"',
        " -- WINDOW_CLOSED (WOO-02)",
        " WOO-02",
        " WINDOW_CLOSED",
        " (WOO-02)",
        " \u2014 WOO-02, window closed",
    ],
)
def test_a_reason_may_be_set_off_as_people_do(why: str) -> None:
    assert not run(f"{DRAWN}P2 racks\n! P3 calls{why}").failures


@pytest.mark.parametrize("act", ["P2 dies DEAD-01", "P2 is dead WRONG_COUNT", "P2 is dead because of DEAD-04"])
def test_what_an_act_names_itself_is_no_reason(act: str) -> None:
    assert not run(f"given set-up\n! {act}").failures


def test_each_of_several_reasons_must_be_the_fault_s() -> None:
    assert run(f"{DRAWN}P2 racks\n! P3 calls -- WINDOW_CLOSED (WOO-03)").failures


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ("given P3 shows 3B 3B J\ngiven turn P4\n", "P2 swaps 3B P3 0   not your turn"),
        (LIVE + "P2 discards 8C\n", "P4 exposes 4D 4D 4D -- WOO-09"),
        (LIVE, "P3 exposes 3D 4D 5D -- DEF-04"),
        (LIVE, "P3 exposes 4D J -- JOK-02"),
        ("P1 discards 4D named 5D\n", "P3 exposes 4D 4D 4D -- MISN-03"),
        ("given P2 is dead WRONG_COUNT\nP1 discards 4D\n", "P2 calls -- DEAD-14"),
        ("rules: C-04=first_only\ngiven Charleston last right\n", "P1 passes blind 2 -- C-04"),
        ("given P3 shows 4D 4D J\ngiven P3 is dead WRONG_COUNT\ngiven P2 has drawn\n", "P2 swaps 3B P3 -- SWAP-12"),
        (LIVE + "P2 shows a false mah jongg 4D J J\nP3 draws\n", "P3 swaps 4D P2 -- SWAP-13"),
        (LIVE, "P3 exposes 4D 4D 4D 4D 4D -- JOK-06"),
        ("given Charleston\n", "P1 discards 9D -- CHAR-01"),
        ("given Charleston vote\n", "P1 passes -- CHAR-16"),
        ("given Charleston\n", "P1 courtesy 2 -- CHAR-22"),
        ("given Charleston second left\n", "P1 passes 1B 2B 3B to the right -- CHAR-15"),
        (LIVE + "P3 exposes 4D 4D 4D\n", "P3 draws -- CALL-07"),
        (LIVE + "P3 exposes 4D 4D 4D\nP3 discards 9B\n", "P2 draws -- CALL-08"),
        ("given P2 shows 3B 3B 3B\ngiven P2 has drawn 3B\n", "P2 changes 0 to 3B 3B 3B 3B -- C-13"),
        ("card: none\ngiven discards N N N N\n", "P1 discards N -- SET-06"),
        ("rules: C-24=14\ngiven wall 14\n" + LIVE, "P2 draws -- DRAW-04"),
        (DRAWN + "P2 racks\n", "P2 puts the draw back -- WOO-03"),
        ("given set-up\nP1 is East\nwalls built\n", "P2 breaks the wall at 7 -- WALL-07"),
    ],
)
def test_a_reason_may_be_any_rule_that_says_so(before: str, refused: str) -> None:
    assert not run(f"{before}! {refused}").failures


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        (DRAWN + "P2 racks\n", "P4 mah jongg -- WINDOW_CLOSED"),
        (LIVE, "P1 mah jongg -- OWN_DISCARD"),
        (LIVE, "P1 takes back 4D -- OWN_DISCARD"),
        (LIVE, "P1 takes her discard back -- OWN_DISCARD"),
        ("given P3 is dead WRONG_COUNT\n" + LIVE, "P3 mah jongg -- DEAD"),
        ("given Charleston first across\n", "P1 mah jongg -- CHARLESTON_BEGUN"),
        ("given P2 holds 6C J J\ngiven turn P3\n", "P2 mah jongg -- NO_DISCARD"),
    ],
)
def test_who_may_not_have_the_discard_needs_no_tiles(before: str, refused: str) -> None:
    assert not run(f"{before}! {refused}").failures


@pytest.mark.parametrize("rule", ["DEAD-04", "DEAD-11", "JOK-04", "FALSE-02", "SWAP-02", "TURN-02", "WALL-10"])
def test_a_hand_that_is_given_as_dead_may_be_so_by_a_rule(rule: str) -> None:
    assert not run(f"given P3 is dead {rule}\nP1 discards 4D\n-> P3 is dead {rule}").failures


def test_a_hand_is_dead_by_any_rule_that_says_so() -> None:
    assert not run(f"{LIVE}P3 shows a false mah jongg\n-> P3 is dead FALSE-02\n-> P3 is dead DEAD-10").failures


def test_upper_and_lower_case_do_not_matter() -> None:
    text = "RULES: league\nNames: Nora = P3, Sophia=P4\nGIVEN east discarded 4D\nNORA calls\n-> TURN p2\n-> p1 IS east"
    assert not run(text).failures


@pytest.mark.parametrize("groups", ["3B 3B J and 5C 5C J", "3B 3B J, 5C 5C J", "two 3B and a joker / 5C, 5C and joker"])
def test_exposures_are_told_apart(groups: str) -> None:
    assert not run(f"given P3 shows {groups}\nP1 discards 4D\n-> P3 shows 3B 3B J / 5C 5C J").failures


@pytest.mark.parametrize("wish", ["payments +100, -50, -25, -25", "P2 loses 50", "the payments are 100 -50 -25 -25"])
def test_payments_may_be_said_otherwise(wish: str) -> None:
    assert not run(f"P1 wins 25 points from P2\n-> {wish}").failures


@pytest.mark.parametrize(
    "wish",
    [
        "the last discard is 4D",
        "play goes on",
        "turn is P2",
        "P1 holds 13 tiles",
        "the wall is 99 tiles",
        "P3 shows no exposures",
    ],
)
def test_what_must_hold_may_be_said_as_a_sentence(wish: str) -> None:
    assert not run(f"P1 discards 4D\n-> {wish}").failures


@pytest.mark.parametrize(
    ("said", "meant"),
    [("on P3's discard", "from P3"), ("by self-pick", "self-drawn"), ("by a joker exchange from P3", "joker from P3")],
)
def test_how_it_was_won_may_be_said_otherwise(said: str, meant: str) -> None:
    theirs, ours = (run(f"P1 wins 25 {how}").outcomes[0].says for how in (said, meant))
    assert theirs.replace(said, meant) == ours


def test_everybody_pays_whom_nobody_pays() -> None:
    assert not run("P1 wins 25 self-drawn\n-> all pay 50").failures
    (failure,) = run("P1 wins 25 from P3\n-> everybody pays 25").failures
    assert failure.says == "expected everybody pays 25, but P3 pays 50"


def test_a_stage_may_be_said_as_a_sentence() -> None:
    assert not run("given Charleston\n-> the stage is first right\n-> stage: first right").failures


def test_lists_may_have_commas() -> None:
    text = "rules: League, c-20 = PLAYS_ON\npeople: Ann, Bea, Cy, Di\n"
    text += "given P3 is dead WRONG_COUNT\ngiven turn P3\nP3 draws"
    assert not run(f"{text}\n-> balance Ann 0").failures


@pytest.mark.parametrize("name", ["P3", "N", "East", "4D"])
def test_a_name_means_one_thing(name: str) -> None:
    with pytest.raises(ScenarioError, match="stands for a seat or a tile already"):
        run(f"names: {name}=P1")


def test_what_is_quoted_stays() -> None:
    assert 'P1 is named "East Wing"' in run('P1 is named "East Wing"').outcomes[0].says


def test_a_name_may_be_a_seat_s_and_a_person_s() -> None:
    text = "names: Ann=P1\npeople: Ann Bea Cy Di\nAnn discards 4D\nnext game after wall game\n-> Ann sits P1\n"
    assert not run(text + "-> balance Ann 0").failures


@pytest.mark.parametrize(
    "wish", ["P3 is dead because WRONG_COUNT", "P3 is dead (DEAD-01)", "P3's hand is dead for a wrong count"]
)
def test_a_cause_may_be_given_in_words(wish: str) -> None:
    assert not run(f"{LIVE}P3 dies WRONG_COUNT\n-> {wish}").failures


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LIVE + "P2 picks up the 4D", "may be the discard or a wall tile"),
        (LIVE + "P3 takes 4D", "did you mean: .*SEAT takes the discard"),
        (LIVE + "P3 draws and racks it", "did you mean: .*SEAT draws"),
        (LIVE + "P3 peeks", "lists them all"),
        (LIVE + "P3 claims more", "for a discard write P3 calls"),
        (LIVE + "P3's hand is dead", "wants a cause"),
        (LIVE + "P3 dies wrong cuont", "did you mean WRONG_COUNT"),
        (LIVE + "-> P3 is dead wrong cuont", "did you mean WRONG_COUNT"),
        (LIVE + "next game after lunch", "next game after won"),
    ],
)
def test_what_would_be_understood_is_said(text: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        run(text)
