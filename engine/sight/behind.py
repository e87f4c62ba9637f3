"""What seems to stand behind or beside an exposure: there is the rack, whose blank ledge or whose glint may look like a
tile."""

from dataclasses import replace
from statistics import median

from engine.sight.alignment import PLAUSIBLE, likelihood
from engine.sight.observation import SEVERAL, TILE_MM, Group, Observation, Sight
from engine.sight.turnover import WHOLE_HAND
from engine.tile import Seat, Tile

BEHIND_MM = TILE_MM[1] / 2  # half a tile's length: what stands in a row stands nearer to its line than that


def nothing_behind(seen: Observation) -> Observation:
    """The table but for what seems to lie behind a row of exposures, where it is fewer than a group, and for soaps at
    the ends of a row that are no part of the groups there."""
    p1, p2, p3, p4 = (_off_ledge(_in_front(seat, groups)) for seat, groups in zip(Seat, seen.exposures, strict=True))
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


def _off_ledge(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups of a row without the bare ends of its ledge."""
    if sum(map(len, groups)) >= WHOLE_HAND:
        return groups
    while len(groups) > 1 or (groups and len(groups[0]) > SEVERAL):
        first, last = groups[0], groups[-1]
        if _bare(first[0], first[1:]):
            groups = (first[1:], *groups[1:]) if first[1:] else groups[1:]
        elif _bare(last[-1], last[:-1]):
            groups = (*groups[:-1], last[:-1]) if last[:-1] else groups[:-1]
        else:
            break
    return groups


def _bare(end: Sight, group: Group) -> bool:
    """Whether what looks like a soap is none of the group beside it, which is one without it, or stands alone."""
    if end.best is not Tile.SOAP:
        return False
    if not group:
        return True
    naturals = {s.best for s in group} - {Tile.JOKER}
    whole = len(group) >= SEVERAL and bool(naturals) and Tile.SOAP not in naturals
    return whole and all(likelihood(end, tile) < PLAUSIBLE for tile in (*naturals, Tile.JOKER))


def _outward(seat: Seat, sight: Sight) -> float:
    """How far toward `seat`'s edge of the table it lies, mm from the middle."""
    return {Seat.P1: sight.y_mm, Seat.P2: sight.x_mm, Seat.P3: -sight.y_mm, Seat.P4: -sight.x_mm}[seat]
