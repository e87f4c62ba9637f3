"""Who sits where, as far as what is one player's hangs on it: whoever is told forgets what was hers when another person
sits down in her place.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.state import Phase, State
from engine.tile import Seat


class Sitting:
    """Follows the table; whoever is among `told` hears of each seat at which another person sits than before."""

    def __init__(self) -> None:
        self.told: list[Callable[[Seat], None]] = []
        self._before: State | None = None
        self._same = False

    def follow(self, state: State) -> None:
        before, self._before = self._before, state
        for seat in () if before is None or self._same else sorted(changed(before, state)):
            self.another(seat)

    def another(self, seat: Seat) -> None:
        """Somebody else sits there now."""
        for tell in self.told:
            tell(seat)

    @contextmanager
    def same(self) -> Iterator[None]:
        """Meanwhile people are called otherwise, and nobody changes places."""
        self._same = True
        try:
            yield
        finally:
            self._same = False


def changed(before: State, now: State) -> frozenset[Seat]:
    """The seats whose players have changed places, with each other or with who sat out; and, as in the ledger, those
    named anew once the game is over: somebody else plays the next one. A name that is put right at any other time
    changes nobody's place. What people say of it goes before both."""
    pivoted = now.agreed.pivoted if now.agreed.pivoted is not before.agreed.pivoted else None
    places = frozenset() if pivoted is None else frozenset((pivoted, pivoted.right))
    was, called = (*before.names, before.resting), (*now.names, now.resting)
    return places | {
        seat
        for seat in Seat
        if before.names[seat] != now.names[seat]
        and (
            (now.names[seat] and now.names[seat] in was)
            or (before.names[seat] and (now.phase is Phase.OVER or before.names[seat] in called))
        )
    }
