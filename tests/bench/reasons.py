"""Is every reason that the coach gives true? `python -m tests.bench.reasons --positions 1000`

Decisions are drawn from whole games of two coaches and two who play for the nearest hand. At each, everything that the
coach can be asked there is asked: the pass, the courtesy count and the vote, the call, the discard, the exchange, the
switch, why not another tile or line, the hands in reach and the safe discards. `tests/reasons.py` counts every reason
again by itself, and sees only what the seat sees. Printed are the positions and the reasons by kind; it ends with 1 if
one was false.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import (
    Advice,
    Known,
    Reason,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    advise_switch,
    hands_in_reach,
    safe_discards,
    why_not,
)
from engine.hands import HandTable
from engine.tile import Tile
from tests.bench.ladder import CARDS
from tests.bench.players import Player, Strength
from tests.bench.tables import play, shuffled
from tests.reasons import is_true

FIRST = 6_000_000  # of the deals: nothing else plays these
EVERY = 9  # one of so many decisions is drawn
REACH = 4  # hands in reach, as the page shows them


@dataclass(frozen=True, slots=True)
class Decision:
    """What the seat knows, what it decides (pass, call, discard), and the tile that it may call."""

    known: Known
    what: str
    tile: Tile | None


def decisions(table: HandTable, first: int, every: int) -> Iterator[Decision]:
    """Decisions met in whole games from deal `first` on, one of so many, without end."""
    chance = Random(first)
    seats = [Player(Strength.COACH), Player(Strength.NEAREST)] * 2
    for deal in count(first):
        found: list[Decision] = []

        def watch(known: Known, what: str, tile: Tile | None, found: list[Decision] = found) -> None:
            if chance.randrange(every) == 0:
                found.append(Decision(known, what, tile))

        play(table, shuffled(deal), seats, watch)
        yield from found


def advised(decision: Decision) -> list[Advice]:
    """What the coach says where it is asked about everything that is to be decided there."""
    known, what, tile = decision.known, decision.what, decision.tile
    if what == "pass":
        return [advise_pass(known), advise_pass(known, Stage.COURTESY), advise_pass(known, Stage.VOTE)]
    if what == "call" and tile is not None:
        return [advise_call(known, tile)]
    line = known.table.lines[len(known.discards) % len(known.table.lines)]
    asked = [advise_discard(known), advise_exchange(known), why_not(known, line), advise_switch(known, line)]
    return [*asked, why_not(known, known.rack[len(known.discards) % len(known.rack)])]


def reasons(decision: Decision) -> list[Reason]:
    """Every reason given there."""
    told: list[Advice] = advised(decision)
    every: list[Sequence[Reason]] = [a.reasons for a in told]
    every += [r.reasons for r in hands_in_reach(decision.known, REACH)]
    every += [s.reasons for s in safe_discards(decision.known)]
    return [reason for given in every for reason in given]


def main(
    positions: Annotated[int, typer.Option(help="Decisions of each card.")] = 1000,
    card: Annotated[list[Path] | None, typer.Option(help="The cards to play.")] = None,
) -> None:
    """Draw, ask, count again and print."""
    wrong = 0
    for path in card or CARDS:
        table = HandTable(read_card(path.read_text(encoding="utf-8")))
        kinds: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        for decision, _ in zip(decisions(table, FIRST, EVERY), range(positions), strict=False):
            asked[decision.what] += 1
            for reason in reasons(decision):
                kinds[reason.kind.value] += 1
                if not is_true(decision.known, reason, decision.tile):
                    wrong += 1
                    print("false:", decision.what, reason)
        print(f"{path.stem}: {positions} positions ({', '.join(f'{n} {w}' for w, n in asked.most_common())})")
        print(f"  {kinds.total()} reasons: {', '.join(f'{n} {k}' for k, n in kinds.most_common())}")
    print(f"false: {wrong}")
    if wrong:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
