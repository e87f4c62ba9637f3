"""The web: pages, the sockets that keep them up to date, taps that become proposals, and a little JSON.

`create_app` is given everything; it opens nothing. Pydantic and HTTP stay in this room.
"""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Form, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from engine import notation
from engine.referee import Accepted, Proposal, Refused, Source
from engine.tile import Seat
from server.access import COOKIE, Access, AccessError, Visitor
from server.acts import may_propose, own_last_act
from server.api import log_json, table_json
from server.faces import faces
from server.guards import Guard, address_of
from server.screens import PARTS, Screens, Surroundings
from server.store import StoreError
from server.table import Answer, Table

HEARTBEAT_S = 0.8  # a page that hears nothing for 2 s says that the connection is lost
COOKIE_AGE_S = 400 * 24 * 3600
_STATIC = Path(__file__).parent / "pages" / "static"


def create_app(table: Table, access: Access, around: Surroundings | None = None, *, lan_only: bool = True) -> FastAPI:
    """The pages of one table. Run it on the event loop that `table` lives on."""
    app = FastAPI(title="Fifth Seat", docs_url=None, redoc_url=None, openapi_url=None)
    screens = Screens(table, access, around or Surroundings())
    app.state.screens = screens
    app.add_middleware(Guard, lan_only=lan_only)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    _pages(app, screens, access)
    _joining(app, access)
    _acting(app, table, access, screens)
    _live(app, table, access, screens)
    _data(app, table)
    return app


def _who(request: Request | WebSocket, access: Access) -> Visitor:
    address = request.client.host if request.client is not None else ""
    return access.visitor(request.cookies.get(COOKIE), address)


def _seat(name: str) -> Seat:
    try:
        return Seat[name.upper()]
    except KeyError:
        raise HTTPException(404, f"There is no seat {name}. The seats are P1, P2, P3 and P4.") from None


def _pages(app: FastAPI, screens: Screens, access: Access) -> None:
    @app.get("/", response_class=HTMLResponse)
    async def start(request: Request) -> str:
        return screens.page("start", _who(request, access))

    @app.get("/table", response_class=HTMLResponse)
    async def table_page(request: Request) -> str:
        return screens.page("table", _who(request, access))

    @app.get("/seat/{name}", response_class=HTMLResponse)
    async def seat_page(request: Request, name: str) -> Response:
        visitor, seat = _who(request, access), _seat(name)
        if not visitor.may_sit(seat):
            return RedirectResponse(f"/?seat={seat.name}", 303)
        return HTMLResponse(screens.page("seat", visitor, seat))

    @app.get("/referee", response_class=HTMLResponse)
    async def referee_page(request: Request) -> Response:
        visitor = _who(request, access)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(screens.page("referee", visitor))

    @app.get("/setup", response_class=HTMLResponse)
    async def setup_page(request: Request) -> str:
        return screens.page("setup", _who(request, access))

    @app.get("/tiles/{name}.svg")
    async def face(name: str) -> Response:
        text = faces().get(name)
        if text is None:
            raise HTTPException(404, "There is no such tile.")
        return Response(
            text, media_type="image/svg+xml", headers={"cache-control": "public, max-age=31536000, immutable"}
        )

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> Response:
        return PlainTextResponse(f"{error.detail}\n", error.status_code)


def _joining(app: FastAPI, access: Access) -> None:
    def joined(request: Request, code: str) -> Response:
        try:
            visitor, token = access.join(code, address_of(request), time.monotonic())
        except AccessError as error:
            return RedirectResponse(f"/?wrong={1 if 'Too many' not in str(error) else 2}", 303)
        target = f"/seat/{visitor.seat.name}" if visitor.seat is not None else "/referee"
        answer = RedirectResponse(target, 303)
        answer.set_cookie(COOKIE, token, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
        return answer

    @app.get("/join/{code}")
    async def scan(request: Request, code: str) -> Response:
        return joined(request, code)

    @app.post("/join")
    async def type_in(request: Request, code: Annotated[str, Form(max_length=40)]) -> Response:
        return joined(request, code)

    @app.post("/leave")
    async def leave() -> Response:
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(COOKIE)
        return answer


def _acting(app: FastAPI, table: Table, access: Access, screens: Screens) -> None:
    After = Annotated[int, Form(ge=0)]

    @app.post("/act")
    async def act(request: Request, event: Annotated[str, Form(max_length=4000)], after: After) -> Response:
        visitor = _who(request, access)
        try:
            proposed = notation.read(event)
        except ValueError as error:
            return _says(False, f"{error}.", 400)
        refused = may_propose(visitor, proposed)
        if refused is not None:
            return _says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return _answered(lambda: table.submit(Proposal(proposed, source), after))

    @app.post("/undo")
    async def undo(request: Request, after: After) -> Response:
        visitor = _who(request, access)
        if visitor.seat is not None and not own_last_act(table, visitor.seat):
            return _says(False, "The last act was not yours: ask the referee to undo it.", 403)
        if visitor.seat is None and not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        return _answered(lambda: table.undo(after, Source.REFEREE if visitor.referee else Source.TABLET))

    @app.post("/dismiss")
    async def dismiss(request: Request, key: Annotated[str, Form(max_length=200)]) -> Response:
        if not _who(request, access).referee:
            return _says(False, "Only the referee can do that.", 403)
        table.clear(key)
        return _says(True, "Dismissed.")

    @app.post("/resync")
    async def resync(request: Request, after: After) -> Response:
        if not _who(request, access).referee:
            return _says(False, "Only the referee can do that.", 403)
        if table.seen is None:
            return _says(False, "The camera cannot tell how the table lies now. Clear hands away, then try again.", 409)
        seen = table.seen
        return _answered(lambda: table.submit(Proposal(seen, Source.REFEREE), after))

    @app.post("/new-game")
    async def new_game(request: Request) -> Response:
        if not _who(request, access).referee:
            return _says(False, "Only the referee can do that.", 403)
        table.new_game()
        return _says(True, "A new game. Build the walls.")

    @app.get("/referee/event/{number}", response_class=HTMLResponse)
    async def event_dialog(request: Request, number: int) -> str:
        visitor = _who(request, access)
        if not visitor.referee or not 1 <= number <= table.number:
            raise HTTPException(404, "There is no such event.")
        return screens.piece("correct", visitor, entry=table.log[number - 1])


def _answered(ask: Any) -> Response:
    try:
        answer: Answer | None = ask()
    except StoreError as error:
        return _says(False, str(error), 503)
    match answer:
        case None:
            return _says(False, "There is nothing to undo.", 409)
        case Accepted():
            return _says(True, "")
        case Refused(fault):
            return _says(False, fault.says, 409, rule=fault.rule, position=fault.position)
        case _:
            return _says(False, answer.says, 409)


def _says(ok: bool, says: str, status: int = 200, **more: str) -> Response:
    return JSONResponse({"ok": ok, "says": says, **more}, status)


def _live(app: FastAPI, table: Table, access: Access, screens: Screens) -> None:
    @app.websocket("/live/{page}")
    async def live(socket: WebSocket, page: str, seat: Annotated[str, Query()] = "") -> None:
        visitor = _who(socket, access)
        wanted = Seat[seat] if seat in Seat.__members__ else None
        if page not in PARTS or (page == "referee" and not visitor.referee):
            await socket.close(1008, "There is no such page for you.")
            return
        if page == "seat" and (wanted is None or not visitor.may_sit(wanted)):
            await socket.close(1008, "Join the seat with its code first.")
            return
        await socket.accept()
        listening = asyncio.create_task(_hear(socket))
        with suppress(WebSocketDisconnect, RuntimeError):
            await _tell(socket, table, screens, page, visitor, wanted, listening)
        listening.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await listening


async def _tell(
    socket: WebSocket,
    table: Table,
    screens: Screens,
    page: str,
    visitor: Visitor,
    seat: Seat | None,
    listening: "asyncio.Task[None]",
) -> None:
    """Send the parts that differ from what the page has, at once after a change, and a sign of life in between."""
    sent: dict[str, str] = {}
    async with table.subscribe() as subscription:
        while not listening.done():
            parts = screens.parts(page, visitor, seat)
            fresh = {name: html for name, html in parts.items() if sent.get(name) != html}
            sent = parts
            await socket.send_json({"after": table.number, "parts": fresh})
            while not await subscription.changed(HEARTBEAT_S):
                if listening.done():
                    return
                await socket.send_json({"after": table.number})


async def _hear(socket: WebSocket) -> None:
    """Pages say nothing over the socket; reading it notices that one has gone."""
    while True:
        await socket.receive_text()


def _data(app: FastAPI, table: Table) -> None:
    @app.get("/api/table")
    async def api_table() -> dict[str, Any]:
        return table_json(table)

    @app.get("/api/log")
    async def api_log() -> list[dict[str, Any]]:
        return log_json(table)

    @app.get("/healthz")
    async def health() -> dict[str, Any]:
        return {
            "ok": True,
            "game": table.game,
            "number": table.number,
            "camera": table.camera.ok,
            "light": table.light.ok,
        }
