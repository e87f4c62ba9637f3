"""What seems to stand behind an exposure: there is the rack, whose blank ledge or whose glint may look like a tile."""

from dataclasses import replace
from statistics import median

from engine.sight.observation import SEVERAL, TILE_MM, Group, Observation, Sight
from engine.tile import Seat

BEHIND_MM = TILE_MM[1] / 2  # half a tile's length: what stands in a row stands nearer to its line than that


def nothing_behind(seen: Observation) -> Observation:
    """The table but for what seems to lie behind a row of exposures, where it is fewer than a group."""
    p1, p2, p3, p4 = (_in_front(seat, groups) for seat, groups in zip(Seat, seen.exposures, strict=True))
    return replace(seen, exposures=(p1, p2, p3, p4))


def _in_front(seat: Seat, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    stand = [_outward(seat, sight) for group in groups for sight in group]
    if len(stand) <= SEVERAL:
        return groups
    line = median(stand) + BEHIND_MM
    if not 0 < sum(out > line for out in stand) < SEVERAL:
        return groups
    kept = (tuple(s for s in group if _outward(seat, s) <= line) for group in groups)
    return tuple(group for group in kept if group)


def _outward(seat: Seat, sight: Sight) -> float:
    """How far toward `seat`'s edge of the table it lies, mm from the middle."""
    return {Seat.P1: sight.y_mm, Seat.P2: sight.x_mm, Seat.P3: -sight.y_mm, Seat.P4: -sight.x_mm}[seat]
