"""Families made from a folder of tile drawings that the developer has: for training only, never shipped.

The folder holds one SVG a face, 300 x 400, named as riichi sets are: Man1..9, Sou1..9, Pin1..9, Ton, Nan, Shaa, Pei,
Chun, Hatsu, Haku. It has no flowers or jokers; ours stand in.
"""

import re
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field
from pathlib import Path

from engine.tile import Tile
from vision.synthetic.faces import catalogue as faces, letters
from vision.synthetic.faces.family import Family, Index
from vision.synthetic.faces.honours import WINDS
from vision.synthetic.faces.ink import group
from vision.synthetic.faces.mixes import mix

_HONOURS = {
    Tile.NORTH: "Pei",
    Tile.EAST: "Ton",
    Tile.WEST: "Shaa",
    Tile.SOUTH: "Nan",
    Tile.GREEN: "Hatsu",
    Tile.RED: "Chun",
    Tile.SOAP: "Haku",
}
_SUITS = ("Sou", "Man", "Pin")
_INDICES: tuple[Index | None, ...] = (
    None,
    Index("tl", letters.SERIF, 70, "r"),
    Index("tl", letters.HEAVY, 62, "k"),
    Index("tr", letters.GEOMETRIC, 64, "b"),
    Index("bl", letters.SLAB, 70, "s"),
    Index("tl+br", letters.ROUNDED, 56, "s"),
    Index("tl", letters.CONDENSED, 96, "b"),
    Index("br", letters.ITALIC, 70, "k"),
)
_TURNS = (0.0, 0.025, 0.0, -0.04, 0.03, 0.0, -0.03, 0.02)  # of hue, so that colourways differ
_FIRST_SEED = 80_000


def _name(tile: Tile) -> str:
    return f"{_SUITS[tile // 9]}{tile % 9 + 1}" if tile < Tile.NORTH else _HONOURS[tile]


def _turned(svg: str, turn: float) -> str:
    """The drawing with the hue of every colour turned by a share of the circle."""

    def change(found: re.Match[str]) -> str:
        r, g, b = (int(found[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
        h, light, s = rgb_to_hls(r, g, b)
        return "#" + "".join(f"{round(c * 255):02x}" for c in hls_to_rgb((h + turn) % 1, light, s))

    return re.sub(r"#([0-9a-fA-F]{6})\b", change, svg) if turn else svg


@dataclass(frozen=True, slots=True)
class ArtFamily:
    """Drawings from files, with our index, flowers and jokers."""

    art_dir: Path
    index: Index | None
    turn: float
    rest: Family
    _read: dict[Tile, str] = field(default_factory=dict)

    @property
    def bodies(self) -> tuple[tuple[int, int, int], ...]:
        """BGR colours of the tiles."""
        return self.rest.bodies

    def count(self, tile: Tile) -> int:
        """How many different drawings of this kind there are."""
        return self.rest.count(tile)

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face."""
        if tile in (Tile.FLOWER, Tile.JOKER):
            return self.rest.draw(tile, variant)
        face = self._drawing(tile)
        if self.index is None or tile in (Tile.GREEN, Tile.RED, Tile.SOAP):
            return face
        suit, text = ("grb"[tile // 9], str(tile % 9 + 1)) if tile < Tile.NORTH else ("b", WINDS[tile - Tile.NORTH][0])
        # These drawings fill the tile to its rim: they need more room than ours.
        face = group(face, 24, 32, 0.84)
        return self.index.room(face) + self.index.draw(text, suit, self.rest.ink)

    def _drawing(self, tile: Tile) -> str:
        if tile not in self._read:
            text = (self.art_dir / f"{_name(tile)}.svg").read_text(encoding="utf-8")
            self._read[tile] = _turned(text[text.index("<svg") :], self.turn)
        return self._read[tile]


def art_families(art_dir: Path) -> tuple[str, ...]:
    """Registers the families and gives their names; empty where the folder or one of its faces is absent."""
    wanted = [art_dir / f"{_name(t)}.svg" for t in Tile if t not in (Tile.FLOWER, Tile.JOKER)]
    if not all(path.is_file() for path in wanted):
        return ()
    names = []
    for i, (index, turn) in enumerate(zip(_INDICES, _TURNS, strict=True)):
        rest = mix(_FIRST_SEED + i)
        name = f"art-{art_dir.name}-{i}"
        faces.register(name, ArtFamily(art_dir, index, turn, rest))
        names.append(name)
    return tuple(names)
