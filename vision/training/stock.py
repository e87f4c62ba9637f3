# ruff: noqa: E501  lists of names read better unbroken
"""Designers' sets printed with open fonts and open pictures, for teaching the reader.

    python -m vision.training.stock --sets 400 --stock training/stock --out training/designed.pkl

The stock is a folder that the developer gathers from the package registries, each package with its own licence beside
it: `fonts/*.woff` (or .ttf), and `icons/NAME/icons.json` with `info.json` and `metadata.json` in the form of the
`@iconify-json` packages. Pictures whose licence asks for more than naming their makers are left out.
"""

import argparse
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

from vision.synthetic import faces
from vision.synthetic.faces.designer import MANNERS, OURS, Designed, Picture, Stock
from vision.synthetic.faces.ink import Ink, group
from vision.synthetic.faces.letters import Lettering
from vision.training.facebank import Faces, family_faces

FREE = frozenset({"MIT", "Apache-2.0", "CC0-1.0", "OFL-1.1", "ISC", "Unlicense"})
PLANTS = re.compile(r"flower|blossom|tulip|rose|lotus|hibiscus|bouquet|cherry|leaf|plant|herb|tree|palm|cactus|mushroom|"
                    r"seedling|clover|maple|grapes|melon|lemon|pear|peach|strawberry|pineapple|sunflower")  # fmt: skip
CREATURES = re.compile(r"^(dragon|dragon-face|lizard|snake|crocodile|turtle|t-rex|sauropod|unicorn|phoenix|tiger|lion|"
                       r"leopard|scorpion|shark|octopus|fish|tropical-fish|goat|bat)$")  # fmt: skip
JESTERS = re.compile(r"^(joker|clown-face|crown|performing-arts|circus-tent|star|glowing-star|top-hat|party-popper|balloon|"
                     r"cat|monkey-face|owl|robot|ghost|rocket|sparkles|gem-stone|game-die|crystal-ball|wrapped-gift)$")  # fmt: skip
KINDS = ("Activities", "Animals & Nature", "Food & Drink", "Objects", "Travel & Places")
_FILLS = re.compile(r'(fill|stroke|stop-color)="#[0-9a-fA-F]{3,8}"')


def _drawn(body: str, side: float, plain: bool) -> Picture:
    """A picture of the stock about the origin, 200 wide; `plain`: in one colour."""
    moved = f"translate(-100 -100) scale({200 / side:.4g})"

    def draw(colour: str, ink: Ink) -> str:
        inner = _FILLS.sub(rf'\1="{colour}"', body).replace("currentColor", colour) if plain else body
        return f'<g transform="{moved}">{inner.replace("currentColor", colour)}</g>'

    return draw


def _pictures(folder: Path) -> Iterator[tuple[str, Picture]]:
    """Name and drawing of every picture that may be used."""
    for path in sorted(folder.glob("icons/*/icons.json")):
        licence = json.loads((path.parent / "info.json").read_text(encoding="utf-8"))["license"]["spdx"]
        if licence not in FREE:
            continue
        told = json.loads(path.read_text(encoding="utf-8"))
        about = json.loads((path.parent / "metadata.json").read_text(encoding="utf-8")).get("categories", {})
        named = {name for kind in KINDS for name in about.get(kind, [])}
        side = float(told.get("width", told.get("height", 24)))
        for name, one in told["icons"].items():
            if name in named and "id=" not in one["body"] and len(one["body"]) < 9000:
                yield name, _drawn(one["body"], side, False)


def _letterings(folder: Path) -> tuple[tuple[Lettering, str], ...]:
    """The fonts of the stock as letterings, each with a file that the renderer can open."""
    from fontTools.ttLib import TTFont

    out = []
    for path in sorted((folder / "fonts").glob("*.woff")):
        plain = path.with_suffix(".ttf")
        font = TTFont(path)
        if not plain.exists():
            font.flavor = None
            font.save(plain)
        out.append((Lettering(typeface=str(font["name"].getBestFamilyName())), str(plain)))
    return tuple(out)


def gathered(folder: Path) -> Stock:
    """What lies in a folder, and what we draw ourselves beside it."""
    pictures = list(_pictures(folder))
    fonts = _letterings(folder)

    def some(of: re.Pattern[str]) -> tuple[Picture, ...]:
        return tuple(picture for name, picture in pictures if of.search(name))

    def grown(picture: Picture) -> Picture:
        return lambda colour, ink: group(picture(colour, ink), 0, 0, 0.95)

    suits = tuple(grown(picture) for name, picture in pictures if not (CREATURES.search(name) or JESTERS.search(name)))
    return Stock(
        (*(lettering for lettering, _ in fonts), *OURS.letterings),
        (*suits, *OURS.suits * max(1, len(suits) // (2 * len(OURS.suits)))),
        (*some(PLANTS), *OURS.plants),
        (*some(CREATURES), *OURS.creatures * 2),
        (*some(JESTERS), *OURS.jesters),
        tuple((lettering.typeface, file) for lettering, file in fonts),
    )


def designed(stock: Stock, sets: int, first: int, manners: tuple[str, ...]) -> dict[str, Faces]:
    """So many sets of these manners in turn."""
    out: dict[str, Faces] = {}
    for k in range(sets):
        manner, number = manners[k % len(manners)], first + k
        name = f"stock-{manner}-{number}"
        faces.register(name, Designed(manner, number, stock))
        out[name] = family_faces(name)
        if k % 20 == 19:
            print(f"{k + 1} of {sets} sets", flush=True)
    return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=400)
    words.add_argument("--first", type=int, default=10_000, help="the number of the first set")
    words.add_argument("--without", nargs="*", default=[], choices=MANNERS, help="manners kept for measuring")
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    words.add_argument("--out", type=Path, default=Path("training/designed.pkl"))
    given = words.parse_args()
    manners = tuple(manner for manner in MANNERS if manner not in given.without)
    sets = designed(gathered(given.stock), given.sets, given.first, manners)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("wb") as file:
        pickle.dump(sets, file)


if __name__ == "__main__":
    main()
