"""What explains a picture: acts in order, each as probable as its tiles, and what is left unexplained."""

from dataclasses import dataclass

from engine.event import Discarded, Event
from engine.sight.observation import Sight
from engine.tile import Tile


@dataclass(frozen=True, slots=True)
class Act:
    """One event, how probable its tiles are, and the likeliest other readings, best first. `otherwise` are events that
    it may have been instead, likeliest first, for the referee to choose the first that the rules allow."""

    event: Event
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...] = ()
    otherwise: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Acts in order. `leftover` counts the seen tiles that no act accounts for: over 0, the picture is not explained.
    `hidden` counts believed tiles that cannot be seen now, as under a sleeve. `unexplained` are the tiles among the
    discards that nothing accounts for yet: seen again at their place in a later rest, they count as overlooked.
    `fresh` are all tiles among the discards that were not there, those of the acts too; `open` counts them and those
    on racks. `hand_open`: a whole hand lies open on a rack."""

    acts: tuple[Act, ...]
    leftover: int
    hidden: int
    unexplained: tuple[Sight, ...] = ()
    fresh: tuple[Sight, ...] = ()
    open: int = 0
    hand_open: bool = False

    @property
    def confidence(self) -> float:
        """Of its least certain act; 1.0 where nothing happened."""
        return min((a.confidence for a in self.acts), default=1.0)

    def sight(self, act: Act) -> Sight | None:
        """The tile of a discard: of those that were not there, the one that is likest to it."""
        if not isinstance(act.event, Discarded) or not self.fresh:
            return None
        tile = act.event.tile
        return max(self.fresh, key=lambda s: s.log_p[tile])

    def where(self, act: Act) -> tuple[float, float] | None:
        """Where that tile lies (mm)."""
        seen = self.sight(act)
        return None if seen is None else seen.at_mm
