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


@dataclass(slots=True)
class Bench:
    """One run: a card of 1,000 hands and 200 racks of 14 to search it for; `yard` is what the plain loop takes."""

    times: int
    chance: Random
    racks: list[list[Tile]]
    hands: list[Hand]
    card: Card
    table: HandTable
    yard: float = 0.0

    @staticmethod
    def of(times: int) -> "Bench":
        chance = Random(1)
        racks = [chance.sample(WALL, 14) for _ in range(200)]
        hands = [hand for line in read_card(practice_card_text()).lines for hand in line.hands]
        card = card_of(hands, 1000, chance)
        return Bench(times, chance, racks, hands, card, HandTable(card))

    def few(self, part: int, least: int = 5) -> int:
        """A part of the repetitions, for what takes longer."""
        return max(least, self.times // part)

    def told(self, what: str, took_us: float, yards: float = 0.0) -> None:
        """A row of the table; `yards`: how many plain loops would do the same, 0 where none would."""
        beside = f" {yards * self.yard:9.0f} us {yards * self.yard / took_us:7.0f}x" if yards else ""
        print(f"{what:46} {took_us:8.1f} us{beside}")

    def ranking(self) -> tuple[float, float]:
        """Distances and ranks; microseconds of a rank, and how many times numpy over all hands takes that."""
        table, racks, counts = self.table, self.racks, [counts_of(rack) for rack in self.racks]
        loop = PlainLoop.of([hand for line in self.card.lines for hand in line.hands])
        whole, in_bytes = PlainNumpy.of(self.card, loop), PlainNumpy.of(self.card, loop, np.int8)
        assert loop.missing(counts[0]) == table.missing(counts[0]).tolist() == whole.missing(counts[0]).tolist()
        self.yard = time_us(lambda i: loop.missing(counts[i % 200]), self.few(50))
        every = time_us(lambda i: table.missing(counts[i % 200]), self.times)
        ranked = time_us(lambda i: rank(table, racks[i % 200]), self.times)
        at_once = time_us(lambda i: whole.missing(counts[i % 200]), self.times)
        ranks = time_us(lambda i: whole.rank(counts[i % 200]), self.times)
        bytes_rank = time_us(lambda i: in_bytes.rank(counts[i % 200]), self.times)
        print(f"{'card of 1,000 hands, one rack':46} {'median':>10} {'plain loop':>12} {'faster':>8}")
        self.told("distance to every hand", every, 1)
        self.told("rank: the lines in order, needs when asked for", ranked, 1)
        print(f"{'... distance, against numpy over all hands at once':50} {at_once:8.0f} us {at_once / every:11.1f}x")
        print(f"{'... rank, against the same put in order':50} {ranks:8.0f} us {ranks / ranked:11.1f}x")
        print(f"{'... rank, against that in bytes':50} {bytes_rank:8.0f} us {bytes_rank / ranked:11.1f}x")
        return ranked, ranks / ranked

    def reckoning(self) -> float:
        """What stands upon a rank; microseconds for judging all discards of a rack."""
        table, racks = self.table, self.racks
        watched = [self.chance.sample(WALL, 60) for _ in range(50)]
        aware = time_us(lambda i: rank(table, racks[i % 200], (), watched[i % 50]), self.few(5))
        self.told("rank with 60 tiles seen (dead hands proved)", aware, 1)
        self.told("rank, and what the best five need", time_us(lambda i: rank(table, racks[i % 200])[:5], self.few(5)))
        full = time_us(lambda i: list(rank(table, racks[i % 200])), self.few(20))
        self.told(f"rank, and what all {len(self.card.lines)} lines need", full)
        judge = time_us(lambda i: discards_judged(table, racks[i % 200]), self.few(5, 10))
        self.told("all discards of a rack of 14 judged", judge, 14)
        self.told("win check", time_us(lambda i: wins(table, racks[i % 200]), self.times), 1)
        return judge

    def proving(self) -> float:
        """Dead hands, proved; microseconds of the slowest proof."""
        table, chance = self.table, self.chance
        seen = [counts_of(chance.sample(WALL, 70)) for _ in range(50)]
        pungs = [group.tiles for hand in self.hands for group in hand if group.jokers]
        shown = [[chance.choice(pungs)] for _ in range(50)]
        odd = [(Tile.NORTH,) * 5, (Tile.B1,) * 6]
        bare = time_us(lambda i: dead_by_proof(table, (), seen[i % 50]), self.times // 2)
        for exposures in shown:
            table.after(exposures)
        again = time_us(lambda i: dead_by_proof(table, shown[i % 50], seen[i % 50]), self.times // 2)
        fresh = time_us(lambda i: dead_by_proof(fresh_of(table), shown[i % 50], seen[i % 50]), self.few(5, 10))
        none = time_us(lambda i: dead_by_proof(fresh_of(table), odd, seen[i % 50]), self.few(5, 10))
        self.told("dead-hand proof, nothing exposed", bare)
        self.told("dead-hand proof, a new exposure", fresh)
        self.told("dead-hand proof, exposures that nothing fits", none)
        self.told("dead-hand proof, the same exposure again", again)
        return max(again, bare, fresh, none)

    def compiling(self) -> float:
        """Milliseconds for reading and compiling the practice card."""
        text = practice_card_text()
        compiled = time_us(lambda i: HandTable(read_card(text)), self.few(100, 3)) / 1000
        print(f"{f'practice card, {len(self.hands)} hands: read and compiled':46} {compiled:8.0f} ms")
        print(f"{'memory of the compiled card of 1,000':46} {self.table.nbytes / 1e6:8.2f} MB")
        return compiled

    def growing(self) -> None:
        """What cards of more hands cost."""
        print("\nhands     distance to every hand, per 1,000 hands")
        counts = [counts_of(rack) for rack in self.racks]
        for n in (1_000, 2_000, 5_000, 10_000, 20_000):
            big = HandTable(card_of(self.hands, n, Random(2)))
            cost = time_us(lambda i, big=big: big.missing(counts[i % 200]), self.few(5, 20))  # type: ignore[misc]
            print(f"{n:6,} {cost:12.1f} us {cost / n * 1000:12.1f} us {big.nbytes / 1e6:8.2f} MB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    bench = Bench.of(100 if parser.parse_args().quick else 1000)
    ranked, times_numpy = bench.ranking()
    judge, proof, compiled = bench.reckoning(), bench.proving(), bench.compiling()
    bench.growing()
    limits = [
        ("rank 1,000 hands", ranked, RANK_US),
        ("judge discards", judge, JUDGE_US),
        ("dead-hand proof", proof, PROOF_US),
        ("compile", compiled, COMPILE_MS),
        ("memory", bench.table.nbytes, TABLE_BYTES),
        ("times faster than the plain loop", TIMES_FASTER, bench.yard / ranked),
        ("times faster than numpy over all hands at once", TIMES_NUMPY, times_numpy),
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
