"""The rows of a typed card: sections, settings, and lines as drafts that mean nothing yet."""

import re
from collections.abc import Sequence

from engine.card.drafts import Draft, Section, Typed
from engine.card.pattern import COLOURS, LETTERS_IN_USE, GroupPattern, PatternError, read_group
from engine.card.plain import FULL_SECTION, MOST_WORDS, OR, looks_commented_out, looks_like_a_section, section_heading
from engine.card.settings import Settings, find_setting
from engine.card.slips import lets_move, slips_of, understood
from engine.card.values import Problem, Remedy

_SECTION = re.compile(
    r"\s*={2,}\s*(?P<name>.*?)\s*={2,}\s*(?P<flags>.*)|"
    r"\s*={1,}\s*(?P<open>[^=]*?)\s*=?\s*|\s*section\s*[: ]\s*(?P<plain>.+)",
    re.I,
)
_QUOTED = r'"[^"]*"'
_TOKEN = re.compile(rf'\[(?:{_QUOTED}|[^\]])*\]?|\((?:{_QUOTED}|[^)])*\)?|"[^"]*"?|[^\s\[(,;]+')
_NUMBER = re.compile(r"(\d+)(?:[.):]|(?<!\d{3}))")
_GLUED = re.compile(r"\d{1,3}[.):](?=\S)")
_DECORATION = re.compile(r"[+\-=×·xX÷.…:|]+")
_LIKE = re.compile(r"\blike\b")  # a section called so is itself the remark: its lines print none
_SUIT_LETTERS = ("a", "b", "c", "p", "q")
_VALUE = re.compile(r"(?P<mark>[XxCc×])\s*(?P<value>\d+)|(?P<value2>\d+) (?P<mark2>[XxCc×])")


def _tokens_of(text: str) -> list[tuple[str, int]]:
    """The tokens of a row, each with its column."""
    return [(m.group(), m.start() + 1) for m in _TOKEN.finditer(text)]


class Rows:
    """Reads the rows one after the other into `drafts`. Holds what is read so far and all problems."""

    def __init__(self, year: int | None, soap_anywhere: bool, suits: dict[str, int]) -> None:
        self.settings = Settings(year, soap_anywhere, suits, self.problem)
        self.section: Section | None = None
        self.sections: dict[str, Section] = {}
        self.drafts: list[Draft] = []
        self.headings: list[tuple[int, str]] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def problem(self, row: int, column: int, message: str, hint: str = "", remedies: Sequence[Remedy] = ()) -> None:
        self.problems.append(Problem(row, column, message, hint, tuple(remedies)))

    def row(self, row: int, text: str) -> None:
        if not text.strip(" ,;"):
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
        self._question_quoted(row, tokens)
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

    def _question_quoted(self, row: int, tokens: list[tuple[str, int]]) -> None:
        """The name of a section in quotes would be lost as words for the players, and its lines be another's."""
        quoted, column = tokens[0]
        said = quoted.strip('" :')
        if len(tokens) == 1 and quoted[0] == '"' and len(said.split()) <= MOST_WORDS and FULL_SECTION.fullmatch(said):
            name = Remedy(row, column, len(quoted), f"== {said} ==")
            hint = f"A section is written without quotes: == {said} =="
            self.problem(row, column, f"is {quoted} the name of a section?", hint, (name,))

    def _question_words(self, row: int, token: str, column: int) -> None:
        """Words for the players that would let numbers move, were they a note."""
        said = token.strip('" ')
        if lets_move(said) and not any((p.line, p.column) == (row, column) for p in self.problems):
            note = Remedy(row, column, len(token), f"[{said}]")
            hint = f"If it is a note, write it in brackets: [{said}]"
            self.warnings.append(Problem(row, column, f"{token} in quotes lets no number move", hint, (note,)))

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
        token, column = tokens[0]
        if glued := _GLUED.match(token):  # "1.FF"
            tokens[:1] = [(glued[0], column), (token[glued.end() :], column + glued.end())]
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
                self._question_words(row, token, column)
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
            elif self._mark_alone(draft, tokens, at):
                mark = token.upper()
                behind = [Remedy(row, column, len(token), f"{mark} {value}") for value in (25, 30)]
                says = f"Write {mark} {25 if mark == 'X' else 30} at the end of the line."
                self.problem(row, column, f"{token} without a value", says, behind)
                draft.value, draft.broken = draft.value or 0, True
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

    def _mark_alone(self, draft: Draft, tokens: list[tuple[str, int]], at: int) -> bool:
        """Whether an X stands where the value does, or a C, and not for the suit of the group before it."""
        mark = tokens[at][0].upper()
        if mark not in ("X", "C") or self._groups_follow(tokens, at):
            return False
        return mark == "X" or bool(draft.pieces and draft.pieces[-1][-1].lower() in (*_SUIT_LETTERS, *"fnewsrg"))

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
        for found in re.finditer(r"[^+\-=×·…]+", token.rstrip(".:")):
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
