"""The page of the set-up on which a second camera above the table is chosen and shown where the table lies."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from server.access import Visitor
from server.addresses import NO_CAMERA, can_be_camera
from server.house import HouseError
from server.outline import NOT_FIXED
from server.people import people_of
from server.steps import camera_words
from server.web.answers import missing, onward, says
from server.web.site import Room, Site, referee_only
from vision.picture.camera import same_camera
from vision.picture.cameras import cameras
from vision.synthetic.second import second_url

HERS = "What it sees is for nobody else; the table needs one of its own."
_FIRST = "Choose the first camera before the second."
_SAME = "That camera looks at the table already. The second has to be another."


class _SecondPage:
    def __init__(self, site: Site, room: Room) -> None:
        self._site = site
        self._table, self._devices, self._memory = site.table, room.devices, room.memory

    async def page(self, visitor: Visitor) -> str:
        found = await asyncio.to_thread(cameras)
        first, second = self._devices.source or "", self._devices.second.source or ""
        simulated = second_url(first) if first.startswith("demo:") else ""
        free = [c for c in found if c.source == second or not self._taken(c.source)]
        return self._site.screens.page(
            "second",
            visitor,
            choices=free,
            source=second,
            first=first,
            simulated=simulated,
            other=second if second and second not in {simulated, *(c.source for c in free)} else "",
            words=camera_words,
            all_shown=self._devices.may_show_all,
            known=self._devices.second.outline.plane is not None,
        )

    def _taken(self, source: str) -> str:
        """Why that camera cannot be the second above the table; empty where it can."""
        if self._devices.source is None:
            return _FIRST
        if not can_be_camera(source):
            return NO_CAMERA
        if same_camera(source, self._devices.source):
            return _SAME
        seat = self._devices.at_racks.seat_of(source)
        return "" if seat is None else f"That camera stands at {people_of(self._table.state).whose(seat)} rack. {HERS}"

    async def use(self, typed: str) -> Response:
        source = typed.strip()
        if typed and not source:  # nothing at all is the button for no second camera
            return says(False, missing("The address"), 400)
        if source and (taken := self._taken(source)):
            return says(False, taken, 409)
        forgets: dict[str, object] = {}
        if source != (self._memory.house.second or ""):
            self._devices.second.outline, self._devices.second.turn = NOT_FIXED, None
            forgets = {"second_outlined": False, "second_turn": None}
        await self._devices.look_too(source or None)
        try:
            self._memory.change(second=source, **forgets)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return onward("/setup/second" if source else "/setup/camera")


def second_router(site: Site, room: Room) -> APIRouter:
    routes = _SecondPage(site, room)
    router = APIRouter(prefix="/setup")

    @router.get("/second", response_class=HTMLResponse)
    async def page(request: Request) -> Response:
        visitor = site.who(request)
        return HTMLResponse(await routes.page(visitor)) if visitor.referee else RedirectResponse("/?seat=referee", 303)

    @router.post("/second", dependencies=[Depends(referee_only(site))])
    async def use(source: Annotated[str, Form(max_length=400)] = "") -> Response:
        return await routes.use(source)

    return router
