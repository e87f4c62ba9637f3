"""Where the table lies in the camera's picture: found, dragged, turned, remembered for next week."""

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from server.house import Memory, kept
from vision.arrays import Image
from vision.plane.calibration import ROUGH, CalibrationError, TablePlane, calibrate, from_corners, read_plane
from vision.plane.outline import corners_of, find_outline, seated, upright

Floats = NDArray[np.float64]
MARKERS = "markers"


@dataclass(frozen=True, slots=True)
class Outline:
    """The plane that was fixed, None where nothing was. With `turn` the markers, where they are seen, win over the
    plane when the camera is opened: the house's first seat is so many seats to the right of the markers' own.
    `roughly`: two markers told the corners, which a person should look at."""

    plane: TablePlane | None = None
    turn: int | None = 0
    roughly: bool = False

    @property
    def found_by(self) -> str:
        """What of the table it was found by, in words."""
        return "its markers" if self.by_markers else "two of its markers" if self.roughly else "its edges"

    @property
    def by_markers(self) -> bool:
        return self.plane is not None and self.plane.found_by == MARKERS


NOT_FIXED = Outline()


def found(image: Image, before: Outline) -> Outline | None:
    """The table by its markers, roughly by two of them, else by its edges; None where neither is seen. Who sits where
    stays as it was `before`, as far as the picture tells."""
    plane = calibrate(image)
    if plane is not None:
        turn = before.turn or 0 if before.by_markers else 0
        return Outline(seated(plane, Seat(turn)), turn)
    roughly = calibrate(image, ROUGH)
    if roughly is not None:
        with suppress(CalibrationError):  # seen so badly that they make no table
            return replace(dragged(corners_of(roughly), image, upright(before.plane or roughly)), roughly=True)
    corners = find_outline(image)
    if corners is None:
        return None
    return dragged(corners, image, upright(before.plane))


def dragged(corners: Floats, image: Image, quarters: int = 0) -> Outline:
    """The table between four corners (4, 2) in pixels of the picture, clockwise; P1 sits at the edge that is at the
    bottom once the picture is turned so many quarters clockwise. Raises CalibrationError."""
    plane = from_corners(corners, (image.shape[1], image.shape[0]))
    for first in Seat:
        if upright(seated(plane, first)) == quarters % 4:
            return Outline(seated(plane, first), None)
    return Outline(plane, None)


def next_first(outline: Outline) -> Outline:
    """The same table with P1 where P2 was."""
    if outline.plane is None:
        return outline
    turn = None if outline.turn is None else (outline.turn + 1) % 4
    return Outline(seated(outline.plane, Seat.P2), turn)


def corners_in(outline: Outline, image: Image) -> Floats:
    """The outline's corners (4, 2) in pixels of a picture; a table that fills its middle where none is."""
    high, wide = image.shape[:2]
    if outline.plane is not None:
        return corners_of(outline.plane.scaled((wide, high)))
    half = 0.42 * min(high, wide)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(np.array([wide / 2, high / 2]) + half * signs)


def keep(memory: Memory, outline: Outline) -> None:
    """Remember where the table lies. Raises HouseError."""
    path = memory.outline
    if path is not None and outline.plane is not None:
        kept(path, outline.plane.text, "The table's outline")
    memory.keep(replace(memory.house, outlined=outline.plane is not None, turn=outline.turn or 0))


def keep_second(memory: Memory, outline: Outline) -> None:
    """Remember where the table lies in the second camera's picture. Raises HouseError."""
    path = memory.second_outline
    if path is not None and outline.plane is not None:
        kept(path, outline.plane.text, "The table's outline")
    memory.keep(replace(memory.house, second_outlined=outline.plane is not None, second_turn=None))


def second_remembered(memory: Memory) -> Outline:
    """The outline of the second camera's picture that was fixed last; none where there is none. Raises
    CalibrationError where its file is torn."""
    path = memory.second_outline
    return NOT_FIXED if not memory.house.second_outlined or path is None else Outline(read_plane(path), None)


def remembered(memory: Memory) -> Outline:
    """The outline that the house fixed last; none where there is none. Raises CalibrationError where its file is
    torn."""
    path = memory.outline
    if not memory.house.outlined or path is None:
        return NOT_FIXED
    plane = read_plane(path)
    return Outline(plane, memory.house.turn if plane.found_by == MARKERS else None)
