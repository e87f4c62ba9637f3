"""Whole simulated games under every preset with three, four and five people, and how fast rule and evolve are.

`python -m tests.bench.bench_rules [GAMES [FIRST]]` plays them (10,000 unless said, from seed 0 unless said), holds the
tiles of the set against the state after every event, and prints games per second, events per second of rule + evolve
alone, and the cost per event in each quarter of a game against the second: it must be flat.
"""

import argparse
from collections import Counter
from pathlib import Path
from time import perf_counter, process_time

from engine.layers import seated
from engine.rules.ledger import Ledger
from engine.rules.referee import Accepted, Proposal, Rules, rule
from engine.rules.rotation import Session, how_ended, next_game
from engine.rules.ruleset import PRESETS
from engine.state import evolve, replay
from engine.tile import Seat
from tests.games import Game, tables

CARD = Path(__file__).parents[2] / "engine" / "cards" / "practice.card"
NAMES = ("Ann", "Bea", "Cy", "Di", "Eve")
QUARTERS = 4
TOLD_EVERY = 1000  # games


def timed(rules: Rules, players: tuple[Seat, ...], proposals: list[Proposal]) -> tuple[int, list[float]]:
    """The same proposals again, nothing but rule and evolve: events, and seconds per event in each quarter."""
    state = seated(players)
    events, seconds = 0, [0.0] * QUARTERS
    counts = [0] * QUARTERS
    for number, proposal in enumerate(proposals):
        quarter = number * QUARTERS // len(proposals)
        start = process_time()
        ruling = rule(state, proposal, rules)
        if isinstance(ruling, Accepted):
            for event in ruling.events:
                state = evolve(state, event)
            counts[quarter] += len(ruling.events)
        seconds[quarter] += process_time() - start
    events = sum(counts)
    return events, [s / max(1, c) for s, c in zip(seconds, counts, strict=True)]


def main(games: int, first: int = 0) -> None:
    table = tables(CARD.read_text(encoding="utf-8"))
    sessions = {n: Session((NAMES[0], NAMES[1], NAMES[2], NAMES[3] if n > 3 else None)) for n in (3, 4, 5)}
    sessions[5] = Session(sessions[4].people, resting=NAMES[4])
    ledgers = {n: Ledger.of(*NAMES[:n]) for n in (3, 4, 5)}
    ends: Counter[tuple[str, int, str]] = Counter()
    began, events, ruling_s = perf_counter(), 0, 0.0
    per_quarter = [0.0] * QUARTERS
    for number in range(games):
        people = (4, 3, 5)[number % 3]
        name = list(PRESETS)[number // 3 % len(PRESETS)]
        session = sessions[people]
        rules = Rules(PRESETS[name], table)
        game = Game(rules, number + first, session.players, session.east)
        points = game.play()
        ledgers[people] = ledgers[people].game(session.people, points)
        assert sum(b for _, b in ledgers[people].balances) == 0
        assert replay(game.log, seated(session.players)) == game.state
        ends[name, people, how_ended(game.state).value] += 1
        sessions[people] = next_game(session, how_ended(game.state), rules.ruleset)
        start = process_time()
        n, quarters = timed(rules, session.players, game.proposals)
        ruling_s += process_time() - start
        events += n
        per_quarter = [a + b for a, b in zip(per_quarter, quarters, strict=True)]
        if not (number + 1) % TOLD_EVERY:
            print(f"{number + 1} games, {events} events, none broken", flush=True)
    whole = perf_counter() - began
    print(f"{games} games, {events} events, {games / whole:.1f} games/s with players and checks")
    print(f"rule + evolve: {events / ruling_s:.0f} events/s of one core")
    flat = " ".join(f"{q / per_quarter[1]:.2f}" for q in per_quarter)
    print(f"cost per event by quarter of the game, against the second: {flat}")
    for (name, people, end), n in sorted(ends.items()):
        print(f"  {name}, {people} people, {end}: {n}")


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("games", type=int, nargs="?", default=10_000)
    words.add_argument("first", type=int, nargs="?", default=0, help="the first game's seed")
    given = words.parse_args()
    main(given.games, given.first)
