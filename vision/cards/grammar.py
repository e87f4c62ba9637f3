"""What a printed row of a card can say: a number, groups in one form or more, a value; words are left to people.

Fourteen tiles a form, and nothing else, tells a row that was read right from most that were not.
"""

import re
from dataclasses import dataclass

HAND_SIZE = 14
_OR = re.compile(r"-*(##|#R|0R|0#)-*")
_GROUP = re.compile(r"[0-9FDNEWSRG]+")
_VALUE = re.compile(r"(?<![^ ])([XC]) ?([1-9][05]|1[0-9][05])(?![^ (.])")
_NUMBER = re.compile(r" *(\d{1,2})[.)]+ *")
_WORDS = re.compile(r"\([^)]*\)?")


@dataclass(frozen=True, slots=True)
class Group:
    """A group of letters `text`, the first of them letter `at` of the row."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Row:
    """`forms` are the groups of each form; `number` and `value` are None where none is printed. `words` are places of
    the row, from and up to, that hold words."""

    forms: tuple[tuple[Group, ...], ...]
    number: int | None = None
    value: int | None = None
    concealed: bool = False
    words: tuple[tuple[int, int], ...] = ()
    open: bool = False  # it ends with "or": the next row goes on

    @property
    def tiles(self) -> tuple[int, ...]:
        return tuple(sum(len(group.text) for group in form) for form in self.forms)

    @property
    def groups(self) -> bool:
        return any(self.forms)

    @property
    def whole(self) -> bool:
        """Every form has its fourteen tiles."""
        return self.groups and all(n == HAND_SIZE for n in self.tiles)


def row_of(signs: str) -> Row:
    """The row that was read as these letters of the alphabet."""
    left = signs
    words: list[tuple[int, int]] = []
    number = None
    if found := _NUMBER.match(left):
        number = int(found[1])
        left = _blanked(left, *found.span())
    for found in _WORDS.finditer(signs):
        if found.end() > found.start() + 2:
            words.append(found.span())
        left = _blanked(left, *found.span())
    value, concealed = None, False
    if values := list(_VALUE.finditer(left)):
        last = values[-1]
        value, concealed = int(last[2]), last[1] == "C"
        left = _blanked(left, *last.span())
    left = re.sub(r"[+=.)]", " ", left)
    forms: list[list[Group]] = [[]]
    open_ = False
    for found in re.finditer(r"[^ ]+", left):
        token = found[0]
        open_ = bool(_OR.fullmatch(token))
        if open_:
            forms.append([])
        elif _GROUP.fullmatch(token.strip("-")):
            lead = len(token) - len(token.lstrip("-"))
            forms[-1].append(Group(token.strip("-"), found.start() + lead))
        elif "#" in token or len(token) > 1:
            words.append(found.span())
    if open_:
        forms.pop()
    if value is None and not open_ and re.search(r"(^| )[-.]*[-0-9R#]{0,2}#[-0-9R#.]{0,2}$", signs) and forms[-1]:
        open_ = sum(len(group.text) for group in forms[-1]) == HAND_SIZE  # an "or" in small print
        words = words[:-1] if open_ else words
    row = Row(tuple(map(tuple, forms)), number, value, concealed, tuple(sorted(words)), open_)
    return _without_number(row)


def _without_number(row: Row) -> Row:
    """A figure before the first group that makes it fifteen tiles is the number of the line."""
    if row.number is not None or not row.forms or not row.forms[0]:
        return row
    first, *others = row.forms[0]
    if not re.fullmatch(r"[1-9]|1[0-9]", first.text) or sum(len(g.text) for g in others) != HAND_SIZE:
        return row
    forms = (tuple(others), *row.forms[1:])
    return Row(forms, int(first.text), row.value, row.concealed, row.words, row.open)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
