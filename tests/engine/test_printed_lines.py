"""Lines in the words of printed cards: the hands they make, what wins on them, and what nearly does."""

from collections import Counter
from random import Random

import pytest

from engine.card import read_card
from engine.hands import HandTable, wins
from engine.tile import CODES, read_tiles
from tests.engine import card_twin as twin, printed_honours, printed_matches, printed_numbers

LINES = printed_numbers.LINES + printed_matches.LINES + printed_honours.LINES
IDS = [f"{construct} {typed}"[:70] for construct, typed, _, _ in LINES]
WALL = [code for code in CODES for _ in range(twin.copies(code))]


def card(typed: str, settings: str, mark: str = "X 25"):
    return read_card(f"{settings}\n== T ==\n1. {typed} {mark}")


@pytest.mark.parametrize(("construct", "typed", "hands", "settings"), LINES, ids=IDS)
def test_a_printed_line_makes_the_hands_of_plain_loops(construct: int, typed: str, hands, settings: str) -> None:
    expected = {twin.canonical(hand) for hand in hands if twin.exists(hand)}
    found = card(typed, settings).lines[0].hands
    assert {
        tuple(sorted((tuple(sorted(CODES[t] for t in g.tiles)), g.jokers) for g in hand)) for hand in found
    } == expected
    assert len(found) == len(expected)


def dealt(hand, chance: Random, jokers: int) -> list[str] | None:
    """Fourteen tiles that are the hand: jokers where naturals run out, then so many more where they may stand."""
    held: dict[str, int] = {}
    tiles: list[str] = []
    open_places = []
    for group in sorted(hand, key=twin.takes_jokers):
        for tile in group:
            held[tile] = held.get(tile, 0) + 1
            flexible = twin.takes_jokers(group)
            if held[tile] > twin.copies(tile):
                tiles.append("J")
            else:
                if flexible:
                    open_places.append(len(tiles))
                tiles.append(tile)
    for place in chance.sample(open_places, min(jokers, len(open_places))):
        tiles[place] = "J"
    return tiles if tiles.count("J") <= 8 else None


def spoiled(tiles: list[str], hand, chance: Random) -> list[list[str]]:
    """Near misses: a joker for a tile that takes none, one tile more of one group and less of another, a stranger."""
    strict = [tile for group in hand if not twin.takes_jokers(group) for tile in group]
    out = []
    for tile in strict[:3]:
        if tile in tiles and tiles.count("J") < 8:
            out.append(_changed(tiles, tile, "J"))
    for _ in range(3):
        old, new = chance.choice([*naturals(tiles).elements()]), chance.choice(WALL)
        if tiles.count(new) < twin.copies(new):
            out.append(_changed(tiles, old, new))
    return out


def naturals(tiles: list[str]) -> Counter[str]:
    return Counter(tile for tile in tiles if tile != "J")


def _changed(tiles: list[str], old: str, new: str) -> list[str]:
    place = tiles.index(old)
    return [*tiles[:place], new, *tiles[place + 1 :]]


@pytest.mark.parametrize(("construct", "typed", "hands", "settings"), LINES, ids=IDS)
def test_what_wins_on_a_printed_line_and_what_nearly_does(construct: int, typed: str, hands, settings: str) -> None:
    chance = Random(typed)
    table = HandTable(card(typed, settings))
    hands = [hand for hand in hands if twin.exists(hand)]
    counted = [(hand, Counter(tile for group in hand for tile in group)) for hand in hands]
    refused = 0
    for _ in range(3):
        hand = chance.choice(hands)
        for jokers in (0, 1, 3):
            tiles = dealt(hand, chance, jokers)
            if tiles is None:
                continue
            assert wins(table, read_tiles(" ".join(tiles)))
        for near in spoiled(tiles or [], hand, chance) if tiles else []:
            expected = any(twin.is_hand(h, near) for h, held in counted if not naturals(near) - held)
            assert bool(wins(table, read_tiles(" ".join(near)))) == expected, near
            refused += not expected
    assert refused


def test_all_constructs_but_those_of_whole_cards_are_here() -> None:
    """34, 35 and 41 (values, section flags, joker flags) are properties of lines and cards, tested with them."""
    numbers = [construct for construct, *_ in LINES]
    assert set(numbers) == set(range(1, 45)) - {34, 35, 41}
    assert all(numbers.count(n) >= 3 for n in set(numbers))
