"""Small corners of tables with exact truth, for teaching the finder.

    python -m vision.training.patches --out training/patches --seed 1

writes shards `NNNN.npz` (`image` (n, P, P, 3) uint8 BGR, `quads` (n, K, 4, 2) float32 pixels with NaN where there are
fewer tiles, `mute` (n, P/4, P/4) bool: cells that teach nothing) and waits while the learner has `--ahead` shards in
hand.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import TILE_MM
from vision.arrays import Drawn
from vision.synthetic.mats import printed_mat
from vision.training.arrangements import Look, Piece, darkened, dense, look_of, rack, rows, scatter
from vision.training.boxes import Eye, Floats
from vision.training.drawing import FACING, SUPER, Scene, shadows
from vision.training.spoiling import spoil
from vision.training.surfaces import clutter, surface

PATCH = 192  # pixels, the side of a patch
MOST = 72  # tiles a patch may hold
SEEN = 0.55  # a face is a tile to be found when this much of it is visible, and it is turned to the camera (`FACING`)
TOO_LARGE = 95.0  # pixels: a tile as wide is found in a smaller copy of the picture
DARK = 0.2  # of the patches: tiles of black, green or blue, engraved in light inks
MATTED = 0.3  # of the patches: on a printed mat, two in three of these about as light as a tile
DESIGNED, PRINTED = 0.5, 0.5  # of the whole tables: laid with a designer's set, on a printed mat
FIRST_SET = 13_100  # of the designers' sets on whole tables: no measurement draws these


def tile_width(rng: np.random.Generator) -> float:
    """Pixels: what the finder meets is mostly 13 to 45, at times 9 to 80; and tiles so large that no part of them may
    be taken for a tile."""
    if rng.random() < 0.07:
        return float(rng.uniform(TOO_LARGE, 230))
    if rng.random() < 0.8:
        return float(np.exp(rng.uniform(np.log(13), np.log(45))))
    return float(np.exp(rng.uniform(np.log(9), np.log(80))))


@dataclass(frozen=True, slots=True)
class Patch:
    """One patch: image (P, P, 3) BGR, quads (n, 4, 2) of what is to be found, which drawing each is (n,), the cells
    (P/4, P/4) that teach nothing, the middles (m, 2) of all faces turned to the camera, seen or covered, and quads
    (k, 4, 2)
    of backs and sides."""

    image: Drawn
    quads: Floats
    arts: NDArray[np.int64]
    mute: NDArray[np.bool_]
    middles: Floats
    plain: Floats


KINDS = ("scatter", "pile", "rows", "rack", "mixed", "nothing", "dense")
ODDS = (0.23, 0.06, 0.36, 0.16, 0.11, 0.06, 0.02)


def draw_patch(
    rng: np.random.Generator, faces: list[Drawn], width: float | None = None, odds: tuple[float, ...] = ODDS
) -> Patch:
    """Draws one patch. `faces` are the drawings (BGRA) to choose from; `width` is a tile's width in pixels (by chance
    if None), `odds` of the kinds of scene."""
    side = PATCH * SUPER
    look = look_of(rng)
    if rng.random() < DARK:
        faces = darkened(rng, look, faces)
    kind = str(rng.choice(KINDS, p=odds))
    tilt = abs(rng.normal(0, 0.35)) if rng.random() < 0.6 else rng.uniform(0.2, 1.15)
    if kind == "rack":
        tilt = rng.uniform(0.35, 1.3)
    scale = width or tile_width(rng)
    eye = Eye(
        rng.uniform(0, 2 * np.pi) if kind != "rack" or rng.random() < 0.4 else rng.normal(0, 0.15),
        min(tilt, 1.3),
        scale * SUPER,
        rng.uniform(12, 60),
        (side / 2, side / 2),
    )
    canvas = _table_top(rng, side, scale * SUPER)
    pieces = _arranged(rng, kind, look, eye, len(faces))
    if rng.random() < 0.6 or kind == "nothing":
        clutter(canvas, rng, scale * SUPER)
    shadows(canvas, pieces, look, eye, rng)
    scene = Scene(canvas, np.zeros((PATCH, PATCH), np.int32), faces, look, eye)
    order = np.argsort([float(eye.depth(p.corners.mean(0))) for p in pieces])
    drawn: dict[int, tuple[Floats, float, int]] = {}  # its quad, the cosine at which it is seen, its art
    for number, index in enumerate(order, start=1):
        piece = pieces[int(index)]
        face = scene.draw(number, piece)
        if face is not None and piece.art >= 0:
            drawn[number] = face[0] / SUPER, face[1], piece.art
    if rng.random() < 0.3:
        before = canvas.copy()
        clutter(canvas, rng, scale * SUPER, above=True)
        changed = np.abs(canvas.astype(np.int16) - before).max(2)[::SUPER, ::SUPER] > 3
        scene.owner[changed] = -1
    image = spoil(cv2.resize(canvas, (PATCH, PATCH), interpolation=cv2.INTER_AREA), rng)
    found, mute = _to_be_found(scene.owner, {number: (quad, cosine) for number, (quad, cosine, _) in drawn.items()})
    return Patch(
        image,
        np.array([drawn[k][0] for k in found]).reshape(-1, 4, 2),
        np.array([drawn[k][2] for k in found], np.int64),
        mute,
        np.array([quad.mean(0) for quad, _, _ in drawn.values()]).reshape(-1, 2),
        np.array(scene.plain).reshape(-1, 4, 2),
    )


def _table_top(rng: np.random.Generator, side: int, tile: float) -> Drawn:
    """What the tiles lie on (side, side, 3), a tile being so wide in its pixels."""
    if rng.random() >= MATTED:
        return surface(rng, side, tile)
    mat = np.clip(printed_mat(rng, side // 2, tile / 2 / TILE_MM[0]), 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(mat, (side, side), interpolation=cv2.INTER_LINEAR))  # as soft as other tops


def _arranged(rng: np.random.Generator, kind: str, look: Look, eye: Eye, arts: int) -> list[Piece]:
    """The boxes of a scene of that kind."""
    scale = eye.scale / SUPER
    reach = min(PATCH / scale * 0.75, 9.0)
    pieces: list[Piece] = []
    if kind in ("scatter", "pile", "mixed"):
        pieces += scatter(rng, look, reach, arts, 0.9 if kind == "pile" else 0.25)
    if kind in ("rows", "mixed"):
        pieces += rows(rng, look, reach, arts)
    if kind == "dense":
        pieces += dense(rng, look, min(PATCH / scale * 0.62, 9.0), arts)
    if kind == "rack":
        pieces += rack(rng, look, reach, arts, eye)
        if rng.random() < 0.4:
            pieces += scatter(rng, look, reach, arts, 0.2)[:6]
    if kind != "mixed":
        return pieces
    keep: list[Piece] = []  # the later part wins where both want the same place
    for piece in reversed(pieces):
        mid = piece.corners.mean(0)
        away = [np.abs(mid - other.corners.mean(0)) for other in keep]
        if all(off[:2].max() > 1.2 or off[2] > 0.4 for off in away):
            keep.append(piece)
    return keep


def _to_be_found(
    owner: NDArray[np.int32], faces: dict[int, tuple[Floats, float]]
) -> tuple[list[int], NDArray[np.bool_]]:
    """Which faces, given by number with their quads and the cosines at which they are seen, are tiles to be found, and
    the cells (P/4, P/4) that teach nothing."""
    mute = np.zeros((PATCH // 4, PATCH // 4), np.uint8)
    found: list[int] = []
    for number, (quad, cosine) in faces.items():
        area = cv2.contourArea(quad.astype(np.float32))
        middle = quad.mean(0)
        inside = 0 <= middle[0] < PATCH and 0 <= middle[1] < PATCH
        seen = np.count_nonzero(owner == number) / max(area, 1.0)
        whole = min(1.0, _inside_share(quad))
        wide = float(np.linalg.norm(quad[1] - quad[0]))
        if wide > TOO_LARGE:
            continue
        if inside and wide < TOO_LARGE * 0.85 and seen > SEEN * whole and cosine > FACING:
            found.append(number)
        elif inside and seen > 0.15 * whole:
            cv2.fillConvexPoly(mute, np.round(quad / 4).astype(np.int32), 1)
    return found[:MOST], mute.astype(bool)


def _inside_share(quad: Floats) -> float:
    """How much of the quad lies in the patch."""
    low, high = quad.min(0), quad.max(0)
    span = np.maximum(high - low, 1e-6)
    kept = np.clip(high, 0, PATCH) - np.clip(low, 0, PATCH)
    return float(np.prod(np.maximum(kept, 0) / span))


def _table_style(rng: np.random.Generator) -> str:
    from vision.synthetic.look import dark_families
    from vision.training.stock import LEARNED

    if rng.random() < DARK:
        return str(rng.choice(dark_families()))
    words = ["mat"] if rng.random() < PRINTED else []
    if rng.random() < DESIGNED:
        words.append(f"{rng.choice(LEARNED)}-{FIRST_SET + int(rng.integers(200))}")
    return "+".join(words)


def from_still(rng: np.random.Generator, count: int) -> list[Patch]:
    """So many corners of one picture of the simulated table: racks, walls, cards and markers as they lie in a game."""
    from vision.synthetic.stills import cuttings, render_still

    tall = int(rng.choice([720, 900, 1080]))
    still = render_still(int(rng.integers(1 << 30)), _table_style(rng), (tall * 16 // 9, tall))
    out = []
    for cutting in cuttings(still, PATCH, count, int(rng.integers(1 << 30))):
        image = cutting.image if rng.random() < 0.3 else spoil(cutting.image, rng, 0.6)
        mute = np.zeros((PATCH // 4, PATCH // 4), np.uint8)
        found: list[Floats] = []
        for tile in cutting.tiles:
            if tile.region == "wall" or tile.facing < 0.05:
                continue
            if tile.face_up and tile.facing > FACING and tile.occluded < 1 - SEEN:
                found.append(tile.quad)
            elif tile.occluded < 0.95:
                cv2.fillConvexPoly(mute, np.round(tile.quad / 4).astype(np.int32), 1)
        quads = np.array(found[:MOST]).reshape(-1, 4, 2)
        none = np.zeros((0, 4, 2))
        out.append(
            Patch(np.asarray(image), quads, np.zeros(len(quads), np.int64), mute.astype(bool), quads.mean(1), none)
        )
    return out


STILL = 30  # patches cut from one picture of the simulated table


def write_shards(
    out: Path, seed: int, each: int, ahead: int, faces: "list[list[Drawn]]", still_share: float = 0.0
) -> None:
    """Draws for ever: a new shard whenever fewer than `ahead` lie in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    number = 0
    started = time.monotonic()
    while True:
        while len(list(out.glob("*.npz"))) >= ahead:
            time.sleep(1.0)
        rng = np.random.default_rng((seed, number, int(time.time())))
        images, quads, mutes = [], np.full((each, MOST, 4, 2), np.nan, np.float32), []
        waiting: list[Patch] = []
        for k in range(each):
            if not waiting and rng.random() < still_share / STILL / (1 - still_share + still_share / STILL):
                waiting = from_still(rng, STILL)
            patch = waiting.pop() if waiting else draw_patch(rng, faces[int(rng.integers(len(faces)))])
            images.append(patch.image)
            quads[k, : len(patch.quads)] = patch.quads
            mutes.append(patch.mute)
        part = out / f"{seed:03d}_{number:05d}.part"
        with part.open("wb") as file:
            np.savez(file, image=np.stack(images), quads=quads, mute=np.stack(mutes))
        part.rename(part.with_suffix(".npz"))
        number += 1
        print(f"{number * each} patches, {number * each / (time.monotonic() - started):.1f} a second", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    from vision.training.facebank import sets_for_finding

    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--out", type=Path, default=Path("training/patches"))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--each", type=int, default=256, help="patches in a shard")
    words.add_argument("--ahead", type=int, default=12, help="shards to keep in hand")
    words.add_argument("--still-share", type=float, default=0.3, help="of the patches, from pictures of whole tables")
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="where art and photographs lie")
    given = words.parse_args()
    cv2.setNumThreads(1)
    sets = sets_for_finding(given.shared)
    write_shards(given.out, given.seed, given.each, given.ahead, sets, given.still_share)


if __name__ == "__main__":
    main()
