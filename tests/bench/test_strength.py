"""What measures the coach measures rightly: endings are solved, curves fitted, ratios and shares counted."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engine.card import read_card
from engine.coaching import Known, advise_discard, chance_to_win, choices
from engine.coaching.choosing import Mind, calls, complete, might_call
from engine.coaching.ease import ease_of
from engine.coaching.odds import SHIPPED, Habits
from engine.event import MahJongg
from engine.hands import HandTable, counts_of
from engine.rules.scoring import payments
from engine.tile import Seat, Tile, read_tiles
from tests.bench.calibration import Risk, Sample, between, error, fitted, print_fit, print_risks, samples
from tests.bench.endings import Solver, by_rollouts, chances, ending_of
from tests.bench.ladder import LAKESIDE, PRACTICE, advantage, ratio, share
from tests.bench.odds_per_hand import OddsMind
from tests.bench.players import Player
from tests.bench.rungs import Duplicate, deal_of
from tests.bench.tables import play, shuffled
from tests.bench.weights import REACH, drawn, slopes

SMALL = HandTable(
    read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FF 11a 222a 3333a DDDa C 30\n3. NNNN EEEE WWWW SS X 25")
)


def test_one_draw_is_the_share_of_the_tiles_that_win() -> None:
    solver = Solver([SMALL.hands[0]])
    rack, junk = solver.reduced(counts_of(read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B")))
    unseen, other = solver.reduced(counts_of(read_tiles("3B J J N N N N E E E")))
    by_call = 1 - (1 - 1 / 10) ** 3  # a joker that is discarded cannot be called
    assert solver.waiting(rack, junk, unseen, other, draws=1) == pytest.approx(by_call + (1 - by_call) * 3 / 10)


def test_two_draws_agree_with_trying_them_at_random() -> None:
    solver = Solver([SMALL.hands[0]])
    rack, junk = solver.reduced(counts_of(read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B N")))
    unseen, other = solver.reduced(counts_of(read_tiles("3B 3B J N N N E E E E W W")))
    exact = solver.waiting(rack, junk, unseen, other, draws=2)
    chance, wins, tried = Random(5), 0, 20_000
    for _ in range(tried):
        rest = list(read_tiles("3B 3B J N N N E E E E W W"))
        held = 2
        for _ in range(2):
            if held == 3 and any(rest[chance.randrange(len(rest))] is Tile.B3 for _ in range(3)):
                held = 4
                break
            drawn = rest.pop(chance.randrange(len(rest)))
            held += drawn in (Tile.B3, Tile.JOKER)
        wins += held >= 4
    assert wins / tried == pytest.approx(exact, abs=0.015)


def test_the_coach_plays_endings_well() -> None:
    chance, lost = Random(2), []
    while len(lost) < 12:
        ending = ending_of(SMALL, chance)
        if ending.draws > 1:
            continue
        exact = chances(ending)
        advice = advise_discard(ending.known)
        if advice.tiles:
            lost.append(max(exact.values()) - exact[advice.tiles[0]])
    assert sum(lost) / len(lost) < 0.002


def test_rollouts_choose_among_what_the_coach_thinks_best() -> None:
    ending = ending_of(SMALL, Random(3))
    said = by_rollouts(ending.known, 4)
    assert said in [o.tiles[0] for o in choices(ending.known)]
    assert said in ending.known.rack


def test_a_fit_finds_the_curve_that_the_samples_follow_and_the_error_says_how_far_others_are() -> None:
    chance = np.random.default_rng(1)
    x = chance.normal(size=(8000, 1))
    true = 1 / (1 + np.exp(-(0.5 + 1.2 * x[:, 0])))
    won = (chance.random(8000) < true).astype(float)
    assert fitted(x, won) == pytest.approx([0.5, 1.2], abs=0.15)
    assert error(true, won) < 0.02
    assert error(np.clip(true - 0.2, 0, 1), won) > 0.1


def test_the_rung_odds_per_hand_counts_the_draws_of_its_likeliest_hand() -> None:
    known = Known(SMALL, Seat.P1, read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B"), wall=20)
    mind = OddsMind(known)
    one = 1 - (1 - mind.supply.draw - mind.supply.call) ** known.unseen[Tile.B3]
    assert float(np.exp(mind.prospects.worth)) > one, "jokers may come as well"
    assert mind.prospects.worth == mind.prospects.logs.max()
    late = OddsMind(replace(known, wall=4))
    assert late.prospects.worth < mind.prospects.worth


def test_a_regression_over_drawn_weights_finds_slope_and_bend() -> None:
    chance = np.random.default_rng(4)
    z = chance.uniform(-1, 1, (4000, 2))
    won = 0.3 * z[:, 0] - 0.2 * z[:, 1] ** 2 + chance.normal(0, 0.3, 4000)
    found, spread = slopes(z, won)
    assert found == pytest.approx(np.array([[0.3, 0.0], [0.0, -0.2]]), abs=0.06)
    assert (spread > 0).all()
    assert (spread < 0.06).all()
    player, moved = drawn(chance)
    assert player.weights.strict == pytest.approx(SHIPPED.strict + REACH * moved[0])


def test_risks_told_are_compared_with_what_was_won_with(capsys: pytest.CaptureFixture[str]) -> None:
    found, risks = samples(SMALL, 3)
    assert {s.game for s in found} == {0, 1, 2}
    likely = (10.0, 0.0, 1.0, 0.0)
    risks += [Risk(0, 1, likely, 0.03, False)] * 97 + [Risk(0, 1, likely, 0.03, True)] * 3
    print_risks(risks)
    print_fit(risks)
    said = capsys.readouterr().out
    assert "risk from 0.020" in said
    assert "fits best" in said


def test_the_error_of_chances_lies_in_its_interval() -> None:
    chance = np.random.default_rng(2)
    right = [Sample(g, 0, (), 0.3, bool(chance.random() < 0.3)) for g in range(200) for _ in range(4)]
    low, high = between(right)
    assert 0 <= low < high < 0.2
    wrong = [replace(s, shown=0.8) for s in right]
    assert between(wrong)[0] > 0.35
    assert error(np.array([0.8] * 800), np.array([float(s.won) for s in wrong])) > between(wrong)[0]


def test_an_easier_card_is_known_for_one() -> None:
    table = HandTable(read_card(PRACTICE.read_text(encoding="utf-8")))
    fewer = HandTable(replace(table.card, lines=table.card.lines[::2]))
    easy = HandTable(read_card(LAKESIDE.read_text(encoding="utf-8")))
    assert abs(ease_of(table)) < 0.1
    assert ease_of(fewer) < ease_of(table) - 0.4
    assert ease_of(easy) > ease_of(table) + 0.8
    rack = tuple(sorted(read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F")))
    for hands in (table, easy):
        assert 0 < chance_to_win(Known(hands, Seat.P1, rack)) < 0.4


def test_what_the_quick_looks_spare_would_have_changed_nothing() -> None:
    table = HandTable(read_card(PRACTICE.read_text(encoding="utf-8")))
    asked: list[tuple[Known, Tile]] = []

    def watch(known: Known, what: str, tile: Tile | None) -> None:
        if what == "call" and tile is not None:
            asked.append((known, tile))

    for seed in range(2):
        result = play(table, shuffled(seed), [Player()] * 4, watch)
        won = next((e for e in result.log if isinstance(e, MahJongg)), None)
        assert (won is None) == (result.winner is None)
    spared = [(known, tile) for known, tile in asked if not might_call(Mind(known), tile)]
    assert len(asked) > len(spared) > 100
    assert all(calls(Mind(known), tile)[0].tiles == () for known, tile in spared)
    assert not any(complete(known, tile) for known, tile in asked), "a win that was not declared"


def test_shares_and_ratios_stand_in_their_intervals() -> None:
    assert share(50, 100) == " 50.0 % (40.4 ... 59.6)"
    tally = {"deals": 100, "a": 120, "b": 60, "aa": 160, "bb": 50, "ab": 60}
    assert ratio(tally).startswith(" 2.00 (1.67 ... 2.39)")


def test_points_are_counted_as_they_are_paid() -> None:
    table = HandTable(read_card(PRACTICE.read_text(encoding="utf-8")))
    pair, met = (Player(), Player(habits=Habits(safety=False))), 0
    for seed in range(3):
        told, points = deal_of(table, seed, Duplicate(*pair)), 0
        for turned in (0, 1):
            last = play(table, shuffled(seed), [pair[(seat + turned) % 2] for seat in range(4)]).log[-1]
            if isinstance(last, MahJongg):
                paid, met = payments(last), met + 1
                assert sum(paid) == 0 < paid[last.seat]
                points += paid[turned] + paid[turned + 2]  # seats of the first kind
        assert told["points"] == points
    assert met > 2
    assert advantage({"deals": 2, "points": 80, "points2": 3200}) == "+10.00 (+10.00 ... +10.00)"
