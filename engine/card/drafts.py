"""A card while its rows are being gathered: what was typed, before it means anything."""

from dataclasses import dataclass, field

from engine.card.pattern import GroupPattern, Kind


@dataclass(slots=True)
class Section:
    """A section of the card and what holds for its lines. `numbers`: the row of each line number used; `thumb`: the
    words in quotes under its name, a rule of thumb for the players."""

    name: str
    bonus: bool = True
    concealed_bonus: int = 0
    year_section: bool = False
    like_numbers: bool = False
    lines: int = 0
    thumb: str = ""
    numbers: dict[int, int] = field(default_factory=dict)

    def says(self, quoted: list[tuple[str, int]]) -> None:
        """Take in a row of words in quotes that stands under the name."""
        self.thumb = " ".join([self.thumb, *(token.strip('"') for token, _ in quoted)]).strip()


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
    value_form: int | None = None  # the form that the value stands behind
    valued: bool = False  # the row last read ended behind the value
    broken: bool = False
    last_row: int = 0

    def shared_notes(self, form: int) -> list[tuple[str, int, int]]:
        """The notes between the last form and the value, for an earlier form that prints the same numbers and has no
        notes of its own: cards print a remark on an either/or line once, at its end."""
        *others, last = self.alternatives
        own = any(typed.notes for typed in others)
        if own or form == len(others) or self.value_form != len(others):
            return []
        return last.notes if _numbers(others[form]) == _numbers(last) else []

    @property
    def text(self) -> str:
        return " ".join(self.pieces)


def _numbers(typed: Typed) -> set[object]:
    """The numbers that a form prints, in whichever suits."""
    return {
        s for slot in typed.slots for group in slot for s in group.symbols if s.kind in (Kind.NUMBER, Kind.VARIABLE)
    }
