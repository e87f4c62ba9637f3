"""From a picture to the tiles in it, to be read from top to bottom.

The finder marks where tiles may lie, the corners are laid exactly, the reader says what each shows by itself, and a
table of reasons weighs whether each is a tile. In a photograph, where there is time, finds that lie badly are laid
anew, and what remains is read in one another's company, and believed as far as their set is one that the reader knows;
at the table `vision.follow` does so with many looks.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import DOUBT, LIKELY, SURE
from engine.tile import SET_SIZE
from vision.arrays import Floats, Floats32, Image
from vision.follow.at_once import at_once
from vision.follow.learnt import Rested
from vision.follow.photographed import photographed
from vision.judge.company import in_company
from vision.judge.doubt import ENOUGH, by_sureness, doubted, faces_of, familiar, how_known, of_no_suit, sureness
from vision.judge.evidence import Judged, judged
from vision.judge.figured import with_figures
from vision.judge.known import NOTHING, Lying, Window, lain_upon
from vision.judge.otherwise import read_otherwise
from vision.judge.relocate import MOST, laid_anew
from vision.read.closer import as_large
from vision.read.counts import Counts
from vision.read.crops import either_way, scaled, taken, upright
from vision.read.finder import Finder, Found, thinned
from vision.read.finds import Finds
from vision.read.indices import joined, kinds_told
from vision.read.numerals import Numerals
from vision.read.proportion import in_proportion, told
from vision.read.reader import Reader
from vision.read.sightings import Sightings, unprinted
from vision.read.strangers import Strangers
from vision.read.tileset import TileSet, builtin
from vision.read.together import Shown, Together, as_faces
from vision.read.upright import as_they_stand, head_up
from vision.read.whole import Whole


@dataclass(frozen=True, slots=True)
class InCompany:
    """What of a picture are tiles, as the reader sees them; what each is read as, log p (n, 37), by itself and in the
    company of the others; how likely their set is known; whether all were named `at_once`, as of a set that the reader
    does not know, and as surely as may be believed; and the household's own set, where that is what read them."""

    seen: Sightings
    alone: NDArray[np.float32]
    said: NDArray[np.float32]
    known: float = 1.0
    at_once: bool = False
    shown: TileSet | None = None

    @property
    def sure(self) -> Floats:
        """How sure what each tile is read as is (n,), as far as it may be believed."""
        return sureness(self.said, self.shown)


class Eyes:
    """Sees the tiles of a picture. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """`tile_set`: the household's own, or None for the built-in one. `threads`: how many each network may use; one
        at a table, whose pictures come all the time, `cores()` for a photograph that somebody waits for."""
        self.finder = Finder(threads)
        self.reader = Reader(tile_set, threads)
        self.strangers, self._numerals, self._whole = Strangers(threads), Numerals(threads), Whole(threads)
        self._counts, self._together, self._threads = Counts(threads), Together(threads), threads
        self._photos, self._photos_of = photographed(self.shown), self.shown
        self._of_photos: Shown | None = None

    def use(self, tile_set: TileSet | None) -> None:
        """From the next picture on read with another set, None for the built-in one; may be called from another
        thread."""
        self.reader = Reader(tile_set, self._threads)

    @property
    def shown(self) -> TileSet | None:
        """The set in use where it is a household's own, with pictures of its tiles."""
        return self.reader.tile_set if self.reader.tile_set.pictures else None

    @property
    def own_set(self) -> bool:
        """Whether the set in use is a household's own."""
        return self.shown is not None

    def resemblance(self, points: Floats32) -> Floats32:
        """How much finds with these embeddings (n, E) look like the set's likeliest face (n,): a cosine."""
        return np.asarray(self.reader.tile_set.likeness(points).max(1, initial=-1.0))

    def sight(self, image: Image, lying: Lying = NOTHING) -> Sightings:
        """All face-up tiles of a picture (H, W, 3) BGR, each read in the company of the others. `lying`: what is known
        to lie there, and on what table."""
        return self.together(self.judge_at_leisure(image, lying), image)[1]

    def sight_photo(self, photo: Image, lying: Lying = NOTHING) -> Sightings:
        """All face-up tiles of a photograph (H, W, 3) BGR, which may be out of proportion, each read in the company of
        the others. `lying`: as in `sight`."""
        picture, scale, found = self.in_proportion(photo, lying)
        _, seen = self.together(found, picture)
        return unprinted(Sightings(scaled(seen.quads, 1 / scale), seen.log_p, seen.points))

    def together(self, found: Judged, image: Image | None = None) -> tuple[Sightings, Sightings]:
        """What of a picture are tiles, each read in the company of the others: as it looks, and as far as it may be
        believed; `image` as in `in_company`. Of two ways to read them each counts as much as it is sure: of a set that
        it does not know the reader says so itself."""
        ways = self.in_company(found, image)
        seen = ways[-1].seen
        worth = by_sureness([one.sure for one in ways], of_no_suit(ways[0].said, ways[0].shown))
        said, believed = (_mean(some, worth) for some in ([w.said for w in ways], [self._believed(w) for w in ways]))
        return Sightings(seen.quads, said, seen.points), Sightings(seen.quads, believed, seen.points)

    def _believed(self, one: InCompany) -> NDArray[np.float32]:
        """What tiles are read as, log p (n, 37), as far as it may be believed."""
        if self.own_set or one.at_once:
            return one.said
        return doubted(one.said, one.alone, one.seen.points, self.reader.tile_set, one.known)

    def in_company(self, found: Judged, image: Image | None = None) -> tuple[InCompany, ...]:
        """What of a picture are tiles, and what is read there in the end: by the reader where it may know their set, by
        what reads unknown sets where it may not, and where neither is sure by both, of a household's own too. Where the
        picture (H, W, 3) BGR is at hand, tiles of an unknown set are cut out with the bands at their edges."""
        thought, known = self.as_known(found)
        tiles = thought.take(np.flatnonzero(thought.kept()))
        seen, ways = tiles.sightings(), list[InCompany]()
        if self.own_set or familiar(known) or len(seen) < ENOUGH:
            alone, said = self._familiar(tiles, known)
            ways.append(InCompany(seen, alone, said, known, shown=self.shown))
        # a household's pictures may not tell its faces apart
        promise = self.reader.tile_set.promise
        if len(seen) >= ENOUGH and (promise * sureness(ways[0].said).mean() if self.own_set else known) < SURE:
            ways.append(self._unknown(self._as_built_in(tiles) if self.own_set else tiles, known, image))
        return tuple(ways)

    def _familiar(self, tiles: Judged, known: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What tiles of a set that is `known` so likely are read as, log p (n, 37), by themselves and in company. Among
        faces that a household's pictures hardly tell apart figures tell first which is which, and company then."""

        def written(some: NDArray[np.int64]) -> Floats:
            return self._written(tiles.finds.crops[some])

        alone = self.once_more(tiles, self.reader.tile_set)
        if self.own_set:
            alone = with_figures(alone, written)
            return alone, in_company(alone, tiles.finds.points, own_set=True)
        return alone, with_figures(in_company(alone, tiles.finds.points), written, known)

    def _as_built_in(self, tiles: Judged) -> Judged:
        """Tiles of a household's own set as if nobody had shown it."""
        read = self.reader.read_with(tiles.finds, builtin()).log_p
        return replace(tiles, log_p=as_faces(faces_of(read), tiles.log_p))

    def once_more(self, tiles: Judged, of: TileSet) -> NDArray[np.float32]:
        """What tiles are read as, log p (n, 37), in a tile set that they were read with, once those that were not read
        for certain were looked at once more; that they are tiles stays as likely as it was."""
        told = self.reader.once_more(tiles.finds, of).log_p - tiles.finds.log_p
        return as_faces(faces_of(tiles.log_p + told), tiles.log_p)

    def as_known(self, found: Judged) -> tuple[Judged, float]:
        """What is thought of the finds of a picture once it is told how likely the reader knows their set; and that."""
        if self.own_set:
            return found, 1.0
        tiles = found.take(np.flatnonzero(found.kept()))
        seen = tiles.sightings()
        known = self._how_known(seen.log_p, seen.points, tiles.finds.crops)
        return found.strange(known) if known < SURE and len(seen) >= ENOUGH else found, known

    def _unknown(self, tiles: Judged, known: float, image: Image | None) -> InCompany:
        """Tiles read as of a set that the reader does not know; `image` as in `in_company`. What a household's own set
        shows of its faces is told beside."""
        seen, shown = self.by_themselves(tiles, image)
        if len(seen) > SET_SIZE:  # many of them are no tiles
            alone = joined(shown.alone, kinds_told(shown.told))
            return InCompany(seen, alone, in_company(alone, seen.points), known)
        alone, said = self._named(shown)
        return InCompany(seen, alone, said, known, at_once=True)

    def _how_known(self, log_p: Floats32, points: Floats32, crops: Image) -> float:
        """How likely the reader knows the set of tiles read as log p (n, 37), with embeddings (n, E) and crops
        (n, 64, 48, 3)."""
        together = in_company(log_p, points)
        return how_known(
            together,
            log_p,
            points,
            self.reader.tile_set,
            lambda some: self.strangers.read(crops[some], log_p[some]),
        )

    def _named(self, shown: Shown) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What tiles of one picture are read as together, log p (n, 37), by what they show, and what all are named."""
        photos, every = self._beside_photographed(shown)
        alone = as_faces(self._together.read(every), every.reader)
        said = at_once(alone, every, self._numerals, photos)
        return alone[: len(shown.points)], said[: len(shown.points)]

    def whole(self, image: Image, sheet: Finds) -> NDArray[np.float32] | None:
        """The quads (n, 4, 2) of the finds in a picture (H, W, 3), all of them tiles of a set that the reader does not
        know, laid with the bands at their edges; None where it may know it, and of too few or too many to tell."""
        if not ENOUGH <= len(sheet) <= SET_SIZE:
            return None
        unknown = not familiar(self._how_known(sheet.log_p, sheet.points, sheet.crops))
        return self._whole.lay(image, sheet.quads) if unknown else None

    def as_unknown(self, image: Image, sheet: Finds, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the finds in a picture (H, W, 3), laid `whole`, are named together, log p (n, 37)."""
        return self._named(self._shown(sheet.log_p, sheet.points, upright(image, quads), quads))[1]

    def _beside_photographed(self, shown: Shown) -> tuple[tuple[Rested, ...], Shown]:
        """What was photographed of a household's own set, and what that shows behind what some tiles show."""
        if self._photos_of is not self.shown:
            self._photos_of, self._photos, self._of_photos = self.shown, photographed(self.shown), None
        if not self._photos:
            return self._photos, shown
        if self._of_photos is None:
            log_p = np.stack([t.log_p for t in self._photos], dtype=np.float32)
            points = np.stack([t.point for t in self._photos], dtype=np.float32)
            self._of_photos = self._shown(log_p, points, np.stack([t.crop for t in self._photos]))
        return self._photos, Shown.joined(shown, self._of_photos)

    def _written(self, crops: Image) -> Floats:
        """What is written on tiles of one set (n, 24), crops (n, 64, 48, 3)."""
        signs = self._whole.indices.signs(crops)
        return as_they_stand(signs, head_up(crops, signs.shares))

    def by_themselves(self, tiles: Judged, image: Image | None = None) -> tuple[Sightings, Shown]:
        """Tiles of an unknown set as the reader sees them, and what each shows by itself; `image` as in
        `in_company`."""
        seen, crops = tiles.sightings(), tiles.finds.crops
        if image is not None:
            seen = Sightings(self._whole.lay(image, seen.quads), seen.log_p, seen.points)
            crops = upright(image, seen.quads)
        return seen, self._shown(seen.log_p, seen.points, crops, seen.quads)

    def _shown(
        self, log_p: Floats32, points: Floats32, crops: Image, quads: NDArray[np.float32] | None = None
    ) -> Shown:
        """What tiles show, each by itself, read as log p (n, 37), with embeddings (n, E) and crops (n, 64, 48, 3);
        `quads` (n, 4, 2), where they lie together."""
        alone, upside = self.strangers.look(crops, log_p)
        signs, counts = self._whole.indices.signs(crops), self._counts.shares(crops)
        up = head_up(crops, signs.shares, points, upside, quads)
        return Shown(log_p, alone, as_they_stand(signs, up), counts, points, crops, signs, up)

    def in_proportion(self, photo: Image, lying: Lying = NOTHING) -> tuple[Image, NDArray[np.float64], Judged]:
        """A photograph as it is best looked at, how much wider and higher that is (2,), and what is found in it:
        `vision.read.proportion`."""

        first = self.judge(photo, self.finder.find(photo), lying.scaled((photo.shape[1], photo.shape[0])))
        smeared = not len(first.known.prints)  # a pattern stays one in any proportions

        def look(picture: Image) -> Judged:
            there = lying.scaled((picture.shape[1], picture.shape[0]))
            return first if picture is photo else self.judge(picture, self.finder.find(picture), there, smeared)

        picture, scale, found = photo, np.ones(2), first
        # what shows more of a printed pattern than a set has tiles lies as it is, and nearer by shows still more of it
        if len(first.known.prints) <= SET_SIZE:
            picture, scale, found = in_proportion(photo, look)
            closer = self._looked_closer(photo, found, lying)
            if closer is not None:
                picture, scale, found = photo, np.ones(2), closer
        return picture, scale, self.laid_anew(picture, found, smeared=smeared and picture is not photo)

    def _looked_closer(self, photo: Image, found: Judged, lying: Lying) -> Judged | None:
        """What is found in a photograph whose tiles are small, looked at closer; None where that tells of no more: of
        a quarter more at least."""
        seen = found.sightings()
        if not self.finder.far(photo, seen.quads):
            return None
        there = self.finder.find_closely(photo)
        new = there.take(~lain_upon(there.quads, seen.quads))
        both = Finds.joined([found.finds, self._seen(photo, new.take(self._worth_reading(photo, new.quads)))])
        if told(seen) > SURE * told(judged(both, self.reader.tile_set, lying).sightings()):
            return None  # what was found again tells hardly more
        closer = self.judge(photo, there.take(as_large(there.quads, seen.quads)), lying)
        return closer if 4 * told(closer.sightings()) > 5 * told(seen) else None

    def sight_window(self, image: Image, window: Window, lying: Lying = NOTHING) -> Sightings:
        """The tiles whose middle lies in a window of the picture; quads in pixels of the whole picture. Of the tiles
        `lying` there, by which the others are judged, those at rest are not looked at again. Cheap where little has
        changed."""
        (x0, y0), (x1, y1) = np.maximum(window.box[:2], 0), window.box[2:]
        part = np.ascontiguousarray(image[y0:y1, x0:x1])
        if part.size == 0:
            return Sightings.empty()
        shift = np.array([x0, y0], np.float32)
        found = thinned(self.finder.look(part, window.zoom))
        new = ~lain_upon(found.quads + shift, lying.at_rest)
        if not new.any():
            return Sightings.empty()
        thought = self.judge(image, self.finder.laid(part, found.take(new)).shifted(shift), lying)
        thought = self.laid_anew(image, thought, window.anew)
        thought = read_otherwise(thought, lambda tries: self.reader.see(taken(image, tries.quads, tries.scores)))
        return thought.strange(window.known).sightings()

    def read_at(self, image: Image, quads: NDArray[np.float32], lying: Lying = NOTHING) -> Sightings:
        """Reads quads (n, 4, 2) that nobody found but something suggests; kept where one face is likely."""
        if not len(quads):
            return Sightings.empty()
        nobody = np.full(len(quads), np.nan, np.float32)
        seen = self.judge(image, Found(quads, nobody), lying).sightings()
        return seen.take(seen.best >= np.log(LIKELY))

    def judge(self, image: Image, found: Found, lying: Lying = NOTHING, smeared: bool = False) -> Judged:
        """What is thought of what was found in a picture. `smeared`: it was squeezed and stretched again, so that no
        edge tells what is printed."""
        return judged(self._seen(image, found, smeared), self.reader.tile_set, lying)

    def _seen(self, image: Image, found: Found, smeared: bool = False) -> Finds:
        finds = self.reader.see(taken(image, found.quads, found.scores))
        return replace(finds, raised=np.maximum(finds.raised, 0)) if smeared else finds

    def _worth_reading(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.int64]:
        """Inside which of quads (n, 4, 2) of a picture there may be a face by a glance: what it takes for none is
        hardly ever read as one."""
        ways, across = either_way(quads)
        seen = self.reader.glance(upright(image, ways))
        best = seen[: len(quads)].copy()
        best[across] = np.maximum(best[across], seen[len(quads) :])
        return np.flatnonzero(best > DOUBT)

    def judge_at_leisure(self, image: Image, lying: Lying = NOTHING) -> Judged:
        """What is thought of all that is found in a picture, once what lies badly has been laid anew."""
        return self.laid_anew(image, self.judge(image, self.finder.find(image), lying))

    def laid_anew(self, image: Image, thought: Judged, most: int = MOST, smeared: bool = False) -> Judged:
        """The same finds of a picture, so many of those that lie badly on its tiles laid anew; what is tried goes the
        way that all finds go. `smeared`: as in `judge`."""

        def look(tries: Found) -> tuple[Finds, NDArray[np.int64]]:
            laid = self.finder.laid(image, tries)
            worth = self._worth_reading(image, laid.quads)
            return self._seen(image, laid.take(worth), smeared), worth

        return laid_anew(thought, look, most)


def _mean(ways: list[NDArray[np.float32]], worth: Floats) -> NDArray[np.float32]:
    """Log p (n, 37) of what is read in several ways, each worth a part of all (k, n)."""
    if len(ways) == 1:
        return ways[0]
    return np.asarray(np.logaddexp.reduce(np.stack(ways) + np.log(worth)[..., None], axis=0), np.float32)
