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
from server.store import StoreError
from server.table import Answer
from server.web.answers import answered, says
from server.web.site import Site, seat_named

_NOT_ALL = "Only the tablet that plays for all four can do that."
SHOWN = 60  # events that can be put right from here
_After = Annotated[int, Form(ge=0)]


def all_seats_router(site: Site) -> APIRouter:
    table, screens = site.table, site.screens
    router = APIRouter()

    def propose(visitor: Visitor, event: Event, after: int) -> Response:
        refused = may_propose(visitor, event)
        if refused is not None:
            return says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(table, lambda: table.submit(Proposal(event, source), after))

    @router.get("/all", response_class=HTMLResponse)
    async def page(request: Request) -> Response:
        visitor = site.who(request)
        if not visitor.plays_for_all:
            return RedirectResponse("/?seat=all", 303)
        return HTMLResponse(screens.page("all", visitor))

    @router.post("/all/everybody")
    async def everybody(
        request: Request, say: Annotated[Literal["passed", "yes", "none"], Form()], after: _After
    ) -> Response:
        """What all four have just done at the table, in one tap."""
        visitor = site.who(request)
        if not visitor.plays_for_all:
            return says(False, _NOT_ALL, 403)
        now = table.state.charleston
        if now is None or after != table.number:
            return says(False, "The table has moved on since you tapped. Look again, then tap again.", 409)
        answer: Answer | None = None
        for seat in table.state.players:
            if has_done(now, seat):
                continue
            source = Source.REFEREE if visitor.referee else Source.TABLET
            try:
                answer = table.submit(Proposal(_said(seat, say), source))
            except StoreError as error:
                return says(False, str(error), 503)
            if not isinstance(answer, Accepted):
                break
        return answered(table, lambda: answer)

    @router.get("/all/table", response_class=HTMLResponse)
    async def whole_table(request: Request) -> Response:
        visitor = site.who(request)
        if not visitor.plays_for_all:
            raise HTTPException(403, _NOT_ALL)
        state, people = table.state, people_of(table.state)
        desks = tuple(Desk(table, seat, people, you=False) for seat in Seat)
        rolls: tuple[Seat, ...] = ()
        if state.phase is Phase.SETUP and state.broken is None:
            rolls = (state.east,) if state.east_known else contenders(state)
        return HTMLResponse(screens.piece("all_table", visitor, desks=desks, rolls=rolls))

    @router.get("/all/log", response_class=HTMLResponse)
    async def log(request: Request) -> Response:
        visitor = site.who(request)
        if not visitor.plays_for_all:
            raise HTTPException(403, _NOT_ALL)
        shown = tuple(reversed(table.log[-SHOWN:]))
        return HTMLResponse(screens.piece("all_log", visitor, shown=shown, gone=table.gone, put_right=table.put_right))

    @router.post("/all/roll")
    async def roll(
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        first: Annotated[int, Form(ge=1, le=6)],
        second: Annotated[int, Form(ge=1, le=6)],
        after: _After,
    ) -> Response:
        return propose(site.who(request), e.DiceRolled(seat_named(seat), (first, second)), after)

    @router.post("/all/pay")
    async def pay(
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
        return propose(site.who(request), e.Paid((one, two, three, four), " ".join(why.split())), after)

    @router.post("/name")
    async def name(
        request: Request,
        seat: Annotated[str, Form(max_length=5)],
        after: _After,
        name: Annotated[str, Form(max_length=60)] = "",
    ) -> Response:
        """Of who sits there, or of the fifth, who sits out; without a name nobody sits out."""
        if not name and seat != "fifth":
            return says(False, "The name is missing: type it, then tap once more.", 422)
        event = e.SatOut(name) if seat == "fifth" else e.Named(seat_named(seat), name)
        return propose(site.who(request), event, after)

    return router


def _said(seat: Seat, say: str) -> Event:
    if say == "yes":
        return e.Voted(seat, True)
    return e.CourtesyOffered(seat, 0) if say == "none" else e.Passed(seat)
