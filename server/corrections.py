"""What a misread event may have been instead: likeliest first. Every answer is an event in `engine.notation`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import event as e, notation
from engine.event import Event
from engine.tile import Seat, Tile
from server.log import Entry
from server.people import NOBODY_NAMED, People


@dataclass(frozen=True, slots=True)
class Correction:
    """One answer: `text` is the whole event put right, `tiles` what is drawn on its button, `probability` the camera's
    own where it has one."""

    text: str
    label: str
    tiles: tuple[Tile, ...] = ()
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """`likely` are the camera's other readings, `tiles` all kinds, `makeup` other naturals and jokers, `seats`."""

    likely: tuple[Correction, ...]
    tiles: tuple[Correction, ...]
    makeup: tuple[Correction, ...]
    seats: tuple[Correction, ...]


def corrections(entry: Entry, now: Event, who: People = NOBODY_NAMED) -> Corrections:
    """Answers for an entry that stands as `now` (its event, or what it was last put right to)."""
    tile = read_tile_of(now)
    others = [t for t in Tile if t is not tile] if tile is not None else []
    likely = [(t, p) for t, p in entry.readings if t in others and _fits(now, t)]
    return Corrections(
        likely=tuple(_tile_answer(entry.number, now, t, p) for t, p in likely),
        tiles=tuple(_tile_answer(entry.number, now, t) for t in others if _fits(now, t)),
        makeup=tuple(_makeup(entry.number, now)),
        seats=tuple(_seats(entry.number, now, who)),
    )


def read_tile_of(event: Event) -> Tile | None:
    """The tile that was read to know of this event; None where no tile was."""
    match event:
        case e.Discarded(_, tile) | e.JokerExchanged(_, _, _, tile):
            return tile
        case e.Exposed(_, called):
            return called
        case _:
            return None


def _fits(event: Event, tile: Tile) -> bool:
    return isinstance(event, e.Discarded) or tile is not Tile.JOKER


def with_tile(event: Event, tile: Tile) -> Event:
    """The event as if `tile` had been read. Raises ValueError for an event in which no tile is read."""
    match event:
        case e.Discarded() | e.JokerExchanged():
            return replace(event, tile=tile)
        case e.Exposed():
            tiles = tuple(t if t is Tile.JOKER else tile for t in event.tiles)
            return replace(event, called=tile, tiles=tiles)
        case _:
            raise ValueError("No tile is read in that event.")


def _tile_answer(number: int, now: Event, tile: Tile, probability: float | None = None) -> Correction:
    text = notation.write(e.Corrected(number, with_tile(now, tile)))
    return Correction(text, tile.words, (tile,), probability)


def _makeup(number: int, now: Event) -> Iterator[Correction]:
    """The same exposure with other numbers of naturals and jokers."""
    if not isinstance(now, e.Exposed):
        return
    for size in range(3, 7):
        for jokers in range(size):
            tiles = (now.called,) * (size - jokers) + (Tile.JOKER,) * jokers
            if tiles.count(Tile.JOKER) != now.tiles.count(Tile.JOKER) or len(tiles) != len(now.tiles):
                if now.called.copies < size - jokers:
                    continue
                yield Correction(notation.write(e.Corrected(number, replace(now, tiles=tiles))), "", tiles)


def _seats(number: int, now: Event, who: People) -> Iterator[Correction]:
    match now:
        case e.Discarded(seat) | e.Exposed(seat) | e.JokerExchanged(seat) | e.Called(seat):
            for other in Seat:
                if other is not seat and not (isinstance(now, e.Exposed) and other is now.source):
                    yield Correction(
                        notation.write(e.Corrected(number, replace(now, seat=other))), f"It was {who.of(other)}"
                    )
        case _:
            return
