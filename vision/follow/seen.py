"""What was seen of a rest, as the engine is told of it."""

from collections.abc import Sequence
from dataclasses import replace

from engine.sight.observation import Group, Observation, Sight
from engine.tile import Seat
from vision.follow.tracks import Track
from vision.plane.zones import Zone, groups

NONE_EXPOSED: tuple[tuple[Group, ...], tuple[Group, ...], tuple[Group, ...], tuple[Group, ...]] = ((), (), (), ())


def observed(seen: Sequence[tuple[Track, Sight]], rest: Observation) -> Observation:
    """The same rest with the tiles that were seen in it, by their places."""
    discards = tuple(sight for t, sight in seen if t.place.zone is Zone.DISCARDS)
    p1, p2, p3, p4 = (_groups([(t, sight) for t, sight in seen if _exposed(t, seat)]) for seat in Seat)
    return replace(rest, discards=discards, exposures=(p1, p2, p3, p4))


def _exposed(track: Track, seat: Seat) -> bool:
    return track.place.zone is Zone.EXPOSURE and track.place.seat is seat


def _groups(seen: list[tuple[Track, Sight]]) -> tuple[Group, ...]:
    return tuple(tuple(seen[k][1] for k in group) for group in groups([t.place for t, _ in seen]))
