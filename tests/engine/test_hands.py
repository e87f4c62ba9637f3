"""Searching the card: agreement with the slow twin, exposures."""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from engine.card import Group, Hand, read_card
from engine.hands import (
    HandTable,
    counts_of,
    fits,
    rank,
    wins,
)
from engine.hands.table import stands_for
from engine.tile import CODES, Tile, codes, read_tiles
from tests.engine import card_twin as twin
from tests.racks import exposed_rack, fill, near_rack, practice, small, strings


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
    naturals: Counter[Tile] = Counter(t for t in tiles if t is not Tile.JOKER)
    return not naturals - Counter(t for group in hand for t in group.tiles)


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
    """Everything counted: the card with its groups, the arrays, the index of groups. In a process of its own: whatever
    other tests left running would be counted too; after another card: what reading any card loads is not this one's."""
    counted = """if True:
        import sys, tracemalloc
        from engine.card import read_card
        from engine.hands import HandTable
        another, text = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
        HandTable(read_card(another))
        tracemalloc.start()
        table = HandTable(read_card(text))
        print(len(table), table.nbytes, tracemalloc.get_traced_memory()[0])
    """
    root = Path(__file__).parents[2]
    cards = (root / "engine" / "cards" / "practice.card", root / "tests" / "cards" / "lakeside.card")
    ran = subprocess.run([sys.executable, "-c", counted, *cards], check=True, capture_output=True, text=True, cwd=root)
    hands, arrays, used = map(int, ran.stdout.split())
    assert hands > 1300
    assert arrays < used < 2_000_000


def test_an_exposure_of_a_mixed_group_that_takes_jokers_holds_its_tiles_and_jokers_alone() -> None:
    group = Group(read_tiles("N E W S"), jokers=True)
    assert stands_for(read_tiles("N E W S"), group)
    assert stands_for(read_tiles("N J W S"), group)
    assert not stands_for(read_tiles("N N W S"), group)
    assert not stands_for(read_tiles("N E W"), group)
