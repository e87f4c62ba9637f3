"""Looking back at the hand just played, from one seat and for it alone: once it is over."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from engine.state import Phase
from engine.tile import Seat, read_tile
from server.access import Visitor
from server.coaching.mind import CoachAway, Mind
from server.coaching.retrace import decisions
from server.coaching.review import SIZES, Decision, Review, reviewed, tried
from server.web.answers import says
from server.web.site import Site, seat_named

HIGH, WIDE = 100.0, 320.0  # of the line that is drawn
TOPS = (0.2, 0.4, 0.6, 1.0)


def top_of(review: Review) -> float:
    """What the upper edge of the drawing stands for: as little as holds the whole line."""
    most = max((turn.after for turn in review.turns), default=1.0)
    return next(top for top in TOPS if top >= most)


def line_of(review: Review) -> tuple[tuple[float, float], ...]:
    """The chance to win by turn as points to draw through: x to the right, y down."""
    steps, top = max(1, len(review.turns) - 1), top_of(review)
    return tuple((WIDE * k / steps, HIGH * (1 - turn.after / top)) for k, turn in enumerate(review.turns))


def review_router(site: Site, mind: Mind) -> APIRouter:
    """The routes of a review. `mind` thinks for a second or so: not the one that answers at the table."""
    table, screens = site.table, site.screens
    router = APIRouter()

    def made(visitor: Visitor, seat: Seat) -> tuple[Decision, ...] | None:
        """Her decisions; None for whoever may not see them, and while the hand is played."""
        sees = visitor.may_sit(seat) and screens.racks.sees(seat, visitor.device)
        return decisions(table, seat) if sees and table.state.phase is Phase.OVER else None

    @router.get("/seat/{name}/review", response_class=HTMLResponse)
    async def review(request: Request, name: str, least: Annotated[float, Query(ge=0, le=1)] = 0.0) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        found, hands = made(visitor, seat), table.rules_in_force.table
        if found is None or hands is None:
            return RedirectResponse(f"{request.scope.get('root_path', '')}/seat/{seat.name}", 303)
        try:
            looked = await mind.ask(hands, reviewed, found)
        except CoachAway as away:
            return says(False, str(away), 503)
        places = {one.number: k for k, one in enumerate(found)}
        page = screens.page(
            "review",
            visitor,
            sits=seat,
            review=looked,
            line=line_of(looked),
            top=top_of(looked),
            points=[(places[p.number], p) for p in looked.points if p.lost >= least],
            sizes=SIZES,
            least=least,
        )
        return HTMLResponse(page)

    @router.get("/seat/{name}/review/{place}", response_class=HTMLResponse)
    async def again(
        request: Request, name: str, place: int, tile: Annotated[str, Query(max_length=2)] = ""
    ) -> Response:
        """What another discard would have come to, or, without one, what the coach would have done."""
        visitor, seat = site.who(request), seat_named(name)
        found, hands = made(visitor, seat), table.rules_in_force.table
        if found is None or hands is None:
            return says(False, "Only who sat there can look back, and only after the hand.", 403)
        if not 0 <= place < len(found):
            return says(False, "There was no such turn.", 404)
        decision = found[place]
        try:
            other = (read_tile(tile),) if tile else decision.chosen
            if tile and (decision.called is not None or other[0] not in decision.known.rack):
                return says(False, "That tile was not among yours.", 409)
            was, now = await mind.ask(hands, tried, decision, decision.chosen), None
            if tile:
                now = await mind.ask(hands, tried, decision, other)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        except CoachAway as away:
            return says(False, str(away), 503)
        return HTMLResponse(screens.piece("review_again", visitor, was=was, now=now))

    return router
