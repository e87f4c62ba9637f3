"""The likeliest slips at the keyboard, told as what they are, each with a remedy: a note without brackets, a value with
a letter in it or given twice, a colour's name in place of its letter.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.card.nearest import KNOWN, close_to
from engine.card.notes import Move, NoteError, Notes
from engine.card.pattern import PatternError, read_group
from engine.card.remarks import gather
from engine.card.values import Problem, Remedy

Token = tuple[str, int]  # what was typed, and its column

_OR = re.compile(r"-?or-?:?", re.I)
_WORDS = frozenset(word for note in KNOWN for word in re.findall(r"[a-z]{2,}", note)) | frozenset(
    ("no", "no.", "nos", "nos.", "numbers", "number", "consec", "consec.", "consecutive", "suit", "pair", "pairs",
     "pung", "pungs", "kong", "kongs", "quint", "quints", "single", "singles", "dragon", "dragons", "opp", "opp.", "in",
     "of", "and", "match", "w/", "with", "third", "same", "winds", "wild",
     "row")
)  # fmt: skip
_TILES = ("flower", "flowers", "joker", "jokers")  # written out where a group stands; a note of them has other words
_BETWEEN = ("or", "a")
_CLOSES = ",;])"  # a bracket that was never opened too
_WORD = re.compile(r"[a-z][a-z.']{2,}")
_LOOKS = str.maketrans("sSoOQIliz|Zq", "550001111122", "-$")
_TWO = re.compile(r"(?<!\S)(?P<first>[XC×]\s*\d{1,3})(?P<gap>[\s,/]+)(?P<second>[XC×]\s*\d{1,3}|\d{1,3})\s*$", re.I)
_MISSAID = re.compile(
    r"(?<!\S)(?P<mark>[XC×])\s*(?P<said>(?!\d+\s*$)[0-9sSoOQIliz|Zq]{2,3}|(?<=\s)-\$?\d{1,4})\s*$", re.I
)
_NO_MARK = re.compile(r"(?<!\S)(?P<mark>[KYVZ%]|XX|CC)\s*(?P<said>\d[05])\s*$", re.I)
_FIRST = re.compile(r"\s*(?P<said>[XC×]\s*\d{2,3})\s+\S", re.I)  # and groups behind it
_LAST = re.compile(r"(?<!\S)(?:[XC×]\s*\d{1,4}|\d{1,4}\s+[XC×])\s*$", re.I)
_BOTH_MARKS = re.compile(r"(?<!\S)(?:X\s*\d{1,4}\s+C|C\s*\d{1,4}\s+X|(?:X[\s/|]*C|C[\s/|]*X)\s*\d{1,4})\s*$", re.I)
_SUIT_LETTER = re.compile(r"(?<!\S)(?:[\dXY]+|D+)\s+$", re.I)  # "6666 c X 25": the c before the X is a suit's
_COLOURS = {"r": "Red", "g": "Green", "d": "Dots", "k": "Craks", "m": "Bams"}
_COLOURED = re.compile(r"(?P<tiles>[1-9]+)(?P<colour>r|g|d|k|m|red|green|blue|bams?|craks?|dots?)", re.I)
_DRAGONS = re.compile(r"(?P<tiles>D+)(?P<colour>r|g|k|m|red|green|blue|bams?|craks?|dots?)", re.I)


@dataclass(frozen=True, slots=True)
class Slip:
    """Tokens `first` up to `end` of a row are no groups but this problem. `value`: they stand where a value stands."""

    first: int
    end: int
    problem: Problem
    value: bool = False


def understood(text: str) -> bool:
    """Whether these words would be a note, were they in brackets."""
    try:
        gather([text], Notes())
    except NoteError:
        return False
    return bool(text.strip(" .,"))


def lets_move(text: str) -> bool:
    """Whether these words would let numbers move, were they in brackets."""
    try:
        notes = gather([text], Notes())
    except NoteError:
        return False
    return notes.said not in (None, Move.FIXED) or bool(notes.groups_move or notes.groups_run)


def slips_of(row: int, tokens: Sequence[Token]) -> tuple[Slip, ...]:
    """The slips among the tokens of a row, none of them over another's tokens, in their order."""
    found: list[Slip] = []
    for look in (_bare_notes, _values, _colours):
        taken = {at for slip in found for at in range(slip.first, slip.end)}
        left = [("", column) if at in taken else (token, column) for at, (token, column) in enumerate(tokens)]
        found += look(row, left)
    return tuple(sorted(found, key=lambda slip: slip.first))


def _is_group(token: str) -> bool:
    try:
        read_group(token)
    except PatternError:
        return False
    return True


def _bare_notes(row: int, tokens: Sequence[Token]) -> Iterator[Slip]:
    """`run` or `run]` for `[run]`: words of notes that stand in no brackets."""
    at = 0
    while at < len(tokens):
        word = tokens[at][0].lower().strip(_CLOSES)
        follows = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
        of_tiles = (word == "no" and follows.startswith(("joker", "bonus"))) or (word in _TILES and follows in _WORDS)
        if not (_starts(word) or of_tiles):
            at += 1
            continue
        end = _end_of_words(tokens, at)
        column = tokens[at][1]
        length = tokens[end - 1][1] + len(tokens[end - 1][0]) - column
        said = " ".join(token for token, _ in tokens[at:end])
        plain = said.strip(_CLOSES + " ")
        near = () if understood(plain) else tuple(close_to(plain.lower(), KNOWN, 0.6))
        notes = (plain,) if understood(plain) else near
        remedies = tuple(Remedy(row, column, length, f"[{note}]") for note in notes)
        words = Remedy(row, column, length, f'"{plain}"', f'"{plain}", words only')
        hint = f"Write it in brackets: [{notes[0]}]." if notes else f'Words for the players go in quotes: "{plain}"'
        message = f"{said!r} stands in no brackets"
        yield Slip(at, end, Problem(row, column, message, hint, (*remedies, words)))
        at = end


def _starts(word: str) -> bool:
    if not _WORD.fullmatch(word) or word in _TILES:
        return False
    noted = word in _WORDS or bool(close_to(word, ("run", "like", "any"), 0.65))
    return noted and (not _is_group(word) or word in ("any", "odd", "nos"))


def _end_of_words(tokens: Sequence[Token], first: int) -> int:
    """Behind the last word of a note that begins at `first`; figures, `or` and `a` only between and behind words."""
    end = at = first + 1
    while at < len(tokens):
        word = tokens[at][0].lower().strip(_CLOSES)
        if word in _WORDS or (word.isalpha() and len(word) > 2 and not _is_group(word)):
            end = at + 1
        elif not (re.fullmatch(r"\d{1,4}'?s?", word) or word in _BETWEEN):
            break
        elif (
            word not in _BETWEEN
            and (len(word) < 3 or word[-1] == "s" or at == first + 1)
            and understood(" ".join(token for token, _ in tokens[first : at + 1]))
        ):
            end = at + 1
        at += 1
    return end


def _segments(tokens: Sequence[Token]) -> Iterator[tuple[list[int], str]]:
    """The forms of a row: the places of their tokens, and their text at its columns, without brackets and quotes."""
    places: list[int] = []
    for at, (token, _) in enumerate((*tokens, ("or", 0))):
        if not _OR.fullmatch(token):
            places.append(at)
            continue
        text = ""
        for place in places:
            word, column = tokens[place]
            if word and word[0] not in '[("':
                text = text.ljust(column - 1) + word
        yield places, text
        places = []


def _both_marks(text: str) -> re.Match[str] | None:
    found = _BOTH_MARKS.search(text)
    of_a_suit = found and re.match(r"c\s", found[0], re.I) and _SUIT_LETTER.search(text, 0, found.start())
    return None if of_a_suit else found


def _values(row: int, tokens: Sequence[Token]) -> Iterator[Slip]:
    """A value with a letter for a figure, below nothing, behind no X or C or both, or two of them."""
    for number, (places, text) in enumerate(_segments(tokens)):
        if found := _TWO.search(text):
            column, length = found.start() + 1, found.end() - found.start()
            second = found["second"] if found["second"][0] in "XxCc×" else f"{found['first'][0]} {found['second']}"
            ways = [re.sub(r"([XxCc×])\s*", r"\1 ", way) for way in (found["first"], second)]
            problem = Problem(
                row,
                column,
                f"there are two values here, {ways[0]} and {ways[1]}",
                "A line has one value for all its forms: keep one of them.",
                tuple(Remedy(row, column, len(found[0].rstrip()), way) for way in ways),
            )
        elif found := _MISSAID.search(text):
            column, length = found.start() + 1, found.end() - found.start()
            meant = f"{found['mark'].upper()} {found['said'].translate(_LOOKS)}"
            wrong = "a minus before it" if found["said"].startswith("-") else "a letter in it"
            problem = Problem(
                row,
                column,
                f"{found['said']!r} is no value: there is {wrong}",
                f"Did you mean {meant}?",
                (Remedy(row, column, len(found[0].rstrip()), meant),),
            )
        elif found := _NO_MARK.search(text) or _both_marks(text):
            column, length = found.start() + 1, found.end() - found.start()
            figures = "".join(re.findall(r"\d", found[0]))
            ways = [f"X {figures}", f"C {figures}"]
            problem = Problem(
                row,
                column,
                f"{found['mark']} is neither X nor C" if found.re is _NO_MARK else "X and C stand on one line",
                f"{ways[0]} if groups may be exposed, {ways[1]} if not.",
                tuple(Remedy(row, column, len(found[0].rstrip()), way) for way in ways),
            )
        elif not number and (found := _FIRST.match(text)) and not _LAST.search(text):
            column, length = found.start("said") + 1, len(found["said"])
            hint = f"Write it behind the groups: ... {found['said']}"
            problem = Problem(row, column, f"the value {found['said']} stands before the groups", hint)
        elif number and (found := re.fullmatch(r"\s*(?P<said>\d{1,3})\s*", text)):
            column, length = found.start("said") + 1, len(found["said"])
            before = tokens[places[0] - 1][1]
            problem = Problem(
                row,
                column,
                f"{found['said']} is no form of the line",
                "A line has one value for all its forms: drop this one.",
                (Remedy(row, before, column + length - before, "", "Drop it"),),
            )
        else:
            continue
        under = [at for at in places if column <= tokens[at][1] < column + length]
        inside = [at for at in under if tokens[at][0] and tokens[at][0][0] not in '[("']
        if inside != under:  # a remedy would drop the words between
            problem = replace(problem, remedies=())
        yield Slip(min(inside), max(inside) + 1, problem, value=True)


def _colours(row: int, tokens: Sequence[Token]) -> Iterator[Slip]:
    """`222r` and `444blue`: the printed colour's own name in place of a letter."""
    used = {token[-1].lower() for token, _ in tokens if re.fullmatch(r"\d+[abc]", token, re.I)}
    named = [_COLOURED.fullmatch(token) for token, _ in tokens]
    if not any(named):
        return
    named = [found or _DRAGONS.fullmatch(token) for found, (token, _) in zip(named, tokens, strict=True)]
    names = list(dict.fromkeys(found["colour"].lower() for found in named if found))
    free = [letter for letter in "abc" if letter not in used]
    letters = dict(zip(names, (*free, *"abc"), strict=False))
    first = next(at for at, found in enumerate(named) if found)
    end = len(named) - next(k for k, found in enumerate(reversed(named)) if found)
    column = tokens[first][1]
    text = ""
    for (token, at), found in list(zip(tokens, named, strict=True))[first:end]:
        text = text.ljust(at - column) + (f"{found['tiles']}{letters[found['colour'].lower()]}" if found else token)
    length = tokens[end - 1][1] + len(tokens[end - 1][0]) - column
    for at, found in enumerate(named):
        if found and (at == first or found["colour"].lower() not in (n["colour"].lower() for n in named[:at] if n)):
            letter = letters[found["colour"].lower()]
            meant = f"{found['tiles']}{letter}"
            spoken = _COLOURS.get(found["colour"].lower(), found["colour"].capitalize())
            whole = at == first and all(
                token for token, _ in tokens[first:end]
            )  # or it would drop another slip's words
            remedies = (Remedy(row, column, length, " ".join(text.split()), text),) if whole else ()
            yield Slip(
                at,
                at + 1,
                Problem(
                    row,
                    tokens[at][1],
                    f"{tokens[at][0]!r}: {found['colour']!r} is no letter for a suit",
                    f"For {spoken} write the letter of that colour on this line, a, b or c: {meant}.",
                    remedies,
                ),
            )
        elif found:
            yield Slip(at, at + 1, Problem(0, 0, ""))  # told with the first group of that colour
