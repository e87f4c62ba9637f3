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
    p1, p2, p3, p4 = (
        _off_ledge(seat, _in_front(seat, groups)) for seat, groups in zip(Seat, seen.exposures, strict=True)
    )
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


def _off_ledge(seat: Seat, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups of a row without the bare ends of its ledge."""
    if sum(map(len, groups)) >= WHOLE_HAND:
        return groups
    for _ in range(2 * SEVERAL):
        first, last = groups[:1], groups[-1:]
        if first and _bare(seat, first[0], groups[1:2]):
            groups = (*(g[1:] for g in first if g[1:]), *groups[1:])
        elif last and _bare(seat, last[0][::-1], groups[-2:-1]):
            groups = (*groups[:-1], *(g[:-1] for g in last if g[:-1]))
        else:
            break
    return groups


def _bare(seat: Seat, group: Group, beside: tuple[Group, ...]) -> bool:
    """Whether the first of a group looks like a soap and is none of it: the others are a group without it. Or it stands
    alone, in line with the one `beside` it."""
    end, others = group[0], [s for s in group if s.best is not Tile.SOAP]
    if end.best is not Tile.SOAP or len(group) - len(others) >= SEVERAL:
        return False
    if len(group) == 1:
        return any(abs(_outward(seat, end) - _outward(seat, g[0])) < BEHIND_MM for g in beside if len(g) >= SEVERAL)
    naturals = {s.best for s in others} - {Tile.JOKER}
    whole = len(others) >= SEVERAL and bool(naturals)
    return whole and all(likelihood(end, tile) < PLAUSIBLE for tile in (*naturals, Tile.JOKER))


def _outward(seat: Seat, sight: Sight) -> float:
    """How far toward `seat`'s edge of the table it lies, mm from the middle."""
    return {Seat.P1: sight.y_mm, Seat.P2: sight.x_mm, Seat.P3: -sight.y_mm, Seat.P4: -sight.x_mm}[seat]
