"""Advice to a beginner, in the players' words: which lines to aim at, what to pass, discard and call, and why.

The choices are those of `players`; this module says what stands behind them. It knows only what that player may see.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.card import Hand, Line
from engine.hands import Exposure, HandTable, concealed_counts, counts_of
from engine.hands.ranking import needs_of
from engine.players import MAH_JONGG, Rack, choose_discard, choose_pass, wants_call
from engine.tile import N_KINDS, Tile


@dataclass(frozen=True, slots=True)
class Aim:
    """A line worth aiming at: its nearest hand, the tiles still wanted, and why it is good or hard."""

    line: Line
    hand: Hand
    missing: int
    needs: tuple[Tile, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, in one sentence with its reason. `tiles` are those to pass, discard or expose; empty for "no"."""

    tiles: tuple[Tile, ...]
    says: str
    mah_jongg: bool = False


def best_lines(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure] = (),
    visible: Sequence[int] | None = None,
    n: int = 3,
) -> tuple[Aim, ...]:
    """The lines most likely to be finished, likeliest first. `visible`: all discards and exposures, counts per kind."""
    counts = concealed_counts(tiles, exposures)
    seen = visible or [0] * N_KINDS
    rack = Rack(table, exposures, seen)
    if not len(rack.left):
        return ()
    worth, missing = rack.worth_of_hands(counts), rack.left.missing(counts)
    aims: list[Aim] = []
    used: set[int] = set()
    for h in np.argsort(-worth, kind="stable").tolist():
        line = int(rack.left.line_of[h])
        if line in used or worth[h] <= 0:
            continue
        used.add(line)
        needs = needs_of(rack.left, h, counts, seen)
        hand = rack.left.hands[h]
        why = _why(table.lines[line], hand, int(missing[h]), needs, counts[Tile.JOKER])
        aims.append(Aim(table.lines[line], hand, int(missing[h]), needs, why))
        if len(aims) == n:
            break
    return tuple(aims)


def _why(line: Line, hand: Hand, missing: int, needs: tuple[Tile, ...], jokers: int) -> str:
    if missing == 0:
        return "It is complete: say mah jongg."
    callable_tiles, alone = _split(hand, needs)
    parts = [f"{_count(missing, 'tile')} away: {_words(needs)}."]
    if line.concealed:
        parts.append("It is concealed, so every tile but the last must be drawn.")
    elif callable_tiles and not alone:
        parts.append("Every one of them may be called.")
    if alone:
        parts.append(f"No joker helps for {_words(alone)} (single or pair), and a call for it must win.")
    if jokers and not any(group.jokers for group in hand):
        parts.append("It takes no jokers, so yours would be lost.")
    elif jokers > 1 and not alone:
        parts.append(f"Your {jokers} jokers fit in.")
    return " ".join(parts)


def _split(hand: Hand, needs: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The needed tiles that stand in groups that take jokers, and the others. Singles and pairs want theirs first."""
    strict = Counter(tile for group in hand if not group.jokers for tile in group.tiles)
    flexible = Counter(tile for group in hand if group.jokers for tile in group.tiles)
    may, alone = [], []
    for tile, n in Counter(needs).items():
        in_groups = min(n, flexible[tile]) if tile is not Tile.JOKER else n
        may += [tile] * in_groups
        alone += [tile] * min(n - in_groups, strict[tile])
    return tuple(may), tuple(alone)


def _count(n: int, word: str) -> str:
    return f"{n} {word}{'s' if n != 1 else ''}"


def _words(tiles: Sequence[Tile]) -> str:
    """`two 3 Bams and a Soap` for players: counts and names."""
    parts = [f"{n} × {tile.words}" if n > 1 else tile.words for tile, n in Counter(tiles).items()]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1] if parts else "nothing"


def advise_pass(table: HandTable, tiles: Sequence[Tile], n: int = 3) -> Advice:
    """Which tiles to pass in the Charleston."""
    passed = choose_pass(table, tiles, n)
    aims = best_lines(table, [t for t in tiles if t not in passed] or tiles, n=2)
    lines = " or ".join(aim.line.name for aim in aims)
    kept = " Keep the jokers: they may never be passed." if Tile.JOKER in tiles else ""
    return Advice(passed, f"Pass {_words(passed)}: they serve {lines or 'your hands'} least.{kept}")


def advise_discard(
    table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure] = (), visible: Sequence[int] | None = None
) -> Advice:
    """Which tile to discard from fourteen, or that they are mah jongg."""
    aims = best_lines(table, tiles, exposures, visible, n=1)
    if aims and aims[0].missing == 0:
        return Advice((), f"This is {aims[0].line.name}: say mah jongg.", mah_jongg=True)
    tile = choose_discard(table, tiles, exposures, visible)
    rest = list(tiles)
    rest.remove(tile)
    aims = best_lines(table, rest, exposures, visible, n=1)
    if not aims:
        return Advice((tile,), f"Nothing can be won any more; {tile.words} is as good as any, if nobody wants it.")
    aim = aims[0]
    wanted = sum(t is tile for group in aim.hand for t in group.tiles)
    reason = (
        f"{aim.line.name} has no place for it"
        if not wanted
        else f"{aim.line.name} wants {wanted} and you hold more"
        if wanted < tiles.count(tile)
        else f"it is the least of what {aim.line.name} still wants"
    )
    return Advice((tile,), f"Discard {tile.words}: {reason}. You are then {_count(aim.missing, 'tile')} away.")


def advise_call(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure],
    tile: Tile,
    visible: Sequence[int] | None = None,
) -> Advice:
    """Whether to call the discard `tile`, and what to expose with it."""
    if tile is Tile.JOKER:
        return Advice((), "A discarded joker is dead: nobody can call it.")
    answer = wants_call(table, tiles, exposures, tile, visible)
    if answer is MAH_JONGG:
        return Advice((), f"{tile.words} completes your hand: say mah jongg.", mah_jongg=True)
    if isinstance(answer, tuple):
        aims = best_lines(table, [*tiles, tile], [*exposures, answer], visible, n=1)
        goal = f" for {aims[0].line.name}" if aims else ""
        first = "" if exposures else " From then on your hand is exposed: concealed lines are gone."
        return Advice(answer, f"Call it and expose {_words(answer)}{goal}.{first}")
    return Advice((), _why_not(table, tiles, exposures, tile, visible))


def _why_not(
    table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure], tile: Tile, visible: Sequence[int] | None
) -> str:
    aims = best_lines(table, tiles, exposures, visible, n=1)
    if not aims:
        return f"Let {tile.words} go: nothing can be won any more."
    aim = aims[0]
    if tile not in aim.needs:
        return f"Let {tile.words} go: {aim.line.name}, your best line, does not want it."
    if aim.line.concealed:
        return f"Let {tile.words} go: {aim.line.name} is concealed, and only its last tile may be called."
    if tile in _split(aim.hand, aim.needs)[1]:
        return f"Let {tile.words} go: in {aim.line.name} it is a single or a pair, and that may be called only to win."
    held = counts_of(tiles)
    if held[tile] + held[Tile.JOKER] < 2:
        return f"Let {tile.words} go: you hold too little to make the whole group of {aim.line.name} with it."
    return f"Let {tile.words} go: showing it now would cost more choices than it brings."
