"""Dead hands: challenges, proofs, what becomes of the exposures, and when too few are left to play. Changes nothing."""

from dataclasses import replace
from enum import Enum
from typing import assert_never

from engine.event import (
    Challenged,
    ChallengeDisputed,
    DeclarationRetracted,
    Drawn,
    Event,
    FalseMahJongg,
    FoundAlive,
    GameAbandoned,
    HandDied,
    Paid,
    ThrownIn,
)
from engine.faults import Cause, Fault
from engine.hands import DeadCause, dead_by_proof
from engine.rules.playing import draw, reserve, thrown_in_before_play
from engine.rules.ruling import (
    WRONG_COUNTS,
    Accepted,
    Refused,
    Rules,
    Ruling,
    in_contest,
    in_play,
    plays_on,
    refuse,
    suit_left_out,
    visible_counts,
)
from engine.state import Exposure, Phase, State, evolve
from engine.tile import N_KINDS, Seat, Tile, by_seat

IN_ERROR = "mah jongg in error"
HELD = 13
_FATAL_EXPOSURE = frozenset(
    (
        Cause.NO_HAND_FITS,
        Cause.CONCEALED_EXPOSED,
        Cause.WRONG_EXPOSURE,
        Cause.JOKER_MISUSED,
        Cause.MISNAMED_EXPOSURE,
    )
)
_PROVED = {
    DeadCause.NO_HAND_FITS: Cause.NO_HAND_FITS,
    DeadCause.CONCEALED_EXPOSED: Cause.CONCEALED_EXPOSED,
    DeadCause.TILES_GONE: Cause.TILES_GONE,
    DeadCause.JOKERS_GONE: Cause.JOKERS_GONE,
}


def proof(state: State, seat: Seat, rules: Rules) -> Fault | None:
    """Why `seat`'s hand cannot win, proved from what all can see; None while it might, or without a card."""
    if rules.table is None or not state.racks[seat].exposures:
        return None
    standing = [0] * N_KINDS
    for rack in state.racks:
        for e in rack.exposures:
            if e.natural is not None:
                standing[e.natural] += e.jokers
    exposures = [e.tiles for e in state.racks[seat].exposures]
    gone = visible_counts(state)
    for tile in suit_left_out(state, rules):
        gone[tile] = Tile(tile).copies
    found = dead_by_proof(rules.table, exposures, gone, standing)
    if found is None:
        return None
    return Fault(_PROVED[found.cause], seat, f"{seat.name}'s hand is dead: {found.says}.")


def alarms(state: State, rules: Rules) -> tuple[Fault, ...]:
    """The proofs against every player who is alive, in order of seats. Who is told is the table's setting."""
    if state.phase is not Phase.PLAY:
        return ()
    found = (proof(state, seat, rules) for seat in state.alive)
    return tuple(f for f in found if f is not None)


class SpeakUp(Enum):
    """To whom the assistant says by itself that a hand is dead: by the rules it is for the players to notice."""

    ON_CHALLENGE = "challenge"
    TO_REFEREE = "referee"
    TO_ALL = "all"


def told(state: State, rules: Rules, when: SpeakUp, referee: bool) -> tuple[Fault, ...]:
    """The proofs that one screen may show unasked; `referee`: it is the referee's."""
    match when:
        case SpeakUp.ON_CHALLENGE:
            return ()
        case SpeakUp.TO_REFEREE:
            return alarms(state, rules) if referee else ()
        case SpeakUp.TO_ALL:
            return alarms(state, rules)
        case _:
            assert_never(when)


def die(state: State, event: HandDied, rules: Rules) -> Ruling:
    """The table agrees that a hand is dead."""
    seat = event.seat
    if event.cause is Cause.WRONG_COUNT and thrown_in_before_play(state, rules) and seat in state.players:
        return Accepted((GameAbandoned(Cause.THROWN_IN_AND_REDEALT, True),))
    if state.phase is not Phase.PLAY or seat not in state.players:
        return in_play(state, seat) or refuse(Cause.NOT_NOW, seat, "No hand can die now.")
    if state.racks[seat].dead is not None:
        return refuse(Cause.DEAD_ALREADY, seat, f"{seat.name}'s hand is dead already.")
    returned = event.returned or _fatal(state, seat, event.cause, rules)
    if any(not 0 <= i < len(state.racks[seat].exposures) for i in returned):
        return refuse(Cause.NO_SUCH_EXPOSURE, seat, f"{seat.name} has no such exposure to take back.")
    died = replace(event, returned=returned, plays_on=plays_on(event.cause, rules.ruleset))
    picked = event.cause is Cause.PICKED_OUT_OF_TURN and state.racks[seat].count == HELD and state.wall > reserve(rules)
    if picked and state.turn is not seat:
        return draw(state, Drawn(seat, out_of_turn=True), rules)
    return Accepted((died,))


def _fatal(state: State, seat: Seat, cause: Cause, rules: Rules) -> tuple[int, ...]:
    """Which exposures go back on the rack: the fatal one and those after it; earlier ones stay, and their jokers may
    be exchanged (C-15). Where all exposed jokers may be had, everything stays."""
    exposures = state.racks[seat].exposures
    if cause not in _FATAL_EXPOSURE or not exposures or rules.of("C-15") == "all":
        return ()
    last = len(exposures) - 1
    if cause in (Cause.NO_HAND_FITS, Cause.CONCEALED_EXPOSED):
        if rules.table is None:
            return (last,)
        tiles = [e.tiles for e in exposures]
        first = next((i for i in range(len(tiles)) if not len(rules.table.after(tiles[: i + 1]))), last)
        return tuple(range(first, len(tiles)))
    just_made = state.claim is not None and state.claim.seat is seat
    return (last,) if just_made else ()


def throw_in(state: State, event: ThrownIn, rules: Rules) -> Ruling:
    """Tiles thrown in before the winning hand is verified: that hand is out too (FALSE-06)."""
    seat = event.seat
    if _last_to_throw_in(state, seat):
        undone = tuple(replace(paid, points=by_seat(-n for n in paid.points)) for paid in _pay_survivor(state))
        died = HandDied(seat, Cause.THREW_IN)
        return Accepted((event, died, *undone, GameAbandoned(Cause.ALL_THREW_IN, True)))
    fault = in_play(state, seat)
    if fault is not None:
        return fault
    if state.racks[seat].dead is not None:
        return refuse(Cause.DEAD_ALREADY, seat, f"{seat.name}'s hand is dead already.")
    return Accepted((event, HandDied(seat, Cause.THREW_IN)))


def _last_to_throw_in(state: State, seat: Seat) -> bool:
    """Whether the one hand left intact by a mah jongg in error is thrown in with the others."""
    ended = state.phase is Phase.OVER and state.abandoned in (Cause.THREE_DEAD, Cause.THREE_WRONG_COUNTS)
    return ended and state.alive == (seat,) and bool(state.errors and state.errors[-1].thrown_in)


def challenge(state: State, event: Challenged, rules: Rules) -> Ruling:
    """A question or a remark counts. What can be proved is settled at once; else it is for the players to say."""
    seat, other = event.seat, event.other
    if thrown_in_before_play(state, rules) and seat is not other and {seat, other} <= set(state.players):
        early = _challenge_before_play(state, event)
        if early is not None:
            return early
    if state.phase is Phase.PLAY and seat in state.players and state.racks[seat].dead is not None:
        return refuse(Cause.DEAD_SILENT, seat, f"{seat.name}'s own hand is dead: she may not challenge {other.name}.")
    fault = in_play(state, seat) or in_play(state, other)
    if fault is not None:
        return fault
    if other is seat:
        return refuse(Cause.OWN_HAND, seat, f"{seat.name} cannot call her own hand dead: that is for the others.")
    if state.racks[other].dead is not None:
        return refuse(Cause.DEAD_ALREADY, other, f"{other.name}'s hand is dead already.")
    found = proof(state, other, rules)
    if found is not None and _may_be_put_right(state, other, rules):
        found = None
    if found is None:
        count = count_fault(state, other)
        if count is None:
            return Accepted((event,))
        found = count
    ruling = die(state, HandDied(other, found.cause), rules)
    return ruling if isinstance(ruling, Refused) else Accepted((event, *ruling.events))


def _challenge_before_play(state: State, event: Challenged) -> Ruling | None:
    """A wrong count that is found before East's first discard: thrown in and dealt again, nobody is dead. The player
    at East's left may first take the tile she was never dealt. None where the count is right."""
    seat = event.other
    out = state.charleston.out[seat] if state.phase is Phase.CHARLESTON and state.charleston is not None else None
    has, right = state.racks[seat].count + (out or 0), HELD + (seat is state.east)
    if has == right:
        return None
    if seat is state.east.left and has == HELD - 1:
        return Accepted((event,))
    return Accepted((event, GameAbandoned(Cause.THROWN_IN_AND_REDEALT, True)))


def _may_be_put_right(state: State, seat: Seat, rules: Rules) -> bool:
    """Whether an exposure that `seat` may still change, until its discard (EXPO-02), could be one of another size with
    which nothing proves the hand dead: then it has not died yet."""
    claim = state.claim
    if claim is None or claim.seat is not seat or claim.frozen or rules.of("C-12") == "none":
        return False
    rack, called = state.racks[seat], claim.discard.tile
    for size in range(3, 6 if rules.of("C-11") == "off" else 7):
        naturals = min(size, called.copies, 4)
        group = Exposure((called,) * naturals + (Tile.JOKER,) * (size - naturals))
        changed = state.with_rack(seat, replace(rack, exposures=(*rack.exposures[:-1], group)))
        if proof(changed, seat, rules) is None:
            return True
    return False


def count_fault(state: State, seat: Seat) -> Fault | None:
    """A wrong number of tiles, which all can count (DEAD-01)."""
    right = 14 if state.holder is seat else 13
    has = state.racks[seat].count
    if has == right:
        return None
    return Fault(Cause.WRONG_COUNT, seat, f"{seat.name} has {has} tiles instead of {right}.")


def dispute(state: State, event: ChallengeDisputed) -> Ruling:
    """The challenged player disagrees and plays on; whoever was wrong pays afterwards."""
    fault = in_play(state, event.seat)
    if fault is not None:
        return fault
    if (event.other, event.seat) not in state.challenges:
        return refuse(
            Cause.NOT_CHALLENGED, event.seat, f"{event.other.name} has not challenged {event.seat.name}'s hand."
        )
    if (event.other, event.seat) in state.disputes:
        return refuse(
            Cause.ALREADY_DISPUTED, event.seat, f"{event.seat.name} has disagreed with {event.other.name} already."
        )
    return Accepted((event,))


def find_alive(state: State, event: FoundAlive) -> Ruling:
    """The answer to a challenge: nothing kills that hand."""
    return in_contest(state, event.seat) or Accepted((event,))


def aftermath(state: State, events: tuple[Event, ...], rules: Rules) -> tuple[Event, ...]:
    """What follows when hands have died: with three out (all but one) the game cannot go on (DEAD-03, DEAD-13).

    Where a mah jongg in error, or those who threw in over it, brought this about, who was wrong pays the one intact
    hand twice what the false hand claimed to be worth.
    """
    if not any(isinstance(e, HandDied | DeclarationRetracted) for e in events):
        return ()
    for event in events:
        state = evolve(state, event)
    alive = state.alive
    if state.phase is not Phase.PLAY or len(alive) > 1 or _declared(state):
        return ()
    in_error = any(isinstance(e, FalseMahJongg | ThrownIn) for e in events) and bool(state.errors)
    counts = all(state.racks[s].dead in WRONG_COUNTS for s in state.players if s not in alive)
    if in_error and not alive:
        return (GameAbandoned(Cause.ALL_THREW_IN, True),)
    replayed = {"replay": True, "no_winner": False}.get(rules.of("C-21"), counts)
    cause = Cause.THREE_WRONG_COUNTS if counts and replayed else Cause.THREE_DEAD
    paid = _pay_survivor(state) if in_error else ()
    return (*paid, GameAbandoned(cause, replayed))


def _declared(state: State) -> bool:
    """Whether a living hand has said Mah Jongg and is still to be verified: it may yet win."""
    said = [c.seat for c in state.calls if c.mah_jongg]
    return any(seat in state.alive for seat in (*said, state.declared) if seat is not None)


def _pay_survivor(state: State) -> tuple[Paid, ...]:
    """The latest mah jongg in error is what ended the game: its player pays."""
    episode = state.errors[-1]
    if len(state.alive) != 1 or not episode.value:
        return ()
    points = [0, 0, 0, 0]
    points[state.alive[0]] += 2 * episode.value
    points[episode.seat] -= 2 * episode.value
    return (Paid(by_seat(points), IN_ERROR),)
