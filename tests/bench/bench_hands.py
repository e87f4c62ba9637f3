"""What searching a card costs: `python -m tests.bench.bench_hands`. One core.

Every figure stands beside two yardsticks measured in the same run, so that it can be compared between machines: a plain
loop, one small numpy computation per hand, and plain numpy over all hands at once. Ends with 1 when a limit is broken.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from engine.card import Card, Group, Hand, read_card
from engine.hands import HandTable, counts_of, dead_by_proof, discards_judged, rank, wins
from engine.tile import N_KINDS, Tile
from server.cards import practice_card_text

WALL = [tile for tile in Tile for _ in range(tile.copies)]
RANK_US, JUDGE_US, PROOF_US, COMPILE_MS, TABLE_BYTES = 60, 1000, 500, 200, 2_000_000
TIMES_FASTER, TIMES_NUMPY = 30, 4


@dataclass(slots=True)
class PlainLoop:
    """The yardstick: one small numpy computation per hand, as one would write it first."""

    needs: list[tuple[np.ndarray, np.ndarray]]

    @staticmethod
    def of(hands: Sequence[Hand]) -> "PlainLoop":
        needs = []
        for hand in hands:
            strict, flexible = np.zeros(N_KINDS, dtype=np.int64), np.zeros(N_KINDS, dtype=np.int64)
            for group in hand:
                for tile in group.tiles:
                    (flexible if group.jokers else strict)[tile] += 1
            needs.append((strict, flexible))
        return PlainLoop(needs)

    def missing(self, counts: Sequence[int]) -> list[int]:
        held = np.array(counts)
        jokers, held[Tile.JOKER] = counts[Tile.JOKER], 0
        found = []
        for strict, flexible in self.needs:
            short = np.maximum(0, strict - held).sum()
            open_places = np.maximum(0, flexible - np.maximum(0, held - strict)).sum()
            found.append(int(short + max(0, open_places - jokers)))
        return found


@dataclass(frozen=True, slots=True)
class PlainNumpy:
    """The sharper yardstick: all hands of the card in one numpy computation, ranked line by line. `strict` and
    `flexible` are (36, n), of numpy's own integers or, sharper still, of bytes; `first` is each line's first hand."""

    strict: np.ndarray
    flexible: np.ndarray
    first: np.ndarray
    value: np.ndarray

    @staticmethod
    def of(card: Card, loop: PlainLoop, kind: type[np.integer] = np.int64) -> "PlainNumpy":
        strict, flexible = (np.array(part, dtype=kind).T.copy() for part in zip(*loop.needs, strict=True))
        sizes = [len(line.hands) for line in card.lines]
        return PlainNumpy(strict, flexible, np.cumsum([0, *sizes[:-1]]), np.array([-line.value for line in card.lines]))

    def missing(self, counts: Sequence[int]) -> np.ndarray:
        held = np.array(counts, dtype=self.strict.dtype)[:, None]
        jokers = counts[Tile.JOKER]
        held[Tile.JOKER] = 0
        spare = held - self.strict
        short = np.maximum(0, -spare).sum(axis=0)
        open_places = np.maximum(0, self.flexible - np.maximum(0, spare)).sum(axis=0)
        found: np.ndarray = short + np.maximum(0, open_places - jokers)
        return found

    def rank(self, counts: Sequence[int]) -> np.ndarray:
        """The lines, fewest missing first, then most valuable."""
        return np.lexsort((self.value, np.minimum.reduceat(self.missing(counts), self.first)))


def time_us(act: Callable[[int], object], times: int) -> float:
    """Median microseconds of one call; `act` gets the number of the call. Processor time of this thread, so that other
    work on the machine counts little; numpy runs in this thread (one core)."""
    taken = []
    for i in range(times):
        began = time.thread_time_ns()
        act(i)
        taken.append(time.thread_time_ns() - began)
    return median(taken) / 1000


def card_of(hands: Sequence[Hand], n: int, chance: Random) -> Card:
    """A card of exactly n different hands: the given ones, and as many more with one group changed as it takes."""
    text = "== T ==\n1. FF 1111a 2222b 3333c X 25\n"
    pool: dict[Hand, None] = dict.fromkeys(hands[:n])
    while len(pool) < n:
        hand = list(chance.choice(hands))
        i = chance.randrange(len(hand))
        kind = chance.choice([t for t in Tile if t not in (Tile.JOKER, Tile.FLOWER)])
        hand[i] = Group((kind,) * len(hand[i].tiles), len(hand[i].tiles) >= 3)
        pool[tuple(hand)] = None
    line = read_card(text).lines[0]
    step = 20
    picked = tuple(pool)
    lines = tuple(
        type(line)("T", k + 1, 25, False, True, picked[i : i + step], "") for k, i in enumerate(range(0, n, step))
    )
    return Card("bench", lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    times = 100 if parser.parse_args().quick else 1000
    chance = Random(1)
    racks = [chance.sample(WALL, 14) for _ in range(200)]
    counts = [counts_of(rack) for rack in racks]
    practice = read_card(practice_card_text())
    hands = [hand for line in practice.lines for hand in line.hands]
    card = card_of(hands, 1000, chance)
    table = HandTable(card)
    plain = PlainLoop.of([hand for line in card.lines for hand in line.hands])
    assert plain.missing(counts[0]) == table.missing(counts[0]).tolist()

    whole = PlainNumpy.of(card, plain)
    assert whole.missing(counts[0]).tolist() == table.missing(counts[0]).tolist()

    yard = time_us(lambda i: plain.missing(counts[i % 200]), max(5, times // 50))
    every = time_us(lambda i: table.missing(counts[i % 200]), times)
    ranked = time_us(lambda i: rank(table, racks[i % 200]), times)
    at_once = time_us(lambda i: whole.missing(counts[i % 200]), times)
    ranks = time_us(lambda i: whole.rank(counts[i % 200]), times)
    in_bytes = PlainNumpy.of(card, plain, np.int8)
    bytes_rank = time_us(lambda i: in_bytes.rank(counts[i % 200]), times)
    print(f"{'card of 1,000 hands, one rack':46} {'median':>10} {'plain loop':>12} {'faster':>8}")
    print(f"{'distance to every hand':46} {every:8.1f} us {yard:9.0f} us {yard / every:7.0f}x")
    print(
        f"{'rank: the lines in order, needs when asked for':46} {ranked:8.1f} us {yard:9.0f} us {yard / ranked:7.0f}x"
    )
    print(f"{'... distance, against numpy over all hands at once':50} {at_once:8.0f} us {at_once / every:11.1f}x")
    print(f"{'... rank, against the same put in order':50} {ranks:8.0f} us {ranks / ranked:11.1f}x")
    print(f"{'... rank, against that in bytes':50} {bytes_rank:8.0f} us {bytes_rank / ranked:11.1f}x")
    watched = [chance.sample(WALL, 60) for _ in range(50)]
    aware = time_us(lambda i: rank(table, racks[i % 200], (), watched[i % 50]), max(5, times // 5))
    print(f"{'rank with 60 tiles seen (dead hands proved)':46} {aware:8.1f} us {yard:9.0f} us {yard / aware:7.0f}x")
    five = time_us(lambda i: rank(table, racks[i % 200])[:5], max(5, times // 5))
    print(f"{'rank, and what the best five need':46} {five:8.0f} us")
    full = time_us(lambda i: list(rank(table, racks[i % 200])), max(5, times // 20))
    print(f"{f'rank, and what all {len(card.lines)} lines need':46} {full:8.0f} us")
    judge = time_us(lambda i: discards_judged(table, racks[i % 200]), max(10, times // 5))
    print(f"{'all discards of a rack of 14 judged':46} {judge:8.0f} us {14 * yard:9.0f} us {14 * yard / judge:7.0f}x")
    won = time_us(lambda i: wins(table, racks[i % 200]), times)
    print(f"{'win check':46} {won:8.1f} us {yard:9.0f} us {yard / won:7.0f}x")

    seen = [counts_of(chance.sample(WALL, 70)) for _ in range(50)]
    pungs = [group.tiles for hand in hands for group in hand if group.jokers]
    shown = [[chance.choice(pungs)] for _ in range(50)]
    proof_open = time_us(lambda i: dead_by_proof(table, (), seen[i % 50]), times // 2)
    for exposures in shown:
        table.after(exposures)
    proof = time_us(lambda i: dead_by_proof(table, shown[i % 50], seen[i % 50]), times // 2)
    fresh = time_us(lambda i: dead_by_proof(fresh_of(table), shown[i % 50], seen[i % 50]), max(10, times // 5))
    odd = [(Tile.NORTH,) * 5, (Tile.B1,) * 6]
    none = time_us(lambda i: dead_by_proof(fresh_of(table), odd, seen[i % 50]), max(10, times // 5))
    print(f"{'dead-hand proof, nothing exposed':46} {proof_open:8.0f} us")
    print(f"{'dead-hand proof, a new exposure':46} {fresh:8.0f} us")
    print(f"{'dead-hand proof, exposures that nothing fits':46} {none:8.0f} us")
    print(f"{'dead-hand proof, the same exposure again':46} {proof:8.0f} us")

    text = practice_card_text()
    compiled = time_us(lambda i: HandTable(read_card(text)), max(3, times // 100)) / 1000
    print(f"{f'practice card, {len(hands)} hands: read and compiled':46} {compiled:8.0f} ms")
    print(f"{'memory of the compiled card of 1,000':46} {table.nbytes / 1e6:8.2f} MB")

    print("\nhands     distance to every hand, per 1,000 hands")
    for n in (1_000, 2_000, 5_000, 10_000, 20_000):
        big = HandTable(card_of(hands, n, Random(2)))
        cost = time_us(lambda i, big=big: big.missing(counts[i % 200]), max(20, times // 5))  # type: ignore[misc]
        print(f"{n:6,} {cost:12.1f} us {cost / n * 1000:12.1f} us {big.nbytes / 1e6:8.2f} MB")

    limits = [
        ("rank 1,000 hands", ranked, RANK_US),
        ("judge discards", judge, JUDGE_US),
        ("dead-hand proof", max(proof, proof_open, fresh, none), PROOF_US),
        ("compile", compiled, COMPILE_MS),
        ("memory", table.nbytes, TABLE_BYTES),
        ("times faster than the plain loop", TIMES_FASTER, yard / ranked),
        ("times faster than numpy over all hands at once", TIMES_NUMPY, ranks / ranked),
    ]
    broken = [f"{name} ({value:.0f} against {limit:.0f})" for name, value, limit in limits if value > limit]
    print(f"\nlimits broken: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


def fresh_of(table: HandTable) -> HandTable:
    """The table without what it has kept of earlier exposures."""
    table.forget()
    return table


if __name__ == "__main__":
    sys.exit(main())
