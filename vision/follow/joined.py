"""Two views of one tile made one reading.

Looks from another side are worth more than further looks from the same, and yet they err alike where a face is drawn as
the reader never saw one: of two views the one with fewer looks counts as further looks do. And where two views
contradict each other, one of them is misled, by a lamp's gleam or a shadow, and nobody knows which.
"""

from dataclasses import replace

import numpy as np

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats
from vision.follow.tracks import CORRELATION, Track

MISLED = np.log1p(-CERTAIN)  # how often a view is: single looks are as sure as that where they are clear


def one_value(one: Floats, other: Floats, worth: tuple[float, float]) -> Floats:
    """Log p (37,) of what two views read, each log p (37,) over looks that are worth so many."""
    better, further = (one, other) if worth[0] >= worth[1] else (other, one)
    pooled = better + CORRELATION * further
    pooled = pooled - np.logaddexp.reduce(pooled)
    agree = np.logaddexp.reduce(one + other) + np.log(N_KINDS)  # against two readings of faces drawn by lot
    misled = MISLED - np.logaddexp(MISLED, np.log(CERTAIN) + agree)
    either = np.logaddexp(one, other) + np.log(CORRELATION)
    said = np.logaddexp(np.log1p(-np.exp(min(misled, -1e-9))) + pooled, misled + either)
    return np.asarray(said - np.logaddexp.reduce(said))


def joined(one: Track, other: Track) -> Track:
    """One track of a tile that two views follow, where the first has it."""
    worth = one.worth, other.worth
    joint = sum(worth) - (1 - CORRELATION) * min(worth)
    looks = one.looks + other.looks
    fresh = 1 + CORRELATION * (looks - 1)
    said = one_value(one.log_p, other.log_p, worth)
    pattern = one.pattern if one.pattern is not None else other.pattern
    points = worth[0] * one.point + worth[1] * other.point
    return replace(
        one, total=said * (looks / fresh), looks=looks, past=np.zeros_like(said), past_looks=joint - fresh,
        points=points, pattern=pattern, met=one.met or other.met,
    )  # fmt: skip


def pairs(first: list[Track], second: list[Track]) -> list[tuple[int, int]]:
    """Which tracks are views of one tile, by their numbers, nearest first."""
    if not first or not second:
        return []
    here, there = (
        np.array([[t.place.x_mm, t.place.y_mm, t.place.span_mm] for t in tracks]) for tracks in (first, second)
    )
    away = np.linalg.norm(here[:, None, :2] - there[None, :, :2], axis=2)
    near = np.argwhere(away <= np.minimum(here[:, None, 2], there[None, :, 2]) / 2)
    found: dict[int, int] = {}
    for k, j in sorted(near.tolist(), key=lambda pair: away[pair[0], pair[1]]):
        if k not in found and j not in found.values():
            found[k] = j
    return list(found.items())
