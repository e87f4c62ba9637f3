"""What `fifthseat see` tells of one photograph."""

from collections import defaultdict
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Seat, Tile, code
from vision.enrol_rows import rows_of
from vision.eyes import Eyes
from vision.judge.known import NOTHING
from vision.plane.calibration import TablePlane
from vision.plane.zones import Place, Zone, groups, place
from vision.read.crops import scaled
from vision.read.sightings import Sightings

ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile: its face and how sure (0..1), the next likeliest, its quad (4, 2) in pixels from the tile's own
    top-left clockwise, and where a table is known the zone it lies in, its owner's seat, and its group from the owner's
    left."""

    face: Tile
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...]
    quad: NDArray[np.float32]
    zone: Zone | None = None
    seat: Seat | None = None
    group: int | None = None

    def as_json(self) -> dict[str, object]:
        """The form of `fifthseat see --json`."""
        return {
            "face": code(self.face),
            "confidence": round(self.confidence, 4),
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "alternatives": [[code(t), round(p, 4)] for t, p in self.alternatives],
            "zone": self.zone.value if self.zone else None,
            "seat": self.seat.name if self.seat is not None else None,
            "group": self.group,
        }


def _placed(plane: TablePlane | None, quads: NDArray[np.float32]) -> list[tuple[Zone | None, Seat | None, int | None]]:
    """Zone, seat and group of each quad; all None without a table."""
    if plane is None or not len(quads):
        return [(None, None, None)] * len(quads)
    places = place(plane, quads)
    numbers: dict[int, int] = {}
    exposed: dict[Seat, list[int]] = defaultdict(list)
    for k, at in enumerate(places):
        if at.zone is Zone.EXPOSURE and at.seat is not None:
            exposed[at.seat].append(k)
    for members in exposed.values():
        mine: list[Place] = [places[k] for k in members]
        for number, group in enumerate(groups(mine)):
            numbers.update({members[k]: number for k in group})
    return [(at.zone, at.seat, numbers.get(k)) for k, at in enumerate(places)]


def readings(seen: Sightings, plane: TablePlane | None = None) -> list[Reading]:
    """Sightings in the words of `see`, in reading order: row by row from the top, each from the left."""
    p = np.exp(seen.log_p[:, :N_KINDS].astype(np.float64))
    out = []
    for k, (zone, seat, group) in enumerate(_placed(plane, seen.quads)):
        order = np.argsort(-p[k])
        best = [(Tile(int(t)), float(p[k, t])) for t in order[: ALTERNATIVES + 1]]
        out.append(Reading(best[0][0], best[0][1], tuple(best[1:]), seen.quads[k], zone, seat, group))
    return [out[k] for row in rows_of(seen.quads) for k in row]


def see(image: NDArray[np.uint8], eyes: Eyes, plane: TablePlane | None = None) -> list[Reading]:
    """Finds and reads every face-up tile of a photograph (H, W, 3) BGR; `plane` gives zones, without it they are
    None."""
    return readings(eyes.sight_photo(image, replace(NOTHING, plane=plane)), plane)


def refused(
    image: NDArray[np.uint8], eyes: Eyes, plane: TablePlane | None = None
) -> list[tuple[NDArray[np.float32], str]]:
    """What was found in a photograph and is taken for no tile: its quad (4, 2) in pixels, and what speaks against
    it."""
    _, scale, found = eyes.in_proportion(image, replace(NOTHING, plane=plane))
    quads, (thought, _) = scaled(found.finds.quads, 1 / scale), eyes.as_known(found)
    return [(quads[k], thought.why_not(int(k))) for k in np.flatnonzero(~thought.kept())]


def drawn(image: NDArray[np.uint8], tiles: list[Reading]) -> NDArray[np.uint8]:
    """A copy of the picture with what was read written into it: green where sure, orange where not."""
    out = image.copy()
    for tile in tiles:
        colour = (60, 200, 60) if tile.confidence >= 0.9 else (0, 150, 255)
        quad = np.round(tile.quad).astype(np.int32)
        cv2.polylines(out, [quad], True, colour, 2, cv2.LINE_AA)
        cv2.line(out, tuple(quad[0].tolist()), tuple(quad[1].tolist()), (255, 80, 0), 2, cv2.LINE_AA)
        size = float(np.linalg.norm(tile.quad[1] - tile.quad[0])) / 40
        at = (int(tile.quad[:, 0].mean() - 12 * size), int(tile.quad[:, 1].mean() + 6 * size))
        for ink, thick in (((255, 255, 255), 4), ((0, 0, 160), 1)):
            cv2.putText(out, code(tile.face), at, cv2.FONT_HERSHEY_SIMPLEX, max(size, 0.35), ink, thick, cv2.LINE_AA)
    return out
