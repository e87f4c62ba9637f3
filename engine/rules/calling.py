"""Calls, who has priority, exposures and their changes, joker exchanges. Decides, changes nothing."""

from dataclasses import replace

from engine.event import (
    Called,
    CallRetracted,
    Drawn,
    DrawReturned,
    Event,
    Exposed,
    ExposureChanged,
    JokerExchanged,
    Taken,
)
from engine.faults import Cause
from engine.rules.playing import draw, open_window, reserve, too_many, waits
from engine.rules.ruling import (
    Accepted,
    Refused,
    Rules,
    Ruling,
    Source,
    dies,
    distance,
    in_contest,
    in_play,
    refuse,
    third_suit,
    visible,
)
from engine.state import Discard, State
from engine.tile import Seat, Tile, codes
from engine.wording import number, so_many


def call(state: State, event: Called, rules: Rules) -> Ruling:
    """Speaking up for the last discard. Nothing is exposed yet."""
    seat = event.seat
    fault = in_contest(state, seat) or _callable(state, seat, event.mah_jongg, rules) or _misnamed(state, event, rules)
    if fault is None and not event.mah_jongg:
        fault = only_to_win(state, seat, rules)
    if fault is not None:
        return fault
    if event in state.calls:
        return refuse(Cause.ALREADY_CALLED, seat, f"{seat.name} has called the {_last(state).words} already.")
    return Accepted((event,))


def _last(state: State) -> Tile:
    """The tile that is asked for, wherever it is."""
    found = state.contest or (state.claim if not state.window else None)
    discard = found.discard if found is not None else state.last_discard
    assert discard is not None
    return discard.tile


def _callable(state: State, seat: Seat, mah_jongg: bool, rules: Rules) -> Refused | None:
    contest = state.contest
    if contest is None or contest.keeper is seat:
        return open_window(state, seat, rules)
    tile = contest.discard.tile.words
    if not mah_jongg and contest.hidden:
        return refuse(
            Cause.KEPT_BY_THE_DEAD,
            seat,
            f"The {tile} stays with {contest.keeper.name}, who claimed it in error: it can only be won with.",
        )
    if not mah_jongg:
        return refuse(
            Cause.ALREADY_EXPOSED,
            seat,
            f"{contest.keeper.name} has already exposed the {tile}: {seat.name} comes too late.",
        )
    if contest.discard.seat is seat:
        return refuse(Cause.OWN_DISCARD, seat, f"{seat.name} discarded that tile and can never take it back.")
    return None


def only_to_win(state: State, seat: Seat, rules: Rules) -> Refused | None:
    """Why the last discard may not be exposed, though it may be called for Mah Jongg."""
    asked, last = state.asked, state.last_discard
    if asked is None or last is None:
        return None
    holder = state.holder
    if holder not in (None, seat) and (state.racked or not state.drawn):
        assert holder is not None
        return refuse(
            Cause.STRAY_WINS_ONLY,
            seat,
            f"{holder.name} has her tile for this turn: the {last.tile.words}, discarded out of turn, can only be won "
            "with.",
        )
    if last.out_of_turn and rules.of("C-32") == "to_win_only":
        return refuse(
            Cause.STRAY_WINS_ONLY, seat, f"The {last.tile.words} was discarded out of turn: it can only be won with."
        )
    left = state.wall + len(put_back(state))  # a tile that was looked at is drawn after this one
    if left <= reserve(rules) and rules.of("C-31") == "to_win_only":
        return refuse(
            Cause.LAST_WINS_ONLY, seat, f"The {last.tile.words} is the last discard: it can only be won with."
        )
    return None


def _misnamed(state: State, event: Called, rules: Rules) -> Refused | None:
    last = state.contest.discard if state.contest is not None else state.last_discard
    if last is None or last.named is None:
        return None
    seat = event.seat
    fault = void_name(seat, last, rules)
    if fault is not None:
        return fault
    what = f"the {last.tile.words} was named {last.named.words}"
    if not event.mah_jongg:
        return refuse(Cause.MISNAMED, seat, f"{seat.name} cannot call it for an exposure: {what}; name it rightly.")
    return None


def void_name(seat: Seat, discard: Discard | None, rules: Rules) -> Refused | None:
    """Why a misnamed tile is nobody's at this table (C-22); None where it is not so, or nothing was misnamed."""
    if discard is None or discard.named is None or rules.of("C-22") != "void":
        return None
    what = f"the {discard.tile.words} was named {discard.named.words}"
    return refuse(Cause.MISNAMED_VOID, seat, f"{seat.name} cannot claim it: {what}.")


def retract(state: State, event: CallRetracted) -> Ruling:
    """A call may be taken back while nothing is on the rack or exposed (CALL-14)."""
    seat = event.seat
    if state.taken is seat or (state.claim is not None and state.claim.seat is seat):
        return refuse(
            Cause.COMMITTED, seat, f"{seat.name} has put the {_last(state).words} on the rack: the call stands."
        )
    if all(c.seat is not seat for c in state.calls):
        return refuse(Cause.NOT_CALLED, seat, f"{seat.name} has no call to take back.")
    return Accepted((event,))


def take(state: State, event: Taken, rules: Rules) -> Ruling:
    """The called tile goes on top of the caller's rack: the call is binding."""
    seat = event.seat
    spoken: tuple[Event, ...] = ()
    if all(c.seat is not seat for c in state.calls):
        ruling = call(state, Called(seat), rules)
        if isinstance(ruling, Refused):
            return ruling
        spoken = ruling.events
    else:
        fault = in_contest(state, seat) or _callable(state, seat, True, rules)
        if fault is not None:
            return fault
    if state.taken is not None:
        return refuse(Cause.ALREADY_EXPOSED, seat, f"{state.taken.name} has the tile on the rack already.")
    wins = any(c.seat is seat and c.mah_jongg for c in state.calls)
    return yields(state, seat, wins) or Accepted((*spoken, *put_back(state), event))


def put_back(state: State) -> tuple[Event, ...]:
    """The tile somebody had drawn and not racked goes back on the wall (WOO-03)."""
    holder = state.holder
    if holder is None or not state.window or not state.drawn or state.racked:
        return ()
    return (DrawReturned(holder),)


def yields(state: State, seat: Seat, wins: bool) -> Refused | None:
    """Why another caller has the tile before `seat`; None if nobody has (CALL-09, CALL-10, CALL-11)."""
    tile = _last(state).words
    for other in state.calls:
        if other.seat is seat or state.racks[other.seat].dead is not None:
            continue
        nearer, called = distance(state, other.seat) < distance(state, seat), f"{other.seat.name} called the {tile}"
        if other.mah_jongg and not wins:
            says = f"{called} for Mah Jongg, which beats {seat.name}'s exposure."
            return refuse(Cause.MAH_JONGG_FIRST, seat, says)
        if other.mah_jongg and wins and nearer:
            says = f"{called} for Mah Jongg too and comes before {seat.name} in turn."
            return refuse(Cause.TWO_FOR_MAH_JONGG, seat, says)
        if not wins and nearer and state.taken is not seat:
            return refuse(Cause.CALLED_EARLIER, seat, f"{called} too and comes before {seat.name} in turn.")
    if not wins and state.taken not in (None, seat):
        assert state.taken is not None
        return refuse(Cause.ALREADY_EXPOSED, seat, f"{state.taken.name} has the {tile} on the rack already.")
    return None if wins or state.taken is seat else _held_before(state, seat)


def _held_before(state: State, seat: Seat) -> Refused | None:
    """Why `seat` waits with an exposure: who asked for a moment comes first in turn, and may still call (WOO-05)."""
    holder = state.held_by
    if holder is None or distance(state, holder) >= distance(state, seat):
        return None
    says = f"{holder.name} said Hold and comes before {seat.name} in turn: {seat.name} waits."
    return refuse(Cause.HELD, seat, says)


def expose(state: State, event: Exposed, rules: Rules) -> Ruling:
    """The last discard completes a group that its caller stands up (CALL-02). Whether a hand of the card has such a
    group is not asked here: a wrong exposure costs the hand only once it is challenged."""
    seat = event.seat
    fault = in_contest(state, seat) or _exposable(state, event) or _older(state, event)
    fault = fault or _callable(state, seat, False, rules)
    if fault is not None:
        return fault
    last = state.last_discard
    assert last is not None
    if event.called is not last.tile or event.source is not last.seat:
        return refuse(
            Cause.WRONG_SOURCE,
            seat,
            f"{seat.name} exposed the {event.called.words} from {event.source.name}, but the last discard is "
            f"{last.seat.name if last.seat is not None else 'nobody'}'s {last.tile.words}.",
        )
    fault = (
        _misnamed_exposure(last, event, rules)
        or only_to_win(state, seat, rules)
        or group_fault(seat, last.tile, event.tiles, rules)
        or _has_tiles(state, event, rules)
        or yields(state, seat, False)
    )
    return fault or Accepted((*put_back(state), event))


def _exposable(state: State, event: Exposed) -> Refused | None:
    """A group laid down by the holder of a drawn tile comes from no call (EXPO-01)."""
    if state.holder is event.seat and (not state.window or event.called not in event.tiles):
        return refuse(
            Cause.NOT_FROM_A_CALL,
            event.seat,
            f"{event.seat.name} called no discard: {codes(event.tiles)} goes back among the concealed tiles.",
        )
    return None


def _older(state: State, event: Exposed) -> Refused | None:
    """A tile that lies there, and another has been discarded since (DISC-02)."""
    last, seat = state.last_discard, event.seat
    if last is None or not state.window or event.called is last.tile:
        return None
    if all(d.tile is not event.called for d in state.discards[:-1]):
        return None
    says = f"{seat.name} cannot have the {event.called.words}: the {last.tile.words} was discarded since."
    return refuse(Cause.OLD_DISCARD, seat, says)


def _misnamed_exposure(last: Discard, event: Exposed, rules: Rules) -> Refused | None:
    if last.named is None:
        return None
    seat = event.seat
    return void_name(seat, last, rules) or refuse(
        Cause.MISNAMED_EXPOSURE,
        seat,
        f"{seat.name} exposed {codes(event.tiles)} off the {last.tile.words} that was named {last.named.words}: "
        "the hand is dead.",
    )


def group_fault(seat: Seat, called: Tile, tiles: tuple[Tile, ...], rules: Rules) -> Refused | None:
    """Why `tiles` are no exposure off `called`; None if they are."""
    shown, size = codes(tiles), len(tiles)
    if called not in tiles:
        return refuse(
            Cause.WRONG_SOURCE, seat, f"{seat.name}'s {shown} does not hold the {called.words} that was called."
        )
    if size == 2 and all(t in (called, Tile.JOKER) for t in tiles):
        return refuse(Cause.PAIR_CALLED, seat, f"{seat.name} called the {called.words} for a pair, which only wins.")
    strangers = [t for t in tiles if t not in (called, Tile.JOKER)]
    if strangers or size < 2:
        return refuse(
            Cause.SINGLE_CALLED,
            seat,
            f"{seat.name}'s {shown} is not a group of tiles alike: the {called.words} may be called for it only to "
            "win.",
        )
    if size > 6 or (size == 6 and rules.of("C-11") == "off"):
        most = "five at this table" if rules.of("C-11") == "off" else "six"
        name = "sextet" if size == 6 else f"group of {number(size)}"
        says = f"{seat.name} exposed a {name} of {called.words}: a group has at most {most}."
        return refuse(Cause.GROUP_TOO_BIG, seat, says)
    needed, held = int(rules.of("C-10")), tiles.count(called) - 1
    if held < needed:
        return refuse(
            Cause.NATURALS_NEEDED,
            seat,
            f"{seat.name} holds {number(held)} {called.words} beside the called one, and needs {number(needed)}.",
        )
    return None


def _has_tiles(state: State, event: Exposed, rules: Rules) -> Refused | None:
    seat = event.seat
    # One more is kept to discard; with none left the hand is complete and Mah Jongg is declared.
    if state.racks[seat].concealed < len(event.tiles):
        return refuse(
            Cause.NOT_HELD,
            seat,
            f"{seat.name} holds {so_many(state.racks[seat].concealed, 'tile')}: too few to expose that and discard.",
        )
    for tile, own in ((event.called, 1), (Tile.JOKER, 0)):
        # The called tile is counted among the discards already.
        total = visible(state, tile) - own + event.tiles.count(tile)
        if total > tile.copies:
            return too_many(seat, tile, total)
    return None


def change(state: State, event: ExposureChanged, rules: Rules) -> Ruling:
    """The exposure just made may be put right until its owner discards (EXPO-02)."""
    seat = event.seat
    fault = in_contest(state, seat)
    if fault is not None:
        return fault
    exposures = state.racks[seat].exposures
    if not 0 <= event.group < len(exposures):
        return _no_such_exposure(state, seat, seat, event.group)
    before = exposures[event.group].tiles
    if state.claim is None or state.claim.seat is not seat or event.group != len(exposures) - 1:
        return _add_to_pung(state, event, rules)
    called = state.claim.discard.tile
    if rules.of("C-12") == "none":
        return refuse(Cause.NO_CHANGES, seat, f"{seat.name}'s {codes(before)} cannot be changed at this table.")
    if state.claim.frozen:
        return refuse(
            Cause.EXPOSURE_FROZEN,
            seat,
            f"{seat.name} has exchanged a joker since: {codes(before)} can no longer be changed.",
        )
    fault = group_fault(seat, called, event.tiles, rules)
    if fault is not None:
        return fault
    for tile in (called, Tile.JOKER):
        total = visible(state, tile) - before.count(tile) + event.tiles.count(tile)
        if total > tile.copies:
            return too_many(seat, tile, total)
    if len(event.tiles) - len(before) >= state.racks[seat].concealed:
        return refuse(Cause.NOT_HELD, seat, f"{seat.name} does not hold that many tiles and one to discard.")
    return Accepted((event,))


def _no_such_exposure(state: State, seat: Seat, owner: Seat, group: int) -> Refused:
    which = f"exposure number {group} (the first is 0)" if state.racks[owner].exposures else "exposure"
    return refuse(Cause.NO_SUCH_EXPOSURE, seat, f"{owner.name} has no {which}.")


def _add_to_pung(state: State, event: ExposureChanged, rules: Rules) -> Ruling:
    """Where the table plays so, a drawn fourth tile joins an exposed pung (EXPO-05, C-13)."""
    seat = event.seat
    exposure = state.racks[seat].exposures[event.group]
    tile = exposure.natural
    fourth = tile is not None and len(exposure.tiles) == 3 and sorted(event.tiles) == sorted((*exposure.tiles, tile))
    if rules.of("C-13") != "yes" or not fourth or state.holder is not seat or not state.drawn:
        return refuse(
            Cause.EXPOSURE_FIXED, seat, f"{seat.name}'s {codes(exposure.tiles)} is fixed since the discard after it."
        )
    assert tile is not None
    if visible(state, tile) >= tile.copies:
        return too_many(seat, tile)
    if state.racks[seat].concealed < 2:
        return refuse(Cause.NOT_HELD, seat, f"{seat.name} would have no tile left to discard.")
    return Accepted((event,))


def exchange(state: State, event: JokerExchanged, rules: Rules, source: Source) -> Ruling:
    """A natural for the joker that stands for it, on one's own turn, after getting a tile (SWAP-01 ... SWAP-04).

    The camera sees no draws: from it, an exchange by the next in turn implies the draw, and nobody (seat None) is
    taken to be whoever's turn it is.
    """
    seat = event.seat
    if event.wrong:
        return _wrongly(state, event, rules)
    if seat is None:
        seat = state.holder if state.holder is not None else state.turn
    fault = in_contest(state, seat)
    if fault is not None:
        return fault
    drawn: tuple[Event, ...] = ()
    if state.holder is not seat:
        ruling = _before_the_tile(state, seat, event, rules, source)
        if isinstance(ruling, Refused):
            return ruling
        drawn = ruling.events
    fault = waits(state, seat) or _exchangeable(state, seat, event, rules)
    if fault is not None:
        return fault
    if state.claim is not None and rules.of("C-14") == "draw_only":
        return refuse(
            Cause.SWAP_AFTER_CALL, seat, f"{seat.name} called this turn's tile: jokers are exchanged only after a draw."
        )
    return Accepted((*drawn, replace(event, seat=seat)))


def _wrongly(state: State, event: JokerExchanged, rules: Rules) -> Ruling:
    """The table finds later that a joker was had for the wrong tile: whoever let that happen to her exposure is dead,
    who gave the tile plays on. Seen at once, it is put right instead."""
    owner, seat, tile = event.owner, event.seat, event.tile
    fault = in_play(state, owner)
    if fault is not None:
        return fault
    exposures = state.racks[owner].exposures
    if seat is None or not 0 <= event.group < len(exposures) or not exposures[event.group].jokers:
        return refuse(Cause.NO_JOKER_THERE, seat, f"{owner.name} has no joker there that somebody took.")
    if tile in (Tile.JOKER, exposures[event.group].natural):
        return refuse(Cause.NOT_DEAD, seat, f"The {tile.words} is what that joker stood for: there is no error.")
    if visible(state, tile) >= tile.copies:
        return too_many(seat, tile)
    died = dies(owner, Cause.WRONG_EXCHANGE, rules)
    return third_suit(state, seat, (tile,), rules) or Accepted((event, died))


def _before_the_tile(state: State, seat: Seat, event: JokerExchanged, rules: Rules, source: Source) -> Ruling:
    """The seat has no tile for this turn yet."""
    called = source is not Source.CAMERA and state.window and any(c.seat is seat for c in state.calls)
    last = state.last_discard
    discarded = state.window and last is not None and last.tile is event.tile
    thrown = ", and nobody exchanges a discard for one" if discarded else ""
    if not called and (state.holder is not None or state.turn is not seat):
        whose = state.turn
        says = f"{seat.name} exchanged the {event.tile.words} for a joker, but it is {whose.name}'s turn{thrown}."
        return refuse(Cause.SWAP_NOT_YOUR_TURN, seat, says)
    if source is Source.CAMERA:
        return draw(state, Drawn(seat, inferred=True), rules)
    first = f"expose the {_last(state).words}" if called else "draw, or call and expose,"
    says = f"{seat.name} must {first} before exchanging the {event.tile.words} for a joker{thrown}."
    return refuse(Cause.SWAP_BEFORE_DRAW, seat, says)


def _exchangeable(state: State, seat: Seat, event: JokerExchanged, rules: Rules) -> Refused | None:
    owner, tile = event.owner, event.tile
    exposures = state.racks[owner].exposures
    if tile is Tile.JOKER:
        says = f"{seat.name} cannot put a joker in: only a natural tile replaces a joker."
        return refuse(Cause.NATURAL_WANTED, seat, says)
    if not exposures:
        says = f"{owner.name} has nothing exposed, and so no joker that stands for {tile.words}."
        return refuse(Cause.NO_JOKER_THERE, seat, says)
    if not 0 <= event.group < len(exposures):
        return _no_such_exposure(state, seat, owner, event.group)
    exposure = exposures[event.group]
    if not exposure.jokers or exposure.natural is not tile:
        says = f"{owner.name}'s {codes(exposure.tiles)} has no joker that stands for {tile.words}."
        return refuse(Cause.NO_JOKER_THERE, seat, says)
    if state.racks[seat].concealed < 1:
        return refuse(Cause.NOT_HELD, seat, f"{seat.name} has no concealed tile to exchange.")
    if visible(state, tile) >= tile.copies:
        return too_many(seat, tile)
    return None
