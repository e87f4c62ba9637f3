"""The notes in brackets, `[run]` or `[x even]`: how printed numbers may move, and checks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum


class Move(Enum):
    """How the digits of an alternative move."""

    FIXED = "these numbers only"
    RUN = "run"
    LIKE = "like"
    ANY = "any numbers"


ALL_NUMBERS = tuple(range(1, 10))


@dataclass(slots=True)
class Notes:
    """All notes that hold for one alternative. Filled while reading, then only read."""

    move: Move = Move.FIXED
    stays: bool = False  # "these numbers only" was said
    step: int = 1  # a run moves by multiples of this
    numbers: tuple[int, ...] = ALL_NUMBERS  # what `like` or `any numbers` may choose
    domains: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of x and y
    may_match: bool = False  # different letters may take the same number
    winds: tuple[str, ...] = ("n", "e", "w", "s")
    pair_any: bool = False
    others_follow: bool = True
    suits: tuple[int, ...] = ()  # "any 1 or 2 suits": a check
    fixed_suits: dict[str, int] = field(default_factory=dict)  # colour letter -> 0 Bam, 1 Crak, 2 Dot
    years: tuple[int, ...] = ()
    no_jokers: bool = False
    flowers_wild: bool = False
    no_bonus: bool = False
    dragons: str = ""  # "any", "matching" or "opposite": a check


class NoteError(ValueError):
    """A note nobody knows. `hint` names the nearest that would be understood."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


_COUNT = r"(?:\d|two|three|four|five|six|seven|eight|nine)"
_NUMBERS = r"(?:nos?\.?|numbers?)"
KNOWN = (
    "run",
    "run by 2",
    "like",
    "like even",
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
_SUITS = {"b": 0, "c": 1, "d": 2}


def split_notes(text: str) -> list[str]:
    """The single notes inside one bracket. A comma inside a list of numbers does not part notes.

    >>> split_notes("run, pair any; x = 3, 6 or 9")
    ['run', 'pair any', 'x = 3, 6 or 9']
    """
    parts: list[str] = []
    for chunk in re.split(r";|(?<!\w)(?:w|w/|with)(?!\w)", text, flags=re.IGNORECASE):
        for index, piece in enumerate(chunk.split(",")):
            if index and re.fullmatch(r"\s*(or\s+)?\d[\d\s]*(or\s+\d\s*)*", piece):
                parts[-1] += "," + piece
            elif piece.strip():
                parts.append(piece)
    return [" ".join(part.split()) for part in parts]


def read_numbers(text: str) -> tuple[int, ...] | None:
    """The numbers a note allows: `even`, `odd`, `369`, `2 or 5`, `1-7`; None if it is none of these."""
    text = re.sub(r"([1-9])'?s\b", r"\1", text.lower())  # "2s or 5s"
    text = re.sub(r"\bin ([a-z.0-9 ]+ )?suits?\.?$", "", text.strip())  # "in opp. suits": the letters say it
    words = r"\b(any|all|nos?\.?|numbers?|only|singles?|pairs?|pungs?|kongs?|quints?|sextets?)(?=\s|$)"
    text = " ".join(re.sub(words, "", text).split()).strip(" .")
    if not text:
        return ALL_NUMBERS
    if text in ("even", "odd"):
        return (2, 4, 6, 8) if text == "even" else (1, 3, 5, 7, 9)
    if span := re.fullmatch(r"([1-9])\s*(?:-|to)\s*([1-9])", text):
        low, high = sorted((int(span[1]), int(span[2])))
        return tuple(range(low, high + 1))
    digits = re.sub(r"\b(or|and)\b|[,\s{}/]", "", text)
    if digits.isdigit() and "0" not in digits:
        return tuple(sorted({int(d) for d in digits}))
    return None


def add_note(notes: Notes, text: str) -> None:
    """Put one note into effect. Raises NoteError."""
    note = text.lower().strip(" .")
    for pattern, act in _ACTS:
        if found := re.fullmatch(pattern, note):
            act(notes, found)
            return
    near = get_close_matches(note, KNOWN, n=1, cutoff=0.5)
    hint = f"Did you mean [{near[0]}]?" if near else f"Notes are: {', '.join(KNOWN)}."
    raise NoteError(f"the note [{text}] means nothing to me", f'{hint} Words for the players go in quotes: "{text}"')


def _numbers_of(found: re.Match[str], group: str) -> tuple[int, ...]:
    numbers = read_numbers(found[group] or "")
    if numbers is None:
        raise NoteError(
            f"{(found[group] or '').strip()!r} is not a choice of numbers",
            "Write even, odd, 369, 2 or 5, 1-7 (single numbers from 1 to 9).",
        )
    return numbers


def _run(notes: Notes, found: re.Match[str]) -> None:
    notes.move, notes.step = Move.RUN, int(found["step"] or 1)


def _like(notes: Notes, found: re.Match[str]) -> None:
    notes.move, notes.numbers = Move.LIKE, _numbers_of(found, "which")


def _only(notes: Notes, found: re.Match[str]) -> None:
    """`odd nos. only` narrows what moves."""
    notes.numbers = _numbers_of(found, "which")
    notes.move = Move.LIKE if notes.move is Move.FIXED else notes.move


def _some_groups(notes: Notes, found: re.Match[str]) -> None:
    """`pair 8s only` says what is printed; `kongs 3 or 9` asks for a number that moves."""
    numbers = _numbers_of(found, "which")
    if len(numbers) > 1:
        choice = " or ".join(map(str, numbers))
        raise NoteError(
            f"[{found[0]}] lets some numbers move and others stay",
            f"Write the moving number as x and add the note [x {choice}]: 2468a xxxxb xxxxc [x {choice}].",
        )


def _any(notes: Notes, found: re.Match[str]) -> None:
    notes.move, notes.numbers = Move.ANY, _numbers_of(found, "which")


def _fixed(notes: Notes, found: re.Match[str]) -> None:
    notes.move, notes.stays = Move.FIXED, True


def _may_match(notes: Notes, found: re.Match[str]) -> None:
    notes.may_match = True


def _differ(notes: Notes, found: re.Match[str]) -> None:
    notes.may_match = False


def _domain(notes: Notes, found: re.Match[str]) -> None:
    for name in re.findall(r"[xy]", found["names"]):
        notes.domains[name] = _numbers_of(found, "which")


def _winds(notes: Notes, found: re.Match[str]) -> None:
    notes.winds = tuple(dict.fromkeys(re.findall(r"[news]", re.sub(r"\bor\b|and", "", found["which"]))))


def _pair(notes: Notes, found: re.Match[str]) -> None:
    notes.pair_any = True


def _stay(notes: Notes, found: re.Match[str]) -> None:
    notes.others_follow = False


def _suits(notes: Notes, found: re.Match[str]) -> None:
    words = {"one": "1", "two": "2", "three": "3"}
    notes.suits = tuple(int(words.get(n, n)) for n in re.findall(r"one|two|three|[123]", found["n"]))


def _suit(notes: Notes, found: re.Match[str]) -> None:
    notes.fixed_suits[found["colour"]] = _SUITS[found["suit"]]


def _years(notes: Notes, found: re.Match[str]) -> None:
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if last < first or last - first > 999:
        raise NoteError(f"years {first} to {last} is no span", "Write the earlier year first, as in [years 2000-2099].")
    notes.years = tuple(range(first, last + 1))


def _dragons(notes: Notes, found: re.Match[str]) -> None:
    notes.dragons = "opposite" if found["which"].startswith("opp") else found["which"]


def _no_jokers(notes: Notes, found: re.Match[str]) -> None:
    notes.no_jokers = True


def _flowers_wild(notes: Notes, found: re.Match[str]) -> None:
    notes.flowers_wild = True


def _no_bonus(notes: Notes, found: re.Match[str]) -> None:
    notes.no_bonus = True


def _agrees(notes: Notes, found: re.Match[str]) -> None:
    """The card's own words for what the letters already say."""


_ACTS = (
    (rf"(any )?({_COUNT} )?(run|consec(utive|\.)?)( {_NUMBERS})?( by (?P<step>[234]))?", _run),
    (rf"(any )?like( {_NUMBERS})?(?P<which> .*)?", _like),
    (rf"any(?P<which> (even|odd|369)( {_NUMBERS})?)", _like),
    (rf"(?P<which>(even|odd)( {_NUMBERS})?( only)?)", _only),
    (
        r"(pairs?|prs?\.?|pungs?|kongs?|quints?)( must be| are| is)? (?P<which>[1-9][1-9s', or]*?( only)?)( in .*)?",
        _some_groups,
    ),
    (rf"any ({_COUNT} )?(different |other )?{_NUMBERS}(?P<which> .*)?", _any),
    (rf"these( {_NUMBERS})?( only)?", _fixed),
    (r"(x and y )?may match|(x, ?y )?same or different", _may_match),
    (r"x ?(!=|<>|≠) ?y|different", _differ),
    (r"(?P<names>[xy](( and |, ?| )[xy])?)( ?= ?| in | is | any |:| )(?P<which>.+)", _domain),
    (r"z ?(=|in|is|any|:)? ?(?P<which>([news]|\bor\b|and|,|/|\s)+)", _winds),
    (r"pair any.*", _pair),
    (r"others stay", _stay),
    (r"(pungs?|kongs?|quints?|pairs?|others) (must )?(match|follow)( the)?( pair)?", _agrees),
    (r"(any )?(?P<n>([123]|one|two|three)(( or |, ?)([123]|one|two|three))*) suits?", _suits),
    (r"(in )?(any|opp(osite|\.)?|other|same)( one)? suits?", _agrees),
    (r"(?P<colour>[abcpq]) ?(=|is|:)? ?(?P<suit>[bcd])(am|rak|ot|amboo|ircle|haracter)?s?", _suit),
    (r"years? ?(?P<first>\d{4})( ?(-|to) ?(?P<last>\d{4}))?", _years),
    (r"(?P<which>any|matching|opp(osite|\.)?)( one| two| three| \d)? ?dragons?", _dragons),
    (rf"any( {_COUNT})? winds?", _agrees),
    (r"no jokers", _no_jokers),
    (r"flowers (are |may be )?(wild|jokers)", _flowers_wild),
    (r"no (jokerless )?bonus", _no_bonus),
)


def gather(bracket_texts: Iterable[str], base: Notes | None = None) -> Notes:
    """All notes of several brackets together. Raises NoteError at the first that is not understood."""
    notes = base or Notes()
    for text in bracket_texts:
        for note in split_notes(text):
            add_note(notes, note)
    return notes
