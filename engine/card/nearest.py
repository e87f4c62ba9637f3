"""What somebody probably meant by a remark that is no note: the nearest note, or the sign that says such things."""

import re
from collections.abc import Iterable

KNOWN = (
    "run",
    "run by 2",
    "like",
    "like even",
    "like kongs 2, 4, 6 or 8",
    "kongs 2 or 5",
    "pungs even",
    "any wind",
    "year any suit",
    "matching or opposite dragon",
    "red dragons",
    "like odd",
    "like 369",
    "any odd",
    "any numbers",
    "any numbers 2468",
    "may match",
    "these numbers only",
    "pair any",
    "pair any, others stay",
    "kongs match pair",
    "any 1 suit",
    "any 2 suits",
    "any 1 or 2 suits",
    "any 3 suits",
    "x even",
    "x odd",
    "x 369",
    "x 2 or 5",
    "y 1-7",
    "z NS",
    "a = bams",
    "years 2000-2099",
    "any dragon",
    "matching dragons",
    "opposite dragons",
    "no jokers",
    "flowers wild",
    "no jokerless bonus",
)
_TOPICS = (
    (r"\bjokers?\b", "Write ! behind a group that takes no jokers, 333a!, and ? behind a pair that does, 33a?."),
    (
        r"\bdragons?\b",
        "The letter says which dragon: DDDa goes with suit a, DDDc with a suit of its own, DDD* with any suit.",
    ),
    (r"\b(suits?|colou?rs?)\b", "The letters say the suits: one letter one suit, * any suit whatever the others are."),
    (r"\bwinds?\b", "Write a wind that may be any as Z, two different ones as Z1 and Z2."),
    (r"\bmatch", "Groups that take the number of a pair: [kongs match pair]."),
)


def close_to(word: str, words: Iterable[str], cutoff: float) -> list[str]:
    """The nearest of `words`, if it is near enough: `cutoff` is 0 for any, 1 for equal ones."""
    from difflib import get_close_matches  # loaded only where something is not understood

    return get_close_matches(word, list(words), n=1, cutoff=cutoff)


def nearest(note: str) -> tuple[str, ...]:
    """The note that was probably meant, where one is near enough to be offered."""
    return tuple(close_to(note, KNOWN, 0.6))


def way_out(note: str) -> str:
    """The nearest note; where words are about jokers, dragons, winds or suits, what says it instead of a note."""
    near = close_to(note, KNOWN, 0.75)
    if near:
        return f"Did you mean [{near[0]}]?"
    for topic, way in _TOPICS:
        if re.search(topic, note):
            return way
    near = list(nearest(note))
    return f"Did you mean [{near[0]}]?" if near else "Notes are, for example, [run], [like], [any 2 numbers], [x even]."
