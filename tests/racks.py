"""Racks near a hand of a card, for tests."""

from collections import Counter
from functools import cache
from importlib.resources import files
from random import Random

from engine.card import Hand, read_card
from engine.hands import (
    HandTable,
)
from engine.tile import CODES, Tile

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
