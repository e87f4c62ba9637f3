"""Where the lamp's cells are on a strip of LEDs: any number a side, any start, either way round. Pure."""

from dataclasses import dataclass

from device.light import DARK, Colour, LightFrame
from engine.tile import Seat

BRIGHTNESS = 30  # percent: 36 LEDs then take a third of an ampere at most, which any USB socket gives
MAX_LEDS = 600  # more than any lamp for a table; a larger number is a slip of the finger


@dataclass(frozen=True, slots=True)
class Run:
    """`count` neighbouring LEDs from `start` on; `backward` if the first of them is at the player's right."""

    start: int
    count: int
    backward: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Four runs indexed by Seat, the centre's run, and `brightness`, 1 ... 100 percent."""

    sides: tuple[Run, Run, Run, Run]
    centre: Run
    brightness: int = BRIGHTNESS

    @property
    def runs(self) -> tuple[Run, ...]:
        return (*self.sides, self.centre)

    @property
    def length(self) -> int:
        """LEDs from the strip's first to the last one used."""
        return max(run.start + run.count for run in self.runs)


def around(
    counts: tuple[int, int, int, int] = (8, 8, 8, 8),
    centre: int = 4,
    *,
    start: int = 0,
    first: Seat = Seat.P1,
    leftward: bool = False,
    brightness: int = BRIGHTNESS,
) -> Layout:
    """A strip laid once round the lamp and then into the centre.

    It begins with LED `start` on the side of `first`, at that player's left, and goes on to the player at the right;
    with `leftward` it begins at the player's right and goes on to the player at the left. `counts` are by Seat. Raises
    ValueError with a sentence when nothing would be lit.
    """
    at: dict[Seat, Run] = {}
    seat, led = first, start
    for _ in Seat:
        at[seat] = Run(led, counts[seat], backward=leftward)
        led += counts[seat]
        seat = seat.left if leftward else seat.right
    if start < 0 or min(*counts, centre) < 0 or sum(counts) + centre == 0 or led + centre > MAX_LEDS:
        raise ValueError(f"a lamp has from 1 to {MAX_LEDS} LEDs; give leds= for each side and centre= for the middle")
    if not 1 <= brightness <= 100:
        raise ValueError(f"brightness={brightness} is not between 1 and 100 percent")
    return Layout((at[Seat.P1], at[Seat.P2], at[Seat.P3], at[Seat.P4]), Run(led, centre), brightness)


def pixels(shown: LightFrame, layout: Layout) -> tuple[Colour, ...]:
    """The colour of every LED from the strip's first, dark where it belongs to no run; brightness is not applied."""
    strip = [DARK] * layout.length
    for side, run in zip(shown.sides, layout.sides, strict=True):
        row = _row(side.cells, run.count)
        strip[run.start : run.start + run.count] = row[::-1] if run.backward else row
    centre = layout.centre
    for i in range(centre.count):
        strip[centre.start + i] = shown.centre[i * 4 // centre.count]
    return tuple(strip)


def _row(cells: tuple[Colour, Colour, Colour], count: int) -> list[Colour]:
    """The ends take a fifth of the row each, at least one LED; in one or two LEDs the middle shows before the ends."""
    left, middle, right = cells
    if count < 3:
        ends = [left, right] if count == 2 else [left if left != DARK else right]
        return [middle if middle != DARK else end for end in ends[:count]]
    end = max(1, count // 5)
    return [left] * end + [middle] * (count - 2 * end) + [right] * end
