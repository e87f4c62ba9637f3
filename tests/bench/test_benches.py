"""The yardsticks of the benchmarks are right, and the benchmarks still run."""

from random import Random

from engine.card import read_card
from engine.hands import HandTable, counts_of
from server.cards import practice_card_text
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
