"""The ranking against one made the plain way: every hand looked at alone, every line sorted by its words."""

from functools import cache
from importlib.resources import files
from random import Random

import pytest

from engine.card import read_card
from engine.hands import Exposure, HandTable, counts_of, rank
from engine.hands.proof import living, prospects
from engine.hands.table import concealed_counts, stands_for
from engine.tile import Tile, read_tiles

WALL = [tile for tile in Tile for _ in range(tile.copies)]
WILD = """
== Wild ==
1. FF 1111a 2222b 3333c X 25 [run, flowers wild]
2. 2468a? 2222b 444c FF 1a X 30
3. 33a? 666a~ 999a FF 33b 33b X 25
4. NEWS 1111a 22b 33c FF C 35
"""


@cache
def table(which: str) -> HandTable:
    if which == "wild":
        return HandTable(read_card(WILD))
    return HandTable(read_card(files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")))


def some_game(cards: HandTable, chance: Random) -> tuple[list[Tile], list[Exposure], list[Tile], list[int]]:
    """A rack of a hand of the card, some of its groups exposed, tiles seen elsewhere, jokers standing in exposures."""
    hand = chance.choice(cards.hands)
    exposures: list[Exposure] = []
    rack = [tile for group in hand for tile in group.tiles]
    open_groups = [g for g in hand if g.jokers and g.alike]
    exposures += [g.tiles for g in chance.sample(open_groups, min(len(open_groups), chance.randint(0, 2)))]
    for i in range(len(rack)):
        if chance.random() < 0.4 and not any(rack[i] in exposure for exposure in exposures):
            rack[i] = chance.choice(WALL)
    seen = chance.sample(WALL, chance.choice((0, 20, 70)))
    standing = counts_of([chance.choice(WALL[:-8]) for _ in range(seen.count(Tile.JOKER))])
    return rack, exposures, seen, standing


def plainly(
    cards: HandTable, rack: list[Tile], exposures: list[Exposure], seen: list[Tile], standing: list[int] | None
):
    """(dead, no hand, missing, -value, line number) of each line, sorted: what the ranking promises."""
    left = cards.after(exposures)
    out = counts_of([*seen, *(t for exposure in exposures for t in exposure)])
    alive = prospects(left, out, standing).alive if len(left) else []
    missing = left.missing(concealed_counts(rack, exposures)) if len(left) else []
    of_line: dict[int, list[tuple[bool, int]]] = {}
    for i, living_still, short in zip(left.line_of, alive, missing, strict=True):
        of_line.setdefault(int(i), []).append((not living_still, int(short)))
    rows = []
    for number, line in enumerate(cards.lines):
        own = of_line.get(number, [])
        dead, short = min(own, default=(True, 14))
        rows.append((bool(dead), not own, short, -line.value, number))
    return sorted(rows)


@pytest.mark.parametrize("which", ["practice", "wild"])
@pytest.mark.parametrize("with_jokers", [False, True])
def test_the_order_is_the_one_a_plain_sort_gives(which: str, with_jokers: bool) -> None:
    cards, chance = table(which), Random(41)
    for _ in range(40):
        rack, exposures, seen, standing = some_game(cards, chance)
        ranking = rank(cards, rack, exposures, seen, standing if with_jokers else None)
        expected = plainly(cards, rack, exposures, seen, standing if with_jokers else None)
        assert ranking.line_numbers == [row[-1] for row in expected]
        assert ranking.missing == [row[2] for row in expected]
        assert ranking.alive == [not row[0] for row in expected]


@pytest.mark.parametrize("which", ["practice", "wild"])
def test_the_quick_proof_of_life_is_the_thorough_one(which: str) -> None:
    cards, chance = table(which), Random(5)
    for _ in range(80):
        seen = counts_of(chance.sample(WALL, chance.randint(0, 110)))
        standing = counts_of([chance.choice(WALL[:-8]) for _ in range(seen[Tile.JOKER])])
        for exposed in (None, standing):
            assert living(cards, seen, exposed).tolist() == prospects(cards, seen, exposed).alive.tolist()


def test_what_a_chance_needs_is_the_same_whenever_it_is_asked_for() -> None:
    cards, rack = table("practice"), read_tiles("2B 2B 2B 4B 4B 4B 4B 6B 6B 8B 8B J F")
    ranking, again = rank(cards, rack), rank(cards, rack)
    backwards = [ranking[i] for i in range(len(ranking) - 1, -1, -1)]
    assert tuple(reversed(backwards)) == again[:] == tuple(again)
    assert ranking[-1] == again[len(again) - 1]
    assert len(ranking) == len(cards.lines)
    with pytest.raises(IndexError):
        ranking[len(ranking)]


def test_every_table_after_exposures_is_what_taking_groups_off_by_hand_leaves() -> None:
    for which in ("practice", "wild"):
        cards, chance = table(which), Random(8)
        for _ in range(30):
            _, exposures, _, _ = some_game(cards, chance)
            left = cards.after(exposures)
            found = {(int(left.index[h]), tuple(left.wanted[:, h].tolist())) for h in range(len(left))}
            expected = set()
            for h, hand in enumerate(cards.hands):
                if not exposures or not cards.concealed[h]:
                    for rest in _without(list(hand), list(exposures)):
                        counts = counts_of([t for group in rest for t in group.tiles])
                        expected.add((h, tuple(counts[:-1])))
            assert found == expected


def _without(groups: list, exposures: list[Exposure]) -> list[list]:
    if not exposures:
        return [groups]
    ways = []
    for i, group in enumerate(groups):
        if stands_for(exposures[0], group):
            ways += _without(groups[:i] + groups[i + 1 :], exposures[1:])
    return ways


def test_a_fifth_tile_is_a_joker_however_many_naturals_are_held() -> None:
    quint = HandTable(read_card("== T ==\n1. 55555a 77777b NNNN X 25"))
    for held, naturals, jokers in (("", 4, 1), ("5B 5B", 2, 1), ("5B 5B 5B 5B", 0, 1)):
        rack = read_tiles(f"{held} 7C 7C 7C 7C J N N N N".strip())
        (chance,) = rank(quint, rack)
        needs = [t for t in chance.needs if t in (Tile.B5, Tile.JOKER)]
        assert needs == [Tile.B5] * naturals + [Tile.JOKER] * jokers, held
