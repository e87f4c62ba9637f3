"""Two sources of one table followed in one thread, for `watch`: files and simulated tables, as fast as they come."""

import contextlib
from collections.abc import Callable, Iterator

from engine.sight.observation import Observation
from server.lens import Lens
from server.outline import Outline
from server.second_camera import SecondCamera, SecondLooker
from vision.eyes import Eyes
from vision.follow.learner import Learner
from vision.follow.settle import Settler
from vision.follow.views import Together, Views
from vision.picture.camera import Camera, CameraLost
from vision.picture.frame import Picture
from vision.picture.in_turn import in_turn
from vision.plane.calibration import TablePlane
from vision.read.tileset import TileSet

Said = Callable[[float, str], None]
"""Hears at what time (s) what is to be said of the cameras; empty where all is well again."""


def seen_by_two(
    cameras: tuple[Camera, Camera],
    tile_set: TileSet | None,
    known: tuple[TablePlane | None, Outline],
    learner: Learner,
    said: Said = lambda time_s, says: None,
) -> Iterator[tuple[float, Observation | None]]:
    """What the eyes make of both cameras' pictures: the time (s) of each that the leading one took, and what is told.
    `known`: where each has the table, where that is known. `learner` gathers the tiles of a set that nobody showed."""
    eyes = Eyes(tile_set)
    second = SecondCamera()
    second.outline = known[1]
    views = second.joined(Settler(eyes, known[0], learner=learner), eyes, clock=None)
    looker = SecondLooker(Lens(), second.outline, views.second)
    words, now_s = "", 0.0
    try:
        for camera, told in in_turn(*cameras):
            if isinstance(told, CameraLost):
                said(now_s, f"The {'second' if camera else 'first'} camera: {told}")
                continue
            with contextlib.suppress(ValueError):  # one torn picture: the next is a thirtieth of a second away
                seen = _seen(views, looker, camera, told)
                if (now := words_of(views.together, views)) != words:
                    words = now
                    said(told.time_s, words)
                now_s = max(now_s, told.time_s)
                if seen is not None or views.leads(camera):
                    yield now_s, seen
    finally:
        for one in cameras:
            one.close()


def _seen(views: Views, looker: SecondLooker, camera: int, frame: Picture) -> Observation | None:
    return looker.settle(frame) if camera else views.first.settle(frame)


def words_of(both: Together, views: Views) -> str:
    """How it stands with the two, where that is worth a word."""
    for k, which in ((0, "The first camera"), (1, "The second camera")):
        if says := views.settler(k).belief.says:
            return f"{which}: {says}"
    if both.leads:
        return "The second camera leads: the first does not see the table."
    return "" if both.here[1] else "The first camera alone sees the table."
