"""What this device is at the table: taking a role by its code, typed or scanned, leaving it, handing it on, and codes
made anew. A visit changes only what the visitor carries, so that whoever merely looks at a link does nothing to others.
"""

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from server.access import ALL_SEATS_ROLE, COOKIE, COOKIE_AGE_S, REFEREE_ROLE, ROLES, TOO_OFTEN, AccessError
from server.guards import address_of
from server.screens import roles_of
from server.web.site import Site

_Role = Literal["P1", "P2", "P3", "P4", "referee", "all"]
_Code = Annotated[str, Form(max_length=40)]


def joining_router(site: Site) -> APIRouter:
    """The routes by which a device takes and leaves its roles."""
    access, screens = site.access, site.screens
    router = APIRouter()

    @router.get("/join/{code}", response_class=HTMLResponse)
    async def scan(request: Request, code: str) -> Response:
        visitor = site.who(request)
        try:
            role = access.join(code, address_of(request), time.monotonic())
        except AccessError as error:
            return _wrong(error)
        if role in roles_of(visitor):
            return RedirectResponse(_page_of(role), 303)
        if visitor.referee or visitor.plays:  # it is something already: what it will be is chosen, not stumbled into
            return HTMLResponse(screens.page("join", visitor, role=role, code=code))
        return _carrying(site, request, RedirectResponse(_page_of(role), 303), add=(role,))

    @router.post("/join")
    async def join(request: Request, code: _Code, instead: Annotated[bool, Form()] = False) -> Response:
        try:
            role = access.join(code, address_of(request), time.monotonic())
        except AccessError as error:
            return _wrong(error)
        left = seats_of(request, site) if instead else ()
        return _carrying(site, request, RedirectResponse(_page_of(role), 303), add=(role,), drop=left)

    @router.post("/sit")
    async def sit(request: Request, role: Annotated[_Role, Form()]) -> Response:
        """The referee, who can see every code, takes a role on the device in hand without typing one."""
        if not site.who(request).referee:
            raise HTTPException(403, "Only the referee can do that. Type the code of your seat.")
        return _carrying(site, request, RedirectResponse(_page_of(role), 303), add=(role,))

    @router.post("/leave")
    async def leave(request: Request, role: Annotated[_Role | Literal[""], Form()] = "") -> Response:
        left = (role,) if role else ROLES
        await _take_cameras_along(site, request, left)
        return _carrying(site, request, RedirectResponse("/", 303), drop=left)

    @router.get("/hand-on/{role}", response_class=HTMLResponse)
    async def hand_on(request: Request, role: _Role) -> str:
        visitor = site.who(request)
        if role not in roles_of(visitor) and not visitor.referee:
            raise HTTPException(403, "This device cannot hand that on: it is not its own.")
        return screens.page("hand_on", visitor, role=role)

    @router.post("/codes")
    async def renew(request: Request, role: Annotated[_Role | Literal[""], Form()] = "") -> Response:
        """Other codes for one role or for all: whoever has joined by the old ones is out, but not the one who asks."""
        if not site.who(request).referee:
            raise HTTPException(403, "Only the referee can do that.")
        return _renewed(site, request, (role,) if role else ROLES)

    return router


def _renewed(site: Site, request: Request, roles: tuple[str, ...]) -> Response:
    before = request.cookies.get(COOKIE)
    kept = site.access.roles(before)
    try:
        site.access.renew(roles)
    except OSError as error:
        raise HTTPException(503, f"The codes cannot be kept: {error.strerror}.") from error
    answer = RedirectResponse("/#join-title", 303)
    if kept:
        _set(answer, site.access.carry(before, add=kept))
    site.table.tell()  # so that the pages of those who are out notice it
    return answer


def seats_of(request: Request, site: Site) -> tuple[str, ...]:
    """The roles, among those that the device carries, by which it plays."""
    return tuple(role for role in site.access.roles(request.cookies.get(COOKIE)) if role != REFEREE_ROLE)


def _page_of(role: str) -> str:
    """The page that a role opens first."""
    if role == REFEREE_ROLE:
        return "/referee"
    return "/all" if role == ALL_SEATS_ROLE else f"/seat/{role}"


async def _take_cameras_along(site: Site, request: Request, left: tuple[str, ...]) -> None:
    """The cameras at the racks of seats that their owner leaves are let go: somebody else may sit there next."""
    visitor = site.who(request)
    at_racks = site.room.devices.at_racks
    for seat in (
        visitor.seats
        - site.access.visitor(site.access.carry(request.cookies.get(COOKIE), drop=left), address_of(request)).seats
    ):
        if at_racks.mine(seat, visitor.device) is not None:
            await at_racks.stop(seat)


def _wrong(error: AccessError) -> Response:
    return RedirectResponse(f"/?wrong={'often' if str(error) == TOO_OFTEN else 'code'}", 303)


def _carrying(
    site: Site, request: Request, answer: Response, add: tuple[str, ...] = (), drop: tuple[str, ...] = ()
) -> Response:
    """`answer` with the cookie of a device that has taken and left these roles. A rack that it may see no more is given
    up; where nobody has one at a seat that it leaves, who sits down there next chooses anew how much help she has."""
    before = request.cookies.get(COOKIE)
    address = address_of(request)
    was, cookie = site.access.visitor(before, address), site.access.carry(before, add, drop)
    now = site.access.visitor(cookie, address)
    left = was.seats - now.seats
    for seat in left:
        if site.screens.racks.leave(seat, was.device):
            site.table.set_own(seat, None)
        if seat.name in site.access.roles(before) and not site.screens.racks.taken(seat):
            site.screens.coach.forget(seat)
    if left:
        site.table.tell()  # so that the pages of who is still there say whom they show it to
    if cookie:
        _set(answer, cookie)
    else:
        answer.delete_cookie(COOKIE)
    return answer


def _set(answer: Response, cookie: str) -> None:
    answer.set_cookie(COOKIE, cookie, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
