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
from collections.abc import Iterable, Iterator
from pathlib import Path

from vision.synthetic.faces import catalogue as faces
from vision.synthetic.faces.designer import MANNERS, OURS, UNLEARNED, Picture, Stock
from vision.synthetic.faces.ink import Ink, group
from vision.synthetic.faces.letters import Lettering
from vision.training.facebank import HEIGHT, Faces, family_faces
from vision.training.gather import FREE
from vision.training.printed import LOOSE, OUR_BIRDS, Loose, Printed

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
LEARNED = tuple(manner for manner in MANNERS if manner not in UNLEARNED)
FIRST, FIRST_LOOSE = 10_000, 11_100  # the numbers of the first set, and of the first of no manner
LONGEST = 9000  # characters of a picture that is drawn quickly enough
_FILLS = re.compile(r'(fill|stroke|stop-color)="#[0-9a-fA-F]{3,8}"')


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


def set_of(number: int, stock: Stock, some: tuple[Picture, ...] = OUR_BIRDS) -> Printed:
    """The set that a number stands for, printed with a stock and some birds: the manners that may be learned in turn,
    and from `FIRST_LOOSE` on sets of no manner."""
    if number >= FIRST_LOOSE:
        return Loose(LOOSE, number, stock, some)
    return Printed(LEARNED[(number - FIRST) % len(LEARNED)], number, stock, some)


def designed(sets: Iterable[Printed]) -> dict[str, Faces]:
    """The faces of some sets."""
    out: dict[str, Faces] = {}
    for one in sets:
        name = f"stock-{one.manner}-{one.number}"
        faces.register(name, one)
        out[name] = family_faces(name, HEIGHT)
    return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=400)
    words.add_argument("--each", type=int, default=28, help="sets in a file")
    words.add_argument("--first", type=int, default=FIRST, help="the number of the first set")
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    words.add_argument("--out", type=Path, default=Path("training"), help="where `designed-NUMBER.pkl` are written")
    given = words.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    stock, some = gathered(given.stock), flock(given.stock)
    last = given.first + given.sets
    for first in range(given.first, last, given.each):
        sets = designed(set_of(number, stock, some) for number in range(first, min(first + given.each, last)))
        print(f"{first - given.first + len(sets)} of {given.sets} sets", flush=True)
        part = given.out / f"designed-{first}.part"
        with part.open("wb") as file:
            pickle.dump(sets, file)
        part.replace(part.with_suffix(".pkl"))


if __name__ == "__main__":
    main()
