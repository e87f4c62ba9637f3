"""The Camera page: does it see what I see? For the host and the referee; racks are never shown.

A page asks for a picture when it has drawn the one before: the newest wins, and whoever is slow gets fewer.
"""

import asyncio
from math import hypot
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from engine.event import Exposed
from engine.sight.observation import NEAR_MM
from engine.tile import read_tile
from server import outline
from server.access import ONLY_REFEREE, Visitor
from server.house import HouseError
from server.lens import Cover, Shown
from server.pace import Pace
from server.people import People, people_of
from server.table import Table
from server.watcher import Watcher
from server.web.answers import says
from server.web.picture import picture_json, state_words
from server.web.site import Room, Site, Which
from vision.follow.belief import Followed
from vision.plane.zones import Zone


def event_of(tile: Followed, table: Table, watcher: Watcher | None) -> int:
    """The number of the event that tells of a tile: the discard that lies there, or the one exposure of its owner's
    with that face in it; 0 where none does, or more than one may."""
    at, face = tile.place, tile.sight.best
    if at.zone is Zone.DISCARDS:
        known = watcher.lying if watcher is not None else ()
        near = [k for k in known if k.at_mm is not None and hypot(k.at_mm[0] - at.x_mm, k.at_mm[1] - at.y_mm) < NEAR_MM]
        return near[0].number if len(near) == 1 else 0
    gone = table.gone
    exposed = [
        e.number
        for e in table.log
        if e.number not in gone
        and isinstance(now := table.standing(e.number), Exposed)
        and now.seat is at.seat
        and face in now.tiles
    ]
    return exposed[0] if len(exposed) == 1 else 0


class _CameraPage:
    """What the camera's page asks for."""

    def __init__(self, site: Site, room: Room) -> None:
        self._site = site
        self._room = room
        self._screens, self._table, self._devices = site.screens, site.table, room.devices

    def _cover_for(self, visitor: Visitor, wanted: Cover) -> Cover | None:
        """What this visitor may see of the picture; None where nothing. The simulated table has no secrets but its
        racks; and nobody sees everything once the game is started."""
        if not visitor.referee:
            simulated = (self._devices.source or "").startswith("demo:") and self._devices.watching
            return Cover.RACKS if simulated else None
        return Cover.RACKS if wanted is Cover.NOTHING and not self._devices.may_show_all else wanted

    async def page(self, request: Request) -> Response:
        visitor = self._site.who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(self._screens.page("camera", visitor, devices=self._devices))

    async def look(self, request: Request, cover: Cover = Cover.RACKS, camera: Which = 0) -> Response:
        """What is drawn over the newest picture of a camera, and how it stands with the eyes."""
        allowed = self._cover_for(self._site.who(request), cover)
        if allowed is None:
            return says(False, ONLY_REFEREE, 403)
        people, pace = people_of(self._table.state), self._table.camera.pace or Pace()
        try:
            shown = await self._devices.lens_of(camera).show(allowed)
        except ValueError:
            shown = None  # one torn picture: the next comes in a moment
        if camera:
            return self._look_too(shown, people)
        told: dict[str, Any] = (
            {"n": 0}
            if shown is None
            else picture_json(shown, people, pace, lambda tile: event_of(tile, self._table, self._devices.watcher))
        )
        camera_is = self._table.camera
        fine = (camera_is.ok is True or camera_is.opening) and not self._devices.one_alone
        alone = camera_is.says if self._devices.one_alone else ""
        told |= {"says": alone or state_words(shown, camera_is, pace, people, self._table.paused), "ok": fine}
        return JSONResponse(told)

    def _look_too(self, shown: Shown | None, people: People) -> Response:
        """The same of the second camera. Its tiles are put right in the first one's picture."""
        second = self._devices.second
        together = second.together
        told: dict[str, Any] = {"n": 0} if shown is None else picture_json(shown, people, second.status.pace or Pace())
        if together is None or not together.placed:
            told["seats"] = []  # whose side is whose is not known yet
        fine = second.status.ok is True or second.status.opening
        return JSONResponse(told | {"says": second.says, "ok": fine})

    async def picture(self, request: Request, cover: Cover = Cover.RACKS, camera: Which = 0) -> Response:
        allowed = self._cover_for(self._site.who(request), cover)
        if allowed is None:
            return says(False, ONLY_REFEREE, 403)
        try:
            shown = await self._devices.lens_of(camera).show(allowed)
        except ValueError:
            shown = None
        if shown is None:
            return says(False, "There is no picture yet.", 404)
        return Response(shown.jpeg, media_type="image/jpeg", headers={"x-picture": str(shown.glimpse.number)})

    async def find(self, request: Request) -> Response:
        """Look for the table again, by its markers or its edges; the game goes on as it stood."""
        if not self._site.who(request).referee:
            return says(False, ONLY_REFEREE, 403)
        latest = self._devices.lens.latest
        if latest is None:
            return says(False, "There is no picture to look for the table in.", 409)
        try:
            found = await asyncio.to_thread(outline.found, latest.frame.image, self._devices.outline)
        except ValueError:
            return says(False, "The camera sent a torn picture: tap once more.", 409)
        if found is None:
            return says(False, "I cannot find the table: take hands away, or drag its corners.", 409)
        self._devices.fix(found)
        try:
            outline.keep(self._room.memory, found)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return says(True, f"Found, by {found.found_by}.")

    async def told(
        self,
        request: Request,
        x: Annotated[float, Form(ge=-2000, le=2000)],
        y: Annotated[float, Form(ge=-2000, le=2000)],
        tile: Annotated[str, Form(max_length=2)],
    ) -> Response:
        """Somebody says what the tile at that place (mm) is."""
        if not self._site.who(request).referee:
            return says(False, ONLY_REFEREE, 403)
        try:
            kind = read_tile(tile)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        self._devices.told(x, y, kind)
        return says(True, f"The eyes know that face as {kind.words} from now on.")


def camera_router(site: Site, room: Room) -> APIRouter:
    routes = _CameraPage(site, room)
    router = APIRouter()
    router.get("/camera", response_class=HTMLResponse)(routes.page)
    router.get("/camera/look")(routes.look)
    router.get("/camera/picture.jpg")(routes.picture)
    router.post("/camera/find")(routes.find)
    router.post("/camera/tile")(routes.told)
    return router
