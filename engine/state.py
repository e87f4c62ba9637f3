"""The table as it stands, and how one event changes it. `evolve` never refuses; `replay(log)` is the state."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from typing import assert_never

from engine.charleston import Charleston, Stage
from engine.event import (
    BetCancelled,
    BetPlaced,
    Called,
    CallRetracted,
    Challenged,
    ChallengeDisputed,
    CharlestonEnded,
    Corrected,
    CourtesyOffered,
    Dealt,
    DeclarationRetracted,
    Declared,
    DiceRolled,
    Discarded,
    Drawn,
    DrawReturned,
    EastChosen,
    Event,
    Exposed,
    ExposureChanged,
    ExposureTakenBack,
    FalseMahJongg,
    FoundAlive,
    GameAbandoned,
    GameBegun,
    HandDied,
    Held,
    HoldEnded,
    JokerExchanged,
    LastTileTaken,
    MahJongg,
    NameCorrected,
    Named,
    Paid,
    Passed,
    PassTaken,
    Racked,
    Resynced,
    Retracted,
    RulesChosen,
    Taken,
    ThrownIn,
    TimePassed,
    Voted,
    WallBroken,
    WallGame,
    WallsBuilt,
    Warned,
)
from engine.tile import Seat, Tile


class Phase(Enum):
    """What the table is doing."""

    SETUP = "setup"
    CHARLESTON = "charleston"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A group on top of a rack, in the order it stands from its owner's left. `dead`: its jokers may not be taken."""

    tiles: tuple[Tile, ...]
    dead: bool = False

    @property
    def natural(self) -> Tile | None:
        """The tile its jokers stand for; None for a group of jokers alone (JOK-05)."""
        return next((t for t in self.tiles if t is not Tile.JOKER), None)

    @property
    def jokers(self) -> int:
        return self.tiles.count(Tile.JOKER)


@dataclass(frozen=True, slots=True)
class Rack:
    """`concealed` counts the tiles only their owner sees; `dead` is the cause's name, None while alive.

    `plays_on`: though dead it keeps drawing and discarding. `thrown_in`: its tiles are mixed up or shown to all.
    `inferred` draws were neither seen nor said, but follow from what was: `concealed` rests on them.
    """

    exposures: tuple[Exposure, ...] = ()
    concealed: int = 13
    dead: str | None = None
    plays_on: bool = False
    thrown_in: bool = False
    inferred: int = 0

    @property
    def count(self) -> int:
        return self.concealed + sum(len(e.tiles) for e in self.exposures)


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile on the table and who discarded it; `seat` is None for what lay there before the game was watched.

    `named` is the wrong name it was given, None once it has its right one. `out_of_turn` as in the event. `number` is
    the event's in the log, 0 where no single event tells of it.
    """

    tile: Tile
    seat: Seat | None
    named: Tile | None = None
    out_of_turn: bool = False
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """The discard that `seat` has just exposed, until its own discard: what CALL-09 and EXPO-02 need.

    `frozen`: a joker exchange has begun, so the exposure can no longer be changed.
    """

    seat: Seat
    discard: Discard
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`number` is the last event's number, counted from 1; `holder` is the seat that has fourteen and must discard.

    `window` is true while the last discard may be called; `calls` are the seats that have called it, in order.
    `racks` are four, indexed by Seat.

    `options` are the rules chosen that differ from League practice. Before play: `east_known`, `rolls` (seat, total) of
    the dice for East, `walls_built`, `broken` (stacks counted off), `charleston`. In play: `held_by` asked for a
    moment; `taken` has the called discard on top of its rack; `drawn` tells that the holder's fourteenth tile came from
    the wall, `racked` that it is among her own; `claim` as above; `exchanged` is the owner of the last joker the holder
    took this turn; `declared` said Mah Jongg and has shown nothing. `false_by` showed a false mah jongg, `false_value`
    what its hand claimed to be worth. `disputes` are (challenger, challenged) who disagreed. `won_by` is the winning
    event, `won_out_of_turn` that its discard was made out of turn; `abandoned` why a game ended without a winner,
    `replayed` whether it is dealt again; `paid` what has changed hands, per seat; `bet` the fifth player's bet;
    `waited_s` the seconds that the last discard could be called (C-07). `names` are what the players are called, per
    seat, empty where nobody said.
    """

    number: int = 0
    phase: Phase = Phase.SETUP
    east: Seat = Seat.P1
    players: tuple[Seat, ...] = tuple(Seat)
    turn: Seat = Seat.P1
    holder: Seat | None = None
    racks: tuple[Rack, ...] = (Rack(), Rack(), Rack(), Rack())
    discards: tuple[Discard, ...] = ()
    wall: int = 99
    window: bool = False
    calls: tuple[Called, ...] = ()
    winner: Seat | None = None
    line: str | None = None
    options: tuple[str, ...] = ()
    east_known: bool = False
    rolls: tuple[tuple[Seat, int], ...] = ()
    walls_built: bool = False
    broken: int | None = None
    charleston: Charleston | None = None
    held_by: Seat | None = None
    taken: Seat | None = None
    drawn: bool = False
    racked: bool = False
    claim: Claim | None = None
    exchanged: Seat | None = None
    declared: Seat | None = None
    false_by: tuple[Seat, ...] = ()
    false_value: int | None = None
    disputes: tuple[tuple[Seat, Seat], ...] = ()
    won_by: MahJongg | None = None
    abandoned: str | None = None
    replayed: bool = False
    paid: tuple[int, int, int, int] = (0, 0, 0, 0)
    bet: Seat | None = None
    won_out_of_turn: bool = False
    waited_s: int = 0
    names: tuple[str, str, str, str] = ("", "", "", "")

    def with_rack(self, seat: Seat, rack: Rack) -> "State":
        racks = (*self.racks[:seat], rack, *self.racks[seat + 1 :])
        return replace(self, racks=racks)

    def next_player(self, seat: Seat) -> Seat:
        """Who plays after `seat`: the next to the right who is in the game and not dead (unless the dead play on)."""
        after = seat.right
        while after is not seat and not self.takes_turns(after):
            after = after.right
        return after

    def takes_turns(self, seat: Seat) -> bool:
        """In the game, and alive or of those dead who keep drawing and discarding."""
        return seat in self.players and (self.racks[seat].dead is None or self.racks[seat].plays_on)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The players who may still win."""
        return tuple(s for s in self.players if self.racks[s].dead is None)

    @property
    def clock_runs(self) -> bool:
        """Whether time for a call is running: a Hold and a call stop it, and it begins anew with every discard."""
        return self.window and self.held_by is None and not self.calls

    @property
    def last_discard(self) -> Discard | None:
        return self.discards[-1] if self.discards else None


def evolve(state: State, event: Event) -> State:
    """The state after one more event. What cannot have happened in it (a broken log) changes nothing."""
    after = _apply(state, event)
    if after is state:
        return replace(state, number=state.number + 1)
    # Nobody else holds this value yet, and copying it once more would be half the cost of an event.
    object.__setattr__(after, "number", state.number + 1)
    return after


def _apply(state: State, event: Event) -> State:
    match event:
        case Drawn(seat, _, _, inferred):
            return _draw(state, seat, inferred)
        case Discarded():
            return _discard(state, event)
        case Racked(_):
            return replace(state, window=False, calls=(), racked=True)
        case Called():
            return replace(state, calls=(*(c for c in state.calls if c.seat is not event.seat), event))
        case CallRetracted(seat):
            return replace(state, calls=tuple(c for c in state.calls if c.seat is not seat))
        case Exposed(seat, _, _, tiles):
            return _expose(state, seat, tiles)
        case ExposureChanged(seat, group, tiles):
            return _change(state, seat, group, tiles)
        case JokerExchanged(seat, owner, group, tile):
            return _exchange(state, seat, owner, group, tile)
        case MahJongg():
            return _win(state, event)
        case HandDied():
            return _die(state, event)
        case WallGame():
            return _end(state)
        case GameBegun():
            return _begin(state, event)
        case Resynced():
            return _resync(state, event)
        case Retracted() | Corrected():
            return state  # these rewrite the log, and only `replay` sees the log
        case Warned() | Challenged() | FoundAlive():
            return state  # words alone move no tile
        case RulesChosen() | DiceRolled() | EastChosen() | WallsBuilt() | WallBroken() | Dealt():
            return _set_up(state, event)
        case Passed() | PassTaken() | Voted() | CourtesyOffered() | CharlestonEnded():
            return _pass(state, event)
        case LastTileTaken(seat):
            rack = state.racks[seat]
            fuller = state.with_rack(seat, replace(rack, concealed=rack.concealed + 1))
            return replace(fuller, wall=max(0, state.wall - 1))
        case TimePassed(seconds, closes):
            if not state.clock_runs:
                return state
            open_still = state.window and not closes
            return replace(state, waited_s=state.waited_s + max(0, seconds), window=open_still)
        case Held(seat):
            return replace(state, held_by=seat)
        case HoldEnded(_):
            return replace(state, held_by=None)
        case Taken(seat):
            return replace(state, taken=seat)
        case NameCorrected(_):
            if not state.discards:
                return state
            return replace(state, discards=(*state.discards[:-1], replace(state.discards[-1], named=None)))
        case DrawReturned(seat):
            return _return_draw(state, seat)
        case ExposureTakenBack(seat):
            return _take_back(state, seat)
        case Declared(seat):
            return replace(state, declared=seat, window=state.window and state.holder is not seat)
        case DeclarationRetracted(_):
            return replace(state, declared=None)
        case FalseMahJongg(seat, _, _, value):
            return replace(state, declared=None, taken=None, false_by=(*state.false_by, seat), false_value=value)
        case ThrownIn(seat):
            return state.with_rack(seat, replace(state.racks[seat], thrown_in=True))
        case ChallengeDisputed(seat, other):
            return replace(state, disputes=(*state.disputes, (other, seat)))
        case GameAbandoned(cause, replayed):
            return replace(_end(state), abandoned=cause, replayed=replayed)
        case Paid(points):
            before = state.paid
            sums = (before[0] + points[0], before[1] + points[1], before[2] + points[2], before[3] + points[3])
            return replace(state, paid=sums)
        case BetPlaced(seat):
            return replace(state, bet=seat)
        case BetCancelled():
            return replace(state, bet=None)
        case Named(seat, name):
            first, second, third, fourth = (name if s is seat else state.names[s] for s in Seat)
            return replace(state, names=(first, second, third, fourth))
        case _:
            assert_never(event)


def _set_up(state: State, event: RulesChosen | DiceRolled | EastChosen | WallsBuilt | WallBroken | Dealt) -> State:
    match event:
        case RulesChosen(options):
            return replace(state, options=options)
        case DiceRolled(seat, dice):
            return state if state.east_known else replace(state, rolls=(*state.rolls, (seat, sum(dice))))
        case EastChosen(seat):
            return replace(state, east=seat, turn=seat, east_known=True)
        case WallsBuilt(stacks):
            return replace(state, walls_built=True, wall=2 * stacks * 4)
        case WallBroken(_, stacks):
            return replace(state, broken=stacks)
        case Dealt(concealed, wall):
            racks = tuple(Rack(concealed=n) for n in concealed)
            dealt = replace(state, racks=racks, wall=wall, turn=state.east, holder=state.east)
            dealt = replace(dealt, players=tuple(s for s in Seat if concealed[s]))
            return replace(dealt, phase=Phase.CHARLESTON, charleston=Charleston(), east_known=True)
        case _:
            assert_never(event)


def _pass(state: State, event: Passed | PassTaken | Voted | CourtesyOffered | CharlestonEnded) -> State:
    """Tiles in the middle are counted out of the rack, and back in once everybody has passed."""
    now = state.charleston or Charleston()
    match event:
        case Passed(seat, blind, owed):
            own = 3 - blind - owed
            after = now.passed(seat, own)
            racks = list(state.racks)
            racks[seat] = replace(racks[seat], concealed=racks[seat].concealed - own)
            if after.stage is not now.stage:
                for s in state.players:
                    back = own if s is seat else now.out[s] or 0
                    racks[s] = replace(racks[s], concealed=racks[s].concealed + back)
            return _begin_play(replace(state, racks=tuple(racks), charleston=after))
        case PassTaken(seat):
            return replace(state, charleston=now.took(seat))
        case Voted(seat, second, courtesy):
            return _begin_play(replace(state, charleston=now.voted(seat, second, courtesy)))
        case CourtesyOffered(seat, count):
            return _begin_play(replace(state, charleston=now.offered(seat, count, state.players)))
        case CharlestonEnded(courtesy):
            racks = [
                replace(r, concealed=r.concealed + (now.out[s] or 0)) for s, r in zip(Seat, state.racks, strict=True)
            ]
            ended = replace(state, racks=tuple(racks))
            if now.stage.passing and courtesy:
                return replace(ended, charleston=replace(now, stage=Stage.COURTESY, out=(None,) * 4))
            return _begin_play(replace(ended, charleston=replace(now, stage=Stage.DONE)))
        case _:
            assert_never(event)


def _begin_play(state: State) -> State:
    """Play begins once the Charleston is done: East holds fourteen and discards first (TURN-01)."""
    if state.charleston is None or state.charleston.stage is not Stage.DONE:
        return state
    return replace(state, phase=Phase.PLAY, turn=state.east, holder=state.east, racked=True)


def _begin(state: State, event: GameBegun) -> State:
    racks = tuple(
        Rack(tuple(Exposure(g) for g in groups), held)
        for groups, held in zip(event.exposures, event.concealed, strict=True)
    )
    fresh = State(
        number=state.number,
        phase=Phase.PLAY,
        east=event.east,
        players=event.players,
        turn=event.east,
        holder=event.east if not event.discards else None,
        discards=tuple(Discard(t, None) for t in event.discards),
        wall=event.wall,
        options=state.options,
        east_known=True,
        racked=not event.discards,
        names=state.names,
    )
    return replace(fresh, racks=racks)


def _draw(state: State, seat: Seat, inferred: bool) -> State:
    rack = state.racks[seat]
    fuller = replace(rack, concealed=rack.concealed + 1, inferred=rack.inferred + inferred)
    racks = (*state.racks[:seat], fuller, *state.racks[seat + 1 :])
    return replace(
        state,
        turn=seat,
        holder=seat,
        wall=max(0, state.wall - 1),
        racks=racks,
        drawn=True,
        racked=False,
        exchanged=None,
    )


def _discard(state: State, event: Discarded) -> State:
    seat = event.seat
    rack = state.racks[seat]
    racks = (*state.racks[:seat], replace(rack, concealed=max(0, rack.concealed - 1)), *state.racks[seat + 1 :])
    # A joker may be named Joker, "same", or as the previous discard; none of them is a wrong name.
    named = event.named if event.named is not event.tile and event.tile is not Tile.JOKER else None
    # After a discard out of turn the turn goes on from the seat whose turn it was.
    turn = state.turn if event.out_of_turn else state.next_player(seat)
    return replace(
        state,
        racks=racks,
        discards=(*state.discards, Discard(event.tile, seat, named, event.out_of_turn, state.number + 1)),
        turn=turn,
        holder=state.holder if event.out_of_turn else None,
        window=True,
        calls=(),
        held_by=None,
        taken=None,
        drawn=state.drawn and event.out_of_turn,
        racked=state.racked and event.out_of_turn,
        claim=None,
        exchanged=None,
        declared=None,
        waited_s=0,
    )


def _expose(state: State, seat: Seat, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    held = max(0, rack.concealed - (len(tiles) - 1))
    shown = state.with_rack(seat, replace(rack, exposures=(*rack.exposures, Exposure(tiles)), concealed=held))
    return replace(
        shown,
        discards=state.discards[:-1],
        turn=seat,
        holder=seat,
        window=False,
        calls=(),
        held_by=None,
        taken=None,
        drawn=False,
        racked=True,
        claim=Claim(seat, state.discards[-1]) if state.discards else None,
        exchanged=None,
        declared=None,
    )


def _change(state: State, seat: Seat, group: int, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    if not 0 <= group < len(rack.exposures):
        return state
    held = max(0, rack.concealed - (len(tiles) - len(rack.exposures[group].tiles)))
    groups = (*rack.exposures[:group], Exposure(tiles), *rack.exposures[group + 1 :])
    return state.with_rack(seat, replace(rack, exposures=groups, concealed=held))


def _exchange(state: State, seat: Seat | None, owner: Seat, group: int, tile: Tile) -> State:
    rack = state.racks[owner]
    if not 0 <= group < len(rack.exposures) or not rack.exposures[group].jokers:
        return state
    tiles = list(rack.exposures[group].tiles)
    tiles[tiles.index(Tile.JOKER)] = tile
    changed = replace(rack.exposures[group], tiles=tuple(tiles))
    groups = (*rack.exposures[:group], changed, *rack.exposures[group + 1 :])
    swapped = state.with_rack(owner, replace(rack, exposures=groups))
    claim = replace(state.claim, frozen=True) if state.claim else None
    if seat is None:
        return replace(swapped, claim=claim)
    return replace(swapped, turn=seat, window=False, calls=(), racked=True, claim=claim, exchanged=owner)


def _return_draw(state: State, seat: Seat) -> State:
    rack = state.racks[seat]
    back = state.with_rack(seat, replace(rack, concealed=rack.concealed - 1))
    return replace(back, holder=None, wall=state.wall + 1, drawn=False, racked=False)


def _take_back(state: State, seat: Seat) -> State:
    """The exposed tiles go back on the rack, the discard back on the table, and its window is open again."""
    rack = state.racks[seat]
    if state.claim is None or not rack.exposures:
        return state
    held = rack.concealed + len(rack.exposures[-1].tiles) - 1
    back = state.with_rack(seat, replace(rack, exposures=rack.exposures[:-1], concealed=held))
    return replace(
        back,
        discards=(*state.discards, state.claim.discard),
        turn=state.next_player(state.claim.discard.seat) if state.claim.discard.seat is not None else seat,
        holder=None,
        window=True,
        claim=None,
    )


def _win(state: State, event: MahJongg) -> State:
    # A discard that the winner has exposed already lies on her rack, not on the table.
    on_table = event.source is not None and bool(state.discards) and state.holder is not event.seat
    taken = (
        state.discards[-1] if on_table else state.claim.discard if event.source is not None and state.claim else None
    )
    return replace(
        _end(state),
        winner=event.seat,
        line=event.line,
        discards=state.discards[:-1] if on_table else state.discards,
        won_by=event,
        won_out_of_turn=taken is not None and taken.out_of_turn,
    )


def _end(state: State) -> State:
    return replace(
        state,
        phase=Phase.OVER,
        window=False,
        calls=(),
        holder=None,
        held_by=None,
        taken=None,
        claim=None,
        declared=None,
    )


def _die(state: State, event: HandDied) -> State:
    """The hand is out. On its own turn, and unless it plays on, the turn goes to the next; it makes no discard."""
    seat = event.seat
    rack = state.racks[seat]
    kept = tuple(e for i, e in enumerate(rack.exposures) if i not in event.returned)
    gone = sum(len(e.tiles) for i, e in enumerate(rack.exposures) if i in event.returned)
    after = state.with_rack(
        seat, replace(rack, exposures=kept, concealed=rack.concealed + gone, dead=event.cause, plays_on=event.plays_on)
    )
    after = replace(after, calls=tuple(c for c in state.calls if c.seat is not seat))
    if state.taken is seat:
        after = replace(after, taken=None)
    if state.held_by is seat:
        after = replace(after, held_by=None)
    if event.plays_on or state.phase is not Phase.PLAY:
        return after
    if state.holder is seat:
        return replace(after, turn=after.next_player(seat), holder=None, drawn=False, claim=None, exchanged=None)
    return replace(after, turn=after.next_player(seat)) if state.turn is seat else after


def _resync(state: State, event: Resynced) -> State:
    racks = tuple(
        Rack(tuple(Exposure(g) for g in groups), held, old.dead)
        for groups, held, old in zip(event.exposures, event.concealed, state.racks, strict=True)
    )
    holder = event.turn if racks[event.turn].count == 14 else None
    before = [*((d.tile, d.seat) for d in state.discards), *([(None, None)] * len(event.discards))]
    discards = tuple(
        Discard(t, seat if tile is t else None) for t, (tile, seat) in zip(event.discards, before, strict=False)
    )
    same_last = len(discards) == len(state.discards) and discards and discards[-1].tile is state.discards[-1].tile
    return replace(
        state,
        phase=Phase.PLAY,
        discards=discards,
        turn=event.turn,
        holder=holder,
        window=state.window and holder is None and event.turn is state.turn and bool(same_last),
        calls=(),
        winner=None,
        racks=racks,
        won_by=None,
        held_by=None,
        taken=None,
        drawn=holder is not None,
        racked=holder is not None,
        claim=None,
        exchanged=None,
        declared=None,
    )


def replay(events: Iterable[Event], start: State | None = None) -> State:
    """The state after a whole log: without what was retracted, with what was corrected in its place. The state's
    number is the log's. An undo and a correction can be undone like anything else."""
    log = list(events)
    first = State() if start is None else start
    gone: set[int] = set()
    for number, event in reversed(list(enumerate(log, first.number + 1))):
        if number not in gone and isinstance(event, Retracted):
            gone.add(event.number)
    live = (e for number, e in enumerate(log, first.number + 1) if number not in gone)
    better = {e.number: e.event for e in live if isinstance(e, Corrected)}

    def step(state: State, numbered: tuple[int, Event]) -> State:
        number, event = numbered
        before = replace(state, number=number - 1)
        return replace(state, number=number) if number in gone else evolve(before, better.get(number, event))

    return reduce(step, enumerate(log, first.number + 1), first)
