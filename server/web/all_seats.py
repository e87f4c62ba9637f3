"""The one tablet that plays for all: its page, and what it says for all four at once."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from engine import event as e
from engine.event import Event
from engine.rules.referee import Accepted, Proposal, Source
from engine.rules.starting import contenders
from engine.state import Phase
from engine.tile import Seat
from server.access import Visitor
from server.acts import may_propose
from server.offers import Desk
from server.passing import has_done
from server.people import people_of
from server.renaming import Who, renamed
from server.store import StoreError
from server.table import Answer
from server.web.answers import answered, missing, says
from server.web.site import Site, seat_named

_NOT_ALL = "Only the tablet that plays for all four can do that."
SHOWN = 60  # events that can be put right from here
_After = Annotated[int, Form(ge=0)]


class _AllSeats:
    """What the page on which one tablet plays for all asks for."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._table, self._screens = site.table, site.screens

    def _propose(self, visitor: Visitor, event: Event, after: int) -> Response:
        refused = may_propose(visitor, event)
        if refused is not None:
            return says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(self._table, lambda: self._table.submit(Proposal(event, source), after))

    async def page(self, request: Request) -> Response:
        visitor = self._site.who(request)
        if not visitor.plays_for_all:
            return RedirectResponse("/?seat=all", 303)
        return HTMLResponse(self._screens.page("all", visitor))

    async def everybody(
        self, request: Request, say: Annotated[Literal["passed", "yes", "none"], Form()], after: _After
    ) -> Response:
        """What all four have just done at the table, in one tap."""
        visitor = self._site.who(request)
        if not visitor.plays_for_all:
            return says(False, _NOT_ALL, 403)
        now = self._table.state.charleston
        if now is None or after != self._table.number:
            return says(False, "The table has moved on since you tapped. Look again, then tap again.", 409)
        answer: Answer | None = None
        for seat in self._table.state.players:
            if has_done(now, seat, self._table.state.players):
                continue
            source = Source.REFEREE if visitor.referee else Source.TABLET
            try:
                answer = self._table.submit(Proposal(_said(seat, say), source))
            except StoreError as error:
                return says(False, str(error), 503)
            if not isinstance(answer, Accepted):
                break
        return answered(self._table, lambda: answer)

    async def whole_table(self, request: Request) -> Response:
        visitor = self._site.who(request)
        if not visitor.plays_for_all:
            raise HTTPException(403, _NOT_ALL)
        state, people = self._table.state, people_of(self._table.state)
        desks = tuple(Desk(self._table, seat, people, you=False) for seat in Seat)
        rolls: tuple[Seat, ...] = ()
        if state.phase is Phase.SETUP and state.broken is None:
            rolls = (state.east,) if state.east_known else contenders(state)
        return HTMLResponse(self._screens.piece("all_table", visitor, desks=desks, rolls=rolls))

    async def log(self, request: Request) -> Response:
        visitor = self._site.who(request)
        if not visitor.plays_for_all:
            raise HTTPException(403, _NOT_ALL)
        shown = tuple(reversed(self._table.log[-SHOWN:]))
        return HTMLResponse(
            self._screens.piece("all_log", visitor, shown=shown, gone=self._table.gone, put_right=self._table.put_right)
        )

    async def roll(
        self,
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        first: Annotated[int, Form(ge=1, le=6)],
        second: Annotated[int, Form(ge=1, le=6)],
        after: _After,
    ) -> Response:
        return self._propose(self._site.who(request), e.DiceRolled(seat_named(seat), (first, second)), after)

    async def pay(
        self,
        request: Request,
        payer: Annotated[str, Form(max_length=2)],
        taker: Annotated[str, Form(max_length=2)],
        points: Annotated[int, Form(ge=1, le=9999)],
        after: _After,
        why: Annotated[str, Form(max_length=60)] = "",
    ) -> Response:
        pays, takes = seat_named(payer), seat_named(taker)
        if pays is takes:
            return says(False, "Nobody pays herself: choose two players.", 409)
        one, two, three, four = ((s is takes) * points - (s is pays) * points for s in Seat)
        return self._propose(self._site.who(request), e.Paid((one, two, three, four), " ".join(why.split())), after)

    async def name(
        self,
        request: Request,
        seat: Annotated[str, Form(max_length=5)],
        after: _After,
        name: Annotated[str, Form(max_length=60)] = "",
        who: Annotated[Who, Form()] = "",
    ) -> Response:
        """Of who sits there, or of the fifth, who sits out; without a name nobody sits out. `who`: whether she who was
        called otherwise is the same person."""
        if not name and seat != "fifth":
            return says(False, missing("The name"), 422)
        event = e.SatOut(name) if seat == "fifth" else e.Named(seat_named(seat), name)
        visitor = self._site.who(request)
        refused = may_propose(visitor, event)
        if refused is not None:
            return says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(self._table, lambda: renamed(self._table, event, source, who, after))


def all_seats_router(site: Site) -> APIRouter:
    routes = _AllSeats(site)
    router = APIRouter()
    router.get("/all", response_class=HTMLResponse)(routes.page)
    router.post("/all/everybody")(routes.everybody)
    router.get("/all/table", response_class=HTMLResponse)(routes.whole_table)
    router.get("/all/log", response_class=HTMLResponse)(routes.log)
    router.post("/all/roll")(routes.roll)
    router.post("/all/pay")(routes.pay)
    router.post("/name")(routes.name)
    return router


def _said(seat: Seat, say: str) -> Event:
    if say == "yes":
        return e.Voted(seat, True)
    return e.CourtesyOffered(seat, 0) if say == "none" else e.Passed(seat)
