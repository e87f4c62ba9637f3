"""The card editor: what was typed, read again after every change, shown as tiles or as what is wrong with it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from engine.card import Card, CardError, Line, Problem, section_rows
from engine.hands import HandTable
from engine.rules.ruleset import RuleSet
from server.access import Visitor
from server.cards import draft_by_rules, read_by_rules
from server.screens import Screens
from server.shelf import PRACTICE, SUFFIX, Shelf, ShelfError
from server.table import Table

SHOWN_HANDS = 60  # of one line, when all of them are asked for
PATIENCE_S = 10.0  # a real card is read in a quarter of a second, on a small machine in two

Who = Callable[[Request], Visitor]
_Text = Annotated[str, Form(max_length=120_000)]
_Name = Annotated[str, Form(max_length=80)]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the preview: a section's name, a line of the card, or problems that belong to no line."""

    at: int
    section: str = ""
    line: Line | None = None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def preview_rows(card: Card, problems: Sequence[Problem], headings: Sequence[tuple[int, str]] = ()) -> tuple[Row, ...]:
    """The lines of a card, also of one that is half typed, each with its problems, and the `headings` (row and name) of
    its sections, in the order of the text."""
    wrong, odd = _by_line(problems), _by_line(card.warnings)
    rows = [
        Row(line.source_line, "", line, wrong.pop(line.source_line, ()), odd.pop(line.source_line, ()))
        for line in card.lines
    ]
    rows += [Row(at, "", None, wrong.get(at, ()), odd.get(at, ())) for at in sorted({*wrong, *odd})]
    return tuple(sorted([*(Row(at, name) for at, name in headings), *rows], key=lambda row: row.at))


def _by_line(problems: Sequence[Problem]) -> dict[int, tuple[Problem, ...]]:
    found: dict[int, tuple[Problem, ...]] = {}
    for problem in problems:
        found[problem.line] = (*found.get(problem.line, ()), problem)
    return found


_Draft = tuple[Card, tuple[Problem, ...], tuple[tuple[int, str], ...]]


async def _draft(text: str, rules: RuleSet) -> _Draft:
    """The card of a text, what is wrong with it, and its headings: read beside the event loop, one at a time, and no
    longer than a person waits."""

    def read() -> _Draft:
        give_up_s = time.monotonic() + PATIENCE_S
        card, problems = draft_by_rules(text, None, rules, enough=lambda: time.monotonic() > give_up_s)
        return card, problems, section_rows(text)

    async with _reading:
        return await asyncio.to_thread(read)


_reading = asyncio.Semaphore(1)


def card_router(table: Table, screens: Screens, shelf: Shelf, who: Who) -> APIRouter:
    """The routes of the editor. Only the referee may type, save and choose."""
    router = APIRouter()

    @router.get("/card", response_class=HTMLResponse)
    async def editor(request: Request, name: str = "") -> Response:
        visitor = who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        chosen = name if name in shelf.names() else shelf.tonight()
        fresh = name == "new"
        try:
            text = _EXAMPLE if fresh else shelf.read(chosen)
        except ShelfError as error:
            text = f"# {error}\n"
        title = "" if fresh or chosen == PRACTICE else chosen.removesuffix(SUFFIX)
        page = screens.page(
            "card",
            visitor,
            text=text,
            chosen="new" if fresh else chosen,
            title=title,
            names=shelf.names(),
            tonight=shelf.tonight(),
        )
        return HTMLResponse(page)

    @router.post("/card/check", response_class=HTMLResponse)
    async def check(request: Request, text: _Text) -> Response:
        visitor = who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        card, problems, headings = await _draft(text, table.rules.ruleset)
        hands = sum(len(line.hands) for line in card.lines)
        rows = preview_rows(card, problems, headings)
        return HTMLResponse(screens.piece("preview", visitor, card=card, rows=rows, problems=problems, hands=hands))

    @router.post("/card/hands", response_class=HTMLResponse)
    async def hands(request: Request, text: _Text, line: Annotated[int, Form(ge=1)]) -> Response:
        visitor = who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        card, _, _ = await _draft(text, table.rules.ruleset)
        found = next((x for x in card.lines if x.source_line == line), None)
        if found is None:
            return _says(False, "There is no hand on that line.", 404)
        return HTMLResponse(screens.piece("hands", visitor, line=found, shown=SHOWN_HANDS))

    @router.post("/card/save")
    async def save(request: Request, text: _Text, name: _Name) -> Response:
        if not who(request).referee:
            return _says(False, "Only the referee can do that.", 403)
        try:
            shelf.save(name.strip(), text)
        except ShelfError as error:
            return _says(False, str(error), 400)
        return _says(True, f"Saved as {name.strip()}.")

    @router.post("/card/choose")
    async def choose(request: Request, name: _Name) -> Response:
        if not who(request).referee:
            return _says(False, "Only the referee can do that.", 403)
        refused = await choose_card(table, screens, shelf, name)
        return refused or _says(True, f"Tonight: {screens.around.card}.")

    return router


async def choose_card(table: Table, screens: Screens, shelf: Shelf, name: str) -> Response | None:
    """Play with this card from now on, over a restart too; the refusal where it cannot be played."""
    try:
        text = shelf.read(name)
        card = await asyncio.to_thread(read_by_rules, text, None, table.rules.ruleset)
        hands_table = await asyncio.to_thread(HandTable, card)
        shelf.choose(name)
    except ShelfError as error:
        return _says(False, str(error), 400)
    except CardError as error:
        first = error.problems[0]
        return _says(False, f"The card still has mistakes, the first in line {first.line}: {first.message}.", 409)
    screens.around = replace(screens.around, card=card.name or name)
    table.choose_rules(replace(table.rules, table=hands_table))
    return None


def _says(ok: bool, says: str, status: int = 200) -> Response:
    return JSONResponse({"ok": ok, "says": says}, status)


_EXAMPLE = """card: My card
year: 2026

== Consecutive Run ==
1. 11a 222a 3333a 444a 55a     X 25   [run]
"""
