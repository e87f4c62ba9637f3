"""Which of the tiles of a set that nobody showed bear one drawing, and which of the drawings share a picture.

Tiles that the reader's network sees as one are of one drawing, unless there are more of them than a set has of any:
then several faces share a picture, and what differs among them is looked for (`vision.follow.figures`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEWEST, LIKELY, NEVER, SEVERAL
from engine.tile import SET_SIZE, Tile
from vision.arrays import Floats, Floats32, Image
from vision.follow.alike import (
    FACES,
    FIGURES,
    RATHER,
    alike,
    as_dealt,
    borne,
    faces_telling,
    figures_telling,
    joined,
    of_one,
)
from vision.follow.figures import (
    Box,
    Laid,
    beside,
    figure_boxes,
    grey,
    in_the_middle,
    inner,
    likeness,
    parted,
    patches,
    squares,
    turned_like,
)
from vision.follow.pictured import are_pictured, of_one_picture
from vision.follow.readings import agreeing, evened, numbers_of, of_all_looks, of_all_ways, telling
from vision.judge.company import COPIES, OTHER
from vision.read.apart import FLOOR
from vision.read.crops import SQUARISH
from vision.read.numerals import NOT_ONE, Numerals
from vision.read.together import HUES
from vision.read.weights import BATCH

MOST = max(tile.copies for tile in Tile)  # tiles that bear one drawing
PLAIN = LIKELY * np.log(NOT_ONE)  # nats a figure, of all that can be told: elsewhere hardly more is told
NOTHING = (1 - CERTAIN) * np.log(NOT_ONE)  # ... hardly any of it
# how far, in Lab, the inks of two drawings lie apart that differ by their inks alone: several times as far as pictures
# of one face do anywhere
INKS = SEVERAL * FLOOR**0.5

Colour = tuple[int, int, int]
Looks = Sequence[Image]
"""Pictures of the same tiles, each (n, 64, 48, 3)."""
NEAR = (1, 1 / SQUARISH, SQUARISH, SQUARISH**2)  # how near a figure is looked at


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """How tiles (n,) came to lie there: seen in so many `hands`; and `kinds` (n,), what those are that were
    photographed beforehand, -1 of all others, or nothing where none was."""

    hands: int = 1
    kinds: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def shares(self, some: NDArray[np.bool_]) -> bool:
        """Whether it is known of some of the tiles (n,), which bear one picture, that several faces share it."""
        if not len(self.kinds):
            return False
        kinds = np.unique(self.kinds[some & (self.kinds >= 0) & (self.kinds != Tile.FLOWER)])
        return len(kinds) >= SEVERAL

    def apart(self, some: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which two of some tiles (k,) were photographed as different kinds, and bear no drawing together (k, k)."""
        if not len(self.kinds):
            return np.zeros((len(some), len(some)), np.bool_)
        kinds = self.kinds[some]
        there = kinds >= 0
        return np.asarray(there[:, None] & there & (kinds[:, None] != kinds))


@dataclass(frozen=True)
class Drawings:
    """Of tiles (n,): which drawing each bears, from 0 (n,), which picture each drawing shares with others (k,), -1
    where none, the log-likelihoods of the numbers 1 to 9 as far as figures tell them (k, 9), the ink of each drawing
    (k, 3) and its hues (k, 9), as `inks` tells them; and the log odds, `borne` (n, k), that a tile bears each."""

    of: NDArray[np.int64]
    picture: NDArray[np.int64]
    numbers: Floats
    inks: Floats
    hues: Floats
    borne: Floats


def inks(crops: Image) -> tuple[Floats, Floats]:
    """Of what is printed on each tile, crops (n, 64, 48, 3): the mean colour (n, 3), in Lab less its body's, and how
    much of it has each of eight hues, the last none (n, 9)."""
    few = BATCH // FEWEST  # bounds memory
    parts = [_inks(crops[at : at + few]) for at in range(0, len(crops), few)] or [_inks(crops)]
    mean, hues = (np.concatenate(part) for part in zip(*parts, strict=True))
    return mean, hues


def _inks(crops: Image) -> tuple[Floats, Floats]:
    """`inks` of a few tiles."""
    part = crops[:, 7:-7, 6:-6]
    flat = cv2.cvtColor(part.reshape(-1, part.shape[2], 3), cv2.COLOR_BGR2LAB).reshape(len(crops), -1, 3)
    off = flat - np.median(flat, axis=1, keepdims=True)
    away = np.linalg.norm(off, axis=2)
    weight = np.where(away > 0.5 * np.percentile(away, 97, axis=1, keepdims=True), away, 0)
    weight /= weight.sum(1, keepdims=True) + 1e-6
    which, at = np.nonzero(weight)  # a fifth of all, the print
    a, b = off[which, at, 1:].T
    hue = np.arctan2(b, a)[:, None] - np.arange(HUES) * (2 * np.pi / HUES)
    near = np.exp(FEWEST * np.cos(hue))
    clear = np.minimum(2 * np.hypot(a, b) / (away[which, at] + 1e-6), 1) * weight[which, at]
    near *= (clear / near.sum(1))[:, None]
    some = np.stack([np.bincount(which, column, len(crops)) for column in near.T], axis=1)
    none = weight.sum(1) - some.sum(1)
    return (off * weight[..., None]).sum(1), np.concatenate([some, none[:, None]], 1)


def _hue(colour: Colour) -> float:
    """The hue of a colour (BGR), as an angle in Lab."""
    a, b = cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0, 1:].astype(np.float64) - NEUTRAL
    return float(np.arctan2(b, a))


NEUTRAL = 128  # Lab's a and b of what has no hue
USUAL_HUES = np.array([_hue(colour) for colour in ((80, 150, 0), (40, 40, 220), (220, 90, 0))])
"""Bams are green, Craks red and Dots blue wherever a set does not want them otherwise, each in a shade of it."""


def usual_inks(inks: Floats) -> Floats:
    """How much likelier each ink (n, 3), as those of `Drawings`, is printed on a suit of its usual colour than on one
    of any other (n, 3): a pale ink tells little."""
    strength = np.linalg.norm(inks[:, 1:], axis=1, keepdims=True)
    hue = np.arctan2(inks[:, 2], inks[:, 1])[:, None]
    near = np.exp(SEVERAL * np.cos(hue - USUAL_HUES)) / np.i0(SEVERAL)  # most within a sixth of the circle
    clear = np.minimum(strength / INKS, 1.0) * LIKELY
    return np.asarray(clear * near + 1 - clear)


def grouped(away: Floats, within: float) -> NDArray[np.int64]:
    """Groups from 0 (n,) of things so far apart (n, n), each on the average within so much."""
    return joined(within - away, np.full(len(away), np.inf))


def drawn(points: Floats, looks: Looks, log_p: Floats, numbers: Floats, numerals: Numerals, dealt: Dealt) -> Drawings:
    """The drawings of tiles with embeddings (n, E) and crops in one look or more, each (n, 64, 48, 3), that are read as
    log p (n, 36); of what shares no picture figures tell the `numbers` (n, 9), in nats."""
    crops, hands = looks[0], dealt.hands
    ink, hue = inks(crops)
    picture, shared = pictures(points, crops, ink, dealt)
    of, same = np.full(len(points), -1), of_one(log_p)
    told: list[tuple[int, Floats]] = []
    every = np.full((len(of), len(of)), SEVERAL * NEVER)  # no two that are of different pictures are of one drawing
    plain = np.flatnonzero(~np.isin(picture, shared))
    groups = figured([np.flatnonzero(picture == p) for p in shared], looks, numbers_of(log_p), numerals)
    odds = [alike(faces_telling(points[plain], same[np.ix_(plain, plain)]), FACES)]
    pictured = np.ix_(*[np.flatnonzero(are_pictured(log_p[plain]))] * 2)  # flowers that differ are of one kind too
    odds[0][pictured] = of_one_picture(points[plain])[pictured]
    for one in groups:
        odds.append(alike(figures_telling(same[np.ix_(one.tiles, one.tiles)], one.said, one.like), FIGURES))
    there = [log_p[some].argmax(1) != Tile.FLOWER for some in (plain, *(one.tiles for one in groups))]
    rather = RATHER + as_dealt([one[np.ix_(m, m)] for one, m in zip(odds, there, strict=True)], hands)
    for some, pairs in zip((plain, *(one.tiles for one in groups)), odds, strict=True):
        every[np.ix_(some, some)] = pairs + rather
    # figures may be too small to tell two photographed faces apart that share a picture
    alone = joined(np.where(dealt.apart(plain), -np.inf, odds[0] + rather), COPIES[log_p[plain].argmax(1)] * hands)
    for d in range(alone.max(initial=-1) + 1):
        of[plain[alone == d]] = len(told)
        told.append((-1, numbers[plain[alone == d]].sum(0)))
    for g, one in enumerate(groups):
        drawing = joined(odds[g + 1] + rather, np.full(len(one.tiles), Tile.B1.copies * hands), NOT_ONE)
        for d in range(drawing.max() + 1):
            of[one.tiles[drawing == d]] = len(told)
            told.append((g, one.said[drawing == d].sum(0)))
    colours = [np.stack([one[of == d].mean(0) for d in range(len(told))]) if told else one[:0] for one in (ink, hue)]
    figures = np.array([n for _, n in told]).reshape(-1, NOT_ONE)
    return Drawings(of, np.array([p for p, _ in told]), figures, colours[0], colours[1], borne(every, of))


def pictures(points: Floats, crops: Image, ink: Floats, dealt: Dealt) -> tuple[NDArray[np.int64], list[int]]:
    """Which picture each of some tiles with embeddings (n, E), crops (n, 64, 48, 3) and inks (n, 3) bears, from 0 (n,),
    as coarsely as the network sees it, and which of them several faces share."""
    away = np.maximum(1 - points @ points.T, 0.0)
    np.fill_diagonal(away, 0.0)
    away += np.linalg.norm(ink[:, None] - ink[None], axis=2) / INKS * OTHER
    picture = grouped(away, OTHER)
    return gathered(picture, _shared(picture, crops, dealt), away, crops, most_of_a_suit(len(points), dealt.hands))


def _shared(picture: NDArray[np.int64], crops: Image, dealt: Dealt) -> list[int]:
    """Which pictures (n,) several faces share: photographs show it, more tiles bear them than any face has
    copies, or, in a set that has such, more than most faces have, and they differ somewhere."""
    size, hands = np.bincount(picture), dealt.hands
    known = [p for p in range(len(size)) if dealt.shares(picture == p)]
    if not known and size.max() <= MOST * hands:
        return []
    some = (p for p in np.flatnonzero(size > Tile.B1.copies * hands).tolist() if p not in known)
    return sorted(
        [
            *known,
            *(p for p in some if size[p] > MOST * hands or inner(Laid.of(crops[picture == p]).differs()).max() > 1),
        ]
    )


def most_of_a_suit(tiles: int, hands: int) -> float:
    """Of so many tiles, seen in so many hands, how many may be of one suit: chance hardly ever deals more."""
    part = min(1.0, tiles / (SET_SIZE * hands))
    usual = NOT_ONE * Tile.B1.copies * hands * part
    return float(usual + SEVERAL * np.sqrt(usual * (1 - part)))


def gathered(
    picture: NDArray[np.int64], shared: list[int], away: Floats, crops: Image, most: float
) -> tuple[NDArray[np.int64], list[int]]:
    """Pictures (n,), and which of them several faces share, once all tiles that bear a shared picture are with it: a
    figure, a shadow or a part cut off sets some of them farther from the rest than other pictures are, but never so far
    from all of it, and laid upon it, crops (n, 64, 48, 3), they are the same picture. `away` (n, n): how far tiles are
    apart; `most`: so many tiles of a suit there may be."""
    out, held = picture.copy(), list[int]()

    def far(p: int, group: int) -> float:
        """How far tiles of a picture are from those of a group that are nearest to each."""
        between = away[np.ix_(out == p, out == group)]
        near = np.partition(between, min(SEVERAL, between.shape[1]) - 1, axis=1)[:, :SEVERAL]
        return float(near.mean())

    def same(p: int, group: int) -> bool:
        if (out == p).sum() + (out == group).sum() > most:
            return False
        return parted(crops[out == p], crops[out == group]) < 2 * SEVERAL

    for p in sorted(shared, key=lambda p: -(picture == p).sum()):
        near = min(held, key=lambda group: far(p, group), default=None)
        if near is not None and far(p, near) < 2 * OTHER and same(p, near):
            out[out == p] = near
        else:
            held.append(p)
    others = [int(p) for p in np.unique(out) if p not in held]
    while held and others:
        least, p, group = min((far(p, group), p, group) for p in others for group in held)
        if least > 2 * OTHER:
            break
        if same(p, group):
            out[out == p] = group
        others.remove(p)
    return out, held


@dataclass(frozen=True, slots=True)
class Figured:
    """Tiles that share a picture (k,): what the figure of each is read as, log p (k, 9), and how alike all look there
    (k, k), a correlation."""

    tiles: NDArray[np.int64]
    said: Floats
    like: Floats


def figured(groups: list[NDArray[np.int64]], looks: Looks, numbers: Floats, numerals: Numerals) -> list[Figured]:
    """Groups of tiles that share a picture each: what the figures in it are, as all looks, each (n, 64, 48, 3), tell it
    together: small ones are misread otherwise in each. `numbers` (n, 9): log p of those that the tiles are read as."""
    mine = [numbers[tiles] for tiles in groups]
    found = [_figured(groups, crops, mine, numerals) for crops in looks] if groups else []
    return [
        Figured(tiles, of_all_looks([one.said for one in each]), np.mean([one.like for one in each], axis=0))
        for tiles, each in zip(groups, zip(*found, strict=True), strict=True)
    ]


def _figured(groups: list[NDArray[np.int64]], crops: Image, numbers: list[Floats], numerals: Numerals) -> list[Figured]:
    """`figured` in one look, with the `numbers` of each group."""
    laid = turned_like([Laid.of(crops[tiles]) for tiles in groups])
    differs = np.asarray(sum(one.differs() / (inner(one.differs()).max() + 1e-9) for one in laid), np.float32)
    ways = [way for one in _likely(laid, differs, numerals) for way in _read(one, numbers, numerals)]
    best, worth = max(ways, key=lambda one: one.worth), [one.worth for one in ways]
    said = [of_all_ways(each, worth) for each in zip(*(one.said for one in ways), strict=True)]
    rows = zip(groups, said, best.looked.shades, strict=True)
    return [Figured(tiles, each, likeness(shade, best.looked.box)) for tiles, each, shade in rows]


@dataclass(frozen=True, slots=True)
class Looked:
    """Groups of tiles (k, 64, 48) as they are looked at in a box, which of them stand on their heads there, and how
    much the figures of each group tell by themselves (nats a tile)."""

    box: Box
    shades: list[Floats32]
    turned: NDArray[np.bool_]
    worth: float

    def patches(self, near: float, turned: NDArray[np.bool_]) -> list[Floats32]:
        """What stands in the box, so near, those turned that are to be."""
        cut = [patches(one, self.box, near) for one in self.shades]
        return [np.ascontiguousarray(one[:, ::-1, ::-1]) if t else one for one, t in zip(cut, turned, strict=True)]


def _looked(laid: list[Laid], box: Box, numerals: Numerals, like: Looked | None = None) -> Looked:
    """A box, looked at that way up that what is read there tells the most, or as one beside it, `like`; where the first
    group tells nothing the others are not read."""
    out = Looked(box, [grey(one.pictures, box) for one in laid], np.zeros(len(laid), np.bool_), 0.0)
    ways = np.array([np.full(len(laid), turned) for turned in (False, True)]) if like is None else like.turned[None]
    either = [out.patches(NEAR[0], turned) for turned in ways]
    sure = np.zeros((len(either), len(laid)))
    for group, patched in enumerate(zip(*either, strict=True)):
        sure[:, group] = [telling(numerals.read(one, np.zeros(len(one), np.int64))) for one in patched]
        if sure[:, group].max() < NOTHING:
            break
    # off the middle all are upright, or none; a figure in the middle is told by itself
    best = sure.argmax(0) if in_the_middle(box) else np.full(len(laid), sure.sum(1).argmax())
    each = np.arange(len(laid))
    return replace(out, turned=ways[best, each], worth=float(sure[best, each].mean()))


def _likely(laid: list[Laid], differs: Floats32, numerals: Numerals) -> list[Looked]:
    """The few boxes in which figures tell the most: of those that stand out where tiles differ, and where these tell
    little, of all places; each moved to where it tells more."""

    def best(some: Iterable[Looked]) -> list[Looked]:
        return sorted(some, key=lambda one: -one.worth)[:SEVERAL]

    found = best(_looked(laid, box, numerals) for box in figure_boxes(differs))
    if found[0].worth < PLAIN:
        found = best([*found, *(_looked(laid, box, numerals) for box in squares(differs))])
    return [_moved(laid, one, numerals) for one in found]


def _moved(laid: list[Laid], looked: Looked, numerals: Numerals) -> Looked:
    """A box moved step by step to where what is read tells more; which way up is looked at anew in the end."""
    first = looked
    for _ in range(FEWEST):
        if looked.worth > PLAIN:
            break
        tried = [looked, *(_looked(laid, box, numerals, looked) for box in beside(looked.box))]
        best = max(tried, key=lambda one: one.worth)
        if best is looked:
            break
        looked = best
    return looked if looked is first else max(looked, _looked(laid, looked.box, numerals), key=lambda one: one.worth)


@dataclass(frozen=True, slots=True)
class Read:
    """What figures in a box are read as, of each group (k, 9) nats, and how much that is worth (nats a tile)."""

    looked: Looked
    said: list[Floats]
    worth: float


def _read(looked: Looked, numbers: list[Floats], numerals: Numerals) -> Iterator[Read]:
    """What all figures of a set in a box are read as together, looked at from near and from farther away; `numbers` as
    in `agreeing`, of each group."""
    groups = np.repeat(np.arange(len(looked.shades)), [len(one) for one in looked.shades])
    ends = np.cumsum([len(one) for one in looked.shades])[:-1]
    for near in NEAR:
        upright = np.concatenate(looked.patches(near, looked.turned))
        said = np.split(numerals.read(upright, groups), ends)
        tells = float(np.mean([telling(one) for one in said]))
        even = [evened(one) for one in said]
        yield Read(looked, even, tells + agreeing(np.concatenate(even), np.concatenate(numbers)))
