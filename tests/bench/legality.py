"""Whether everything that the coach plays is legal: whole games of four coaches, act by act before the referee.

`python -m tests.bench.legality --games 20000` plays a card's deals and proposes each act, from the Charleston to the
win, to the referee of a real table (`engine.rules.referee.rule`), who knows the card. Printed are the games, the acts
by kind and what was refused, with the reason; it ends with 1 if anything was. What is played is kept in the state file
as the ladder's games are, so a run may be stopped and goes on where it was, until so many games are judged.
"""

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.card import read_card
from engine.event import Dealt, DiceRolled, EastChosen, Event, RulesChosen, WallGame, WallsBuilt
from engine.hands import HandTable
from engine.layers import seated
from engine.rules.referee import Proposal, Refused, Rules, Source, rule
from engine.state import State, evolve
from engine.tile import Seat
from tests.bench.ladder import PRACTICE, WITNESSES, keep, still_right
from tests.bench.rungs import LIFE
from tests.bench.tables import WALL, Result

FIRST = 3_000_000  # of the deals: nothing else plays these
STACKS = len(WALL) // 8
KEPT_EVERY = 20  # games
MOST_TOLD = 20  # games with an act refused
STATE = Path(__file__).with_name("legality.json")


class Illegal(AssertionError):
    """What a coach did and the referee refused, in words."""


def carried_out(state: State, event: Event, rules: Rules, told: list[Event] | None = None) -> State:
    """The state after an act; raises `Illegal` where the referee refuses it. `told` hears what she makes of it."""
    ruling = rule(state, Proposal(event, Source.LOG), rules)
    if isinstance(ruling, Refused):
        raise Illegal(f"{ruling.fault} ({event})")
    for follows in ruling.events:
        state = evolve(state, follows)
    if told is not None:
        told += ruling.events
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


def judged(log: tuple[Event, ...], rules: Rules, told: list[Event] | None = None) -> Counter[str]:
    """The acts of a game's log by kind, each accepted; raises `Illegal` at the first that is not."""
    state, acts = begun(rules), Counter[str]()
    for event in log:
        state = carried_out(state, event, rules, told)
        acts[type(event).__name__] += not isinstance(event, Dealt)
    if state.won_by is None:
        carried_out(state, WallGame(), rules, told)
    return +acts


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of four coaches as the referee has it, as far as she accepts it: by this it is seen whether what is kept
    was played and judged as today."""

    def __call__(self, table: HandTable, seed: int) -> Sequence[Result]:
        (game,) = LIFE(table, seed)
        told: list[Event] = []
        with suppress(Illegal):
            judged(game.log, Rules(table=table), told)
        return [replace(game, log=tuple(told))]


def main(
    games: Annotated[int, typer.Option(help="Games in all, with those that are kept.")] = 20_000,
    card: Annotated[Path, typer.Option()] = PRACTICE,
    state: Annotated[Path, typer.Option(help="Where what is judged is kept.")] = STATE,
    witnesses: Annotated[int, typer.Option(help="Deals to be played where the code has changed.")] = WITNESSES,
) -> None:
    table = HandTable(read_card(card.read_text(encoding="utf-8")))
    kept: dict[str, Any] = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    here = kept[card.name] = still_right(kept.get(card.name, {}), card.name, table, Judged(), witnesses)
    keep(kept, state)
    while here.get("games", 0) < games:
        for number in range(here.get("games", 0), min(games, here.get("games", 0) + KEPT_EVERY)):
            _judge(table, FIRST + number, here)
        keep(kept, state)
    acts, refused = here.get("acts", {}), here.get("refused", 0)
    print(f"{card.name}: {here.get('games', 0)} games, {sum(acts.values())} acts, {refused} games with an act refused")
    print("  " + ", ".join(f"{kind} {n}" for kind, n in sorted(acts.items())))
    for words in here.get("told", ()):
        print("  " + words)
    raise typer.Exit(bool(refused))


def _judge(table: HandTable, seed: int, here: dict[str, Any]) -> None:
    """One game more in the tally."""
    here["games"] = here.get("games", 0) + 1
    (game,) = LIFE(table, seed)
    try:
        acts = judged(game.log, Rules(table=table))
    except Illegal as illegal:
        here["refused"] = here.get("refused", 0) + 1
        here["told"] = [*here.get("told", ()), f"deal {seed}: {illegal}"][:MOST_TOLD]
    else:
        here["acts"] = dict(acts + Counter(here.get("acts", {})))


if __name__ == "__main__":
    typer.run(main)
