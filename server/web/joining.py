"""Joining a seat by its code, typed or scanned, and leaving it."""

import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from server.access import COOKIE, TOO_OFTEN, AccessError, carried_by
from server.guards import address_of
from server.web.site import Site

COOKIE_AGE_S = 400 * 24 * 3600


def joining_router(site: Site) -> APIRouter:
    table, access, screens = site.table, site.access, site.screens
    router = APIRouter()

    def joined(request: Request, code: str) -> Response:
        try:
            visitor, token = access.join(code, address_of(request), time.monotonic())
        except AccessError as error:
            return RedirectResponse(f"/?wrong={'often' if str(error) == TOO_OFTEN else 'code'}", 303)
        target = f"/seat/{visitor.seat.name}" if visitor.seat is not None else "/referee"
        answer = RedirectResponse(target, 303)
        cookie = carried_by(token, request.cookies.get(COOKIE))
        answer.set_cookie(COOKIE, cookie, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
        return answer

    @router.get("/join/{code}")
    async def scan(request: Request, code: str) -> Response:
        return joined(request, code)

    @router.post("/join")
    async def type_in(request: Request, code: Annotated[str, Form(max_length=40)]) -> Response:
        return joined(request, code)

    @router.post("/leave")
    async def leave(request: Request) -> Response:
        visitor = site.who(request)
        if visitor.seat is not None and screens.racks.owns(visitor.seat, visitor.device):
            screens.racks.free(visitor.seat)
            table.set_own(visitor.seat, None)
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(COOKIE)
        return answer

    return router
