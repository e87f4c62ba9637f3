"""How often each line of a card wins when simulated players play it: `python -m tests.bench.bench_card_balance`.

Deterministic per seed. Ends with 1 when a line never wins or wins more than its share (MOST of all wins), or when games
that nobody wins are fewer or more than at a table (WALL_GAMES).
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.hands import HandTable
from server.cards import load_card
from tests.bench.selfplay import Result, play

MOST = 0.07
WALL_GAMES = (0.07, 0.15)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--card", type=Path)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    table = HandTable(load_card(arguments.card))
    began = time.perf_counter()
    results: list[Result] = []
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        results.append(play(table, seed))
        if sys.stderr.isatty() and len(results) % 50 == 0:
            print(f"\r{len(results)} of {arguments.games} games", end="", file=sys.stderr)
    took_s = time.perf_counter() - began
    won = [result.win for result in results if result.win]
    lines = Counter(win.line.name for win in won)
    print(f"{len(results)} games, {took_s / len(results) * 1000:.0f} ms each")
    walls = 1 - len(won) / len(results)
    print(f"wall games {walls:.1%}, self-drawn {share(r.self_drawn for r in results if r.win):.1%}")
    print(
        f"jokerless {share(win.jokerless for win in won):.1%}, concealed {share(win.line.concealed for win in won):.1%}"
    )
    print(f"discards a game {sum(r.turns for r in results) / len(results):.1f}")
    print(f"exposures a game {sum(r.exposures for r in results) / len(results):.2f}")
    for line in table.lines:
        n = lines[line.name]
        print(f"{n / len(won):6.2%} {n:5d}  {line.mark} {line.value:<3} {line.name}: {line.text}")
    never = [line.name for line in table.lines if not lines[line.name]]
    often = [name for name, n in lines.items() if n / len(won) > MOST]
    print(f"never: {', '.join(never) or 'none'}; more than {MOST:.0%}: {', '.join(often) or 'none'}")
    return 1 if never or often or not WALL_GAMES[0] <= walls <= WALL_GAMES[1] else 0


def share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    sys.exit(main())
