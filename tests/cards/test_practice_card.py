"""The practice card is our own: what makes its hands others than the League's, and what its sections say.

The League's lines are of few kinds. By their numbers they are: none or one or two different ones (winds and dragons,
like numbers, quints, odd with even winds), consecutive ones, even ones, odd ones, threes with sixes and nines, the
figures of a year with Soap for its zero, and sums or products (4 + 7 = 11). No hand here is of any of these kinds.
"""

import os
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.card import Card, Hand, Line, read_card
from engine.hands import HandTable
from engine.tile import Tile
from server.card_sheet import card_sheet
from server.cards import load_card, practice_card_text
from server.cli import app
from server.my_card import my_card
from tests.engine import printed_honours, printed_matches, printed_numbers

CARD = load_card(None)
IDS = [line.name for line in CARD.lines]
LAKESIDE = Path(__file__).parent / "lakeside.card"
REAL = "FIFTHSEAT_REAL_CARDS"  # a folder of cards of real years, typed by who owns them
every_line = pytest.mark.parametrize("line", CARD.lines, ids=IDS)


def number(tile: Tile) -> int:
    return tile % 9 + 1 if tile < Tile.NORTH else 0


def numbers(hand: Hand) -> Counter[int]:
    """How often each number stands in the hand, whatever its suit."""
    return Counter(number(tile) for group in hand for tile in group.tiles if number(tile))


def consecutive(values: set[int]) -> bool:
    return max(values) - min(values) + 1 == len(values)


def is_equation(hand: Hand) -> bool:
    """Two numbers in groups, and all the others are the figures of their sum or product: `4444 + 7777 = 11`."""
    held = numbers(hand)
    for one, other in permutations(held, 2):
        rest = Counter({n: c for n, c in held.items() if n not in (one, other)})
        for result in (one + other, one * other):
            figures = Counter(int(figure) for figure in str(result))
            if rest == figures or (result < 10 and set(rest) == {result}):
                return True
    return False


def is_of_a_year(hand: Hand) -> bool:
    """Soap for the zero, and a two among at most three numbers: the figures of any year of this century."""
    held = numbers(hand)
    return any(Tile.SOAP in group.tiles for group in hand) and 2 in held and len(held) <= 3


@every_line
def test_no_hand_is_of_a_kind_that_the_league_prints(line: Line) -> None:
    for hand in line.hands:
        values = set(numbers(hand))
        assert len(values) >= 3
        assert not consecutive(values)
        assert len({value % 2 for value in values}) == 2
        assert not values <= {3, 6, 9}
        assert not is_equation(hand)
        assert not is_of_a_year(hand)


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("FFFF 4444a 7777b 11c", is_equation),
        ("FFFF 2222a 55a 7777a", is_equation),
        ("222a x 333a = 66a FFF DDDa", is_equation),
        ("FFFF 4444a 8888a 12a", is_equation),
        ("222a 0000 111b 7777b", is_of_a_year),
        ("FF 2017a DDa 2017b DDb", is_of_a_year),
    ],
)
def test_hands_that_the_league_prints_would_be_found(typed: str, kind) -> None:
    assert all(kind(hand) for hand in read_card(f"{typed} X 25").lines[0].hands)


Sorted = tuple[tuple[Tile, ...], ...]


def in_order(hand: Hand) -> Sorted:
    return tuple(sorted(tuple(sorted(group.tiles)) for group in hand))


OURS: dict[Sorted, str] = {in_order(hand): line.name for line in CARD.lines for hand in line.hands}


def shared(card: Card) -> list[str]:
    """Our lines of which a hand, or the same fourteen tiles in other groups, is on this card."""
    tiles = {tuple(sorted(t for group in hand for t in group)): name for hand, name in OURS.items()}
    found = (tuple(sorted(t for g in hand for t in g.tiles)) for line in card.lines for hand in line.hands)
    return sorted({tiles[hand] for hand in found if hand in tiles})


@pytest.mark.parametrize(
    "typed",
    [(typed, above) for _, typed, _, above in (*printed_numbers.LINES, *printed_matches.LINES, *printed_honours.LINES)],
)
def test_no_hand_is_one_of_the_lines_in_the_words_of_printed_cards(typed: tuple[str, str]) -> None:
    line, above = typed
    assert shared(read_card(f"{above}\n== T ==\n1. {line} X 25")) == []


def test_no_hand_is_on_the_other_card_of_the_tests() -> None:
    assert shared(load_card(LAKESIDE)) == []


def test_no_hand_is_on_a_card_of_a_real_year() -> None:
    """Whoever owns cards and has typed them can look: the cards themselves are not ours to keep here."""
    folder = os.environ.get(REAL)
    if not folder:
        pytest.skip(f"{REAL} names no folder of typed cards")
    cards = sorted(Path(folder).glob("*.card"))
    assert cards, f"there is no card in {folder}"
    for path in cards:
        assert shared(load_card(path)) == [], path.name


def test_what_is_shared_is_found() -> None:
    assert shared(CARD) == sorted(IDS)


def test_it_is_a_card_of_sixty_lines_in_nine_sections_without_a_doubt() -> None:
    assert CARD.name == "Stepping Stones (practice card)"
    assert len(CARD.lines) == 60
    assert len(CARD.sections) == 9
    assert CARD.warnings == ()
    for section in CARD.sections:
        held = [line.number for line in CARD.lines if line.section == section]
        assert held == list(range(1, len(held) + 1))


def test_harder_hands_are_worth_more() -> None:
    """PAY-11."""
    for line in CARD.lines:
        quint = any(len(group.tiles) >= 5 and group.alike for group in line.hands[0])
        assert line.value >= (40 if quint else 35 if line.concealed else 25), line.name
    twos = [line for line in CARD.lines if line.section == "Twos"]
    assert all(line.concealed and not line.jokerless_bonus and line.value >= 50 for line in twos)
    assert not any(group.jokers for line in twos for hand in line.hands for group in hand)


def test_every_section_has_a_rule_of_thumb_of_a_sentence_or_two() -> None:
    thumbs = {line.section: line.thumb for line in CARD.lines}
    assert len(set(thumbs.values())) == len(CARD.sections)
    for section, thumb in thumbs.items():
        assert 40 < len(thumb) < 140, section
        assert thumb.endswith(".")


def test_the_rules_of_thumb_are_shown_by_the_command_the_sheet_and_beside_the_rack() -> None:
    checked = CliRunner().invoke(app, ["card", "check", "practice"]).stdout
    sheet = card_sheet(CARD)
    beside = {name: rows[0].line.thumb for name, rows in my_card(HandTable(CARD), (), ())}
    for line in CARD.lines:
        assert line.thumb in checked
        assert line.thumb in sheet
        assert beside[line.section] == line.thumb


def test_words_under_a_sections_name_are_its_rule_of_thumb_and_others_are_not() -> None:
    card = read_card(
        '== A ==\n"Hold the ones."\n"And pass nines."\n1. FF 1111a 4444a 7777a X 25 "no dragons"\n"as printed"\n'
        "== B ==\n1. FF 2222a 5555a 8888a X 25\n"
    )
    assert [line.thumb for line in card.lines] == ["Hold the ones. And pass nines.", ""]


def test_numbers_in_the_rules_of_thumb_are_those_of_the_section() -> None:
    """What a beginner is told to collect is what the section's lines hold."""
    for section in CARD.sections:
        lines = [line for line in CARD.lines if line.section == section]
        told = {int(n) for n in re.findall(r"\b[1-9]\b", lines[0].thumb)}
        held = {n for line in lines for hand in line.hands for n in numbers(hand)}
        assert told <= held, section


def test_the_text_is_read_alike_with_other_line_ends() -> None:
    text = practice_card_text()
    assert read_card(text.replace("\n", "\r\n")) == read_card(text)
