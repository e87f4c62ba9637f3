"""What a card is once it has been read: lines, and the concrete hands each line stands for. No text, no I/O here."""

from dataclasses import dataclass

from engine.tile import Tile, codes

HAND_SIZE = 14  # DEF-02


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that stand together in a hand: n alike, or a mixed group such as NEWS or a year.

    `jokers`: jokers may stand for its tiles (JOK-01 ... JOK-04: three or more alike, unless the card says otherwise).
    `flowers`: flowers may stand for its tiles too (cards that play flowers wild, SET-24).
    """

    tiles: tuple[Tile, ...]
    jokers: bool
    flowers: bool = False

    @property
    def alike(self) -> bool:
        """All its tiles are of one kind: a pair, pung, kong, quint, sextet, or one single."""
        return all(tile == self.tiles[0] for tile in self.tiles)

    def __str__(self) -> str:
        return codes(self.tiles)


Hand = tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the card: its place, what it pays, and every concrete hand that satisfies it.

    `hands` holds no two hands with the same groups. `text` is the line as typed, without number and value.
    """

    section: str
    number: int
    value: int
    concealed: bool  # C: no exposures; X otherwise (DEF-05)
    jokerless_bonus: bool  # PAY-04, PAY-05
    hands: tuple[Hand, ...]
    text: str
    concealed_bonus: int = 0  # points added when an X hand is won without exposures (some private cards)
    source_line: int = 0  # where it stands in the typed text, 1 is the first row
    thumb: str = ""  # the rule of thumb that the card gives for its section
    examples: tuple[Hand, ...] = ()  # one hand of each printed form that has any, in their order

    @property
    def name(self) -> str:
        """As players point at it: `Consecutive Run 3`."""
        return f"{self.section} {self.number}"

    @property
    def mark(self) -> str:
        return "C" if self.concealed else "X"

    @property
    def singles_and_pairs(self) -> bool:
        """Whether no hand of it has three or more alike, whatever the section is called."""
        return not any(group.alike and len(group.tiles) > 2 for hand in self.hands for group in hand)


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a tap can do about a problem: `text` in place of `length` letters of row `line` from `column` on (both from
    1). Column 0 is behind all that stands in the row."""

    line: int
    column: int
    length: int
    text: str
    says: str = ""  # where the text alone would not say what the tap does


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the typed text, at `line` and `column` (both from 1): what is wrong and how to mend it."""

    line: int
    column: int
    message: str
    hint: str = ""
    remedies: tuple[Remedy, ...] = ()

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: {self.message}"
        return f"{where}\n    {self.hint}" if self.hint else where


class CardError(ValueError):
    """The text is not a card yet. `problems` lists all that was found, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Card:
    """A whole card. `warnings` are things that are allowed and yet look like slips of the typist."""

    name: str
    lines: tuple[Line, ...]
    year: int | None = None
    warnings: tuple[Problem, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(line.section for line in self.lines))

    def line(self, section: str, number: int) -> Line:
        """The line called `section` `number`. Raises KeyError when the card has none."""
        for line in self.lines:
            if (line.section, line.number) == (section, number):
                return line
        raise KeyError(f"{section} {number}")
