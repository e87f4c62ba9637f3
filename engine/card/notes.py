"""What the notes in brackets, `[run]` or `[x even]`, say about one printed form: values, and the numbers in them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import TypeVar

_What = TypeVar("_What")


class Move(Enum):
    """How the digits of an alternative move."""

    FIXED = "these numbers only"
    RUN = "run"
    LIKE = "like"
    ANY = "any numbers"


ALL_NUMBERS = tuple(range(1, 10))


SIZE_OF = {"singles": 1, "pairs": 2, "pungs": 3, "kongs": 4, "quints": 5, "sextets": 6}


@dataclass(frozen=True, slots=True)
class GroupsMove:
    """`[kongs 2, 4, 6 or 8]`: only groups of these sizes move, together as one number, or `each` of so many numbers for
    itself (0: together).

    `like`: the printed words call them like numbers, so that all move where only one number is printed. `chosen`: the
    words leave a choice, "any odd" or "3 or 9". `apart`: they speak of groups in other suits than the rest.
    """

    name: str  # of the number that they take
    sizes: tuple[int, ...]
    numbers: tuple[int, ...]
    like: bool = False
    each: int = 0
    chosen: bool = True
    apart: bool = False


@dataclass(frozen=True, slots=True)
class GroupsRun:
    """`[kongs any 2 consec. nos.]`: only groups of these sizes run, by `step`. `count` is how many numbers the words
    promise, 0 for none; `parity` 0 for odd, 1 for even numbers, None for either."""

    sizes: tuple[int, ...]
    count: int = 0
    step: int = 1
    parity: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """`[kongs match pair]`: groups of these sizes take the number of a group `of` these sizes, or of what is printed so
    many times inside a mixed group; of each other where `of` is empty."""

    sizes: tuple[int, ...]
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """`pairs in third suit`: a check. Groups of these sizes, or all, or the dragons, are in the `same` suit, the
    `third` or an `other`; `words` as they were typed."""

    words: str
    which: str
    sizes: tuple[int, ...] = ()
    dragons: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """`kong any dragon`: what is said of groups of these sizes, or of all that no other remark speaks of."""

    what: str
    sizes: tuple[int, ...] = ()


def said_of(size: int, remarks: Sequence[Said]) -> str:
    """What the remarks say of a group of this size; empty for nothing."""
    closest = sorted(remarks, key=lambda said: not said.sizes)
    return next((said.what for said in closest if not said.sizes or size in said.sizes), "")


def with_said(remarks: tuple[Said, ...], more: Said) -> tuple[Said, ...]:
    """Raises NoteError where two remarks say different things of the same groups."""
    if any(said.sizes == more.sizes and said.what != more.what for said in remarks):
        raise NoteError("two notes say different things of the same dragons", "Say of each group which it is.")
    return (*remarks, more)


@dataclass(slots=True)
class Notes:
    """All notes that hold for one alternative. Filled while reading, then only read."""

    move: Move = Move.FIXED
    said: Move | None = None  # what a note of the same bracket said already
    stays: bool = False  # "these numbers only" was said
    step: int = 1  # a run moves by multiples of this
    parity: int | None = None  # "odd nos." 0, "even nos." 1: a check
    consecutive: bool = False  # "consecutive" was said: a check
    numbers: tuple[int, ...] = ALL_NUMBERS  # what `like` or `any numbers` may choose
    domains: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of x and y
    may_match: bool = False  # different letters may take the same number
    winds: tuple[str, ...] = ("n", "e", "w", "s")
    named_winds: tuple[str, ...] = ()  # "with N and S": a check
    pair_any: bool = False
    pair_in_run: bool = False  # "in run": one of the other numbers of the line
    pair_numbers: tuple[int, ...] = ALL_NUMBERS
    others_follow: bool = True
    suits: tuple[int, ...] = ()  # "any 1 or 2 suits": a check
    fixed_suits: dict[str, int] = field(default_factory=dict)  # colour letter -> 0 Bam, 1 Crak, 2 Dot
    years: tuple[int, ...] = ()
    printed_numbers: tuple[int, ...] = ()  # "2s and 8s only": a check
    no_jokers: bool = False
    no_jokers_in: tuple[str, ...] = ()  # sizes, or groups as typed, "246" and "8s"
    flowers_wild: bool = False
    no_bonus: bool = False
    dragons: tuple[Said, ...] = ()  # "any", "matching", "opposite", "third suit", "matching or opposite"
    named_dragons: tuple[Said, ...] = ()  # a D without a letter is the dragon of this name
    any_winds: tuple[tuple[int, tuple[int, ...]], ...] = ()  # so many printed winds, of these sizes or all, are any
    year_any_suit: bool = False
    soap_as_zero: bool = False  # said: a check
    flowers_named: bool = False  # "any flowers": a check
    any_suit: str = ""  # "any suit", "pair in any suit", as typed: a check, for the letters have to say it
    groups_move: tuple[GroupsMove, ...] = ()
    groups_run: tuple[GroupsRun, ...] = ()
    matches: tuple[Match, ...] = ()
    dragons_counted: int = 0  # "any 2 dragons": a check
    dragons_match: tuple[int, ...] = ()  # "dragon matches kongs": a check
    places: tuple[Place, ...] = ()
    run_length: int = 0  # "any 5 consec. nos.": a check
    count: int = 0  # "any 2 nos.": a check

    def become(self, other: "Notes") -> None:
        """Say all that `other` says, and nothing else."""
        for item in fields(Notes):
            setattr(self, item.name, getattr(other, item.name))

    def narrow(self, numbers: Sequence[int]) -> None:
        """`any odd, like nos.`: what one remark allows, another cannot let in again. Raises NoteError where nothing is
        left."""
        left = tuple(n for n in numbers if n in self.numbers)
        if not left:
            raise NoteError(
                "two notes of one form say different like numbers",
                "Give each form its own note, in front of or and of the value: ... [like odd] or ... [like even] X 30",
            )
        self.numbers = left

    def count_dragons(self, counts: Iterable[int]) -> None:
        """`any 2 dragons`: so many groups of them are promised."""
        self.dragons_counted = max((self.dragons_counted, *counts))

    def narrow_groups(self) -> None:
        """`like kongs, evens only`: said of no group by name, it is said of those that move. Raises NoteError."""
        if self.said is Move.FIXED and any(wanted.numbers == ALL_NUMBERS for wanted in self.groups_move):
            raise NoteError(
                "one note says these numbers only, another that some may be any number",
                "Keep the one that the card prints, and drop the other.",
            )
        for wanted in self.groups_move if self.said in (None, Move.LIKE) else ():
            self.domains[wanted.name] = tuple(n for n in wanted.numbers if n in self.numbers)
            if not self.domains[wanted.name]:
                raise NoteError(
                    "one note says other numbers than another of the same groups", "Keep the one that the card prints."
                )
        self.groups_move = tuple(replace(w, numbers=self.domains[w.name]) for w in self.groups_move)


class NoteError(ValueError):
    """A note nobody knows. `hint` names the nearest that would be understood; `typed` may be put right by one of
    `instead`."""

    def __init__(self, message: str, hint: str, typed: str = "", instead: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.hint, self.typed, self.instead = message, hint, typed, instead


def agreed(what: str, before: _What, now: _What, nothing: _What) -> _What:
    """What two notes say together; `nothing` is what each says that does not speak of it. Raises NoteError where they
    differ."""
    said = [each for each in (before, now) if each != nothing]
    if len(said) == 2 and before != now:
        raise NoteError(f"two notes say different {what}", "Keep the one that the card prints, and drop the other.")
    return said[-1] if said else nothing


_MORE_NUMBERS = re.compile(
    r"\s*((or|and)\s+)?[1-9]('?s)?(\s*(or|and|,|&)?\s*[1-9]('?s)?)*(\s+only)?(\s+in\b.*)?\s*", re.I
)


# "Kongs 2, 4, 6 or 8 Matching Dragons": a list goes on, whatever stands behind it.
_GOES_ON = re.compile(r"\s*(?:(?:or|and)\s+[1-9]('?s)?\b|[1-9]('?s)?\s*(?:$|,|(?:or|and)\s+[1-9]))", re.I)
_ENDS_IN_NUMBER = re.compile(r"(?<!any )[1-9]\s*$", re.I)
_GROUP_NAME = r"(?:single|pair|pung|kong|quint|sextet)s?"
_BARE = re.compile(rf"\s*{_GROUP_NAME}(?: and {_GROUP_NAME})*\s*", re.I)  # "Pung, Kong Any Like Odd No." is one note
_GROUP_FIRST = re.compile(rf"\s*{_GROUP_NAME}\b(?!.*\b(match|same))", re.I)
_WHICH = r"any|all|each|the|an?|one|two|three|[123]|2nd|3rd|second|third|opp\S*|other|same|diff\S*"
_IN_SUITS = re.compile(rf"\bin (({_WHICH}) )*suits?\.?$")
_PLURAL = re.compile(r"[1-9]'?s\b[^1-9]*$")
_SHORT_WORDS = (
    "no",
    "nos",
    "consec",
    "cons",
    "seq",
    "yr",
    "yrs",
    "opp",
    "dr",
    "drs",
    "drag",
    "drags",
    "diff",
    "pr",
    "prs",
    "match",
)
_SHORT = "".join(rf"(?<!\b{word})" for word in _SHORT_WORDS)
_BEGINS = (
    r"any|all|opp\S*|opposite|match\S*|w/|with|in (?:any |all )?(?:\d|one|two|three)|"
    r"(?:[123]|one|two|three) suits?|these|as shown|soap|no jokers|dragons?"
)
# A dash or a stroke that stands alone parts notes where it is no span or choice of numbers; a W where it is not that of
# "E and W"; a full stop that ends no short word; an "and" before a remark of its own.
_PARTING = (
    r";|\s/\s(?=(?:any|all|in|like|these|opp|odds?|evens?)\b|[123] suits?)"
    r"|(?<!\d)\s[-–]\s|\s[-–]\s(?!\d)|(?<!any \d)\s[-–]\s(?=[123] suits)"
    r"|(?<!\w)with(?!\w)/?|(?<!and )(?<!or )(?<!& )(?<![\w/])w(?=/|\.\s|\s+\w{3})[/.]?"
    rf"|{_SHORT}\.\s+|(?<!matching)(?<!opp)(?<!opp\.)(?<!opposite)\s(?:&|and)\s+(?=(?:{_BEGINS})\b)"
)


def split_notes(text: str) -> list[str]:
    """The single notes inside one bracket. A comma inside a list of numbers does not part notes.

    >>> split_notes("run, pair any; x = 3, 6 or 9")
    ['run', 'pair any', 'x = 3, 6 or 9']
    >>> split_notes("Any 2 Suits w/ Opp. Dragons")
    ['Any 2 Suits', 'Opp. Dragons']
    """
    parts: list[str] = []
    for chunk in re.split(_PARTING, text.replace("+", " & "), flags=re.IGNORECASE):
        for index, piece in enumerate(chunk.split(",")):
            if index and parts and _goes_on(parts[-1], piece):
                parts[-1] += "," + piece
            elif index and parts and _BARE.fullmatch(parts[-1]) and _GROUP_FIRST.match(piece):
                parts[-1] += " and" + piece
            elif piece.strip(" ."):
                parts.append(piece)
    return [" ".join(part.split()) for part in parts]


def _goes_on(before: str, piece: str) -> bool:
    """Whether a list of numbers that `before` ends with goes on in `piece`, behind a comma."""
    if _GOES_ON.match(piece) and _ENDS_IN_NUMBER.search(before):
        return True
    return bool(_MORE_NUMBERS.fullmatch(piece)) and (not _PLURAL.search(piece) or bool(_PLURAL.search(before)))


def read_numbers(text: str) -> tuple[int, ...] | None:
    """The numbers a note allows: `even`, `odd`, `369`, `2 or 5`, `1-7`; None if it is none of these."""
    text = re.sub(r"([1-9])'?s\b", r"\1", text.lower())  # "2s or 5s"
    text = re.sub(_IN_SUITS, "", text.strip())  # "in opp. suits": the letters say it
    words = r"(?<!\w)(any|all|no'?s?\.?|#'?s?|numbers?|only)(?=\s|$)"
    text = " ".join(re.sub(words, "", text).split()).strip(" .")
    if not text:
        return ALL_NUMBERS
    if text in ("even", "odd"):
        return (2, 4, 6, 8) if text == "even" else (1, 3, 5, 7, 9)
    if span := re.fullmatch(r"([1-9])\s*(?:-|to)\s*([1-9])", text):
        low, high = sorted((int(span[1]), int(span[2])))
        return tuple(range(low, high + 1))
    digits = re.sub(r"\b(or|and)\b|[,\s{}/&]", "", text)
    if digits.isdigit() and "0" not in digits:
        return tuple(sorted({int(d) for d in digits}))
    return None
