"""How well photographs of cards are read: cards printed at random in layouts and fonts that nothing was learned from.

    python -m tests.bench.card_photos [--fonts FOLDER] [--cards 12] [--save FOLDER]

Without `--fonts` the fonts are those at hand: the one that the picture library brings along, which was never learned
from. With it, every family in the folder that the training holds out. The printed figures: letters wrong in all letters
of the lines (colour letters among them), lines right with their colours and values, lines that are marked as doubtful,
and lines that are wrong and not marked.
"""

import argparse
import time
from dataclasses import dataclass, fields
from pathlib import Path

import cv2

from tests.bench.card_prints import LAYOUTS, Layout, photographed, printed
from vision.cards.photograph import CardReader, ReadRow

HELD_OUT = ("Roboto-", "RobotoCondensed-", "Caladea", "ComicNeue-", "texgyreschola", "Cabin-")
_NOT = ("Thin", "Light", "Black")


@dataclass(frozen=True, slots=True)
class Rate:
    """Counts over cards; add them up."""

    lines: int = 0
    right: int = 0
    doubted: int = 0
    silent: int = 0  # wrong, and nothing says so
    missed: int = 0  # not proposed at all
    letters: int = 0
    wrong: int = 0

    def __add__(self, other: "Rate") -> "Rate":
        return Rate(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def __str__(self) -> str:
        n = max(1, self.lines)
        return (
            f"{self.lines} lines: {self.right / n:.1%} right, {self.doubted / n:.1%} marked doubtful, "
            f"{self.silent / n:.2%} wrong in silence, {self.missed} not found; "
            f"{self.wrong / max(1, self.letters):.2%} of {self.letters} letters wrong"
        )


def distance(a: str, b: str) -> int:
    """So many letters must be put in, left out or changed."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def rate(truth: list[str], rows: list[ReadRow]) -> Rate:
    """Each printed line against a row that says the same, or else against the nearest of those that are left."""
    left = [row for row in rows if row.kind == "hand"]
    found = Rate()
    wrong = []
    for text in truth:
        same = next((row for row in left if row.text == text), None)
        if same is None:
            wrong.append(text)
        else:
            left.remove(same)
            found += Rate(1, 1, bool(same.doubts), 0, 0, len(text), 0)
    for text in wrong:
        near = min(left, key=lambda row, t=text: distance(row.text, t), default=None)  # type: ignore[misc]
        off = len(text) if near is None else distance(near.text, text)
        if near is None or off > len(text) * 0.6:
            found += Rate(1, 0, 0, 0, 1, len(text), len(text))
        else:
            left.remove(near)
            found += Rate(1, 0, bool(near.doubts), not near.doubts, 0, len(text), off)
    return found


def card(reader: CardReader, layout: Layout, font: str | None, seed: int, save: Path | None = None) -> Rate:
    """One card printed, photographed and read."""
    sheet, lines = printed(layout, font, seed)
    photo = photographed(sheet, seed + 1)
    rows = reader.read(photo)
    result = rate([line.text for line in lines], rows)
    if save is not None:
        name = f"{layout.name.replace(' ', '-')}-{Path(font or 'built-in').stem}-{seed}"
        for row in rows:
            colour = (0, 0, 200) if row.doubts else (0, 160, 0)
            cv2.polylines(photo, [row.quad.astype(int)], True, colour, 2)
            cv2.putText(photo, row.text or row.kind, row.quad[0].astype(int).tolist(), 0, 0.6, colour, 2)
        cv2.imwrite(str(save / f"{name}.jpg"), photo)
        truth = [line.text for line in lines]
        said = "\n".join(f"{'?' if row.doubts else ' '} {row.text or row.kind}   {row.doubts}" for row in rows)
        (save / f"{name}.txt").write_text("\n".join(truth) + "\n----\n" + said)
    return result


def fonts_at_hand(folder: Path | None) -> list[str | None]:
    if folder is None:
        return [None]
    files = sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")])
    return [str(p) for p in files if p.stem.startswith(HELD_OUT) and not any(part in p.stem for part in _NOT)]


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--fonts", type=Path, default=None)
    told.add_argument("--cards", type=int, default=12)
    told.add_argument("--seed", type=int, default=5000)
    told.add_argument("--save", type=Path, default=None)
    given = told.parse_args()
    if given.save is not None:
        given.save.mkdir(parents=True, exist_ok=True)
    fonts = fonts_at_hand(given.fonts)
    reader = CardReader()
    whole: dict[str, Rate] = {}
    began = time.process_time()
    for number in range(given.cards):
        layout = LAYOUTS[number % len(LAYOUTS)]
        font = fonts[number * 5 % len(fonts)]
        found = card(reader, layout, font, given.seed + 10 * number, given.save)
        whole[layout.name] = whole.get(layout.name, Rate()) + found
        print(f"{layout.name:15} {Path(font or 'built-in').stem:24} {found}", flush=True)
    for name, found in whole.items():
        print(f"{name:15} {found}")
    print(f"{'all':15} {sum(whole.values(), Rate())}")
    print(f"{(time.process_time() - began) / max(1, given.cards):.1f} s of processor time a card, printing included")


if __name__ == "__main__":
    main()
