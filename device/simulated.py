"""The lamp without a lamp: it keeps what it is shown, for the table's page, and draws it on a terminal."""

from device.buttons import Press
from device.lamp import Bell
from device.light import Colour, LightFrame

FOREVER = float("inf")


class SimulatedLamp:
    """Shows by remembering. `press` stands in for a finger on a button."""

    words = "the lamp on the page"
    trouble: str | None = None

    def __init__(self) -> None:
        self.shown = LightFrame()
        self._presses: tuple[Press, ...] = ()

    def show(self, shown: LightFrame, now_s: float) -> float:
        self.shown = shown
        return FOREVER

    def press(self, press: Press) -> None:
        self._presses = (*self._presses, press)

    def hear(self, now_s: float) -> tuple[Press, ...]:
        heard, self._presses = self._presses, ()
        return heard

    def wait(self, bell: Bell, timeout_s: float) -> None:
        bell.wait(timeout_s)

    def close(self) -> None:
        return


def drawn(shown: LightFrame, colour: bool = True) -> str:
    """The lamp as five lines of text, P1 at the bottom; without `colour` a lit cell is `#` and a dark one `.`.

    >>> from device.light import Side
    >>> print(drawn(LightFrame(sides=(Side(left=(9, 9, 9)), Side(), Side(), Side(right=(9, 9, 9)))), colour=False))
      . . .
    .  . .  .
    .       .
    #  . .  .
      # . .
    """

    def cell(value: Colour) -> str:
        lit = value != (0, 0, 0)
        if not colour:
            return "#" if lit else "."
        red, green, blue = value if lit else (60, 60, 60)
        return f"\x1b[38;2;{red};{green};{blue}m{'●' if lit else '·'}\x1b[0m"

    bottom, right, top, left = shown.sides
    a, b, c, d = (cell(value) for value in shown.centre)
    rows = [
        "  " + " ".join(cell(v) for v in reversed(top.cells)),
        f"{cell(left.left)}  {a} {b}  {cell(right.right)}",
        f"{cell(left.middle)}       {cell(right.middle)}",
        f"{cell(left.right)}  {d} {c}  {cell(right.left)}",
        "  " + " ".join(cell(v) for v in bottom.cells),
    ]
    return "\n".join(rows)
