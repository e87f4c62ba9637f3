"""The face-up table at the end, in codes: what `--final` writes."""

from collections.abc import Sequence

from engine.state import State
from engine.tile import CODES, Seat, Tile


def final_table(state: State) -> dict[str, object]:
    """The face-up table in codes, as the `--final` file holds it; the winner's whole hand is among the exposures."""
    exposures = {s.name: [_words(e.tiles) for e in state.racks[s].exposures] for s in Seat}
    if state.won_by is not None:
        standing = [e.tiles for e in state.racks[state.won_by.seat].exposures]
        rest = list(state.won_by.tiles)
        for tile in (t for group in standing for t in group):
            rest.remove(tile)
        exposures[state.won_by.seat.name] += [_words(group) for group in _likes(rest)]
    return {"discards": _words([d.tile for d in state.discards]), "exposures": exposures}


def _likes(tiles: Sequence[Tile]) -> list[list[Tile]]:
    """A row of tiles cut where the face changes; a joker goes with the tile before it, at the start with the next."""
    rows: list[list[Tile]] = []
    for tile in tiles:
        naturals = {t for t in rows[-1] if t is not Tile.JOKER} if rows else set()
        if rows and (tile is Tile.JOKER or not naturals or tile in naturals):
            rows[-1].append(tile)
        else:
            rows.append([tile])
    return rows


def _words(tiles: Sequence[Tile]) -> list[str]:
    return [CODES[t] for t in tiles]
