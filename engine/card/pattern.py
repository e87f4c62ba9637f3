"""One printed group as typed, `444a` or `NEWS`: symbols, a colour letter and joker flags.

A pattern knows what was printed, not yet which tiles it becomes; `compiling` turns patterns into tiles.
"""

import re
from dataclasses import dataclass
from enum import Enum

from engine.tile import Tile


class Kind(Enum):
    """What a symbol stands for."""

    TILE = "tile"  # always the same tile: F, N, E, W, S, R, G
    ZERO = "zero"  # soap as zero: CARD-10
    NUMBER = "number"  # a digit as printed; notes may move it
    VARIABLE = "variable"  # x or y, plus an offset
    DRAGON = "dragon"  # the dragon of the group's suit: SET-12
    WIND = "wind"  # any wind
    YEAR = "year"  # the digit at a place of the year: `value` is place + 10 * years later


@dataclass(frozen=True, slots=True)
class Symbol:
    """One tile of a group, without a suit yet. `name` tells variables apart; `value` is a Tile, digit or offset."""

    kind: Kind
    value: int = 0
    name: str = ""

    @property
    def suited(self) -> bool:
        return self.kind in (Kind.NUMBER, Kind.VARIABLE, Kind.DRAGON, Kind.YEAR)


class Wild(Enum):
    """Who may stand in for the tiles of a group."""

    BY_RULE = ""  # three or more alike take jokers
    NOBODY = "!"
    JOKERS = "?"
    JOKERS_AND_FLOWERS = "~"


@dataclass(frozen=True, slots=True)
class GroupPattern:
    """`colour` is a, b, c, p, q, * or empty. `column` counts from 1. `natural` groups (a year) never take jokers by
    rule."""

    symbols: tuple[Symbol, ...]
    colour: str
    wild: Wild
    column: int
    text: str
    row: int
    natural: bool

    @property
    def alike(self) -> bool:
        return not self.natural and all(symbol == self.symbols[0] for symbol in self.symbols)

    def all_of(self, *kinds: Kind) -> bool:
        """Whether it is one symbol over and over, and that of one of these kinds."""
        return self.alike and self.symbols[0].kind in kinds

    @property
    def takes_jokers(self) -> bool:
        if self.wild is Wild.BY_RULE:
            return self.alike and len(self.symbols) >= 3
        return self.wild is not Wild.NOBODY

    def called(self, name: str) -> bool:
        """Whether printed words mean this group: its size (`3`), its number (`8s`), or the group as typed (`246`)."""
        if len(name) == 1:
            return self.alike and len(self.symbols) == int(name)
        if len(name) == 2 and name[1] == "s" and name[0].isdigit():
            return self.alike and self.symbols[0] == Symbol(Kind.NUMBER, int(name[0]))
        tiles = self.text.lower().rstrip("!?~")
        return name in (tiles, tiles.removesuffix(self.colour))


class PatternError(ValueError):
    """A group that cannot be read. `offset` counts characters from the start of the group; `instead` are groups that
    may have been meant."""

    def __init__(self, message: str, hint: str = "", offset: int = 0, instead: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.hint, self.offset, self.instead = message, hint, offset, instead


COLOURS = "abcpq*"
_LETTERS = {
    "f": Symbol(Kind.TILE, Tile.FLOWER),
    "n": Symbol(Kind.TILE, Tile.NORTH),
    "e": Symbol(Kind.TILE, Tile.EAST),
    "w": Symbol(Kind.TILE, Tile.WEST),
    "s": Symbol(Kind.TILE, Tile.SOUTH),
    "r": Symbol(Kind.TILE, Tile.RED),
    "g": Symbol(Kind.TILE, Tile.GREEN),
    "d": Symbol(Kind.DRAGON),
    "o": Symbol(Kind.ZERO),  # typists write the letter for the figure
    "0": Symbol(Kind.ZERO),
}
_MISTYPED = {"i": "1", "l": "1", "|": "1", "h": "", "j": "", "k": "", "m": "", "t": "", "u": "", "v": ""}
_VARIABLES = re.compile(r"([xyz@])\1*(\d?)")
_YEAR = re.compile(r"year(\d?)")
_TILE_LETTERS = frozenset("fnewsrgdo0123456789xyz@")
_WRITTEN_OUT = (
    (r"bams?|bamboos?|cra[ck]ks?|craks?|dots?|blue", "Write the letter of its colour behind the numbers, as in 222a."),
    (r"flowers?|fl", "Write F for each Flower: FF."),
    (r"soaps?|white", "Write 0 for each Soap: 000."),
    (r"jokers?", "No line asks for Jokers: write the tiles that they stand for."),
    (r"(north|east|west|south)s?", "Write its first letter for each: NNN."),
    (r"dragons?", "Write D for each: DDDa is the dragon of suit a, DDD any one."),
    (r"winds?", "Write Z for each wind that may be any: ZZZ."),
)  # what somebody wrote as a word, and its way out
LETTERS_IN_USE = frozenset("fnewsrgdo0123456789xyz@abcpq*")


def read_group(
    text: str,
    column: int = 1,
    row: int = 1,
    letters: dict[str, tuple[Symbol, ...]] | None = None,
    year: int | None = None,
) -> GroupPattern:
    """The pattern of one group. `letters` are the card's own extra letters; `year` is
    the year that stands as figures on the card, and is no number that notes move.

    Raises PatternError.
    """
    body = text.lower()
    wild = Wild.BY_RULE
    if body and body[-1] in "!?~":
        wild, body = Wild(body[-1]), body[:-1]
    colour = ""
    if body and body[-1] in COLOURS:
        colour, body = body[-1], body[:-1]
    if not body and not colour:
        raise PatternError("a group without tiles", "Write tiles, then the letter of their suit, as in 222a.")
    if not body:
        raise PatternError(
            f"{text!r} is a colour letter without tiles", "Write the tiles before the letter, as in 222a."
        )
    printed_year = _YEAR.fullmatch(body)
    if printed_year or (year is not None and body == f"{year:04d}"):
        later = int(printed_year[1] or 0) if printed_year else 0
        symbols: tuple[Symbol, ...] = tuple(Symbol(Kind.YEAR, place + 10 * later) for place in range(4))
        natural = True  # CARD-13
    else:
        symbols, natural = _read_symbols(text, body, letters or {}), False
    if not colour and any(s.suited and s.kind is not Kind.DRAGON for s in symbols):
        raise PatternError(
            f"{text!r} has numbers but no colour letter",
            _with_a_suit(text.rstrip("!?~")),
            len(text) - 1,
            tuple(text.rstrip("!?~") + letter + wild.value for letter in "abc"),
        )
    if colour and not any(s.suited or s.kind is Kind.ZERO for s in symbols):
        raise PatternError(
            f"{text!r}: flowers, winds and named dragons have no colour",
            f"Write {body.upper()} without the letter {colour}.",
            len(body),
            (body.upper() + wild.value,),
        )
    return GroupPattern(symbols, colour, wild, column, text, row, natural)


def _read_symbols(text: str, body: str, letters: dict[str, tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
    symbols: list[Symbol] = []
    at = 0
    while at < len(body):
        char = body[at]
        if char in letters:
            symbols += letters[char]
        elif variable := _VARIABLES.match(body, at):
            symbols += _variables(text, variable, at)
            at = variable.end()
            continue
        elif char in _LETTERS:
            symbols.append(_LETTERS[char])
        elif char in "123456789":
            symbols.append(Symbol(Kind.NUMBER, int(char)))
        else:
            raise _unknown(text, body, at)
        at += 1
    return tuple(symbols)


def _variables(text: str, found: re.Match[str], at: int) -> list[Symbol]:
    name, digit = found[1], found[2]
    times = len(found[0]) - len(digit)
    match name:
        case "z":
            return [Symbol(Kind.WIND, name=f"z{digit}")] * times
        case "@":
            if digit not in ("1", "2", "3", "4"):
                raise PatternError(
                    f"{text!r}: @ is a digit of the year and needs its place, 1 to 4",
                    "Write @@@1a for three of the first digit, @@@4a for three of the last.",
                    at,
                )
            return [Symbol(Kind.YEAR, int(digit) - 1)] * times
        case _:
            return [Symbol(Kind.VARIABLE, int(digit or 0), name)] * times


def _with_a_suit(text: str) -> str:
    if wind := re.fullmatch(r"(\d+)([nesw])", text, re.I):
        return f"A suit's letter is a, b or c: {wind[1]}a. A wind stands by itself: {wind[1]}a {wind[2].upper()}."
    return f"Numbers belong to a suit: write {text}a (or b, c for another suit, * for any suit)."


def _unknown(text: str, body: str, at: int) -> PatternError:
    char = body[at]
    for words, way_out in _WRITTEN_OUT:
        if re.fullmatch(words, text, re.I):
            return PatternError(f"{text!r} is no group of tiles", way_out, 0)
    if by_code := re.fullmatch(r"([1-9])([abc])(?:\1\2)+", text, re.I):
        apart = by_code[1] * (len(text) // 2) + by_code[2]
        return PatternError(f"{text!r}: one letter is enough", f"Write it behind all numbers: {apart}", at, (apart,))
    if char in COLOURS and at == 0 and body[1:] and set(text[1:].lower()) <= _TILE_LETTERS:
        behind = text[1:] + text[0]
        return PatternError(
            f"{text!r}: the colour letter stands before the tiles", f"Write it behind them: {behind}", 0, (behind,)
        )
    if char in COLOURS and set(body) <= LETTERS_IN_USE and at:
        parted = re.sub(r"([1-9dD0][abc]|[fF](?![fF]))(?=.)", r"\1 ", text).rstrip()
        apart = parted if " " in parted else f"{text[: at + 1]} {text[at + 1 :]}".rstrip()
        return PatternError(
            f"{text!r}: the colour letter {char} stands inside the group",
            f"One letter at the end of each group, and a space after it: {apart}",
            at,
            (parted,) if " " in parted else (),
        )
    if char in COLOURS:  # the sign that does not belong here stands behind it, or a colour letter is all there is
        at = next((k for k, sign in enumerate(body) if sign not in LETTERS_IN_USE), at)
        char = body[at]
    fix, instead = _MISTYPED.get(char), ""
    if fix:
        instead = text[:at] + re.sub(re.escape(char), fix, text[at:], flags=re.IGNORECASE)
        hint = f"Did you mean {instead}?"
    elif char == "j":
        hint = "No line asks for Jokers: write the tiles that they stand for. Groups of three and more take them."
    else:
        hint = "A group is made of 1-9, 0 (soap), F, N E W S, D, R, G, x y (any number), z (any wind), YEAR."
    return PatternError(f"{text!r}: {text[at]!r} is not a tile", hint, at, (instead,) if instead else ())
