"""Hundreds of wordings of the remarks of printed cards: read as they are meant, or refused; never silently otherwise.

`python -m tests.engine.test_card_wordings` says how many, and which are refused.
"""

import re
from functools import cache

import pytest

from engine.card import CardError, read_card
from engine.card.compiling import same_hand
from engine.card.nearest import KNOWN
from engine.card.notes import split_notes
from engine.card.plainly import plainly, reworded
from engine.card.remarks import _ACTS
from tests.engine.wordings import misfits, together, wordings

READ = 0.98  # of all wordings, at least


@cache
def hands(typed: str) -> frozenset[object]:
    """Raises CardError."""
    return frozenset(same_hand(hand) for hand in read_card(f"year: 2026\n== T ==\n1. {typed} X 25").lines[0].hands)


def told(line: str, letters: str | None, remark: str) -> str:
    """`read`, `refused`, or `otherwise`: other hands than are meant, without a word."""
    meant = hands(letters or line)
    try:
        return "read" if hands(f"{line} ({remark})") == meant else "otherwise"
    except CardError:
        return "refused"


def test_nearly_every_wording_is_read_and_none_silently_otherwise() -> None:
    found = [(told(*each), each) for each in wordings()]
    assert len(found) > 600
    assert [each for said, each in found if said == "otherwise"] == []
    assert sum(said == "read" for said, _ in found) / len(found) >= READ


def test_remarks_stand_together_in_any_order_and_however_they_are_parted() -> None:
    found = [(told(*each), each) for each in together(60)]
    assert len(found) > 350
    assert [each for said, each in found if said == "otherwise"] == []
    assert sum(said == "read" for said, _ in found) / len(found) >= READ


@pytest.mark.parametrize(("line", "remark"), misfits(), ids=lambda text: text[:40])
def test_what_does_not_fit_its_line_is_refused(line: str, remark: str) -> None:
    with pytest.raises(CardError):
        hands(f"{line} ({remark})")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("kongs same no. as a pair", "kongs same no. as a pair"),  # and not any like number
        ("pair any same no.", "pair any same no."),
        ("any 3 consec. nos.", "any 3 consec. nos."),
        ("2 or 6", "like 2 or 6"),
        ("any odd pair in third suit", "pair any odd no. in third suit"),
        ("no jokers in this hand", "no jokers"),
        ("no jokers in 246", "no jokers in 246"),
        ("kongs 3-6", "kongs 3-6"),  # a span, where 3-6-9 is a choice
    ],
)
def test_a_note_is_said_in_one_way(typed: str, plain: str) -> None:
    assert plainly(typed) == plain


def acts_of(note: str) -> list[object]:
    """What each pattern that knows the note would do with it, the first first."""
    return [act for pattern, act in _ACTS if re.fullmatch(pattern, note)]


@pytest.mark.parametrize("note", [note for known in KNOWN for note in split_notes(known.lower())])
def test_the_notations_own_words_are_plain_already(note: str) -> None:
    assert plainly(note) == (note if note in KNOWN else reworded(note))
    assert acts_of(note)[0] is acts_of(reworded(note))[0]


@pytest.mark.parametrize("note", ["these numbers only", "any dragon"])
def test_words_that_have_a_pattern_of_their_own_mean_what_the_general_one_reads(note: str) -> None:
    assert _ACTS[0][0] == note or _ACTS[1][0] == note
    first, second, *_ = acts_of(note)
    assert first is second


@pytest.mark.parametrize(
    ("typed", "cut"),
    [
        ("FF 1111a 222a 3333a 4a! X 25 (Any 4 Consec. #s) # ours", False),
        ("FF 1111a 222a 3333a 4a! X 25 # (Any 4 Consec. #s)", True),
        ("FF 1111a 222a 3333a 4a! X 25 # see card (2)", True),
    ],
)
def test_a_number_sign_inside_a_remark_is_no_comment(typed: str, cut: bool) -> None:
    assert (len(read_card(f"== T ==\n1. {typed}").lines[0].hands) == 3) == cut


def test_bare_names_of_groups_are_asked_about() -> None:
    with pytest.raises(CardError, match=r"\[kongs\] does not say what of them"):
        hands("FF 2468a 2222b 2222c (Kongs)")


if __name__ == "__main__":
    for what, body in (("wordings", wordings()), ("of several remarks together", together(300))):
        found = {each: told(*each) for each in body}
        refused, otherwise = ([each for each, said in found.items() if said == s] for s in ("refused", "otherwise"))
        print(f"{len(found)} {what}: {len(refused)} refused, {len(otherwise)} silently otherwise")
        for line, _, remark in (*refused, *otherwise):
            print(f"  {line} ({remark})")
