"""How long the last discard may still be called, as far as a clock can tell: a courtesy, a time in which to speak up.
By the rules the window closes when the next player racks or discards (WOO-02). Owns no clock; it is told the time.
"""

from collections.abc import Hashable

from engine.state import State

STEPS = 3  # the lamp tells thirds apart


class CallWindow:
    """The time since the last discard, in which nobody's Hold, no call and no pause count. `length_s` 0: not timed."""

    def __init__(self, length_s: float = 0.0) -> None:
        self.length_s = length_s
        self._of: Hashable = None
        self._spent_s = 0.0
        self._running_since: float | None = None

    def follow(self, state: State, paused: bool, now: float) -> None:
        """Takes note of a change of the table at `now`, in seconds."""
        of = (state.last_discard, len(state.discards)) if state.window else None
        if of != self._of:
            self._of, self._spent_s, self._running_since = of, 0.0, None
        stands = of is None or paused or state.held_by is not None or bool(state.calls)
        if stands and self._running_since is not None:
            self._spent_s += now - self._running_since
            self._running_since = None
        elif not stands and self._running_since is None:
            self._running_since = now

    def left(self, now: float) -> float | None:
        """1.0 just opened, 2/3, 1/3 and 0.0 when the time is over; None where no window is open, or none is timed."""
        if self._of is None or not self.length_s:
            return None
        spent_s = self._spent_s + (now - self._running_since if self._running_since is not None else 0.0)
        return max(0, STEPS - int(STEPS * spent_s / self.length_s + 1e-9)) / STEPS

    def next_s(self, now: float) -> float | None:
        """Seconds until `left` changes by itself; None if it will not."""
        left = self.left(now)
        if not left or self._running_since is None:
            return None
        steps_done = STEPS - round(left * STEPS)
        due_s = (steps_done + 1) * self.length_s / STEPS - self._spent_s
        return max(0.0, self._running_since + due_s - now)
