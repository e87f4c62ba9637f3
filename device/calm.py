"""Keeps a nervous table from becoming a flashing lamp: however quickly views follow each other, no cell flashes faster
than three times a second (WCAG 2.3.1). The rhythms alone stay below that; this is for an alert that comes and goes.
"""

from collections import deque

from device.light import N_CELLS, Colour, LightFrame, Side

MOST_CHANGES = 6  # a flash is a pair of changes
SPAN_S = 1.0


class Calm:
    """A cell that has changed six times within a second keeps what it shows until that second is over."""

    def __init__(self) -> None:
        self._shown = LightFrame().cells
        self._changes: tuple[deque[float], ...] = tuple(deque(maxlen=MOST_CHANGES) for _ in range(N_CELLS))

    def settle(self, wanted: LightFrame, now_s: float) -> tuple[LightFrame, float]:
        """What may be shown now, and when to ask again: infinity once it is all that is wanted."""
        cells: list[Colour] = []
        again_s = float("inf")
        for shown, want, changes in zip(self._shown, wanted.cells, self._changes, strict=True):
            free_s = changes[0] + SPAN_S if len(changes) == MOST_CHANGES else now_s
            if want == shown or free_s > now_s:
                cells.append(shown)
                again_s = again_s if want == shown else min(again_s, free_s)
            else:
                cells.append(want)
                changes.append(now_s)
        self._shown = tuple(cells)
        return _frame(self._shown), again_s


def _frame(cells: tuple[Colour, ...]) -> LightFrame:
    first, second, third, fourth = (Side(*cells[i : i + 3]) for i in range(0, 12, 3))
    return LightFrame((first, second, third, fourth), (cells[12], cells[13], cells[14], cells[15]))
