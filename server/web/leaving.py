"""Somebody who played asks to be taken out: the dialog that says what goes and what stays, and the act."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, Response

from server.coaching.lessons.progress import Progress
from server.coaching.solo.page import Solos
from server.house import HouseError
from server.leaving import LEFT, aliases, cannot_leave, everybody, take_out
from server.store import StoreError
from server.web.answers import says
from server.web.site import Site, referee_only


def leaving_router(site: Site, progress: Progress, solos: Solos) -> APIRouter:
    table, memory = site.table, site.room.memory
    router = APIRouter(dependencies=[Depends(referee_only(site))])

    @router.get("/ledger/leaving", response_class=HTMLResponse)
    async def asks(request: Request) -> Response:
        try:
            names = everybody(table, memory, progress.names)
        except StoreError as error:
            return says(False, str(error), 503)
        return HTMLResponse(site.screens.piece("leaving", site.who(request), names=names, left=LEFT))

    @router.post("/ledger/leave")
    async def leave(name: Annotated[str, Form(max_length=60)], sure: Annotated[bool, Form()] = False) -> Response:
        if not sure:
            return says(False, "Tick that you know that this cannot be undone, then tap once more.", 422)
        try:
            names = aliases(table, name)
            refused = cannot_leave(table, names, everybody(table, memory, progress.names))
            if refused is not None:
                return says(False, refused.fault.says, 409)
            for one in names:
                progress.take_out(one)
                solos.take_out(one)
            now = take_out(table, memory, names)
        except (StoreError, HouseError) as error:
            return says(False, str(error), 503)
        return says(True, f"{name} is taken out. Her games stay, as those of {now}.")

    return router
