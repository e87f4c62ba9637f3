"""What the wind indicator shows for a view: a pure function of the view and of the time since that view began.

The lamp has four sides and a centre. Each side is three cells seen by the player who sits there: the left end, the
middle, the right end; the centre is four cells. A look is told by *where* it is and by its *rhythm*; colour repeats
what these say and is never the only sign. Rhythms are written as one character a beat, `#` lit and `.` dark, and none
goes dark and lit more than twice a second (WCAG 2.3.1 allows three).
"""

from dataclasses import dataclass, replace
from typing import assert_never

from engine.state import Phase
from engine.tile import Seat
from engine.view import LightView, Passing

Colour = tuple[int, int, int]
"""Red, green, blue, each 0 ... 255, linear light as an LED driver takes it."""

BEAT_S = 0.25  # the quickest rhythm is one beat lit, one dark: 2 Hz, a third below the limit of 3
DARK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Side:
    """One player's edge of the lamp, from that player's left to right."""

    left: Colour = DARK
    middle: Colour = DARK
    right: Colour = DARK

    @property
    def cells(self) -> tuple[Colour, Colour, Colour]:
        return (self.left, self.middle, self.right)


@dataclass(frozen=True, slots=True)
class LightFrame:
    """What is lit at one moment: four sides indexed by Seat, and the four cells of the centre."""

    sides: tuple[Side, Side, Side, Side] = (Side(), Side(), Side(), Side())
    centre: tuple[Colour, Colour, Colour, Colour] = (DARK, DARK, DARK, DARK)

    @property
    def cells(self) -> tuple[Colour, ...]:
        """All sixteen: the sides' cells by Seat, then the centre's."""
        return (*(cell for side in self.sides for cell in side.cells), *self.centre)


N_CELLS = len(LightFrame().cells)

# Chosen so that neighbours differ in brightness as well as in hue, for eyes that do not part red from green.
EAST: Colour = (255, 130, 0)
TURN: Colour = (70, 255, 90)
WINDOW: Colour = (0, 110, 255)
CALL: Colour = (255, 230, 120)
HOLD: Colour = (200, 0, 200)
DEAD: Colour = (255, 20, 0)
ALERT: Colour = (255, 0, 0)
LOST: Colour = (255, 90, 0)
PAUSED: Colour = (90, 90, 110)
PASS: Colour = (0, 200, 200)
WIN: Colour = (255, 190, 40)
NOBODY: Colour = (140, 140, 140)
ROUND: Colour = (0, 50, 90)
WAITING: Colour = (0, 60, 60)

STEADY = "#"
OPEN = "##.."  # the call window, 1 Hz
CLOSING = "#."  # its last third, 2 Hz
CALLED = "#.#....."  # two flashes and a rest
HELD = "###."  # mostly lit
DIED = "#......."  # a wink every two seconds
ALERTED = "#.#....."
SLEEPING = "######.."
LOST_A, LOST_B = "####....", "....####"  # opposite pairs by turns
WALL_A, WALL_B = "####....", "....####"
SWEEP = ("#...", ".#..", "..#.")  # one cell after the other
FILL = ("###.", ".##.", "..#.")  # and the cells stay lit until the row is full
INWARD_A, INWARD_B = "##..", "..##"  # from the edge into the centre
SETUP = ("##......", "..##....", "....##..", "......##")

NIGHT_SCALE = (1, 6)  # a dark room: enough to read by position, not enough to read a book
PAUSED_SCALE = (1, 4)


def frame(view: LightView, time_s: float) -> LightFrame:
    """What to show `time_s` seconds after `view`, in all but `window_left`, began. It changes only at whole beats.

    >>> from engine.state import Phase
    >>> from engine.tile import Seat
    >>> shown = frame(LightView(Phase.PLAY, east=Seat.P2, turn=Seat.P3), 0.0)
    >>> shown.sides[Seat.P2].left == EAST, shown.sides[Seat.P3].middle == TURN, shown.sides[Seat.P1] == Side()
    (True, True, True)
    """
    beat = int(time_s / BEAT_S + 1e-6)
    shown = _table(view, 0 if view.paused else beat)
    if view.paused:
        shown = scaled(shown, *PAUSED_SCALE)
    shown = _notices(view, shown, beat)
    return scaled(shown, *NIGHT_SCALE) if view.night else shown


def scaled(shown: LightFrame, part: int, whole: int) -> LightFrame:
    """`shown` at `part / whole` of its brightness; a lit cell stays lit."""

    def dim(colour: Colour) -> Colour:
        red, green, blue = (0 if v == 0 else max(1, v * part // whole) for v in colour)
        return (red, green, blue)

    first, second, third, fourth = (Side(*(dim(c) for c in side.cells)) for side in shown.sides)
    a, b, c, d = (dim(cell) for cell in shown.centre)
    return LightFrame((first, second, third, fourth), (a, b, c, d))


def _lit(rhythm: str, beat: int) -> bool:
    return rhythm[beat % len(rhythm)] == "#"


def _table(view: LightView, beat: int) -> LightFrame:
    if view.winner is not None:
        return _won(view.winner, beat)
    if view.wall_game:
        return _wall_game(beat)
    match view.phase:
        case Phase.CHARLESTON:
            return _charleston(view, beat)
        case Phase.PLAY:
            return _play(view, beat)
        case Phase.SETUP:
            return _setup(view, beat)
        case Phase.OVER:
            return _seated(view, {})
        case _:
            assert_never(view.phase)


def _seated(view: LightView, sides: dict[Seat, Side]) -> LightFrame:
    """`sides` with East's ends lit wherever nothing else lights them, and the round counted in the centre."""
    east = sides.get(view.east, Side())
    east = replace(east, left=_or(east.left, EAST), right=_or(east.right, EAST))
    first, second, third, fourth = ({**sides, view.east: east}.get(seat, Side()) for seat in Seat)
    counted = 0 if view.round_wind is None else view.round_wind + 1
    a, b, c, d = (ROUND if i < counted else DARK for i in range(4))
    return LightFrame((first, second, third, fourth), (a, b, c, d))


def _or(colour: Colour, otherwise: Colour) -> Colour:
    return otherwise if colour == DARK else colour


def _all(colour: Colour) -> tuple[Colour, Colour, Colour, Colour]:
    return (colour, colour, colour, colour)


def _play(view: LightView, beat: int) -> LightFrame:
    sides: dict[Seat, Side] = {}
    window = view.window and view.window_left != 0.0  # the time is over: whoever draws next is shown, as after a call
    if view.turn is not None and not window:
        sides[view.turn] = Side(middle=TURN)
    if window:
        sides = {seat: _window(view, beat) for seat in Seat}
    for seat in view.dead:
        sides[seat] = Side(middle=DEAD if _lit(DIED, beat) else DARK)
    for seat in view.calls:
        sides[seat] = Side(*(CALL if _lit(CALLED, beat) else DARK for _ in range(3)))
    if view.held_by is not None:
        sides[view.held_by] = Side(*(HOLD if _lit(HELD, beat) else DARK for _ in range(3)))
    shown = _seated(view, sides)
    for seat in (*view.calls, *(() if view.held_by is None else (view.held_by,))):
        shown = _with_side(shown, seat, sides[seat])  # a caller's ends keep the caller's rhythm, East or not
    return shown


def _with_side(shown: LightFrame, seat: Seat, side: Side) -> LightFrame:
    first, second, third, fourth = (side if s is seat else shown.sides[s] for s in Seat)
    return replace(shown, sides=(first, second, third, fourth))


def _window(view: LightView, beat: int) -> Side:
    """The call window: the whole side, then its middle, then its middle quicker; held, it stands still."""
    left = 1.0 if view.window_left is None else view.window_left
    rhythm = STEADY if view.held_by is not None else OPEN if left > 1 / 3 else CLOSING
    lit = WINDOW if _lit(rhythm, beat) else DARK
    return Side(lit, lit, lit) if left > 2 / 3 else Side(middle=lit)


def _charleston(view: LightView, beat: int) -> LightFrame:
    match view.passing:
        case None:
            return _seated(view, dict.fromkeys(Seat, Side(middle=WAITING)))
        case Passing.RIGHT | Passing.LEFT:
            left, middle, right = (PASS if _lit(rhythm, beat) else DARK for rhythm in SWEEP)
            side = Side(left, middle, right) if view.passing is Passing.RIGHT else Side(right, middle, left)
            return _seated(view, dict.fromkeys(Seat, side))
        case Passing.ACROSS:
            edge = Side(middle=PASS if _lit(INWARD_A, beat) else DARK)
        case Passing.COURTESY:
            end = PASS if _lit(INWARD_A, beat) else DARK
            edge = Side(left=end, right=end)
        case _:
            assert_never(view.passing)
    shown = _seated(view, dict.fromkeys(Seat, edge))
    return replace(shown, centre=_all(PASS if _lit(INWARD_B, beat) else DARK))


def _setup(view: LightView, beat: int) -> LightFrame:
    a, b, c, d = (NOBODY if _lit(rhythm, beat) else DARK for rhythm in SETUP)
    return replace(_seated(view, {}), centre=(a, b, c, d))


def _won(winner: Seat, beat: int) -> LightFrame:
    left, middle, right = (WIN if _lit(rhythm, beat) else DARK for rhythm in FILL)
    return _with_side(LightFrame(centre=_all(WIN)), winner, Side(left, middle, right))


def _wall_game(beat: int) -> LightFrame:
    ends = NOBODY if _lit(WALL_A, beat) else DARK
    middle = NOBODY if _lit(WALL_B, beat) else DARK
    side = Side(ends, middle, ends)
    return LightFrame(sides=(side, side, side, side))


def _notices(view: LightView, shown: LightFrame, beat: int) -> LightFrame:
    """What concerns the whole table is in the centre; the most pressing one wins it."""
    if view.alert:
        return replace(shown, centre=_all(ALERT if _lit(ALERTED, beat) else DARK))
    if view.camera_lost:
        one, other = (LOST if _lit(rhythm, beat) else DARK for rhythm in (LOST_A, LOST_B))
        return replace(shown, centre=(one, other, one, other))
    if view.paused:
        return replace(shown, centre=_all(PAUSED if _lit(SLEEPING, beat) else DARK))
    return shown
