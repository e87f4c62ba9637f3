"""What keyboards, word processors and habits do to a typed card, undone: one plain spelling for every sign.

Every row keeps its width, so that columns stay those that the typist sees.
"""

import re
import unicodedata
from functools import partial

# Marks that stand for others; one for one. Cyrillic and Greek letters that look like ours come with mixed keyboards.
_MARKS = str.maketrans(
    "¢–—−‐‑‒―“”„‟«»‘’‚×✕✖\t•·‣▪●ХхСсАаВЕеОоМNΝΕΑΒΧΟ",
    ' -------""""""\'\'\'×××      XxCcAaBEeOoMNNEABXO',
)
_OR = re.compile(r"(?<!\S)(?:[-(\[|]+\s*or\s*[-)\]|]+|or[,:]|-\s*or)(?=\s|$)", re.I)
_PARTED = re.compile(r"(?<=[\dDxy])[-_]([abc])(?![^\s,;])", re.I)  # "222-a"
_BULLET = re.compile(r"^\s*[*](?=\s)")
_PLURAL = re.compile(r"(?<=[a-z])\(s\)(?=.*[)\]])", re.I)  # "(Any Suit(s))"
_WITHIN = re.compile(r"([(\[][^()\[\]\"]*)\(([^()\[\]\"]*)\)(?=[^()\[\]\"]*[)\]])")  # a bracket inside another
_APOSTROPHES = re.compile(r"(?<!\S)'([^'\"\s][^'\"]*)'(?!\S)")
_END = r"(?=\s*(?:$|[\[(\"]|-?or-?\b))"
# Ways to print a value: (X) 25, (X 25), X: 25, X-25, | X | 25, X $25, X 0.25, X 25 cents, X 25c, X 25.,
# exposed 25, 25X; but X -25 is a slip: a dash with a space before it and none behind is a minus
_BEFORE_VALUE = r"(?:[)\]|:.,;=]|(?<!\s)-+|-+(?=\s))"
_CENTS = r"\$?(?:0[.,](?=\d\d(?!\d)))?"
_VALUES = (
    (
        re.compile(rf"(?<!\S)[(\[|]?\s*([XCx×c])\s*{_BEFORE_VALUE}\s*\|?\s*{_CENTS}(\d{{1,4}})[.,;!?]?\s*\|?{_END}"),
        r"\1 \2",
    ),
    (re.compile(rf"(?<!\S)\|?\s*([XC×])\s*{_CENTS}(\d{{1,4}})[.,;!?]?\s*\|?{_END}", re.I), r"\1 \2"),
    (re.compile(rf"(?<!\S)\(\s*([XC×])\s*{_CENTS}(\d{{2,4}})\s*\){_END}", re.I), r"\1 \2"),
    (
        re.compile(
            rf"(?<!\S)([XC×](?=\s)|(?-i:X))\s*\$?(\d{{1,4}})(?:(?-i:c)|\s*(?:cts?|cents?|points?|pts))\.?{_END}", re.I
        ),
        r"\1 \2",
    ),
    (re.compile(rf"(?<!\S)exp(?:osed|\.)?\s+(\d{{1,4}}){_END}", re.I), r"X \1"),
    (re.compile(rf"(?<!\S)(?:conc(?:ealed|\.)?|closed)\s+(\d{{1,4}}){_END}", re.I), r"C \1"),
    (re.compile(rf"(?<!\S)(\d{{2,4}})([Xx×]){_END}"), r"\2 \1"),
    (re.compile(rf"(?<!\S)(\d{{1,4}})\s*\(([XCxc])\){_END}"), r"\2 \1"),
)
OR = re.compile(r"-?or-?:?", re.I)  # between two forms of a line
_LIKE_TILES = re.compile(r"([1-9fdnews])\1+[a-z]*", re.I)  # of a group
MOST_WORDS = 6  # of a heading; more is a sentence
FULL_SECTION = re.compile(
    r"year|\d{3,5}|\d([ -]\d){2,4}|(any )?like( numbers| nos\.?)?|consecutive( run)?|"
    r"winds?( ?(-|and|&|/)? ?dragons?)?|quints?|(singles|solos) ?(and|&) ?pairs|addition( hands)?|lucky.*|odds|evens",
    re.I,
)


def plain_rows(text: str) -> list[str]:
    """The rows of a text: no byte order mark, invisible signs, full-width letters, odd dashes or quotes."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\v", "\n").replace("\f", "\n")
    text = text.replace("\N{LINE SEPARATOR}", "\n").replace("\N{PARAGRAPH SEPARATOR}", "\n")
    if not text.isascii():
        text = "".join(map(_plain_sign, text))
    return [_plain_row(row) for row in text.translate(_MARKS).split("\n")]


def _plain_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if unicodedata.category(sign) == "Cf":  # marks without width: joiners, direction, byte order
        return ""
    if sign.isspace():
        return " "
    usual = unicodedata.normalize("NFKC", sign)
    return usual if len(usual) == 1 else sign


def _written(plain: str, found: re.Match[str]) -> str:
    """What was found, written as `plain` says, and as wide as it was."""
    return found.expand(plain).ljust(len(found[0]))


def _plain_row(row: str) -> str:
    row = _BULLET.sub(_blank, row)
    if "{" in row and "[" not in row:
        row = row.replace("{", "[").replace("}", "]")
    row = _OR.sub(lambda found: "or".ljust(len(found[0])), row)
    row = _PARTED.sub(r"\1 ", row)
    row = _PLURAL.sub("s  ", row)
    row = _APOSTROPHES.sub(r'"\1"', _WITHIN.sub(r"\1,\2,", row))
    for pattern, plain in _VALUES:
        row = pattern.sub(partial(_written, plain), row)
    return row


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def section_heading(row: str) -> str | None:
    """The name, where a row is nothing but one: `Consecutive Run`, `2468`, `WINDS - DRAGONS:`; else None."""
    name = row.strip().strip("=:-_ \t").strip()
    if bracketed := re.fullmatch(r"[\[(](\d{3,5})[\])]", name):
        return bracketed[1]
    if FULL_SECTION.fullmatch(name):
        return name
    words = re.findall(r"[A-Za-z]+", name)
    if (
        not 0 < len(words) <= MOST_WORDS
        or name[0] in "(["
        or not re.fullmatch(r"[A-Za-z &,/'().-]+", name)
        or _OR.fullmatch(name)
    ):
        return None
    long = [w for w in words if len(w) >= 3]
    return name if any(_is_word(w) for w in long) else None


def _is_word(word: str) -> bool:
    """A word of a language, and no group of tiles: it has a letter that no tile and no suit has."""
    return bool(set(word.lower()) & set("hijklmtuv")) and bool(set(word.lower()) & set("aeiou"))


def looks_commented_out(row: str) -> bool:
    """`#1 222a ... X 25` or `## 2468`: probably not meant as a comment."""
    return bool(re.match(r"\s*#\d+[.)]?\s+\S.*(?<!\S)[XC] ?\d+\s*(\[.*|\(.*)?$", row, re.I)) or bool(
        (found := re.match(r"\s*#{1,4}\s+(\S.*?)\s*#*$", row)) and FULL_SECTION.fullmatch(found[1])
    )


def looks_like_a_section(text: str, known: frozenset[str]) -> bool:
    """A bare heading such as `Consecutive Run` or `2468`: no value, no notes, no group with a colour letter."""
    words = text.split()
    if re.search(r"[\[(\"=]|\d[abcpq*]\b|\b[XC]\s*\d+\s*$", text, re.I) or OR.fullmatch(words[0]):
        return False
    if sum(1 for word in words if _LIKE_TILES.fullmatch(word)) > 1:
        return False  # a line, whatever slips are in it
    letters = {c for word in words for c in word.lower() if c.isalpha()}
    return bool(letters - known) or text.strip().isdigit()
