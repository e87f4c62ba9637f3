"""May this happen? `rule` answers with the facts to write, or with the fault and the rule it rests on.

`rule(state, proposal, rules)` changes nothing; whoever keeps the log appends the events of an `Accepted` in order and
folds them with `evolve`. `rules` holds the rule set and the card; a log says which options it was played by
(`RulesChosen`), and `rules_of` makes the two agree.

An illegal act at a real table has still happened: `Refused` leaves the state alone, and what the table then agrees on
comes as a proposal of its own, `HandDied` or `FalseMahJongg` or `Warned`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from engine import event as e, naming
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules import calling, dying, playing, starting, winning
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Accepted, Proposal, Refused, Rules, Ruling, Source, refuse, suit_left_out
from engine.state import Phase, State
from engine.tile import Seat, Tile

__all__ = ["Accepted", "Proposal", "Refused", "Rules", "Ruling", "Source", "legal", "rule", "rules_of"]

_LEAGUE = Rules()


def rules_of(state: State, table: HandTable | None = None) -> Rules:
    """The rules that a log was begun with, and the card."""
    return Rules(ruleset(state.options, "league" if not state.options else "house"), table)


def rule(state: State, proposal: Proposal, rules: Rules = _LEAGUE) -> Ruling:
    """May this event follow `state`? `Accepted` holds it, filled in, with the events it implies."""
    ruling = _rule(state, proposal.event, rules, proposal.source)
    if isinstance(ruling, Refused):
        return ruling
    more = dying.aftermath(state, ruling.events, rules)
    return Accepted((*ruling.events, *more)) if more else ruling


def _rule(state: State, event: e.Event, rules: Rules, source: Source) -> Ruling:
    match event:
        case e.Discarded():
            return playing.discard(state, event, rules)
        case e.Drawn():
            return playing.draw(state, event, rules)
        case e.Racked():
            return playing.rack(state, event, rules)
        case e.Exposed():
            return calling.expose(state, event, rules)
        case e.ExposureChanged():
            return calling.change(state, event, rules)
        case e.JokerExchanged():
            return calling.exchange(state, event, rules, source)
        case e.Called():
            return calling.call(state, event, rules)
        case e.CallRetracted():
            return calling.retract(state, event)
        case e.Taken():
            return calling.take(state, event, rules)
        case e.MahJongg():
            return winning.mah_jongg(state, event, rules, source)
        case e.Declared():
            return winning.declare(state, event, rules)
        case e.DeclarationRetracted():
            return winning.retract(state, event)
        case e.FalseMahJongg():
            return winning.false_mah_jongg(state, event, rules)
        case e.WallGame():
            return playing.wall_game(state, event, rules, source)
        case e.Held() | e.HoldEnded() | e.TimePassed() | e.NameCorrected() | e.DrawReturned():
            return _waiting(state, event, rules)
        case e.HandDied() | e.ThrownIn() | e.Challenged() | e.ChallengeDisputed() | e.FoundAlive():
            return _dying(state, event, rules)
        case e.ExposureTakenBack(seat):
            return _take_back(state, event, seat)
        case e.RulesChosen() | e.DiceRolled() | e.EastChosen() | e.WallsBuilt() | e.PlayersChosen():
            return _starting(state, event, rules)
        case e.WallBroken() | e.Dealt() | e.GameBegun():
            return _starting(state, event, rules)
        case e.Passed() | e.PassTaken() | e.Voted() | e.CourtesyOffered() | e.CharlestonEnded():
            return _charleston(state, event, rules)
        case e.LastTileTaken():
            return starting.take_missing(state, event)
        case e.Resynced():
            return _resync(state, event, rules)
        case e.Retracted(number) | e.Corrected(number):
            return _rewrite(state, event, number)
        case e.GameAbandoned():
            return _abandon(state, event)
        case e.BetPlaced() | e.WallGameBet() | e.BetCancelled() | e.Announced() | e.TilesMixed() | e.Pivoted():
            return _beside(state, event)
        case e.Named() | e.SatOut() | e.Warned() | e.Paid() | e.EastMistaken():
            return _beside(state, event)
        case _:
            assert_never(event)


def _waiting(
    state: State, event: e.Held | e.HoldEnded | e.TimePassed | e.NameCorrected | e.DrawReturned, rules: Rules
) -> Ruling:
    """While the last discard may be called."""
    match event:
        case e.Held():
            return playing.hold(state, event, rules)
        case e.TimePassed():
            return playing.pass_time(state, event, rules)
        case e.HoldEnded():
            return playing.end_hold(state, event)
        case e.NameCorrected():
            return playing.correct_name(state, event)
        case e.DrawReturned():
            return playing.return_draw(state, event)
        case _:
            assert_never(event)


def _dying(
    state: State,
    event: e.HandDied | e.ThrownIn | e.Challenged | e.ChallengeDisputed | e.FoundAlive,
    rules: Rules,
) -> Ruling:
    match event:
        case e.HandDied():
            return dying.die(state, event, rules)
        case e.ThrownIn():
            return dying.throw_in(state, event, rules)
        case e.Challenged():
            return dying.challenge(state, event, rules)
        case e.ChallengeDisputed():
            return dying.dispute(state, event)
        case e.FoundAlive():
            return dying.find_alive(state, event)
        case _:
            assert_never(event)


def _beside(
    state: State,
    event: e.BetPlaced
    | e.WallGameBet
    | e.BetCancelled
    | e.Announced
    | e.TilesMixed
    | e.Pivoted
    | e.EastMistaken
    | e.Named
    | e.SatOut
    | e.Warned
    | e.Paid,
) -> Ruling:
    """What moves no tile: bets, what a win is worth, places, names, warnings, money."""
    match event:
        case e.BetPlaced() | e.WallGameBet() | e.BetCancelled():
            return starting.bet(state, event)
        case e.Announced() | e.TilesMixed():
            return winning.announce(state, event)
        case e.Pivoted():
            return starting.pivot(state, event)
        case e.EastMistaken():
            return starting.mistake_east(state, event)
        case e.Named():
            return naming.name(state, event)
        case e.SatOut():
            return naming.sit_out(state, event)
        case e.Warned(seat, Cause.WRONG_DIRECTION) if not _passing(state):
            return refuse(Cause.NOT_NOW, seat, f"{seat.name} passes nothing now.")
        case e.Warned():
            return Accepted((event,))
        case e.Paid(points):
            if sum(points):
                return refuse(Cause.UNEQUAL_PAYMENT, None, f"{points} does not sum to zero: someone receives it.")
            return Accepted((event,))
        case _:
            assert_never(event)


def _starting(
    state: State,
    event: e.RulesChosen
    | e.PlayersChosen
    | e.DiceRolled
    | e.EastChosen
    | e.WallsBuilt
    | e.WallBroken
    | e.Dealt
    | e.GameBegun,
    rules: Rules,
) -> Ruling:
    match event:
        case e.RulesChosen():
            return starting.choose_rules(state, event)
        case e.PlayersChosen():
            return starting.choose_players(state, event)
        case e.DiceRolled():
            return starting.roll(state, event, rules)
        case e.EastChosen():
            return starting.choose_east(state, event, rules)
        case e.WallsBuilt():
            return starting.build(state, event, rules)
        case e.WallBroken():
            return starting.break_wall(state, event)
        case e.Dealt():
            return starting.deal(state, event, rules)
        case e.GameBegun():
            return starting.begin(state, event, rules)
        case _:
            assert_never(event)


def _charleston(
    state: State, event: e.Passed | e.PassTaken | e.Voted | e.CourtesyOffered | e.CharlestonEnded, rules: Rules
) -> Ruling:
    match event:
        case e.Passed():
            return starting.put_out(state, event, rules)
        case e.PassTaken():
            return starting.take(state, event)
        case e.Voted():
            return starting.vote(state, event, rules)
        case e.CourtesyOffered():
            return starting.offer(state, event)
        case e.CharlestonEnded():
            return starting.end_charleston(state, event, rules)
        case _:
            assert_never(event)


def _take_back(state: State, event: e.ExposureTakenBack, seat: Seat) -> Ruling:
    """Only for another player's Mah Jongg on the same tile: an exposure commits, though it may be put right."""
    claim = state.claim
    if claim is None or claim.seat is not seat or claim.frozen or not state.racks[seat].exposures:
        return refuse(Cause.EXPOSURE_FIXED, seat, f"{seat.name} has no exposure that could go back.")
    if state.contest is None or not state.contest.calls:  # what was discarded out of turn since is another tile
        tile = claim.discard.tile.words
        return refuse(
            Cause.COMMITTED,
            seat,
            f"{seat.name} has exposed the {tile} and keeps it; the exposure may be put right before the discard.",
        )
    return Accepted((event,))


def _resync(state: State, event: e.Resynced, rules: Rules) -> Ruling:
    """A turn that was nobody's, or a hand's that has stopped playing, is the next one's."""
    fault = starting.more_than_the_set(event, 0, starting.set_size(len(state.players), rules))
    if fault is None and not state.takes_turns(event.turn):
        event = replace(event, turn=state.next_player(event.turn))
    return fault or Accepted((event,))


def _passing(state: State) -> bool:
    now = state.charleston
    return state.phase is Phase.CHARLESTON and now is not None and now.stage.passing


def _rewrite(state: State, event: e.Retracted | e.Corrected, number: int) -> Ruling:
    if not 1 <= number <= state.number:
        return refuse(Cause.NO_SUCH_EVENT, None, f"There is no event {number}: the log has {state.number}.")
    return Accepted((event,))


def _abandon(state: State, event: e.GameAbandoned) -> Ruling:
    if state.phase is Phase.OVER:
        return refuse(Cause.NOT_NOW, None, "The game is over already.")
    return Accepted((event,))


def legal(state: State, rules: Rules = _LEAGUE) -> Iterator[e.Event]:
    """The acts in play that `rule` accepts now, as far as public knowledge goes: draws, discards, calls, exposures and
    their changes, joker exchanges, holds, the wall game. What depends on a hidden hand (mah jongg) is not listed, nor
    what the table may agree on at any time (a dead hand, an undo). Exposures are listed naturals first."""
    if state.phase is not Phase.PLAY:
        return
    shown = [0] * len(Tile)
    for d in state.discards:
        shown[d.tile] += 1
    for rack in state.racks:
        for exposure in rack.exposures:
            for t in exposure.tiles:
                shown[t] += 1
    none = suit_left_out(state, rules)
    left = tuple(0 if t in none else t.copies - shown[t] for t in Tile)
    yield from _turn_acts(state, rules, left)
    yield from _window_acts(state, rules, left)


def _turn_acts(state: State, rules: Rules, left: tuple[int, ...]) -> Iterator[e.Event]:
    """What the seat may do whose turn it is."""
    seat = state.holder if state.holder is not None else state.turn
    if not state.takes_turns(seat):
        return
    waiting = playing.waits(state, seat) is not None
    wall = state.wall > playing.reserve(rules)
    committed = playing.must_expose(state, seat) is not None
    may_draw = state.holder is None and wall and state.held_by in (None, seat) and not committed
    if may_draw:
        yield e.Drawn(seat)
    if not waiting and (may_draw or (state.holder is seat and state.racks[seat].concealed)):
        yield from (e.Discarded(seat, t) for t in Tile if left[t])
    if state.holder is None:
        if not wall and not waiting and not state.calls:
            yield e.WallGame()
        return
    if not waiting and state.drawn:
        yield e.Racked(seat)
    if state.drawn and not state.racked and state.window:
        yield e.DrawReturned(seat)
    if not waiting and state.racks[seat].dead is None:
        yield from _exchanges(state, rules, seat, left)
    if state.racks[seat].dead is None:
        yield from _changes(state, rules, seat, left)


def _exchanges(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[e.Event]:
    if (state.claim is not None and rules.of("C-14") == "draw_only") or not state.racks[seat].concealed:
        return
    for owner in Seat:
        for group, exposure in enumerate(state.racks[owner].exposures):
            tile = exposure.natural
            if tile is not None and exposure.jokers and left[tile]:
                yield e.JokerExchanged(seat, owner, group, tile)


def _changes(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[e.Event]:
    exposures = state.racks[seat].exposures
    held = state.racks[seat].concealed
    for group, exposure in enumerate(exposures):
        tile = exposure.natural
        if tile is None:
            continue
        latest = state.claim is not None and state.claim.seat is seat and group == len(exposures) - 1
        if latest:
            assert state.claim is not None
            if rules.of("C-12") == "none" or state.claim.frozen:
                continue
            mine = exposure.tiles
            naturals = left[tile] + mine.count(tile)
            jokers = left[Tile.JOKER] + mine.count(Tile.JOKER)
            for tiles in _groups(tile, naturals, jokers, rules):
                if len(tiles) - len(mine) < held:
                    yield e.ExposureChanged(seat, group, tiles)
        elif rules.of("C-13") == "yes" and state.drawn and len(exposure.tiles) == 3 and left[tile] and held > 1:
            yield e.ExposureChanged(seat, group, (*exposure.tiles, tile))


def _groups(tile: Tile, naturals: int, jokers: int, rules: Rules) -> Iterator[tuple[Tile, ...]]:
    """Exposures off a called `tile`, when so many naturals, the called one included, and jokers may be in them."""
    largest = 5 if rules.of("C-11") == "off" else 6
    for n in range(1 + int(rules.of("C-10")), min(naturals, largest) + 1):
        for j in range(max(0, 3 - n), min(jokers, largest - n) + 1):
            yield (tile,) * n + (Tile.JOKER,) * j


def _window_acts(state: State, rules: Rules, left: tuple[int, ...]) -> Iterator[e.Event]:
    """What anybody may do about the last discard."""
    if state.held_by is not None:
        yield e.HoldEnded(state.held_by)
    last = state.last_discard
    for c in state.calls:
        if state.taken is not c.seat:
            yield e.CallRetracted(c.seat)
    declared = any(c.mah_jongg for c in state.calls)
    if state.window and last is not None and last.named is not None and not declared:
        yield from (e.NameCorrected(s) for s in state.players if state.takes_turns(s))
    contest = state.contest
    if contest is not None and not (contest.discard.named is not None and rules.of("C-22") == "void"):
        for seat in state.alive:
            if seat not in (contest.keeper, contest.discard.seat) and e.Called(seat, True) not in state.calls:
                yield e.Called(seat, True)
    if not state.window or last is None or last.seat is None or (last.tile is Tile.JOKER and last.named is None):
        return
    for seat in state.players:
        if seat is last.seat or state.racks[seat].dead is not None or playing.too_late(state, seat, rules):
            continue
        if state.held_by is None:
            yield e.Held(seat)
        yield from _calls(state, rules, seat, left)


def _calls(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[e.Event]:
    last = state.last_discard
    assert last is not None
    assert last.seat is not None
    stray = calling.only_to_win(state, seat, rules) is not None
    void = last.named is not None and rules.of("C-22") == "void"
    for mah_jongg in (False, True):
        called = e.Called(seat, mah_jongg)
        if called not in state.calls and not void and (mah_jongg or (last.named is None and not stray)):
            yield called
    if last.named is not None or stray or calling.yields(state, seat, False) is not None:
        return
    held = state.racks[seat].concealed
    for tiles in _groups(last.tile, left[last.tile] + 1, left[Tile.JOKER], rules):
        if len(tiles) - 1 < held:
            yield e.Exposed(seat, last.tile, last.seat, tiles)
