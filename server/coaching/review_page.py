"""Looking back at the hand just played, from one seat and for it alone: once it is over."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from engine.hands import HandTable
from engine.state import Phase
from engine.tile import Seat, Tile, read_tile
from server.access import Visitor
from server.coaching.evening import Tonight, Tonights
from server.coaching.mind import CoachAway, Mind
from server.coaching.retrace import decisions
from server.coaching.review import SIZES, Decision, Looked, Review, reviewed, tried
from server.web.answers import says
from server.web.site import Site, opens, seat_named

HIGH, WIDE = 100.0, 320.0  # of the line that is drawn
TOPS = (0.2, 0.4, 0.6, 1.0)
_NOT_NOW = "Only who sat there can look back, and only after the hand."


def top_of(review: Review) -> float:
    """What the upper edge of the drawing stands for: as little as holds the whole line."""
    most = max((turn.after for turn in review.turns), default=1.0)
    return next(top for top in TOPS if top >= most)


def line_of(review: Review) -> tuple[tuple[float, float], ...]:
    """The chance to win by turn as points to draw through: x to the right, y down."""
    steps, top = max(1, len(review.turns) - 1), top_of(review)
    return tuple((WIDE * k / steps, HIGH * (1 - turn.after / top)) for k, turn in enumerate(review.turns))


class LooksBack:
    """Who may look back at what. `mind` thinks for a second or so: not the one that answers at the table."""

    def __init__(self, site: Site, mind: Mind) -> None:
        self.site, self.mind = site, mind
        self._tonights = Tonights()

    @property
    def hands(self) -> HandTable | None:
        return self.site.table.rules_in_force.table

    def sees(self, visitor: Visitor, seat: Seat) -> bool:
        """Whether this device may see what is on that rack, now that the hand is over."""
        mine = visitor.may_sit(seat) and self.site.screens.racks.sees(seat, visitor.device)
        return mine and self.site.table.state.phase is Phase.OVER and self.hands is not None

    def tonight(self, visitor: Visitor, seat: Seat) -> Tonight:
        return self._tonights.of(visitor.device, seat, self.site.table.state.names[seat])

    async def hand(self, visitor: Visitor, seat: Seat) -> tuple[tuple[Decision, ...], Review]:
        """The hand just played. Raises CoachAway."""
        table, hands = self.site.table, self.hands
        assert hands is not None
        found = decisions(table, seat)
        looked = await self.mind.ask(hands, reviewed, found)
        self.tonight(visitor, seat).look(table.game, found, looked, {game for game, _ in table.played})
        return found, looked

    async def weighed(self, decision: Decision, choice: str) -> tuple[Looked, Looked | None]:
        """What came of it then, and what would have come of another `choice`: the code of a tile to discard, `call`
        or `let go`; none to be told. Raises ValueError where there was no such choice, and CoachAway."""
        hands = self.hands
        assert hands is not None
        was: Looked = await self.mind.ask(hands, tried, decision, decision.chosen)
        if not choice:
            return was, None
        if (decision.called is not None) != (choice in ("call", "let go")):
            raise ValueError("There was no such choice")
        tiles: tuple[Tile, ...] = ()
        if decision.called is None:
            tiles = (read_tile(choice),)
            if tiles[0] not in decision.known.rack:
                raise ValueError("That tile was not among yours")
        elif choice == "call":
            tiles = was.best or decision.chosen
        return was, await self.mind.ask(hands, tried, decision, tiles)

    async def told(self, visitor: Visitor, decision: Decision, choice: str) -> Response:
        """The answer to a choice, for the page."""
        try:
            was, now = await self.weighed(decision, choice)
        except ValueError as error:
            return says(False, f"{error}.", 409)
        except CoachAway as away:
            return says(False, str(away), 503)
        return HTMLResponse(self.site.screens.piece("review_again", visitor, was=was, now=now))


def review_router(site: Site, mind: Mind) -> APIRouter:
    """The routes of a review, and of the drill that comes with it."""
    screens, back = site.screens, LooksBack(site, mind)
    router = APIRouter(prefix="/seat/{name}")

    @router.get("/review", response_class=HTMLResponse)
    async def review(request: Request, name: str, least: Annotated[float, Query(ge=0, le=1)] = 0.0) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not back.sees(visitor, seat):
            return RedirectResponse(f"{request.scope.get('root_path', '')}/seat/{seat.name}", 303)
        try:
            found, looked = await back.hand(visitor, seat)
        except CoachAway as away:
            return says(False, str(away), 503)
        places = {one.number: k for k, one in enumerate(found)}
        tonight = back.tonight(visitor, seat)
        page = screens.page(
            "review",
            visitor,
            sits=seat,
            review=looked,
            line=line_of(looked),
            top=top_of(looked),
            points=[(places[p.number], p) for p in looked.points if p.lost >= least],
            sizes=SIZES,
            turns=[(places[t.number], t.chosen[0]) for t in looked.turns],
            least=least,
            habit=tonight.habit,
            drill=tonight.drill,
            hands=len(tonight.hands),
        )
        return HTMLResponse(page)

    @router.get("/review/{place}", response_class=HTMLResponse)
    async def again(
        request: Request, name: str, place: int, tile: Annotated[str, Query(max_length=7)] = ""
    ) -> Response:
        """What another choice would have come to, or, without one, what the coach would have done."""
        visitor, seat = site.who(request), seat_named(name)
        if not back.sees(visitor, seat):
            return says(False, _NOT_NOW, 403)
        found = decisions(site.table, seat)
        if not 0 <= place < len(found):
            return says(False, "There was no such turn.", 404)
        return await back.told(visitor, found[place], tile)

    opens(router, _drill_router(back))
    return router


def _drill_router(back: LooksBack) -> APIRouter:
    """Her own turns of the kind that recurs, to be decided once more."""
    site, screens = back.site, back.site.screens
    router = APIRouter(prefix="/seat/{name}/drill")

    def her_turns(visitor: Visitor, seat: Seat) -> Sequence[Decision]:
        """Raises HTTPException for whoever may not look back, and where there is nothing to practise."""
        if not back.sees(visitor, seat):
            raise HTTPException(403, _NOT_NOW)
        turns = back.tonight(visitor, seat).drill
        if not turns:
            raise HTTPException(404, "There is nothing to practise: no kind of choice has come again and again.")
        return turns

    @router.get("/{place}", response_class=HTMLResponse)
    async def drill(request: Request, name: str, place: int) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        turns = her_turns(visitor, seat)
        at = place % len(turns)
        return HTMLResponse(screens.piece("drill", visitor, sits=seat, one=turns[at], place=at, of=len(turns)))

    @router.get("/{place}/answer", response_class=HTMLResponse)
    async def answer(
        request: Request, name: str, place: int, choice: Annotated[str, Query(max_length=7)] = ""
    ) -> Response:
        visitor = site.who(request)
        turns = her_turns(visitor, seat_named(name))
        return await back.told(visitor, turns[place % len(turns)], choice)

    return router
