"""Which seen tile is which believed one, when both are rows: the discards in the order they came, a rack's exposures
from left to right. Tiles are missed and tiles are new, so rows of different length are laid against each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, permutations, product
from math import isclose, log

from engine.card import HAND_SIZE
from engine.sight.observation import DENIAL, DOUBT, FEW_TILES, NEVER, Group, Sight
from engine.tile import Tile

FLOOR = NEVER  # a believed tile that the camera reads as another: unlikely, but likelier than one gone and one new
MISSING = DENIAL  # believed, not seen: a sleeve, a cup, a missed find
EXTRA = 2 * DOUBT  # seen, not believed: something happened, or a false find
PLAIN = log(0.5)  # log-likelihood: likelier than not
OTHER_PICTURE = DOUBT  # log-likelihood that a flower on a rack is read as a joker, or a joker as a flower
PLAUSIBLE = DENIAL  # log-likelihood at which a tile may still be the one that was meant


@dataclass(frozen=True, slots=True)
class Alignment:
    """`pairs` are (index believed, index seen); `missing` believed and unseen; `extra` seen and not believed."""

    score: float
    pairs: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    extra: tuple[int, ...]


def likelihood(sight: Sight, tile: Tile) -> float:
    """Natural log, never below `FLOOR`."""
    return max(FLOOR, sight.log_p[tile])


def align(believed: Sequence[Tile], seen: Sequence[Sight]) -> Alignment:
    """The best way to lay the rows against each other, both kept in order (Needleman-Wunsch).

    On a tie the later of the seen tiles is the extra one, for new discards come last.
    """
    n, m = len(believed), len(seen)
    best = [[EXTRA * j for j in range(m + 1)]]
    for i in range(1, n + 1):
        above, row = best[-1], [MISSING * i]
        tile = believed[i - 1]
        for j in range(1, m + 1):
            match = above[j - 1] + likelihood(seen[j - 1], tile)
            row.append(max(match, above[j] + MISSING, row[j - 1] + EXTRA))
        best.append(row)
    return _trace(best, believed, seen)


def _trace(best: list[list[float]], believed: Sequence[Tile], seen: Sequence[Sight]) -> Alignment:
    i, j = len(believed), len(seen)
    pairs: list[tuple[int, int]] = []
    missing: list[int] = []
    extra: list[int] = []
    while i or j:
        # Sums of the same terms in another order differ in the last bit, which must not decide a tie.
        if j and isclose(best[i][j - 1] + EXTRA, best[i][j]):
            j -= 1
            extra.append(j)
        elif i and j and isclose(best[i - 1][j - 1] + likelihood(seen[j - 1], believed[i - 1]), best[i][j]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        else:
            i -= 1
            missing.append(i)
    score = best[len(believed)][len(seen)]
    return Alignment(score, tuple(reversed(pairs)), tuple(reversed(missing)), tuple(reversed(extra)))


def last_alike(believed: Sequence[Tile], index: int, missing: Sequence[int]) -> int:
    """Of a run of like discards number `index` is gone: the last of them, for no other can be called."""
    while index + 1 < len(believed) and believed[index + 1] is believed[index] and index + 1 not in missing:
        index += 1
    return index


def match(believed: Sequence[Tile], seen: Sequence[Sight]) -> Alignment:
    """As `align`, but where the seen tiles come in no known order (a table met again after a restart).

    Surest pairs first: the most certain reading takes a believed tile of its face.
    """
    wanted = sorted(
        ((likelihood(s, t), i, j) for i, t in enumerate(believed) for j, s in enumerate(seen)),
        key=lambda row: (-row[0], row[1], row[2]),
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    score = 0.0
    for value, i, j in wanted:
        if i not in taken and j not in used and value > MISSING + EXTRA:
            taken[i] = j
            used.add(j)
            score += value
    missing = tuple(i for i in range(len(believed)) if i not in taken)
    extra = tuple(j for j in range(len(seen)) if j not in used)
    return Alignment(score + MISSING * len(missing) + EXTRA * len(extra), tuple(sorted(taken.items())), missing, extra)


def lay_rack(exposures: Sequence[tuple[Tile, ...]], groups: Sequence[Group]) -> Alignment:
    """A rack's exposures against the groups that stand there. Players put a new one on either side of the old ones, so
    where the order in which they came does not fit, any other may. Indices believed are in the order in which they
    came, those seen from the owner's left."""
    starts = [sum(len(e) for e in exposures[:k]) for k in range(len(exposures))]
    row = [_plain(s) for group in groups for s in group]
    beside_a_hand = _in_one_piece(exposures, groups, row) if len(row) >= HAND_SIZE - FEW_TILES else None
    if beside_a_hand is not None:
        return beside_a_hand
    found = align([t for e in exposures for t in e], row)
    if not (found.missing and found.extra):
        return found
    for order in permutations(range(len(exposures))):
        laid = align([t for k in order for t in exposures[k]], row)
        if laid.score > found.score:
            came = [starts[k] + n for k in order for n in range(len(exposures[k]))]
            pairs = tuple(sorted((came[i], j) for i, j in laid.pairs))
            found = Alignment(laid.score, pairs, tuple(sorted(came[i] for i in laid.missing)), laid.extra)
    return found


def _in_one_piece(
    exposures: Sequence[tuple[Tile, ...]], groups: Sequence[Group], row: Sequence[Sight]
) -> Alignment | None:
    """The exposures with a whole hand beside them: each stands in one piece, likeliest where a group begins and ends. A
    joker of the hand is none of theirs; in place of theirs the natural may stand, exchanged. None where that cannot
    be."""
    ends = {0, *accumulate(len(group) for group in groups)}
    tiles = [t for e in exposures for t in e]
    best: tuple[float, list[int]] | None = None
    for starts in product(*([k for k in range(len(row)) if _stands(e, row[k : k + len(e)])] for e in exposures)):
        at = [k + n for k, e in zip(starts, exposures, strict=True) for n in range(len(e))]
        cut = sum((k not in ends) + (k + len(e) not in ends) for k, e in zip(starts, exposures, strict=True))
        score = sum(max(DOUBT, row[j].log_p[t]) for j, t in zip(at, tiles, strict=True)) + cut * DENIAL
        if len(set(at)) == len(at) and (best is None or score > best[0]):
            best = score, at
    if best is None:
        return None
    extra = tuple(j for j in range(len(row)) if j not in best[1])
    score = sum(likelihood(row[j], t) for j, t in zip(best[1], tiles, strict=True)) + EXTRA * len(extra)
    return Alignment(score, tuple(enumerate(best[1])), (), extra)


def _stands(tiles: tuple[Tile, ...], row: Sequence[Sight]) -> bool:
    """Whether a row is that exposure, jokers of it exchanged or not."""
    natural = next((t for t in tiles if t is not Tile.JOKER), Tile.JOKER)
    may_be = (max(s.log_p[t], s.log_p[natural] if t is Tile.JOKER else FLOOR) for s, t in zip(row, tiles, strict=False))
    return len(row) == len(tiles) and all(p > PLAUSIBLE for p in may_be)


def _plain(sight: Sight) -> Sight:
    """Read for certain where it is read likelier than not: which of two jokers came last, their gloss does not say. A
    picture may be a joker or a flower: that one is read as the other tells of no tile that has come or gone."""
    read = [0.0 if p > PLAIN else p for p in sight.log_p]
    picture = max(read[Tile.JOKER], read[Tile.FLOWER]) + OTHER_PICTURE
    for tile in (Tile.JOKER, Tile.FLOWER):
        read[tile] = max(read[tile], picture)
    return replace(sight, log_p=tuple(read))
