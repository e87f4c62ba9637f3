# ruff: noqa: E501  lists of names read better unbroken
"""Designers' sets printed with open fonts and open pictures, for teaching the reader.

    python -m vision.training.stock --sets 400 --stock training/stock --out training

The stock is the folder that `vision.training.gather` fills from the package registries, each package with its own
licence beside it: `fonts/*.woff`, and `icons/NAME/icons.json` with `info.json` and `metadata.json` in the form of the
`@iconify-json` packages. Pictures whose licence asks for more than naming their makers are left out. One picture and one
font in eight, by their names, are kept for measuring (`kept_back`): `gathered(folder, kept=True)` is these alone.
"""

import argparse
import json
import pickle
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from engine.tile import Tile
from vision.synthetic.faces import birds, catalogue as faces
from vision.synthetic.faces.designer import MANNERS, OURS, UNLEARNED, Designed, Picture, Stock
from vision.synthetic.faces.families import RESERVED
from vision.synthetic.faces.ink import Ink, group
from vision.synthetic.faces.letters import Lettering
from vision.training.facebank import HEIGHT, Faces, family_faces
from vision.training.gather import FREE

PLANTS = re.compile(r"\b(flower|blossom|tulip|rose|lotus|hibiscus|bouquet|leaf|leaves|plant|herb|tree|palm|cactus|mushroom|"
                    r"seedling|sprout|clover|maple|sunflower|rosette|wreath)\b")  # fmt: skip
CREATURES = re.compile(r"^(dragon|dragon-face|lizard|snake|crocodile|turtle|t-rex|sauropod|unicorn|phoenix|tiger|lion|"
                       r"leopard|scorpion|shark|octopus|fish|tropical-fish|goat|bat)$")  # fmt: skip
JESTERS = re.compile(r"^(joker|clown-face|crown|performing-arts|circus-tent|star|glowing-star|top-hat|party-popper|balloon|"
                     r"cat|monkey-face|owl|robot|ghost|rocket|sparkles|gem-stone|game-die|crystal-ball|wrapped-gift)$")  # fmt: skip
BIRDS = re.compile(r"^(bird|peacock|parrot|rooster|eagle|dove|duck|swan|flamingo|turkey|phoenix-bird|chicken|dodo|crane|"
                   r"baby-chick|black-bird|goose|penguin)$")  # fmt: skip
KINDS = ("Activities", "Animals & Nature", "Food & Drink", "Objects", "Travel & Places", "Nature", "Places")
CUTS = re.compile(r"-(fill|filled|bold|duotone|light|thin|off|\d+)$")  # one picture in another cut
FAINT = re.compile(r"-(light|thin|off)$")
LONGEST = 9000  # characters of a picture that is drawn quickly enough
_FILLS = re.compile(r'(fill|stroke|stop-color)="#[0-9a-fA-F]{3,8}"')


BIRDLESS = 0.2  # of the sets, whose one Bam is like their other Bams


def _in_ink(bird: Callable[[Ink], str]) -> Picture:
    return lambda colour, ink: bird(replace(ink, green=colour))


OUR_BIRDS = tuple(
    _in_ink(bird)
    for bird in (
        birds.peacock,
        birds.fan_peacock,
        birds.sparrow,
        birds.crane,
        birds.rooster,
        birds.swallow,
        birds.phoenix,
    )
    if bird not in RESERVED
)


@dataclass(frozen=True)
class Printed(Designed):
    """A designer's set whose one Bam is mostly a bird, as in nearly every set that is sold: a lone bird that is no one
    Bam would teach that birds are flowers."""

    flock: tuple[Picture, ...] = OUR_BIRDS

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face."""
        pick = Random(self.number * 41 + 6)
        if tile is not Tile.B1 or pick.random() < BIRDLESS:
            return super().draw(tile, variant)
        colour, bird = self._ink.green, pick.choice(self.flock)
        if self.manner != "counted" and pick.random() < 0.6:
            paint = self._ink.paper if self.manner == "panel" else colour
            return self._said("1" if self.manner != "worded" else "ONE", colour, bird(paint, self._ink), "1 BAM")
        return group(bird(colour, self._ink), 150, 200, 1.4)


def _drawn(body: str, side: float, plain: bool) -> Picture:
    """A picture of the stock about the origin, 200 wide; `plain`: in one colour."""
    moved = f"translate(-100 -100) scale({200 / side:.4g})"

    def draw(colour: str, ink: Ink) -> str:
        inner = _FILLS.sub(rf'\1="{colour}"', body).replace("currentColor", colour) if plain else body
        return f'<g transform="{moved}">{inner.replace("currentColor", colour)}</g>'

    return draw


def kept_back(name: str) -> bool:
    """Whether what is called so is kept for measuring; all cuts and weights of a thing are."""
    return zlib.crc32(CUTS.sub("", CUTS.sub("", name)).encode()) % 8 == 0


def _sources(folder: Path) -> Iterator[tuple[float, dict[str, str], set[str]]]:
    """Of every package of pictures that may be used: how wide they are, their drawings, and which its makers sort among
    `KINDS`: none where they sort nothing."""
    for path in sorted(folder.glob("icons/*/icons.json")):
        licence = json.loads((path.parent / "info.json").read_text(encoding="utf-8"))["license"]["spdx"]
        if licence not in FREE:
            continue
        told = json.loads(path.read_text(encoding="utf-8"))
        about = json.loads((path.parent / "metadata.json").read_text(encoding="utf-8")).get("categories", {})
        side = float(told.get("width", told.get("height", 24)))
        bodies = {name: one["body"] for name, one in told["icons"].items()}
        yield side, bodies, {name for kind in KINDS for name in about.get(kind, [])}


def pictures_of(folder: Path, kept: bool) -> Iterator[tuple[str, Picture]]:
    """Name and drawing of every picture that may be used; of signs in one colour those that show a thing which has a
    coloured picture too: arrows and letters would be read as words."""
    sources = list(_sources(folder))
    things = {name for _, _, named in sources for name in named if "-" not in name and len(name) > 2}
    for side, bodies, named in sources:
        for name, body in bodies.items():
            shown = name in named if named else CUTS.sub("", name) in things and not FAINT.search(name)
            if shown and len(body) < LONGEST and kept_back(name) == kept:
                yield name, _drawn(body, side, False)


def _letterings(folder: Path, kept: bool) -> tuple[tuple[Lettering, str], ...]:
    """The fonts of the stock as letterings, each with a file that the renderer can open, under a name of its own."""
    from fontTools.ttLib import TTFont

    out = []
    for path in sorted((folder / "fonts").glob("*.woff")):
        name, weight = path.stem.rsplit("-", 1)
        if kept_back(name) != kept:
            continue
        called, plain = f"Stock {name} W{weight}", path.with_suffix(".ttf")
        if not plain.exists():
            font = TTFont(path)
            font.flavor = None
            for key in (1, 16):
                font["name"].setName(called, key, 3, 1, 0x409)
                font["name"].setName(called, key, 1, 0, 0)
            font["OS/2"].usWeightClass = 400
            font.save(plain)
        out.append((Lettering(typeface=called), str(plain)))
    return tuple(out)


def gathered(folder: Path, kept: bool = False) -> Stock:
    """What lies in a folder, with what we draw ourselves beside it; or alone what of it is `kept` for measuring."""
    pictures = list(pictures_of(folder, kept))
    fonts = _letterings(folder, kept)

    def some(of: re.Pattern[str]) -> tuple[Picture, ...]:
        return tuple(picture for name, picture in pictures if of.search(CUTS.sub("", name)))

    def grown(picture: Picture) -> Picture:
        return lambda colour, ink: group(picture(colour, ink), 0, 0, 0.95)

    suits = tuple(
        grown(picture)
        for name, picture in pictures
        if not any(of.search(CUTS.sub("", name)) for of in (CREATURES, JESTERS, BIRDS))
    )
    ours = 0 if kept else 1
    return Stock(
        (*(lettering for lettering, _ in fonts), *OURS.letterings * ours),
        (*suits, *OURS.suits * ours * max(1, len(suits) // (2 * len(OURS.suits)))),
        (*some(PLANTS), *OURS.plants * ours),
        (*some(CREATURES), *OURS.creatures * (2 * ours or 1)),
        (*some(JESTERS), *OURS.jesters * ours),
        tuple((lettering.typeface, file) for lettering, file in fonts),
    )


def flock(folder: Path) -> tuple[Picture, ...]:
    """The birds of a folder that may be learned from, and ours."""
    return (*(p for name, p in pictures_of(folder, False) if BIRDS.search(CUTS.sub("", name))), *OUR_BIRDS * 3)


def designed(
    stock: Stock, sets: int, first: int, manners: tuple[str, ...], some: tuple[Picture, ...] = OUR_BIRDS
) -> dict[str, Faces]:
    """So many sets of these manners in turn, with some of these birds."""
    out: dict[str, Faces] = {}
    for k in range(sets):
        manner, number = manners[k % len(manners)], first + k
        name = f"stock-{manner}-{number}"
        faces.register(name, Printed(manner, number, stock, some))
        out[name] = family_faces(name, HEIGHT)
        if k % 20 == 19:
            print(f"{k + 1} of {sets} sets", flush=True)
    return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=400)
    words.add_argument("--each", type=int, default=28, help="sets in a file")
    words.add_argument("--first", type=int, default=10_000, help="the number of the first set")
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    words.add_argument("--out", type=Path, default=Path("training"), help="where `designed-NUMBER.pkl` are written")
    given = words.parse_args()
    manners = tuple(manner for manner in MANNERS if manner not in UNLEARNED)
    given.out.mkdir(parents=True, exist_ok=True)
    stock, some = gathered(given.stock), flock(given.stock)
    for first in range(given.first, given.first + given.sets, given.each):
        sets = designed(stock, min(given.each, given.first + given.sets - first), first, manners, some)
        part = given.out / f"designed-{first}.part"
        with part.open("wb") as file:
            pickle.dump(sets, file)
        part.replace(part.with_suffix(".pkl"))


if __name__ == "__main__":
    main()
