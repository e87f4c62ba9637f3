"""Notes such as "kongs match pair" in every company: what is accepted is what the words say, whatever else is noted."""

from random import Random

import pytest

from engine.card import Hand, draft_card
from engine.tile import Tile

FORMS = (
    "112233a 1111b 1111c",
    "33a 66a 99a 3333b 3333c",
    "112345a 1111b 1111c",
    "11a 22a 33a 1111b 1111c",
    "FF 11a 22a 1111b 2222c",
    "1122a 333a 1111b 111c",
    "113579a 1111b 1111c",
    "33a 66a 99a xxxxb xxxxc",
    "FF 11a 111a 1111b 111c",
    "FF 1122a 1111b 1111c",
)
MATCHES = {
    "kongs match pair": (4,),
    "kongs match any pair": (4,),
    "pungs match pair": (3,),
    "pungs and kongs match pair": (3, 4),
}
OTHERS = (
    "run", "like", "any numbers", "pair any", "like kongs", "kongs 1 or 2", "kongs even", "others stay", "like pairs",
    "these numbers only", "like kongs any no. in run", "pairs odd", "kongs 1-3", "x even", "any 3 suits",
)  # fmt: skip


def numbers(hand: Hand) -> list[list[int]]:
    return [[tile % 9 + 1 for tile in group.tiles] if group.tiles[0] < Tile.NORTH else [] for group in hand]


@pytest.mark.parametrize("form", FORMS)
def test_groups_that_match_a_pair_do_so_in_every_hand(form: str) -> None:
    chance = Random(form)
    accepted = 0
    for _ in range(150):
        match = chance.choice(sorted(MATCHES))
        notes = [match, *chance.sample(OTHERS, chance.randint(0, 3))]
        chance.shuffle(notes)
        card, _ = draft_card(f"== T ==\n1. {form} X 25 [{', '.join(notes)}]")
        for hand in (hand for line in card.lines for hand in line.hands):
            groups = numbers(hand)
            pairs = {n for group in groups for n in group if group.count(n) == 2}
            followers = [group[0] for group in groups if len(group) in MATCHES[match] and len(set(group)) == 1]
            assert set(followers) <= pairs, (notes, hand)
        accepted += len(card.lines)
    assert accepted >= 10
