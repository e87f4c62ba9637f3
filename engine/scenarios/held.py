"""What the known hands of a scenario come to, event by event: their concealed tiles, and how many drawn ones nobody
named."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.charleston import PASS_SIZE, courtesy_count
from engine.event import (
    CourtesyOffered,
    Discarded,
    Drawn,
    DrawReturned,
    Event,
    Exposed,
    ExposureChanged,
    ExposureTakenBack,
    HandDied,
    JokerExchanged,
    LastTileTaken,
    Passed,
)
from engine.state import State
from engine.tile import Seat, Tile


@dataclass(slots=True)
class Hands:
    """`known` are the concealed tiles of the seats whose hands are given; `unseen` how many more nobody named. `drew`
    is the tile that was drawn before the first act, where it is known. `blank` counts the tiles that a hand has held
    from the start and the scenario says nothing of: they may be discarded or passed, and are otherwise out of play.
    `must_match`: no courtesy tiles go where the two numbers differ (C-06)."""

    known: dict[Seat, list[Tile]] = field(default_factory=dict)
    unseen: dict[Seat, int] = field(default_factory=dict)
    drew: tuple[Tile, ...] = ()
    blank: dict[Seat, int] = field(default_factory=dict)
    must_match: bool = False

    def lacking(self, event: Event, state: State) -> tuple[Seat, tuple[Tile, ...]] | None:
        """Whose known hand does not hold the tiles that an act uses, and which."""
        seat, tiles = _spent(event, state)
        if seat is None or seat not in self.known:
            return None
        if isinstance(event, Discarded) and state.holder is not seat:
            return None  # whose draw nobody saw
        short = tuple((Counter(tiles) - Counter(self.known[seat])).elements())
        others = self.unseen.get(seat, 0) + (self.blank.get(seat, 0) if isinstance(event, Discarded | Passed) else 0)
        return (seat, short) if len(short) > others else None

    def follow(self, event: Event, state: State, log: Sequence[Event]) -> None:
        """One more event; `state` and `log` are those before it."""
        if isinstance(event, Drawn):
            self._gain(event.seat, event.tile)
        if isinstance(event, DrawReturned):
            drawn = next((e for e in reversed(log) if isinstance(e, Drawn) and e.seat is event.seat), None)
            given = self.drew[0] if self.drew else None
            self._lose(event.seat, drawn.tile if drawn is not None else given)
        seat, tiles = _spent(event, state)
        for tile in tiles if seat is not None else ():
            assert seat is not None
            self._lose(seat, tile)
        seat, tiles = _regained(event, state)
        for tile in tiles if seat is not None else ():
            assert seat is not None
            self._gain(seat, tile)
        self._receive(event, log)

    def _receive(self, event: Event, log: Sequence[Event]) -> None:
        """Tiles that come to a hand and that nobody names: as many as it passes on, or exchanges across."""
        match event:
            case Passed(seat, blind, owed):
                self.unseen[seat] = self.unseen.get(seat, 0) + PASS_SIZE - blind - owed
            case LastTileTaken(seat):
                self._gain(seat, None)
            case CourtesyOffered(seat, count):
                for other in log:
                    if isinstance(other, CourtesyOffered) and other.seat is seat.across:
                        going = courtesy_count(count, other.count, self.must_match)
                        self._exchange(event, going)
                        self._exchange(other, going)
            case _:
                pass

    def _exchange(self, offer: CourtesyOffered, n: int) -> None:
        """`n` tiles go across. Where more were offered than go, nobody has said which stay."""
        for tile in offer.tiles if len(offer.tiles) == n else ():
            self._lose(offer.seat, tile)
        self.unseen[offer.seat] = self.unseen.get(offer.seat, 0) + n

    def _gain(self, seat: Seat, tile: Tile | None) -> None:
        if seat in self.known and tile is not None:
            self.known[seat].append(tile)
        elif seat in self.known:
            self.unseen[seat] = self.unseen.get(seat, 0) + 1

    def _lose(self, seat: Seat, tile: Tile | None) -> None:
        if seat in self.known and tile in self.known[seat]:
            self.known[seat].remove(tile)
        elif seat in self.known:
            of = self.unseen if self.unseen.get(seat, 0) else self.blank
            of[seat] = max(0, of.get(seat, 0) - 1)


def _spent(event: Event, state: State) -> tuple[Seat | None, tuple[Tile, ...]]:
    """Whose concealed tiles an act uses, and which."""
    match event:
        case Discarded(seat, tile) | JokerExchanged(seat, _, _, tile):
            return seat, (tile,)
        case Exposed(seat, called, _, tiles):
            return seat, _without(tiles, (called,))
        case ExposureChanged(seat, group, tiles):
            return seat, _without(tiles, _standing(state, seat, group))
        case Passed(seat, _, _, tiles):
            return seat, tiles
        case _:
            return None, ()


def _regained(event: Event, state: State) -> tuple[Seat | None, tuple[Tile, ...]]:
    """Whose concealed tiles become more by an act, and by which."""
    match event:
        case JokerExchanged(seat):
            return seat, (Tile.JOKER,)
        case ExposureChanged(seat, group, tiles):
            return seat, _without(_standing(state, seat, group), tiles)
        case ExposureTakenBack(seat) if state.contest is not None and not state.contest.hidden:
            return seat, _without(_standing(state, seat, -1), (state.contest.discard.tile,))
        case HandDied(seat, _, returned):
            return seat, tuple(tile for group in returned for tile in _standing(state, seat, group))
        case _:
            return None, ()


def _standing(state: State, seat: Seat, group: int) -> tuple[Tile, ...]:
    exposures = state.racks[seat].exposures
    return exposures[group].tiles if -len(exposures) <= group < len(exposures) else ()


def _without(tiles: Sequence[Tile], others: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple((Counter(tiles) - Counter(others)).elements())
