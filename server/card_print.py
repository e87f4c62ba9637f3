"""A typed card as cards are printed: sections in columns, figures in their colours, remarks in small print, on one
sheet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.card import Card, Line

_TOKEN = re.compile(r'\[[^\]]*\]?|\([^)]*\)?|"[^"]*"?|\S+')
_GROUP = re.compile(r"(?P<tiles>(?:[0-9fnewsdrgoxyz@]|year\d?)+?)(?P<colour>[abcpq*])(?P<sign>[!?~]?)", re.I)


@dataclass(frozen=True, slots=True)
class Ink:
    """A piece of a printed line: its letters, and the colour's letter, "" for black, "or" and "remark" for words."""

    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    number: int
    inks: tuple[Ink, ...]
    value: str


@dataclass(frozen=True, slots=True)
class PrintedSection:
    name: str
    thumb: str
    bonus: bool
    lines: tuple[PrintedLine, ...]


def printed_card(card: Card) -> tuple[PrintedSection, ...]:
    """The sections of a card in their order, each with its lines as they are to be printed."""
    return tuple(
        PrintedSection(name, held[0].thumb, held[0].jokerless_bonus, tuple(map(_line, held)))
        for name, lines in groupby(card.lines, key=lambda line: line.section)
        if (held := list(lines))
    )


def _line(line: Line) -> PrintedLine:
    return PrintedLine(line.number, tuple(inks(line.text)), f"{line.mark} {line.value}")


def inks(text: str) -> Iterator[Ink]:
    """The pieces of a line as typed, without its number and its value."""
    for token in _TOKEN.findall(text):
        if token[0] in "[(":
            yield Ink(f"({token.strip('[]()')})", "remark")
        elif token[0] == '"':
            yield Ink(token.strip('"'), "remark")
        elif token.lower() == "or":
            yield Ink("or", "or")
        else:
            yield from _choice(token)


def _choice(token: str) -> Iterator[Ink]:
    """A group, or groups to choose from, `DDDa|b`."""
    for number, part in enumerate(re.split(r"[|/]", token)):
        if number:
            yield Ink("/")
        found = _GROUP.fullmatch(part)
        yield Ink(found["tiles"].upper(), found["colour"].lower()) if found else Ink(part.upper())


def columns(sections: Sequence[PrintedSection]) -> int:
    """How many columns a sheet that lies on its side should have: as the cards that fold, four where there is much."""
    rows = sum(len(section.lines) + 2 for section in sections)
    return 2 if rows < 16 else 3 if rows < 40 else 4
