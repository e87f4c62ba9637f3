"""The simulated table as a shop window: a quick win first, with a call and an exchange; then a game to take part in,
with a Charleston to wait for, a tile whose paint is worn, and an exposure that no hand of the card has.
"""

import threading
from collections.abc import Iterator
from itertools import islice

from engine.tile import Seat, Tile
from vision.synthetic.game import SET, Act, Called, Discarded, Game, TookBack, Waits, Won

FIRST, SECOND = 48, 19  # the seeds of the two games, with the practice card: found by tests.bench.demo_seeds
CHARLESTON, CHALLENGE = "charleston", "challenge"  # what the second game waits for
WORN = Tile.B9  # a tile of this kind has lost the paint of its lowest row, and looks like another
EARLY = range(3, 15)  # the discards among which the worn tile is
MOST_QUIET_S = 90.0  # for so long the table waits for a cue while nobody says anything
# Of the game between two pictures, at speed 1: on a slow machine a show is played slowly, and nothing is missed.
MOST_AT_ONCE_S = 1.0
MISTAKE_FROM = 10  # discards before somebody may expose what no hand has


class Cues:
    """What has been said at the table that the camera cannot see, given in one thread and waited for in another."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._lock = threading.Lock()
        self._said_at = 0.0
        self.waiting: str | None = None

    def give(self, cue: str) -> None:
        """From here on nobody waits for it."""
        with self._lock:
            self._given.add(cue)

    def say(self, now_s: float) -> None:
        """Somebody is at it (monotonic seconds): what waits goes on waiting."""
        self._said_at = now_s

    def quiet_s(self, since_s: float, now_s: float) -> float:
        """For how long nobody has said anything, from `since_s` on."""
        return now_s - max(since_s, self._said_at)

    def given(self, cue: str) -> bool:
        with self._lock:
            return cue in self._given


class ShowGame(Game):
    """A game that waits for the Charleston before East's first discard, and in which somebody makes a mistake: exposes
    a pung that no hand of the card has, and is challenged."""

    def __init__(self, seed: int, east: Seat = Seat.P1) -> None:
        super().__init__(seed, east)
        self.dead: Seat | None = None
        self._to_challenge = False

    def acts(self) -> Iterator[Act]:
        yield Waits(CHARLESTON)
        yield from super().acts()

    def _next(self, turn: Seat) -> Seat:
        after = super()._next(turn)
        return super()._next(after) if after is self.dead else after

    def _beside(self, turn: Seat) -> Iterator[Act]:
        """Once who made the mistake has discarded, it is noticed, and the wrong group goes back."""
        if self._to_challenge and turn is self.dead:
            self._to_challenge = False
            yield Waits(CHALLENGE)
            hand = self.hands[turn]
            tiles = hand.exposures.pop()
            hand.rack += tiles
            yield TookBack(turn, len(hand.exposures), tiles)

    def _answer(self, by: Seat, tile: int) -> Called | Won | None:
        if self.dead is not None:
            return None  # from here on it is played quietly to its end
        kind = SET[tile]
        if len(self.discards) >= MISTAKE_FROM and not len(self.table.after([(kind,) * 3])):
            for seat in (by.right, by.across, by.left):
                hand = self.hands[seat]
                if not hand.exposures and [SET[n] for n in hand.rack].count(kind) >= 2:
                    self.dead, self._to_challenge = seat, True
                    return self._exposed(seat, by, tile, (kind,) * 3)
        return super()._answer(by, tile)


def worn_tile(game: Game) -> int | None:
    """The number of the tile, discarded early in this fresh game, whose paint is worn; None where there is none."""
    discards = (act for act in game.acts() if isinstance(act, Discarded))
    for n, act in enumerate(islice(discards, EARLY.stop)):
        if n in EARLY and SET[act.tile] is WORN:
            return act.tile
    return None
