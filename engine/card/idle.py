"""Words in brackets that change nothing on their line, or say of its letters what is not so: told, never swallowed."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.card.compiling import WINDS, Alternative
from engine.card.matching import words_of
from engine.card.notes import ALL_NUMBERS, Move, Place
from engine.card.pattern import GroupPattern, Kind
from engine.card.values import Problem

_LETTERS = ("a", "b", "c")
_HINT = "Look once more at the letters and the groups, or put words that change nothing in quotes."


def idle_words(forms: Sequence[Alternative]) -> list[Problem]:
    """What the notes of a line say that none of its forms has."""
    if not forms:
        return []
    first = forms[0].groups[0]
    said = dict.fromkeys(words for form in forms for words in _said(form))
    return [
        Problem(first.row, first.column, words, _HINT)
        for words in said
        if not any(words in held for held in map(_so, forms))
    ]


def _said(form: Alternative) -> Iterator[str]:
    return iter(words for words, _ in _claims(form))


def _so(form: Alternative) -> set[str]:
    return {words for words, holds in _claims(form) if holds(form)}


Claim = tuple[str, Callable[[Alternative], bool]]


def _claims(form: Alternative) -> list[Claim]:
    """What the notes of a form take for granted: what to say where it is not so, and whether a form is so."""
    notes = form.notes
    found: list[Claim] = []
    for name in ("x", "y"):
        if name in notes.domains:
            says = f"the note speaks of {name}, and no {name} is printed"
            found.append((says, partial(_has, kind=Kind.VARIABLE, name=name)))
    if notes.winds != tuple(WINDS) and not notes.any_winds:
        found.append(("the note speaks of Z, and no Z is printed", partial(_has, kind=Kind.WIND)))
    if notes.years:
        found.append(("the note speaks of years, and no YEAR is printed", partial(_has, kind=Kind.YEAR)))
        found.append(("the note speaks of other years than the one that is printed", _of_these_years))
    if notes.move is Move.RUN and notes.numbers != ALL_NUMBERS:
        found.append(("the note says which numbers beside a run, and a run has its own", lambda _: False))
    for size in notes.no_jokers_in:
        if len(size) == 1:
            says = f"the note says no jokers in {words_of((int(size),))}, and none are printed"
            found.append((says, partial(_has_size, size=size)))
    for place in notes.places:
        says = f"the note says {place.words}, and the letters say otherwise"
        found.append((says, partial(_placed, place=place)))
    return found


def _of_these_years(form: Alternative) -> bool:
    figures = [group.text[:4] for group in form.groups if group.natural and group.text[:4].isdigit()]
    return all(int(year) in form.notes.years for year in figures)


def _has_size(form: Alternative, size: str) -> bool:
    return any(group.called(size) for group in form.groups)


def _has(form: Alternative, kind: Kind, name: str = "") -> bool:
    return any(s.kind is kind and s.name.startswith(name) for g in form.groups for s in g.symbols)


def _placed(form: Alternative, place: Place) -> bool:
    """Whether the letters say so: that a group is in the third suit, or not in that of another group."""
    coloured = [g for g in form.groups if g.colour]
    if any(g.colour not in _LETTERS for g in coloured):
        return True  # in whichever suit, this one too
    mine = [g for g in coloured if _meant(g, place)]
    rest = {g.colour for g in coloured if g not in mine}
    letters = {g.colour for g in coloured}
    if not mine:
        return False
    if place.which == "same":
        return len({g.colour for g in mine}) == 1 and (len(mine) > 1 or mine[0].colour in rest or not rest)
    if place.which == "third":
        return len(letters) == 3
    return len(letters) > 1


def _meant(group: GroupPattern, place: Place) -> bool:
    dragon = any(s.kind is Kind.DRAGON for s in group.symbols)
    if place.dragons:
        return dragon
    return not place.sizes or (len(group.symbols) in place.sizes and group.alike)
