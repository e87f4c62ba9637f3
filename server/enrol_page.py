"""Learning the household's tiles from the pages: photographs in, every face shown for a check, a small file out.

What lies there meanwhile is told by `server.enrol_desk`.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import cv2
from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from engine.tile import read_tile
from models import WeightsError
from server.access import ONLY_REFEREE, Visitor
from server.enrol_desk import Desk
from server.screens import Screens
from server.shelf import ShelfError
from server.tile_sets import TileSets
from vision.arrays import Image
from vision.enrol import AS_WELL, EnrolError
from vision.picture.photo import PhotoError, decode_photo
from vision.read.reader import ReaderError

MOST_PHOTOS = 5
LONGEST_PX = 3200  # a photographed tile is 60 pixels or more then, which is all the reader uses
OURS = "Our tiles"  # what a set is called unless somebody gives it another name

Who = Callable[[Request], Visitor]
Suits = Literal["BC", "BD", "CD"]  # two that are to be exchanged, by their letters in a tile's code


class _Enrolment:
    """What the page on which tiles are learned asks for."""

    def __init__(self, screens: Screens, sets: TileSets, who: Who, use: Callable[[Path], None]) -> None:
        self._screens = screens
        self._sets = sets
        self._who = who
        self._use = use
        self._desk = Desk()

    @property
    def _on_page(self) -> dict[str, object]:
        desk = self._desk
        called = desk.laid.saved or self._sets.free(OURS)
        return {"desk": desk, "places": desk.laid.by_kind(), "called": called, "as_well": AS_WELL}

    def _shown(self, visitor: Visitor) -> Response:
        return HTMLResponse(self._screens.piece("faces", visitor, **self._on_page))

    async def page(self, request: Request) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(self._screens.page("enrol", visitor, None, **self._on_page))

    async def photos(self, request: Request, photos: Annotated[list[UploadFile], File()]) -> Response:
        """What is no photograph is told of; the others are read all the same."""
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, ONLY_REFEREE, 403)
        if len(photos) > MOST_PHOTOS:
            return _says(False, f"At most {MOST_PHOTOS} photographs at a time.", 400)
        taken: dict[str, Image] = {}
        wrong: list[str] = []
        async with self._desk.reading:  # one at a time: each takes a lot of memory
            for number, photo in enumerate(photos, 1):
                try:
                    taken[f"photograph {number}"] = await asyncio.to_thread(
                        decode_photo, await photo.read(), LONGEST_PX
                    )
                except PhotoError as error:
                    wrong.append(f"Photograph {number} cannot be used: {error}.")
            if not taken:
                return _says(False, " ".join(wrong), 400)
            try:
                await self._desk.lay(taken)
            except (EnrolError, ReaderError, WeightsError) as error:
                return _says(False, f"{error}.", 409)
        self._desk.says = (*wrong, *self._desk.says)
        return self._shown(visitor)

    async def judged(self, request: Request) -> Response:
        """The faces again, once it is worked out how well they will be read."""
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, ONLY_REFEREE, 403)
        await self._desk.judged()
        return self._shown(visitor)

    async def crop(self, request: Request, number: int) -> Response:
        one = self._desk.laid.numbered(number)
        if one is None or not self._who(request).referee:
            return _says(False, "There is no such tile.", 404)
        return Response(cv2.imencode(".png", one.sample.crop)[1].tobytes(), media_type="image/png")

    async def rename(self, request: Request, number: int) -> Response:
        visitor = self._who(request)
        one = self._desk.laid.numbered(number)
        if one is None or not visitor.referee:
            return _says(False, "There is no such tile.", 404)
        return HTMLResponse(self._screens.piece("rename", visitor, one=one, alike=self._desk.laid.alike(one)))

    async def named(
        self,
        request: Request,
        place: Annotated[int, Form(ge=0)],
        tile: Annotated[str, Form(max_length=2)],
        only: Annotated[str, Form(max_length=3)] = "",
    ) -> Response:
        """`place` is the tile's number."""
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, ONLY_REFEREE, 403)
        if self._desk.laid.numbered(place) is None:
            return _says(False, "There is no such tile.", 404)
        try:
            kind = None if tile == "-" else read_tile(tile)
        except ValueError as error:
            return _says(False, f"{error}.", 400)
        self._desk.name(place, kind, bool(only))
        return self._shown(visitor)

    async def exchange(self, request: Request, suits: Annotated[Suits, Form()]) -> Response:
        return self._stepped(request, lambda: self._desk.exchange(suits))

    async def clear(self, request: Request) -> Response:
        return self._stepped(request, self._desk.clear)

    async def undo(self, request: Request) -> Response:
        return self._stepped(request, self._desk.undo)

    def _stepped(self, request: Request, step: Callable[[], None]) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, ONLY_REFEREE, 403)
        step()
        return self._shown(visitor)

    async def save(self, request: Request, name: Annotated[str, Form(max_length=80)]) -> Response:
        if not self._who(request).referee:
            return _says(False, ONLY_REFEREE, 403)
        learned = await self._desk.judged()
        if learned is None:
            return _says(False, "There are no tiles yet: take a photograph first.", 409)
        name = name.strip()
        try:
            path = self._sets.keep(learned.tile_set, name, instead=self._desk.laid.saved)
        except ShelfError as error:
            return _says(False, str(error), 400)
        self._desk.saved(name)
        self._use(path)
        self._screens.around = replace(self._screens.around, tiles=name)
        return _says(True, f"Saved. The camera reads with {name} from now on.")


def enrol_router(screens: Screens, sets: TileSets, who: Who, use: Callable[[Path], None]) -> APIRouter:
    """The routes of the page; the referee's. `sets` keeps the sets; `use` is told of a saved one, which the camera is
    to read with from now on."""
    routes = _Enrolment(screens, sets, who, use)
    router = APIRouter()
    router.get("/enrol", response_class=HTMLResponse)(routes.page)
    router.post("/enrol/photos")(routes.photos)
    router.get("/enrol/crop/{number}.png")(routes.crop)
    router.get("/enrol/tile/{number}", response_class=HTMLResponse)(routes.rename)
    router.post("/enrol/name")(routes.named)
    router.get("/enrol/judged", response_class=HTMLResponse)(routes.judged)
    router.post("/enrol/exchange")(routes.exchange)
    router.post("/enrol/undo")(routes.undo)
    router.post("/enrol/clear")(routes.clear)
    router.post("/enrol/save")(routes.save)
    return router


def _says(ok: bool, says: str, status: int = 200) -> Response:
    return JSONResponse({"ok": ok, "says": says}, status)
