"""Whether simulated players still play as they did when games of theirs were kept, by two digests.

`uses` is of what they use: the hands of the card and what they pay, what each player is told to go by, and every file
of which something runs while they play some deals, without its comments. While it is the same, so is all that they do.
Where it has changed, `moves` tells whether that made a difference: it is of how deals of its own go on, move by move,
and of what is paid. A change that none of n games shows turns, 95 times in 100, fewer than 3 in n: games kept from
before it may stay. One that breaks ties otherwise shows here too. Players who reckon alike on every processor, which
`tests/engine/test_coach_anywhere.py` watches, have one digest on all of them.
"""

import ast
import gc
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import FrameType

from engine.event import Event, MahJongg
from engine.hands import HandTable
from engine.rules.scoring import payments
from tests.bench.tables import Result

Deal = Callable[[HandTable, int], Sequence[Result]]  # the games that are played of the deal of a seed
ROOT = Path(__file__).parents[2]
LOOKED_AT = 3  # deals that are played to see which files the players use
_NAMES = ("line",)  # fields that say only what something is called
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def uses(table: HandTable, deal: Deal) -> str:
    """A digest of what decides how the deals go: the card, the players and the code."""
    digest = hashlib.sha256()
    for line in table.lines:
        pays = line.value, line.concealed, line.jokerless_bonus, line.concealed_bonus
        digest.update(repr((pays, line.hands)).encode())
    digest.update(repr(deal).encode())
    for path in sorted(files_run(HandTable(table.card), deal)):
        digest.update(code(path).encode())
    return digest.hexdigest()[:16]


def moves(table: HandTable, deal: Deal, deals: int) -> str:
    """A digest of how `deals` deals go that nothing else plays, led by their number."""
    digest = hashlib.sha256()
    for number in range(deals):
        for game in deal(table, -1 - number):
            digest.update(repr([list(_told(event)) for event in game.log]).encode())
            paid = [payments(event) for event in game.log if isinstance(event, MahJongg)]
            digest.update(repr((game.winner, game.giver, game.left, game.jokers, paid)).encode())
    return f"{deals} {digest.hexdigest()[:16]}"


def _told(event: Event) -> Iterator[object]:
    """What the event says: a field that other events may come to have says nothing while it is as usual."""
    yield type(event).__name__
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default and field.name not in _NAMES:
            yield field.name, value


def files_run(table: HandTable, deal: Deal) -> set[Path]:
    """The files of this repository of which something runs while some deals are played on a card that nobody knows."""
    run: set[str] = set()

    def note(frame: FrameType, what: str, _: object) -> None:
        if what == "call":
            run.add(frame.f_code.co_filename)

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # what it closes of something else would run meanwhile
    sys.setprofile(note)
    try:
        moves(table, deal, LOOKED_AT)
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return {p for n in run if (p := Path(n)).is_relative_to(ROOT) and p.is_file() and p != Path(__file__)}


@cache
def code(path: Path) -> str:
    """What the file does, without comments, docstrings and spacing."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    return ast.dump(tree)
