"""The rows of a card that hold for all of it: `card:`, `year:`, `soap:`, `suits:`, `letter:`."""

import re
from collections.abc import Callable

from engine.card.nearest import close_to
from engine.card.notes import NoteError
from engine.card.pattern import LETTERS_IN_USE, PatternError, Symbol, read_group
from engine.card.plain import section_heading
from engine.card.remarks import gather

_SETTING = re.compile(r"\s*(?!-?or-?\s*:)(?P<key>[A-Za-z][A-Za-z ]*?)\s*:\s*(?P<value>.*)", re.I)
_LOOSE = re.compile(r"\s*(?P<key>card|name|year|soap|suits|letter)\s*=\s*(?P<value>.*)", re.I)
_YEAR = re.compile(r"\s*(?P<key>year)\s+(?P<value>\d{4})\s*", re.I)
_SETTINGS = ("card", "year", "soap", "suits", "letter")


def find_setting(row: str) -> re.Match[str] | None:
    """`key` and `value` of a row that is a setting, `year: 2026` (`year = 2026` too); None if it is none."""
    found = _SETTING.fullmatch(row)
    if found and not found["value"] and found["key"].lower() not in _SETTINGS and section_heading(row):
        return None  # "Quints:" is a heading
    return found or _LOOSE.fullmatch(row) or _YEAR.fullmatch(row)


class Settings:
    """What the settings rows of a card say. `problem` takes row, column, message and hint."""

    def __init__(
        self,
        year: int | None,
        soap_anywhere: bool,
        suits: dict[str, int],
        problem: Callable[[int, int, str, str], None],
    ) -> None:
        self.name = ""
        self.year = year
        self.year_given = year is not None
        self.soap_anywhere = soap_anywhere
        self.suits = suits
        self.letters: dict[str, tuple[Symbol, ...]] = {}
        self.problem = problem

    def read(self, row: int, found: re.Match[str]) -> None:
        key, value = " ".join(found["key"].lower().split()), found["value"].strip()
        column = found.start("value") + 1
        match key:
            case "card" | "name":
                self.name = value
            case "year":
                if re.fullmatch(r"\d{4}", value):
                    if not self.year_given:
                        self.year = int(value)
                else:
                    self.problem(row, column, f"{value!r} is not a year", "Write four figures: year: 2026")
            case "soap" | "soap rule" | "zero":
                self._soap(row, column, value)
            case "letter" | "letters":
                self._letter(row, column, value)
            case "suits" | "colours" | "colors":
                self._suits(row, column, value)
            case _:
                near = close_to(key, _SETTINGS, 0.6)
                hint = f"Did you mean {near[0]}: ?" if near else "Settings are card:, year:, soap:, suits:, letter:."
                self.problem(row, found.start("key") + 1, f"{found['key'].strip()!r} is not a setting of a card", hint)

    def _soap(self, row: int, column: int, value: str) -> None:
        match " ".join(value.lower().split()):
            case "any zero" | "anywhere" | "any":
                self.soap_anywhere = True
            case "year only" | "year section only" | "zero in the year section only":
                self.soap_anywhere = False
            case _:
                self.problem(row, column, f"{value!r} is not a soap rule", "Write soap: any zero, or soap: year only.")

    def _suits(self, row: int, column: int, value: str) -> None:
        try:
            self.suits = dict(gather([value]).fixed_suits)
        except NoteError:
            self.suits = {}
        if not self.suits:
            self.problem(row, column, f"{value!r} names no suits", "Write suits: a = craks, b = bams, c = dots")

    def _letter(self, row: int, column: int, value: str) -> None:
        found = re.fullmatch(r"(\S)\s*=\s*(\S+)", value)
        if not found:
            self.problem(row, column, "a letter of your own needs a meaning", "Write for example letter: K = N")
            return
        letter = found[1].lower()
        if letter in LETTERS_IN_USE - {"o"}:
            self.problem(row, column, f"the letter {found[1]} has a meaning already", "Choose another, such as H or K.")
            return
        try:
            symbols = read_group(found[2] if not found[2].isdigit() else found[2] + "a", column, row, {}).symbols
        except PatternError as error:
            self.problem(row, column, error.message, error.hint)
            return
        self.letters[letter] = symbols
