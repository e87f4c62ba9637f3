"""Instant replay on the pages: the referee's, and the players' where the host lets them. It shows what the reel keeps;
nothing is written to the disk, but for a video that somebody asks for while it is being made.
"""

import asyncio
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from engine.tile import Seat
from server.access import ONLY_REFEREE, Visitor
from server.house import HouseError
from server.people import People, people_of, plain
from server.replay.reel import MOVING_FPS, STILL_S, Kept, Reel
from server.replay.report import Report, written
from server.shelf import Shelf, ShelfError
from server.table import Table
from server.version import program_version
from server.web.answers import says
from server.web.site import Room, Site
from server.words import sentence
from vision.follow.belief import Stage
from vision.plane.outline import turned, upright

BEFORE_S, AFTER_S = 8.0, 2.0  # around an event: a turn takes some eight seconds, and it is told once the table rests
LEAD_S = 30.0  # so far back a report looks for the table at rest, to begin from
VIDEO_FPS, VIDEO_PX, LONGEST_VIDEO_S = MOVING_FPS, 720, 60.0  # packing takes some 70 ms a picture of that height
LONGEST_WORDS = 400
_NO = "Only the referee can look back, and the players where the host lets them."
_GONE = "That is no longer kept: the last few minutes are."

_At = Annotated[float, Query(ge=0)]


def may_look(visitor: Visitor, for_players: bool) -> bool:
    """Whether this visitor may look at replays; `for_players`: the host lets the players."""
    return visitor.referee or (visitor.plays and for_players)


class _Replay:
    """What whoever looks back asks for."""

    def __init__(self, site: Site, room: Room, shelf: Shelf) -> None:
        self._site = site
        self._room = room
        self._shelf = shelf
        self._table, self._reel, self._screens = site.table, room.devices.reel, site.screens
        self._packing = asyncio.Lock()
        self._screens.looks_back = lambda visitor: (
            room.devices.source is not None and may_look(visitor, room.memory.house.replays)
        )

    def _refuse_strangers(self, request: Request) -> None:
        if not may_look(self._site.who(request), self._room.memory.house.replays):
            raise HTTPException(403, _NO)

    async def player(
        self, request: Request, event: Annotated[int, Query(ge=0)] = 0, at: Annotated[float | None, Query()] = None
    ) -> Response:
        """The player, opened at an event of the log, at a time, or at the last seconds."""
        self._refuse_strangers(request)
        if self._reel.span is None:
            return says(False, "There is no replay: no camera has seen the table at rest yet.", 404)
        title, when = _opened_at(self._table, self._reel, event, at)
        visitor = self._site.who(request)
        more = {"title": title, "at": when, "for_players": self._room.memory.house.replays, "longest": LONGEST_WORDS}
        more |= {"before_s": BEFORE_S, "after_s": AFTER_S}
        return HTMLResponse(self._screens.piece("replay", visitor, **more))

    async def pictures(self, request: Request, since: _At, until: _At) -> Response:
        self._refuse_strangers(request)
        return JSONResponse(pictures_json(self._table, self._reel, since, until))

    async def picture(self, request: Request, number: int) -> Response:
        self._refuse_strangers(request)
        kept = self._reel.one(number)
        if kept is None:
            raise HTTPException(404, _GONE)
        return Response(kept.jpeg, media_type="image/jpeg", headers={"cache-control": "private, max-age=600"})

    async def saved(self, request: Request, since: _At, until: _At) -> Response:
        """*Save*: the clip as one file, for the device that asks."""
        self._refuse_strangers(request)
        kept = self._reel.between(since, until)
        if not kept:
            raise HTTPException(404, _GONE)
        kept = tuple(k for k in kept if k.at - kept[0].at <= LONGEST_VIDEO_S)
        async with self._packing:  # half a minute of one core each; the eyes need theirs
            video = await asyncio.to_thread(video_of, kept)
        return _file(video, "video/webm", f"replay {_stamp(kept[0])}.webm")

    async def report(
        self, request: Request, since: _At, until: _At, words: Annotated[str, Query(max_length=LONGEST_WORDS)] = ""
    ) -> Response:
        """*Report this*: pictures, log, table, rules and card in one file, for the device that asks."""
        if not self._site.who(request).referee:
            raise HTTPException(403, ONLY_REFEREE)
        kept = _from_rest(self._reel, since, until)
        if not kept:
            raise HTTPException(404, _GONE)
        rules, card = self._table.rules_in_force, None
        with suppress(ShelfError):  # then it is told without
            card = None if rules.table is None else self._shelf.read(self._shelf.tonight())
        told = Report(program_version(), self._table.log, rules.ruleset, card, self._room.devices.tile_set, words)
        return _file(await asyncio.to_thread(written, told, kept), "application/zip", f"report {_stamp(kept[0])}.zip")

    async def players(self, request: Request, allowed: Annotated[bool, Form()]) -> Response:
        if not self._site.who(request).referee:
            return says(False, ONLY_REFEREE, 403)
        try:
            self._room.memory.change(replays=allowed)
        except HouseError as problem:
            return says(False, str(problem), 503)
        self._table.tell()
        return says(True, "The players may look back, too." if allowed else "Only the referee may look back.")


def replay_router(site: Site, room: Room, shelf: Shelf) -> APIRouter:
    routes = _Replay(site, room, shelf)
    router = APIRouter(prefix="/replay")
    router.get("", response_class=HTMLResponse)(routes.player)
    router.get("/pictures")(routes.pictures)
    router.get("/picture/{number}.jpg")(routes.picture)
    router.get("/video")(routes.saved)
    router.get("/report")(routes.report)
    router.post("/players")(routes.players)
    return router


def _opened_at(table: Table, reel: Reel, event: int, at: float | None) -> tuple[str, float]:
    """What is looked at, and when it was told. Raises HTTPException where it is not kept."""
    span, people = reel.span, people_of(table.state)
    assert span is not None
    if 1 <= event <= table.number:
        title, at = plain(sentence(table.standing(event), people)), table.log[event - 1].at
    else:
        title, at = "The last seconds", span[1] if at is None else at
    if at < span[0] or not reel.between(at - BEFORE_S, at + AFTER_S):
        raise HTTPException(404, _GONE)
    return title, at


def pictures_json(table: Table, reel: Reel, since: float, until: float) -> dict[str, Any]:
    """The pictures of a time, what was told in it, and how far back and on one could go; times on the log's clock."""
    people, gone = people_of(table.state), table.gone
    events = [e for e in table.log if since <= e.at <= until and e.number not in gone]
    return {
        "span": reel.span,
        "pictures": [_picture_json(k, people) for k in reel.between(since, until)],
        "told": [{"at": e.at, "says": plain(sentence(table.standing(e.number), people))} for e in events],
        "names": [people.of(seat) for seat in Seat],
    }


def _picture_json(kept: Kept, people: People) -> dict[str, Any]:
    hand = None if kept.hand is None else people.whose(kept.hand)
    return {"n": kept.number, "at": kept.at, "quarters": upright(kept.plane), "hand": hand}


def _from_rest(reel: Reel, since: float, until: float) -> tuple[Kept, ...]:
    """The pictures of a time, and those before it from the last on which the table was at rest."""
    kept = reel.between(since - LEAD_S, until)
    rests = [n for n, k in enumerate(kept) if k.stage is Stage.RESTING and k.at <= since]
    return kept[rests[-1] :] if rests else reel.between(since, until)


def video_of(kept: tuple[Kept, ...]) -> bytes:
    """The clip as WebM, which browsers and telephones play, upright, in its own time."""
    first = _upright(kept[0])
    with tempfile.TemporaryDirectory(prefix="fifthseat-") as folder:
        path = Path(folder) / "replay.webm"
        scale = min(1.0, VIDEO_PX / first.shape[0])
        size = int(first.shape[1] * scale) // 2 * 2, int(first.shape[0] * scale) // 2 * 2
        out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"VP80"), VIDEO_FPS, size)
        n, due = 0, 0.0
        for one, after in zip(kept, (*kept[1:], None), strict=True):
            stays_s = STILL_S if after is None else min(STILL_S, after.at - one.at)  # where nothing was kept it goes on
            image, due = cv2.resize(_upright(one), size, interpolation=cv2.INTER_AREA), due + stays_s * VIDEO_FPS
            while n < due:
                out.write(image)
                n += 1
        out.release()
        return path.read_bytes()


def _upright(kept: Kept) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    image = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return turned(np.asarray(image, np.uint8), upright(kept.plane))


def _stamp(kept: Kept) -> str:
    return datetime.fromtimestamp(kept.at).strftime("%Y-%m-%d %H.%M.%S")


def _file(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
