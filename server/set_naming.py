"""A set that nobody showed, learned while it is played with: when it is thought about, what is asked, what is said.

The eyes gather its tiles (`vision.follow.learner`); here, on the event loop, what is made of them is worked out beside,
and put to the referee where an answer settles much: at most three questions, one at a time, each answered by tapping a
picture or saying what one shows. What is asked is withdrawn when it answers itself. Of a household's own set nothing is
asked: its pictures tell what its faces are, and what is learned beside is used while it is played with.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from engine.sight.observation import LIKELY, SAID_S
from engine.tile import Tile
from server.alerts import Alert, Audience
from server.learned_set import as_good_as_shown, made
from vision.arrays import Image
from vision.follow.asking import MOST, Question, question
from vision.follow.learner import Learner
from vision.follow.learnt import Fact, Learnt, Rested
from vision.read.tileset import TileSet

KEY, SAID, KEPT = "which tile", "set read anew", "set kept"
NONE_OF_THESE, NOBODY_KNOWS = "none", "unknown"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing as it is shown: its kind, whether that is believed, and the tracks of the tiles that bear it."""

    tile: Tile
    believed: bool
    born: tuple[int, ...]


class Board(Protocol):
    """What is needed of `server.table.Table`."""

    def raise_alert(self, alert: Alert) -> None: ...

    def clear(self, key: str) -> None: ...


class SetNaming:
    """Call every method on the event loop. `learner`: what the eyes gather with. `last_over`: the number of the last
    game that was over before anything was gathered."""

    def __init__(self, board: Board, learner: Learner | None = None, last_over: int = 0) -> None:
        self.learner = learner or Learner()
        self.asked: Question | None = None
        self._board = board
        self._answered: frozenset[str] = frozenset()
        self._thinking: asyncio.Task[None] | None = None
        self._ended = last_over
        self.keep: Callable[[TileSet], str] | None = None

    def rested(self) -> None:
        """The table was looked at once more: where enough is new, it is thought about, beside."""
        if self.learner.due and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    def over(self, game: int) -> None:
        """The last game that is over has that number: with each new one, what has been learned is kept where it is as
        good as a set that was shown and its pictures tell its faces apart, and used for the next hand where not. `keep`
        says what came of it."""
        if game <= self._ended:
            return
        self._ended = game
        self._thinking = asyncio.get_running_loop().create_task(self._end(self._thinking))

    async def _end(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await before
        held, tiles = self.learner.learnt, self.learner.tiles
        if held is None or self.learner.shown is not None or not as_good_as_shown(held) or self.keep is None:
            self.learner.next_hand()
            return
        try:
            tile_set = await asyncio.to_thread(made, tiles, held, "")
        except Exception:  # whatever it is, the next hand is learned from
            _log.exception("a tile set could not be made of what was learned")
            tile_set = None
        if tile_set is None or not tile_set.apart:  # read by its pictures alone it would be told worse than now
            self.learner.next_hand()
            return
        self._board.raise_alert(Alert(KEPT, self.keep(tile_set), audience=Audience.REFEREE))

    def answer(self, which: int | None, known: bool = True) -> None:
        """Somebody tapped on the picture `which` of what is asked, on "None of these" for None, or, where nothing is
        `known`, on "I do not know"."""
        if self.asked is None:
            return
        if known:
            self.learner.tell(*self.asked.answered(which))
        self._settled(self.asked)

    def named(self, tile: Tile) -> None:
        """Somebody said what the tiles are that it is asked of."""
        if self.asked is not None:
            self.learner.tell(*self.asked.named(tile))
            self._settled(self.asked)

    def _settled(self, what: Question) -> None:
        self._answered |= {what.key}
        self._ask(None)
        self.rested()

    def told(self, born: int, tile: Tile) -> None:
        """Somebody says what a gathered tile is: so are all that bear its drawing."""
        self.learner.tell(Fact(born, frozenset({tile})))
        self.rested()

    def forget(self) -> Callable[[], None]:
        """Nothing has been learned, and all may be asked again. What comes back takes that back."""
        before, answered = self.learner.forget(), self._answered
        self._answered = frozenset()
        self._ask(None)
        self._board.clear(SAID)

        def again() -> None:
            self.learner.again(before)
            self._answered = answered
            self._ask(self._next(self.learner.learnt))
            self.rested()

        return again

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """What has been learned of a set that nobody showed, in the order of the kinds."""
        held = self.learner.learnt
        if held is None or self.learner.shown is not None:
            return ()
        found = [
            Drawing(Tile(int(kind)), bool(sure > LIKELY), tuple(int(b) for b in held.born[held.of == k]))
            for k, (kind, sure) in enumerate(zip(held.kinds, held.sure, strict=True))
        ]
        return tuple(sorted(found, key=lambda one: one.tile))

    def drawn_like(self, born: int) -> Drawing | None:
        """The drawing of a tile."""
        return next((one for one in self.drawings if born in one.born), None)

    def picture(self, tile: Rested) -> bytes:
        """A tile that was gathered, as a PNG."""
        return png(tile.crop)

    async def settled(self) -> None:
        """Waits until what has been gathered has been thought about."""
        while self._thinking is not None and not self._thinking.done():
            await self._thinking

    async def _think(self) -> None:
        before = _read(self.learner.learnt)
        try:
            await asyncio.to_thread(self.learner.think)
        except Exception:  # whatever it is, the game goes on with what the reader reads
            _log.exception("learning the set failed")
            return
        now = self.learner.learnt
        self._tell(sum(before[born] is not tile for born, tile in _read(now).items() if born in before))
        self._ask(self._next(now))
        self.rested()

    def _next(self, now: Learnt | None) -> Question | None:
        """What is to be asked: what is asked already, as long as its answer is worth it."""
        if now is None or self.learner.shown is not None or len(self._answered) >= MOST:
            return None
        return question(now, {t.born: t.crop for t in self.learner.tiles}, self._answered, self.asked)

    def _ask(self, what: Question | None) -> None:
        if what is self.asked:
            return
        self.asked = what
        if what is None:
            self._board.clear(KEY)
        else:
            says = f"I do not know this set. {what.says}"
            pictures = tuple(map(png, what.crops))
            told = Alert(KEY, says, audience=Audience.REFEREE, pictures=pictures, about=what.key, likely=what.likely)
            self._board.raise_alert(told)

    def _tell(self, changed: int) -> None:
        """Says how many tiles that were read before are read otherwise now."""
        if not changed:
            return
        says = f"I have learned more of this set: I read {changed} earlier tile{'s' if changed > 1 else ''} anew."
        self._board.raise_alert(Alert(SAID, says, audience=Audience.REFEREE))
        asyncio.get_running_loop().call_later(SAID_S, self._board.clear, SAID)


def png(crop: Image) -> bytes:
    """A crop (64, 48, 3) as a picture for a page."""
    return cv2.imencode(".png", np.ascontiguousarray(crop))[1].tobytes()


def _read(held: Learnt | None) -> dict[int, Tile]:
    """What each tile is read as."""
    if held is None:
        return {}
    return {int(b): Tile(int(held.kinds[k])) for b, k in zip(held.born, held.of, strict=True)}
