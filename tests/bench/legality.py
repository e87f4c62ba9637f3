"""Whether everything that the coach plays is legal: whole games of four coaches, act by act before the referee.

`python -m tests.bench.legality --games 20000` plays a card's deals from seed `--first` on and proposes each act, from
the Charleston to the win, to the referee of a real table (`engine.rules.referee.rule`), who knows the card. Printed are
the games, the acts by kind and what was refused, with the reason; it ends with 1 if anything was.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from engine.card import read_card
from engine.event import Dealt, DiceRolled, EastChosen, Event, RulesChosen, WallGame, WallsBuilt
from engine.hands import HandTable
from engine.layers import seated
from engine.rules.referee import Proposal, Refused, Rules, Source, rule
from engine.state import State, evolve
from engine.tile import Seat
from tests.bench.ladder import PRACTICE
from tests.bench.rungs import COACH
from tests.bench.tables import WALL, play, shuffled

FIRST = 3_000_000  # of the deals: nothing else plays these
STACKS = len(WALL) // 8
TOLD_EVERY = 1000  # games


class Illegal(AssertionError):
    """What a coach did and the referee refused, in words."""


def carried_out(state: State, event: Event, rules: Rules) -> State:
    """The state after an act; raises `Illegal` where the referee refuses it."""
    ruling = rule(state, Proposal(event, Source.LOG), rules)
    if isinstance(ruling, Refused):
        raise Illegal(f"{ruling.fault} ({event})")
    for follows in ruling.events:
        state = evolve(state, follows)
    return state


def begun(rules: Rules) -> State:
    """A table where the tiles are dealt and the first player is East."""
    state = seated(tuple(Seat))
    told = (
        RulesChosen(rules.ruleset.differences),
        EastChosen(Seat.P1),
        WallsBuilt(STACKS),
        DiceRolled(Seat.P1, (3, 4)),
    )
    for event in told:
        state = carried_out(state, event, rules)
    return state


def judged(log: tuple[Event, ...], rules: Rules) -> Counter[str]:
    """The acts of a game's log by kind, each accepted; raises `Illegal` at the first that is not."""
    state, acts = begun(rules), Counter[str]()
    for event in log:
        state = carried_out(state, event, rules)
        acts[type(event).__name__] += not isinstance(event, Dealt)
    if state.won_by is None:
        carried_out(state, WallGame(), rules)
    return +acts


def main(
    games: Annotated[int, typer.Option()] = 20_000,
    card: Annotated[Path, typer.Option()] = PRACTICE,
    first: Annotated[int, typer.Option()] = FIRST,
) -> None:
    table = HandTable(read_card(card.read_text(encoding="utf-8")))
    rules, acts, refused = Rules(table=table), Counter[str](), list[str]()
    for number in range(games):
        try:
            acts += judged(play(table, shuffled(first + number), [COACH] * 4).log, rules)
        except Illegal as illegal:
            refused.append(f"deal {first + number}: {illegal}")
        if not (number + 1) % TOLD_EVERY:
            print(f"{number + 1} games, {acts.total()} acts, {len(refused)} games with an act refused", flush=True)
    print(f"{card.name}: {games} games, {acts.total()} acts, {len(refused)} games with an act refused")
    print("  " + ", ".join(f"{kind} {n}" for kind, n in sorted(acts.items())))
    for words in refused[:20]:
        print("  " + words)
    raise typer.Exit(bool(refused))


if __name__ == "__main__":
    typer.run(main)
