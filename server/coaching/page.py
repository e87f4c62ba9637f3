"""What the seat page asks of the coach: the panel "Help me", why not this one, how much help there is and who says so.

Help on a rack goes to the devices that may see that rack, and to nobody else.
"""

from collections.abc import Callable, Iterator
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response
from starlette.background import BackgroundTask

from engine.state import Phase
from engine.tile import Seat, read_tile
from server.access import NOT_YOURS, SHOWN_ELSEWHERE, Visitor
from server.coaching.counsel import Counsel, counsel, why_not_line, why_not_tile
from server.coaching.legality import may_do
from server.coaching.looking import NOTHING_WEIGHED, Chances, CloserLooks, first_look
from server.coaching.memory import WORDS, CoachMemory, Help
from server.coaching.mind import CoachAway, Mind
from server.coaching.position import Position
from server.coaching.seeing import position_of
from server.house import HouseError
from server.web.answers import says
from server.web.site import Site, seat_named


class _Panel:
    """What the coach's panel on a seat's page asks for."""

    def __init__(self, site: Site, memory: CoachMemory, mind: Mind, closer: CloserLooks) -> None:
        self._site = site
        self._memory = memory
        self._mind = mind
        self._closer = closer
        self._table, self._screens = site.table, site.screens

    def _position(self, visitor: Visitor, seat: Seat) -> Position | None:
        """The seat's own view; None where this device may not see it."""
        if not visitor.may_sit(seat) or not self._screens.racks.sees(seat, visitor.device):
            return None
        return position_of(self._table, seat, self._table.own(seat) or ())

    async def _warm(self) -> None:
        if self._table.rules_in_force.table is not None:
            await self._mind.warm(self._table.rules_in_force.table)

    async def panel(self, request: Request, name: str, more: Annotated[bool, Query()] = False) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        hands, how = self._table.rules_in_force.table, self._memory.help(seat)
        at, seen = self._position(visitor, seat), self._screens.racks.sees(seat, visitor.device)
        said: Counsel | None = None
        lines: tuple[str, ...] = ()
        trouble = SHOWN_ELSEWHERE if not seen else "" if hands is not None else "No card is used tonight."
        over = self._table.state.phase is Phase.OVER
        try:
            if at is None or hands is None or over:
                pass
            elif how.amount >= Help.NUDGE.amount and at.tiles:
                said = await self._mind.ask(hands, counsel, at)
            elif how is Help.LEGAL:
                lines = await self._mind.ask(hands, may_do, at)
        except CoachAway as away:
            trouble = str(away)
        shown = self._screens.piece(
            "help",
            visitor,
            at=at,
            over=over,
            sits=seat,
            how=how,
            chosen=self._memory.chosen(seat),
            said=said,
            lines=lines,
            trouble=trouble,
            told=how is Help.FULL or more,
            choices=tuple(_choices(self._memory)),
            unread=at is not None and bool(at.lacking),
            chances=_shown(said, None if at is None else self._closer.taken(at)),
        )
        soon = hands is not None and how is not Help.NONE and said is None and not lines
        return HTMLResponse(shown, background=BackgroundTask(self._warm) if soon else None)

    async def closer(self, request: Request, name: str) -> Response:
        """The chances after a closer look; nothing where the page has gone, or the table gone on, before it is done."""
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.may_sit(seat) or not self._screens.racks.sees(seat, visitor.device):
            return says(False, NOT_YOURS if not visitor.may_sit(seat) else SHOWN_ELSEWHERE, 403)
        at, hands = self._position(visitor, seat), self._table.rules_in_force.table
        if hands is None or at is None or not at.tiles or self._memory.help(seat).amount < Help.NUDGE.amount:
            return says(False, "There is no help here now.", 409)

        async def wanted() -> bool:
            return not await request.is_disconnected() and self._position(visitor, seat) == at

        try:
            first = await self._mind.ask(hands, first_look, at)
            found = await self._closer.take(hands, at, first, wanted)
        except CoachAway as away:
            return says(False, str(away), 503)
        return HTMLResponse("" if found is None else self._screens.piece("chances", visitor, chances=found))

    async def why(
        self,
        request: Request,
        name: str,
        tile: Annotated[str, Query(max_length=2)] = "",
        line: Annotated[int, Query(ge=-1)] = -1,
    ) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        at, hands = self._position(visitor, seat), self._table.rules_in_force.table
        if not visitor.may_sit(seat) or not self._screens.racks.sees(seat, visitor.device):
            return says(False, NOT_YOURS if not visitor.may_sit(seat) else SHOWN_ELSEWHERE, 403)
        if hands is None or at is None or self._memory.help(seat).amount < Help.NUDGE.amount:
            return says(False, "There is no help here now.", 409)
        try:
            if tile:
                kind = read_tile(tile)
                answer, about = await self._mind.ask(hands, why_not_tile, at, kind), kind.words
            elif 0 <= line < len(hands.lines):
                answer, about = await self._mind.ask(hands, why_not_line, at, line), hands.lines[line].name
            else:
                return says(False, "There is no such line.", 404)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        except CoachAway as away:
            return says(False, str(away), 503)
        return HTMLResponse(self._screens.piece("help_why", visitor, about=about, answer=answer))

    async def choose(self, request: Request, name: str, how: Annotated[Help, Form()]) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.referee and not (visitor.may_sit(seat) and self._screens.racks.sees(seat, visitor.device)):
            return says(False, NOT_YOURS, 403)
        if how.amount > self._memory.most.amount:
            return says(False, "The host allows no more help at this table.", 409)
        return self._kept(lambda: self._memory.choose(seat, how)) or says(True, "")

    async def most(self, request: Request, how: Annotated[Help, Form()]) -> Response:
        visitor = self._site.who(request)
        if not visitor.referee:
            return says(False, "Only the referee can do that.", 403)
        return self._kept(lambda: self._memory.allow(how)) or HTMLResponse(self._screens.piece("help_most", visitor))

    def _kept(self, change: Callable[[], None]) -> Response | None:
        """A refusal where the disk cannot keep it; it holds all the same, and is told."""
        try:
            change()
        except HouseError as problem:
            return says(False, str(problem), 503)
        finally:
            self._table.tell()
        return None


def coach_router(site: Site, memory: CoachMemory, mind: Mind, closer: CloserLooks | None = None) -> APIRouter:
    """The routes of the panel. `mind` gives the first answers; closer looks are taken with it too where left out."""
    routes = _Panel(site, memory, mind, closer or CloserLooks(mind))
    router = APIRouter()
    router.get("/seat/{name}/help", response_class=HTMLResponse)(routes.panel)
    router.get("/seat/{name}/help/closer", response_class=HTMLResponse)(routes.closer)
    router.get("/seat/{name}/help/why", response_class=HTMLResponse)(routes.why)
    router.post("/seat/{name}/help")(routes.choose)
    router.post("/help/most")(routes.most)
    return router


def _shown(said: Counsel | None, closer: Chances | None) -> Chances:
    """The chances to show: those of the closer look, where it was taken."""
    return closer or (NOTHING_WEIGHED if said is None else said.chances)


def _choices(memory: CoachMemory) -> Iterator[tuple[Help, str, str]]:
    """What may be chosen, with its words."""
    for how, (name, note, _) in WORDS.items():
        if how.amount <= memory.most.amount:
            yield how, name, note
