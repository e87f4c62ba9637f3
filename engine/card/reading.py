"""Reading a typed card: rows, sections, settings, values and notes. All errors are collected, with places."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from math import prod

from engine.card.bounds import too_large
from engine.card.checking import (
    check_alternative,
    check_card,
    explain_impossible,
    is_moving,
    warn_counts,
    warn_dragons,
    warn_forms,
    warn_section,
    warn_size,
    warn_suits,
    warn_unsaid,
)
from engine.card.compiling import Alternative, Compiled, compile_alternative
from engine.card.drafts import Draft, Section, Typed
from engine.card.idle import idle_words
from engine.card.moving import PatternConflict, digits_of
from engine.card.notes import Move, NoteError, Notes
from engine.card.pattern import COLOURS, LETTERS_IN_USE, GroupPattern, PatternError, read_group
from engine.card.plain import FULL_SECTION, OR, looks_commented_out, looks_like_a_section, plain_rows, section_heading
from engine.card.remarks import gather
from engine.card.remembered import Remembered
from engine.card.settings import Settings, find_setting
from engine.card.sketch import Reading, Sketch, sketch
from engine.card.slips import slips_of, understood
from engine.card.values import Card, CardError, Hand, Line, Problem, Remedy

_SECTION = re.compile(
    r"\s*={2,}\s*(?P<name>.*?)\s*={2,}\s*(?P<flags>.*)|"
    r"\s*={1,}\s*(?P<open>[^=]*?)\s*=?\s*|\s*section\s*[: ]\s*(?P<plain>.+)",
    re.I,
)
_QUOTED = r'"[^"]*"'
_TOKEN = re.compile(rf'\[(?:{_QUOTED}|[^\]])*\]?|\((?:{_QUOTED}|[^)])*\)?|"[^"]*"?|\S+')
_BEFORE_COMMENT = re.compile(r'(?:[^"#]|"[^"]*"|"(?=[^"]*$))*')
_NUMBER = re.compile(r"(\d+)[.):]?")
_DECORATION = re.compile(r"[+\-=,×·xX÷]+")
MOST_HANDS = 50_000  # a printed card has 1,500; to list far more would hold the program for minutes
MOST_FORMS = 200  # of one line by choices with |; printed lines have a handful
_LITERAL = {"a": 1, "b": 0, "c": 2}  # CARD-03: red Craks, green Bams, blue Dots
_LIKE = re.compile(r"\blike\b")  # a section called so is itself the remark: its lines print none
_SUIT_LETTERS = ("a", "b", "c", "p", "q")
_VALUE = re.compile(r"(?P<mark>[XxCc×])\s*(?P<value>\d+)|(?P<value2>\d+) (?P<mark2>[XxCc×])")


def _tokens_of(text: str) -> list[tuple[str, int]]:
    """The tokens of a row, each with its column."""
    return [(m.group(), m.start() + 1) for m in _TOKEN.finditer(text)]


class _Reader:
    """Reads the rows one after the other. Holds what is read so far and all problems."""

    def __init__(self, year: int | None, soap_anywhere: bool, suits: dict[str, int]) -> None:
        self.settings = Settings(year, soap_anywhere, suits, self.problem)
        self.section: Section | None = None
        self.sections: dict[str, Section] = {}
        self.drafts: list[Draft] = []
        self.headings: list[tuple[int, str]] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.hands = 0  # listed so far
        self.enough: Callable[[], bool] = lambda: False
        self.compile: Callable[[Alternative], Compiled] = compile_alternative
        self.rows: dict[int, str] = {}
        self.sketches: list[Sketch] = []
        self.keys: list[tuple[object, ...]] = []  # of the hands of each line that can be read

    def problem(self, row: int, column: int, message: str, hint: str = "", remedies: Sequence[Remedy] = ()) -> None:
        self.problems.append(Problem(row, column, message, hint, tuple(remedies)))

    def row(self, row: int, text: str) -> None:
        if not text.strip():
            return
        if found := _SECTION.fullmatch(text):
            self._begin_section(row, found["name"] or found["open"] or found["plain"] or "", found["flags"] or "")
        elif not find_setting(text) and not self._continues(row, text):
            if name := section_heading(text):
                self._question_heading(row, text)
                self._begin_section(row, name, "")
            elif looks_like_a_section(text, LETTERS_IN_USE | set(self.settings.letters)):
                name = text.strip()
                self.problem(row, 1, f"{name!r} is no line of the card", f"If it is a section, write == {name} ==")
                self._begin_section(row, name, "")
            else:
                self._line(row, text)

    def setting(self, row: int, text: str) -> None:
        if (found := find_setting(text)) and not _SECTION.fullmatch(text):
            self.settings.read(row, found)

    def comment(self, row: int, text: str) -> None:
        if looks_commented_out(text):
            self.warnings.append(
                Problem(row, 1, "this row is a comment, for it begins with #", "Drop the # if it belongs to the card.")
            )

    def _continues(self, row: int, text: str) -> bool:
        """A row of nothing but notes, or with the value only, belongs to the line above."""
        tokens = _tokens_of(text)
        rest = " ".join(token for token, _ in tokens if token[0] not in '[("')
        if not self.drafts or self.drafts[-1].open or self.drafts[-1].section is not self.section:
            if section_heading(text):
                return False
            if not rest and any(token[0] != '"' for token, _ in tokens):
                hint = f'Put it behind the line it is about, or in quotes: "{text.strip(" ()[]")}"'
                self.problem(row, tokens[0][1], "this remark belongs to no line", hint)
            elif not rest and self.section is not None:
                self.section.says(tokens)
            return not rest
        if rest and (self.drafts[-1].value is not None or not _VALUE.fullmatch(rest)):
            return False
        self._tokens(self.drafts[-1], row, tokens, self.drafts[-1].valued)
        return True

    def _question_heading(self, row: int, text: str) -> None:
        """A note on a row of its own and without brackets would be lost as the name of a section."""
        said = text.strip()
        if self.drafts and not FULL_SECTION.fullmatch(said.strip(" :")) and understood(said):
            note = Remedy(row, 1, len(text), f"   [{said}]", f"[{said}]")
            name = Remedy(row, 1, len(text), f"== {said} ==")
            hint = f"A note goes in brackets: [{said}]. A section is written == {said} =="
            self.problem(row, 1, f"is {said!r} a note or the name of a section?", hint, (note, name))

    def _begin_section(self, row: int, name: str, flags: str) -> None:
        name = " ".join(name.split())
        flags = flags.strip(" ,[]()").lower()
        if not name:
            self.problem(row, 1, "a section needs a name", "Write it between two pairs of signs: == 2468 ==")
            name = f"Section {len(self.sections) + 1}"
        self.headings.append((row, name))
        key = name.lower()
        if key not in self.sections:
            plain = key.replace("&", "and")
            pairs = "and pairs" in plain and ("single" in plain or "solo" in plain)
            year = "year" in plain or bool(re.fullmatch(r"\d{4}", plain) and plain[:2] in ("19", "20"))
            self.sections[key] = Section(name, bonus=not pairs, year_section=year, like_numbers=bool(_LIKE.search(key)))
        self.section = self.sections[key]
        for flag in filter(None, (f.strip() for f in flags.split(","))):
            self._flag(row, flag, self.section)

    def _flag(self, row: int, flag: str, section: Section) -> None:
        if re.fullmatch(r"no (jokerless )?bonus( for jokerless)?", flag):
            section.bonus = False
        elif re.fullmatch(r"jokerless bonus", flag):
            section.bonus = True
        elif re.fullmatch(r"year( section)?", flag):
            section.year_section = True
        elif found := re.fullmatch(r"concealed bonus (\d+)", flag):
            section.concealed_bonus = int(found[1])
        else:
            self.problem(
                row,
                1,
                f"{flag!r} is nothing a section can have",
                "A section may have: no jokerless bonus, jokerless bonus, concealed bonus 10, year section.",
            )

    def _line(self, row: int, text: str) -> None:
        tokens = _tokens_of(text)
        first = OR.fullmatch(tokens[0][0])
        if self.section is None:
            self.section = self.sections.setdefault("hands", Section("Hands"))
        if (first or (self.drafts and self.drafts[-1].open)) and self.drafts:
            draft = self.drafts[-1]
            if first:
                tokens = tokens[1:]
                draft.alternatives.append(Typed())
            if draft.pieces and draft.pieces[-1] != "or":
                draft.pieces.append("or")
            draft.open = not tokens
        elif first:
            self.problem(
                row, tokens[0][1], "an 'or' without a line before it", "Write the first form of the line above."
            )
            return
        else:
            draft = self._begin_line(row, tokens)
        self._tokens(draft, row, tokens)

    def _begin_line(self, row: int, tokens: list[tuple[str, int]]) -> Draft:
        assert self.section is not None
        draft = Draft(self.section, row, tokens[0][1], alternatives=[Typed()])
        number = _NUMBER.fullmatch(tokens[0][0])
        if number and (tokens[0][0] != number[1] or number[1].strip("0")):
            draft.number = int(number[1])
            del tokens[0]
        self.drafts.append(draft)
        return draft

    def _tokens(self, draft: Draft, row: int, tokens: list[tuple[str, int]], behind_value: bool = False) -> None:
        tokens, value_slipped = self._without_slips(draft, row, tokens)
        at = 0
        while at < len(tokens):
            token, column = tokens[at]
            if token[0] in "[(":
                closing = "])"["[(".index(token[0])]
                if not token.endswith(closing):
                    close = Remedy(row, column, len(token), token + closing)
                    self.problem(row, column, f"the note has no {closing}", f"Close it: {token}{closing}", (close,))
                notes = draft.notes if behind_value else draft.alternatives[-1].notes
                notes.append((re.sub(_QUOTED, "", token).strip("[]()"), row, column))
            elif token[0] == '"':
                pass
            elif used := self._value(draft, row, tokens, at):
                at += used
                behind_value = True
                continue
            elif OR.fullmatch(token):
                draft.alternatives.append(Typed())
                behind_value = False
                draft.open = at == len(tokens) - 1
            elif token.isdigit() and draft.value is None and at == len(tokens) - 1 and draft.alternatives[-1].slots:
                self.problem(
                    row,
                    column,
                    f"{token} is a value without X or C",
                    f"X {token} if groups may be exposed, C {token} if not.",
                    [Remedy(row, column, len(token), f"{mark} {token}") for mark in "XC"],
                )
                draft.value, draft.broken = int(token), True
            elif token.lower() in _SUIT_LETTERS and draft.pieces and draft.pieces[-1][-1].isalnum():
                whole = f"{draft.pieces[-1]}{token}"
                if self.problems and self.problems[-1].line == row and "no colour letter" in self.problems[-1].message:
                    self.problems.pop()
                before = tokens[at - 1][1] if at else column
                self.problem(
                    row,
                    column,
                    f"the letter {token} stands alone",
                    f"Write it without a space: {whole}",
                    (Remedy(row, before, column + len(token) - before, whole),),
                )
                draft.broken = True
            elif token in ("x", "X") and not self._groups_follow(tokens, at):
                behind = [Remedy(row, column, len(token), f"X {value}") for value in (25, 30)]
                self.problem(row, column, f"{token} without a value", "Write X 25 at the end of the line.", behind)
                draft.value, draft.broken = draft.value or 0, True
            elif not _DECORATION.fullmatch(token):
                self._groups(draft, row, token, column)
            draft.pieces.append(token)
            at += 1
        draft.valued = behind_value
        if value_slipped and draft.value is None:
            draft.value = 0  # so that it is not said once more that there is none

    def _without_slips(
        self, draft: Draft, row: int, tokens: list[tuple[str, int]]
    ) -> tuple[list[tuple[str, int]], bool]:
        """The tokens that are what they seem, and whether the value is not; of the others it is said what they are."""
        slips = slips_of(row, tokens)
        for slip in slips:
            draft.broken = True
            if slip.problem.message:
                self.problems.append(slip.problem)
        taken = {at for slip in slips for at in range(slip.first, slip.end)}
        draft.pieces += [tokens[at][0] for at in sorted(taken)]
        draft.last_row = row
        return [token for at, token in enumerate(tokens) if at not in taken], any(slip.value for slip in slips)

    @staticmethod
    def _groups_follow(tokens: list[tuple[str, int]], at: int) -> bool:
        following = [token for token, _ in tokens[at + 1 :] if token[0] not in '[("']
        return bool(following) and not OR.fullmatch(following[0])

    def _value(self, draft: Draft, row: int, tokens: list[tuple[str, int]], at: int) -> int:
        """Read `X 25`, `C50` or `25 X` standing at the end of a row; how many tokens it took."""
        column = tokens[at][1]
        upto = next((i for i, (t, _) in enumerate(tokens[at:]) if OR.fullmatch(t)), len(tokens) - at)
        rest = [t for t, _ in tokens[at : at + upto] if t[0] not in '[("']
        joined = " ".join(rest)
        found = _VALUE.fullmatch(joined)
        if not found:
            return 0
        if draft.value is not None:
            self.problem(row, column, "this line has a value already", "One value for all its forms: drop one of them.")
        draft.value_form = len(draft.alternatives) - 1
        draft.value = int(found["value"] or found["value2"])
        draft.concealed = (found["mark"] or found["mark2"]).lower() == "c"
        if not 0 < draft.value <= 1000:
            self.problem(row, column, f"a value of {draft.value} is not likely", "Values run from 5 to 1000.")
        return len(rest)

    def _groups(self, draft: Draft, row: int, token: str, column: int) -> None:
        for found in re.finditer(r"[^+\-=,×·]+", token):
            place = column + found.start()
            try:
                slot = self._slot(found.group(), place, row)
            except PatternError as error:
                draft.broken = True
                instead = [Remedy(row, place, len(found.group()), text) for text in error.instead]
                self.problem(row, place + error.offset, error.message, error.hint, instead)
            else:
                draft.alternatives[-1].slots.append(slot)

    def _slot(self, text: str, column: int, row: int) -> tuple[GroupPattern, ...]:
        """One place on the line: a group, or a choice such as `DDDa|DDDb` or, shorter, `DDDa|b`."""
        first, *others = re.split(r"[|/]", text)
        patterns = [read_group(first, column, row, self.settings.letters, self.settings.year)]
        for other in others:
            short = len(other) == 1 and other.lower() in COLOURS and patterns[0].colour
            whole = first.rstrip("!?~")[:-1] + other if short else other
            patterns.append(read_group(whole, column, row, self.settings.letters, self.settings.year))
        return tuple(patterns)

    def finish(self) -> tuple[Card, tuple[Problem, ...]]:
        """The card of all lines that can be read, and all problems."""
        lines: list[Line] = []
        for draft in self.drafts:
            if self._too_much(draft):
                break
            line = self._finish_line(draft)
            lines += [] if line is None else [line]
        if not self.drafts and not self.problems:
            self.problem(1, 1, "there is no hand here", "A line looks like this: 1. FF 2222a 4444a 6666a X 25")
        self.warnings += check_card(lines, self.keys)
        card = Card(self.settings.name or "A card", tuple(lines), self.settings.year, _in_order(self.warnings))
        return card, _in_order(self.problems)

    def _too_much(self, draft: Draft) -> bool:
        """Whether the card is too large to be read on from this line; then that is said."""
        if self.hands > MOST_HANDS:
            self.problem(draft.row, 1, f"the lines above are more than {MOST_HANDS} hands", "Let fewer things be free.")
        elif self.enough():
            self.problem(draft.row, 1, "reading the lines above takes too long", "Read the rest as a card of its own.")
        else:
            return False
        return True

    def _finish_line(self, draft: Draft) -> Line | None:
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
        examples: list[Hand | None] = [None] * len(draft.alternatives)
        bonus = section.bonus
        for form, typed in enumerate(draft.alternatives):
            if draft.broken:
                continue
            if not typed.slots:
                self.problem(
                    draft.row, draft.column, "there are no groups here", "Write what is printed: FF 2222a 4444a"
                )
                continue
            if prod(len(slot) for slot in typed.slots) > MOST_FORMS:
                self.problem(draft.row, draft.column, "too many choices with | on one line", "Use letters, x or notes.")
                continue
            for groups in product(*typed.slots):
                if self.hands > MOST_HANDS or self.enough():
                    break
                alternative = self._alternative(draft, [*draft.shared_notes(form), *typed.notes], groups)
                forms.append(alternative)
                bonus = bonus and not alternative.notes.no_bonus
                compiled = self._compile(alternative, draft)
                self.hands += len(compiled)
                for key, hand in compiled:
                    hands.setdefault(key, hand)
                examples[form] = examples[form] or next((hand for _, hand in compiled), None)
        if not draft.broken and (idle := idle_words(forms)):
            self.problems += idle
            draft.broken = True
        self.sketches.append(sketch(draft, number, examples, len(hands)))
        if draft.broken or draft.value is None or not hands:
            return None
        self.keys.append(tuple(hands))
        self.warnings += warn_forms(forms)
        self.warnings += warn_suits(forms)
        self.warnings += warn_section(section.name, draft.row, draft.column, forms) or warn_unsaid(forms, draft.text)
        self.warnings += warn_size(draft.row, draft.column, len(hands), draft.text)
        return Line(
            section.name,
            number,
            draft.value,
            draft.concealed,
            bonus,
            tuple(hands.values()),
            draft.text,
            section.concealed_bonus,
            draft.row,
            section.thumb,
            tuple(hand for hand in examples if hand is not None),
        )

    def _alternative(
        self, draft: Draft, own: list[tuple[str, int, int]], groups: tuple[GroupPattern, ...]
    ) -> Alternative:
        """One form with the notes of its line and its `own`, which go before those."""
        notes = Notes(fixed_suits=dict(self.settings.suits))
        for said in (draft.notes, own):
            notes.said = None
            for text, row, column in said:
                try:
                    gather([text], notes)
                except NoteError as error:
                    at = self.rows.get(row, "").find(error.typed, column - 1) + 1
                    instead = [Remedy(row, at, len(error.typed), text) for text in error.instead if at]
                    self.problem(row, column, error.message, error.hint, instead)
                    draft.broken = True
        if draft.section.like_numbers and len(digits_of(groups)) == 1 and not is_moving(groups, notes):
            notes.move = notes.move if notes.stays else Move.LIKE
        zero = self.settings.soap_anywhere or draft.section.year_section
        return Alternative(groups, notes, zero, self.settings.year)

    def _compile(self, alternative: Alternative, draft: Draft) -> tuple[tuple[object, Hand], ...]:
        """The hands of a form, each with its `same_hand`; none where something is wrong with it, which is said."""
        first = alternative.groups[0]
        found = check_alternative(alternative)
        if found or draft.broken:
            self.problems += found
            return ()
        self.warnings += [*warn_dragons(alternative), *warn_counts(alternative)]
        try:
            compiled = self.compile(alternative)
        except PatternConflict as error:
            self.problem(first.row, first.column, error.message, error.hint)
            return ()
        if not compiled.hands:
            self.problem(first.row, first.column, *explain_impossible(alternative, compiled))
        elif compiled.impossible:
            self.warnings.append(Problem(first.row, first.column, *explain_impossible(alternative, compiled)))
        return compiled.keyed


def _without_comment(row: str) -> str:
    """The row up to a # that does not stand in quotes."""
    found = _BEFORE_COMMENT.match(row)
    return found.group().rstrip() if found else ""


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(dict.fromkeys(problems), key=lambda p: (p.line, p.column)))


def read_card(text: str, year: int | None = None, *, soap_anywhere: bool = True, literal_colours: bool = False) -> Card:
    """The card of a typed text in the notation of docs/cards.md. Raises CardError with every problem found.

    `year` overrides the card's own (a year each player may choose). `soap_anywhere` (C-30) and `literal_colours` (C-29:
    a is Craks, b Bams, c Dots) are the table's rules; rows `soap:` and `suits:` of the card go before them.

    >>> card = read_card("== 2468 ==\\n1. 222a 444a 66a 888a DDDa X 25")
    >>> card.lines[0].name, len(card.lines[0].hands)
    ('2468 1', 3)
    """
    card, problems = draft_card(text, year, soap_anywhere=soap_anywhere, literal_colours=literal_colours)
    if problems:
        raise CardError(problems)
    return card


def draft_card(
    text: str,
    year: int | None = None,
    *,
    soap_anywhere: bool = True,
    literal_colours: bool = False,
    enough: Callable[[], bool] = lambda: False,
) -> tuple[Card, tuple[Problem, ...]]:
    """As `read_card`, for a card that is still being typed: its lines without errors, and all problems. `enough` is
    asked before every line and form: True ends the reading with a problem that says so."""
    reading = read_draft(text, year, soap_anywhere=soap_anywhere, literal_colours=literal_colours, enough=enough)
    return reading.card, reading.problems


def read_draft(
    text: str,
    year: int | None = None,
    *,
    soap_anywhere: bool = True,
    literal_colours: bool = False,
    enough: Callable[[], bool] = lambda: False,
    remembered: Remembered | None = None,
) -> Reading:
    """As `draft_card`, with its headings and a sketch of every line, also of those with errors. With `remembered` only
    the lines that have changed since are compiled."""
    if (oversized := too_large(text)) is not None:
        return Reading(Card("A card", (), year, ()), (oversized,))
    reader = _Reader(year, soap_anywhere, _LITERAL if literal_colours else {})
    reader.enough = enough
    if remembered is not None:
        reader.compile = remembered.compile
    typed = list(enumerate(plain_rows(text), start=1))
    rows = [(number, _without_comment(row)) for number, row in typed]
    reader.rows = dict(rows)
    for number, row in typed:
        reader.comment(number, row)
    for number, row in rows:  # settings may stand anywhere, and all lines need them
        reader.setting(number, row)
    for number, row in rows:
        reader.row(number, row)
    card, problems = reader.finish()
    return Reading(card, problems, tuple(reader.headings), tuple(reader.sketches))
