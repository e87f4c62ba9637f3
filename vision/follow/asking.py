"""What is asked of a set that nobody showed: the few questions whose answers settle the most tiles."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEW_TILES, SEVERAL
from engine.tile import N_KINDS, Tile
from vision.arrays import Image
from vision.follow.assigning import NUMBERED, NUMBERS, SUITS, WAYS
from vision.follow.learnt import Fact, Learnt

MOST = SEVERAL  # questions a set
SHOWN = 2 * SEVERAL  # pictures a question
WORTH = FEW_TILES  # that an answer must settle, to be worth anybody's time
SUIT_WORDS = ("Bam", "Crak", "Dot")


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Which of some tiles is one of the `kinds`: all nine of a suit, or one; or, where it is asked what tiles of one
    drawing are, the kinds they are `likely`, likeliest first. `born`: the tracks of the tiles shown, each with its crop
    (64, 48, 3). `worth`: how many tiles the answer settles, as far as can be told."""

    kinds: frozenset[Tile]
    born: tuple[int, ...]
    crops: tuple[Image, ...]
    worth: float
    likely: tuple[Tile, ...] = ()

    @property
    def key(self) -> str:
        """What is asked, in one word."""
        if self.likely:
            return f"drawing-{min(self.born)}"
        return "-".join(str(int(t)) for t in sorted(self.kinds))

    @property
    def says(self) -> str:
        """The question in words that cannot be taken for one about a player: some are called Dot, and some West."""
        if self.likely:
            return "What is this tile?" if len(self.born) == 1 else f"What are these {len(self.born)} tiles?"
        if len(self.kinds) > 1:
            return f"Which of these tiles is a {SUIT_WORDS[min(self.kinds) // NUMBERS]}? Tap one, whatever its number."
        (tile,) = self.kinds
        return f"Which of these tiles is the {tile.words}?"

    def answered(self, which: int | None) -> tuple[Fact, ...]:
        """What is known once somebody has tapped on one of the pictures, or on none of them. Of one that was not
        tapped nothing is: it may be a copy that was taken for another drawing."""
        if which is not None:
            return (Fact(self.born[which], self.kinds),)
        return tuple(Fact(born, self.kinds, False) for born in self.born)

    def named(self, tile: Tile) -> tuple[Fact, ...]:
        """What is known once somebody has said what the tiles are."""
        return (Fact(self.born[0], frozenset({tile})),)


def question(
    held: Learnt, crops: dict[int, Image], asked: frozenset[str], standing: Question | None = None
) -> Question | None:
    """The question whose answer settles the most, None where none is worth it; that which is `standing` as long as it
    is."""
    every = (*_suits(held, crops), *_kinds(held, crops), *_drawings(held, crops))
    found = [q for q in every if q.key not in asked and q.worth >= WORTH]
    if standing is not None and any(q.key == standing.key for q in found):
        return standing
    return max(found, key=lambda q: q.worth, default=None)


def _best_first(held: Learnt, mine: NDArray[np.bool_]) -> tuple[int, ...]:
    """Some of the tiles (n,), the most typical first: one taken for another would be answered wrongly."""
    tiles = np.flatnonzero(mine)
    return tuple(int(b) for b in held.born[tiles[np.argsort(-held.typical[tiles], kind="stable")]])


def _question(held: Learnt, crops: dict[int, Image], kinds: frozenset[Tile], some: list[int], worth: float) -> Question:
    born = tuple(_best_first(held, held.of == k)[0] for k in some)
    return Question(kinds, born, tuple(crops[b] for b in born), worth)


def _suits(held: Learnt, crops: dict[int, Image]) -> list[Question]:
    """Of each suit: which family of drawings it is. Where one is taken for another all are misread, and at least half
    of those of a set count."""
    there = [f for f in range(SUITS) if (held.family == f).any()]
    if len(there) < SUITS - 1:
        return []
    size = np.bincount(held.of)
    tiles = float(max(size[held.family >= 0].sum(), NUMBERED * Tile.B1.copies / 2))
    whole = [_best_first(held, (held.family == f)[held.of])[0] for f in there]
    some = [int(held.of[held.born == born][0]) for born in whole]
    out = []
    for s in range(SUITS):
        p = [sum(held.ways[w] for w, way in enumerate(WAYS) if way[f] == s) for f in there]
        kinds = frozenset(Tile(t) for t in range(NUMBERS * s, NUMBERS * (s + 1)))
        out.append(_question(held, crops, kinds, some, float((1 - max(p)) * tiles)))
    return out


def _kinds(held: Learnt, crops: dict[int, Image]) -> list[Question]:
    """Of each kind with one drawing: which drawing it is."""
    out = []
    for kind in range(N_KINDS):
        if kind == Tile.FLOWER:
            continue
        p = (held.tries == kind).mean(0)
        some = [int(k) for k in np.argsort(-p)[:SHOWN] if p[k] > 0]
        if len(some) > 1:
            doubt = 1 - max(p.max(), 1 - p.sum())
            out.append(_question(held, crops, frozenset({Tile(kind)}), some, float(doubt * Tile(kind).copies)))
    return out


def _drawings(held: Learnt, crops: dict[int, Image]) -> list[Question]:
    """Of each drawing: what it is. The answer settles the tiles that bear it, and those that may yet come half."""
    out = []
    for k, p in enumerate(held.share()):
        likely = tuple(Tile(int(kind)) for kind in np.argsort(-p, kind="stable")[:SHOWN])
        mine = _best_first(held, held.of == k)
        worth = float((1 - p.max()) * (len(mine) + likely[0].copies) / 2)
        born = mine[:SHOWN]
        out.append(Question(frozenset(Tile), born, tuple(crops[b] for b in born), worth, likely))
    return out
