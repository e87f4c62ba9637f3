"""Dead by proof: agreement with the slow twin, and what is said."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from engine.card import Hand, read_card
from engine.hands import (
    DeadCause,
    HandTable,
    counts_of,
    dead_by_proof,
    discards_judged,
)
from engine.hands.proof import living
from engine.hands.ranking import FAR
from engine.tile import CODES, N_KINDS, Tile, read_tiles
from tests.engine import card_twin as twin
from tests.racks import WALL, exposed_rack, practice, small, strings


def twin_alive(hand: Hand, exposures: Sequence[Sequence[Tile]], seen: Sequence[int], standing: Sequence[int]) -> bool:
    """Whether some future finishes the hand: every way to exchange unseen naturals for exposed jokers is tried."""
    left = [max(0, t.copies - seen[t]) for t in Tile]
    shown = [tuple(CODES[t] for t in e) for e in exposures]
    kinds = [t for t in Tile if standing[t] and left[t]]
    for taken in product(*(range(min(standing[t], left[t]) + 1) for t in kinds)):
        tiles = [t for t in Tile for _ in range(left[t] - dict(zip(kinds, taken, strict=True)).get(t, 0))]
        if twin.missing(strings(hand), [CODES[t] for t in tiles] + ["J"] * sum(taken), shown) == 0:
            return True
    return False


def random_sight(table: HandTable, chance: Random) -> tuple[list[tuple[Tile, ...]], list[int], list[int]]:
    """Exposures of one seat and everything visible, late in a game: (exposures, seen, exposed jokers per kind)."""
    _, exposures = exposed_rack(chance.choice(table.hands), chance)
    seen, standing = [0] * N_KINDS, [0] * N_KINDS
    for exposure in exposures:
        for tile in exposure:
            seen[tile] += 1
        standing[exposure[0]] += exposure.count(Tile.JOKER)
    for tile in chance.sample(WALL, chance.randint(20, 110)):
        if seen[tile] < tile.copies:
            seen[tile] += 1
    return exposures, seen, standing


def test_dead_hands_agree_with_the_twin() -> None:
    table, chance = small(), Random(7)
    dead = 0
    for _ in range(100):
        exposures, seen, standing = random_sight(table, chance)
        proof = dead_by_proof(table, exposures, seen, standing)
        alive = any(
            twin_alive(hand, exposures, seen, standing)
            for h, hand in enumerate(table.hands)
            if not (exposures and table.concealed[h])
        )
        assert (proof is None) == alive
        dead += proof is not None
    assert 10 < dead < 90


def test_without_knowing_where_jokers_lie_nothing_is_proved_too_early() -> None:
    table, chance = practice(), Random(8)
    for _ in range(100):
        exposures, seen, standing = random_sight(table, chance)
        if dead_by_proof(table, exposures, seen):
            assert dead_by_proof(table, exposures, seen, standing)


def test_dead_because_the_pair_is_gone() -> None:
    """Its exposures fit one line, which wants a pair of 2 Bam; three of them lie on the table."""
    table = HandTable(read_card("== T ==\n1. 22a 444a 666a 888a DDDa X 25"))
    seen = counts_of(read_tiles("4B 4B J 2B 2B 2B"))
    proof = dead_by_proof(table, [read_tiles("4B 4B J")], seen)
    assert proof is not None
    assert (proof.cause, proof.rule, proof.tiles) == (DeadCause.TILES_GONE, "DEAD-05", (Tile.B2,))
    assert "a pair of 2 Bam" in proof.says
    assert dead_by_proof(table, [read_tiles("4B 4B J")], counts_of(read_tiles("4B 4B J 2B 2B"))) is None


def test_dead_because_the_jokers_are_gone() -> None:
    table = HandTable(read_card("== T ==\n1. FFFF 11111a 22222b X 40"))
    seen = counts_of([Tile.JOKER] * 7)
    assert dead_by_proof(table, [], seen) is None  # exposed somewhere, they might be exchanged
    proof = dead_by_proof(table, [], seen, [0] * N_KINDS)  # discarded, they are dead
    assert proof is not None
    assert proof.cause is DeadCause.JOKERS_GONE


def test_dead_because_no_hand_has_the_group() -> None:
    proof = dead_by_proof(small(), [read_tiles("9D 9D J")], [0] * N_KINDS)
    assert proof is not None
    assert (proof.cause, proof.rule) == (DeadCause.NO_HAND_FITS, "DEAD-04")
    assert "9D 9D J" in proof.says


def test_dead_because_only_concealed_hands_have_the_group() -> None:
    table = HandTable(read_card("== T ==\n1. FF 111a 222a 333a 444b C 30\n2. FF 666a 777a 888a 999b X 25"))
    proof = dead_by_proof(table, [read_tiles("1B 1B J")], [0] * N_KINDS)
    assert proof is not None
    assert proof.cause is DeadCause.CONCEALED_EXPOSED


def test_flowers_keep_a_hand_alive_where_they_are_wild() -> None:
    """Three Norths and all jokers are gone: three flowers beside the pair stand in for them, two do not."""
    table = HandTable(read_card("== W ==\n1. FF NNNN~ EEEE SSSS X 25"))
    gone = [*read_tiles("N N N"), *[Tile.JOKER] * 8]
    for flowers, alive in ((3, True), (4, False)):
        seen = counts_of([*gone, *[Tile.FLOWER] * flowers])
        assert (dead_by_proof(table, [], seen, [0] * N_KINDS) is None) == alive
        assert living(table, seen, [0] * N_KINDS).tolist() == [alive]


@pytest.mark.parametrize(
    ("gone", "says"), [("2B 2B 2B", "1 of the 4 is left"), ("2B 2B 2B 2B", "none of the 4 is left")]
)
def test_the_proof_says_how_many_are_left(gone: str, says: str) -> None:
    table = HandTable(read_card("== T ==\n1. 22a 444a 666a 888a DDDa X 25"))
    proof = dead_by_proof(table, [read_tiles("4B 4B J")], counts_of(read_tiles(f"4B 4B J {gone}")))
    assert proof is not None
    assert f"it wants a pair of 2 Bam without jokers, and {says}" in proof.says


def test_where_nothing_fits_no_discard_leaves_anything() -> None:
    tiles = read_tiles("9D 9D J 1B 1B 2B 2B 3B 3B 4B 4B 5B 5B N")
    judged = discards_judged(small(), tiles, [read_tiles("9D 9D J")])
    assert [(j.missing, j.useful, j.outs) for j in judged] == [(FAR, (), 0)] * 6
