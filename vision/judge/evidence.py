"""Whether a find is a tile, and which: what the reader says, and what a table of reasons adds to it.

Nothing is thrown away by one bound. Each reason is a log-likelihood ratio, tile against none, and they are added up: a
face read for sure outweighs a body of another colour. The curves were fitted together, as a logistic regression, to
finds on drawn tables of the families that training sees and in photographs of split `train`, as many tiles as other
things (`python -m tests.bench.evidence --fit`, which also prints what each reason is worth).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS
from vision.judge.blank import blank
from vision.judge.body import body
from vision.judge.known import NOTHING, Known, Lying
from vision.judge.pictures import pictures
from vision.judge.reason import Reason, Weigh
from vision.judge.shown import finder, raised, reader
from vision.judge.size import on_table, size
from vision.judge.standing import standing
from vision.read.finds import Finds
from vision.read.sightings import LEAST_LOG_P, NOT_A_FACE, Sightings
from vision.read.tileset import TileSet

REASONS = (
    Reason("reader", "no face that is known", reader),
    Reason("finder", "hardly to be found", finder),
    Reason("raised", "printed on what lies below", raised),
    Reason("pictures", "unlike the pictures of the set", pictures),
    Reason("size", "another size than the tiles around it", size),
    Reason("table", "not as large as a tile on this table", on_table),
    Reason("body", "another body than the tiles around it", body),
    Reason("blank", "one of many that show nothing", blank),
    Reason("standing", "a tile that stands on a rack", standing),
)
AT_A_GLANCE = tuple(one for one in REASONS if one.weigh is not pictures)  # for what is only tried
KEPT = 0.15  # the chance of a face from which a find counts as a tile: on drawn tables few other things reach it


@dataclass(frozen=True, slots=True)
class Judged:
    """Finds among what is known, and what is thought of them: log p (n, 37), and the nats (r, n) by which each of
    `reasons` makes it likelier that there is a tile at all."""

    finds: Finds
    known: Known
    log_p: NDArray[np.float32]
    reasons: tuple[Reason, ...]
    nats: NDArray[np.float64]

    def kept(self, sure: float = KEPT) -> NDArray[np.bool_]:
        """Which are some face at least so surely (n,)."""
        return np.asarray(np.exp(self.log_p[:, NOT_A_FACE]) <= 1 - sure)

    def sightings(self, sure: float = KEPT) -> Sightings:
        """Those."""
        kept = self.kept(sure)
        return Sightings(self.finds.quads[kept], self.log_p[kept], self.finds.points[kept])

    def nats_of(self, weigh: Weigh) -> NDArray[np.float64]:
        """The nats (n,) of one of the reasons; 0 where it is none of them."""
        return np.asarray(sum(self.nats[k] for k, r in enumerate(self.reasons) if r.weigh is weigh), np.float64)

    def take(self, which: NDArray[np.int64]) -> "Judged":
        """Only those, by index, in that order."""
        known = self.known.take(which)
        return Judged(self.finds.take(which), known, self.log_p[which], self.reasons, self.nats[:, which])

    def joined(self, other: "Judged") -> "Judged":
        """These and others of the same picture, weighed by the same reasons."""
        finds, known = Finds.joined([self.finds, other.finds]), self.known.joined(other.known)
        log_p, nats = np.concatenate([self.log_p, other.log_p]), np.concatenate([self.nats, other.nats], axis=1)
        return Judged(finds, known, log_p, self.reasons, nats)

    def strange(self, known: float) -> "Judged":
        """The same of a set that the reader knows only so likely: of one that it does not know, that it sees no face
        speaks half as much against a tile. On tables with a designer's set 29 tiles more are seen so, of the marks of
        one suit nearly all that were missed, and 8 other things."""
        if known >= 1:
            return self
        against = np.minimum(self.nats_of(reader), 0.0) * (known - 1) / 2
        log_p = self.log_p.astype(np.float64)
        log_p[:, :NOT_A_FACE] += against[:, None]
        log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
        nats = self.nats + against * [[r.weigh is reader] for r in self.reasons]
        return Judged(self.finds, self.known, np.maximum(log_p, LEAST_LOG_P).astype(np.float32), self.reasons, nats)

    def why_not(self, k: int) -> str:
        """What speaks against the find with this number most, beside the tiles of the picture."""
        kept = self.kept()
        usual = np.median(self.nats[:, kept], axis=1) if kept.any() else np.zeros(len(self.nats))
        return f"no tile: {self.reasons[int((self.nats[:, k] - usual).argmin())].against}"


def judged(finds: Finds, tiles: TileSet, lying: Lying = NOTHING, reasons: tuple[Reason, ...] = REASONS) -> Judged:
    """What is thought of finds in one picture, read with a tile set, among tiles that are known to lie there."""
    return weighed(finds, Known.around(finds, lying, tiles), reasons)


def weighed(finds: Finds, known: Known, reasons: tuple[Reason, ...] = REASONS) -> Judged:
    """What is thought of finds in one picture, among what is known."""
    said = np.zeros((len(reasons), len(finds), N_KINDS))
    faces = finds.log_p[:, :N_KINDS].astype(np.float64)
    faces -= np.logaddexp.reduce(faces, axis=1, keepdims=True)
    for k, reason in enumerate(reasons):
        if reason.weigh is not pictures:
            said[k] = reason.weigh(finds, known)
    # a print on the cloth is laid upon no picture: these tell faces apart, and hardly a tile from none
    some = np.flatnonzero(np.logaddexp.reduce(said.sum(0) + faces, axis=1) > np.log(KEPT))
    for k, reason in enumerate(reasons):
        if reason.weigh is pictures:
            said[k, some] = pictures(finds.take(some), known.take(some))
    nats = np.logaddexp.reduce(said + faces, axis=2)
    log_p = np.concatenate([faces + said.sum(0), np.zeros((len(finds), 1))], 1)
    log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
    return Judged(finds, known, np.maximum(log_p, LEAST_LOG_P).astype(np.float32), reasons, nats)
