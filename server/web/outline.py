"""The set-up's step in which the table's outline is found, dragged at its corners, and turned."""

import asyncio
from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Form
from fastapi.responses import JSONResponse, Response

from server import outline
from server.house import HouseError
from server.lens import Cover
from server.outline import Outline
from server.web.answers import says
from server.web.site import Room, Site
from vision.arrays import Floats
from vision.plane.calibration import CalibrationError
from vision.plane.sheet import marker_sheet

_NOTHING = "There is no picture yet: choose a camera first."
_TURNED = "Turned. Who sits at the bottom here sits at the bottom on every page."


def outline_router(site: Site, room: Room) -> APIRouter:
    devices, memory = room.devices, room.memory
    router = APIRouter(prefix="/outline")

    def fixed(found: Outline, words: str) -> Response:
        devices.fix(found)
        try:
            outline.keep(memory, found)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return says(True, words)

    @router.get("/corners")
    async def corners() -> Response:
        """The corners as they lie in the picture that the step shows, and whether they were found or are a guess."""
        shown = await devices.lens.show(Cover.NOTHING if devices.may_show_all else Cover.ALL)
        if shown is None:
            return JSONResponse({"corners": []})
        px = outline.corners_in(Outline(shown.glimpse.plane), shown.glimpse.frame.image)
        points = [[round(float(x), 1), round(float(y), 1)] for x, y in shown.points(px)]
        return JSONResponse({"corners": points, "fixed": devices.outline.plane is not None})

    @router.get("/markers.pdf")
    async def markers(paper: Literal["A4", "Letter"] = "A4") -> Response:
        """The four markers, to be printed, cut and laid near the table's corners."""
        return Response(await asyncio.to_thread(marker_sheet, paper), media_type="application/pdf")

    @router.post("/find")
    async def find() -> Response:
        latest = devices.lens.latest
        if latest is None:
            return says(False, _NOTHING, 409)
        found = await asyncio.to_thread(outline.found, latest.frame.image, devices.outline)
        if found is None:
            return says(False, "I cannot find the table by itself: drag the four corners onto its corners.", 409)
        how = "its markers" if found.by_markers else "its edges"
        return fixed(found, f"Found by {how}. Does the line lie on the table's edge? If not, drag its corners.")

    @router.post("/drag")
    async def drag(points: Annotated[str, Form(max_length=200)]) -> Response:
        """`points`: the four corners "x,y x,y x,y x,y" in pixels of the picture shown, clockwise."""
        shown = await devices.lens.show(Cover.NOTHING if devices.may_show_all else Cover.ALL)
        if shown is None:
            return says(False, _NOTHING, 409)
        at = _four(points)
        if at is None:
            return says(False, "Corners are four points.", 400)
        try:
            found = outline.dragged(shown.camera_points(at), shown.glimpse.frame.image, shown.quarters)
        except CalibrationError:
            return says(False, "These four corners do not make a table: drag each to its own corner.", 409)
        return fixed(found, "")

    @router.post("/turn")
    async def turn() -> Response:
        if devices.outline.plane is None:
            return says(False, "Find the table first.", 409)
        return fixed(outline.next_first(devices.outline), _TURNED)

    return router


def _four(points: str) -> Floats | None:
    """The four points (4, 2) that "x,y x,y x,y x,y" names, or None."""
    try:
        at = np.array([[float(v) for v in word.split(",")] for word in points.split()]).reshape(4, 2)
    except ValueError:
        return None
    return at if np.isfinite(at).all() else None
