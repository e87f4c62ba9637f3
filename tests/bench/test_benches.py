"""The yardsticks of the benchmarks are right, and the benchmarks still run."""

from random import Random

import numpy as np
import pytest

from engine.card import read_card
from engine.hands import HandTable, counts_of
from server.cards import practice_card_text
from tests.bench.bench_follow import live
from tests.bench.bench_hands import WALL, PlainLoop, card_of


def test_the_plain_loop_agrees_with_the_table() -> None:
    card = read_card(practice_card_text())
    hands = [hand for line in card.lines for hand in line.hands]
    plain, table = PlainLoop.of(hands), HandTable(card)
    chance = Random(1)
    for _ in range(20):
        counts = counts_of(chance.sample(WALL, 14))
        assert plain.missing(counts) == table.missing(counts).tolist()


def test_the_cards_of_the_bench_have_as_many_hands_as_asked() -> None:
    hands = [hand for line in read_card(practice_card_text()).lines for hand in line.hands]
    for n in (100, 1500):
        card = card_of(hands, n, Random(2))
        table = HandTable(card)
        assert len(table) == len(set(table.hands)) == n


def test_a_pipeline_that_is_quick_enough_takes_every_frame() -> None:
    taken, late = live(np.full(90, 0.02))
    assert taken == 1.0
    assert late == pytest.approx(0.02)


def test_a_pipeline_that_needs_almost_two_frames_time_takes_one_in_so_many() -> None:
    taken, late = live(np.full(90, 1.9 / 30))
    assert taken == pytest.approx(1 / 1.9, abs=0.02)
    assert late < 3 / 30


def test_one_long_look_costs_the_frames_that_came_meanwhile() -> None:
    cost = np.full(90, 0.01)
    cost[30] = 0.2
    taken, late = live(cost)
    assert taken == pytest.approx(1 - 5 / 90, abs=0.012)
    assert late == pytest.approx(0.2, abs=1e-6)
