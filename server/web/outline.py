"""The set-up's step in which the table's outline is found, dragged at its corners, and turned."""

import asyncio
from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Depends, Form
from fastapi.responses import JSONResponse, Response

from server import outline
from server.house import HouseError
from server.lens import Cover, Shown
from server.outline import Outline
from server.web.answers import says
from server.web.site import Room, Site, Which, referee_only
from vision.arrays import Floats
from vision.plane.calibration import CalibrationError
from vision.plane.sheet import marker_sheet

_NOTHING = "There is no picture yet: choose a camera first."
_TURNED = "Turned. Who sits at the bottom here sits at the bottom on every page."


class _OutlinePage:
    """What the routes of the outline do, for either camera."""

    def __init__(self, room: Room) -> None:
        self._devices, self._memory = room.devices, room.memory

    def _fixed(self, camera: int, found: Outline, words: str) -> Response:
        devices = self._devices
        fix, keep = (devices.fix_second, outline.keep_second) if camera else (devices.fix, outline.keep)
        fix(found)
        try:
            keep(self._memory, found)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return says(True, words)

    def _outline_of(self, camera: int) -> Outline:
        return self._devices.second.outline if camera else self._devices.outline

    async def _shown_by(self, camera: int) -> Shown | None:
        cover = Cover.NOTHING if self._devices.may_show_all else Cover.ALL
        return await self._devices.lens_of(camera).show(cover)

    async def corners(self, camera: Which = 0) -> Response:
        """The corners as they lie in the picture that the step shows, and whether they were found or are a guess."""
        shown = await self._shown_by(camera)
        if shown is None:
            return JSONResponse({"corners": []})
        plane = shown.glimpse.plane
        px = outline.corners_in(Outline(plane), shown.glimpse.frame.image)
        points = [[round(float(x), 1), round(float(y), 1)] for x, y in shown.points(px)]
        known = plane if camera else self._outline_of(camera).plane
        return JSONResponse({"corners": points, "fixed": known is not None})

    async def markers(self, paper: Literal["A4", "Letter"] = "A4") -> Response:
        """The four markers, to be printed, cut and laid near the table's corners."""
        return Response(await asyncio.to_thread(marker_sheet, paper), media_type="application/pdf")

    async def find(self, camera: Which = 0) -> Response:
        latest = self._devices.lens_of(camera).latest
        if latest is None:
            return says(False, _NOTHING, 409)
        found = await asyncio.to_thread(outline.found, latest.frame.image, self._outline_of(camera))
        if found is None:
            return says(False, "I cannot find the table by itself: drag the four corners onto its corners.", 409)
        words = f"Found by {found.found_by}. Does the line lie on the table's edge? If not, drag its corners."
        return self._fixed(camera, found, words)

    async def drag(self, points: Annotated[str, Form(max_length=200)], camera: Which = 0) -> Response:
        """`points`: the four corners "x,y x,y x,y x,y" in pixels of the picture shown, clockwise."""
        shown = await self._shown_by(camera)
        if shown is None:
            return says(False, _NOTHING, 409)
        at = _four(points)
        if at is None:
            return says(False, "Corners are four points.", 400)
        try:
            found = outline.dragged(shown.camera_points(at), shown.glimpse.frame.image, shown.quarters)
        except CalibrationError:
            return says(False, "These four corners do not make a table: drag each to its own corner.", 409)
        return self._fixed(camera, found, "")

    async def turn(self) -> Response:
        if self._devices.outline.plane is None:
            return says(False, "Find the table first.", 409)
        return self._fixed(0, outline.next_first(self._devices.outline), _TURNED)


def outline_router(site: Site, room: Room) -> APIRouter:
    routes = _OutlinePage(room)
    router = APIRouter(prefix="/setup/outline", dependencies=[Depends(referee_only(site))])
    router.get("/corners")(routes.corners)
    router.get("/markers.pdf")(routes.markers)
    router.post("/find")(routes.find)
    router.post("/drag")(routes.drag)
    router.post("/turn")(routes.turn)
    return router


def _four(points: str) -> Floats | None:
    """The four points (4, 2) that "x,y x,y x,y x,y" names, or None."""
    try:
        at = np.array([[float(v) for v in word.split(",")] for word in points.split()]).reshape(4, 2)
    except ValueError:
        return None
    return at if np.isfinite(at).all() else None
