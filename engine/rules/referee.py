"""May this happen? `rule` answers with the facts to write, or with the fault and the rule it rests on.

`rule(state, proposal, rules)` changes nothing; whoever keeps the log appends the events of an `Accepted` in order and
folds them with `evolve`. `rules` holds the rule set and the card; a log says which options it was played by
(`RulesChosen`), and `rules_of` makes the two agree.

An illegal act at a real table has still happened: `Refused` leaves the state alone, and what the table then agrees on
comes as a proposal of its own, `HandDied` or `FalseMahJongg` or `Warned`.
"""

from collections.abc import Iterator
from typing import assert_never

from engine import naming
from engine.event import (
    Announced,
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
    Pivoted,
    Racked,
    Resynced,
    Retracted,
    RulesChosen,
    Taken,
    ThrownIn,
    TilesMixed,
    TimePassed,
    Voted,
    WallBroken,
    WallGame,
    WallGameBet,
    WallsBuilt,
    Warned,
)
from engine.hands import HandTable
from engine.rules import calling, dying, playing, starting, winning
from engine.rules.faults import Cause
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Accepted, Proposal, Refused, Rules, Ruling, Source, refuse
from engine.state import Phase, State
from engine.tile import Seat, Tile

__all__ = ["Accepted", "Proposal", "Refused", "Rules", "Ruling", "Source", "legal", "rule", "rules_of"]

_LEAGUE = Rules()
_MOST_HELD = 18  # tiles of one hand: fourteen, and a block of four dealt twice


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


def _rule(state: State, event: Event, rules: Rules, source: Source) -> Ruling:
    match event:
        case Discarded():
            return playing.discard(state, event, rules)
        case Drawn():
            return playing.draw(state, event, rules)
        case Racked():
            return playing.rack(state, event, rules)
        case Exposed():
            return calling.expose(state, event, rules)
        case ExposureChanged():
            return calling.change(state, event, rules)
        case JokerExchanged():
            return calling.exchange(state, event, rules, source)
        case Called():
            return calling.call(state, event, rules)
        case CallRetracted():
            return calling.retract(state, event)
        case Taken():
            return calling.take(state, event, rules)
        case MahJongg():
            return winning.mah_jongg(state, event, rules, source)
        case Declared():
            return winning.declare(state, event, rules)
        case DeclarationRetracted():
            return winning.retract(state, event)
        case FalseMahJongg():
            return winning.false_mah_jongg(state, event, rules)
        case WallGame():
            return playing.wall_game(state, event, rules, source)
        case Held():
            return playing.hold(state, event, rules)
        case TimePassed():
            return playing.pass_time(state, event, rules)
        case HoldEnded():
            return playing.end_hold(state, event)
        case NameCorrected():
            return playing.correct_name(state, event)
        case DrawReturned():
            return playing.return_draw(state, event)
        case HandDied():
            return dying.die(state, event, rules)
        case ThrownIn():
            return dying.throw_in(state, event, rules)
        case Challenged():
            return dying.challenge(state, event, rules)
        case ChallengeDisputed():
            return dying.dispute(state, event)
        case FoundAlive():
            return dying.find_alive(state, event)
        case ExposureTakenBack(seat):
            return _take_back(state, event, seat)
        case RulesChosen() | DiceRolled() | EastChosen() | WallsBuilt() | WallBroken() | Dealt() | GameBegun():
            return _starting(state, event, rules)
        case Passed() | PassTaken() | Voted() | CourtesyOffered() | CharlestonEnded():
            return _charleston(state, event, rules)
        case LastTileTaken():
            return starting.take_missing(state, event)
        case BetPlaced() | WallGameBet() | BetCancelled():
            return starting.bet(state, event)
        case Announced() | TilesMixed():
            return winning.announce(state, event)
        case Pivoted():
            return starting.pivot(state, event)
        case Resynced():
            return _resync(state, event, rules)
        case Retracted(number) | Corrected(number):
            return _rewrite(state, event, number)
        case Named():
            return naming.name(state, event)
        case Warned(seat, Cause.WRONG_DIRECTION.name) if not _passing(state):
            return refuse(Cause.NOT_NOW, seat, f"{seat.name} passes nothing now.")
        case Warned(seat, cause):
            if cause in Cause.__members__:
                return Accepted((event,))
            return refuse(Cause.NOT_NOW, seat, f"{cause!r} is not a fault the referee knows.")
        case GameAbandoned():
            return _abandon(state, event)
        case Paid(points):
            if sum(points):
                return refuse(Cause.UNEQUAL_PAYMENT, None, f"{points} does not sum to zero: someone receives it.")
            return Accepted((event,))
        case _:
            assert_never(event)


def _starting(
    state: State,
    event: RulesChosen | DiceRolled | EastChosen | WallsBuilt | WallBroken | Dealt | GameBegun,
    rules: Rules,
) -> Ruling:
    match event:
        case RulesChosen():
            return starting.choose_rules(state, event)
        case DiceRolled():
            return starting.roll(state, event, rules)
        case EastChosen():
            return starting.choose_east(state, event, rules)
        case WallsBuilt():
            return starting.build(state, event, rules)
        case WallBroken():
            return starting.break_wall(state, event)
        case Dealt():
            return starting.deal(state, event, rules)
        case GameBegun():
            return starting.begin(state, event)
        case _:
            assert_never(event)


def _charleston(
    state: State, event: Passed | PassTaken | Voted | CourtesyOffered | CharlestonEnded, rules: Rules
) -> Ruling:
    match event:
        case Passed():
            return starting.put_out(state, event, rules)
        case PassTaken():
            return starting.take(state, event)
        case Voted():
            return starting.vote(state, event, rules)
        case CourtesyOffered():
            return starting.offer(state, event)
        case CharlestonEnded():
            return starting.end_charleston(state, event, rules)
        case _:
            assert_never(event)


def _take_back(state: State, event: ExposureTakenBack, seat: Seat) -> Ruling:
    """Only for another player's Mah Jongg on the same tile: an exposure commits, though it may be put right."""
    claim = state.claim
    if claim is None or claim.seat is not seat or claim.frozen or not state.racks[seat].exposures:
        return refuse(Cause.EXPOSURE_FIXED, seat, f"{seat.name} has no exposure that could go back.")
    if not any(c.mah_jongg and c.seat is not seat for c in state.calls):
        tile = claim.discard.tile.words
        return refuse(
            Cause.COMMITTED,
            seat,
            f"{seat.name} has exposed the {tile} and keeps it; the exposure may be put right before the discard.",
        )
    return Accepted((event,))


def _resync(state: State, event: Resynced, rules: Rules) -> Ruling:
    counts = [0] * len(Tile)
    for tile in event.discards:
        counts[tile] += 1
    for groups in event.exposures:
        for group in groups:
            for tile in group:
                counts[tile] += 1
    held = [n + sum(len(g) for g in groups) for n, groups in zip(event.concealed, event.exposures, strict=True)]
    size = starting.set_size(len(state.players), rules)
    if sum(held) + len(event.discards) > size:
        says = f"{sum(held) + len(event.discards)} tiles cannot be: the set has {size}."
        return refuse(Cause.TOO_MANY, None, says)
    fullest = max(Seat, key=lambda s: held[s])
    if held[fullest] > _MOST_HELD:
        return refuse(Cause.TOO_MANY, fullest, f"{fullest.name} cannot hold {held[fullest]} tiles: count them again.")
    over = next((t for t in Tile if counts[t] > t.copies), None)
    if over is not None:
        return refuse(Cause.TOO_MANY, None, f"{counts[over]} {over.words} tiles cannot be: the set has {over.copies}.")
    return Accepted((event,))


def _passing(state: State) -> bool:
    now = state.charleston
    return state.phase is Phase.CHARLESTON and now is not None and now.stage.passing


def _rewrite(state: State, event: Retracted | Corrected, number: int) -> Ruling:
    if not 1 <= number <= state.number:
        return refuse(Cause.NO_SUCH_EVENT, None, f"There is no event {number}: the log has {state.number}.")
    return Accepted((event,))


def _abandon(state: State, event: GameAbandoned) -> Ruling:
    if state.phase is Phase.OVER:
        return refuse(Cause.NOT_NOW, None, "The game is over already.")
    if event.cause not in Cause.__members__:
        return refuse(Cause.NOT_NOW, None, f"{event.cause!r} is not a cause for which a game ends.")
    return Accepted((event,))


def legal(state: State, rules: Rules = _LEAGUE) -> Iterator[Event]:
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
    left = tuple(t.copies - shown[t] for t in Tile)
    yield from _turn_acts(state, rules, left)
    yield from _window_acts(state, rules, left)


def _turn_acts(state: State, rules: Rules, left: tuple[int, ...]) -> Iterator[Event]:
    """What the seat may do whose turn it is."""
    seat = state.holder if state.holder is not None else state.turn
    if not state.takes_turns(seat):
        return
    waiting = playing.waits(state, seat) is not None
    wall = state.wall > playing.reserve(rules)
    committed = playing.must_expose(state, seat) is not None
    may_draw = state.holder is None and wall and state.held_by in (None, seat) and not committed
    if may_draw:
        yield Drawn(seat)
    if not waiting and (may_draw or (state.holder is seat and state.racks[seat].concealed)):
        yield from (Discarded(seat, t) for t in Tile if left[t])
    if state.holder is None:
        if not wall and not waiting and not state.calls:
            yield WallGame()
        return
    if not waiting and state.drawn:
        yield Racked(seat)
    if state.drawn and not state.racked and state.window:
        yield DrawReturned(seat)
    if not waiting and state.racks[seat].dead is None:
        yield from _exchanges(state, rules, seat, left)
    if state.racks[seat].dead is None:
        yield from _changes(state, rules, seat, left)


def _exchanges(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[Event]:
    called = state.claim is not None and not state.drawn
    if (called and rules.of("C-14") == "draw_only") or not state.racks[seat].concealed:
        return
    for owner in Seat:
        for group, exposure in enumerate(state.racks[owner].exposures):
            tile = exposure.natural
            alive = not exposure.dead or rules.of("C-15") == "all"
            if tile is not None and exposure.jokers and alive and left[tile]:
                yield JokerExchanged(seat, owner, group, tile)


def _changes(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[Event]:
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
                    yield ExposureChanged(seat, group, tiles)
        elif rules.of("C-13") == "yes" and state.drawn and len(exposure.tiles) == 3 and left[tile] and held > 1:
            yield ExposureChanged(seat, group, (*exposure.tiles, tile))


def _groups(tile: Tile, naturals: int, jokers: int, rules: Rules) -> Iterator[tuple[Tile, ...]]:
    """Exposures off a called `tile`, when so many naturals, the called one included, and jokers may be in them."""
    largest = 5 if rules.of("C-11") == "off" else 6
    for n in range(1 + int(rules.of("C-10")), min(naturals, largest) + 1):
        for j in range(max(0, 3 - n), min(jokers, largest - n) + 1):
            yield (tile,) * n + (Tile.JOKER,) * j


def _window_acts(state: State, rules: Rules, left: tuple[int, ...]) -> Iterator[Event]:
    """What anybody may do about the last discard."""
    if state.held_by is not None:
        yield HoldEnded(state.held_by)
    last = state.last_discard
    for c in state.calls:
        if state.taken is not c.seat:
            yield CallRetracted(c.seat)
    if state.window and last is not None and last.named is not None:
        yield from (NameCorrected(s) for s in state.players if state.takes_turns(s))
    contest = state.contest
    if contest is not None and not (contest.discard.named is not None and rules.of("C-22") == "void"):
        for seat in state.alive:
            if seat not in (contest.keeper, contest.discard.seat) and Called(seat, True) not in state.calls:
                yield Called(seat, True)
    if not state.window or last is None or last.seat is None or (last.tile is Tile.JOKER and last.named is None):
        return
    for seat in state.players:
        if seat is last.seat or state.racks[seat].dead is not None:
            continue
        if state.held_by is None:
            yield Held(seat)
        yield from _calls(state, rules, seat, left)


def _calls(state: State, rules: Rules, seat: Seat, left: tuple[int, ...]) -> Iterator[Event]:
    last = state.last_discard
    assert last is not None
    assert last.seat is not None
    stray = calling.only_to_win(state, seat, rules) is not None
    void = last.named is not None and rules.of("C-22") == "void"
    for mah_jongg in (False, True):
        called = Called(seat, mah_jongg)
        if called not in state.calls and not void and (mah_jongg or (last.named is None and not stray)):
            yield called
    if last.named is not None or stray or calling.yields(state, seat, False) is not None:
        return
    held = state.racks[seat].concealed
    for tiles in _groups(last.tile, left[last.tile] + 1, left[Tile.JOKER], rules):
        if len(tiles) - 1 < held:
            yield Exposed(seat, last.tile, last.seat, tiles)
