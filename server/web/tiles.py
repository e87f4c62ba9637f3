"""The set-up's step of the tiles: which set is read with, and the house's sets renamed, deleted and brought back."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from fastapi.responses import Response

from server.house import HouseError
from server.screens import BUILTIN_TILES
from server.shelf import ShelfError
from server.tile_sets import NoSuchSet, TileSets
from server.web.answers import missing, onward, says
from server.web.site import Room, Site, referee_only
from vision.read.reader import ReaderError

_HERE = "/setup/tiles"
_IN_USE = "{} is read with tonight: choose another set first, then delete it."
_Name = Annotated[str, Form(max_length=400)]


class _TilesStep:
    def __init__(self, site: Site, room: Room, sets: TileSets) -> None:
        self._screens, self._devices, self._memory = site.screens, room.devices, room.memory
        self._sets = sets

    async def use(self, name: _Name = "") -> Response:
        """Read with the set of that name from now on; with none of the house's own where it is empty."""
        try:
            await self._devices.read_with(await asyncio.to_thread(self._sets.read, name) if name else None)
        except (ShelfError, ReaderError) as problem:
            return _refused(problem)
        return self._called(name) or onward("/setup/card")

    async def forget(self) -> Response:
        self._devices.forget_faces()
        return onward(_HERE)

    async def recall(self) -> Response:
        """What was forgotten last is known again."""
        self._devices.recall_faces()
        return onward(_HERE)

    async def rename(self, name: _Name, to: _Name = "") -> Response:
        """A set in use stays in use, and what was named at the table stays named."""
        to = to.strip()
        if not to:
            return says(False, missing("The new name"), 400)
        try:
            before = await asyncio.to_thread(self._sets.read, name)
            after = await asyncio.to_thread(self._sets.rename, name, to)
        except ShelfError as problem:
            return _refused(problem)
        self._devices.renamed(before, after)
        return (self._called(to) if self._memory.house.tiles == name else None) or onward(_HERE)

    async def delete(self, name: _Name) -> Response:
        if self._memory.house.tiles == name:
            return says(False, _IN_USE.format(name), 409)
        try:
            self._sets.delete(name)
        except ShelfError as problem:
            return _refused(problem)
        return onward(_HERE)

    async def restore(self, name: _Name) -> Response:
        try:
            self._sets.restore(name)
        except ShelfError as problem:
            return _refused(problem)
        return onward(_HERE)

    def _called(self, name: str) -> Response | None:
        """The set in use has that name on every page, and next week; a refusal where the disk cannot keep it."""
        self._screens.around = replace(self._screens.around, tiles=name or BUILTIN_TILES)
        try:
            self._memory.change(tiles=name)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return None


def tiles_router(site: Site, room: Room, sets: TileSets) -> APIRouter:
    """What the step's buttons do."""
    step = _TilesStep(site, room, sets)
    router = APIRouter(prefix="/setup/tiles", dependencies=[Depends(referee_only(site))])
    router.post("")(step.use)
    router.post("/forget")(step.forget)
    router.post("/recall")(step.recall)
    router.post("/rename")(step.rename)
    router.post("/delete")(step.delete)
    router.post("/restore")(step.restore)
    return router


def _refused(problem: ShelfError | ReaderError) -> Response:
    return says(False, f"{str(problem).rstrip('.')}.", 404 if isinstance(problem, NoSuchSet) else 409)
