"""Families lettered with fonts that the developer has installed: for training only, nothing here runs at a table.

Fonts are found with fontconfig's `fc-list`. Where it is missing, or has no Chinese font, there are no such families.
"""

import shutil
import subprocess
from dataclasses import dataclass

from engine.tile import Tile
from vision.synthetic import faces
from vision.synthetic.faces.characters import CHARACTERS, Hand
from vision.synthetic.faces.family import Family
from vision.synthetic.faces.letters import Lettering
from vision.synthetic.faces.mixes import mix

_FIRST_SEED = 70_000  # mixes below are free for others
_ROUNDS = 2  # sets made of each Chinese font


@dataclass(frozen=True, slots=True)
class FontFamily:
    """A mixed family whose letters and characters come from font files."""

    inner: Family
    font_files: tuple[str, ...]

    @property
    def bodies(self) -> tuple[tuple[int, int, int], ...]:
        """BGR colours of the tiles."""
        return self.inner.bodies

    def count(self, tile: Tile) -> int:
        """How many different drawings of this kind there are."""
        return self.inner.count(tile)

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face, with text elements."""
        return self.inner.draw(tile, variant)


def _listed(charset: str) -> tuple[tuple[str, str], ...]:
    """(file, family) of installed upright fonts that hold the characters, one a family, sorted."""
    if shutil.which("fc-list") is None:
        return ()
    query = ":charset=" + " ".join(f"{ord(c):x}" for c in charset)
    done = subprocess.run(
        ["fc-list", query, "--format", "%{file}|%{family[0]}|%{slant}\n"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    rows = (line.split("|") for line in done.stdout.splitlines() if line.count("|") == 2)
    found: dict[str, str] = {}
    for file, name, slant in sorted(rows):
        if slant == "0":
            found.setdefault(name, file)
    return tuple((file, name) for name, file in sorted(found.items()))


def font_families() -> tuple[str, ...]:
    """Registers the families and gives their names; empty where no fonts are installed."""
    chinese = _listed("".join(c for c in CHARACTERS if c not in "发万"))
    western = tuple(f for f in _listed("0123456789JOKER") if f not in chinese) or chinese
    names = []
    for i, (file, name) in enumerate(chinese * _ROUNDS):
        other_file, other = western[(i * 5 + 1) % len(western)]
        inner = mix(_FIRST_SEED + i, Lettering(typeface=other), Hand(9, 10, typeface=name))
        known = f"font-{i}-{name}-{other}".lower().replace(" ", "-")
        faces.register(known, FontFamily(inner, (file, other_file)))
        names.append(known)
    return tuple(names)
