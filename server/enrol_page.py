"""Learning the household's tiles from the pages: photographs in, every face shown for a check, a small file out.

One enrolment at a time lies on the desk, in memory; photographs are forgotten once their tiles have been cut out.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from engine.tile import Tile, read_tile
from models import WeightsError
from server.access import Visitor
from server.screens import Screens
from server.shelf import ShelfError, is_plain_name
from vision.arrays import Image
from vision.enrol import EnrolError, Enrolment, Sample, gather, learn
from vision.eyes import Eyes
from vision.picture.photo import PhotoError, decode_photo
from vision.read.reader import ReaderError
from vision.read.tileset import write_tile_set
from vision.read.weights import cores

MOST_PHOTOS = 5
LONGEST_PX = 3200  # a photographed tile is 60 pixels or more then, which is all the reader uses
ALIKE = 0.75  # cosine of two pictures of one drawing

Who = Callable[[Request], Visitor]


class Desk:
    """The enrolment in hand. `unsure` are the places in `samples` of tiles that the program could not name surely."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self.unsure: dict[int, tuple[Tile, ...]] = {}
        self.says: tuple[str, ...] = ()
        self.learned: Enrolment | None = None
        self.version = 0
        self.busy = asyncio.Lock()
        self._eyes: Eyes | None = None

    def eyes(self) -> Eyes:
        if self._eyes is None:
            self._eyes = Eyes(threads=cores())
        return self._eyes

    def lay(self, photos: dict[str, Image]) -> None:
        """Cut out and name the tiles of more photographs, beside those that lie here. Slow: not for the event loop."""
        asked: list[tuple[Image, tuple[Tile, ...]]] = []

        def guess(crop: Image, likeliest: tuple[Tile, ...]) -> Tile:
            asked.append((crop, likeliest))
            return likeliest[0]

        found, says = gather(photos, self.eyes(), ask=guess)
        first = len(self.samples)
        self.samples += found
        for crop, likeliest in asked:
            place = next((k for k, s in enumerate(found) if np.array_equal(s.crop, crop)), None)
            if place is not None:
                self.unsure[first + place] = likeliest
        self.says = says
        self.judge()

    def alike(self, place: int) -> tuple[int, ...]:
        """Where tiles lie that have the same name and look like the one at `place`, itself among them."""
        one = self.samples[place]
        return tuple(
            k
            for k, other in enumerate(self.samples)
            if other.tile is one.tile and float(other.embeddings[0] @ one.embeddings[0]) > ALIKE
        )

    def name(self, place: int, tile: Tile | None, only: bool) -> None:
        """Give the tile at `place`, and those that look like it unless `only`, another name; None takes them away."""
        places = (place,) if only else self.alike(place)
        for k in places:
            self.unsure.pop(k, None)
        if tile is not None:
            for k in places:
                self.samples[k] = replace(self.samples[k], tile=tile)
        else:
            kept = [k for k in range(len(self.samples)) if k not in places]
            self.unsure = {kept.index(k): t for k, t in self.unsure.items()}
            self.samples = [self.samples[k] for k in kept]
        self.judge()

    def judge(self) -> None:
        """Learn the set anew, and how well it will be read."""
        self.version += 1
        self.learned = learn("our tiles", self.samples, self.eyes().reader) if self.samples else None

    def clear(self) -> None:
        self.samples, self.unsure, self.says, self.learned = [], {}, (), None
        self.version += 1

    def places(self) -> dict[Tile, tuple[int, ...]]:
        """Where the pictures of each kind lie, all 36 kinds."""
        return {t: tuple(k for k, s in enumerate(self.samples) if s.tile is t) for t in Tile}


class _Enrolment:
    """What the page on which tiles are learned asks for."""

    def __init__(self, screens: Screens, folder: Path, who: Who, use: Callable[[Path], None]) -> None:
        self._screens = screens
        self._folder = folder
        self._who = who
        self._use = use
        self._desk = Desk()

    def _shown(self, visitor: Visitor) -> Response:
        return HTMLResponse(self._screens.piece("faces", visitor, desk=self._desk, places=self._desk.places()))

    async def page(self, request: Request) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(self._screens.page("enrol", visitor, desk=self._desk, places=self._desk.places()))

    async def photos(self, request: Request, photos: Annotated[list[UploadFile], File()]) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        if len(photos) > MOST_PHOTOS:
            return _says(False, f"At most {MOST_PHOTOS} photographs at a time.", 400)
        taken: dict[str, Image] = {}
        for number, photo in enumerate(photos, 1):
            name = f"photograph {number}"
            try:
                async with self._desk.busy:  # one at a time: each takes a lot of memory
                    taken[name] = await asyncio.to_thread(decode_photo, await photo.read(), LONGEST_PX)
            except PhotoError as error:
                return _says(False, f"{name[0].upper()}{name[1:]} cannot be used: {error}.", 400)
        async with self._desk.busy:
            try:
                await asyncio.to_thread(self._desk.lay, taken)
            except (EnrolError, ReaderError, WeightsError) as error:
                return _says(False, f"{error}.", 409)
        return self._shown(visitor)

    async def crop(self, request: Request, place: int) -> Response:
        if not self._who(request).referee or not 0 <= place < len(self._desk.samples):
            return _says(False, "There is no such tile.", 404)
        return Response(cv2.imencode(".png", self._desk.samples[place].crop)[1].tobytes(), media_type="image/png")

    async def rename(self, request: Request, place: int) -> Response:
        visitor = self._who(request)
        if not visitor.referee or not 0 <= place < len(self._desk.samples):
            return _says(False, "There is no such tile.", 404)
        likely = self._desk.unsure.get(place, ())
        more = self._screens.piece(
            "rename", visitor, desk=self._desk, place=place, likely=likely, alike=self._desk.alike(place)
        )
        return HTMLResponse(more)

    async def named(
        self,
        request: Request,
        place: Annotated[int, Form(ge=0)],
        tile: Annotated[str, Form(max_length=2)],
        only: Annotated[str, Form(max_length=3)] = "",
    ) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        async with self._desk.busy:
            if place >= len(self._desk.samples):
                return _says(False, "There is no such tile.", 404)
            try:
                kind = None if tile == "-" else read_tile(tile)
            except ValueError as error:
                return _says(False, f"{error}.", 400)
            await asyncio.to_thread(self._desk.name, place, kind, bool(only))
        return self._shown(visitor)

    async def clear(self, request: Request) -> Response:
        visitor = self._who(request)
        if not visitor.referee:
            return _says(False, "Only the referee can do that.", 403)
        async with self._desk.busy:
            self._desk.clear()
        return self._shown(visitor)

    async def save(self, request: Request, name: Annotated[str, Form(max_length=80)]) -> Response:
        if not self._who(request).referee:
            return _says(False, "Only the referee can do that.", 403)
        if self._desk.learned is None:
            return _says(False, "There are no tiles yet: take a photograph first.", 409)
        path = self._folder / f"{name.strip()}.json"
        try:
            if not is_plain_name(name.strip()):
                raise ShelfError("A set's name is letters, figures and spaces, at most 60 of them.")
            self._folder.mkdir(parents=True, exist_ok=True)
            write_tile_set(replace(self._desk.learned.tile_set, name=name.strip()), path)
        except ShelfError as error:
            return _says(False, str(error), 400)
        except OSError as error:
            return _says(False, f"The set cannot be kept in {self._folder}: {error.strerror}.", 503)
        self._use(path)
        self._screens.around = replace(self._screens.around, tiles=name.strip())
        return _says(True, f"Saved. The camera reads with {name.strip()} from now on.")


def enrol_router(screens: Screens, folder: Path, who: Who, use: Callable[[Path], None]) -> APIRouter:
    """The routes of the page; the referee's. `folder` keeps the sets; `use` is told of a saved one, which the camera is
    to read with from now on."""
    routes = _Enrolment(screens, folder, who, use)
    router = APIRouter()
    router.get("/enrol", response_class=HTMLResponse)(routes.page)
    router.post("/enrol/photos")(routes.photos)
    router.get("/enrol/crop/{place}.png")(routes.crop)
    router.get("/enrol/tile/{place}", response_class=HTMLResponse)(routes.rename)
    router.post("/enrol/name")(routes.named)
    router.post("/enrol/clear")(routes.clear)
    router.post("/enrol/save")(routes.save)
    return router


def _says(ok: bool, says: str, status: int = 200) -> Response:
    return JSONResponse({"ok": ok, "says": says}, status)
