"""The words of remarks: how cards write counts, numbers, groups and suits. Patterns in lower case."""

import re
from functools import cache

from engine.card.notes import SIZE_OF

COUNT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
COUNT = rf"(?:[1-9]|{'|'.join(COUNT_WORDS)})"
NUMBERS = r"(?:no'?s?\.?|numbers?|#'?s?)"
GROUP_WORDS = {
    **{word: word for word in SIZE_OF},
    **{word.removesuffix("s"): word for word in SIZE_OF},
    **dict.fromkeys(("pr", "pr.", "prs", "prs."), "pairs"),
}
GROUP = r"\b(?:singles?|pairs?|prs?\.?|pungs?|kongs?|quints?|sextets?)(?!\w)"
GROUPS = rf"{GROUP}(?:(?: and|,|/| ?&)* {GROUP})*"
SUIT_COUNT = r"(?:one|two|three|[123])"
IN_SUITS = r"(?:in )?(?:an? |the )?(?:any|opp\S*|other|same|second|third|2nd|3rd)( one)? suits?"
_PLACES = (("third", r"third|3rd"), ("same", r"same"), ("other", r"opp\S*|other|second|2nd"), ("any", r"any"))
YEAR_WORD = r"years?|(19|20)\d\d"
DRAGON = r"\b(?:reds?|greens?|whites?|soaps?)\b"
WIND = r"(?:north|east|west|south|[news])s?(?![a-z])"
MATCH = rf"(must |may )?(match|matches|matching|follow|follows|(be |are )?(the )?same( {NUMBERS})? as)"


compiled = cache(re.compile)
"""The pattern, compiled when it is first asked: a card needs few of the many that are known."""


def sizes_in(said: str) -> tuple[int, ...]:
    """Of the groups that are spoken of."""
    return tuple(sorted({SIZE_OF[GROUP_WORDS[word]] for word in re.findall(GROUP, said)}))


def place_in(said: str) -> str:
    """Which suit the words say that something is in, `third`, `same`, `other` or `any`; empty where they say none."""
    return next(
        (which for which, words in _PLACES if re.search(rf"\b(?:{words})(?: one)?[- ](?:suit|colou?r)s?\b", said)), ""
    )


def as_number(word: str) -> int:
    """What a word that `COUNT` matches counts."""
    return int(word) if word.isdigit() else COUNT_WORDS.index(word) + 1


def counted(word: str | None) -> int:
    """The same; 0 where no count is said."""
    return as_number(word) if word else 0
