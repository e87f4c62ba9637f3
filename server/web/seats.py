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
from server.access import Visitor
from server.acts import allowed
from server.laying import Laid, begun, false_text, room_for, showing_texts, with_tiles
from server.my_card import my_card
from server.offers import Desk
from server.people import people_of
from server.sheet import sheet
from server.web.answers import answered, says
from server.web.site import Site, seat_named

_NOT_YOURS = "Only who sits there can do that."


def seats_router(site: Site) -> APIRouter:
    table, screens = site.table, site.screens
    router = APIRouter()

    def own_tiles(visitor: Visitor, seat: Seat) -> tuple[Tile, ...]:
        sees = screens.racks.sees(seat, visitor.device)
        return (table.own(seat) or ()) if sees else ()

    def tray(visitor: Visitor, laid: Laid) -> Response:
        fits = frozenset(t for t in Tile if room_for(table, laid, t))
        texts = showing_texts(table, laid)
        piece = screens.piece("lay", visitor, laid=laid, fits=fits, ready=bool(texts), false_text=false_text(laid))
        return HTMLResponse(piece)

    @router.get("/seat/{name}/more", response_class=HTMLResponse)
    async def more(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, _NOT_YOURS, 403)
        desk = Desk(table, seat, people_of(table.state), own_tiles(visitor, seat), visitor.seat is seat)
        return HTMLResponse(screens.piece("more", visitor, desk=desk, sections=sheet(desk, visitor)))

    @router.get("/seat/{name}/card", response_class=HTMLResponse)
    async def card(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, _NOT_YOURS, 403)
        hands = table.rules_in_force.table
        if hands is None:
            return HTMLResponse(screens.piece("my_card", visitor, sections=(), known=False))
        own = own_tiles(visitor, seat)
        state = table.state
        exposed = [x.tiles for x in state.racks[seat].exposures]
        seen = [d.tile for d in state.discards]
        seen += [t for s in Seat if s is not seat for x in state.racks[s].exposures for t in x.tiles]
        tiles = [*own, *(t for x in exposed for t in x)]
        ranking = rank(hands, tiles, exposed, seen) if tiles else ()
        return HTMLResponse(
            screens.piece("my_card", visitor, sections=my_card(hands, ranking, tiles), known=bool(tiles))
        )

    @router.get("/seat/{name}/discards", response_class=HTMLResponse)
    async def discards(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, _NOT_YOURS, 403)
        lying = Counter(d.tile for d in table.state.discards)
        return HTMLResponse(screens.piece("lying", visitor, lying=lying))

    @router.post("/lay", response_class=HTMLResponse)
    async def lay(
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        laying: Annotated[bool, Form()] = False,
        tiles: Annotated[str, Form(max_length=60)] = "",
        add: Annotated[str, Form(max_length=2)] = "",
        drop: Annotated[int, Form(ge=-1)] = -1,
    ) -> Response:
        visitor, sits = site.who(request), seat_named(seat)
        if not visitor.may_sit(sits):
            return says(False, _NOT_YOURS, 403)
        if not laying:
            return tray(visitor, begun(table, sits, own_tiles(visitor, sits)))
        try:
            held = list(read_tiles(tiles))
            more = [read_tile(add)] if add else []
        except ValueError as error:
            return says(False, f"{error}.", 400)
        if 0 <= drop < len(held):
            held.pop(drop)
        laid = with_tiles(table, sits, tuple(held))
        fitting = (t for t in more if room_for(table, laid, t))
        return tray(visitor, with_tiles(table, sits, (*held, *fitting)))

    @router.post("/lay/show")
    async def show(
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        tiles: Annotated[str, Form(max_length=60)],
        after: Annotated[int, Form(ge=0)],
    ) -> Response:
        visitor, sits = site.who(request), seat_named(seat)
        if not visitor.may_sit(sits):
            return says(False, _NOT_YOURS, 403)
        try:
            laid = with_tiles(table, sits, read_tiles(tiles))
        except ValueError as error:
            return says(False, f"{error}.", 400)
        texts = showing_texts(table, laid)
        if not texts:
            return says(False, f"{laid.to_come} tiles are still to be laid.", 409)
        text = next((t for t in texts if allowed(table, t)), texts[0])
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(table, lambda: table.submit(Proposal(notation.read(text), source), after))

    return router
