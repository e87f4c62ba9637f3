"""The drawings that training knows: every face as a picture (h, 3/4 h, 4) BGRA on white, with rounded corners.

A *set* maps each tile to the pictures of it. Sources: the families of `vision.synthetic.faces`, sets put together at
random by `vision.training.compose`, and public-domain art where the developer has it (`../shared/art`, never in the
repository).
"""

import argparse
import pickle
from pathlib import Path

import cv2
import numpy as np

from engine.tile import Tile, read_tile
from vision.arrays import Drawn

Faces = dict[Tile, list[Drawn]]
HEIGHT = 144  # pixels, of a picture in the bank
DESIGNED_FILES = 3  # of designers' sets, for the finder: more of them than of others would teach it nothing else
FLUFFY = {
    "Ton": "E", "Nan": "S", "Shaa": "W", "Pei": "N", "Chun": "RD", "Hatsu": "GD", "Haku": "WD",
}  # fmt: skip


def rounded(height: int, radius: float) -> Drawn:
    """A mask (h, 3/4 h) of a tile's outline, `radius` in tile widths."""
    width = height * 3 // 4
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(radius * width))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def on_body(ink: Drawn, radius: float = 0.09, body: tuple[int, int, int] = (255, 255, 255)) -> Drawn:
    """Art with transparency (h, w, 4) laid on a face of the bank's size and the body's colour (BGR)."""
    width = HEIGHT * 3 // 4
    fitted = cv2.resize(ink, (width, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = fitted[..., 3:] / 255
    face = np.empty((HEIGHT, width, 4), np.uint8)
    face[..., :3] = np.clip(fitted[..., :3] * alpha + np.array(body, np.float32) * (1 - alpha), 0, 255)
    face[..., 3] = rounded(HEIGHT, radius)
    return face


def fluffy(folder: Path) -> Faces:
    """The public-domain Chinese set: 34 kinds, no flowers, no jokers. Empty when the folder is absent."""
    faces: Faces = {}
    if not folder.is_dir():
        return faces
    import resvg_py

    suits = {"Man": "C", "Pin": "D", "Sou": "B"}
    for path in sorted(folder.glob("*.svg")):
        stem = path.stem
        if stem in FLUFFY:
            tile = read_tile(FLUFFY[stem])
        elif stem[:3] in suits and stem[3:4].isdigit():
            tile = read_tile(stem[3] + suits[stem[:3]])
        else:
            continue
        png = bytes(resvg_py.svg_to_bytes(svg_path=str(path), height=2 * HEIGHT))
        ink = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
        pad = int(ink.shape[0] * 0.06)
        roomy = cv2.copyMakeBorder(ink, pad, pad, int(pad * 0.75), int(pad * 0.75), cv2.BORDER_CONSTANT)
        faces.setdefault(tile, []).append(on_body(np.asarray(roomy, np.uint8)))
    return faces


def drawn_families(held_out: bool = False) -> dict[str, Faces]:
    """The families drawn for the simulated table; `held_out` gives those kept for measuring instead."""
    from vision.synthetic.faces import catalogue as art
    from vision.synthetic.faces.families import HELD_OUT

    return {family: family_faces(family) for family in art.FAMILIES if (family in HELD_OUT) == held_out}


def family_faces(name: str, height: int = 2 * HEIGHT) -> Faces:
    """One family of `vision.synthetic.faces`, on its own body, each face rendered `height` pixels high."""
    from vision.synthetic.faces import catalogue as art

    body = art.body_colours(name)[0]
    return {
        tile: [on_body(art.face_image(name, tile, v, height), body=body) for v in range(art.face_count(name, tile))]
        for tile in Tile
    }


def mixed_families(count: int, art_folder: Path) -> dict[str, Faces]:
    """Families put together by chance from the drawn parts, and the public-domain art with numerals, flowers and
    jokers."""
    from vision.synthetic.faces import catalogue as art
    from vision.synthetic.faces.art import art_families
    from vision.synthetic.faces.mixes import mix

    sets: dict[str, Faces] = {}
    for name in art_families(art_folder):
        sets[name] = family_faces(name)
    for seed in range(count):
        name = f"mix-{seed}"
        art.register(name, mix(seed))
        sets[name] = family_faces(name)
        if seed % 20 == 19:
            print(f"{seed + 1} of {count} mixed families", flush=True)
    return sets


def hued(face: Drawn, turn: int) -> Drawn:
    """The same drawing with every colour turned by so many steps of 180; black and white stay."""
    out = face.copy()
    hsv = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + turn) % 180
    out[..., :3] = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return out


def recoloured(face: Drawn, rng: np.random.Generator) -> Drawn:
    """The same drawing in other inks: hue, strength and thickness change."""
    out = face.copy()
    ink = out[..., :3]
    if rng.random() < 0.25:
        k = int(rng.integers(1, 3))
        ink = (
            cv2.erode(ink, np.ones((k + 1, k), np.uint8))
            if rng.random() < 0.6
            else cv2.dilate(ink, np.ones((2, k), np.uint8))
        )
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(ink, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + int(rng.integers(-9, 10))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.3), 0, 255)
        ink = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.5:
        ink = np.clip(255 - (255 - ink.astype(np.float32)) * rng.uniform(0.5, 1.15), 0, 255).astype(np.uint8)
    out[..., :3] = ink
    return out


def load(path: Path) -> dict[str, Faces]:
    """Sets written by `vision.training.compose` (a pickle of our own making); empty when there is none."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        sets: dict[str, Faces] = pickle.load(file)
    return sets


def main() -> None:
    """Writes the mixed families to a file, once: `python -m vision.training.facebank --mixes 140`."""
    words = argparse.ArgumentParser(description=main.__doc__)
    words.add_argument("--mixes", type=int, default=140)
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="where art lies")
    words.add_argument("--out", type=Path, default=Path("training/mixed.pkl"))
    given = words.parse_args()
    sets = mixed_families(given.mixes, given.shared / "art" / "fluffy")
    with given.out.open("wb") as file:
        pickle.dump(sets, file)


def sets_for_finding(shared: Path, folder: Path = Path("training")) -> list[list[Drawn]]:
    """One list of pictures per set, for the finder, to which all faces are alike."""
    sets = [*drawn_families().values(), *list(load(folder / "composed.pkl").values())[:60]]
    sets += list(load(folder / "mixed.pkl").values())[:60]
    sets += list(load(folder / "composed2.pkl").values())[:40] + list(load(folder / "composed5.pkl").values())[:60]
    for some in sorted(folder.glob("designed-*.pkl"))[:DESIGNED_FILES]:  # `vision.training.stock`
        sets += list(load(some).values())
    if art := fluffy(shared / "art" / "fluffy"):
        sets += [art] * 3
    lists = [[picture for pictures in faces.values() for picture in pictures] for faces in sets]
    for pictures in lists:
        blank = np.full((HEIGHT, HEIGHT * 3 // 4, 4), 255, np.uint8)
        blank[..., 3] = rounded(HEIGHT, 0.09)
        pictures.append(blank)
    return lists


if __name__ == "__main__":
    main()
