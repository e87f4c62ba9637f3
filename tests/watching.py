"""A table and the watcher that follows it, for tests; and tiles that lie apart."""

from collections.abc import Sequence
from dataclasses import replace

from engine.event import (
    Drawn,
    Event,
)
from engine.rules.ruling import Proposal, Source
from engine.sight.observation import Sight
from engine.state import State
from engine.tile import Seat, Tile, read_tiles
from server.alerts import Alert
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.table import seen, sight

P1, P2, P3, P4 = Seat
B3, B8, C7, D2, JOKER = Tile.B3, Tile.B8, Tile.C7, Tile.D2, Tile.JOKER
WON: list[str | list[Sight]] = ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "6D 6D 6D"]


class Evening:
    """A table, and the watcher that follows it."""

    def __init__(self, store: Store) -> None:
        self.table = Table(store, clock=lambda: 0.0)
        self.time_s = 0.0
        self.told: list[tuple[float, float, Tile]] = []
        self.watcher = Watcher(self.table, lambda x, y, tile: self.told.append((x, y, tile)))

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def said(self) -> list[Event]:
        """What the log holds, draws aside."""
        return [e.event for e in self.table.log if not isinstance(e.event, Drawn)]

    def alert(self, key: str) -> Alert | None:
        return next((a for a in self.table.alerts if a.key.split()[0] == key), None)

    def rest(
        self,
        discards: str | Sequence[Tile | Sight],
        exposures: dict[Seat, list[str | list[Sight]]] | None = None,
        hands: tuple[Seat, ...] = (P1,),
    ) -> None:
        """One rest of the table: looked at six times."""
        for looks in range(1, 7):
            self.watcher.observe(seen(discards, exposures, hands=hands, looks=looks, time_s=self.time_s))

    def at(self, time_s: float) -> "Evening":
        """What comes is seen at that time of the film (s)."""
        self.time_s = time_s
        return self

    def submit(self, event: Event) -> None:
        self.table.submit(Proposal(event, Source.TABLET))


def toss_up() -> Sight:
    """Three faces, none of them likelier than not, looked at twice."""
    three = [sight(B3, 0.5, else_=B8), sight(B8, 0.5, else_=C7), sight(C7, 0.5, else_=B3)]
    mixed = tuple(max(s.log_p[k] for s in three) - 0.4 for k in range(37))
    return Sight((*mixed[:B3], mixed[B3] + 0.1, *mixed[B3 + 1 :]), 0.0, 0.0, 2)


def lying(tiles: str) -> list[Tile | Sight]:
    """Discards that lie 40 mm apart and have been looked at six times."""
    return [replace(sight(t), x_mm=40.0 * k, frames=6) for k, t in enumerate(read_tiles(tiles))]
