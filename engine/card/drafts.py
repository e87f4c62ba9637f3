"""A card while its rows are being gathered: what was typed, before it means anything."""

from dataclasses import dataclass, field

from engine.card.pattern import GroupPattern


@dataclass(slots=True)
class Section:
    """A section of the card and what holds for its lines. `numbers`: the row of each line number used."""

    name: str
    bonus: bool = True
    concealed_bonus: int = 0
    year_section: bool = False
    lines: int = 0
    numbers: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Typed:
    """One alternative as typed: per place on the line the groups it may be, and notes with row and column."""

    slots: list[tuple[GroupPattern, ...]] = field(default_factory=list)
    notes: list[tuple[str, int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """A line while its rows are being gathered."""

    section: Section
    row: int
    column: int
    number: int | None = None
    value: int | None = None
    concealed: bool = False
    alternatives: list[Typed] = field(default_factory=list)
    notes: list[tuple[str, int, int]] = field(default_factory=list)  # behind the value: for the whole line
    pieces: list[str] = field(default_factory=list)  # what was typed, without number and value
    open: bool = False  # a row ended with "or"
    valued: bool = False  # the row last read ended behind the value
    broken: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.pieces)
