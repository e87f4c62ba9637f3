"""The tiles that a player taps in as her own, and whom she shows them to."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from engine.tile import Tile, read_tile
from server.holding import cannot_hold
from server.web.answers import says
from server.web.site import Site, seat_named

_SeatName = Annotated[str, Form(max_length=2)]


def own_router(site: Site) -> APIRouter:
    table, screens = site.table, site.screens
    router = APIRouter()

    @router.post("/own")
    async def own(
        request: Request,
        seat: _SeatName,
        add: Annotated[str, Form(max_length=2)] = "",
        drop: Annotated[str, Form(max_length=4)] = "",
    ) -> Response:
        sits, visitor = seat_named(seat), site.who(request)
        if not visitor.may_sit(sits):
            return says(False, "Only the player who sits there can do that.", 403)
        if drop == "all":
            screens.racks.free(sits)
            table.set_own(sits, None)
            return says(True, "")
        if not screens.racks.sees(sits, visitor.device):
            return says(False, "Another device shows these tiles: ask it first.", 403)
        held = table.own(sits) or ()
        try:
            after = _with(held, read_tile(add)) if add else _without(held, int(drop))
        except (ValueError, IndexError):
            return says(False, "That tile is not among yours.", 400)
        refused = cannot_hold(table.state, sits, held, read_tile(add)) if add else None
        if refused is not None:
            return says(False, refused, 409)
        screens.racks.fill(table, sits, visitor.device, after)
        return says(True, "")

    @router.post("/own/ask")
    async def ask(request: Request, seat: _SeatName = "") -> Response:
        visitor = site.who(request)
        sits = seat_named(seat) if seat else visitor.seat
        if sits is None or not visitor.may_sit(sits):
            return says(False, "Only who has joined the seat can ask.", 403)
        screens.racks.ask(sits, visitor.device)
        table.tell()
        return says(True, "")

    @router.post("/own/show")
    async def show(
        request: Request, to: Annotated[Literal["next", "refused", "nobody"], Form()], seat: _SeatName = ""
    ) -> Response:
        visitor = site.who(request)
        sits = seat_named(seat) if seat else visitor.seat
        if sits is None or not visitor.may_sit(sits) or not screens.racks.owns(sits, visitor.device):
            return says(False, "Only the device that the tiles were entered on can do that.", 403)
        if to == "nobody":
            screens.racks.shut(sits)
        else:
            screens.racks.answer(sits, to == "next")
        table.tell()
        return says(True, "")

    return router


def _with(held: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return (*held, tile)


def _without(held: tuple[Tile, ...], place: int) -> tuple[Tile, ...]:
    """Raises IndexError where nothing stands at that place."""
    left = list(held)
    left.pop(place)
    return tuple(left)
