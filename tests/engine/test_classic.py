"""The classic game of source 003: VAR-01 ... VAR-31 but for what is played at the table only, and CARD-22."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import pytest

from engine.rules.classic import (
    FILIPINO,
    FOURTEEN,
    PLAYED,
    SIXTEEN,
    Bonus,
    Kind,
    Meld,
    Variant,
    Won,
    arrangements,
    bonus_payments,
    bonus_value,
    flower_bonuses,
    meld,
    payments,
    score,
    waits,
)
from engine.tile import Seat, Tile, read_tiles

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def scored(
    hand: str, last: str, melds: tuple[str, ...] = (), variant: Variant = FOURTEEN, discards: int = 99
) -> dict[str, Fraction]:
    won = Won(read_tiles(last)[0], discards)
    found = score(read_tiles(hand), [meld(read_tiles(m)) for m in melds], won, variant)
    assert found is not None
    return dict(found.items)


def test_four_sets_and_a_pair_win() -> None:  # VAR-04, VAR-05
    assert scored("1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E E", "E") == {
        "Winning": 1,
        "Concealed": QUARTER,
        "Difficult Wait": QUARTER,
    }
    assert not arrangements(read_tiles("1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E W"))
    assert not arrangements(read_tiles("8B 9B 1C 4C 5C 6C 7D 7D 7D N N N E E"))  # a run stays in its suit
    assert not arrangements(read_tiles("N E W 4C 5C 6C 7D 7D 7D 1B 2B 3B E E"))  # winds make no chow


def test_sixteen_tiles_want_five_sets() -> None:  # VAR-05, VAR-31
    hand = "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N 2B 3B 4B E E"
    assert arrangements(read_tiles(hand), variant=SIXTEEN)
    assert not arrangements(read_tiles(hand), variant=FOURTEEN)


def test_seven_pairs() -> None:  # VAR-06, VAR-19
    assert "Seven Pairs" in scored("1B 1B 3B 3B 5C 5C 7D 7D N N E E WD WD", "WD")
    assert arrangements(read_tiles("1B 1B 3B 3B 5C 5C 7D 7D N N E E WD WD 4C 5C 6C"), variant=SIXTEEN)
    assert not arrangements(read_tiles("1B 1B 3B 3B 5C 5C 7D 7D N N E E WD WD 4C 5C 9C"), variant=SIXTEEN)


def test_dragons_winds_and_flush() -> None:  # VAR-19
    assert "All Dragons" in scored("RD RD RD GD GD GD WD WD WD 1B 2B 3B E E", "3B")
    assert "All Winds" in scored("N N N E E E W W W S S S 1B 1B", "1B")
    assert "Flush" in scored("1B 2B 3B 4B 4B 4B 6B 7B 8B 9B 9B 9B 5B 5B", "5B")
    assert "Flush" not in scored("1B 2B 3B 4B 4B 4B 6B 7B 8B 9B 9B 9B E E", "E")


def test_a_straight_is_nine_in_chows() -> None:  # VAR-19
    assert "Straight" in scored("1D 2D 3D 4D 5D 6D 7D 8D 9D N N N E E", "E")
    assert "Straight" not in scored("1D 1D 1D 2D 3D 4D 5D 6D 7D 8D 8D 8D E E", "E")


def test_only_pongs_and_only_chows() -> None:  # VAR-20
    assert "Only Pongs" in scored("1B 1B 1B 4C 4C 4C 7D 7D 7D N N N E E", "E")
    assert "Only Chows" in scored("1B 2B 3B 4C 5C 6C 7D 8D 9D 2B 3B 4B E E", "E")


def test_concealed_and_revealed() -> None:  # VAR-20, VAR-27
    hidden = score(read_tiles("1B 2B 3B 4C 5C 6C N N N E E"), [Meld(Kind.KONG, Tile.D7, False)], Won(Tile.EAST))
    assert hidden is not None
    assert "Concealed" in dict(hidden.items)
    shown = scored("E E", "E", ("1B 2B 3B", "4C 5C 6C", "7D 7D 7D 7D", "N N N"))
    assert "Revealed" in shown
    assert "Concealed" not in shown


def test_a_difficult_wait_is_for_one_tile() -> None:  # VAR-20
    assert waits(read_tiles("1B 2B 4C 5C 6C 7D 7D 7D N N N E E")) == (Tile.B3,)
    assert waits(read_tiles("2B 3B 4C 5C 6C 7D 7D 7D N N N E E")) == (Tile.B1, Tile.B4)
    assert "Difficult Wait" not in scored("2B 3B 4B 4C 5C 6C 7D 7D 7D N N N E E", "4B")


def test_nobody_waits_for_a_fifth_tile() -> None:  # VAR-01
    assert waits(read_tiles("1B 1B 1B 1B 4C 5C 6C 7D 7D 7D E E E")) == ()


def test_quick_before_the_fifth_discard() -> None:  # VAR-20
    hand = "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E E"
    assert "Quick Win" in scored(hand, "E", discards=4)
    assert "Quick Win" not in scored(hand, "E", discards=5)


def test_filipino_sets_winds_and_dragons_aside() -> None:  # VAR-02, VAR-03, VAR-21
    with pytest.raises(ValueError, match="set aside"):
        arrangements(read_tiles("N N N 1B 2B 3B 4C 5C 6C 7D 7D 7D 8D 8D 2B 2B 2B"), variant=FILIPINO)
    with pytest.raises(ValueError, match="set aside"):
        arrangements(read_tiles("F 2B 3B 4C 5C 6C 7D 7D 7D N N N E E"))
    assert "Flush" in scored("1B 1B 1B 2B 3B 4B 5B 5B 5B 6B 7B 8B 7B 8B 9B 9B 9B", "9B", variant=FILIPINO)


def test_the_misprinted_table_is_an_option() -> None:
    printed = Variant("printed", 4, printed=True)
    assert scored("1B 1B 3B 3B 5C 5C 7D 7D N N E E WD WD", "WD", variant=printed)["Seven Pairs"] == 12
    assert bonus_value(Bonus.STOLEN_KONG, printed) == 14


def test_who_pays() -> None:  # VAR-18, VAR-22, VAR-23
    total = Fraction(7, 4)
    assert payments(total, Seat.P1, Seat.P3) == (7, -total, -2 * total, -total)
    assert payments(total, Seat.P1, None) == (6 * total, -2 * total, -2 * total, -2 * total)


def test_bonuses_are_paid_by_all() -> None:  # VAR-24, VAR-25, VAR-26
    assert bonus_payments(Bonus.CONCEALED_KONG, Seat.P2) == (-HALF, 3 * HALF, -HALF, -HALF)
    assert bonus_payments(Bonus.STOLEN_KONG, Seat.P2) == (-QUARTER, 3 * QUARTER, -QUARTER, -QUARTER)
    assert flower_bonuses((1, 2, 3, 4, 1), 1) == (Bonus.FLOWER_SET, Bonus.SEAT_FLOWER, Bonus.SEAT_FLOWER)
    assert flower_bonuses((), 1, won=True) == (Bonus.NO_FLOWERS,)
    assert flower_bonuses((0,) * 27, 1, FILIPINO) == (Bonus.FLOWER_SET, Bonus.FLOWER_SET)
    assert flower_bonuses((), 1, FILIPINO, at_start=True) == (Bonus.NO_FLOWERS,)
    assert bonus_value(Bonus.SEAT_FLOWER, FILIPINO) == 0


def test_melds_are_real() -> None:  # VAR-01, VAR-04
    assert meld(read_tiles("3B 1B 2B")).kind is Kind.CHOW
    for bad in ("1B 2B", "8B 9B 1C", "N E S", "J J J", "1B 1B 2B", ""):
        with pytest.raises(ValueError, match="no pong"):
            meld(read_tiles(bad))


def brute(tiles: list[Tile], sets: int) -> bool:
    """The slow twin: try every pair and every way of taking sets, written from the rule text alone."""
    counts = Counter(tiles)
    runs = [(Tile(s * 9 + n), Tile(s * 9 + n + 1), Tile(s * 9 + n + 2)) for s in range(3) for n in range(7)]
    triples = [(t,) * 3 for t in PLAYED] + runs
    usable = [t for t in triples if all(counts[x] >= t.count(x) for x in t)]
    for pair in (t for t in counts if counts[t] >= 2):
        for chosen in combinations_with_replacement(usable, sets):
            if Counter([pair, pair, *(x for t in chosen for x in t)]) == counts:
                return True
    return all(n % 2 == 0 for n in counts.values()) and len(tiles) == 14


def test_the_search_agrees_with_trying_everything() -> None:
    chance = Random(3)
    wins = 0
    for _ in range(120):
        few = chance.sample(PLAYED[:9], 9)
        wall = [t for t in few for _ in range(4)]
        tiles = chance.sample(wall, 14)
        found = bool(arrangements(tiles))
        wins += found
        assert found == brute(tiles, 4), tiles
    assert 5 < wins < 115
