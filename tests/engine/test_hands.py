"""Searching the card: agreement with the slow twin, exposures, proofs, rankings."""

import tracemalloc
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine.card import Hand, read_card
from engine.hands import (
    DeadCause,
    HandTable,
    calls_judged,
    counts_of,
    dead_by_proof,
    discards_judged,
    draws_judged,
    fits,
    passes_judged,
    rank,
    wins,
)
from engine.tile import CODES, N_KINDS, Tile, codes, read_tile, read_tiles
from tests.engine import card_twin as twin

SMALL = """
year: 2026
== Small ==
1. FF 222a 000 222b 666b      X 25
2. 11a 222a 11a 3333a DDDa    X 30
3. FFFF 11111a 22222b         X 40  [run]
4. FF 2026a NEWS 11b 22b      C 50
5. 222a 222a 333b 4444b F     X 25
6. 11a 22a 33a 44a 55a 66a 77a  C 50 [run]
"""
WALL = [tile for tile in Tile for _ in range(tile.copies)]


@cache
def small() -> HandTable:
    return HandTable(read_card(SMALL))


@cache
def practice() -> HandTable:
    return HandTable(read_card(files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")))


def strings(hand: Hand) -> list[tuple[str, ...]]:
    """A hand for the twin, which decides for itself where jokers may stand."""
    return [tuple(CODES[t] for t in group.tiles) for group in hand]


def near_rack(hand: Hand, chance: Random, n: int = 14) -> list[Tile]:
    """A rack around a hand: some of its tiles, some jokers in their place, some strangers, as the set allows."""
    tiles = [tile for group in hand for tile in group.tiles]
    chance.shuffle(tiles)
    rest = WALL.copy()
    rack: list[Tile] = []
    for tile in tiles[:n]:
        roll = chance.random()
        wanted = tile if roll < 0.65 else Tile.JOKER if roll < 0.8 else chance.choice(rest)
        if wanted not in rest:
            wanted = chance.choice(rest)
        rest.remove(wanted)
        rack.append(wanted)
    return rack


def check_racks(table: HandTable, racks: int, per_rack: int, seed: int) -> None:
    chance = Random(seed)
    for _ in range(racks):
        picked = [chance.randrange(len(table)) for _ in range(per_rack)]
        rack = near_rack(table.hands[picked[0]], chance, chance.choice((13, 14)))
        missing = table.missing(counts_of(rack))
        names = [CODES[t] for t in rack]
        for h in picked:
            groups = strings(table.hands[h])
            assert missing[h] == twin.missing(groups, names), (codes(rack), groups)
            if len(rack) == 14:
                assert (missing[h] == 0) == twin.is_hand(groups, names), (codes(rack), groups)


def test_distance_and_win_agree_with_the_twin_on_random_racks() -> None:
    check_racks(practice(), racks=1_500, per_rack=3, seed=1)


@pytest.mark.slow
def test_distance_and_win_agree_with_the_twin_on_a_hundred_thousand_racks() -> None:
    check_racks(practice(), racks=100_000, per_rack=3, seed=2)


def test_small_card_agrees_with_the_twin_on_all_its_hands_for_every_rack() -> None:
    table, chance = small(), Random(3)
    for _ in range(80):
        rack = near_rack(chance.choice(table.hands), chance)
        missing = table.missing(counts_of(rack))
        names = [CODES[t] for t in rack]
        assert [int(m) for m in missing] == [twin.missing(strings(hand), names) for hand in table.hands]


def test_every_hand_of_the_practice_card_wins_as_printed_and_with_jokers() -> None:
    table, chance = practice(), Random(4)
    for h, hand in enumerate(table.hands):
        tiles = fill(hand, chance)
        names = [CODES[t] for t in tiles]
        assert twin.is_hand(strings(hand), names)
        won = wins(table, tiles)
        line = table.lines[table.line_of[h]]
        assert any(win.line is line and win.hand == hand for win in won), (line.name, codes(tiles))
        assert all(win.jokerless == (Tile.JOKER not in tiles) for win in won)
        values = [win.line.value for win in won]
        assert values == sorted(values, reverse=True)


def test_a_hand_with_one_tile_changed_is_only_what_the_twin_says_it_is() -> None:
    table, chance = practice(), Random(5)
    for hand in chance.sample(table.hands, 60):
        tiles = fill(hand, chance)
        place = chance.randrange(14)
        tiles[place] = chance.choice([t for t in Tile if t is not Tile.JOKER and tiles.count(t) < t.copies])
        names = [CODES[t] for t in tiles]
        expected = {
            h
            for h, other in enumerate(table.hands)
            if quick_equal(other, tiles) and twin.is_hand(strings(other), names)
        }
        assert {table.hands.index(win.hand) for win in wins(table, tiles)} == expected


def quick_equal(hand: Hand, tiles: Sequence[Tile]) -> bool:
    """Cheap necessary condition, to spare the twin most hands: all naturals of the rack occur in the hand."""
    naturals = Counter(t for t in tiles if t is not Tile.JOKER)
    return not naturals - Counter(t for group in hand for t in group.tiles)


def fill(hand: Hand, chance: Random) -> list[Tile]:
    """Fourteen tiles that are the hand: jokers where naturals run out, and a few more where they may stand."""
    held: Counter[Tile] = Counter()
    tiles = []
    for group in sorted(hand, key=lambda g: g.jokers):
        for tile in group.tiles:
            held[tile] += 1
            joker = group.jokers and held[Tile.JOKER] < 8 and (held[tile] > tile.copies or chance.random() < 0.2)
            held[Tile.JOKER] += joker
            tiles.append(Tile.JOKER if joker else tile)
    return tiles


def exposed_rack(hand: Hand, chance: Random) -> tuple[list[Tile], list[tuple[Tile, ...]]]:
    groups = [g for g in hand if g.jokers]
    shown = chance.sample(groups, chance.randint(0, min(len(groups), 3)))
    exposures = []
    for group in shown:
        jokers = max(len(group.tiles) - group.tiles[0].copies, chance.randint(0, len(group.tiles) - 1))
        exposures.append((group.tiles[0],) * (len(group.tiles) - jokers) + (Tile.JOKER,) * jokers)
    rest = near_rack(hand, chance)[: 14 - sum(map(len, exposures))]
    return rest, exposures


def test_exposures_agree_with_the_twin() -> None:
    table, chance = practice(), Random(6)
    for _ in range(100):
        source = chance.choice(table.hands)
        rest, exposures = exposed_rack(source, chance)
        left = table.after(exposures)
        names, shown = [CODES[t] for t in rest], [tuple(CODES[t] for t in e) for e in exposures]
        found = dict(zip(left.index.tolist(), left.missing(counts_of(rest)).tolist(), strict=True))
        for h in chance.sample(range(len(table)), 60):
            concealed = bool(table.concealed[h]) and bool(exposures)
            expected = None if concealed else twin.missing(strings(table.hands[h]), names, shown)
            assert found.get(h) == expected, (codes(rest), shown, strings(table.hands[h]))


def test_two_groups_of_one_tile_share_its_four_naturals() -> None:
    table = small()
    assert wins(table, read_tiles("1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 3B GD GD GD"))[0].line.name == "Small 2"
    # The two pairs of 1 Bam are no kong: a joker helps neither.
    assert not wins(table, read_tiles("1B 1B 1B J 2B 2B 2B 3B 3B 3B 3B GD GD GD"))
    # Two pungs of 2 Bam need two jokers at least.
    assert wins(table, read_tiles("2B 2B 2B 2B J J 3C 3C 3C 4C 4C 4C 4C F"))
    assert rank(table, read_tiles("2B 2B 2B 2B 3C 3C 3C 4C 4C 4C 4C F"))[0].missing == 2


def test_year_and_winds_take_no_jokers() -> None:
    assert wins(small(), read_tiles("F F 2B WD 2B 6B N E W S 1C 1C 2C 2C"))
    assert not wins(small(), read_tiles("F F 2B J 2B 6B N E W S 1C 1C 2C 2C"))
    assert not wins(small(), read_tiles("F F 2B WD 2B 6B N E J S 1C 1C 2C 2C"))


def test_quint_wants_a_joker_since_only_four_naturals_exist() -> None:
    assert wins(small(), read_tiles("F F F F 1B 1B 1B 1B J 2C 2C 2C 2C J"))
    chance = rank(small(), read_tiles("F F F F 1B 1B 1B 1B 2C 2C 2C 2C"))[0]
    assert (chance.missing, chance.alive) == (2, True)


def test_a_concealed_line_is_lost_when_a_group_stands_exposed() -> None:
    table = HandTable(read_card("== C ==\n1. FF 111a 222a 333a 444a X 25 [run]\n2. FF 1111a 222a 33a 444b C 30 [run]"))
    tiles = read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 4C 4C 4C")
    assert wins(table, tiles)[0].line.concealed
    assert not wins(table, tiles, [read_tiles("2B 2B 2B")])


def test_exposures_must_be_among_the_tiles() -> None:
    with pytest.raises(ValueError, match="9 Dot stands exposed"):
        wins(small(), read_tiles("F F 2B 2B 2B WD WD WD 2C 2C 2C 6C 6C 6C"), [read_tiles("9D 9D 9D")])


def test_several_lines_match_and_the_most_valuable_comes_first() -> None:
    table = HandTable(read_card("== T ==\n1. FF 111a 222a 333a 444a X 25\n2. FF 111a 222a 333a 444a X 40 [run]"))
    won = wins(table, read_tiles("F F 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B"))
    assert [win.line.value for win in won] == [40, 25]


def test_fits_lists_what_an_opponent_may_hold() -> None:
    table = small()
    lines = {line.name for line, _ in fits(table, [read_tiles("2B 2B J")])}
    assert lines == {"Small 1", "Small 2", "Small 5"}
    assert fits(table, [read_tiles("9B 9B J")]) == ()
    assert len(fits(table, [])) == len(table)


def test_a_quint_exposed_fits_only_quint_hands() -> None:
    assert {line.name for line, _ in fits(small(), [read_tiles("2C 2C 2C J J")])} == {"Small 3"}


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


def test_rank_lists_every_line_once_with_exact_distance_and_needs_that_finish_it() -> None:
    table, chance = practice(), Random(9)
    for _ in range(60):
        rack = near_rack(chance.choice(table.hands), chance, 13)
        ranking = rank(table, rack)
        assert [c.line.name for c in ranking] != []
        assert {c.line.name for c in ranking} == {line.name for line in table.lines}
        assert [c.missing for c in ranking if c.alive] == sorted(c.missing for c in ranking if c.alive)
        nearest = dict(
            zip(
                (table.lines[i].name for i in sorted(set(table.line_of.tolist()))),
                np.minimum.reduceat(table.missing(counts_of(rack)), table.first_of_line).tolist(),
                strict=True,
            )
        )
        for c in ranking[:5]:
            assert c.missing == len(c.needs)
            if c.alive:
                assert c.missing == nearest[c.line.name]
            assert c.hand is not None
            complete = counts_of([*rack, *c.needs])
            h = table.hands.index(c.hand)
            assert table.missing(complete)[h] == 0


def test_rank_says_why_a_line_is_dead() -> None:
    table = HandTable(read_card("== T ==\n1. 22a 444a 666a 888a DDDa X 25\n2. FFFF 11111a 22222b X 40"))
    rack = read_tiles("4B 4B 4B 6B 6B 6B 8B 8B 8B GD GD GD 2B")
    seen = read_tiles("2B 2B 2B 2C 2C 2C 2D 2D 2D")
    ranking = rank(table, rack, seen=seen)
    dead = next(c for c in ranking if c.line.number == 1)
    assert not dead.alive
    assert "2 Bam" in dead.why or "2 Crak" in dead.why or "2 Dot" in dead.why
    assert ranking[0].line.number == 2


def test_rank_puts_lines_that_exposures_rule_out_last() -> None:
    ranking = rank(small(), read_tiles("F F 2B 2B 2B WD WD WD 2C 2C 6C 6C 6C"), [read_tiles("2B 2B 2B")])
    assert ranking[0].line.name == "Small 1"
    assert (ranking[-1].hand, ranking[-1].alive) == (None, False)
    assert "nothing may stand exposed" in next(c.why for c in ranking if c.line.number == 4)


def test_discards_judged_names_the_stranger_first() -> None:
    rack = read_tiles("F F 2B 2B 2B WD WD WD 2C 2C 2C 6C 6C 9D")
    first = discards_judged(small(), rack)[0]
    assert (first.tile, first.missing) == (read_tile("9D"), 1)
    assert set(first.useful) >= {read_tile("6C"), Tile.JOKER}
    assert first.outs == sum(t.copies - rack.count(t) for t in first.useful)


def test_discards_judged_agree_with_the_ranking_of_what_is_left() -> None:
    table, chance = practice(), Random(10)
    for _ in range(15):
        rack = near_rack(chance.choice(table.hands), chance)
        for judged in discards_judged(table, rack):
            rest = rack.copy()
            rest.remove(judged.tile)
            assert judged.missing == rank(table, rest)[0].missing
            for tile in Tile:
                nearer = int(table.missing(counts_of([*rest, tile])).min()) < judged.missing
                assert nearer == (tile in judged.useful)


def test_draws_judged_agree_with_the_ranking() -> None:
    table, chance = practice(), Random(11)
    rack = near_rack(chance.choice(table.hands), chance, 13)
    assert dict(draws_judged(table, rack)) == {t: int(table.missing(counts_of([*rack, t])).min()) for t in Tile}


def test_calls_judged_lists_every_exposure_of_a_called_tile() -> None:
    table = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FFF 111a 222b 33b DDDb X 25"))
    rack = read_tiles("F F 1B 1B J 2B 2B 2B 2B 3B 3B 9D 9D")
    judged = calls_judged(table, rack, (), read_tile("1B"))
    assert [codes(j.exposure) for j in judged][:2] == ["1B 1B 1B J", "1B 1B 1B"]
    assert (
        judged[0].missing
        == table.after([judged[0].exposure]).missing(counts_of(read_tiles("F F 2B 2B 2B 2B 3B 3B 9D 9D"))).min()
    )
    assert judged[0].missing == 2
    assert calls_judged(table, rack, (), read_tile("9D")) == ()
    assert calls_judged(table, rack, (), Tile.JOKER) == ()


def test_passes_judged_agree_with_ranking_what_is_left() -> None:
    table, chance = practice(), Random(12)
    rack = near_rack(chance.choice(table.hands), chance, 13)
    judged = passes_judged(table, rack)
    assert {len(j.tiles) for j in judged} == {3}
    assert not any(Tile.JOKER in j.tiles for j in judged)
    assert [j.missing for j in judged] == sorted(j.missing for j in judged)
    for j in chance.sample(judged, min(40, len(judged))):
        rest = rack.copy()
        for tile in j.tiles:
            rest.remove(tile)
        assert j.missing == int(table.missing(counts_of(rest)).min())


def test_flowers_stand_in_where_the_card_plays_them_wild() -> None:
    table = HandTable(read_card("== W ==\n1. FF 1111a~ 2222a 3333a X 25"))
    assert wins(table, read_tiles("F F 1B 1B F J 2B 2B 2B 2B 3B 3B 3B 3B"))
    assert not wins(table, read_tiles("F F 1B 1B 1B 1B 2B 2B F 2B 3B 3B 3B 3B"))
    assert wins(table, read_tiles("F F 1B 1B F F 2B 2B J 2B 3B 3B 3B 3B"), [read_tiles("1B 1B F F")])


def test_wild_flowers_agree_with_the_twin() -> None:
    text = "== W ==\n1. FF 1111a~ 2222a 3333a~ X 25\n2. FFFF 11a 22a 333a~ DDDa~ X 25\n3. FFF 1111a 2222b~ 33a~ 4c X 25"
    table, chance = HandTable(read_card(text)), Random(13)
    for _ in range(200):
        rack = near_rack(chance.choice(table.hands), chance)
        for _ in range(chance.randrange(5)):
            if rack.count(Tile.FLOWER) < 8:
                rack[chance.randrange(14)] = Tile.FLOWER
        missing = table.missing(counts_of(rack))
        for h, hand in enumerate(table.hands):
            groups = [
                twin.FlowersWild(CODES[t] for t in g.tiles) if g.flowers else tuple(CODES[t] for t in g.tiles)
                for g in hand
            ]
            assert missing[h] == twin.missing(groups, [CODES[t] for t in rack]), (codes(rack), groups)


def test_a_pair_marked_for_jokers_takes_one() -> None:
    table = HandTable(read_card("== W ==\n1. FF 11a? 2222a 333a! 444a X 25"))
    assert wins(table, read_tiles("F F 1B J 2B 2B J 2B 3B 3B 3B 4B 4B 4B"))
    assert not wins(table, read_tiles("F F 1B 1B 2B 2B J 2B 3B J 3B 4B 4B 4B"))


def test_memory_of_a_card_of_over_a_thousand_hands_stays_under_two_megabytes() -> None:
    """Everything counted: the card with its groups, the arrays, the index of groups."""
    text = (Path(__file__).parents[1] / "cards" / "lakeside.card").read_text(encoding="utf-8")
    tracemalloc.start()
    table = HandTable(read_card(text))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(table) > 1300
    assert table.nbytes < used < 2_000_000
