"""The web: pages, the sockets that keep them up to date, taps that become proposals, and a little JSON.

`create_app` is given everything; it opens nothing. Pydantic and HTTP stay in this room.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Form, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from engine import notation
from engine.event import Event, Retracted
from engine.hands import HandTable
from engine.referee import Accepted, Proposal, Refused, Source
from engine.ruleset import OPTIONS, PRESETS
from engine.tile import Seat, read_tile
from server.access import COOKIE, TOO_OFTEN, WRONG_CODE, Access, AccessError, Visitor, carried_by
from server.acts import may_propose, own_last_act
from server.api import log_json, table_json
from server.card_page import card_router
from server.corrections import corrections
from server.enrol_page import enrol_router
from server.faces import faces
from server.guards import Guard, address_of
from server.indicator import Indicator
from server.rules_page import rules_router
from server.screens import PARTS, Screens, Surroundings
from server.shelf import Shelf
from server.store import StoreError
from server.table import Answer, Table
from server.words import PRESET_WORDS

HEARTBEAT_S = 0.8  # a page that hears nothing for 2 s says that the connection is lost
COOKIE_AGE_S = 400 * 24 * 3600
_WRONG = {"code": WRONG_CODE, "often": TOO_OFTEN}
_STATIC = Path(__file__).parent / "pages" / "static"


def create_app(
    table: Table,
    access: Access,
    around: Surroundings | None = None,
    *,
    cards: Path = Path("cards"),
    card: Path | None = None,
    tiles: Path = Path("tiles"),
    use_tiles: Callable[[Path], None] | None = None,
    lan_only: bool = True,
    indicator: Indicator | None = None,
) -> FastAPI:
    """The pages of one table. Run it on the event loop that `table` lives on.

    `indicator` is what tells the lamp on the pages what to show, one for `table` if left out.

    `cards` is the folder of typed cards, `card` a file to play with instead of the one chosen there, `tiles` that of
    enrolled tile sets; `use_tiles` is called, on the loop, with the file of a set that the camera is to read with from
    now on.
    """
    app = FastAPI(title="Fifth Seat", docs_url=None, redoc_url=None, openapi_url=None)
    screens = Screens(table, access, around or Surroundings(), indicator or Indicator(table))
    app.state.screens = screens
    app.add_middleware(Guard, lan_only=lan_only)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    _pages(app, screens, access)
    _joining(app, table, access, screens)
    _acting(app, table, access, screens)
    _live(app, table, access, screens)
    _data(app, table)
    shelf = Shelf(cards, card)
    app.include_router(card_router(table, screens, shelf, lambda request: _who(request, access)))
    app.include_router(
        rules_router(
            table,
            lambda request: _who(request, access),
            lambda rules: HandTable(shelf.load_tonight(rules)[0]),
        )
    )
    app.include_router(enrol_router(screens, tiles, lambda request: _who(request, access), use_tiles))
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
    async def start(request: Request, wrong: str = "", seat: str = "") -> str:
        asked = seat.upper() if seat.upper() in Seat.__members__ else "the referee's page" if seat else ""
        return screens.page("start", _who(request, access), wrong=_WRONG.get(wrong, ""), asked=asked)

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

    @app.get("/ledger", response_class=HTMLResponse)
    async def ledger_page(request: Request) -> str:
        return screens.page("ledger", _who(request, access))

    @app.get("/setup", response_class=HTMLResponse)
    async def setup_page(request: Request) -> str:
        return screens.page(
            "setup", _who(request, access), options=OPTIONS, presets=tuple(PRESETS), preset_words=PRESET_WORDS
        )

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


def _joining(app: FastAPI, table: Table, access: Access, screens: Screens) -> None:
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

    @app.get("/join/{code}")
    async def scan(request: Request, code: str) -> Response:
        return joined(request, code)

    @app.post("/join")
    async def type_in(request: Request, code: Annotated[str, Form(max_length=40)]) -> Response:
        return joined(request, code)

    @app.post("/leave")
    async def leave(request: Request) -> Response:
        visitor = _who(request, access)
        if visitor.seat is not None and screens.racks.owns(visitor.seat, visitor.device):
            screens.racks.free(visitor.seat)
            table.set_own(visitor.seat, None)
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

    @app.post("/answer")
    async def answer(
        request: Request, key: Annotated[str, Form(max_length=200)], choice: Annotated[int, Form(ge=0)]
    ) -> Response:
        if not _who(request, access).referee:
            return _says(False, "Only the referee can do that.", 403)
        asked = next((a for a in table.alerts if a.key == key), None)
        if asked is None or choice >= len(asked.choices):
            return _says(False, "That question has been settled meanwhile.", 409)
        told = _answered(lambda: table.submit(Proposal(asked.choices[choice].event, Source.REFEREE)))
        if told.status_code == 200:
            table.clear(key)
        return told

    @app.post("/own")
    async def own(
        request: Request,
        seat: Annotated[str, Form(max_length=2)],
        add: Annotated[str, Form(max_length=2)] = "",
        drop: Annotated[str, Form(max_length=4)] = "",
    ) -> Response:
        sits, visitor = _seat(seat), _who(request, access)
        if not visitor.may_sit(sits):
            return _says(False, "Only the player who sits there can do that.", 403)
        if drop == "all":
            screens.racks.free(sits)
            table.set_own(sits, None)
            return _says(True, "")
        if not screens.racks.sees(sits, visitor.device):
            return _says(False, "Another device shows these tiles: ask it first.", 403)
        held = list(table.own(sits) or ())
        try:
            if add:
                held.append(read_tile(add))
            else:
                held.pop(int(drop))
        except (ValueError, IndexError):
            return _says(False, "That tile is not among yours.", 400)
        tile = held[-1] if add else None
        if len(held) > 14 or (tile is not None and held.count(tile) > tile.copies):
            return _says(False, "That would be more than a hand holds, or more than the set has.", 409)
        screens.racks.enter(sits, visitor.device)
        table.set_own(sits, tuple(sorted(held)) or None)
        return _says(True, "")

    @app.post("/own/ask")
    async def ask(request: Request) -> Response:
        visitor = _who(request, access)
        if visitor.seat is None:
            return _says(False, "Only who has joined the seat can ask.", 403)
        screens.racks.ask(visitor.seat, visitor.device)
        table.set_own(visitor.seat, table.own(visitor.seat))  # so that every page of that seat hears of it
        return _says(True, "")

    @app.post("/own/show")
    async def show(request: Request, to: Annotated[Literal["next", "refused", "nobody"], Form()]) -> Response:
        visitor = _who(request, access)
        if visitor.seat is None or not screens.racks.owns(visitor.seat, visitor.device):
            return _says(False, "Only the device that the tiles were entered on can do that.", 403)
        if to == "nobody":
            screens.racks.shut(visitor.seat)
        else:
            screens.racks.answer(visitor.seat, to == "next")
        table.set_own(visitor.seat, table.own(visitor.seat))
        return _says(True, "")

    @app.post("/resync")
    async def resync(request: Request, after: After) -> Response:
        if not _who(request, access).referee:
            return _says(False, "Only the referee can do that.", 403)
        if table.seen is None:
            return _says(False, "The camera cannot tell how the table lies now. Clear hands away, then try again.", 409)
        seen = table.seen
        return _answered(lambda: table.submit(Proposal(seen, Source.REFEREE), after))

    @app.post("/pause")
    async def pause(request: Request, paused: Annotated[bool, Form()]) -> Response:
        visitor = _who(request, access)
        if visitor.seat is None and not visitor.referee:
            return _says(False, "Only who plays, or the referee, can do that.", 403)
        table.set_paused(paused)
        return _says(True, "")

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
        entry, stands = table.log[number - 1], table.standing(number)
        undone = next((x.number for x in table.log if _undoes(x.event, number) and x.number not in table.gone), None)
        found = corrections(entry, stands)
        return screens.piece("correct", visitor, entry=entry, stands=stands, found=found, undone=undone)


def _undoes(event: Event, number: int) -> bool:
    return isinstance(event, Retracted) and event.number == number


def _answered(ask: Callable[[], Answer | None]) -> Response:
    try:
        answer = ask()
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
        with suppress(WebSocketDisconnect, RuntimeError, asyncio.CancelledError):  # gone, or the program ends
            await _tell(socket, table, lambda: screens.parts(page, visitor, wanted), listening)
        listening.cancel()


async def _tell(
    socket: WebSocket, table: Table, render: Callable[[], dict[str, str]], listening: "asyncio.Task[None]"
) -> None:
    """Send the parts that differ from what the page has, at once after a change, and a sign of life in between."""
    sent: dict[str, str] = {}
    async with table.subscribe() as subscription:
        listening.add_done_callback(lambda _: subscription.wake())
        while not listening.done():
            parts = render()
            fresh = {name: html for name, html in parts.items() if sent.get(name) != html}
            sent = parts
            await socket.send_text(Screens.news(table.number, fresh))
            while not await subscription.changed(HEARTBEAT_S):
                if listening.done():
                    return
                await socket.send_text(Screens.news(table.number, {}))


async def _hear(socket: WebSocket) -> None:
    """Pages say nothing over the socket; reading it notices that one has gone."""
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
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
