"""The table as it lies, taken over whole: for a game met half way, and for going on where something was missed.

Nothing is taken over that the set of 152 cannot make: of too many of a kind the least sure are something else, or are
left out, and the wall is what remains of the set.
"""

from collections.abc import Sequence
from math import exp

from engine.card import HAND_SIZE
from engine.event import GameBegun, Resynced
from engine.sight.believed import faces
from engine.sight.observation import LIKELY, Group, Observation, Sight
from engine.state import Phase, State
from engine.tile import SET_SIZE, Seat, Tile

Groups = tuple[tuple[tuple[Tile, ...], ...], ...]

DEALT = HAND_SIZE - 1
LARGEST_GROUP = 6


def as_it_lies(state: State, seen: Observation) -> Resynced:
    """The table as the camera sees it. Whose turn it is stays as believed."""
    groups, discards = possible(seen, state.players)
    holder = state.holder if state.phase is Phase.PLAY else None
    held = _held(groups, state.players, holder)
    turn = holder if holder is not None else state.turn
    return Resynced(groups, discards, held, turn)


def begun_as_it_lies(east: Seat, players: tuple[Seat, ...], seen: Observation) -> GameBegun:
    """A game met with what lies there already; where nothing does, East holds fourteen."""
    groups, discards = possible(seen, players)
    fresh = not discards and not any(groups)
    held = _held(groups, players, east if fresh else None)
    wall = wall_left(groups, discards, held)
    return GameBegun(east, players, held, wall, groups, discards)


def wall_left(groups: Groups, discards: Sequence[Tile], held: Sequence[int]) -> int:
    """What the set still holds once all that lies, stands and is held is counted."""
    shown = sum(len(group) for rack in groups for group in rack)
    return max(0, SET_SIZE - shown - len(discards) - sum(held))


def possible(seen: Observation, players: Sequence[Seat]) -> tuple[Groups, tuple[Tile, ...]]:
    """The exposures and the discards as the set can make them, the surest read first."""
    left = [t.copies for t in Tile]
    p1, p2, p3, p4 = (
        tuple(group for sights in seen.exposures[s] if (group := _group(sights, left))) if s in players else ()
        for s in Seat
    )
    groups = (p1, p2, p3, p4)
    most = SET_SIZE - DEALT * len(players) - (1 if any(groups) else 0)
    return groups, _discards(seen.discards, left)[:most]


def _group(sights: Group, left: list[int]) -> tuple[Tile, ...]:
    """The tiles of an exposure, taken out of `left`; nothing where no exposure can look like that: a stray tile, a
    false find, more of a kind than there are."""
    tiles = [s.best for s in sights]
    naturals = {t for t in tiles if t is not Tile.JOKER}
    if not 3 <= len(tiles) <= LARGEST_GROUP or len(naturals) > 1:
        return ()
    for natural in naturals:
        over = tiles.count(natural) - left[natural]
        doubtful = sorted(
            (k for k, t in enumerate(tiles) if t is natural),
            key=lambda k: sights[k].log_p[natural] - sights[k].log_p[Tile.JOKER],
        )
        for k in doubtful[: max(0, over)]:
            tiles[k] = Tile.JOKER
    if any(tiles.count(t) > left[t] for t in set(tiles)):
        return ()
    for tile in tiles:
        left[tile] -= 1
    return tuple(tiles)


def _discards(sights: Sequence[Sight], left: list[int]) -> tuple[Tile, ...]:
    clear = [i for i, s in enumerate(sights) if exp(s.log_p[s.best]) > LIKELY]
    found: dict[int, Tile] = {}
    for i in sorted(clear, key=lambda i: -sights[i].log_p[sights[i].best]):
        likeliest = next((t for t, _ in faces(sights[i], left) if left[t]), None)
        if likeliest is not None:
            left[likeliest] -= 1
            found[i] = likeliest
    return tuple(found[i] for i in sorted(found))


def _held(groups: Groups, players: Sequence[Seat], holder: Seat | None) -> tuple[int, int, int, int]:
    """What each player holds unseen: thirteen less what stands open, and one more for who holds fourteen."""
    p1, p2, p3, p4 = ((max(0, DEALT - sum(map(len, groups[s]))) + (s is holder)) if s in players else 0 for s in Seat)
    return p1, p2, p3, p4
