"""A rack read from a photograph: one picture by a phone, the tiles in it to be put right by tap, then taken as her own.
The picture is held only while it is read: it is on no disk and in no log.
"""

import asyncio
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from engine.state import State
from engine.tile import Seat, Tile, read_tiles
from models import WeightsError
from server.access import NOT_YOURS, SHOWN_ELSEWHERE
from server.coaching.fitting import does_not_fit
from server.holding import HAND, most_held
from server.rack_words import UNMARKED
from server.web.answers import says
from server.web.site import Site, seat_named
from vision.eyes import Eyes
from vision.picture.photo import PhotoError, decode_photo
from vision.rack.row import row
from vision.read.reader import ReaderError
from vision.read.tileset import TileSet
from vision.read.weights import cores
from vision.see import Reading, see

LONGEST_PX = 2400  # a rack that fills the picture has tiles of 150 pixels then, more than the reader uses
NOTHING_READ = "No tile can be read there. Lay the phone a hand's width before the rack, in good light, and try again."


class RackReader:
    """Reads one photograph at a time, with the household's tiles where they are known."""

    def __init__(self) -> None:
        self._eyes: Eyes | None = None
        self._set: TileSet | None = None
        self._busy = asyncio.Lock()

    async def read(self, picture: bytes, tile_set: TileSet | None, most: int) -> list[Reading]:
        """At most `most` tiles from left to right, row by row. Raises PhotoError with a sentence."""
        async with self._busy:
            return await asyncio.to_thread(self._read, picture, tile_set, most)

    def _read(self, picture: bytes, tile_set: TileSet | None, most: int) -> list[Reading]:
        image = decode_photo(picture, LONGEST_PX)
        try:
            if self._eyes is None or self._set is not tile_set:
                self._eyes, self._set = Eyes(tile_set, cores()), tile_set
        except ReaderError:
            self._eyes, self._set = Eyes(None, cores()), tile_set
        return nearest(see(image, self._eyes), most)


def nearest(found: list[Reading], most: int) -> list[Reading]:
    """At most so many tiles from left to right: those of the nearest row, however aslant it stands; where few of what
    lies there are in one, of all the largest, row by row."""
    order = row(np.array([r.quad for r in found], np.float32).reshape(-1, 4, 2))
    if 2 * len(order) > min(len(found), most):
        return [found[int(k)] for k in order][:most]
    kept = sorted(found, key=_width, reverse=True)[:most]
    if not kept:
        return []
    high = float(np.median([_width(r) for r in kept])) * 1.3
    top = min(float(r.quad[:, 1].mean()) for r in kept)
    return sorted(kept, key=lambda r: (round((float(r.quad[:, 1].mean()) - top) / high), float(r.quad[:, 0].mean())))


def _width(reading: Reading) -> float:
    return float(np.linalg.norm(reading.quad[1] - reading.quad[0]))


def room_for(state: State, seat: Seat) -> int:
    return min(HAND, most_held(state, seat))


def looked_for(room: int) -> int:
    """How many tiles a picture is read for: one more than she can hold, for the one drawn that nobody has told of.
    Left out unsaid, another of hers might be missing in its stead."""
    return min(HAND, room + 1)


def photo_router(site: Site) -> APIRouter:
    """The routes of a photographed rack."""
    table, screens, reader = site.table, site.screens, RackReader()
    router = APIRouter()

    @router.post("/photo/{name}", response_class=HTMLResponse)
    async def photograph(request: Request, name: str) -> Response:
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        if not screens.racks.sees(seat, visitor.device):
            return says(False, SHOWN_ELSEWHERE, 403)
        picture = await request.body()
        room = room_for(table.state, seat)
        try:
            found = await reader.read(picture, site.room.devices.tile_set, looked_for(room))
        except PhotoError as error:
            return says(False, f"{str(error)[:1].upper()}{str(error)[1:]}.", 400)
        except WeightsError as error:
            return says(False, f"{error}.", 503)
        if not found:
            return says(False, NOTHING_READ, 422)
        read = [(r.face, r.confidence >= UNMARKED, tuple(t for t, _ in r.alternatives)) for r in found]
        return HTMLResponse(screens.piece("photographed", visitor, sits=seat, read=read, room=room))

    @router.post("/seat/{name}/rack")
    async def take(request: Request, name: str, tiles: Annotated[str, Form(max_length=60)]) -> Response:
        """These are her tiles, in place of what was said before."""
        visitor, seat = site.who(request), seat_named(name)
        if not visitor.may_sit(seat):
            return says(False, NOT_YOURS, 403)
        if not screens.racks.sees(seat, visitor.device):
            return says(False, SHOWN_ELSEWHERE, 403)
        try:
            held: tuple[Tile, ...] = read_tiles(tiles)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        refused = does_not_fit(table.state, seat, held)
        if refused is not None:
            return says(False, refused, 409)
        screens.racks.fill(table, seat, visitor.device, held)
        return says(True, f"{len(held)} tiles taken as yours.")

    return router
