"""Camera, eyes and light of one table, opened, changed and closed while it is played at. The log never notices.

Lives on the event loop; what takes time (opening a camera, loading the networks, letting a light go) is done away from
it. Set-up looks through the cameras without eyes, the game with them.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from device.buttons import Press
from engine.tile import Tile
from server.alerts import Alert, Audience
from server.crops import cut_out
from server.kept_faces import KeptFaces
from server.lens import Lens, Showing, Watching
from server.outline import Outline
from server.rack_cameras import RackCameras
from server.replay.reel import Reel
from server.second_camera import SecondCamera
from server.set_naming import SetNaming
from server.sight import Opened, Seen, Sight, opener, posting, slow_opener
from server.status import Status
from server.table import Table
from server.watcher import Watcher
from server.wind_lamp import WindLamp
from vision.eyes import Eyes
from vision.follow.named import Told
from vision.follow.settle import Settler
from vision.follow.views import OneView, Views
from vision.read.reader import ReaderError
from vision.read.tileset import TileSet, read_tile_set

NO_CAMERA = Status(None, "No camera: the game is entered on the tablets.")


def follow(watcher: Watcher, seen: Seen) -> None:
    """A picture's news for the watcher. Raises StoreError where what it proposes cannot be written."""
    if seen.observation is not None:
        watcher.observe(seen.observation)
    watcher.passed(seen.time_s, seen.at_rest)


async def beside(table: Table, lens: Lens, alert: Alert) -> None:
    """Lays what the camera sees beside a question, while that stands."""
    if any(a.key == alert.key and a.picture for a in table.alerts):
        return  # asked again as it stands: the first picture is as good
    try:
        picture = await lens.cut(lambda image, plane: cut_out(image, plane, alert))
    except ValueError:
        return  # one torn picture: the question can be read without
    asked = next((a for a in table.alerts if replace(a, at=0.0) == alert), None)
    if picture is not None and asked is not None:
        table.raise_alert(replace(asked, picture=picture))


class Devices:
    """What is plugged into one table. `source` is the camera in use, None without one; `watching`: its pictures are
    followed; `started`: somebody has started the game, or it was on when the program began. Call every method on the
    event loop."""

    def __init__(
        self,
        table: Table,
        *,
        lens: Lens | None = None,
        eyes: Callable[[TileSet | None], Eyes] = Eyes,
        opened: Callable[[str], Opened] = opener,
        follow: Callable[[Watcher, Seen], None] = follow,
        pressed: Callable[[Press], None] | None = None,
    ) -> None:
        """`follow` hands a picture's news to the watcher; `pressed` hears the light's buttons, in its thread."""
        self.source: str | None = None
        self.watching = False
        self.started = False
        self.outline = Outline()
        self.tile_set: TileSet | None = None
        self.faces = KeptFaces(None)
        self.naming = SetNaming(table, last_over=table.last_over)
        self.lens = lens or Lens()
        self.reel = Reel(clock=lambda: table.now)
        self.lamp = WindLamp(pressed)
        self.at_racks = RackCameras(table, eyes)
        self.second = SecondCamera()
        self.at_racks.overhead = lambda: tuple(s for s in (self.source, self.second.source) if s is not None)
        self.watcher: Watcher | None = None
        self._table = table
        self._make_eyes = eyes
        self._opened = opened
        self._opened_second = slow_opener if opened is opener else opened
        self._said = NO_CAMERA
        self._second_eyes: Eyes | None = None
        self._follow = follow
        self._eyes: Eyes | None = None
        self._sight: Sight | None = None
        self._watched: Watching | Showing | None = None
        self._back: Callable[[], None] | None = None  # what was forgotten last is known again
        self._changing = asyncio.Lock()
        self._beginning: asyncio.Task[None] | None = None
        self._picturing: set[asyncio.Task[None]] = set()

    @property
    def may_show_all(self) -> bool:
        """Whether a picture may show everything that the camera sees: until somebody has started the game, for from
        then on tiles stand on the racks."""
        return not self.started and not self.watching

    @property
    def one_alone(self) -> bool:
        """Whether one of two cameras does not see the table, and the other goes on."""
        return self.second.source is not None and self._table.camera.says != self._said.says

    def lens_of(self, camera: int) -> Lens:
        return self.second.lens if camera else self.lens

    async def look(self, source: str) -> None:
        """Open that camera for the set-up: its pictures are shown, and nothing follows them."""
        async with self._changing:
            await self._let_go()
            self.source = source
            self._watched = Showing(self.lens, self.outline.plane, self.outline.turn)
            self._start(source, self._watched, None)
            self.second.start(self._opened_second, self._say)

    async def watch(self, source: str | None = None) -> None:
        """Follow the game with the camera in use, or with another. Loads the networks where they are not yet."""
        async with self._changing:
            source = source or self.source
            if source is None:
                return
            if self._eyes is None:
                self._table.set_camera(Status(False, "The eyes are being opened: a few seconds.", opening=True))
                try:
                    self._eyes = await self._opened_eyes()
                except (OSError, ValueError) as problem:
                    self._table.set_camera(Status(False, f"The eyes cannot be opened: {problem}"))
                    return
            await self._let_go()
            self.source, self.watching = source, True
            watched = Watching(self.lens, await self._followed_by(self._eyes), self.outline.turn, self.reel)
            self._watched = watched
            self.watcher = self._watcher_of(watched)
            self._start(source, watched, self.watcher)
            self.second.start(self._opened_second, self._say, lambda seen: self._news(1, seen))

    async def _followed_by(self, eyes: Eyes) -> Settler | OneView:
        """What follows the first camera's pictures: a settler, or with a second camera one half of both."""
        settler = self._settler(eyes)
        if self.second.source is None:
            return settler
        if self._second_eyes is None:
            self._second_eyes = await self._opened_eyes()
        return self.second.joined(settler, self._second_eyes).first

    async def look_too(self, source: str | None) -> None:
        """A second camera above the table from now on, or none; the first goes on as it is."""
        if self.source is None:
            return
        async with self._changing:
            await self.second.let_go()
            self.second.source = source
        if self.watching:
            await self.watch()
        else:
            self.second.start(self._opened_second, self._say)
        self._say()

    def fix_second(self, outline: Outline) -> None:
        """The table lies there in the second camera's picture from now on."""
        self.second.fix(outline)

    async def _opened_eyes(self) -> Eyes:
        """Eyes that read with the set in use, or with the built-in ones where that cannot be read with any more."""
        try:
            return await asyncio.to_thread(self._make_eyes, self.tile_set)
        except ReaderError as problem:
            if self.tile_set is None:
                raise
            self.tile_set = None
            says = f"{problem}. Until then the built-in tile sets are read with."
            self._table.raise_alert(Alert("tiles", says, audience=Audience.REFEREE))
            return await asyncio.to_thread(self._make_eyes, None)

    def begin(self) -> None:
        """`watch`, without waiting for it; what goes wrong stands in the camera's state."""
        self._beginning = asyncio.get_running_loop().create_task(self.watch())

    async def without_camera(self) -> None:
        """Nobody watches: the game is entered by hand."""
        async with self._changing:
            await self._let_go()
            self.source = self.second.source = None
            self._table.set_camera(NO_CAMERA)

    def fix(self, outline: Outline) -> None:
        """The table lies there from now on; what has happened stays as it was."""
        self.outline = outline
        if isinstance(self._watched, Showing):
            self._watched.plane = outline.plane
        elif isinstance(self._watched, Watching) and self._eyes is not None:
            watched, views = self._watched, self.second.views
            settler = self._settler(self._eyes)
            if views is None:
                watched.follow(settler)
            else:
                views.renew(0, settler)
            self.reel.forget()
            self.watcher = self._watcher_of(watched)

    async def read_with(self, tile_set: TileSet | None) -> None:
        """Read with another set from the next picture on; None: with the built-in ones. Raises ReaderError where it
        cannot be read with: all stays as it was."""
        if self._eyes is not None:
            await asyncio.to_thread(self._read_all, tile_set)
        self._in_use(tile_set)

    def _read_all(self, tile_set: TileSet | None) -> None:
        for eyes in (self._eyes, self._second_eyes):
            if eyes is not None:
                eyes.use(tile_set)

    def use_tiles(self, path: Path) -> None:
        """Read with the set in a file from the next picture on. Raises TileSetError, ReaderError, OSError."""
        tile_set = read_tile_set(path)
        self._read_all(tile_set)
        self._in_use(tile_set)

    def _in_use(self, tile_set: TileSet | None) -> None:
        self.tile_set = tile_set
        self.at_racks.use(tile_set)
        self.naming.forget()
        self._back = None
        self._names(self.faces.of(tile_set))

    def renamed(self, before: TileSet, after: TileSet) -> None:
        """A set has another name: what was named of its faces stays named."""
        if told := self.faces.of(before):
            self.faces.keep(after, told)
        if self.tile_set is not None and self.tile_set.name == before.name:
            self.tile_set = after

    async def light(self, url: str | None) -> None:
        """Another light, or none. Raises ValueError with a sentence for an address that is none."""
        before = self.lamp.use(url)
        if before is not None:
            await asyncio.to_thread(before.close)
        self._table.set_light(Status(self.lamp.ok, self.lamp.status))

    def told(self, x_mm: float, y_mm: float, tile: Tile) -> None:
        """Somebody says what the tile that lies there is: the eyes know that face from now on, next week too."""
        if isinstance(self._watched, Watching):
            self._learn(self._watched, x_mm, y_mm, tile)

    def forget_faces(self) -> None:
        """No face of the set in use has been named, and nothing of it has been learned; `recall_faces` takes that back,
        until another set is read with."""
        told, again = self.faces.of(self.tile_set), self.naming.forget()
        self._know(())

        def back() -> None:
            again()
            self._know((*told, *self.faces.of(self.tile_set)))

        self._back = back

    @property
    def forgotten(self) -> bool:
        """Whether something was forgotten that can be known again."""
        return self._back is not None

    def recall_faces(self) -> None:
        """What was forgotten last is known again, beside what has been named since."""
        back, self._back = self._back, None
        if back is not None:
            back()

    def _know(self, told: tuple[Told, ...]) -> None:
        self.faces.keep(self.tile_set, told)
        self._names(told)

    def _learn(self, watched: Watching, x_mm: float, y_mm: float, tile: Tile) -> None:
        born = watched.settler.told(x_mm, y_mm, tile)
        if born is not None:
            self.faces.keep(self.tile_set, watched.settler.named)
            self.naming.told(self.naming.learner.of_track(born), tile)

    def _names(self, told: tuple[Told, ...]) -> None:
        if isinstance(self._watched, Watching):
            self._watched.settler.named = told

    def _settler(self, eyes: Eyes) -> Settler:
        self.naming.learner.begin()
        return Settler(eyes, self.outline.plane, self.faces.of(self.tile_set), self.naming.learner)

    async def close(self) -> None:
        async with self._changing:
            await self._let_go()
        await self.at_racks.close()
        await asyncio.to_thread(self.lamp.close)
        self.lens.close()

    def _watcher_of(self, watched: Watching) -> Watcher:
        return Watcher(self._table, lambda x, y, tile: self._learn(watched, x, y, tile), self._picture)

    def _picture(self, alert: Alert) -> None:
        """What the camera sees where something is asked is laid beside the question."""
        task = asyncio.get_running_loop().create_task(beside(self._table, self.lens, alert))
        self._picturing.add(task)
        task.add_done_callback(self._picturing.discard)

    async def _let_go(self) -> None:
        sight, self._sight, self._watched, self.watcher, self.watching = self._sight, None, None, None, False
        if sight is not None:
            await asyncio.to_thread(sight.close)
        await self.second.let_go()
        self.lens.forget()
        self.reel.forget()
        self._table.set_seen(None)

    def _say(self) -> None:
        """How it stands with the cameras."""
        if self.source is not None:
            self._table.set_camera(self.second.stands(self._said))

    def _news(self, camera: int, seen: Seen) -> None:
        """What a camera's picture tells of the game. Of two the one that leads tells the time."""
        views: Views | None = self.second.views
        if self.watcher is None:
            return
        if views is not None:
            if seen.observation is None and not views.leads(camera):
                return
            seen = replace(seen, time_s=views.common_s(camera, seen.time_s))
        self._follow(self.watcher, seen)
        if seen.observation is not None:
            self.naming.rested()
        self.naming.over(self._table.last_over)

    def _start(self, source: str, watched: Watching | Showing, watcher: Watcher | None) -> None:
        post = posting(asyncio.get_running_loop())
        self._table.set_camera(Status(False, "The camera is being opened.", opening=True))

        def observed(seen: Seen) -> None:
            try:
                if self._watched is watched:
                    self._news(0, seen)
            finally:
                sight.taken_in(seen.time_s)

        def said(status: Status) -> None:
            if self._watched is watched:  # of a camera that was let go nobody wants to hear
                self._said = status
                self._say()

        self._sight = sight = Sight(
            self._opened(source),
            watched,
            seen=lambda seen: post(lambda: observed(seen)) if watcher is not None else None,
            status=lambda status: post(lambda: said(status)),
        )
        self._sight.start()
