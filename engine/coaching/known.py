"""What one seat may know: its own rack, what lies and stands on the table, what it passed and was passed. Nothing else.

Every function of this package takes a `Known`, so none of them can lean on a tile that its player has not seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.charleston import Stage
from engine.hands import HandTable, counts_of
from engine.rules.calling import only_to_win
from engine.rules.ruleset import PRESETS, RuleSet
from engine.rules.ruling import Rules
from engine.rules.winning import to_be_had
from engine.state import Phase, State
from engine.tile import N_KINDS, Seat, Tile
from engine.turn import Discard, HoldingFourteen

Exposures = tuple[tuple[tuple[Tile, ...], ...], ...]  # four, indexed by Seat; groups from their owner's left

_COPIES = tuple(t.copies for t in Tile)
_NO_EXPOSURES: Exposures = ((), (), (), ())
_LEAGUE = PRESETS["league"]


@dataclass(frozen=True, slots=True)
class Handed:
    """Tiles that went from this seat to `seat`, or came from it, in one Charleston pass."""

    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Known:
    """The table as one seat knows it.

    `rack` are its concealed tiles; `concealed` counts everybody's, its own too. `turn`: whose turn it is. `offered` is
    the discard that this seat may call now, `to_win_only` if for mah jongg alone; it lies among `discards`, or in the
    group of who has exposed it. `passed` and `received` in order of the passes; `stage` is the Charleston's, None
    outside it. `drawn`: the fourteenth tile came from the wall.
    """

    table: HandTable
    seat: Seat
    rack: tuple[Tile, ...]
    exposures: Exposures = _NO_EXPOSURES
    discards: tuple[Discard, ...] = ()
    concealed: tuple[int, int, int, int] = (13, 13, 13, 13)
    wall: int = 99
    turn: Seat = Seat.P1
    offered: Tile | None = None
    to_win_only: bool = False
    drawn: bool = False
    stage: Stage | None = None
    players: tuple[Seat, ...] = tuple(Seat)
    dead: tuple[Seat, ...] = ()
    passed: tuple[Handed, ...] = ()
    received: tuple[Handed, ...] = ()
    rules: RuleSet = field(default=_LEAGUE)
    names: tuple[str, ...] = field(default=("",) * len(Seat), compare=False)  # by Seat; "" where nobody said one

    @property
    def own(self) -> tuple[tuple[Tile, ...], ...]:
        """Its own exposures."""
        return self.exposures[self.seat]

    @cached_property
    def counts(self) -> list[int]:
        """Its concealed tiles per kind (36)."""
        return counts_of(self.rack)

    @cached_property
    def seen(self) -> list[int]:
        """Per kind, what all can see: discards and exposures, its own included."""
        counts = [0] * N_KINDS
        for discard in self.discards:
            counts[discard.tile] += 1
        for groups in self.exposures:
            for group in groups:
                for tile in group:
                    counts[tile] += 1
        return counts

    @cached_property
    def unseen(self) -> list[int]:
        """Per kind, what may still be in the wall or on another rack."""
        return [max(0, n - s - c) for n, s, c in zip(_COPIES, self.seen, self.counts, strict=True)]

    @cached_property
    def elsewhere(self) -> list[int]:
        """Per kind, unseen tiles that are on somebody's rack for sure: passed on, and not come back or seen since."""
        given = [0] * N_KINDS
        for handed in self.passed:
            for tile in handed.tiles:
                given[tile] += 1
        for handed in self.received:
            for tile in handed.tiles:
                given[tile] = max(0, given[tile] - 1)
        return [min(max(0, n - s), u) for n, s, u in zip(given, self.seen, self.unseen, strict=True)]

    @property
    def own_turn(self) -> bool:
        """It holds fourteen and must discard."""
        return len(self.rack) + sum(map(len, self.own)) > 13

    def standing_jokers(self) -> list[int]:
        """Per kind, jokers in exposures that stand for it and may be exchanged."""
        counts = [0] * N_KINDS
        for groups in self.exposures:
            for group in groups:
                natural = next((t for t in group if t is not Tile.JOKER), None)
                if natural is not None:
                    counts[natural] += group.count(Tile.JOKER)
        return counts


def known_of(
    state: State,
    seat: Seat,
    rack: Sequence[Tile],
    rules: Rules,
    passed: Sequence[Handed] = (),
    received: Sequence[Handed] = (),
) -> Known:
    """What `seat` knows of `state`: its own concealed `rack`, what it `passed` and `received`, and what all can see.

    Raises ValueError without a card: there is nothing to advise on.
    """
    if rules.table is None:
        raise ValueError("Without a card there is nothing to advise on.")
    turn = state.game.turn
    offered = _offered(state, seat)
    wins_only = state.contest is not None or only_to_win(state, seat, rules) is not None
    return Known(
        table=rules.table,
        seat=seat,
        rack=tuple(rack),
        exposures=tuple(tuple(e.tiles for e in r.exposures) for r in state.racks),
        discards=state.discards,
        concealed=(
            state.racks[0].concealed,
            state.racks[1].concealed,
            state.racks[2].concealed,
            state.racks[3].concealed,
        ),
        wall=state.wall,
        turn=state.turn,
        offered=offered,
        to_win_only=offered is not None and wins_only,
        drawn=isinstance(turn, HoldingFourteen) and turn.seat is seat and turn.drawn,
        stage=state.charleston.stage if state.phase is Phase.CHARLESTON and state.charleston else None,
        players=state.players,
        dead=tuple(s for s in state.players if state.racks[s].dead is not None),
        passed=tuple(passed),
        received=tuple(received),
        rules=rules.ruleset,
        names=state.names,
    )


def _offered(state: State, seat: Seat) -> Tile | None:
    """The tile that `seat` may call, to expose it or to win: none that was called by a wrong name, and no joker."""
    discard = to_be_had(state, seat)
    return None if discard is None or discard.named is not None or discard.tile is Tile.JOKER else discard.tile
