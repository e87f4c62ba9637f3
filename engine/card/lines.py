"""What the drafts of a card mean: every form compiled into hands, every line with its value. Says what is wrong."""

from collections.abc import Callable, Mapping
from itertools import product
from math import prod

from engine.card.checking import (
    check_alternative,
    check_card,
    explain_impossible,
    is_moving,
    warn_dragons,
    warn_forms,
    warn_section,
    warn_size,
    warn_suits,
    warn_unsaid,
)
from engine.card.compiling import Alternative, Compiled
from engine.card.drafts import Draft
from engine.card.idle import idle_words
from engine.card.moving import PatternConflict, digits_of
from engine.card.notes import Move, NoteError, Notes
from engine.card.pattern import GroupPattern
from engine.card.remarks import gather
from engine.card.rows import Rows
from engine.card.sketch import Sketch, sketch
from engine.card.values import Hand, Line, Problem, Remedy

MOST_HANDS = 50_000  # a printed card has 1,500; to list far more would hold the program for minutes
MOST_FORMS = 200  # of one line by choices with |; printed lines have a handful


class Lines:
    """Makes the lines of a card out of the drafts of `rows`, which hears of every problem. `texts` are the rows as they
    were typed, by number; `enough` is asked before every line and form: True ends the work."""

    def __init__(
        self,
        rows: Rows,
        texts: Mapping[int, str],
        compiler: Callable[[Alternative], Compiled],
        enough: Callable[[], bool],
    ) -> None:
        self.rows = rows
        self.problem, self.problems, self.warnings = rows.problem, rows.problems, rows.warnings
        self.texts = texts
        self.compiler = compiler
        self.enough = enough
        self.hands = 0  # listed so far
        self.cut_off = False
        self.sketches: list[Sketch] = []
        self.keys: list[tuple[object, ...]] = []  # of the hands of each line that can be read

    def lines(self) -> tuple[Line, ...]:
        """All lines that can be made, in order."""
        lines: list[Line] = []
        for draft in self.rows.drafts:
            line = None if self._too_much(draft) else self._line(draft)
            if self.cut_off:
                break
            lines += [] if line is None else [line]
        self.warnings += check_card(lines, self.keys)
        return tuple(lines)

    def _too_much(self, draft: Draft) -> bool:
        """Whether the card is too large to be read on in this line; then that is said."""
        if self.hands > MOST_HANDS:
            self.problem(
                draft.row, 1, f"the lines up to here are more than {MOST_HANDS} hands", "Let fewer things be free."
            )
        elif self.enough():
            self.problem(
                draft.row, 1, "reading the lines up to here takes too long", "Read the rest as a card of its own."
            )
        else:
            return False
        self.cut_off = True
        return True

    def _line(self, draft: Draft) -> Line | None:
        number = self._number(draft)
        if draft.value is None:
            self.problem(
                draft.row,
                draft.column,
                "this line has no value",
                "End it with X 25, or C 30 if it must be concealed.",
                [Remedy(draft.last_row, 0, 0, f" {value}", value) for value in ("X 25", "X 30", "C 30")],
            )
        hands: dict[object, Hand] = {}
        forms: list[Alternative] = []
        examples = [self._form(draft, form, forms, hands) for form in range(len(draft.alternatives))]
        if not draft.broken and (idle := idle_words(forms)):
            self.problems += idle
            draft.broken = True
        self.sketches.append(sketch(draft, number, examples, len(hands)))
        if draft.broken or draft.value is None or not hands:
            return None
        section = draft.section
        self.keys.append(tuple(hands))
        self.warnings += [*warn_forms(forms), *warn_suits(forms)]
        self.warnings += warn_section(section.name, draft.row, draft.column, forms) or warn_unsaid(forms, draft.text)
        self.warnings += warn_size(draft.row, draft.column, len(hands), draft.text)
        return Line(
            section.name,
            number,
            draft.value,
            draft.concealed,
            section.bonus and not any(form.notes.no_bonus for form in forms),
            tuple(hands.values()),
            draft.text,
            section.concealed_bonus,
            draft.row,
            section.thumb,
            tuple(hand for hand in examples if hand is not None),
        )

    def _number(self, draft: Draft) -> int:
        """The line's number in its section, typed or counted."""
        section = draft.section
        section.lines += 1
        number = draft.number or section.lines
        if number in section.numbers:
            self.problem(
                draft.row,
                draft.column,
                f"{section.name} has a line {number} already, in row {section.numbers[number]}",
                f"Number it {max(section.numbers) + 1}, or leave the number out.",
            )
        section.numbers.setdefault(number, draft.row)
        return number

    def _form(self, draft: Draft, form: int, forms: list[Alternative], hands: dict[object, Hand]) -> Hand | None:
        """Add the hands of one printed form to `hands`, and it with every choice to `forms`; the first hand."""
        typed = draft.alternatives[form]
        if draft.broken:
            return None
        if not typed.slots and len(draft.alternatives) > 1:
            self.problem(
                draft.row,
                draft.column,
                "an 'or' stands beside no form",
                "Write the form that is missing, or drop the or.",
            )
            return None
        if not typed.slots:
            self.problem(draft.row, draft.column, "there are no groups here", "Write what is printed: FF 2222a 4444a")
            return None
        if prod(len(slot) for slot in typed.slots) > MOST_FORMS:
            self.problem(draft.row, draft.column, "too many choices with | on one line", "Use letters, x or notes.")
            return None
        example = None
        for groups in product(*typed.slots):
            if self._too_much(draft):
                draft.broken = True  # a line with some of its hands would be another line
                return None
            alternative = self._alternative(draft, [*draft.shared_notes(form), *typed.notes], groups)
            forms.append(alternative)
            compiled = self._compile(alternative, draft)
            self.hands += len(compiled)
            for key, hand in compiled:
                hands.setdefault(key, hand)
                example = example or hand
        return example

    def _alternative(
        self, draft: Draft, own: list[tuple[str, int, int]], groups: tuple[GroupPattern, ...]
    ) -> Alternative:
        """One form with the notes of its line and its `own`, which go before those."""
        notes = Notes(fixed_suits=dict(self.rows.settings.suits))
        for said in (draft.notes, own):
            notes.said = None
            for text, row, column in said:
                try:
                    gather([text], notes)
                except NoteError as error:
                    at = self.texts.get(row, "").find(error.typed, column - 1) + 1
                    instead = [Remedy(row, at, len(error.typed), text) for text in error.instead if at]
                    self.problem(row, column, error.message, error.hint, instead)
                    draft.broken = True
        if draft.section.like_numbers and len(digits_of(groups)) == 1 and not is_moving(groups, notes):
            notes.move = notes.move if notes.stays else Move.LIKE
        zero = self.rows.settings.soap_anywhere or draft.section.year_section
        return Alternative(groups, notes, zero, self.rows.settings.year)

    def _compile(self, alternative: Alternative, draft: Draft) -> tuple[tuple[object, Hand], ...]:
        """The hands of a form, each with its `same_hand`; none where something is wrong with it, which is said."""
        first = alternative.groups[0]
        found = check_alternative(alternative)
        if found or draft.broken:
            self.problems += found
            return ()
        self.warnings += warn_dragons(alternative)
        try:
            compiled = self.compiler(alternative)
        except PatternConflict as error:
            self.problem(first.row, first.column, error.message, error.hint)
            return ()
        if not compiled.hands:
            self.problem(first.row, first.column, *explain_impossible(alternative, compiled))
        elif compiled.impossible:
            self.warnings.append(Problem(first.row, first.column, *explain_impossible(alternative, compiled)))
        return compiled.keyed
