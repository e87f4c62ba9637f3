"""Staged rests whose truth is known: what weighing chains makes of them, and what the first one alone, in one run.

    python -m tests.bench.propose --games 12

Simulated players play from the deal; after every act the table is shown as a camera would show it for three rests, with
one thing amiss, by family: `plain` nothing; `tie` the new tile's two likeliest faces are as good as alike in the first
rest, `tied` in two; `wrong` it reads as another face there; `late` it is not seen in the first rest at all; `joker` a
joker, or the natural beside it, of a new exposure reads as the other in the first rest; `two` no rest was seen between
two acts.
Then the whole truth is shown for two rests more. Counted are the acts that the log has right at the end, those it has
wrong or lacks (a table taken over as it lies counts as lacking), and questions asked.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from engine import event as e
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.sight.following import follow
from engine.sight.memory import Ask, Memory, Tell
from engine.sight.observation import Observation, Sight
from engine.sight.propose import propose
from engine.sight.telling import Scene
from engine.sight.weighing import Explain, weighed
from engine.state import evolve, replay
from engine.tile import Seat, Tile
from tests.table import sight
from vision.synthetic.game import SET, Called, Discarded, Exchanged, Game

FAMILIES = ("plain", "tie", "tied", "wrong", "late", "joker", "two")
NEAR = {Tile.B3: Tile.B8, Tile.C6: Tile.C7, Tile.D2: Tile.D3, Tile.NORTH: Tile.JOKER, Tile.SOUTH: Tile.JOKER}


@dataclass(slots=True)
class Count:
    right: int = 0
    wrong: int = 0
    asked: int = 0


@dataclass(slots=True)
class Shown:
    """The open table: discards with their places, exposures."""

    discards: list[tuple[Tile, float, float]] = field(default_factory=list)
    exposures: list[list[list[Tile]]] = field(default_factory=lambda: [[] for _ in Seat])
    placed: int = 0

    def lay(self, tile: Tile) -> None:
        n = self.placed
        self.placed += 1
        self.discards.append((tile, 30.0 * (n % 12) - 180, 36.0 * (n // 12) - 150))


@dataclass(frozen=True, slots=True)
class Stage:
    """One act: who, what the log should say, and the table before and after."""

    seat: Seat
    event: e.Event


def stages(seed: int) -> Iterator[Stage]:
    """The acts of one game that a camera can see, as events."""
    for act in Game(seed).acts():
        match act:
            case Discarded(seat, tile):
                yield Stage(seat, e.Discarded(seat, SET[tile]))
            case Called(seat, source, tile, tiles):
                yield Stage(seat, e.Exposed(seat, SET[tile], source, tuple(SET[t] for t in tiles)))
            case Exchanged(seat, owner, group, _, tile):
                yield Stage(seat, e.JokerExchanged(seat, owner, group, SET[tile]))
            case _:
                pass


def act_out(shown: Shown, event: e.Event) -> None:
    match event:
        case e.Discarded(_, tile):
            shown.lay(tile)
        case e.Exposed(seat, _, _, tiles):
            shown.discards.pop()
            shown.exposures[seat].append(list(tiles))
        case e.JokerExchanged(_, owner, group, tile):
            row = shown.exposures[owner][group]
            row[row.index(Tile.JOKER)] = tile


def looked(shown: Shown, hands: tuple[Seat, ...], amiss: Callable[[str, int, Tile], Sight | None]) -> list[Observation]:
    """One rest, six looks. `amiss(where, index, tile)` is how a tile is seen; None where it is not."""
    discards = [
        replace(s, x_mm=x, y_mm=y, frames=6)
        for n, (tile, x, y) in enumerate(shown.discards)
        if (s := amiss("discard", n, tile)) is not None
    ]
    racks = [
        tuple(
            tuple(
                replace(s, frames=6) for k, t in enumerate(group) if (s := amiss(f"rack {seat} {g}", k, t)) is not None
            )
            for g, group in enumerate(groups)
        )
        for seat, groups in enumerate(shown.exposures)
    ]
    p1, p2, p3, p4 = racks
    return [Observation(0.0, tuple(discards), (p1, p2, p3, p4), (), hands, n) for n in range(1, 7)]


class Log:
    """A log kept by following alone, and folded as a table folds it."""

    def __init__(self, explain: Explain) -> None:
        self.explain = explain
        self.events: list[e.Event] = []
        self.memory = Memory()
        self.asked = 0

    def see(self, observations: list[Observation]) -> None:
        for seen in observations:
            state = replay(self.events)
            self.memory, steps = follow(self.memory, Scene(state, Rules()), seen, self.explain)
            for step in steps:
                if isinstance(step, Tell):
                    self._tell(step.proposal)
                elif isinstance(step, Ask):
                    self.asked += 1

    def _tell(self, proposal: Proposal) -> None:
        ruling = rule(replay(self.events), proposal, Rules())
        if isinstance(ruling, Accepted):
            self.events += ruling.events

    @property
    def acts(self) -> Counter[e.Event]:
        """What the log says happened, corrections folded in; draws aside."""
        better = {c.number: c.event for c in self.events if isinstance(c, e.Corrected)}
        now = (better.get(n, event) for n, event in enumerate(self.events, 1))
        return Counter(a for a in now if isinstance(a, e.Discarded | e.Exposed | e.JokerExchanged))


def staged(seed: int, family: str, explain: Explain, begin: int, acts: int) -> Count:
    """`acts` acts of that game from act number `begin` on, each shown with what is amiss in that family."""
    chance = Random(f"{seed} {family}")
    played = list(stages(seed))[: begin + acts]
    shown = Shown()
    log = Log(explain)
    opening: list[e.Event] = [e.GameBegun(Seat.P1)]
    state = replay(opening)
    for stage in played[:begin]:
        ruling = rule(state, Proposal(stage.event, Source.LOG), Rules())
        assert isinstance(ruling, Accepted), ruling
        for fact in ruling.events:
            opening.append(fact)
            state = evolve(state, fact)
        act_out(shown, stage.event)
    log.events = list(opening)
    log.see(looked(shown, (), _clear))
    waiting: tuple[Seat, ...] = ()
    for k, stage in enumerate(played[begin:]):
        act_out(shown, stage.event)
        waiting = (*waiting, stage.seat)
        if family == "two" and k % 2 == 0 and k + 1 < acts:
            continue
        trouble = _trouble("plain" if family == "late" and k % 3 else family, shown, stage, chance)
        log.see(looked(shown, waiting, trouble))
        if family == "tied":
            log.see(looked(shown, (), trouble))
        waiting = ()
    for _ in range(2):
        log.see(looked(shown, (), _clear))
    wanted = Counter(s.event for s in played[begin:])
    told = log.acts - Counter(a for a in opening if isinstance(a, e.Discarded | e.Exposed | e.JokerExchanged))
    right = sum((wanted & told).values())
    return Count(right, sum((wanted - told).values()), log.asked)


def _clear(where: str, index: int, tile: Tile) -> Sight | None:
    return sight(tile, 0.99)


def _trouble(family: str, shown: Shown, stage: Stage, chance: Random) -> Callable[[str, int, Tile], Sight | None]:
    """How the newest tile is seen in the rest in which it comes."""
    last = len(shown.discards) - 1
    other = chance.choice([t for t in Tile if t is not Tile.JOKER])
    group = len(shown.exposures[stage.seat]) - 1
    place = f"rack {stage.seat.value} {group}"
    turned = chance.randrange(6)

    def amiss(where: str, index: int, tile: Tile) -> Sight | None:
        new = where == "discard" and index == last and isinstance(stage.event, e.Discarded)
        if new and family in ("tie", "tied"):
            return sight(tile, 0.505, else_=NEAR.get(tile, other if other is not tile else Tile.FLOWER))
        if new and family == "wrong":
            return sight(NEAR.get(tile, other if other is not tile else Tile.FLOWER), 0.9, else_=tile)
        if new and family == "late":
            return None
        if family == "joker" and isinstance(stage.event, e.Exposed) and where == place:
            tiles = stage.event.tiles
            if index == turned % len(tiles):
                seems = Tile.JOKER if tile is not Tile.JOKER else stage.event.called
                return sight(seems, 0.85, else_=tile)
        return sight(tile, 0.99)

    return amiss


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=12)
    words.add_argument("--acts", type=int, default=20, help="of each game")
    given = words.parse_args()
    for family in FAMILIES:
        for name, explain in (("first", propose), ("weighed", weighed)):
            total = Count()
            for game in range(given.games):
                one = staged(8_800_000 + game, family, explain, 10 + game, given.acts)
                total.right, total.wrong = total.right + one.right, total.wrong + one.wrong
                total.asked += one.asked
            print(f"{family:6} {name:8} {total.right:4} right {total.wrong:4} wrong {total.asked:4} asked", flush=True)


if __name__ == "__main__":
    main()
