"""Turns: drawing, racking, discarding, naming, asking for a moment. Decides, changes nothing."""

from engine.event import (
    CallRetracted,
    CharlestonEnded,
    Discarded,
    Drawn,
    DrawReturned,
    Event,
    GameAbandoned,
    Held,
    HoldEnded,
    NameCorrected,
    Racked,
    TimePassed,
    WallGame,
)
from engine.faults import Cause
from engine.rules.ruling import (
    Accepted,
    Refused,
    Rules,
    Ruling,
    Source,
    dies,
    in_contest,
    in_play,
    refuse,
    third_suit,
    visible,
)
from engine.state import Phase, State, evolve
from engine.tile import Seat, Tile
from engine.wording import number, so_many

MISCOUNTED = 12  # tiles by which a wall that was counted by sight may err at the end of a game


def draw(state: State, event: Drawn, rules: Rules) -> Ruling:
    """The next in turn draws when the last discard lies uncalled (TURN-02). Drawing takes her own call of it back."""
    seat = event.seat
    if event.out_of_turn:
        return in_play(state, seat) or _draw_out_of_turn(state, event, rules)
    fault = in_play(state, seat) or _may_draw(state, seat, rules) or must_expose(state, seat)
    if fault is not None:
        return fault
    if event.tile is not None and visible(state, event.tile) >= event.tile.copies:
        return too_many(seat, event.tile)
    if event.tile is not None and (fault := third_suit(state, seat, (event.tile,), rules)) is not None:
        return fault
    events: tuple[Event, ...] = (event,)
    if event.wrong_end:
        others = any(r.dead is Cause.WRONG_END for r in state.racks)
        died = dies(seat, Cause.WRONG_END, rules)
        events = (event, died, GameAbandoned(Cause.TWO_WRONG_ENDS, True)) if others else (event, died)
    elif rules.of("C-07") == "immediate" and state.window and all(c.seat is seat for c in state.calls):
        events = (event, Racked(seat))  # Source 001: calls must come before the next tile is picked.
    if any(c.seat is seat for c in state.calls):
        events = (CallRetracted(seat), *events)
    return Accepted(events)


def _draw_out_of_turn(state: State, event: Drawn, rules: Rules) -> Ruling:
    """Picked and racked when it was not her turn: the tile stays with the hand, which is dead. Before East's first
    discard all is thrown in, and nobody is dead."""
    seat = event.seat
    if state.turn is seat:
        return refuse(Cause.NOT_DEAD, seat, f"It is {seat.name}'s turn: the draw is in order.")
    if state.wall <= reserve(rules):
        return refuse(Cause.WALL_USED_UP, seat, f"The wall is used up: {seat.name} has no tile to draw.")
    if thrown_in_before_play(state, rules):
        return Accepted((event, GameAbandoned(Cause.WRONG_START, True)))
    died = dies(seat, Cause.PICKED_OUT_OF_TURN, rules)
    return Accepted((event, died))


def thrown_in_before_play(state: State, rules: Rules) -> bool:
    """Whether a wrong count that is found now is thrown in and dealt again: before East's first discard, and only where
    it would kill a hand later (C-19)."""
    return state.undiscarded and rules.of("C-19") == "dead"


def must_expose(state: State, seat: Seat) -> Refused | None:
    """Why the seat that has put a called discard on its rack can do nothing else before exposing it (CALL-06)."""
    last = state.last_discard
    if state.taken is not seat or last is None:
        return None
    tile = last.tile.words
    return refuse(
        Cause.MUST_EXPOSE, seat, f"{seat.name} has put the {tile} on the rack: it is exposed before anything else."
    )


def _may_draw(state: State, seat: Seat, rules: Rules) -> Refused | None:
    if state.holder is seat:
        return refuse(Cause.MUST_DISCARD, seat, f"{seat.name} has a tile for this turn already and must discard.")
    if state.holder is not None:
        return refuse(
            Cause.NOT_YOUR_TURN, seat, f"It is not {seat.name}'s turn: {state.holder.name} has yet to discard."
        )
    if state.turn is not seat:
        return refuse(Cause.NOT_YOUR_TURN, seat, f"It is not {seat.name}'s turn: {state.turn.name} draws next.")
    if state.held_by not in (None, seat):
        assert state.held_by is not None
        return refuse(Cause.HELD, seat, f"{state.held_by.name} said Hold: {seat.name} waits before drawing.")
    if state.taken not in (None, seat):
        assert state.taken is not None
        says = f"{state.taken.name} has the discard on the rack: {seat.name} waits until it is exposed."
        return refuse(Cause.CALLED_EARLIER, seat, says)
    if state.wall <= reserve(rules):
        return refuse(Cause.WALL_USED_UP, seat, f"The wall is used up: {seat.name} has no tile to draw.")
    return None


def reserve(rules: Rules) -> int:
    """How many tiles stay in the wall at the end (C-24)."""
    return rules.ruleset.amount("C-24")


def too_many(seat: Seat | None, tile: Tile, total: int = 0) -> Refused:
    """There is no such tile more; `total`: how many there would be, where several are shown at once."""
    copies = number(tile.copies)
    says = f"All {copies} {tile.words} tiles lie in sight already; look again."
    if total:
        says = f"{number(total).capitalize()} {tile.words} tiles cannot be: the set has {copies}; look again."
    return refuse(Cause.TOO_MANY, seat, says)


def rack(state: State, event: Racked, rules: Rules) -> Ruling:
    seat = event.seat
    fault = in_play(state, seat)
    if fault is not None:
        return fault
    if state.holder is not seat or not state.drawn:
        return refuse(Cause.NOT_YOUR_TURN, seat, f"{seat.name} has drawn no tile to rack.")
    return waits(state, seat) or Accepted((event,))


def waits(state: State, seat: Seat) -> Refused | None:
    """Why `seat` has to wait before it goes on: somebody asked for the last discard in time, or called the tile that
    `seat` has just exposed for Mah Jongg."""
    asked = state.contest or state.asked
    if asked is None:
        return None
    if state.held_by not in (None, seat):
        assert state.held_by is not None
        return refuse(Cause.HELD, seat, f"{state.held_by.name} said Hold: {seat.name} waits.")
    other = next((c.seat for c in state.calls if c.seat is not seat), None)
    if other is not None:
        last = state.contest.discard if state.contest is not None else state.last_discard
        assert last is not None
        to_win = any(c.seat is other and c.mah_jongg for c in state.calls)
        how, then = (" for Mah Jongg", "the hand is shown") if to_win else ("", "it is exposed")
        called = f"{other.name} has called the {last.tile.words}{how}"
        says = f"{called}: {seat.name} waits until {then} or the call taken back."
        return refuse(Cause.CALLED_EARLIER, seat, says)
    return None


def _forgoes_courtesy(state: State, seat: Seat) -> bool:
    """Whether East may begin: without four there is no Charleston, and nobody has asked for a courtesy pass (P3-02)."""
    now = state.charleston
    if state.phase is not Phase.CHARLESTON or now is None or len(state.players) == 4 or seat is not state.east:
        return False
    return not any(now.offers)


def discard(state: State, event: Discarded, rules: Rules) -> Ruling:
    """The holder discards; the next in turn too, whose draw nobody saw."""
    seat, tile = event.seat, event.tile
    if _forgoes_courtesy(state, seat):
        begun = CharlestonEnded(False)
        ruling = discard(evolve(state, begun), event, rules)
        return ruling if isinstance(ruling, Refused) else Accepted((begun, *ruling.events))
    fault = in_play(state, seat)
    if fault is not None:
        return fault
    if visible(state, tile) >= tile.copies:
        return too_many(seat, tile)
    fault = third_suit(state, seat, (tile,), rules)
    if fault is not None:
        return fault
    if state.racks[seat].concealed + (state.holder is None) < 1:
        return refuse(Cause.NOT_HELD, seat, f"{seat.name} has no concealed tile to discard.")
    if event.out_of_turn:
        return _discard_out_of_turn(state, event, rules)
    if state.holder is seat:
        return waits(state, seat) or Accepted((event,))
    fault = must_expose(state, seat)
    if fault is not None:
        return fault
    if state.holder is not None or state.turn is not seat:
        return _not_your_turn(state, seat, tile)
    fault = waits(state, seat)
    if fault is not None:
        return fault
    drawn = draw(state, Drawn(seat, inferred=True), rules)
    return drawn if isinstance(drawn, Refused) else Accepted((*drawn.events, event))


def _not_your_turn(state: State, seat: Seat, tile: Tile) -> Refused:
    if state.undiscarded:
        return refuse(
            Cause.EAST_STARTS,
            seat,
            f"{seat.name} takes the {tile.words} back: {state.east.name} is East and discards first.",
        )
    whose = state.turn
    return refuse(
        Cause.NOT_YOUR_TURN,
        seat,
        f"{seat.name} discarded the {tile.words} out of turn: it is {whose.name}'s turn.",
    )


def _discard_out_of_turn(state: State, event: Discarded, rules: Rules) -> Ruling:
    if state.holder is event.seat:
        return refuse(Cause.NOT_DEAD, event.seat, f"It is {event.seat.name}'s turn: the discard is in order.")
    if state.undiscarded:
        return _not_your_turn(state, event.seat, event.tile)
    own_turn = state.holder is None and state.turn is event.seat
    cause = Cause.DISCARDED_WITHOUT_TILE if own_turn else Cause.OUT_OF_TURN
    return Accepted((event, dies(event.seat, cause, rules)))


def correct_name(state: State, event: NameCorrected) -> Ruling:
    """The misnamer, or anyone for her, gives the tile its right name before it is claimed."""
    fault = in_play(state, event.seat)
    if fault is not None:
        return fault
    last = state.last_discard
    if last is None or last.named is None or not state.window:
        return refuse(Cause.NOT_MISNAMED, event.seat, "There is no discard that waits for its right name.")
    declared = next((c.seat for c in state.calls if c.mah_jongg), None)
    if declared is not None:
        says = f"{declared.name} has said Mah Jongg on the {last.named.words}: it is too late for the right name."
        return refuse(Cause.NAMED_TOO_LATE, event.seat, says)
    return Accepted((event,))


def hold(state: State, event: Held, rules: Rules) -> Ruling:
    fault = in_contest(state, event.seat) or open_window(state, event.seat, rules)
    if fault is not None:
        return fault
    if state.held_by is not None:
        return refuse(Cause.HELD, event.seat, f"{state.held_by.name} has said Hold already.")
    return Accepted((event,))


def end_hold(state: State, event: HoldEnded) -> Ruling:
    if state.held_by is not event.seat:
        return refuse(Cause.NOBODY_HOLDS, event.seat, f"{event.seat.name} has not said Hold.")
    return Accepted((event,))


def pass_time(state: State, event: TimePassed, rules: Rules) -> Ruling:
    """Seconds go by. Where the table gives so many for a call (C-07), the window closes when they are over; a Hold and
    a call stop the clock."""
    if event.seconds < 0:
        return refuse(Cause.NOT_NOW, None, "Time does not run backwards.")
    limit_s = rules.ruleset.amount("C-07")
    over = limit_s > 0 and state.clock_runs and state.waited_s + event.seconds >= limit_s
    return Accepted((TimePassed(event.seconds, over),))


def open_window(state: State, seat: Seat, rules: Rules) -> Refused | None:
    """Why the last discard cannot be called by `seat`; None while it can."""
    last, claim = state.last_discard, state.claim
    if claim is not None and not state.window:
        since = " and has exchanged a joker since" if claim.frozen else ""
        gone = f"The {claim.discard.tile.words} can no longer be called: {claim.seat.name} has exposed it{since}."
        return refuse(Cause.WINDOW_CLOSED, seat, gone)
    if last is None:
        return refuse(Cause.NO_DISCARD, seat, "There is no discard to call.")
    if not state.window or too_late(state, seat, rules):
        return _closed(state, seat, last.tile, rules)
    if last.seat is seat:
        return refuse(
            Cause.OWN_DISCARD, seat, f"{seat.name} discarded the {last.tile.words} and can never take it back."
        )
    if last.tile is Tile.JOKER and last.named is None:
        return refuse(Cause.JOKER_DISCARDED, seat, "A discarded Joker is dead; nobody can pick it up.")
    if state.holder is seat and (state.racked or not state.drawn):
        has = f"{seat.name} has a tile for this turn already"
        return refuse(Cause.MUST_DISCARD, seat, f"{has}: the {last.tile.words}, discarded out of turn, is for others.")
    return None


def too_late(state: State, seat: Seat, rules: Rules) -> bool:
    """Whether calls come at once at this table, the next player has drawn, and only who has called before may have the
    discard that another's call keeps open (WOO-04)."""
    drawn = state.drawn and not state.racked and state.holder is not None
    return drawn and rules.of("C-07") == "immediate" and all(c.seat is not seat for c in state.calls)


def _closed(state: State, seat: Seat, tile: Tile, rules: Rules) -> Refused:
    gone = f"The {tile.words} can no longer be called:"
    limit_s = rules.ruleset.amount("C-07")
    if limit_s and state.waited_s >= limit_s:
        return refuse(Cause.CALL_TIME_OVER, seat, f"{gone} the {limit_s} seconds for a call are over.")
    if rules.of("C-07") == "immediate" and state.holder is not None and state.drawn:
        return refuse(
            Cause.CALLED_TOO_LATE, seat, f"{gone} {state.holder.name} has drawn, and calls come at once at this table."
        )
    return refuse(
        Cause.WINDOW_CLOSED, seat, f"{gone} the next player has racked, discarded, exchanged a joker or declared."
    )


def wall_game(state: State, event: WallGame, rules: Rules, source: Source = Source.TABLET) -> Ruling:
    """The wall is used up and the last discard lies uncalled (DRAW-01, DRAW-06).

    The camera sees no draws and says this of a table that has been swept: near its end the wall may be a few tiles
    emptier than was counted.
    """
    fault = in_play(state, state.turn)
    if fault is not None:
        return fault
    if source is Source.CAMERA and 0 < state.wall - reserve(rules) <= MISCOUNTED:
        return Accepted((event,))
    if state.wall > reserve(rules):
        left = so_many(state.wall - reserve(rules), "tile")
        return refuse(Cause.WALL_NOT_USED_UP, None, f"{left.capitalize()} can still be drawn.")
    if state.holder is not None:
        return refuse(Cause.MUST_DISCARD, state.holder, f"{state.holder.name} has yet to discard the last tile.")
    if state.calls:
        caller = state.calls[0].seat.name
        return refuse(Cause.CALLED_EARLIER, None, f"{caller} has called the last tile: the game is not over yet.")
    return waits(state, state.turn) or Accepted((event,))


def return_draw(state: State, event: DrawReturned) -> Ruling:
    """A drawn tile that is not racked goes back because the discard was called in time (WOO-03)."""
    seat = event.seat
    if state.holder is not seat or not state.drawn or state.racked or not state.window:
        return refuse(Cause.NOTHING_TO_RETURN, seat, f"{seat.name} has no drawn tile that could go back on the wall.")
    return Accepted((event,))
