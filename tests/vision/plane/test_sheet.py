"""The sheet is read back as a printer would: the drawing commands of the PDF are painted and the markers looked for."""

import re
import zlib
from base64 import a85decode

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.plane.calibration import MARKER_MM, find_markers
from vision.plane.sheet import PAPERS, marker_sheet

POINTS_PER_MM = 72 / 25.4
SCALE = 2.0  # pixels a point


def drawing(pdf: bytes) -> str:
    """The page's drawing commands."""
    stream = re.search(rb"stream\r?\n(.*?)~>endstream", pdf, re.S)
    assert stream is not None
    return zlib.decompress(a85decode(stream[1])).decode("latin-1")


def squares(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """The filled rectangles: x, y, width, height in points, from the page's bottom left."""
    number = r"(-?[\d.]+)"
    found = re.findall(rf"n {number} {number} {number} {number} re f\*?", drawing(pdf))
    return [(float(x), float(y), float(w), float(h)) for x, y, w, h in found]


def printed(pdf: bytes, size: tuple[float, float]) -> Image:
    page = np.full((int(size[1] * SCALE), int(size[0] * SCALE), 3), 255, np.uint8)
    for x, y, w, h in squares(pdf):
        top = size[1] - y - h
        one, other = (round(x * SCALE), round(top * SCALE)), (round((x + w) * SCALE) - 1, round((top + h) * SCALE) - 1)
        cv2.rectangle(page, one, other, (0, 0, 0), -1)
    return page


@pytest.mark.parametrize("paper", ["A4", "Letter", "a4"])
def test_the_printed_sheet_shows_four_markers_of_48_millimetres_where_they_go(paper: str) -> None:
    size = PAPERS[paper.lower()]
    found = find_markers(printed(marker_sheet(paper), size))
    assert sorted(found) == [0, 1, 2, 3]
    for quad in found.values():
        sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1) / SCALE / POINTS_PER_MM
        assert sides == pytest.approx(MARKER_MM, abs=0.5)
    centres = {k: q.mean(0) for k, q in found.items()}
    assert centres[0][0] < centres[1][0]
    assert centres[0][1] < centres[3][1]
    assert centres[2] == pytest.approx([centres[1][0], centres[3][1]], abs=1)
    assert all((q >= 0).all() and (q <= np.array(size) * SCALE).all() for q in found.values())


@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_marker_has_white_around_it(paper: str) -> None:
    size = PAPERS[paper]
    page = printed(marker_sheet(paper), size)
    for quad in find_markers(page).values():
        (x0, y0), (x1, y1) = quad.min(0) - 16, quad.max(0) + 16
        ring = page[int(y0) : int(y1), int(x0) : int(x1)].copy()
        ring[16 - 2 : -16 + 2, 16 - 2 : -16 + 2] = 255
        assert (ring == 255).all()


def test_the_sheet_says_how_to_print_it() -> None:
    text = drawing(marker_sheet())
    assert "Print at 100 %" in text
    assert "0: top left" in text
    assert "3: bottom left" in text


def test_an_unknown_paper_is_refused_with_the_choice() -> None:
    with pytest.raises(ValueError, match="choose A4 or Letter"):
        marker_sheet("A3")
