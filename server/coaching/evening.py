"""What one player's looks back at tonight's hands have in common: for her device alone, in memory, gone with the
evening. Nothing of it is written down.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from engine.tile import Seat
from server.coaching.review import Decision, Review
from server.coaching.slips import Habit, habit_of

MOST_DEVICES = 64  # that have looked back tonight; whoever did so longest ago is forgotten first


@dataclass(slots=True)
class Tonight:
    """The hands that one device has looked back at, by game: what was decided, and what came of looking at it."""

    hands: dict[int, tuple[tuple[Decision, ...], Review]] = field(default_factory=dict)

    def look(self, game: int, decisions: tuple[Decision, ...], review: Review, evening: Collection[int]) -> None:
        """One more hand; those that are not of this evening are forgotten."""
        self.hands = {g: hand for g, hand in self.hands.items() if g in evening and g != game}
        self.hands[game] = decisions, review

    @property
    def habit(self) -> Habit | None:
        """What has come again and again."""
        return habit_of([point.slip for _, review in self.hands.values() for point in review.points if point.slip])

    @property
    def drill(self) -> Sequence[Decision]:
        """Her own positions of that kind, the costliest first."""
        habit = self.habit
        return () if habit is None else tuple(decision for _, decision in sorted(self._of(habit), key=lambda x: x[0]))

    def _of(self, habit: Habit) -> Iterator[tuple[tuple[float, int, int], Decision]]:
        for game, (decisions, review) in self.hands.items():
            by_number = {decision.number: decision for decision in decisions}
            for point in review.points:
                if point.slip is habit.slip:
                    yield (-point.lost, game, point.number), by_number[point.number]


class Tonights:
    """By the device that looked back, the seat and who sat there: whoever sits there later is another."""

    def __init__(self) -> None:
        self._by: dict[tuple[str, Seat, str], Tonight] = {}

    def of(self, device: str, seat: Seat, name: str) -> Tonight:
        found = self._by.pop((device, seat, name), None) or Tonight()
        self._by[device, seat, name] = found
        while len(self._by) > MOST_DEVICES:
            del self._by[next(iter(self._by))]
        return found
