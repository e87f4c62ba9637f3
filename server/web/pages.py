"""The pages that are looked at, and the faces of the tiles on them."""

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from engine.ruleset import OPTIONS, PRESETS
from engine.tile import Seat
from server.access import TOO_OFTEN, WRONG_CODE
from server.faces import faces
from server.web.site import Site, seat_named
from server.words import PRESET_WORDS

_WRONG = {"code": WRONG_CODE, "often": TOO_OFTEN}


def pages_router(site: Site) -> APIRouter:
    screens = site.screens
    router = APIRouter()

    @router.get("/", response_class=HTMLResponse)
    async def start(request: Request, wrong: str = "", seat: str = "") -> str:
        asked = seat.upper() if seat.upper() in Seat.__members__ else "the referee's page" if seat else ""
        return screens.page("start", site.who(request), wrong=_WRONG.get(wrong, ""), asked=asked)

    @router.get("/table", response_class=HTMLResponse)
    async def table_page(request: Request) -> str:
        return screens.page("table", site.who(request))

    @router.get("/seat/{name}", response_class=HTMLResponse)
    async def seat_page(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return RedirectResponse(f"/?seat={seat.name}", 303)
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

    @router.get("/setup", response_class=HTMLResponse)
    async def setup_page(request: Request) -> str:
        return screens.page(
            "setup", site.who(request), options=OPTIONS, presets=tuple(PRESETS), preset_words=PRESET_WORDS
        )

    @router.get("/tiles/{name}.svg")
    async def face(name: str) -> Response:
        text = faces().get(name)
        if text is None:
            raise HTTPException(404, "There is no such tile.")
        return Response(
            text, media_type="image/svg+xml", headers={"cache-control": "public, max-age=31536000, immutable"}
        )

    return router
