"""A camera at a rack, on the page of the seat: chosen, tried and stopped by the device that it reads for, and shown to
nobody else. The referee and the host are strangers here too.
"""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from engine.tile import Seat, code, read_tile
from server.access import NOT_YOURS, SHOWN_ELSEWHERE, Visitor
from server.addresses import can_be_camera
from server.house import HouseError
from server.rack_cameras import AtRack
from server.rack_words import rack_says, sure
from server.steps import camera_words
from server.web.answers import says
from server.web.site import Site, seat_named
from vision.picture.cameras import CameraChoice, cameras
from vision.synthetic.rack_camera import rack_url

_NONE = "No camera of yours is at this rack."
NETWORK = ("rtsp://", "http://", "https://")


def rack_camera_router(site: Site) -> APIRouter:
    router, desk = APIRouter(prefix="/seat/{name}/rack-camera"), _Desk(site)

    @router.get("", response_class=HTMLResponse)
    async def panel(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        return desk.refusal(visitor, seat) or await desk.panel(visitor, seat)

    @router.get("/look")
    async def look(request: Request, name: str) -> Response:
        """How it stands, and the reading, for the devices that may see this rack."""
        visitor, seat = site.who(request), seat_named(name)
        return desk.refusal(visitor, seat) or JSONResponse(desk.told(visitor, seat))

    @router.get("/picture.jpg")
    async def picture(request: Request, name: str) -> Response:
        """The newest picture, for its owner; nothing yet, where none has come or the newest is torn."""
        visitor, seat = site.who(request), seat_named(name)
        if not desk.owns(visitor, seat):
            return says(False, "There is no such picture for you.", 404)
        jpeg = await desk.cameras.picture(seat, visitor.device)
        if jpeg is None:
            return Response(status_code=204)
        return Response(jpeg, media_type="image/jpeg")

    _touched(router, site, desk)
    return router


def _touched(router: APIRouter, site: Site, desk: "_Desk") -> None:
    """What the buttons do."""

    @router.post("/try")
    async def try_out(request: Request, name: str, source: Annotated[str, Form(max_length=350)]) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        refused = desk.refusal(visitor, seat)
        if refused is not None:
            return refused
        source = source.strip()
        if not await desk.may_open(visitor, seat, source):
            return says(False, "That is no camera of this machine, and no address of one in this house.", 400)
        trouble = await desk.cameras.try_out(seat, visitor.device, source)
        return says(False, trouble, 409) if trouble else await desk.panel(visitor, seat)

    @router.post("/read")
    async def read(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not desk.owns(visitor, seat):
            return says(False, _NONE, 403)
        try:
            await desk.cameras.read(seat, visitor.device)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return await desk.panel(visitor, seat)

    @router.post("/stop")
    async def stop(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not desk.owns(visitor, seat):
            return says(False, _NONE, 403)
        await desk.cameras.stop(seat)
        return await desk.panel(visitor, seat)

    @router.post("/tile")
    async def tile(
        request: Request,
        name: str,
        place: Annotated[int, Form(ge=0, lt=14)],
        tile: Annotated[str, Form(max_length=2)],
        was: Annotated[str, Form(max_length=2)] = "",
    ) -> Response:
        """The tile at that place, from the left, is another than it `was` read as."""
        visitor, seat = site.who(request), seat_named(name)
        refused = desk.refusal(visitor, seat)
        at = desk.seen(visitor, seat)
        if refused is not None or at is None:
            return refused or says(False, _NONE, 403)
        try:
            if was and code(at.belief.tiles[place].face) != was:
                return says(False, "The rack has changed meanwhile: look again.", 409)
            desk.cameras.put_right(seat, place, read_tile(tile))
        except (ValueError, IndexError):
            return says(False, "That tile is not among those that are read.", 400)
        return says(True, "")


class _Desk:
    """What the routes ask of."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.cameras = site.room.devices.at_racks

    def refusal(self, visitor: Visitor, seat: Seat) -> Response | None:
        if not visitor.may_sit(seat) or not visitor.device:
            return says(False, NOT_YOURS, 403)
        if not self._site.screens.racks.sees(seat, visitor.device):
            return says(False, SHOWN_ELSEWHERE, 403)
        return None

    def owns(self, visitor: Visitor, seat: Seat) -> bool:
        return visitor.may_sit(seat) and self.cameras.mine(seat, visitor.device) is not None

    def seen(self, visitor: Visitor, seat: Seat) -> AtRack | None:
        """The camera whose reading this device may see: its own, or that of the device that let it in."""
        at = self.cameras.of(seat)
        racks = self._site.screens.racks
        if at is None or not at.owner or not racks.owns(seat, at.owner):
            return None
        return at if racks.sees(seat, visitor.device) else None

    async def may_open(self, visitor: Visitor, seat: Seat, source: str) -> bool:
        """A player opens cameras, not whatever file this machine holds; that is for whoever sits at it."""
        if not can_be_camera(source):
            return False
        offered = {c.source for c in await self._choices(seat)}
        return source in offered or source.startswith(NETWORK) or (visitor.host and bool(source))

    async def _choices(self, seat: Seat) -> list[CameraChoice]:
        devices = self._site.room.devices
        found = list(await asyncio.to_thread(cameras))
        if (devices.source or "").startswith("demo:"):
            found.append(CameraChoice(rack_url(str(devices.source), seat), "The simulated rack", -1))
        return [c for c in found if self.cameras.refusal(seat, c.source) is None]

    async def panel(self, visitor: Visitor, seat: Seat) -> Response:
        mine, seen = self.cameras.mine(seat, visitor.device), self.seen(visitor, seat)
        shown = self._site.screens.piece(
            "rack_camera_panel",
            visitor,
            sits=seat,
            at=mine,
            guest=mine is None and seen is not None,
            choices=await self._choices(seat) if mine is None and seen is None else (),
            words=camera_words,
            told=self.told(visitor, seat),
        )
        return HTMLResponse(shown)

    def told(self, visitor: Visitor, seat: Seat) -> dict[str, Any]:
        at = self.seen(visitor, seat)
        if at is None:
            return {"on": False, "says": "", "ok": None, "number": 0, "tiles": [], "picture": False}
        shows = at is self.cameras.mine(seat, visitor.device) and at.looker is not None and at.looker.latest is not None
        tiles = [
            {
                "tile": code(t.face),
                "words": t.face.words,
                "sure": t.told or sure(t.sure),
                "others": [code(o) for o in t.others],
            }
            for t in at.belief.tiles
        ]
        return {
            "on": True,
            "says": rack_says(at),
            "ok": not at.lost,
            "number": at.belief.number,
            "tiles": tiles,
            "picture": shows,
        }
