"""Notes such as "kongs match pair" in every company: what is accepted is what the words say, whatever else is noted."""

from random import Random

import pytest

from engine.card import Hand, draft_card
from engine.card.notes import NoteError, Said, said_of, with_said
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


def made(form: str, notes: str) -> list[Hand]:
    card, problems = draft_card(f"== T ==\n1. {form} X 25 [{notes}]")
    assert not problems, problems
    return [hand for line in card.lines for hand in line.hands]


@pytest.mark.parametrize(
    ("form", "notes", "hands"),
    [
        ("F 12345a 1111b 1111c", "run, kongs any no. in run", 5 * 5 * 3),  # what is printed once is a number too
        ("FF 1a 22a 3a 2222b 2222c", "kongs match pair", 3),
        ("FFF 1123a 111b 1111c", "run, pungs and kongs any no. in run, kongs match pair", 7 * 3 * 6),
        ("FF 11a 2222b 2222c 3a 4a", "run, like kongs 2", 6 * 3),  # said of what is printed: it runs with the others
        ("112a 333a 1111b 1111c", "pairs match kongs", 3),
    ],
)
def test_what_follows_goes_with_each_number_it_may_take(form: str, notes: str, hands: int) -> None:
    assert len(made(form, notes)) == hands


def test_where_kongs_match_the_pair_only_the_pungs_take_any_number_of_the_run() -> None:
    for hand in made("FFF 1123a 111b 1111c", "run, pungs and kongs any no. in run, kongs match pair"):
        _, run, pung, kong = numbers(hand)
        assert kong[0] == run[0] == run[1]
        assert pung[0] in run


@pytest.mark.parametrize(
    ("form", "notes", "says"),
    [
        ("FFF 1122a 333b 1111c", "like pungs and kongs 1 or 2, kongs match pair", "another what some of them match"),
        ("FF 1111a 22b 33b 44c 55c", "pairs match kongs", "one number, but 2, 3, 4, 5 are printed"),
        ("33a 66a 99a xxxxb xxxxc", "run, kongs match pair, kongs 1, 2 or 3", "which numbers that leaves is not clear"),
        ("xxxc 55a xxxxxb 8888a", "pungs match pair", "but x is printed and the pairs are 5"),
        ("112a 333a 1111b 1111c", "pairs match kongs, kongs even", "that is not what is printed"),
        ("112a 333a 1111b 1111c", "pair any, pairs match kongs, others stay", "that is not what is printed"),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_words(form: str, notes: str, says: str) -> None:
    card, problems = draft_card(f"== T ==\n1. {form} X 25 [{notes}]")
    assert not card.lines
    assert says in str(problems[0])


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


def test_two_notes_may_differ_about_dragons_of_different_sizes_alone() -> None:
    pairs, pungs, all_of_them = Said("red", (2,)), Said("green", (3,)), Said("any")
    assert with_said(with_said((pairs,), pungs), all_of_them) == (pairs, pungs, all_of_them)
    assert [said_of(size, (all_of_them, pairs, pungs)) for size in (2, 3, 4)] == ["red", "green", "any"]
    assert with_said((pairs,), pairs)
    for said, more in ((pairs, Said("white", (2,))), (all_of_them, Said("red"))):
        with pytest.raises(NoteError, match="different things of the same dragons"):
            with_said((said,), more)
