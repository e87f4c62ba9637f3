"""Slips a typist makes that still read as a card: wrong counts, impossible hands, doubles, far too many hands."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.card.compiling import WINDS, Alternative, Compiled
from engine.card.matching import words_of
from engine.card.moving import digits_of
from engine.card.notes import Move, Notes, Said, said_of
from engine.card.pattern import GroupPattern, Kind, Symbol
from engine.card.values import HAND_SIZE, Line, Problem
from engine.tile import Tile

MANY_HANDS = 250  # of a 2013-2026 card, all lines but a few quints lines have fewer


def check_alternative(alternative: Alternative) -> list[Problem]:
    """What is wrong with the printed form itself: not 14 tiles, not the suits the note promises."""
    groups = alternative.groups
    problems = []
    tiles = sum(len(group.symbols) for group in groups)
    if tiles != HAND_SIZE:
        problems.append(
            Problem(groups[0].row, groups[0].column, _count_message(tiles, groups), _count_hint(tiles, groups))
        )
    first = groups[0]
    return problems + [
        Problem(first.row, first.column, message, hint)
        for message, hint in (
            *_check_suits(alternative),
            *_check_counts(alternative),
            *_check_dragons(alternative),
            *_check_named(alternative),
        )
    ]


def _check_named(alternative: Alternative) -> list[tuple[str, str]]:
    """Groups and winds that the words name, and that must be there: "no jokers in 246", "with N and S"."""
    groups, notes = alternative.groups, alternative.notes
    strange = [n for n in notes.no_jokers_in if len(n) > 1 and not any(g.called(n) for g in groups)]
    if strange:
        return [
            (
                f"the note says no jokers in {strange[0]}, and no group is called so",
                "Write ! behind the group that takes none, as in 333a!, or put words that change nothing in quotes.",
            )
        ]
    printed = digits_of(groups)
    moving = any(s.kind is Kind.VARIABLE for g in groups for s in g.symbols)
    if notes.printed_numbers and list(notes.printed_numbers) != printed and (printed or not moving):
        are = f"{_numbers(printed)} are" if printed else "none is"
        return [
            (
                f"the note says {_numbers(notes.printed_numbers)} only, and {are} printed",
                "Look once more at the numbers. If one number may be any of several, write [like 2 or 5].",
            )
        ]
    kinds = {s.value for g in groups for s in g.symbols if s.kind is Kind.TILE}
    if notes.flowers_named and Tile.FLOWER not in kinds:
        return [("the note speaks of flowers, and none is printed", "Write F for a flower, or leave the note out.")]
    if notes.soap_as_zero and not (alternative.soap_is_zero and _zeros(alternative)):
        return [
            (
                "the note says that soap is zero, and no zero without a suit is printed",
                "Write 0 for it. Where a 0 is the dragon of Dots on this card, add the row soap: any zero above.",
            )
        ]
    absent = [w for w in notes.named_winds if WINDS[w] not in kinds]
    if absent:
        return [
            (
                f"the note speaks of {', '.join(w.upper() for w in absent)}, and this form has none",
                "Give each form its own note, in front of or and of the value: "
                "NNNN 1a 11b 111c SSSS [like odd] or EEEE 2a 22b 222c WWWW [like even] X 30",
            )
        ]
    return []


def _zeros(alternative: Alternative) -> bool:
    """Whether a zero is printed, by itself or as a figure of the year."""
    kinds = {s.kind for g in alternative.groups for s in g.symbols}
    return Kind.ZERO in kinds or (Kind.YEAR in kinds and "0" in str(alternative.year))


def _check_suits(alternative: Alternative) -> list[tuple[str, str]]:
    suits = alternative.notes.suits
    groups = [g for g in alternative.groups if g.colour and g.colour != "*"]
    letters = sorted({g.colour for g in groups})
    free = any(g.colour in ("*", "p", "q") for g in alternative.groups)
    of_numbers = {g.colour for g in groups if g.symbols[0].kind is not Kind.DRAGON}  # "any 2 suits, opposite dragon"
    one_suit = len(of_numbers) == 1 and any(said.what != "any" for said in alternative.notes.dragons)
    if alternative.notes.any_suit and len(letters) > 1 and not free and not one_suit:
        return [
            (
                f"[{alternative.notes.any_suit}] does not say which group may be in any suit",
                "If all numbers are of one suit, write [any 1 suit]. If one group may be in any suit whatever the "
                "others are, put * behind it instead of a letter, 2026* or 66*; for the year [year any suit] will do.",
            )
        ]
    if not suits or len(letters) in suits or len(of_numbers) in suits:
        return []
    said = " or ".join(map(str, suits))
    return [
        (
            f"the note says {said} suit{'s' if said != '1' else ''}, the letters are {', '.join(letters) or 'none'}",
            "Different letters are different suits: give groups of one printed colour the same letter.",
        )
    ]


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _check_counts(alternative: Alternative) -> list[tuple[str, str]]:
    """How many numbers the words promise against those printed, "any 5 consec. nos." beside 1, 2, 3, 4."""
    printed, notes = digits_of(alternative.groups), alternative.notes
    said, kind = (notes.run_length, "consecutive ") if notes.run_length else (notes.count, "")
    if not said or not printed or said == len(printed):
        return []
    return [
        (
            f"the note says {said} {kind}number{'s' if said > 1 else ''}, and {_numbers(printed)} "
            f"{'are' if len(printed) > 1 else 'is'} printed",
            "Look once more at the numbers, or drop the count: [run], [any numbers].",
        )
    ]


def _check_dragons(alternative: Alternative) -> list[tuple[str, str]]:
    """The printed words "matching", "opposite", "any dragon" against the letters of the dragons."""
    remarks = alternative.notes.dragons
    dragons = [g for g in alternative.groups if any(s.kind is Kind.DRAGON for s in g.symbols)]
    suits = {g.colour for g in alternative.groups if g not in dragons} - {""}
    counted, printed = alternative.notes.dragons_counted, _dragon_groups(alternative.groups)
    if all(said.what == "any" for said in remarks) and not dragons and _prints_all_dragons(alternative.groups):
        dragons = [g for g in alternative.groups if _is_dragons(g)]
    spoken_of = [g for g in dragons if len(remarks) == 1 and said_of(len(g.symbols), remarks)]
    if counted > printed or 0 < counted < len(spoken_of):
        are = "one is" if printed == 1 else f"{printed} are"
        says = f"the note says {counted} dragons, and {are} printed"
        return [(says, "Look once more at the dragons, or drop the count: [any dragon].")]
    sizes = {len(g.symbols) for g in dragons}
    for remark in remarks:
        if not dragons or not sizes.issuperset(remark.sizes):
            of = f" {words_of(remark.sizes)} of" if remark.sizes else ""
            return [
                (
                    f"the note says{of} {remark.what} dragons, and there is no such D",
                    "Write DDDa for the dragon that goes with suit a.",
                )
            ]
    for group in dragons:
        said = said_of(len(group.symbols), remarks)
        if said == "matching" and group.colour not in suits:
            return [(f"{group.text} matches no number group", "Give it the letter of the numbers it goes with.")]
        if said == "opposite" and (group.colour in suits or not group.colour):
            return [(f"{group.text} is not opposite", "Give it a letter that no number group has.")]
        if said == "third suit" and (not group.colour or len({*suits, group.colour}) < 3):
            return [(f"{group.text} is not in the third suit", "Give it the letter that the other groups leave: DDDc.")]
    return _check_dragons_together(remarks, dragons, suits) or _check_dragons_match(alternative, dragons)


def _check_dragons_together(
    remarks: Sequence[Said], dragons: Sequence[GroupPattern], suits: set[str]
) -> list[tuple[str, str]]:
    """The printed words "same dragon", "matching and opposite dragons" against the letters of all these dragons."""
    same, mixed = (
        [g.colour for g in dragons if said_of(len(g.symbols), remarks) == what]
        for what in ("same", "matching and opposite")
    )
    if len(same) == 1 or len(set(same)) > 1:
        why = "only one is printed" if len(same) == 1 else "their letters differ"
        return [(f"the note says the same dragon, and {why}", "Give dragons that are alike one letter.")]
    if mixed and ("" in mixed or len({colour in suits for colour in mixed}) == 1):
        return [
            (
                "the note says matching and opposite dragons, and the letters do not",
                "Give one the letter of the numbers it goes with, and the other a letter that no number group has.",
            )
        ]
    return []


def _dragon_groups(groups: Sequence[GroupPattern]) -> int:
    """How many groups are of dragons, named ones and Soap among them."""
    return sum(map(_is_dragons, groups))


def _is_dragons(group: GroupPattern) -> bool:
    return group.all_of(Kind.DRAGON, Kind.ZERO) or (group.alike and _named(group.symbols[0]))


def _named(symbol: Symbol) -> bool:
    return symbol.kind is Kind.TILE and symbol.value in (Tile.RED, Tile.GREEN)


def _prints_all_dragons(groups: Sequence[GroupPattern]) -> bool:
    """`RRRR GGGG 0000 [any 3 dragons]`: whichever is which."""
    symbols = {(s.kind, s.value) for g in groups for s in g.symbols}
    return {(Kind.TILE, Tile.RED), (Kind.TILE, Tile.GREEN)} <= symbols and any(kind is Kind.ZERO for kind, _ in symbols)


def _check_dragons_match(alternative: Alternative, dragons: Sequence[GroupPattern]) -> list[tuple[str, str]]:
    """The printed words "dragon matches kongs" against the letters."""
    sizes = alternative.notes.dragons_match
    if not sizes:
        return []
    leaders = [g for g in alternative.groups if g.colour and g not in dragons and g.alike and len(g.symbols) in sizes]
    letters = {g.colour for g in leaders}
    for group in dragons:
        if group.colour not in letters:
            hint = " or ".join(sorted(letters))
            return [
                (
                    f"the note says the dragon matches {words_of(sizes)}, and {group.text} does not",
                    f"Give it their letter, {hint}." if hint else f"No {words_of(sizes)} of numbers are printed.",
                )
            ]
    return []


def warn_dragons(alternative: Alternative) -> list[Problem]:
    """A D without a letter beside numbers: allowed, any dragon; more often the letter was forgotten."""
    notes = alternative.notes
    if not any(g.colour for g in alternative.groups):
        return []
    return [
        Problem(
            g.row,
            g.column,
            f"{g.text} has no letter and so may be any dragon",
            f"For the dragon of suit a write {g.text}a; if any dragon is meant, add the note [any dragon].",
        )
        for g in alternative.groups
        if not g.colour
        and g.symbols[0].kind is Kind.DRAGON
        and said_of(len(g.symbols), notes.dragons) not in ("any", "same")
        and not said_of(len(g.symbols), notes.named_dragons)
    ]


def _count_message(tiles: int, groups: Sequence[GroupPattern]) -> str:
    sizes = " + ".join(str(len(g.symbols)) for g in groups)
    return f"this makes {tiles} tiles ({sizes}), a hand has {HAND_SIZE}"


def _count_hint(tiles: int, groups: Sequence[GroupPattern]) -> str:
    """The likeliest slip: a tile typed twice or left out in a group of like tiles, or a whole group."""
    off = HAND_SIZE - tiles
    many = f"{abs(off)} tile{'s' if abs(off) > 1 else ''} {'missing' if off > 0 else 'too many'}"
    alike = [g for g in groups if g.alike]
    if off > 0:
        near = [g for g in alike if len(g.symbols) + off <= 4]
        return f"{many}: perhaps {_resized(near[-1], off)} instead of {near[-1].text}?" if near else f"{many}."
    whole = [g for g in groups if len(g.symbols) == -off]
    longest = max(alike, key=lambda g: len(g.symbols), default=None)
    if longest is not None and len(longest.symbols) + off >= 2:
        return f"{many}: perhaps {_resized(longest, off)} instead of {longest.text}?"
    return f"{many}: is {whole[-1].text} on this line?" if whole else f"{many}."


def _resized(group: GroupPattern, by: int) -> str:
    """The text of a group of like tiles with so many tiles more: 333a for 33a."""
    first = group.text[0]
    return first * (len(group.symbols) + by) + group.text[len(group.symbols) :]


def explain_impossible(alternative: Alternative, compiled: Compiled) -> tuple[str, str]:
    """Message and hint for hands that the 152 tiles cannot fill."""
    strict: Counter[object] = Counter()
    for group in alternative.groups:
        if not group.takes_jokers:
            strict.update((symbol, group.colour) for symbol in group.symbols)
    most = max(strict.values(), default=0)
    if not compiled.hands:
        why = (
            f"this hand cannot exist: {most} naturals of one tile outside pungs and kongs, and there are 4"
            if most > 4
            else "this hand cannot exist: it needs more tiles of one kind than there are tiles and jokers"
        )
        return why, "Count the tiles that may not be jokers: four of a kind in a set, eight flowers."
    return (
        f"{compiled.impossible} of {compiled.impossible + len(compiled.hands)} ways to play this line cannot exist "
        "and are left out",
        "They would need five naturals of one tile. If the line means different numbers, use x and y.",
    )


def warn_size(row: int, column: int, hands: int, text: str) -> list[Problem]:
    """A line with very many hands is often a slip: free numbers where a run was meant."""
    if hands <= MANY_HANDS:
        return []
    lower = text.lower()
    if "any" in lower and "number" in lower:
        meant = "did you mean [run] or [like] instead of [any numbers]?"
    elif "x" in lower and "y" in lower:
        meant = "did you mean a run, x0 x1 x2, instead of x and y?"
    elif "*" in lower:
        meant = "did you mean one letter instead of several *?"
    else:
        meant = "did you mean fewer free numbers or suits?"
    return [Problem(row, column, f"this line makes {hands} hands: {meant}", "If the card says so, all is well.")]


def warn_section(section: str, row: int, column: int, forms: Sequence[Alternative]) -> list[Problem]:
    """A line that moves nothing, in a section whose name says that numbers move."""
    name = section.lower()
    if re.search(r"\blike\b", name):
        note, meant = "like", "any like number"
    elif re.search(r"\bconsec|\bruns?\b", name):
        note, meant = "run", "any such run"
    else:
        return []
    if any(form.notes.stays or is_moving(form.groups, form.notes) for form in forms) or not any(
        digits_of(form.groups) for form in forms
    ):
        return []
    return [
        Problem(
            row,
            column,
            f"the section is called {section}, and no number of this line moves",
            f"If it is for {meant}, add [{note}]. If it is these numbers only, add [these numbers only].",
        )
    ]


def is_moving(groups: Sequence[GroupPattern], notes: Notes) -> bool:
    """Whether any number of a form is free."""
    free = any(s.kind is Kind.VARIABLE for g in groups for s in g.symbols)
    by_groups = notes.groups_move or notes.groups_run or notes.matches
    return notes.move is not Move.FIXED or notes.pair_any or bool(by_groups) or free


def warn_unsaid(forms: Sequence[Alternative], text: str) -> list[Problem]:
    """Numbers printed 1, 2, 3 ... with no word about them are more often a run than these numbers only; a lone 1 is
    more often any number. Sums say themselves what their numbers are."""
    if "=" in text or any(form.notes.stays for form in forms):
        return []
    return [
        Problem(
            form.groups[0].row,
            form.groups[0].column,
            f"these numbers stay {_numbers(digits)}: is that what the card says?"
            if len(digits) > 1
            else "this number stays 1: is that what the card says?",
            f"If they move, add [{'run' if len(digits) > 1 else 'like'}]; if not, add [these numbers only].",
        )
        for form in forms
        if (digits := digits_of(form.groups)) == list(range(1, len(digits) + 1))
        and 0 < len(digits) < 9
        and not is_moving(form.groups, form.notes)
    ]


def warn_suits(forms: Sequence[Alternative]) -> list[Problem]:
    """The suits that the note promises, "any 1 or 3 suits", against all forms of the line."""
    said = sorted({n for form in forms for n in form.notes.suits})
    typed = {n for form in forms for n in _suit_counts(form)}
    missing = [n for n in said if n not in typed]
    if len(said) < 2 or not missing or any(g.colour in ("*", "p", "q") for form in forms for g in form.groups):
        return []
    first = forms[-1].groups[0]
    words = " or ".join(f"{n} suit{'s' if n > 1 else ''}" for n in missing)
    return [
        Problem(
            first.row,
            first.column,
            f"the note says {' or '.join(map(str, said))} suits, and no form of the line is in {words}",
            f"Write the form in {words} too, with or between the two: 11a 222a ... or 11a 222b ...",
        )
    ]


def _suit_counts(form: Alternative) -> set[int]:
    """The numbers of suits of a form, with and without its dragons."""
    letters = {g.colour for g in form.groups if g.colour}
    numbers = {g.colour for g in form.groups if g.colour and g.symbols[0].kind is not Kind.DRAGON}
    return {len(letters), len(numbers)}


def warn_forms(forms: Sequence[Alternative]) -> list[Problem]:
    """Forms of one line of which some move and others do not: the note probably was meant for all."""
    moving = [form for form in forms if form.notes.move is not Move.FIXED]
    if not moving:
        return []
    note = moving[-1].notes.move.value
    return [
        Problem(
            form.groups[0].row,
            form.groups[0].column,
            f"these numbers do not move, while another form of the line has [{note}]",
            f"For the whole line put the note behind the value: X 25 [{note}]. "
            "If this form stays as it is, add [these numbers only].",
        )
        for form in forms
        if form.notes.move is Move.FIXED
        and not form.notes.stays
        and any(s.kind is Kind.NUMBER for g in form.groups for s in g.symbols)
    ]


def check_card(lines: Sequence[Line], keys: Sequence[Iterable[object]]) -> list[Problem]:
    """Hands that stand on two lines; the later one is named. `keys` are the `same_hand` of each line's hands."""
    first: dict[object, Line] = {}
    doubles: Counter[tuple[str, str, int]] = Counter()
    for line, held in zip(lines, keys, strict=True):
        for key in held:
            before = first.setdefault(key, line)
            if before is not line:
                doubles[before.name, line.name, line.source_line] += 1
    sizes = {line.name: len(line.hands) for line in lines}
    return [
        Problem(
            row,
            1,
            f"{'all' if n == sizes[later] else n} hands of {later} stand on {before} too",
            "If that is printed so, all is well; the most valuable line counts.",
        )
        for (before, later, row), n in doubles.items()
    ]
