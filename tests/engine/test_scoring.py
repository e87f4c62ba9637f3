"""Payments against a slow twin written from the rule texts alone: PAY-01 ... PAY-13, MISN-05, FALSE-04, FALSE-05."""

from itertools import product
from math import prod

import pytest

from engine.event import Discarded, Event, GameAbandoned, GameBegun, MahJongg, Paid
from engine.faults import Cause
from engine.rules.ruleset import LEAGUE, OPTIONS, PRESETS, RuleSet, preset, ruleset
from engine.rules.scoring import (
    Bet,
    bettor,
    dispute,
    fixed_penalty,
    payments,
    shares,
    tournament,
    wall_bettor,
)
from engine.rules.settling import explained, settled
from engine.state import State, evolve
from engine.tile import Seat, Tile

RULESETS = [
    ruleset([f"C-16={a}", f"C-17={b}", f"C-22={c}"])
    for a, b, c in product(
        ("self_drawn", "exchanger_pays_all"), ("all_pay", "discarder_only"), ("misnamer_pays_4x", "double", "void")
    )
]


Won = tuple[int, int, str, int | None, bool]
"""Its value, the winner, how it was won, the other player in it, whether without jokers."""


def twin(won: Won, rules: RuleSet, playing: list[int]) -> list[int]:
    """Player by player, each case of the text on its own line."""
    value, winner, how, other, jokerless = won
    points = [0, 0, 0, 0]
    for payer in playing:
        if payer == winner:
            continue
        alone = how == "misnamed" and rules.of("C-22") == "misnamer_pays_4x"
        if how == "out of turn" or alone:  # the one at fault pays four times the value, the others nothing
            owes = 4 * value if payer == other else 0
        elif how in ("discard", "misnamed"):
            # Discarder double, others single; no jokers: doubled again.
            owes = 2 * value if payer == other else value
            if rules.of("C-17") == "discarder_only" and payer != other:
                owes = 0
            if jokerless:
                owes = owes + owes
            if how == "misnamed" and rules.of("C-22") == "double" and payer == other:
                owes = owes + owes
        else:  # drawn, or by joker: all double; no jokers: doubled again
            owes = value + value
            if jokerless:
                owes = owes + owes
            if how == "joker" and rules.of("C-16") == "exchanger_pays_all" and other != winner:
                owes = owes * (len(playing) - 1) if payer == other else 0
        points[payer] -= owes
        points[winner] += owes
    return points


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: " ".join(r.differences) or "league")
def test_payments_agree_with_the_text(rules: RuleSet) -> None:
    for seats in ([0, 1, 2, 3], [0, 1, 2], [0, 2]):
        for winner, other, value, jokerless in product(seats, seats, (25, 30, 75), (False, True)):
            for how in ("wall", "discard", "joker", "misnamed", "out of turn"):
                if other == winner and how not in ("wall", "joker"):
                    continue
                won = MahJongg(
                    Seat(winner),
                    (),
                    source=Seat(other) if how in ("discard", "misnamed", "out of turn") else None,
                    value=value,
                    exchanged=Seat(other) if how == "joker" else None,
                    misnamed=how == "misnamed",
                    jokerless=jokerless,
                )
                got = payments(won, how == "out of turn", [Seat(s) for s in seats], rules)
                assert list(got) == twin((value, winner, how, other, jokerless), rules, seats)
                assert sum(got) == 0


def test_the_examples_of_the_texts() -> None:
    assert payments(MahJongg(Seat.P1, (), value=25, jokerless=True)) == (
        300,
        -100,
        -100,
        -100,
    )  # PAY-06: each pays a dollar
    assert payments(MahJongg(Seat.P1, (), source=Seat.P2, value=25)) == (100, -50, -25, -25)
    assert payments(MahJongg(Seat.P4, (), source=Seat.P1, value=50)) == (-100, -50, -50, 200)


def test_a_hand_is_never_worth_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="cannot be worth"):
        payments(MahJongg(Seat.P1, (), value=-5))


def test_the_fixed_penalty() -> None:  # FALSE-04, FALSE-05
    assert fixed_penalty(75, Seat.P2, Seat.P1) == (75, -149, 37, 37)
    assert fixed_penalty(60, Seat.P2, None) == (60, -180, 60, 60)


def test_a_dispute_moves_fifty() -> None:
    assert dispute(wrong=Seat.P3, right=Seat.P1) == (50, 0, -50, 0)


ANN_WINS = MahJongg(Seat.P1, (), source=Seat.P3, value=25)
HALVED = ruleset(["C-33=half_of_a_discard"])


@pytest.mark.parametrize("source", [None, Seat.P3])
def test_bettor_and_players_sum_to_zero(source: Seat | None) -> None:
    won = MahJongg(Seat.P1, (), source=source, value=25)
    for on, agreed in product([None, *Seat], (LEAGUE, HALVED)):
        found = bettor(payments(won), won, on, agreed)
        assert found.bettor + sum(found.players) == 0
    assert bettor(payments(won), won, Seat.P3).bettor == -50  # double: she discarded, or it was drawn
    assert bettor(payments(won), None, Seat.P2).bettor == 0


def test_a_bettor_who_was_right_shares_a_discard_or_is_paid_as_much() -> None:  # R114
    won = payments(ANN_WINS)
    shared, alike = bettor(won, ANN_WINS, Seat.P1, HALVED), bettor(won, ANN_WINS, Seat.P1)
    assert (shared.bettor, shared.players) == (50, (50, -25, -50, -25))
    assert (alike.bettor, alike.players) == (100, (100, -50, -100, -50))
    odd = MahJongg(Seat.P1, (), source=Seat.P3, value=5)
    three = bettor(payments(odd, players=(Seat.P1, Seat.P3, Seat.P4)), odd, Seat.P1, HALVED)
    assert (three.bettor, three.players) == (7, (8, 0, -10, -5))
    drawn = MahJongg(Seat.P1, (), value=25)
    assert bettor(payments(drawn), drawn, Seat.P1, HALVED) == bettor(payments(drawn), drawn, Seat.P1)


def test_in_a_tournament_a_bet_costs_nobody_anything() -> None:  # R114
    scored, agreed = tournament(25, Seat.P1, Seat.P3, exposures=2), ruleset(["C-34=tournament"])
    for on, got in ((Seat.P1, 25), (Seat.P3, -20), (Seat.P2, 0), (None, 0)):
        assert bettor(scored, ANN_WINS, on, agreed) == Bet(got, scored)
    assert wall_bettor(scored, Seat.P1, tuple(Seat), agreed) == Bet(0, scored)
    assert wall_bettor((10, 10, 0, 10), None, tuple(Seat), agreed) == Bet(10, (10, 10, 0, 10))


def test_a_game_put_away_pays_nothing() -> None:
    begun = evolve(evolve(State(), GameBegun(Seat.P1)), Paid((25, -25, 10, -10), "false mah jongg"))
    assert settled(begun) == (25, -25, 10, -10)
    assert settled(evolve(begun, GameAbandoned(Cause.PUT_AWAY, True))) == (0, 0, 0, 0)


def test_tournament_scores() -> None:
    assert tournament(25, Seat.P1, Seat.P2, exposures=1) == (25, 0, 0, 0)
    assert tournament(25, Seat.P1, Seat.P2, exposures=4) == (25, -25, 0, 0)


def test_the_options_and_their_defaults() -> None:
    assert [o.id for o in OPTIONS] == [f"C-{n:02d}" for n in range(1, 35)]
    assert LEAGUE.differences == ()
    for option in OPTIONS:
        assert LEAGUE.of(option.id) == option.default


def test_presets_are_made_of_answers_there_are() -> None:
    assert set(PRESETS) == {"league", "press", "house-000", "house-002", "house-004"}
    for name, rules in PRESETS.items():
        assert preset(name) is rules
        assert ruleset(rules.differences).chosen == rules.chosen
        assert len(rules.explained()) == len(rules.differences)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("C-99=yes", "is not an option"),
        ("C-20", "cannot be ''"),
        ("C-20=perhaps", "choose stops, plays_on"),
        ("C-26=-5", "or a whole number"),
        ("C-26=9999999", "or a whole number"),
        ("", "is not an option"),
    ],
)
def test_a_wrong_option_is_answered_with_the_right_ones(text: str, says: str) -> None:
    with pytest.raises(ValueError, match="C-") as error:
        ruleset([text])
    assert says in str(error.value)


def test_options_given_back_to_the_league_are_no_difference() -> None:
    assert ruleset(["C-20=plays_on", "C-20=stops"]).differences == ()
    assert ruleset(["C-26=25"]).amount("C-26") == 25
    assert ruleset(["C-26=25"]).explained() == (
        "Is there a pot for wall games? "
        "Everybody pays the amount into it, the next winner takes it; unwon, it goes back (25).",
    )
    with pytest.raises(ValueError, match="there is no rule set"):
        preset("mine")


def test_a_hand_worth_nothing_moves_nothing() -> None:
    assert payments(MahJongg(Seat.P2, (), source=Seat.P3, value=0)) == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="worth -1 points"):
        payments(MahJongg(Seat.P2, (), value=-1))


def test_a_penalty_leaves_an_empty_seat_alone() -> None:
    assert fixed_penalty(30, Seat.P2, None, (Seat.P1, Seat.P2, Seat.P3)) == (30, -60, 30, 0)
    assert fixed_penalty(30, Seat.P4, Seat.P2, (Seat.P2, Seat.P3, Seat.P4)) == (0, 30, 15, -45)


TIMES = {"twice": 2, "three": 3, "four": 4}
HOWS = {  # how it was won: what its words say, and whether only who made the winning tile pays
    "wall": ("twice for self-drawn", False),
    "joker": ("twice for a joker exchanged", False),
    "discard": ("twice for the discard", False),
    "misnamed": ("four times for the wrong name", True),
    "out of turn": ("four times for a discard out of turn", True),
}


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jokerless", [False, True])
def test_the_words_multiply_to_what_each_pays(how: str, jokerless: bool) -> None:
    winner, other = Seat.P2, Seat.P4
    thrown = how in ("discard", "misnamed", "out of turn")
    won = MahJongg(
        winner,
        (),
        "Ours 1",
        other if thrown else None,
        25,
        other if how == "joker" else None,
        how == "misnamed",
        jokerless,
    )
    points = payments(won, how == "out of turn")
    told = shares(points, won, how == "out of turn")
    words, alone = HOWS[how]
    assert [share.seat for share in told] == ([other] if alone else [Seat.P1, Seat.P3, Seat.P4])
    for share in told:
        value, *ways = share.ways.split(", ")
        assert share.points == -points[share.seat]
        assert int(value) * prod(TIMES[way.split()[0]] for way in ways) == share.points
        assert (words in ways) == (share.seat is other or not thrown)
        assert ("twice for no jokers" in ways) == (jokerless and not alone)


def test_the_owner_of_the_joker_pays_for_everybody_where_it_is_played_so() -> None:
    rules = ruleset(["C-16=exchanger_pays_all"])
    won = MahJongg(Seat.P2, (), "Ours 1", None, 25, Seat.P4, False, True)
    points = payments(won, ruleset=rules)
    (share,) = shares(points, won, ruleset=rules)
    assert (share.seat, share.points) == (Seat.P4, 300)
    assert share.ways == (
        "25, twice for a joker exchanged, twice for no jokers, three times for everybody, since the joker was hers"
    )


def game_of(*events: Event) -> State:
    state = State()
    for event in events:
        state = evolve(state, event)
    return state


def test_what_was_paid_in_the_game_is_added_seat_by_seat() -> None:
    won = MahJongg(Seat.P3, (), "Ours 1", Seat.P1, 25)
    state = game_of(GameBegun(Seat.P1), Paid((1, 2, 3, -6), "x"), Discarded(Seat.P1, Tile.D9), won)
    assert settled(state) == (-49, -23, 103, -31)


def test_a_discard_in_turn_is_not_told_as_one_out_of_turn() -> None:
    in_turn = game_of(GameBegun(Seat.P1), Discarded(Seat.P1, Tile.D9), MahJongg(Seat.P3, (), "Ours 1", Seat.P1, 25))
    assert [share.ways for share in explained(in_turn)] == ["25, twice for the discard", "25", "25"]
    stray = game_of(
        GameBegun(Seat.P1),
        Discarded(Seat.P1, Tile.D9),
        Discarded(Seat.P4, Tile.C9, out_of_turn=True),
        MahJongg(Seat.P3, (), "Ours 1", Seat.P4, 25),
    )
    assert [share.ways for share in explained(stray)] == ["25, four times for a discard out of turn"]
    assert settled(stray) == (0, 0, 100, -100)


def test_a_bettor_on_the_wall_is_paid_twenty_five_by_each_unless_agreed() -> None:
    assert wall_bettor((0, 0, 0, 0), None, tuple(Seat)).bettor == 100
    assert wall_bettor((0, 0, 0, 0), None, tuple(Seat), ruleset(["C-26=10"])).bettor == 40
