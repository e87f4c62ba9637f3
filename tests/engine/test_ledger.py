"""Points, sticks, money, the pot and settling up: STICK-01 ... STICK-03, SET-20, PAY-13, DRAW-03."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from engine.rules.ledger import STAKE, STICKS, Ledger, money, settle_up, sticks
from engine.rules.rotation import Ended, Session, how_ended, next_game, pivot
from engine.rules.ruleset import ruleset
from engine.state import State
from engine.tile import Seat, Wind

NAMES = ("Ann", "Bea", "Cy", "Di", "Eve")
payments = st.lists(st.integers(-400, 400), min_size=4, max_size=4).map(lambda p: (*p[:3], -sum(p[:3])))


def test_the_suggested_sticks_come_to_650_each() -> None:  # STICK-01, STICK-02
    assert STICKS == ((200, 1), (100, 2), (25, 8), (5, 10))
    assert STAKE == 200 + 200 + 200 + 50 == 650


@given(st.lists(payments, max_size=12))
def test_balances_always_sum_to_zero_and_settling_up_clears_them(games: list[tuple[int, int, int, int]]) -> None:
    ledger = Ledger.of(*NAMES)
    for points in games:
        ledger = ledger.game(NAMES[:4], points)
    assert sum(b for _, b in ledger.balances) == 0
    transfers = settle_up(ledger)
    for t in transfers:
        assert t.amount > 0
        ledger = ledger.paid({t.payer: t.amount, t.receiver: -t.amount})
    assert all(b == 0 for _, b in ledger.balances)
    assert len(transfers) <= 4


@pytest.mark.parametrize(
    ("balances", "most"),
    [
        ((160, 450, -160, -320, -130), 3),  # two are even between themselves
        ((-70, 50, -200, 70, 150), 3),
        ((160, -30, -130, -60, 60), 3),
        ((300, 150, -250, 50, -250), 4),
        ((0, 0, 100, 0, -100), 1),
    ],
)
def test_five_settle_up_with_as_few_payments_as_can_be(balances: tuple[int, ...], most: int) -> None:
    assert len(settle_up(Ledger(tuple(zip(NAMES, balances, strict=True))))) == most


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(NAMES)), max_size=20))
def test_the_pot_and_the_balances_hold_each_others_loss(moves: list[tuple[bool, str]]) -> None:
    ledger = Ledger.of(*NAMES)
    for wall_game, name in moves:
        ledger = ledger.into_pot(25, NAMES[:4]) if wall_game else ledger.pot_to(name)
        assert sum(b for _, b in ledger.balances) + ledger.pot == 0
        assert sum(stake for _, stake in ledger.stakes) == ledger.pot
    assert sum(b for _, b in ledger.pot_back().balances) == ledger.pot_back().pot == 0


def test_a_game_that_nobody_wins_leaves_the_pot_where_it_is() -> None:  # DRAW-07
    ledger, four = Ledger.of(*NAMES).into_pot(5, NAMES[:4]), NAMES[:4]
    assert ledger.after(four, (0, 0, 0, 0), 0, None) == ledger
    won = ledger.after(four, (0, 0, 0, 0), 0, Seat.P2)
    assert (won.pot, won.balance("Bea")) == (0, 15)


def test_what_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="not to zero"):
        Ledger.of(*NAMES).paid({"Ann": 5})
    with pytest.raises(KeyError, match="Flo"):
        Ledger.of(*NAMES).paid({"Flo": 5, "Ann": -5})
    with pytest.raises(ValueError, match="same name"):
        Ledger.of("Ann", "Ann")
    with pytest.raises(ValueError, match="empty"):
        Ledger.of("Ann", "Bea", "Cy").game(("Ann", "Bea", "Cy", None), (5, 0, 0, -5))


def test_settling_up_waits_for_the_pot() -> None:
    with pytest.raises(ValueError, match="in the pot"):
        settle_up(Ledger.of(*NAMES).into_pot(5))


@given(st.integers(0, 2000))
def test_sticks_make_the_amount_with_the_fewest(amount: int) -> None:  # STICK-03
    made = sticks(amount)
    assert sum(v * n for v, n in made.counts) + made.rest == amount
    assert made.rest == amount % 5
    left, fewest = amount - made.rest, 0
    for value in (200, 100, 25, 5):  # each divides the next but one, so the greedy count is the least
        fewest += left // value
        left %= value
    assert sum(n for _, n in made.counts) == fewest


def test_sticks_that_are_not_held_need_change() -> None:
    assert sticks(30, held={25: 0, 5: 3, 100: 1}).rest == 15
    assert sticks(30, held={25: 1}).rest == 5, "of a kind that is not named none is held"
    assert sticks(75, held={25: 2, 5: 5}).words == "2 of 25, 5 of 5"
    assert sticks(7, ((3, 10), (2, 10))).words == "1 of 3, 2 of 2"


def test_money_is_exact() -> None:  # PAY-13
    assert [money(n) for n in (1, 25, 100, -75)] == ["$0.01", "$0.25", "$1.00", "-$0.75"]
    with pytest.raises(ValueError, match="whole cents"):
        money(1, Fraction(1, 300))


def test_a_fifth_by_round_and_by_game() -> None:
    five = Session(people=NAMES[:4], resting="Eve")
    after = next_game(five, Ended.WON)
    assert after.resting == "Eve"
    assert next_game(five, Ended.WON, ruleset(["C-28=bettor"])).resting == "Ann"


@pytest.mark.parametrize("first", Seat)
def test_each_round_another_seat_rests_from_the_first_dealers_on_around_the_table(first: Seat) -> None:  # P5-05 P5-06
    session = Session(people=NAMES[:4], resting="Eve", east=first, first=first)
    out = []
    for game in range(20):
        if game % 4 == 0:
            out.append(session.resting)
        session = next_game(session, Ended.WON, ruleset(["C-28=dreamer_by_round"]))
    assert out == ["Eve", *NAMES[first:4], *NAMES[:first]]


def test_games_and_rounds_count_from_one() -> None:
    assert (Session().game, Session().round, Session().wind) == (1, 1, Wind.EAST)
    assert Session(round=5).wind is Wind.EAST, "five players go on to a fifth round"


@pytest.mark.parametrize("ended", Ended)
@pytest.mark.parametrize("wrong_east", [None, Seat.P3])
def test_the_next_game_has_the_next_number_however_the_last_one_ended(ended: Ended, wrong_east: Seat | None) -> None:
    assert next_game(Session(game=4), ended, wrong_east=wrong_east).game == 5


def test_a_game_that_is_played_has_not_ended() -> None:
    with pytest.raises(ValueError, match="not over"):
        how_ended(State())


def test_east_comes_round_to_everybody_under_every_ruleset() -> None:
    session = Session(people=("Ann", "Bea", "Cy", None), east=Seat.P3, first=Seat.P3)
    seen = []
    for _ in range(6):
        seen.append(session.east)
        session = next_game(session, Ended.WALL_GAME)
    assert seen == [Seat.P3, Seat.P1, Seat.P2] * 2
    assert session.round == 3


def test_who_gives_her_seat_up_is_not_skipped_any_more_and_who_stays_is() -> None:
    five = Session(("Ann", "Bea", "Cy", "Di"), resting="Eve", skipped=(Seat.P1, Seat.P3))
    after = next_game(five, Ended.WON, ruleset(["C-28=east_rests"]))
    assert (after.people[Seat.P1], after.resting, after.skipped) == ("Eve", "Ann", (Seat.P3,))


@pytest.mark.parametrize("seat", [None, Seat.P2])
def test_who_is_to_be_skipped_takes_that_along_when_places_are_changed(seat: Seat | None) -> None:
    before = Session(("Ann", "Bea", "Cy", "Di"), skipped=(Seat.P2, Seat.P4))
    after = pivot(before, seat)
    one = Seat.P1 if seat is None else seat
    assert (after.first, after.east) == (one.right, one.right)
    skipped = {before.people[s] for s in before.skipped}
    assert {after.people[s] for s in after.skipped} == skipped
