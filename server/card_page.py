"""The card editor: what was typed, read again after every letter, shown as tiles or as what is wrong with it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from engine.card import CardError, Reading, Remembered
from engine.hands import HandTable
from engine.rules.ruleset import RuleSet
from server.access import Visitor
from server.card_patterns import PATTERNS
from server.card_preview import Row, Teller, Told, preview_rows
from server.card_print import columns, printed_card
from server.cards import read_by_rules, reading_by_rules
from server.screens import Screens, environment
from server.shelf import PRACTICE, SUFFIX, Shelf, ShelfError
from server.table import Table

SHOWN_HANDS = 60  # of one line, when all of them are asked for
PATIENCE_S = 4.0  # a real card is read in a tenth of a second, on a small machine in one

Who = Callable[[Request], Visitor]
Chosen = Callable[[str], None]
_Text = Annotated[str, Form(max_length=120_000)]  # empty where everything was taken out: a form then sends none
_Name = Annotated[str, Form(max_length=80)]
_Was = Annotated[str | None, Form(max_length=80)]
_KEYS = ("a", "b", "c", "D", "F", "0", "N", "E", "W", "S", "x0", "x1", "x2", "[run]", "[like]", "[any dragon]", "X 25",
         "C 30", "or")  # fmt: skip
_NEW = "new"  # of the page's address: a card that is begun
_EXAMPLE = "card: My card\nyear: 2026\n\n== Consecutive Run ==\n1. F 111a 22a 3333a 4444a   X 25   [run]\n"


class _Lectern:
    """Reads cards for the pages: beside the event loop, one at a time, and no longer than a person waits. What has been
    read before costs next to nothing."""

    def __init__(self, tell: Callable[[Row], str]) -> None:
        self._one = asyncio.Semaphore(1)
        self._remembered = Remembered()
        self._teller = Teller(tell)

    async def read(self, text: str, rules: RuleSet) -> Reading:
        async with self._one:
            return await asyncio.to_thread(self._read, text, rules)

    async def rows(self, text: str, rules: RuleSet) -> tuple[Reading, list[Told]]:
        def told() -> tuple[Reading, list[Told]]:
            reading = self._read(text, rules)
            return reading, self._teller.rows(preview_rows(reading))

        async with self._one:
            return await asyncio.to_thread(told)

    def _read(self, text: str, rules: RuleSet) -> Reading:
        give_up_s = time.monotonic() + PATIENCE_S
        return reading_by_rules(text, None, rules, lambda: time.monotonic() > give_up_s, self._remembered)


class _Editor:
    """What the page on which a card is typed asks for."""

    def __init__(self, table: Table, screens: Screens, shelf: Shelf, who: Who, chosen: Chosen) -> None:
        self._table = table
        self._screens = screens
        self._shelf = shelf
        self._who = who
        self._chosen = chosen
        self._lectern = _Lectern(lambda row: environment().get_template("parts/card_row.html").render(row=row))

    def _rules(self) -> RuleSet:
        return self._table.rules.ruleset

    async def editor(self, request: Request, name: str = "", gone: str = "") -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        chosen = name if name in self._shelf.names() else self._shelf.tonight()
        fresh = name == _NEW
        try:
            text = _EXAMPLE if fresh else self._shelf.read(chosen)
        except ShelfError as error:
            text = f"# {error}\n"
        page = self._screens.page(
            "card",
            visitor,
            text=text,
            chosen=_NEW if fresh else chosen,
            title="" if fresh or chosen == PRACTICE else chosen.removesuffix(SUFFIX),
            own=not fresh and self._shelf.is_own(chosen),
            names=self._shelf.names(),
            tonight=self._shelf.tonight(),
            gone=gone if self._shelf.is_gone(gone) else "",
            keys=_KEYS,
            patterns=PATTERNS,
        )
        return HTMLResponse(page)

    async def check(
        self, request: Request, text: _Text = "", have: Annotated[str, Form(max_length=30_000)] = ""
    ) -> Response:
        """What the text means: every row of the preview, and its piece of the page where that page has it not yet."""
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        reading, rows = await self._lectern.rows(text, self._rules())
        known = set(have.split())
        marks = {p.line: "odd" for p in reading.card.warnings} | {p.line: "wrong" for p in reading.problems}
        hands = sum(len(line.hands) for line in reading.card.lines)
        return JSONResponse(
            {
                "rows": [[r.at, r.last, r.key, *([] if r.key in known else [r.html])] for r in rows],
                "marks": sorted(marks.items()),
                "mistakes": len(reading.problems),
                "lines": len(reading.card.lines),
                "hands": hands,
            }
        )

    async def hands(self, request: Request, text: _Text, line: Annotated[int, Form(ge=1)]) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        card = (await self._lectern.read(text, self._rules())).card
        found = next((x for x in card.lines if x.source_line == line), None)
        if found is None:
            return _says(False, "There is no hand on that line.", 404)
        return HTMLResponse(self._screens.piece("hands", visitor, line=found, shown=SHOWN_HANDS))

    async def sheet(self, request: Request, text: _Text = "") -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        card = (await self._lectern.read(text, self._rules())).card
        sections = printed_card(card)
        piece = self._screens.piece("card_print", visitor, card=card, sections=sections, columns=columns(sections))
        return HTMLResponse(piece)

    async def choose(self, request: Request, name: _Name) -> Response:
        if not self._who(request).referee:
            return _says(False, "Only the referee can do that.", 403)
        if refused := await choose_card(self._table, self._screens, self._shelf, name):
            return refused
        self._chosen(name)
        return _says(True, f"Tonight: {self._screens.around.card}.")


def card_router(table: Table, screens: Screens, shelf: Shelf, who: Who, chosen: Chosen) -> APIRouter:
    """The routes of the editor. Only the referee may type, save and choose; `chosen` hears what tonight's card is
    called."""
    routes = _Editor(table, screens, shelf, who, chosen)
    router = APIRouter()
    _keeping(router, shelf, who, chosen)
    router.get("/card", response_class=HTMLResponse)(routes.editor)
    router.post("/card/check")(routes.check)
    router.post("/card/hands", response_class=HTMLResponse)(routes.hands)
    router.post("/card/sheet", response_class=HTMLResponse)(routes.sheet)
    router.post("/card/choose")(routes.choose)
    return router


def _keeping(router: APIRouter, shelf: Shelf, who: Who, chosen: Chosen) -> None:
    """The routes that keep, rename, copy and take away cards on the shelf."""

    def act(request: Request, do: Callable[[], str]) -> Response:
        if not who(request).referee:
            return _says(False, "Only the referee can do that.", 403)
        try:
            return _says(True, do())
        except ShelfError as error:
            return _says(False, str(error), 400)

    def free(name: str) -> str:
        """A name by which the page can find a card again."""
        if name == _NEW:
            raise ShelfError(f"{_NEW!r} is where a card is begun: give it another name.")
        return name

    @router.post("/card/save")
    async def save(request: Request, text: _Text = "", name: _Name = "", was: _Was = None) -> Response:
        """`was` is the card that the page shows: under another name it takes no other card's place."""

        def do() -> str:
            called = name.strip()
            if not text.strip():
                raise ShelfError("Nothing is typed yet: there is no card to keep.")
            if not called:
                raise ShelfError("The card has no name yet: type one beside Save.")
            if was is not None and called != was and shelf.is_own(called) and shelf.read(called) != text:
                raise ShelfError(f"There is a card {called!r} already: choose another name.")
            shelf.save(free(called), text)
            return f"Saved as {called}."

        return act(request, do)

    @router.post("/card/rename")
    async def rename(request: Request, name: _Name, to: _Name) -> Response:
        def do() -> str:
            shelf.rename(name, free(to.strip()))
            if shelf.tonight() == to.strip():
                chosen(to.strip())
            return f"{name} is called {to.strip()} from now on."

        return act(request, do)

    @router.post("/card/delete")
    async def delete(request: Request, name: _Name) -> Response:
        def do() -> str:
            shelf.delete(name)
            return f"{name} is deleted."

        return act(request, do)

    @router.post("/card/restore")
    async def restore(request: Request, name: _Name) -> Response:
        def do() -> str:
            shelf.restore(name)
            return f"{name} is back."

        return act(request, do)


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
