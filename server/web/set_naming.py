"""What a set that nobody showed is asked about, and what has been learned of it: pictures to tap on. The referee's."""

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, Response

from engine.tile import read_tile
from server.access import ONLY_REFEREE
from server.set_naming import KEY, NOBODY_KNOWS, NONE_OF_THESE
from server.web.answers import says
from server.web.site import Site, opens


def set_naming_router(site: Site) -> APIRouter:
    """The routes."""
    router = APIRouter()
    opens(router, _asked(site), _learned(site))
    return router


def _asked(site: Site) -> APIRouter:
    naming, table = site.room.devices.naming, site.table
    router = APIRouter(prefix="/set")

    @router.get("/asked/{place}.png")
    async def asked(request: Request, place: int) -> Response:
        """A picture of what is asked, while it is asked."""
        alert = next((a for a in table.alerts if a.key == KEY), None)
        if alert is None or not site.who(request).referee or not 0 <= place < len(alert.pictures):
            raise HTTPException(404, "There is no such picture for you.")
        return Response(alert.pictures[place], media_type="image/png")

    @router.post("/answer")
    async def answer(
        request: Request, which: Annotated[str, Form(max_length=8)], print: Annotated[str, Form(max_length=80)] = ""
    ) -> Response:
        """`which`: the number of a picture, or `NONE_OF_THESE`, or `NOBODY_KNOWS`; where it is asked what tiles are, a
        tile or `NOBODY_KNOWS`. `print`: of the question."""
        if not site.who(request).referee:
            return says(False, ONLY_REFEREE, 403)
        question = naming.asked
        if question is None or (print and print != question.key):
            return says(False, "That question has been settled meanwhile.", 409)
        if question.likely and which != NOBODY_KNOWS:
            try:
                naming.named(read_tile(which))
            except ValueError as error:
                return says(False, f"{error}.", 400)
        elif which.isdecimal() and int(which) < len(question.born):
            naming.answer(int(which))
        elif which in (NONE_OF_THESE, NOBODY_KNOWS):
            naming.answer(None, which == NONE_OF_THESE)
        else:
            return says(False, "There is no such picture.", 400)
        return says(True, "")

    return router


def _learned(site: Site) -> APIRouter:
    naming, screens = site.room.devices.naming, site.screens
    router = APIRouter(prefix="/set")

    @router.get("/drawing/{born}.png")
    async def drawing(request: Request, born: int) -> Response:
        """A tile that was gathered."""
        found = next((t for t in naming.learner.tiles if t.born == born), None)
        if found is None or not site.who(request).referee:
            raise HTTPException(404, "There is no such picture for you.")
        return Response(naming.picture(found), media_type="image/png")

    @router.get("/name/{born}", response_class=HTMLResponse)
    async def rename(request: Request, born: int) -> Response:
        visitor = site.who(request)
        if not visitor.referee or all(t.born != born for t in naming.learner.tiles):
            return says(False, "There is no such tile.", 404)
        return HTMLResponse(screens.piece("set_name", visitor, born=born, drawn=naming.drawn_like(born)))

    @router.post("/name")
    async def name(
        request: Request, born: Annotated[int, Form()], tile: Annotated[str, Form(max_length=2)]
    ) -> Response:
        """All tiles that bear the drawing of that one are `tile`."""
        if not site.who(request).referee:
            return says(False, ONLY_REFEREE, 403)
        try:
            kind = read_tile(tile)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        if all(t.born != born for t in naming.learner.tiles):
            return says(False, "There is no such tile.", 404)
        naming.told(born, kind)
        await naming.settled()
        return Response(status_code=204, headers={"hx-redirect": "/setup/tiles"})

    return router
