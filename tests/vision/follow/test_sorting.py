"""The same tiles are sorted once, whatever is said of them; others, or more of them, anew."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from vision.follow.drawings import Dealt
from vision.follow.sorting import Sorting
from vision.read.numerals import Numerals
from vision.read.together import Shown


def sort(
    sorting: Sorting, point: float = 1, marks: Sequence[int] = (0,), read: float = 0, upright: float = 1, hands: int = 1
) -> object:
    """Of three tiles seen with such a mark in each look, and read as that."""
    points, log_p, shares = np.eye(3) * point, np.full((3, 36), read), np.zeros((3, 24), np.float32)
    looks = [np.full((3, 64, 48, 3), mark, np.uint8) for mark in marks]
    read_alone = np.zeros((3, 37), np.float32)
    shown = Shown(read_alone, read_alone, shares, shares[:, :10], points, looks[0], None, np.full(3, upright))
    return sorting.drawings(points, looks, log_p, shown, Dealt(hands))


def test_only_the_same_tiles_are_not_sorted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_anew = list[Any]()

    def drawn(*told: Any) -> int:
        sorted_anew.append(told)
        return len(sorted_anew)

    monkeypatch.setattr("vision.follow.sorting.drawn", drawn)
    monkeypatch.setattr("vision.follow.sorting.figures_told", lambda *_: np.zeros((3, 9)))
    sorting = Sorting(Numerals())
    others: tuple[dict[str, Any], ...] = (
        {"point": 2},
        {"marks": (9,)},
        {"marks": (0, 9)},
        {"read": -1},
        {"upright": 0},
        {"hands": 2},
    )
    for other in others:
        before = len(sorted_anew)
        some = [sort(sorting), sort(sorting), sort(sorting, **other), sort(sorting, **other)]
        assert some == [before + 1, before + 1, before + 2, before + 2], other
