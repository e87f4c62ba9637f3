"""Two sources of one table looked through in turn, by the times that they tell, for whoever has one thread."""

from collections.abc import Iterator

from vision.picture.camera import Camera, CameraLost
from vision.picture.frame import Picture

Turn = tuple[int, Picture | CameraLost]
"""Which of the two, 0 or 1, and its picture; or why no more come from it."""


def in_turn(first: Camera, second: Camera) -> Iterator[Turn]:
    """The pictures of both, earlier ones first, until both have ended. One that breaks off is said once, and the other
    goes on; where both break off the second's reason is raised. Raises CameraLost."""
    sources = [iter(first.frames()), iter(second.frames())]
    waiting: list[Picture | None] = [None, None]
    broken: list[CameraLost] = []
    for camera in (0, 1):
        yield from _next(sources, waiting, camera, broken)
    while any(frame is not None for frame in waiting):
        camera = min((k for k in (0, 1) if waiting[k] is not None), key=lambda k: _time(waiting[k]))
        frame = waiting[camera]
        if frame is not None:
            yield camera, frame
        yield from _next(sources, waiting, camera, broken)
    if len(broken) == len(sources):
        raise broken[-1]


def _time(frame: Picture | None) -> float:
    return float("inf") if frame is None else frame.time_s


def _next(
    sources: list[Iterator[Picture]], waiting: list[Picture | None], camera: int, broken: list[CameraLost]
) -> Iterator[Turn]:
    try:
        waiting[camera] = next(sources[camera], None)
    except CameraLost as problem:
        waiting[camera] = None
        broken.append(problem)
        yield camera, problem
