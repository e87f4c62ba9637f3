"""How easy a card is: what racks as they are dealt are worth on it. On a card with many hands, or hands that are near
to one another, every rack is worth more, the others' racks too, so that the same worth wins less often.
"""

from random import Random
from weakref import WeakKeyDictionary

from engine.coaching.known import Known
from engine.coaching.odds import Prospects, Supply
from engine.hands import HandTable, counts_of
from engine.tile import Seat, Tile

RACKS = 100  # the same for every card: what sets cards apart is then known to 0.03 or so
USUAL_EASE = -10.5  # of the practice card
FARTHEST = 2.0  # cards that were played to fit the chances lie nearer than that
_SET = tuple(tile for tile in Tile for _ in range(tile.copies))
_EASE: WeakKeyDictionary[HandTable, float] = WeakKeyDictionary()


def ease_of(table: HandTable) -> float:
    """The mean worth of racks of thirteen on a whole card, a logarithm against the practice card; worked out once."""
    if table not in _EASE:
        deal, supply = Random(0), Supply(Known(table, Seat.P1, ()))
        racks = [counts_of(deal.sample(_SET, 13)) for _ in range(RACKS)]
        mean = sum(Prospects(table, counts, supply).worth for counts in racks) / RACKS
        _EASE[table] = max(-FARTHEST, min(FARTHEST, mean - USUAL_EASE))
    return _EASE[table]
