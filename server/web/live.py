"""The socket of each page: what has changed is sent at once, and a sign of life in between."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from engine.tile import Seat
from server.access import VISITOR, Visitor
from server.parts import PARTS, SHOWING
from server.sheets import Sheet
from server.web.site import Site

HEARTBEAT_S = 0.8  # a page that hears nothing for 2 s says that the connection is lost
MOST_PAGES = 32  # of one device
BURST_S = 0.04  # of what happens in quicker succession a page is told the end


def live_router(site: Site) -> APIRouter:
    router = APIRouter()
    open_pages: Counter[str] = Counter()  # by device, and by address where it has no role

    @router.websocket("/live/{page}")
    async def live(socket: WebSocket, page: str, seat: Annotated[str, Query()] = "") -> None:
        visitor = site.who(socket) if page not in SHOWING else VISITOR
        wanted = Seat[seat] if seat in Seat.__members__ else None
        if page not in PARTS or (page == "referee" and not visitor.referee):
            await socket.close(1008, "There is no such page for you.")
            return
        if page == "all" and not visitor.plays_for_all:
            await socket.close(1008, "Join with the code of the tablet that plays for all first.")
            return
        if page == "seat" and (wanted is None or not visitor.may_sit(wanted)):
            await socket.close(1008, "Join the seat with its code first.")
            return
        if page == "seat" and wanted is not None:
            site.room.devices.at_racks.here(wanted, visitor.device)
        at = visitor.device or (socket.client.host if socket.client is not None else "")
        if open_pages[at] >= MOST_PAGES:
            await socket.close(1013, "This device has too many pages open: close some.")
            return
        looks = int(page == "referee")
        open_pages[at] += 1
        _referees(site, looks)
        try:
            with suppress(WebSocketDisconnect, RuntimeError, asyncio.CancelledError):  # gone, or the program ends
                await socket.accept()
                await _tell(socket, site, visitor, page, wanted)
        finally:
            _referees(site, -looks)
            open_pages[at] -= 1
            if not open_pages[at]:
                del open_pages[at]

    return router


def _referees(site: Site, more: int) -> None:
    """So many more have the referee's page open. The first who comes and the last who goes change who may answer, and
    every page is told."""
    watched = site.screens.referees > 0
    site.screens.referees += more
    if (site.screens.referees > 0) is not watched:
        site.table.tell()


async def _tell(socket: WebSocket, site: Site, visitor: Visitor, page: str, seat: Seat | None) -> None:
    """Send what has changed, at once, and a sign of life in between. A page of somebody who may no longer see it is
    closed. After each message others wait a moment: what happens in a burst is told in one."""
    renewed = site.access.renewed
    shown: Sheet | None = None
    listening = asyncio.create_task(_hear(socket))
    try:
        async with site.table.subscribe() as subscription:
            listening.add_done_callback(lambda _: subscription.wake())
            while not listening.done():
                if site.access.renewed != renewed:
                    renewed = site.access.renewed
                    if site.who(socket) != visitor:
                        await socket.close(1008, "The codes are new ones: join again.")
                        return
                sheet = site.screens.sheet(page, visitor, seat)
                await socket.send_text(sheet.news(shown))
                shown = sheet
                await asyncio.sleep(BURST_S)
                while not await subscription.changed(HEARTBEAT_S):
                    if listening.done():
                        return
                    await socket.send_text("{}")
    finally:
        listening.cancel()


async def _hear(socket: WebSocket) -> None:
    """Pages say nothing over the socket; reading it notices that one has gone."""
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            await socket.receive_text()
