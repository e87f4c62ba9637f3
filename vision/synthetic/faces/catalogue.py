"""Faces of American sets, drawn by code in many families that differ in drawing.

Built-in families print no text by fonts: letters and characters are our own outlines, so a machine without fonts draws
the same picture. Families made from a developer's fonts or art (see `fonts` and `art`) are reached by name through the
same functions once they have been registered; `mix-<number>` is a set put together by chance (see `mixes`), and
`<manner>-<number>` a designer's set (see `designer`).
"""

import re
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from engine.tile import Tile
from vision.synthetic.faces.designer import MANNERS, Designed
from vision.synthetic.faces.families import SETS
from vision.synthetic.faces.mixes import mix

FAMILIES: tuple[str, ...] = tuple(SETS)
"""All built-in families, the held-out ones included; stable order."""


class Drawing(Protocol):
    """What a family must offer to be drawn."""

    @property
    def bodies(self) -> tuple[tuple[int, int, int], ...]: ...

    def count(self, tile: Tile) -> int: ...

    def draw(self, tile: Tile, variant: int) -> str: ...


_registered: dict[str, Drawing] = {}


def register(name: str, drawing: Drawing) -> None:
    """Make a developer's family known under `name`. Raises ValueError where a built-in family has that name."""
    if name in SETS:
        raise ValueError(f"a built-in family is already called {name!r}; choose another name")
    _registered[name] = drawing
    face_image.cache_clear()


@lru_cache(maxsize=256)
def _designed(manner: str, number: int) -> Drawing:
    return Designed(manner, number)


@lru_cache(maxsize=1024)
def _mixed(seed: int) -> Drawing:
    return mix(seed)


def mixed_families(n: int, first: int = 0) -> tuple[str, ...]:
    """Names of `n` families put together by chance from all parts that held-out sets do not keep for themselves."""
    return tuple(f"mix-{seed}" for seed in range(first, first + n))


def _drawing(family: str) -> Drawing:
    found = SETS.get(family) or _registered.get(family)
    if found is None and (named := re.fullmatch(r"mix-(\d{1,9})", family)):
        return _mixed(int(named[1]))
    if found is None and (named := re.fullmatch(r"([a-z]{1,12})-(\d{1,9})", family)) and named[1] in MANNERS:
        return _designed(named[1], int(named[2]))
    if found is None:
        raise ValueError(f"no tile family is called {family!r}; there are {', '.join(FAMILIES)}")
    return found


def known(family: str) -> bool:
    """Whether a family has that name."""
    try:
        return _drawing(family) is not None
    except ValueError:
        return False


def face_count(family: str, tile: Tile) -> int:
    """How many different drawings of this kind the family has: 8 for the flower, 1 or 2 jokers, otherwise 1."""
    return _drawing(family).count(tile)


def face_svg(family: str, tile: Tile, variant: int = 0) -> str:
    """The face as SVG, viewBox 0 0 300 400, transparent outside the print.

    `variant` counts from 0 to `face_count` - 1. Raises ValueError for an unknown family or variant.
    """
    drawing = _drawing(family)
    if not 0 <= variant < drawing.count(tile):
        raise ValueError(
            f"{family} has {drawing.count(tile)} drawing(s) of {tile.words}; variant {variant} is none of them"
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">{drawing.draw(tile, variant)}</svg>'


@lru_cache(maxsize=8192)
def face_image(family: str, tile: Tile, variant: int = 0, height_px: int = 128) -> NDArray[np.uint8]:
    """The face as (height_px, round(height_px * .75), 4) BGRA with straight alpha; read-only, cached."""
    png = resvg_py.svg_to_bytes(
        svg_string=face_svg(family, tile, variant),
        width=round(height_px * 0.75),
        height=height_px,
        skip_system_fonts=True,
        font_files=list(getattr(_drawing(family), "font_files", ())) or None,
    )
    image = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3 or image.shape[2] != 4:
        raise ValueError(f"the face of {tile.words} in {family} did not render to a picture with transparency")
    wanted = (round(height_px * 0.75), height_px)
    if (image.shape[1], image.shape[0]) != wanted:
        image = cv2.resize(image, wanted, interpolation=cv2.INTER_AREA)
    out = np.ascontiguousarray(image, dtype=np.uint8)
    out.setflags(write=False)
    return out


def body_colours(family: str) -> tuple[tuple[int, int, int], ...]:
    """BGR colours of tile bodies that this family is printed on."""
    return _drawing(family).bodies
