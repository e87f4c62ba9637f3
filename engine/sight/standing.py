"""The exposures on the racks, looked at once in every rest: what was misread when they were made is put right."""

from dataclasses import replace
from math import exp

from engine.event import Resynced
from engine.sight.believed import as_it_stands
from engine.sight.games import Games
from engine.sight.irregular import stood
from engine.sight.observation import SURE, Group, Observation
from engine.sight.telling import INFERRED
from engine.sight.turnover import ALIKE_RESTS, WHOLE_HAND
from engine.sight.whereabouts import lay
from engine.tile import Seat, Tile


class Racks(Games):
    """What is done about the exposures that stand there."""

    def look_at_racks(self, seen: Observation) -> None:
        """An exposure that two rests read alike and otherwise than it is believed was misread when it was made; one
        that no act explains is taken over with the table."""
        state = self.state
        standing = [
            before.read(tuple(_clear_group(g) for g in groups))
            for before, groups in zip(self.memory.standing, seen.exposures, strict=True)
        ]
        for seat, there in zip(Seat, standing, strict=True):
            now = there.groups
            believed = [e.tiles for e in state.racks[seat].exposures]
            same_sizes = sorted(map(len, now)) == sorted(map(len, believed))
            more = len(now) > len(believed) and sum(map(len, now)) < WHOLE_HAND
            alike = sorted(map(sorted, now)) == sorted(map(sorted, believed))
            steady = there.rests >= ALIKE_RESTS << there.turned  # each time after that twice as many
            if steady and all(now) and (same_sizes or more) and not alike:
                if self.tell(self._with_rack(seat, now, seen), INFERRED if more else 1.0):
                    standing[seat] = replace(there, turned=there.turned + same_sizes)
                break
        self.remember(standing=tuple(standing))

    def _with_rack(self, seat: Seat, now: tuple[tuple[Tile, ...], ...], seen: Observation) -> Resynced:
        """The table as it is believed, but for one rack and, where a tile of it came from there, the last discard."""
        lies = as_it_stands(self.state)
        if sum(map(len, now)) == sum(map(len, lies.exposures[seat])):
            return replace(lies, exposures=(*lies.exposures[:seat], now, *lies.exposures[seat + 1 :]))
        last = len(lies.discards) - 1
        gone = last in lay(lies.discards, seen.discards, self.memory.known, last_stays=False).missing
        called = gone and any(lies.discards[last] in group for group in now)
        return stood(self.state, seat, now, called)


def _clear_group(sights: Group) -> tuple[Tile, ...]:
    """The tiles of an exposure, or nothing where none can look like that or one of them is not read clearly."""
    tiles = tuple(s.best for s in sights)
    naturals = {t for t in tiles if t is not Tile.JOKER}
    clear = all(exp(s.log_p[s.best]) > SURE for s in sights)
    return tiles if clear and len(tiles) >= 3 and len(naturals) <= 1 else ()
