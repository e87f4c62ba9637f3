"""The wind indicator drawn on a page: the same sixteen cells and the same rhythm as the lamp on the table."""

from collections.abc import Callable
from html import escape
from typing import assert_never

from device.picture import beats, lamp
from engine.state import Phase
from engine.view import LightView, Passing
from server.people import NOBODY_NAMED, People

_SIZE, _EDGE, _GAP = 100, 10, 3


def lamp_svg(view: LightView, who: People = NOBODY_NAMED) -> str:
    """The lamp for a view as inline SVG; it blinks by itself."""
    words = escape(lamp_words(view, who))
    return (
        f'<svg class="lamp" viewBox="-1 -1 {_SIZE + 2} {_SIZE + 2}" role="img" aria-label="{words}">'
        f'<rect class="lamp-body" width="{_SIZE}" height="{_SIZE}" rx="14"/>'
        f"{lamp(beats(view), _SIZE, _EDGE, _GAP, inset=_GAP)}</svg>"
    )


def lamp_words(view: LightView, who: People = NOBODY_NAMED) -> str:
    """What the lamp says, for those who do not see it."""
    said = [_phase_words(view, who)]
    if view.phase is Phase.PLAY:
        said += [f"{who.of(seat)} calls" for seat in view.calls]
        said += [f"{who.of(view.held_by)} says hold"] if view.held_by is not None else []
        said += [f"{who.whose(seat)} hand is dead" for seat in view.dead]
    if view.round_wind is not None:
        said.append(f"{view.round_wind.name.lower()} round")
    said += [words for there, words in _TABLE if there(view)]
    return "Wind indicator: " + ", ".join(said)


_TABLE: tuple[tuple[Callable[[LightView], bool], str], ...] = (
    (lambda view: view.paused, "paused"),
    (lambda view: view.alert, "alert"),
    (lambda view: view.camera_lost, "camera lost"),
    (lambda view: view.night, "dimmed for the night"),
)


def _phase_words(view: LightView, who: People) -> str:
    if view.winner is not None:
        return f"{who.of(view.winner)} has won"
    if view.wall_game:
        return "wall game"
    match view.phase:
        case Phase.SETUP:
            return "setting up"
        case Phase.CHARLESTON:
            return _PASSES[view.passing]
        case Phase.OVER:
            return "the game is over"
        case Phase.PLAY:
            open_ = view.window and view.window_left != 0.0
            turn = f"{who.whose(view.turn)} turn, " if view.turn is not None and not open_ else ""
            window = "the discard may be called, " if open_ else ""
            return f"{window}{turn}{who.of(view.east)} is East"
        case _:
            assert_never(view.phase)


_PASSES = {
    None: "Charleston",
    Passing.RIGHT: "pass right",
    Passing.ACROSS: "pass across",
    Passing.LEFT: "pass left",
    Passing.COURTESY: "courtesy pass",
}
