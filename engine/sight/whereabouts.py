"""Where each believed discard was last seen: a tile that lies still is known again by its place, whatever it is read
as, so that one that was passed over for a while shifts no other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.sight.alignment import PLAUSIBLE, Alignment, align, likelihood, match
from engine.sight.grouping import ALIKE
from engine.sight.observation import FEW_TILES, LOOKS, SEVERAL, TILE_MM, Point, Sight
from engine.state import Discard
from engine.tile import Tile

PUSHED_MM = 2 * TILE_MM[1]  # a discard pushed aside ends about so near
HEAPED = SEVERAL  # tiles gone from their places at once were pushed together, and are known again by their faces alone
RESTART_GAPS = 2 * HEAPED  # so many tiles out of order mean that the order itself is not known


@dataclass(frozen=True, slots=True)
class BelievedDiscard:
    """A believed discard: its tile, its event's number (0 for none) and where it was last seen (mm), None while nobody
    has seen it. `firm`: a person said what it is, and no reading changes that. `sight` is how it was last
    seen, `reread` what it was read as at the end of the rest before; for `empty` rests nothing has lain there.
    `said` are the mean log-likelihoods (37) of the rests, `rests` how many those are; `seen`: in this one
    too; `turned`: it has been put right by sight before; `from_mm`: where
    it lay before it was moved by itself, since the last discard."""

    tile: Tile
    number: int
    at_mm: Point | None = None
    firm: bool = False
    sight: Sight | None = None
    reread: Tile | None = None
    empty: int = 0
    said: tuple[float, ...] = ()
    rests: int = 0
    seen: bool = False
    turned: bool = False
    from_mm: Point | None = None

    def rather(self, tile: Tile, now: Sight) -> float:
        """By how much (natural log) the rests and this one together say that it is `tile` rather than what it is
        believed to be. A drawing that hovers between two faces is neither, and one that was read alike for long is not
        another at once; but rests repeat each other, and what is read since a new tile came to compare it with is
        believed before long."""
        said = _mean(self.said, self.rests, now)
        return (said[tile] - said[self.tile]) * (min(self.rests, LOOKS) + 1)


def followed(
    before: Sequence[BelievedDiscard], discards: Sequence[Discard], by_sight: bool
) -> tuple[BelievedDiscard, ...]:
    """What is known of where `discards` lie, from what was known `before` the table changed. `by_sight`: the change was
    read by the camera; any other is a person's word."""
    known: list[BelievedDiscard] = []
    others = sum(k.tile is not d.tile for k, d in zip(before, discards, strict=False))
    same_table = by_sight and len(before) == len(discards) and others <= FEW_TILES  # of more, the places are others
    more = len(discards) > len(before)
    for i, discard in enumerate(discards):
        old = before[i] if i < len(before) else None
        same_tile = old is not None and old.tile is discard.tile
        reread = same_table and not discard.number  # a table taken over knows no events
        if old is None or not (same_tile or reread or (discard.number and old.number == discard.number)):
            known.append(BelievedDiscard(discard.tile, discard.number, None, not by_sight))
        else:
            firm, turned = (old.firm, old.turned) if same_tile else (not by_sight, by_sight)
            old = replace(old, from_mm=None) if more else old
            known.append(replace(old, tile=discard.tile, number=discard.number, firm=firm, turned=turned))
    return tuple(known)


def located(known: Sequence[BelievedDiscard], laid: Alignment, seen: Sequence[Sight]) -> tuple[BelievedDiscard, ...]:
    """`known` with the places at which they are seen now; those out of sight keep theirs."""
    now = {i: seen[j] for i, j in laid.pairs}
    return tuple(_located(k, now[i]) if i in now else k for i, k in enumerate(known))


def _located(known: BelievedDiscard, sight: Sight) -> BelievedDiscard:
    return replace(known, at_mm=sight.at_mm, sight=sight, seen=True)


def rested(known: Sequence[BelievedDiscard]) -> tuple[BelievedDiscard, ...]:
    """`known` once another rest begins: what each was read as at the last is remembered."""
    return tuple(_rested(k, k.sight) if k.sight is not None and k.seen else k for k in known)


def _rested(known: BelievedDiscard, sight: Sight) -> BelievedDiscard:
    said = _mean(known.said, known.rests, sight)
    return replace(known, reread=sight.best, said=said, rests=known.rests + 1, seen=False)


def _mean(said: Sequence[float], rests: int, sight: Sight) -> tuple[float, ...]:
    """The mean of so many rests' log-likelihoods and of one more's; of many rests the last count most."""
    share = 1 / (min(rests, LOOKS) + 1)
    now = [max(ALIKE, p) for p in sight.log_p]
    return tuple(now) if not said else tuple(m + (p - m) * share for m, p in zip(said, now, strict=True))


def mislaid(
    known: Sequence[BelievedDiscard], before: Sequence[BelievedDiscard], seen: Sequence[Sight]
) -> tuple[BelievedDiscard, ...]:
    """`known` without the places of tiles that turned out to be others than `before` and do not lie there: those were
    taken back, and others laid in their stead."""
    return tuple(
        replace(k, at_mm=None, sight=None)
        if old is not None and old.tile is not k.tile and k.at_mm is not None and not near(k.at_mm, seen)
        else k
        for k, old in zip(known, (*before, *[None] * len(known)), strict=False)
    )


def resettled(known: Sequence[BelievedDiscard], seen: Sequence[Sight]) -> tuple[BelievedDiscard, ...]:
    """`known` at the places to which discards were moved, however far: the middle was tidied, the table jolted, the
    cloth turned. Each that is gone, or whose place shows another, is where its like lies now, the nearest. One that is
    hidden while its like is laid lies where it lay: so either all that have just gone are found, and nothing else lies
    in their places, or nearly all of many. By itself the last may have been called, and is `lay`'s."""
    here = {i: near(k.at_mm, seen) for i, k in enumerate(known) if k.at_mm is not None}
    stay = {i: next((j for j in there if _may_be(known[i], seen[j])), None) for i, there in here.items()}
    gone = [i for i, j in stay.items() if j is None]
    loose = set(range(len(seen))) - set(stay.values())
    last = len(known) - 1
    just = [i for i in gone if i < last and not known[i].empty]
    moved = _likes(just, known, loose, seen)
    if len(moved) >= max(HEAPED, len(just) - FEW_TILES):
        for others in ([i for i in gone if i < last and known[i].empty], [i for i in gone if i == last]):
            moved |= _likes(others, known, loose - set(moved.values()), seen)
    elif len(moved) < len(just) or {j for i in gone for j in here[i]} - set(moved.values()):
        return tuple(known)
    if len(loose) - len(moved) > FEW_TILES + (last not in moved):
        return tuple(known)  # so many more are being mixed
    void = {i for i in gone if moved and here[i] and i not in moved}
    places = {i: seen[j].at_mm for i, j in moved.items()} | dict.fromkeys(void)
    alone = len(moved) < HEAPED
    return tuple(
        replace(k, at_mm=places[i], from_mm=k.at_mm if alone else None) if i in places else k
        for i, k in enumerate(known)
    )


def returned(known: Sequence[BelievedDiscard], seen: Sequence[Sight]) -> tuple[BelievedDiscard, ...]:
    """`known` as before a tile or two were thought to have been moved, where there is now more beside the last, and not
    by who is to discard: she has, the like of one that is hidden."""
    there = [near(k.at_mm, seen) if k.at_mm is not None else [] for k in known]
    if not there or not there[-1] or len({j for found in there for j in found}) == len(seen):
        return tuple(known)
    return tuple(k if k.from_mm is None else replace(k, at_mm=k.from_mm, from_mm=None, empty=1) for k in known)


def _may_be(known: BelievedDiscard, sight: Sight) -> bool:
    return likelihood(sight, known.tile) > PLAUSIBLE or (known.firm and sight.best is _looks(known))


def _looks(known: BelievedDiscard) -> Tile:
    """What it is read as: of one that a person named maybe not what it is."""
    return known.sight.best if known.firm and known.sight is not None else known.tile


def _likes(
    gone: Sequence[int], known: Sequence[BelievedDiscard], loose: Iterable[int], seen: Sequence[Sight]
) -> dict[int, int]:
    """Which of the seen that are `loose` reads like each of the known that are `gone`, the nearest first."""
    loose = list(loose)
    away = [
        (_away(seen[j], at), i, j)
        for i in gone
        for j in loose
        if (at := known[i].at_mm) is not None and seen[j].best is _looks(known[i])
    ]
    found: dict[int, int] = {}
    for _, i, j in sorted(away):
        if i not in found and j not in found.values():
            found[i] = j
    return found


def lay(
    believed: Sequence[Tile], seen: Sequence[Sight], known: Sequence[BelievedDiscard] = (), *, last_stays: bool = True
) -> Alignment:
    """The believed discards against the seen ones: by place where it is known and plain, else by order and face. A tile
    gone from its place that lies elsewhere was pushed there; the last one only if `last_stays`, for it may have been
    called while its like was discarded; and that one however far away. Where several are gone at once, they are
    wherever their like lies now."""
    paired = _by_place(known, seen)
    lost = {i for i, k in enumerate(known) if (k.empty if k.at_mm is None else not near(k.at_mm, seen))}
    free = [i for i in range(len(believed)) if i not in paired and i not in lost]
    loose = [j for j in range(len(seen)) if j not in paired.values()]
    found = _in_order([believed[i] for i in free], [seen[j] for j in loose])
    pairs = {**paired, **{free[i]: loose[j] for i, j in found.pairs}}
    missing = [i for i in range(len(believed)) if i not in pairs]
    extra = [j for j in range(len(seen)) if j not in pairs.values()]
    for i in list(missing):
        if (i == len(believed) - 1 and not last_stays) or (i < len(known) and _stays_hidden(known[i])):
            continue
        nudged = len(extra) > len(missing)  # something else is new: what is alone may have been laid on this one
        j = _pushed(believed[i], known[i].at_mm if i < len(known) else None, seen, extra, nudged=nudged)
        if j is None and i == len(believed) - 1:  # moved to the middle, or taken up and laid again
            j = next((j for j in extra if seen[j].best is believed[i]), None)
        if j is not None:
            pairs[i] = j
            missing.remove(i)
            extra.remove(j)
    if len(missing) >= HEAPED and len(extra) >= len(missing) - 1:
        last = [] if last_stays else [len(believed) - 1]
        gone = [i for i in missing if i not in last]
        found_again = match([believed[i] for i in gone], [seen[j] for j in extra])
        pairs |= {gone[i]: extra[j] for i, j in found_again.pairs}
        missing = [i for i in missing if i not in pairs]
        extra = [extra[j] for j in found_again.extra]
    return Alignment(found.score, tuple(sorted(pairs.items())), tuple(missing), tuple(extra))


def _by_place(known: Sequence[BelievedDiscard], seen: Sequence[Sight]) -> dict[int, int]:
    """Index believed to index seen, where only one tile can be meant."""
    there = {i: near(k.at_mm, seen) for i, k in enumerate(known) if k.at_mm is not None}
    claims: dict[int, int] = {}
    for found in there.values():
        for j in found:
            claims[j] = claims.get(j, 0) + 1
    return {i: found[0] for i, found in there.items() if len(found) == 1 and claims[found[0]] == 1}


def _stays_hidden(known: BelievedDiscard) -> bool:
    """Whether it has been out of sight for more than a rest, where it lay: what is laid now is its like."""
    return known.at_mm is not None and known.empty > 1


def near(at_mm: Point, seen: Sequence[Sight]) -> list[int]:
    """Which of the tiles seen lie at a place."""
    return [j for j, s in enumerate(seen) if s.lies_at(at_mm)]


def _in_order(believed: Sequence[Tile], seen: Sequence[Sight]) -> Alignment:
    ordered = align(believed, seen)
    if len(ordered.missing) + len(ordered.extra) < RESTART_GAPS:
        return ordered
    free = match(believed, seen)
    return free if free.score > ordered.score else ordered


def _pushed(
    tile: Tile, at_mm: Point | None, seen: Sequence[Sight], extra: Sequence[int], *, nudged: bool = False
) -> int | None:
    """Which of the seen tiles that nothing accounts for is this one, a little farther on. `nudged`: what lies over its
    place is this one whatever it is read as, for a tile that was nudged is often read anew."""
    if at_mm is None:
        return next((j for j in extra if seen[j].best is tile), None)
    close = [j for j in extra if _away(seen[j], at_mm) < PUSHED_MM and likelihood(seen[j], tile) > PLAUSIBLE]
    over = [j for j in extra if nudged and _away(seen[j], at_mm) < TILE_MM[0]]
    return min(close or over, key=lambda j: (seen[j].best is not tile, _away(seen[j], at_mm)), default=None)


def _away(sight: Sight, at_mm: Point) -> float:
    return float(((sight.x_mm - at_mm[0]) ** 2 + (sight.y_mm - at_mm[1]) ** 2) ** 0.5)


def at_one_place(sight: Sight, others: Sequence[Sight]) -> bool:
    """Whether one of `others` lay where this one lies."""
    return any(sight.lies_at(other.at_mm) for other in others)


def taken_untold(waiting: Sequence[Sight], discards: Sequence[Sight], row: Sequence[Sight]) -> Tile | None:
    """What the one discard was that lay there `waiting` to be told, is gone from among the `discards`, and may be one
    of a `row` that is laid open; None where none is, or more are gone."""
    gone = [sight for sight in waiting if not near(sight.at_mm, discards)]
    if len(gone) != 1:
        return None
    likeliest = max({s.best for s in row} - {Tile.JOKER}, key=lambda t: gone[0].log_p[t], default=None)
    return likeliest if likeliest is not None and likelihood(gone[0], likeliest) > PLAUSIBLE else None
