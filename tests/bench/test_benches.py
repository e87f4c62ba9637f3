"""The yardsticks of the benchmarks are right, and the benchmarks still run."""

from collections import Counter
from itertools import groupby, pairwise
from operator import itemgetter
from random import Random

import numpy as np
import pytest

from engine.card import read_card
from engine.hands import HandTable, counts_of
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from tests.bench import mutation
from tests.bench.afar import aslant, moved
from tests.bench.bench_follow import live
from tests.bench.bench_hands import WALL, PlainLoop, card_of
from tests.bench.bench_rack import rack_cost
from tests.bench.bench_typing import TYPED, costs, letters
from tests.bench.demo_games import wanted
from tests.bench.evidence import Told, fitted, hats
from tests.bench.final_tables import FinalTable, faults
from tests.bench.racks import in_order
from tests.bench.unseen import Readings, calibration_error, line
from tests.finds import finds_of, reading, squares


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


def test_the_events_of_a_demo_game_come_one_after_another() -> None:
    made = wanted(3, 2.0)
    assert len(made) > 20
    assert {"discarded", "exposed"} <= {want.kind for want in made}
    assert all(before.t0 <= before.t <= after.t0 for before, after in pairwise(made))


def test_a_mutant_that_pays_otherwise_is_killed_by_a_scenario() -> None:
    """2 * each, for a drawn tile, becomes 3 * each."""
    mutant = next(
        m for m in mutation.mutants("rules.scoring") if m.says == "2 -> 3" and "owed[seat] = 3 * each" in m.source
    )
    assert mutation.tried(mutant, ["PAY-03-self-drawn"]) == "PAY-03-self-drawn"


def test_every_survivor_with_a_reason_is_still_a_mutant() -> None:
    for module, told in groupby(sorted(mutation.explained()), itemgetter(0)):
        lines = {line.strip() for line in mutation.path_of(module).read_text(encoding="utf-8").splitlines()}
        changes = mutation.sayings(module)
        changes |= {f"{change} in {line}" for change in changes for line in lines}
        assert [says for _, says in told if says not in changes] == [], module


def test_the_knots_of_a_curve_are_weighed_as_it_is_drawn() -> None:
    at, nats, x = (-1.0, 0.0, 2.0), np.array([3.0, 1.0, -5.0]), np.array([-4.0, -1.0, -0.25, 1.0, 2.0, 7.0])
    np.testing.assert_allclose(hats(x, at) @ nats, np.interp(x, at, nats))
    assert hats(np.array([np.nan]), at).tolist() == [[0, 0, 0]]


def test_curves_are_fitted_to_what_tells_tiles_from_other_things() -> None:
    """Dice half as large as tiles, and markers twice as large, read and found no worse."""
    sides = [20] * 30 + [40] * 10 + [10] * 10
    read = np.concatenate([reading(Tile.D6, 0.8)] * 50)
    told = Told(finds_of(read, squares(*sides)), np.array([1] * 30 + [0] * 20))
    larger = fitted([told] * 10)["size"][0]
    assert larger.argmax() in (3, 4, 5)
    assert larger[0] < larger.max() - 1
    assert larger[-1] < larger.max() - 1


def test_the_bench_of_typing_types_every_letter_of_a_line() -> None:
    card = "== T ==\n" + "\n".join(f"{n}. F {n}{n}{n}a 22b 3333b 4444c X 25" for n in range(5, 10)) + "\n" * 6
    typed = letters(card)
    assert [text.count(TYPED) for text in typed] == [0] * (len(TYPED) - 1) + [1]
    spent, first = costs(card, 3)
    assert len(spent) == 3
    assert first > 0


def test_certainty_that_is_as_often_right_has_no_error_and_a_sure_mistake_counts() -> None:
    half, right = np.full(10, 0.5), np.arange(10) < 5
    assert calibration_error(half, right) == 0.0
    assert calibration_error(np.ones(10), right) == pytest.approx(0.5)
    said = line("header", [Readings(12, np.ones(10), half, right)])
    assert "found 0.833, right 0.500 of 10" in said
    assert "sure 10, wrong 5" in said
    assert "sure 0, wrong 0" in said


def test_tiles_of_a_rack_count_as_right_in_their_order() -> None:
    there = (Tile.B1, Tile.B2, Tile.B2, Tile.C3)
    assert in_order(there, there) == 4
    assert in_order((Tile.B2, Tile.B2, Tile.C3), there) == 3, "one overlooked shifts nobody else"
    assert in_order((Tile.C3, Tile.B1), there) == 1
    assert rack_cost(3, 0.5)[1] >= 1


def test_a_table_seen_aslant_keeps_its_middle_and_its_size_there_and_is_shorter_away_from_us() -> None:
    matrix = aslant((1920, 1080), 0.5, np.random.default_rng(1), (1600, 1200))
    middle, beside = moved(np.array([[960.0, 540.0], [961.0, 540.0]]), matrix)
    assert np.abs(middle - (800, 600)).max() <= 0.08 * 1600
    area = abs(np.linalg.det(moved(np.array([[961.0, 540.0], [960.0, 541.0]]), matrix) - middle))
    assert 0.5**2 * np.sin(np.radians(30)) * 0.98 < area < 0.5**2 * np.sin(np.radians(55)) * 1.02
    assert np.linalg.norm(beside - middle) <= 0.51


def test_a_tile_taken_for_another_is_one_correction_and_the_winners_hand_shows_what_was_exposed() -> None:
    shown: dict[str, list[list[str]]] = {seat.name: [] for seat in Seat}
    want = FinalTable(Counter({"8C": 1, "E": 2}), shown | {"P4": [["9C", "9C", "9C"]]}, Seat.P1)
    got = FinalTable(Counter({"5C": 1, "E": 3}), shown | {"P1": [["W", "W", "W"]]}, None)
    assert faults(want, want) == []
    assert faults(want, got) == [
        "8C is in the log as 5C",
        "E was never discarded",
        "P4 exposed [['9C', '9C', '9C']], in the log []",
        "P1 won, in the log nobody",
    ]
