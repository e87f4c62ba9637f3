"""The pages of the tables for one: where one is begun or gone on with, and the seat's page at it. Each device has one
of its own, known by a random word in its cookie; nobody else can look at it.
"""

import asyncio
import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, FastAPI, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from engine import event as e, notation
from engine.naming import LONGEST
from engine.rules.ruling import Proposal, Rules, Source
from engine.state import Phase
from engine.tile import read_tiles
from server.access import COOKIE_AGE_S, Access, Visitor
from server.acts import may_propose, own_last_act
from server.coaching.looking import CloserLooks
from server.coaching.memory import Help
from server.coaching.mind import Mind
from server.coaching.page import coach_router
from server.coaching.retrace import decisions
from server.coaching.review_page import review_router
from server.coaching.solo.choices import YOU
from server.coaching.solo.game import PACE_S, SoloGame, fresh_secrets, read_secrets
from server.coaching.solo.robots import WORDS, Strength
from server.devices import Devices
from server.house import Memory
from server.indicator import Indicator
from server.passing import has_done
from server.screens import Screens, Surroundings
from server.store import Store, StoreError
from server.web.answers import answered, says
from server.web.live import live_router
from server.web.pages import pages_router
from server.web.seats import seats_router
from server.web.site import Room, Site, opens

COOKIE = "fifthseat_solo"
ROOT = "/solo/table"
_HERS = f'{YOU.name} is named "%'
MOST = 24  # tables for one that are kept
_WORD = re.compile(r"[\w-]{16,64}")
# A page is put under the path with its parts in it, which were put there before.
_ASKS = re.compile(rf'((?:hx-get|hx-post|ws-connect|action)="|href="(?=/seat/))(?!{ROOT}/)/')
_After = Annotated[int, Form(ge=0)]


class OneDevice(Access):
    """Lets in whoever comes through the door of this table: its one player."""

    def visitor(self, cookie: str | None, address: str) -> Visitor:
        return Visitor(YOU, frozenset({YOU}), device="solo")


@dataclass(frozen=True, slots=True)
class Roads:
    """To play the hand once more from after event `take(number)`, and back: `leave`."""

    take: Callable[[int], None]
    leave: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Set:
    game: SoloGame
    pages: FastAPI
    running: asyncio.Task[None]


class Solos:
    """All tables for one, by their device's word. `folder` keeps them; `rules` are those of a table that is begun."""

    pace_s = PACE_S

    def __init__(
        self,
        folder: Path | None,
        rules: Callable[[], Rules],
        mind: Mind,
        looking_back: Mind,
        closer: CloserLooks | None = None,
    ) -> None:
        self._folder = None if folder is None else folder / "solo"
        self._rules = rules
        self._mind = mind
        self._looking_back = looking_back
        self._closer = closer or CloserLooks(looking_back)
        self._open: dict[str, _Set] = {}
        self._roads: dict[str, _Set] = {}

    def begin(self, word: str, strength: Strength, how: Help, name: str = "") -> SoloGame:
        """A new table in the place of the one before, for a player of that name."""
        self.close(word)
        path = self._path(word)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            for old in sorted(path.parent.glob("*.json"), key=lambda p: p.stat().st_mtime)[: -MOST + 1]:
                _forget(old)
            _forget(path)
        game = self._set_up(word, SoloGame(self._rules(), self._mind, fresh_secrets(strength, SystemRandom()), path))
        game.coach.choose(YOU, how)
        game.keep()
        game.call_her(name)
        return game

    def game(self, word: str | None) -> SoloGame | None:
        """The table of this device, taken up again where the program has been started since."""
        if word is None or not _WORD.fullmatch(word):
            return None
        if word not in self._open:
            path = self._path(word)
            kept = None if path is None else read_secrets(path)
            if path is None or kept is None:
                return None
            how = kept.help
            game = self._set_up(word, SoloGame(self._rules(), self._mind, kept, path))
            game.coach.choose(YOU, how)
        return self._open[word].game

    def pages(self, word: str | None) -> FastAPI | None:
        """Of the road that this device has taken, or of its table."""
        if word is None or self.game(word) is None:
            return None
        return self._roads.get(word, self._open[word]).pages

    def take_road(self, word: str, number: int) -> None:
        """The device plays its game once more from after event `number` of the game that it looks back at."""
        other = self._roads.get(word, self._open[word]).game.road(number)
        self.leave_road(word)
        self._roads[word] = self._laid(word, other)

    def leave_road(self, word: str) -> None:
        """Back to the device's own game; the road is gone."""
        if word in self._roads:
            self._roads.pop(word).running.cancel()

    def close(self, word: str) -> None:
        """The table goes on when it is asked for again; a road is gone."""
        self.leave_road(word)
        if word in self._open:
            self._open.pop(word).running.cancel()

    def take_out(self, name: str) -> None:
        """Every table for one at which somebody of that name has played is thrown away, and what nobody can read."""
        for word, one in list(self._open.items()):
            if _calls(one.game.table.written(_HERS), name):
                self.close(word)
        for path in () if self._folder is None else sorted(self._folder.glob("*.db")):
            if _may_be_hers(path, name):
                _forget(path.with_suffix(".json"))

    def _set_up(self, word: str, game: SoloGame) -> SoloGame:
        game.pace_s = self.pace_s
        while len(self._open) >= MOST:
            self.close(next(iter(self._open)))
        self._open[word] = self._laid(word, game)
        return game

    def _laid(self, word: str, game: SoloGame) -> "_Set":
        roads = Roads(lambda number: self.take_road(word, number), lambda: self.leave_road(word))
        pages = solo_pages(game, self._mind, self._looking_back, roads, self._closer)
        return _Set(game, pages, asyncio.get_running_loop().create_task(game.run()))

    def _path(self, word: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{word}.json"


def _may_be_hers(log: Path, name: str) -> bool:
    """Whether somebody of that name played at a table for one, as its log says; what cannot be read may say so."""
    try:
        with closing(Store(log)) as store:
            return _calls(store.texts(_HERS), name)
    except StoreError:
        return True


def _calls(told: Iterable[str], name: str) -> bool:
    """Whether she who plays is called so in one of these events."""
    events = (notation.read(one) for one in told)
    return any(isinstance(x, e.Named) and x.name.casefold() == name.casefold() for x in events)


def _forget(kept: Path) -> None:
    for path in (kept, *kept.parent.glob(f"{kept.stem}.db*")):
        path.unlink(missing_ok=True)


class Door:
    """To the pages of the table for one that the device's cookie names."""

    def __init__(self, solos: Solos) -> None:
        self._solos = solos

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        pages: ASGIApp | None = self._solos.pages(HTTPConnection(scope).cookies.get(COOKIE))
        if pages is None and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "There is no table for one here."})
            return
        await (pages or RedirectResponse("/solo", 303))(scope, receive, send)


def solo_pages(
    game: SoloGame, mind: Mind, looking_back: Mind, roads: Roads, closer: CloserLooks | None = None
) -> FastAPI:
    """The seat's page at one such table, as at the real one."""
    table, access = game.table, OneDevice.fresh()
    screens = Screens(table, access, Surroundings(), Indicator(table))
    screens.coach, screens.solo = game.coach, game
    screens.rooted = lambda text: _ASKS.sub(rf"\1{ROOT}/", text)
    site = Site(table, access, screens, Room(Devices(table), Memory(None)))
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    opens(
        app,
        playing_router(site, game),
        roads_router(site, roads),
        pages_router(site),
        seats_router(site),
        live_router(site),
        coach_router(site, game.coach, mind, closer or CloserLooks(looking_back)),
        review_router(site, looking_back),
    )
    return app


def playing_router(site: Site, game: SoloGame) -> APIRouter:
    """What she does at her table."""
    table, screens = site.table, site.screens
    router = APIRouter()

    @router.post("/act")
    async def act(request: Request, event: Annotated[str, Form(max_length=400)], after: _After) -> Response:
        try:
            proposed = notation.read(event)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        if isinstance(proposed, e.Passed | e.CourtesyOffered):
            return says(False, "Tap the tiles that you pass first.", 409)
        refused = may_propose(site.who(request), proposed)
        if refused is not None or isinstance(proposed, e.Dealt | e.GameBegun | e.WallsBuilt | e.CharlestonEnded):
            return says(False, refused or "The tiles are dealt by themselves here.", 403)
        not_yet = game.no_win(proposed)
        if not_yet:
            return says(False, not_yet, 409)
        answer = answered(table, lambda: table.submit(Proposal(proposed, Source.TABLET), after))
        game.follow()  # her rack is there with the answer
        return answer

    @router.post("/undo")
    async def undo(after: _After) -> Response:
        if not own_last_act(table, YOU):
            return says(False, "That cannot be undone any more: the others have gone on.", 403)
        return answered(table, lambda: table.undo(after, Source.TABLET))

    @router.get("/solo", response_class=HTMLResponse)
    async def strip(request: Request) -> str:
        """What there is to do here that at a table is done with the hands."""
        now = table.state.charleston if table.state.phase is Phase.CHARLESTON else None
        due = None if now is None or has_done(now, YOU, table.state.players) else now.stage
        road = {"road": game.as_played, "over": table.state.phase is Phase.OVER}
        return screens.piece("solo_strip", site.who(request), hand=game.hand, due=due, waits=game.waits, **road)

    @router.post("/pass")
    async def give(tiles: Annotated[list[str] | None, Form(max_length=14)] = None) -> Response:
        try:
            given = read_tiles(" ".join(one.partition(" ")[0] for one in tiles or ()))
        except ValueError as error:
            return says(False, f"{error}.", 400)
        found = game.passing(given)
        if isinstance(found, str):
            return says(False, found, 409)
        return answered(table, lambda: table.submit(Proposal(found, Source.TABLET)))

    @router.post("/on")
    async def go_on() -> Response:
        game.let_go()
        return says(True, "")

    return router


def roads_router(site: Site, roads: Roads) -> APIRouter:
    """The same deal played down another road, from a choice that the player looks back at."""
    table, router = site.table, APIRouter(prefix="/road")

    def to_the_seat() -> Response:
        return RedirectResponse(f"{ROOT}/seat/{YOU.name}", 303)

    @router.post("")
    async def take(place: Annotated[int, Form(ge=0)]) -> Response:
        found = decisions(table, YOU)
        if table.state.phase is not Phase.OVER or place >= len(found):
            return says(False, "There is no such turn to go back to: look back at the hand once it is over.", 409)
        one = found[place]
        roads.take(one.number - (one.called is None))
        return to_the_seat()

    @router.post("/leave")
    async def leave() -> Response:
        roads.leave()
        return to_the_seat()

    return router


def solo_router(site: Site, solos: Solos) -> APIRouter:
    """Where a table for one is begun."""
    router = APIRouter()

    @router.get("/solo", response_class=HTMLResponse)
    async def page(request: Request) -> str:
        game = solos.game(request.cookies.get(COOKIE))
        helps = (Help.FULL, Help.NUDGE, Help.LEGAL, Help.NONE)
        who = site.who(request)
        called = game.table.state.names[YOU] if game is not None else ""
        if not called and who.seat is not None:
            called = site.table.state.names[who.seat]
        return site.screens.page("solo", who, game=game, strengths=WORDS, helps=helps, called=called)

    @router.post("/solo")
    async def begin(
        request: Request,
        strength: Annotated[Strength, Form()],
        how: Annotated[Help, Form()] = Help.NONE,
        name: Annotated[str, Form(max_length=LONGEST)] = "",
    ) -> Response:
        if site.table.rules.table is None:
            return says(False, "Choose a card first: the table for one is played by it.", 409)
        word = request.cookies.get(COOKIE) or ""
        if not _WORD.fullmatch(word):
            word = secrets.token_urlsafe(24)
        solos.begin(word, strength, how, name)
        answer = RedirectResponse(f"{ROOT}/seat/{YOU.name}", 303)
        answer.set_cookie(COOKIE, word, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
        return answer

    return router
