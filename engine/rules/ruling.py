"""What is asked of the referee, the rules in force, and what it answers: a ruling. No rule is decided here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.event import Event, HandDied
from engine.faults import Cause, Fault
from engine.hands import HandTable
from engine.rules.ruleset import LEAGUE, RuleSet
from engine.state import Phase, State
from engine.tile import Seat, Tile, codes


class Source(Enum):
    """Where a proposal came from."""

    CAMERA = "camera"
    TABLET = "tablet"
    BUTTON = "button"
    REFEREE = "referee"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event that we believe happened; not yet a fact. `confidence` is a probability."""

    event: Event
    source: Source
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Accepted:
    """The facts to append, in order: the proposed one, filled in, and those it implies (a draw nobody saw)."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    fault: Fault


Ruling = Accepted | Refused


@dataclass(frozen=True, slots=True)
class Rules:
    """What one table plays by: its rule set and its card. Without a card (`table` None) fourteen tiles in groups of
    like tiles win, and exposures are judged only as groups of like tiles."""

    ruleset: RuleSet = LEAGUE
    table: HandTable | None = None

    def of(self, id: str) -> str:
        """The answer to one option of the rule set, `C-20`."""
        return self.ruleset.of(id)


def refuse(cause: Cause, seat: Seat | None, says: str) -> Refused:
    return Refused(Fault(cause, seat, says))


WRONG_COUNTS = frozenset((Cause.WRONG_COUNT, Cause.DISCARDED_WITHOUT_TILE, Cause.OUT_OF_TURN))
"""Causes that are a wrong number of tiles (DEAD-01)."""


def plays_on(cause: Cause, ruleset: RuleSet) -> bool:
    """Whether a hand that died of this goes on drawing and discarding (C-20), or, with a wrong number of tiles, is not
    stopped by that (C-19)."""
    return ruleset.of("C-20") == "plays_on" or (cause in WRONG_COUNTS and ruleset.of("C-19") == "play_on")


def dies(seat: Seat, cause: Cause, rules: Rules) -> HandDied:
    """The hand's death, and whether it plays on."""
    return HandDied(seat, cause, plays_on=plays_on(cause, rules.ruleset))


def in_play(state: State, seat: Seat) -> Refused | None:
    """Why `seat` may not act in play at all; None if it may: a dead hand only where the dead play on."""
    if state.phase is not Phase.PLAY:
        courtesy = state.phase is Phase.CHARLESTON and len(state.players) < 4  # all there is without four (P3-02)
        where = "the courtesy pass is not over yet" if courtesy else _WHERE[state.phase]
        return refuse(Cause.NOT_NOW, seat, f"{seat.name} cannot do that now: {where}.")
    if seat not in state.players:
        return refuse(Cause.NOT_PLAYING, seat, f"{seat.name} does not play this game.")
    if not state.takes_turns(seat):
        return refuse(Cause.DEAD_ALREADY, seat, f"{seat.name}'s hand is dead and stops playing.")
    return None


def in_contest(state: State, seat: Seat) -> Refused | None:
    """As `in_play`, for acts that no dead hand may do: call, exchange a joker, win."""
    if state.phase is Phase.PLAY and seat in state.players and state.racks[seat].dead is not None:
        now = "plays on, but" if state.racks[seat].plays_on else "is dead and"
        return refuse(Cause.DEAD, seat, f"{seat.name}'s hand {now} can neither call, exchange nor win.")
    return in_play(state, seat)


_WHERE = {
    Phase.SETUP: "the tiles are not dealt yet",
    Phase.CHARLESTON: "the Charleston is not over yet",
    Phase.PLAY: "the tiles are dealt and play has begun",
    Phase.OVER: "the game is over",
}


def visible(state: State, tile: Tile) -> int:
    """How many of `tile` all can see: among the discards and in exposures."""
    exposed = sum(e.tiles.count(tile) for rack in state.racks for e in rack.exposures)
    return exposed + sum(d.tile is tile for d in state.discards)


def visible_counts(state: State) -> list[int]:
    """Per kind (36), what lies among the discards and stands in exposures."""
    counts = [0] * len(Tile)
    for d in state.discards:
        counts[d.tile] += 1
    for rack in state.racks:
        for exposure in rack.exposures:
            for t in exposure.tiles:
                counts[t] += 1
    return counts


def without_a_suit(players: int, rules: Rules) -> bool:
    """Whether one whole suit is left out of the set (P3-03)."""
    return players == 3 and rules.of("C-27") == "drop_suit"


def suits(tiles: Iterable[Tile]) -> set[int]:
    """Of which suits there are number tiles: 0 Bams, 1 Craks, 2 Dots."""
    return {t // 9 for t in tiles if t < Tile.NORTH}


def suit_left_out(state: State, rules: Rules) -> range:
    """The number tiles that are not in play, once both other suits have been seen; until then nothing."""
    seen = suits(t for t, n in zip(Tile, visible_counts(state), strict=True) if n)
    if not without_a_suit(len(state.players), rules) or len(seen) != 2:
        return range(0)
    out = 9 * (3 - sum(seen))
    return range(out, out + 9)


def third_suit(state: State, seat: Seat, tiles: Sequence[Tile], rules: Rules) -> Refused | None:
    """Why `tiles` cannot be in play beside those in sight, where one suit is left out."""
    if not without_a_suit(len(state.players), rules):
        return None
    seen = (t for t, n in zip(Tile, visible_counts(state), strict=True) if n)
    if len(suits((*seen, *tiles))) < 3:
        return None
    says = f"{codes(tiles)} would make three suits, and this table plays without one: look again."
    return refuse(Cause.SUIT_LEFT_OUT, seat, says)


def distance(state: State, seat: Seat) -> int:
    """How many turns after the discarder `seat` comes, 1 to 3; 0 for the discarder."""
    last = state.contest.discard if state.contest is not None else state.last_discard
    thrower = last.seat if last is not None and last.seat is not None else state.turn.left
    return (seat - thrower) % 4
