"""What the people at the table are called, on every page and in every word that is said. P1 to P4 stay in files, in
JSON and on the command line; whoever has no name is called by where she sits, as the table page shows it.

>>> people = People(("Ruth", "", "Rose", "Ann"))
>>> people.of(Seat.P1), people.of(Seat.P2), people.whose(Seat.P4), people.initials
('Ruth', 'Right seat', "Ann's", ('Ru', 'Ri', 'Ro', 'A'))
>>> people.said("P1's 3B 3B J fits no hand (S0 S1): P3 asks (DEAD-04).")
("Ruth's ", <Tile.B3: 2>, <Tile.B3: 2>, <Tile.JOKER: 35>, ' fits no hand: Rose asks.')
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.state import State
from engine.tile import CODES, Seat, Tile, read_tile
from engine.wording import joined

Sentence = tuple[str | Tile, ...]

PLACES = ("bottom", "right", "top", "left")  # of the table as its page shows it, per seat


@dataclass(frozen=True)
class People:
    """The four by seat; `names` are empty where nobody said one. `fifth` sits out, empty where nobody does."""

    names: tuple[str, str, str, str] = ("", "", "", "")
    fifth: str = ""

    @property
    def bettor(self) -> str:
        """Who bets from the fifth seat."""
        return self.fifth or "The fifth player"

    def of(self, seat: Seat) -> str:
        """What to call who sits there: a name, or `Left seat`."""
        return self.names[seat] or self.place(seat)

    def place(self, seat: Seat) -> str:
        """`Left seat`, whoever sits there."""
        return f"{PLACES[seat].capitalize()} seat"

    def whose(self, seat: Seat) -> str:
        return f"{self.of(seat)}'s"

    def named(self, seat: Seat) -> bool:
        return bool(self.names[seat])

    def listed(self, seats: Iterable[Seat]) -> str:
        """`Ann, Bea and Cy`."""
        return joined([self.of(seat) for seat in seats])

    @cached_property
    def initials(self) -> tuple[str, str, str, str]:
        """A letter or a few for each, no two alike."""
        first, second, third, fourth = _shortest([self.of(seat) for seat in Seat])
        return first, second, third, fourth

    def said(self, text: str) -> Sentence:
        """A sentence of the engine's in the players' words: names for seats, tiles as tiles, without rule ids and
        the letters of their sources."""
        return _joined(self._parts(text))

    def _parts(self, text: str) -> Iterable[str | Tile]:
        at = 0
        for match in _CODED.finditer(text):
            yield text[at : match.start()]
            at = match.end()
            if match["seat"]:
                yield self.of(Seat[match["seat"]])
            elif match["tiles"]:
                yield from (read_tile(word) for word in match["tiles"].split())
        yield text[at:]


NOBODY_NAMED = People()
BY_CODE = People(("P1", "P2", "P3", "P4"))  # for programs, and for who reads their output

_TILE = rf"(?:{'|'.join(CODES)})"
_REFERENCE = r"(?:[A-Z][A-Z0-9]*-\d\d|[SC]\d|NMJL)"
_CODED = re.compile(
    rf"(?P<seat>\bP[1-4]\b)"
    rf"|(?P<rule>\s*\({_REFERENCE}(?:,? {_REFERENCE})*\))"
    rf"|(?<![\w'’.])(?P<tiles>{_TILE}(?: {_TILE})*)(?![\w'’])"
)


def people_of(state: State) -> People:
    return People(state.names, state.resting)


def name(state: State, seat: Seat) -> str:
    """What to call who sits at `seat`."""
    return people_of(state).of(seat)


def plain(sentence: Sentence) -> str:
    """A sentence as text, tiles by name.

    >>> plain(("Ruth calls ", Tile.B3, Tile.JOKER))
    'Ruth calls 3 Bam, Joker'
    """
    words: list[str] = []
    for i, part in enumerate(sentence):
        beside = i > 0 and isinstance(part, Tile) and isinstance(sentence[i - 1], Tile)
        words.append((", " if beside else "") + (part.words if isinstance(part, Tile) else part))
    return "".join(words)


def _joined(parts: Iterable[str | Tile]) -> Sentence:
    """Neighbouring words as one, nothing empty among them."""
    out: list[str | Tile] = []
    for part in parts:
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        elif part != "":
            out.append(part)
    return tuple(out)


def _shortest(called: list[str]) -> list[str]:
    """The shortest beginnings by which all can be told apart; a number where there is none."""
    long = [1] * len(called)
    while True:
        short = [_beginning(c, n) for c, n in zip(called, long, strict=True)]
        alike = [i for i, s in enumerate(short) if sum(t.casefold() == s.casefold() for t in short) > 1]
        longer = [i for i in alike if long[i] < len(called[i])]
        if not longer:
            return [f"{s}{i + 1}" if i in alike else s for i, s in enumerate(short)]
        for i in longer:
            long[i] += 1


def _beginning(called: str, letters: int) -> str:
    return called[:letters].strip()[:1].upper() + called[:letters].strip()[1:]
