"""What waits for a judge: a Mah Jongg that was said, a challenge that nothing on the table proves. Who may answer, and
with which events. What the answer does is the referee's (`engine.rules.referee`) to say.
"""

from dataclasses import dataclass

from engine.event import (
    Challenged,
    ChallengeDisputed,
    Event,
    FalseMahJongg,
    FoundAlive,
    GameBegun,
    HandDied,
    MahJongg,
    Resynced,
)
from engine.faults import Cause
from engine.hands import fits
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import RuleSet
from engine.rules.ruling import plays_on
from engine.rules.winning import to_be_had
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.access import Visitor
from server.log import Entry
from server.people import People, Sentence
from server.table import Table

# What players find a challenged hand dead for, when nothing that all can see proves it.
FINDINGS: tuple[tuple[Cause, str], ...] = (
    (Cause.WRONG_COUNT, "wrong number of tiles"),
    (Cause.WRONG_EXPOSURE, "wrong exposure"),
)


Lines = tuple[tuple[str, int, tuple[tuple[Tile, ...], ...]], ...]
"""Lines of the card: name, value, and the groups of one of its hands."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """`seat` said Mah Jongg in event `number`. `tiles` are the fourteen that the camera sees laid open there, empty
    while it does not see them; `fault` says why those do not win."""

    seat: Seat
    number: int
    tiles: tuple[Tile, ...] = ()
    fault: str = ""

    @property
    def valid(self) -> bool:
        return bool(self.tiles) and not self.fault


@dataclass(frozen=True, slots=True)
class Challenge:
    """`seat` asked in event `number` whether `other`'s hand is dead, and nobody has answered."""

    seat: Seat
    other: Seat
    number: int


def findings(ruleset: RuleSet) -> tuple[tuple[Cause, str], ...]:
    """The same in the words of a button, by what each costs at this table (C-19, C-20)."""
    return tuple((c, f"{'Cannot win' if plays_on(c, ruleset) else 'Dead'}: {found}") for c, found in FINDINGS)


def declarer(state: State) -> Seat | None:
    """Who has said Mah Jongg and not been answered: the first, where there are several."""
    if state.phase is not Phase.PLAY:
        return None
    if state.declared is not None:
        return state.declared
    return next((c.seat for c in state.calls if c.mah_jongg), None)


def declaration(table: Table) -> Declaration | None:
    """The Mah Jongg that waits for its answer."""
    seat = declarer(table.state)
    if seat is None:
        return None
    number = max((x.number for x in _standing(table) if _declares(x.event, seat)), default=table.number)
    tiles = laid_open(table, seat)
    if not tiles:
        return Declaration(seat, number)
    ruling = table.judge(Proposal(MahJongg(seat, tiles), Source.CAMERA))
    return Declaration(seat, number, tiles, "" if isinstance(ruling, Accepted) else ruling.fault.says)


def laid_open(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """All fourteen tiles where the camera sees that many lie at `seat`, the called one among them or not."""
    if not isinstance(table.seen, Resynced):
        return ()
    tiles = tuple(t for group in table.seen.exposures[seat] for t in group)
    last, own_turn = to_be_had(table.state, seat), table.state.holder is seat
    if len(tiles) == 13 and not own_turn and last is not None:
        tiles = (*tiles, last.tile)
    return tiles if len(tiles) == 14 else ()


def challenge(table: Table) -> Challenge | None:
    """The latest challenge that nobody has answered for the hand that it was about. One that could be proved is
    answered by the same act."""
    if table.state.phase is not Phase.PLAY:
        return None
    answered: set[Seat] = set()
    for entry in reversed(_standing(table)):
        match entry.event:
            case HandDied(seat) | FoundAlive(seat) | ChallengeDisputed(seat):
                answered.add(seat)
            case GameBegun():
                return None
            case Challenged(seat, other) if other not in answered:
                return Challenge(seat, other, entry.number)
    return None


def _standing(table: Table) -> list[Entry]:
    gone = table.gone
    return [x for x in table.log if x.number not in gone]


def _declares(event: Event, seat: Seat) -> bool:
    said = type(event).__name__ == "Declared" or getattr(event, "mah_jongg", False)
    return said and getattr(event, "seat", None) is seat


def may_judge(visitor: Visitor, concerned: Seat, referee_looks: bool) -> bool:
    """The referee answers; where nobody has the referee's page open, any other player, or a tablet that all share."""
    if visitor.referee or visitor.plays_for_all:
        return True
    return not referee_looks and visitor.plays and concerned not in visitor.seats


def lines(table: Table, seat: Seat) -> Lines:
    """The card's lines that `seat`'s exposures allow, each with its value and the groups of one of its hands."""
    return lines_for(table.rules_in_force, table.state, seat)


def lines_for(rules: Rules, state: State, seat: Seat) -> Lines:
    """The same for any state of a game."""
    card = rules.table
    if card is None:
        return ()
    exposures = [e.tiles for e in state.racks[seat].exposures]
    found: dict[str, tuple[int, tuple[tuple[Tile, ...], ...]]] = {}
    for line, hand in fits(card, exposures):
        found.setdefault(line.name, (line.value, tuple(g.tiles for g in hand)))
    return tuple((name, value, groups) for name, (value, groups) in found.items())


def ruled_valid(table: Table, seat: Seat, line: str, jokerless: bool) -> MahJongg:
    """Mah Jongg by the judge's word, or by the fourteen tiles that the camera sees."""
    tiles = laid_open(table, seat)
    if tiles and isinstance(table.judge(Proposal(MahJongg(seat, tiles), Source.CAMERA)), Accepted):
        return MahJongg(seat, tiles, jokerless=Tile.JOKER not in tiles)
    return MahJongg(seat, (), line=line or None, jokerless=jokerless)


def ruled_false(table: Table, seat: Seat) -> FalseMahJongg:
    """False, with the discarder of the tile that it was called with (FALSE-04)."""
    state = table.state
    called = any(c.seat is seat and c.mah_jongg for c in state.calls)
    last = state.last_discard
    return FalseMahJongg(seat, laid_open(table, seat), last.seat if called and last is not None else None)


def asks(found: Challenge, who: People) -> Sentence:
    return (f"{who.of(found.seat)} asks: is {who.whose(found.other)} hand dead?",)
