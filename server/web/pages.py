"""The pages that are looked at, and the faces of the tiles on them."""

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from engine.rules.rulebook import chaptered, found
from engine.state import State
from engine.tile import Seat
from server.access import ALL_SEATS_ROLE, REFEREE_ROLE, ROLES, TOO_OFTEN, VISITOR, WRONG_CODE
from server.faces import faces
from server.screens import Screens, role_words
from server.web.site import Site, opens, seat_named

_LONGEST_QUESTION = 60  # letters of a search in the rules
_WRONG = {"code": WRONG_CODE, "often": TOO_OFTEN}


def pages_router(site: Site) -> APIRouter:
    screens = site.screens
    router = APIRouter()
    opens(router, _showing(screens))

    @router.get("/", response_class=HTMLResponse)
    async def start(request: Request, wrong: str = "", seat: str = "", stay: str = "") -> Response:
        visitor = site.who(request)
        if visitor.host and site.wants_setting_up and not (wrong or seat or stay):
            return RedirectResponse("/setup", 303)
        role = seat.upper() if seat.upper() in Seat.__members__ else seat
        asked = _opened(role, site.table.state) if role in ROLES else ""
        return HTMLResponse(screens.page("start", visitor, wrong=_WRONG.get(wrong, ""), asked=asked))

    @router.get("/table", response_class=HTMLResponse)
    async def table_page(request: Request) -> str:
        return screens.page("table", site.who(request))

    @router.get("/seat/{name}", response_class=HTMLResponse)
    async def seat_page(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return RedirectResponse(f"/?seat={seat.name}", 303)
        site.room.devices.at_racks.here(seat, visitor.device)
        return HTMLResponse(screens.page("seat", visitor, seat))

    @router.get("/referee", response_class=HTMLResponse)
    async def referee_page(request: Request) -> Response:
        visitor = site.who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(screens.page("referee", visitor))

    @router.get("/ledger", response_class=HTMLResponse)
    async def ledger_page(request: Request) -> str:
        return screens.page("ledger", site.who(request))

    @router.get("/rules", response_class=HTMLResponse)
    async def rules_page(request: Request, q: str = "") -> str:
        asked = q[:_LONGEST_QUESTION]
        return screens.page("rules", site.who(request), asked=asked, chapters=chaptered(found(asked)))

    @router.get("/tiles/{name}.svg")
    async def face(name: str) -> Response:
        text = faces().get(name)
        if text is None:
            raise HTTPException(404, "There is no such tile.")
        return Response(
            text, media_type="image/svg+xml", headers={"cache-control": "public, max-age=31536000, immutable"}
        )

    return router


def _opened(role: str, state: State) -> str:
    """What the code of a role opens."""
    if role == REFEREE_ROLE:
        return "the referee's pages"
    called = role_words(role, state)
    return f"the page for {called}" if role == ALL_SEATS_ROLE else called


def _showing(screens: Screens) -> APIRouter:
    """What shows and takes no taps, whoever opens it."""
    router = APIRouter()

    @router.get("/screen", response_class=HTMLResponse)
    async def screen_page() -> str:
        """The table for a wall: it shows, and takes no taps."""
        return screens.page("screen", VISITOR)

    @router.get("/overlay", response_class=HTMLResponse)
    async def overlay_page() -> str:
        """The same for streaming software, to be laid over a picture."""
        return screens.page("overlay", VISITOR)

    return router
