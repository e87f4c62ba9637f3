"""What a player's page asks for beside its live parts: everything she can say, the card in her hand, the discards, the
tray on which a mah jongg is laid open.
"""

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from engine import notation
from engine.hands import rank
from engine.rules.referee import Proposal, Source
from engine.tile import Seat, Tile, read_tile, read_tiles
from server.access import NOT_YOURS, Visitor
from server.acts import allowed
from server.laying import Laid, begun, false_text, room_for, showing_texts, with_tiles
from server.my_card import my_card
from server.offers import Desk
from server.people import people_of
from server.sheet import sheet
from server.web.answers import answered, says
from server.web.site import Site, seat_named


class _Seats:
    """What the page of one seat asks for beside its acts."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._table, self._screens = site.table, site.screens

    def _own_tiles(self, visitor: Visitor, seat: Seat) -> tuple[Tile, ...]:
        sees = self._screens.racks.sees(seat, visitor.device)
        return (self._table.own(seat) or ()) if sees else ()

    def _tray(self, visitor: Visitor, laid: Laid) -> Response:
        fits = frozenset(t for t in Tile if room_for(self._table, laid, t))
        texts = showing_texts(self._table, laid)
        piece = self._screens.piece(
            "lay", visitor, laid=laid, fits=fits, ready=bool(texts), false_text=false_text(laid)
        )
        return HTMLResponse(piece)

    async def more(self, request: Request, name: str) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        desk = Desk(
            self._table, seat, people_of(self._table.state), self._own_tiles(visitor, seat), visitor.seat is seat
        )
        return HTMLResponse(self._screens.piece("more", visitor, desk=desk, sections=sheet(desk, visitor.on("seat"))))

    async def card(self, request: Request, name: str) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        hands = self._table.rules_in_force.table
        if hands is None:
            return HTMLResponse(self._screens.piece("my_card", visitor, sections=(), known=False))
        own = self._own_tiles(visitor, seat)
        state = self._table.state
        exposed = [x.tiles for x in state.racks[seat].exposures]
        seen = [d.tile for d in state.discards]
        seen += [t for s in Seat if s is not seat for x in state.racks[s].exposures for t in x.tiles]
        tiles = [*own, *(t for x in exposed for t in x)]
        ranking = rank(hands, tiles, exposed, seen) if tiles else ()
        return HTMLResponse(
            self._screens.piece("my_card", visitor, sections=my_card(hands, ranking, tiles), known=bool(tiles))
        )

    async def discards(self, request: Request, name: str) -> Response:
        visitor, seat = self._site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        lying = Counter(d.tile for d in self._table.state.discards)
        return HTMLResponse(self._screens.piece("lying", visitor, lying=lying))

    async def lay(
        self,
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        laying: Annotated[bool, Form()] = False,
        tiles: Annotated[str, Form(max_length=60)] = "",
        add: Annotated[str, Form(max_length=2)] = "",
        drop: Annotated[int, Form(ge=-1)] = -1,
    ) -> Response:
        visitor, sits = self._site.who(request), seat_named(seat)
        if not visitor.may_sit(sits):
            return says(False, NOT_YOURS, 403)
        if not laying:
            return self._tray(visitor, begun(self._table, sits, self._own_tiles(visitor, sits)))
        try:
            held = list(read_tiles(tiles))
            more = [read_tile(add)] if add else []
        except ValueError as error:
            return says(False, f"{error}.", 400)
        if 0 <= drop < len(held):
            held.pop(drop)
        laid = with_tiles(self._table, sits, tuple(held))
        fitting = (t for t in more if room_for(self._table, laid, t))
        return self._tray(visitor, with_tiles(self._table, sits, (*held, *fitting)))

    async def show(
        self,
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        tiles: Annotated[str, Form(max_length=60)],
        after: Annotated[int, Form(ge=0)],
    ) -> Response:
        visitor, sits = self._site.who(request), seat_named(seat)
        if not visitor.may_sit(sits):
            return says(False, NOT_YOURS, 403)
        try:
            laid = with_tiles(self._table, sits, read_tiles(tiles))
        except ValueError as error:
            return says(False, f"{error}.", 400)
        texts = showing_texts(self._table, laid)
        if not texts:
            return says(False, f"{laid.to_come} tiles are still to be laid.", 409)
        text = next((t for t in texts if allowed(self._table, t)), texts[0])
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(self._table, lambda: self._table.submit(Proposal(notation.read(text), source), after))


def seats_router(site: Site) -> APIRouter:
    routes = _Seats(site)
    router = APIRouter()
    router.get("/seat/{name}/more", response_class=HTMLResponse)(routes.more)
    router.get("/seat/{name}/card", response_class=HTMLResponse)(routes.card)
    router.get("/seat/{name}/discards", response_class=HTMLResponse)(routes.discards)
    router.post("/lay", response_class=HTMLResponse)(routes.lay)
    router.post("/lay/show")(routes.show)
    return router
