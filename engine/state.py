"""The state, and how one event changes it. `evolve` never refuses; `replay(log)` is the state."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import assert_never

from engine import event as e
from engine.beginning import agree, begin, charleston, one_more, set_up
from engine.faults import Cause
from engine.layers import Ending, Episode, Exposure, Laid, Phase, Rack, State
from engine.tile import SET_SIZE, SUIT_SIZE, Seat, Tile
from engine.turn import (
    AwaitingDraw,
    Contest,
    Discard,
    Exposing,
    HoldingFourteen,
    Turn,
    Window,
    wanted,
    with_calls,
    without,
)

__all__ = ["Discard", "Exposure", "Phase", "Rack", "State", "evolve", "replay", "standing"]

HAND_SIZE = 14


def evolve(state: State, event: e.Event) -> State:
    """The state after one more event. What cannot have happened in it (a broken log) changes nothing."""
    after = _apply(state, event)
    if after is state:
        return replace(state, number=state.number + 1)
    # Nobody else holds this value yet, and copying it once more would be half the cost of an event.
    object.__setattr__(after, "number", state.number + 1)
    return after


def _apply(state: State, event: e.Event) -> State:
    match event:
        case e.Drawn():
            return _draw(state, event)
        case e.Discarded():
            return _discard(state, event)
        case e.Exposed(seat, _, _, tiles):
            return _expose(state, seat, tiles)
        case e.ExposureChanged(seat, group, tiles):
            return _change(state, seat, group, tiles)
        case e.JokerExchanged():
            return _exchange(state, event)
        case e.Racked() | e.Called() | e.CallRetracted() | e.Held() | e.HoldEnded() | e.Taken() | e.TimePassed():
            return _speak(state, event)
        case e.Declared() | e.DeclarationRetracted():
            return _speak(state, event)
        case e.NameCorrected(_):
            return _name_rightly(state)
        case e.DrawReturned(seat):
            return _return_draw(state, seat)
        case e.ExposureTakenBack(seat):
            return _take_back(state, seat)
        case e.MahJongg():
            return _win(state, event)
        case e.HandDied():
            return _die(state, event)
        case e.FalseMahJongg():
            return _err(state, event)
        case e.ThrownIn(seat):
            return _throw_in(state, seat)
        case e.WallGame() | e.GameAbandoned() | e.Announced() | e.TilesMixed():
            return _conclude(state, event)
        case e.GameBegun():
            return begin(state, event)
        case e.Resynced():
            return _resync(state, event)
        case e.Retracted() | e.Corrected():
            return state  # these rewrite the log, and only `replay` sees the log
        case e.Warned() | e.FoundAlive():
            return state  # words alone move no tile
        case e.Challenged(seat, other):
            return replace(state, game=replace(state.game, challenges=(*state.challenges, (seat, other))))
        case e.ChallengeDisputed(seat, other):
            return replace(state, game=replace(state.game, disputes=(*state.disputes, (other, seat))))
        case e.DiceRolled() | e.EastChosen() | e.WallsBuilt() | e.WallBroken() | e.Dealt() | e.LastTileTaken():
            return set_up(state, event)
        case e.PlayersChosen():
            return set_up(state, event)
        case e.Passed() | e.PassTaken() | e.Voted() | e.CourtesyOffered() | e.CharlestonEnded():
            return charleston(state, event)
        case e.Named() | e.SatOut() if state.phase is Phase.OVER:
            return replace(state, agreed=replace(agree(state.agreed, event), sat=state.sat))
        case e.Named() | e.SatOut() | e.RulesChosen() | e.Pivoted() | e.EastMistaken():
            return replace(state, agreed=agree(state.agreed, event))
        case e.Paid() | e.BetPlaced() | e.BetCancelled() | e.WallGameBet():
            return replace(state, agreed=agree(state.agreed, event))
        case _:
            assert_never(event)


def _draw(state: State, event: e.Drawn) -> State:
    seat = event.seat
    after = one_more(state, seat, event.inferred)
    if event.out_of_turn:
        return after
    return after.with_turn(HoldingFourteen(seat, asked=state.game.turn.asked))


def _discard(state: State, event: e.Discarded) -> State:
    seat = event.seat
    rack = state.racks[seat]
    racks = (*state.racks[:seat], replace(rack, concealed=max(0, rack.concealed - 1)), *state.racks[seat + 1 :])
    discard = _named(state, event)
    table = Laid(racks, (*state.discards, discard), state.wall)
    window = Window(len(state.discards))
    if event.out_of_turn:
        # The turn stays whose it was, and a discard that somebody has called in time, or asked a moment for, stays
        # callable before this one.
        asked = without(state.game.turn.asked, seat)
        turn = replace(state.game.turn, asked=asked if wanted(asked) else window)
        return replace(state, table=table, game=replace(state.game, turn=turn))
    game = replace(state.game, turn=AwaitingDraw(state.next_player(seat), window), declared=None)
    return replace(state, table=table, game=game)


def _named(state: State, event: e.Discarded) -> Discard:
    """The discard, with its wrong name. A joker may be named Joker, "same", or as the discard before it, wherever that
    is now; none of these is wrong."""
    discard = Discard(event.tile, event.seat, event.named, event.out_of_turn, state.number + 1)
    kept = state.contest.discard if state.contest is not None else state.claim.discard if state.claim else None
    earlier = [d for d in (kept, *state.discards[-1:]) if d is not None]
    before = max(earlier, key=lambda d: d.number, default=None)
    as_before = before is not None and event.named in (before.tile, before.named, before.known_as)
    if event.tile is Tile.JOKER and as_before:
        return replace(discard, named=None, known_as=event.named)
    return replace(discard, named=None) if event.named is event.tile else discard


def _speak(
    state: State,
    event: e.Racked
    | e.Called
    | e.CallRetracted
    | e.Held
    | e.HoldEnded
    | e.Taken
    | e.TimePassed
    | e.Declared
    | e.DeclarationRetracted,
) -> State:
    """Words about the last discard, and what closes it to them."""
    turn = state.game.turn
    asked = turn.asked
    match event:
        case e.Racked(_):
            racked = replace(turn, racked=True) if isinstance(turn, HoldingFourteen) else turn
            return state.with_turn(replace(racked, asked=None))
        case e.Called():
            calls = (*(c for c in state.calls if c.seat is not event.seat), event)
            return state.with_turn(replace(turn, asked=with_calls(asked, calls)))
        case e.CallRetracted(seat):
            calls = tuple(c for c in state.calls if c.seat is not seat)
            return state.with_turn(replace(turn, asked=with_calls(asked, calls)))
        case e.Declared(seat):
            if isinstance(turn, HoldingFourteen) and turn.seat is seat:
                turn = replace(turn, asked=None)
            return replace(state, game=replace(state.game, declared=seat, turn=turn))
        case e.DeclarationRetracted(_):
            return replace(state, game=replace(state.game, declared=None))
        case _:
            pass
    if not isinstance(asked, Window):
        return state
    match event:
        case e.Held(seat):
            return state.with_turn(replace(turn, asked=replace(asked, held_by=seat)))
        case e.HoldEnded(_):
            return state.with_turn(replace(turn, asked=replace(asked, held_by=None)))
        case e.Taken(seat):
            return state.with_turn(replace(turn, asked=replace(asked, taken=seat)))
        case e.TimePassed(seconds, closes):
            if not state.clock_runs:
                return state
            waited = replace(asked, waited_s=asked.waited_s + max(0, seconds), shut=closes)
            return state.with_turn(replace(turn, asked=waited))
        case _:
            assert_never(event)


def _name_rightly(state: State) -> State:
    asked, discards = state.asked, list(state.discards)
    if not discards:
        return state
    at = asked.at if asked is not None else -1
    discards[at] = replace(discards[at], named=None)
    return state.with_discards(tuple(discards))


def _expose(state: State, seat: Seat, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    held = max(0, rack.concealed - (len(tiles) - 1))
    shown = state.with_rack(seat, replace(rack, exposures=(*rack.exposures, Exposure(tiles)), concealed=held))
    shown = replace(shown, game=replace(shown.game, declared=None))
    discard = state.last_discard
    if discard is None:
        return shown.with_turn(HoldingFourteen(seat, drawn=False, racked=True))
    turn = Exposing(seat, discard, asked=Contest(discard, seat), number=state.number + 1)
    return shown.with_discards(_lifted(state)).with_turn(turn)


def _lifted(state: State) -> tuple[Discard, ...]:
    """The discards without the one that may be called."""
    asked = state.game.turn.asked
    at = asked.at if isinstance(asked, Window) else len(state.discards) - 1
    return (*state.discards[:at], *state.discards[at + 1 :])


def _change(state: State, seat: Seat, group: int, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    if not 0 <= group < len(rack.exposures):
        return state
    held = max(0, rack.concealed - (len(tiles) - len(rack.exposures[group].tiles)))
    groups = (*rack.exposures[:group], Exposure(tiles), *rack.exposures[group + 1 :])
    return state.with_rack(seat, replace(rack, exposures=groups, concealed=held))


def _exchange(state: State, event: e.JokerExchanged) -> State:
    rack, group = state.racks[event.owner], event.group
    if not 0 <= group < len(rack.exposures) or not rack.exposures[group].jokers:
        return state
    tiles = list(rack.exposures[group].tiles)
    tiles[tiles.index(Tile.JOKER)] = event.tile
    changed = replace(rack.exposures[group], tiles=tuple(tiles))
    groups = (*rack.exposures[:group], changed, *rack.exposures[group + 1 :])
    swapped = state.with_rack(event.owner, replace(rack, exposures=groups))
    turn, seat = state.game.turn, event.seat
    if event.wrong:
        return swapped  # noticed later: whose turn it was then is past
    if isinstance(turn, Exposing):
        turn = replace(turn, frozen=True)
    if seat is not None:
        turn = _took_joker(turn, event.owner)
    return swapped.with_turn(turn)


def _took_joker(turn: Turn, owner: Seat) -> Turn:
    """The exchange closes the window on the discard before it."""
    match turn:
        case AwaitingDraw():
            return replace(turn, asked=None)
        case HoldingFourteen():
            return replace(turn, racked=True, exchanged=owner, asked=None)
        case Exposing():
            return replace(turn, exchanged=owner, asked=None)
        case _:
            assert_never(turn)


def _return_draw(state: State, seat: Seat) -> State:
    rack = state.racks[seat]
    racks = (*state.racks[:seat], replace(rack, concealed=rack.concealed - 1), *state.racks[seat + 1 :])
    back = replace(state, table=Laid(racks, state.discards, state.wall + 1))
    return back.with_turn(AwaitingDraw(seat, state.game.turn.asked))


def _take_back(state: State, seat: Seat) -> State:
    """The tile another player wins with goes back on the table, and the tiles exposed with it on the rack; its window
    is open again."""
    kept, rack = state.contest or state.claim, state.racks[seat]
    hidden = isinstance(kept, Contest) and kept.hidden
    if kept is None or _keeper(kept) is not seat or not (hidden or rack.exposures):
        return state
    if hidden:
        emptier = replace(rack, concealed=max(0, rack.concealed - 1))
    else:
        held = rack.concealed + len(rack.exposures[-1].tiles) - 1
        emptier = replace(rack, exposures=rack.exposures[:-1], concealed=held)
    discard = kept.discard
    back = state.with_rack(seat, emptier).with_discards((*state.discards, discard))
    next_seat = state.next_player(discard.seat) if discard.seat is not None else seat
    return back.with_turn(AwaitingDraw(next_seat, Window(len(state.discards), calls=state.calls)))


def _keeper(kept: Contest | Exposing) -> Seat:
    return kept.keeper if isinstance(kept, Contest) else kept.seat


def _win(state: State, event: e.MahJongg) -> State:
    # A discard that the winner has exposed already lies on her rack, not on the table.
    on_table = event.source is not None and bool(state.discards) and state.holder is not event.seat
    claim = state.claim
    taken = state.last_discard if on_table else claim.discard if event.source is not None and claim else None
    ending = Ending(event, event, taken is not None and taken.out_of_turn)
    over = _end(state, ending)
    return over.with_discards(_lifted(state)) if on_table else over


def _end(state: State, ending: Ending) -> State:
    turn = AwaitingDraw(state.turn)
    return replace(state, game=replace(state.game, phase=Phase.OVER, turn=turn, declared=None, ending=ending))


def _conclude(state: State, event: e.WallGame | e.GameAbandoned | e.Announced | e.TilesMixed) -> State:
    ending = state.game.ending
    match event:
        case e.WallGame():
            return _end(state, ending)
        case e.GameAbandoned(cause, replayed):
            return _end(state, replace(ending, abandoned=cause, replayed=replayed))
        case e.Announced(_, value, jokerless):
            if ending.won_by is None:
                return state
            ending = replace(ending, won_by=replace(ending.won_by, value=value, jokerless=jokerless))
        case e.TilesMixed():
            ending = replace(ending, mixed=True)
        case _:
            assert_never(event)
    return replace(state, game=replace(state.game, ending=ending))


def _err(state: State, event: e.FalseMahJongg) -> State:
    """A mah jongg in error. On her own tile it closes the window on the discard before it."""
    game, turn = state.game, state.game.turn
    if isinstance(turn, HoldingFourteen) and turn.seat is event.seat:
        turn = replace(turn, racked=True, asked=None)
    else:
        turn = replace(turn, asked=without(turn.asked, event.seat))  # what she said about the tile is past
    errors = (*game.errors, Episode(event.seat, event.value, event.source))
    return replace(state, game=replace(game, turn=turn, declared=None, errors=errors))


def _throw_in(state: State, seat: Seat) -> State:
    if not state.errors:
        return state
    latest = state.errors[-1]
    errors = (*state.errors[:-1], replace(latest, thrown_in=(*latest.thrown_in, seat)))
    return replace(state, game=replace(state.game, errors=errors))


def _die(state: State, event: e.HandDied) -> State:
    """The hand is out. On its own turn, and unless it plays on, the turn goes to the next; it makes no discard."""
    seat = event.seat
    rack = state.racks[seat]
    kept = tuple(x for i, x in enumerate(rack.exposures) if i not in event.returned)
    gone = sum(len(x.tiles) for i, x in enumerate(rack.exposures) if i in event.returned)
    after = state.with_rack(
        seat, replace(rack, exposures=kept, concealed=rack.concealed + gone, dead=event.cause, plays_on=event.plays_on)
    )
    turn = state.game.turn
    after = after.with_turn(replace(turn, asked=without(turn.asked, seat)))
    if event.plays_on or state.phase is not Phase.PLAY:
        return after
    if _in_error_on_a_discard(state, event):
        return _keep_the_tile(after, seat)
    turn = after.game.turn
    if turn.seat is not seat:
        return after
    asked = turn.asked
    if isinstance(asked, Contest) and asked.keeper is seat:  # what she exposed may still be had for Mah Jongg
        asked = replace(asked, hidden=len(rack.exposures) - 1 in event.returned)
    return after.with_turn(AwaitingDraw(after.next_player(seat), asked))


def _in_error_on_a_discard(state: State, event: e.HandDied) -> bool:
    latest = state.errors[-1] if state.errors else None
    claimed = latest is not None and latest.seat is event.seat and latest.source is not None
    return claimed and event.cause is Cause.FALSE_MAH_JONGG


def _keep_the_tile(state: State, seat: Seat) -> State:
    """A discard claimed for a mah jongg in error stays with the dead hand, unless another player wins with it. Who took
    it has had a turn: play goes on at her right, as after every call (CALL-08)."""
    turn, asked = state.game.turn, state.game.turn.asked
    had_a_turn = turn.seat is seat or isinstance(turn, AwaitingDraw)
    goes_on = AwaitingDraw(state.next_player(seat)) if had_a_turn else turn
    if isinstance(asked, Window) and asked.at < len(state.discards):
        rack = state.racks[seat]
        discard = state.discards[asked.at]
        kept = state.with_rack(seat, replace(rack, concealed=rack.concealed + 1)).with_discards(_lifted(state))
        calls = tuple(c for c in asked.calls if c.mah_jongg)
        return kept.with_turn(replace(goes_on, asked=Contest(discard, seat, calls, hidden=True)))
    contest = asked if isinstance(asked, Contest) else None
    return state.with_turn(replace(goes_on, asked=contest))


def _resync(state: State, event: e.Resynced) -> State:
    racks = tuple(
        replace(
            state.racks[seat],
            exposures=tuple(Exposure(g) for g in event.exposures[seat]),
            concealed=event.concealed[seat],
            inferred=0,
        )
        for seat in Seat
    )
    holds = racks[event.turn].count == HAND_SIZE
    discards = _thrown(state.discards, event.discards)
    stays = not holds and event.turn is state.turn and discards[-1:] == state.discards[-1:]
    window = Window(len(discards) - 1) if state.window and stays else None
    turn = HoldingFourteen(event.turn, racked=True) if holds else AwaitingDraw(event.turn, window)
    game = replace(state.game, phase=Phase.PLAY, turn=turn, declared=None, ending=Ending())
    return replace(state, table=_with_the_rest(state, racks, discards), game=game)


def _thrown(before: tuple[Discard, ...], tiles: tuple[Tile, ...]) -> tuple[Discard, ...]:
    """`tiles`, each with who discarded it and how, as far as `before` tells: in its order, and then, of what is left
    over, like tiles in theirs. One that is gone or new takes no other's discarder away. By its old event none can be
    put right any more: that table was taken as it lay since."""
    were = [d.tile for d in before]
    same = SequenceMatcher(None, were, tiles, autojunk=False).get_matching_blocks()
    kept = {block.a + k: block.b + k for block in same for k in range(block.size)}
    left = [i for i in range(len(before)) if i not in kept]
    for j, tile in enumerate(tiles):
        if j not in kept.values() and (i := next((i for i in left if were[i] is tile), None)) is not None:
            left.remove(i)
            kept[i] = j
    threw = {j: replace(before[i], number=0) for i, j in kept.items()}
    return tuple(threw.get(j) or Discard(tile, None) for j, tile in enumerate(tiles))


def _with_the_rest(state: State, racks: tuple[Rack, ...], discards: tuple[Discard, ...]) -> Laid:
    """What is on no rack and not discarded stands in the wall, as far as all tiles were accounted for before."""
    drop_suit = len(state.players) == 3 and "C-27=drop_suit" in state.options
    whole = SET_SIZE - SUIT_SIZE if drop_suit else SET_SIZE
    before = sum(r.count for r in state.racks) + len(state.discards) + state.wall
    wall = whole - sum(r.count for r in racks) - len(discards) if before == whole else state.wall
    return Laid(racks, discards, max(0, wall))


def replay(events: Iterable[e.Event], start: State | None = None) -> State:
    """The state after a whole log: without what was retracted, with what was corrected in its place. The state's
    number is the log's. An undo and a correction can be undone like anything else."""
    state = State() if start is None else start
    for number, event in standing(events, state.number):
        state = replace(state, number=number) if event is None else evolve(replace(state, number=number - 1), event)
    return state


def standing(events: Iterable[e.Event], first: int = 0) -> Iterator[tuple[int, e.Event | None]]:
    """What of a log holds, with its numbers, which follow `first`: None in the place of what was retracted."""
    log, gone = list(enumerate(events, first + 1)), set[int]()
    for number, event in reversed(log):
        if number not in gone and isinstance(event, e.Retracted):
            gone.add(event.number)
    live = (event for number, event in log if number not in gone)
    better = {event.number: event.event for event in live if isinstance(event, e.Corrected)}
    for number, event in log:
        yield number, None if number in gone else better.get(number, event)
