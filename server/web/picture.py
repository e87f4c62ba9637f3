"""What the camera sees, for a page that draws over it: zones, seats, boxed tiles and one sentence, in pixels of the
picture as it is shown.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np

from engine.tile import Seat, Tile, code
from server.lens import Cover, Shown
from server.pace import Pace
from server.people import People
from server.status import Status
from vision.follow.belief import Belief, Followed, Stage
from vision.plane.calibration import EDGE_MM, TablePlane
from vision.plane.zones import INNER, LEDGE_FROM, LEDGE_HALF_WIDTH, LEDGE_TO, Zone

SURE, FAIR = 0.9, 0.6  # from here on a reading is drawn as sure, from there on as likely
BEHIND_S = 1.0  # less is not worth a word
SLOW_FPS = 4.0  # fewer looks a second, and a quick discard may be missed
PUBLIC = (Zone.DISCARDS, Zone.EXPOSURE)


Number = Callable[[Followed], int]
"""The number of the event in the log that tells of a tile, 0 where none does."""


def picture_json(shown: Shown, people: People, pace: Pace, number: Number = lambda tile: 0) -> dict[str, Any]:
    """Everything that is drawn over one picture."""
    plane = shown.glimpse.plane
    known = plane is not None and plane.known and not shown.lost
    clear = known and shown.cover is not Cover.ALL
    belief = shown.glimpse.belief
    return {
        "n": shown.glimpse.number,
        "width": shown.size_wh[0],
        "height": shown.size_wh[1],
        "lost": shown.lost,
        "fps": round(pace.looked_fps, 1),
        "lag_s": round(pace.lag_s, 1),
        "zones": _zones(shown, plane) if known and plane is not None else [],
        "seats": _seats(shown, plane, people) if known and plane is not None else [],
        "tiles": _tiles(shown, belief, number) if clear and belief is not None else [],
    }


def _zones(shown: Shown, plane: TablePlane) -> list[dict[str, Any]]:
    half = plane.half_mm
    inner = INNER * half
    square = np.array([[-inner, -inner], [inner, -inner], [inner, inner], [-inner, inner]])
    wide, near, far = LEDGE_HALF_WIDTH * half, LEDGE_FROM * half, LEDGE_TO * half
    ledge = np.array([[-wide, near], [wide, near], [wide, far], [-wide, far]])
    found = [{"kind": "discards", "points": _points(shown, plane, square)}]
    for seat in Seat:
        found.append({"kind": "exposure", "seat": seat.name, "points": _points(shown, plane, _at(ledge, seat))})
    reach = half + EDGE_MM
    edge = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    return [*found, {"kind": "edge", "points": _points(shown, plane, edge)}]


def _seats(shown: Shown, plane: TablePlane, people: People) -> list[dict[str, Any]]:
    place = np.array([[0.0, plane.half_mm * 1.06]])
    return [
        {"seat": seat.name, "name": people.of(seat), "at": _points(shown, plane, _at(place, seat))[0]} for seat in Seat
    ]


def _at(points_mm: "np.ndarray[Any, np.dtype[np.float64]]", seat: Seat) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Points (n, 2) of P1's side of the table at another seat's."""
    for _ in range(seat):
        points_mm = np.stack([points_mm[:, 1], -points_mm[:, 0]], 1)
    return points_mm


def _points(shown: Shown, plane: TablePlane, points_mm: "np.ndarray[Any, np.dtype[np.float64]]") -> list[list[float]]:
    return _rounded(shown, plane.to_px(points_mm))


def _rounded(shown: Shown, px: "np.ndarray[Any, Any]") -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in shown.points(px)]


def _tiles(shown: Shown, belief: Belief, number: Number) -> list[dict[str, Any]]:
    return [_tile(shown, tile, number(tile)) for tile in belief.tiles if tile.place.zone in PUBLIC]


def _tile(shown: Shown, tile: Followed, number: int) -> dict[str, Any]:
    face = Tile(tile.sight.best)
    p = exp(tile.sight.log_p[face])
    sure = "doubt" if not tile.told else "sure" if p >= SURE else "fair" if p >= FAIR else "unsure"
    return {
        "quad": _rounded(shown, tile.quad),
        "face": code(face),
        "name": face.words,
        "sure": sure,
        "p": round(p, 2),
        "number": number,
        "at_mm": [round(tile.place.x_mm, 1), round(tile.place.y_mm, 1)],
    }


def state_words(shown: Shown | None, camera: Status, pace: Pace, people: People, paused: bool) -> str:
    """How it stands with the eyes, in one sentence."""
    if shown is None or camera.ok is not True:
        return camera.says
    plane = shown.glimpse.plane
    if shown.lost:
        return "I have lost the table: the camera was moved, or something hides it."
    if paused:
        return "A break: the eyes rest until somebody says Go on."
    belief = shown.glimpse.belief
    if belief is None:
        return "The camera is open. The eyes follow once the game is started."
    if plane is None or not plane.known:
        return "I do not know where the table lies: show me its corners."
    behind = f" I am {pace.lag_s:.0f} s behind." if pace.lag_s >= BEHIND_S else ""
    slow = f" This machine is slow: I look only {pace.looked_fps:.0f} times a second."
    return _stage_words(shown, belief, people) + (behind or (slow if 0 < pace.looked_fps < SLOW_FPS else ""))


def _stage_words(shown: Shown, belief: Belief, people: People) -> str:
    if belief.hand is not None and belief.stage is Stage.MOVING:
        return f"A hand over {people.whose(belief.hand)} corner."
    match belief.stage:
        case Stage.MOVING:
            return "Something moves over the table."
        case Stage.SETTLING:
            return f"Still for {shown.glimpse.still_s:.1f} s."
        case Stage.RESTING:
            if belief.strange:
                return "I do not know this set: photograph it under Tiles, or tap what I read wrong."
            told = [t for t in belief.tiles if t.told and t.place.zone in PUBLIC]
            doubt = sum(exp(t.sight.log_p[t.sight.best]) < FAIR for t in told)
            unsure = f", {doubt} of them not clearly" if doubt else ""
            return f"At rest: I read {len(told)} tile{'s' if len(told) != 1 else ''}{unsure}."
