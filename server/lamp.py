"""The wind indicator drawn on a page: the same sixteen cells and the same rhythm as the lamp on the table."""

from collections.abc import Callable
from html import escape
from typing import assert_never

from device.light import BEAT_S, DARK, Colour, frame
from engine.state import Phase
from engine.view import LightView, Passing
from server.people import NOBODY_NAMED, People

BEATS = 8  # every rhythm of the lamp repeats within so many beats
_SIZE, _EDGE, _GAP = 100, 10, 3
# Where the cells of each side are drawn, the player's left first: (x, y, width, height).
_LONG = (_SIZE - 2 * _EDGE - 4 * _GAP) / 3


def lamp_svg(view: LightView, who: People = NOBODY_NAMED) -> str:
    """The lamp for a view as inline SVG; it blinks by itself."""
    frames = [frame(view, beat * BEAT_S) for beat in range(BEATS)]
    cells = [_cell(box, [f.cells[i] for f in frames]) for i, box in enumerate(_boxes())]
    words = escape(lamp_words(view, who))
    return (
        f'<svg class="lamp" viewBox="-1 -1 {_SIZE + 2} {_SIZE + 2}" role="img" aria-label="{words}">'
        f'<rect class="lamp-body" width="{_SIZE}" height="{_SIZE}" rx="14"/>{"".join(cells)}</svg>'
    )


def _boxes() -> list[tuple[float, float, float, float]]:
    """Sides by Seat (bottom, right, top, left), each from its player's left; then the four of the centre."""
    near, far = _GAP, _SIZE - _GAP - _EDGE
    along = [_EDGE + 2 * _GAP + i * (_LONG + _GAP) - _GAP / 2 for i in range(3)]
    back = along[::-1]
    bottom = [(x, far, _LONG, _EDGE) for x in along]
    right = [(far, y, _EDGE, _LONG) for y in back]
    top = [(x, near, _LONG, _EDGE) for x in back]
    left = [(near, y, _EDGE, _LONG) for y in along]
    centre = [(_SIZE / 2 + dx, _SIZE / 2 + dy, 11, 11) for dx, dy in ((-13, -13), (2, -13), (2, 2), (-13, 2))]
    return [*bottom, *right, *top, *left, *centre]


def _cell(box: tuple[float, float, float, float], colours: list[Colour]) -> str:
    x, y, width, height = box
    shown = [_css(c) for c in colours]
    blink = ""
    if len(set(shown)) > 1:
        blink = (
            f'<animate attributeName="fill" values="{";".join(shown)}" dur="{BEATS * BEAT_S:g}s" calcMode="discrete" '
            'repeatCount="indefinite"/>'
        )
    steady = next((c for c in shown if c != _OFF), _OFF)  # where movement is not wanted, what lights up at all
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3.5" fill="{steady}">{blink}</rect>'


_OFF = "#2b322f"


def _css(colour: Colour) -> str:
    """An LED's linear light as a screen shows it."""
    if colour == DARK:
        return _OFF
    return "#" + "".join(f"{round(255 * (v / 255) ** (1 / 2.2)):02x}" for v in colour)


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
