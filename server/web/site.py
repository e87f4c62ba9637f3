"""What every route asks of: the table, who may do what, and the screens."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, FastAPI, HTTPException, Query, Request, WebSocket

from engine.tile import Seat
from server.access import COOKIE, Access, Visitor
from server.devices import Devices
from server.ends import left_at
from server.house import HouseError, Memory
from server.screens import Screens
from server.table import Table

Which = Annotated[int, Query(ge=0, le=1)]
"""Of an address: the first camera above the table, or a second."""


@dataclass(frozen=True, slots=True)
class Room:
    """What stands around the table: its devices, and what the house remembers of them."""

    devices: Devices
    memory: Memory

    def use_tiles(self, path: Path) -> None:
        """Read with the set in this file from now on, and next week. Raises TileSetError, ReaderError, OSError."""
        self.devices.use_tiles(path)
        with contextlib.suppress(HouseError):  # the set is kept all the same, and can be chosen in the set-up
            self.memory.change(tiles=path.stem)

    def use_card(self, name: str) -> None:
        """This is the card that the house has chosen, next week too: by its name on the shelf."""
        with contextlib.suppress(HouseError):  # it is played all the same, and the shelf knows it
            self.memory.change(card=name)


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the house keeps its files: typed cards in `cards`, enrolled tile sets in `tiles`. `card` is a file from
    anywhere to play with until another card is chosen."""

    cards: Path = Path("cards")
    tiles: Path = Path("tiles")
    card: Path | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of one table."""

    table: Table
    access: Access
    screens: Screens
    room: Room

    @property
    def wants_setting_up(self) -> bool:
        """Whether whoever sits at this machine is first led to the set-up: nobody has started a game yet tonight."""
        begun = self.room.devices.started and left_at(self.table) is None
        return self.room.memory.folder is not None and not begun

    def who(self, request: Request | WebSocket) -> Visitor:
        """Who asks, by the cookie carried and the address it comes from."""
        address = request.client.host if request.client is not None else ""
        return self.access.visitor(request.cookies.get(COOKIE), address)


def opens(pages: FastAPI | APIRouter, *routers: APIRouter) -> None:
    """Their routes become routes of `pages` as they are. `include_router` has each worked out a second time, on the
    event loop, while whoever asks first waits."""
    for router in routers:
        pages.routes.extend(router.routes)


def seat_named(name: str) -> Seat:
    """The seat of an address; there is no page for any other name."""
    try:
        return Seat[name.upper()]
    except KeyError:
        raise HTTPException(404, f"There is no seat {name}. The seats are P1, P2, P3 and P4.") from None


def referee_only(site: Site) -> Callable[[Request], None]:
    """A dependency of routes that are the referee's."""

    def check(request: Request) -> None:
        if not site.who(request).referee:
            raise HTTPException(403, "Only the referee can do that.")

    return check
