"""How the events before play change the state: what is agreed, the dice, the walls, the deal, the Charleston."""

from dataclasses import replace
from typing import assert_never

from engine.charleston import Charleston, Stage
from engine.event import (
    BetCancelled,
    BetPlaced,
    CharlestonEnded,
    CourtesyOffered,
    Dealt,
    DiceRolled,
    EastChosen,
    EastMistaken,
    GameBegun,
    LastTileTaken,
    Named,
    Paid,
    Passed,
    PassTaken,
    Pivoted,
    PlayersChosen,
    RulesChosen,
    SatOut,
    Voted,
    WallBroken,
    WallGameBet,
    WallsBuilt,
)
from engine.layers import Agreed, Exposure, Game, Laid, Opening, Phase, Rack, State
from engine.tile import Seat, by_seat
from engine.turn import AwaitingDraw, Discard, HoldingFourteen, Turn


def agree(
    now: Agreed,
    event: Named | SatOut | RulesChosen | Paid | BetPlaced | BetCancelled | WallGameBet | Pivoted | EastMistaken,
) -> Agreed:
    match event:
        case RulesChosen(options):
            return replace(now, options=options)
        case Paid(points):
            return replace(now, paid=by_seat(now.paid[seat] + points[seat] for seat in Seat))
        case BetPlaced(seat):
            return replace(now, bet=seat, bet_on_wall=False)
        case WallGameBet():
            return replace(now, bet=None, bet_on_wall=True)
        case BetCancelled():
            return replace(now, bet=None, bet_on_wall=False)
        case Named(seat, name):
            return replace(now, names=_with(now.names, {seat: name}))
        case SatOut(name):
            rests = next((s for s in Seat if name and now.names[s].casefold() == name.casefold()), None)
            if rests is None:
                return replace(now, resting=name)
            return replace(now, names=_with(now.names, {rests: now.resting}), resting=now.names[rests])
        case Pivoted(seat):
            one, other = now.names[seat], now.names[seat.right]
            return replace(now, pivoted=seat, names=_with(now.names, {seat: other, seat.right: one}))
        case EastMistaken(seat):
            return replace(now, due=seat)
        case _:
            assert_never(event)


def _with(names: tuple[str, str, str, str], others: dict[Seat, str]) -> tuple[str, str, str, str]:
    first, second, third, fourth = (others.get(s, names[s]) for s in Seat)
    return first, second, third, fourth


def set_up(
    state: State, event: PlayersChosen | DiceRolled | EastChosen | WallsBuilt | WallBroken | Dealt | LastTileTaken
) -> State:
    game, opening = state.game, state.game.opening
    match event:
        case PlayersChosen(players):
            if state.phase is not Phase.SETUP:  # the deal has said who plays
                return state
            east = game.east if opening.east_known else players[0]
            return replace(state, game=replace(game, players=players, east=east, turn=AwaitingDraw(east)))
        case DiceRolled(seat, dice):
            if opening.east_known:
                return state
            opening = replace(opening, rolls=(*opening.rolls, (seat, sum(dice))))
            return replace(state, game=replace(game, opening=opening))
        case EastChosen(seat):
            opening = replace(opening, east_known=True)
            return replace(state, game=replace(game, east=seat, turn=AwaitingDraw(seat), opening=opening))
        case WallsBuilt(stacks):
            built = replace(state, table=replace(state.table, wall=2 * stacks * 4))
            return replace(built, game=replace(game, opening=replace(opening, walls_built=True)))
        case WallBroken(_, stacks):
            return replace(state, game=replace(game, opening=replace(opening, broken=stacks)))
        case Dealt(concealed, wall):
            racks = tuple(Rack(concealed=n) for n in concealed)
            dealt = replace(
                game,
                phase=Phase.CHARLESTON,
                players=tuple(s for s in Seat if concealed[s]),
                opening=replace(opening, east_known=True),
                charleston=Charleston(),
                turn=HoldingFourteen(state.east, drawn=False),
            )
            return replace(state, table=Laid(racks, state.discards, wall), game=dealt)
        case LastTileTaken(seat):
            return one_more(state, seat)
        case _:
            assert_never(event)


def one_more(state: State, seat: Seat, inferred: bool = False) -> State:
    """A tile of the wall goes to `seat`."""
    rack = state.racks[seat]
    fuller = replace(rack, concealed=rack.concealed + 1, inferred=rack.inferred + inferred)
    racks = (*state.racks[:seat], fuller, *state.racks[seat + 1 :])
    return replace(state, table=Laid(racks, state.discards, max(0, state.wall - 1)))


def charleston(state: State, event: Passed | PassTaken | Voted | CourtesyOffered | CharlestonEnded) -> State:
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
            return _passed(replace(state, table=replace(state.table, racks=tuple(racks))), after)
        case PassTaken(seat):
            return _passed(state, now.took(seat))
        case Voted(seat, second, courtesy):
            return _passed(state, now.voted(seat, second, courtesy))
        case CourtesyOffered(seat, count):
            after = now.offered(seat, count, state.players)
            if now.stage is Stage.DONE:  # said though who sits opposite wants none: play has begun
                return replace(state, game=replace(state.game, charleston=after))
            return _passed(state, after)
        case CharlestonEnded(courtesy):
            returned = (replace(state.racks[s], concealed=state.racks[s].concealed + (now.out[s] or 0)) for s in Seat)
            ended = replace(state, table=replace(state.table, racks=tuple(returned)))
            if now.stage.passing and courtesy:
                return _passed(ended, replace(now, stage=Stage.COURTESY, out=(None,) * 4))
            return _passed(ended, replace(now, stage=Stage.DONE))
        case _:
            assert_never(event)


def _passed(state: State, now: Charleston) -> State:
    """With the Charleston so far. Once it is done, East holds fourteen and discards first (TURN-01); where her hand has
    died over a false mah jongg, the next one draws. Who goes on with it has taken back a Mah Jongg said before it."""
    if now.stage is not Stage.DONE:
        return replace(state, game=replace(state.game, charleston=now, declared=None))
    turn: Turn = HoldingFourteen(state.east, drawn=False, racked=True)
    if not state.takes_turns(state.east):
        turn = AwaitingDraw(state.next_player(state.east))
    return replace(state, game=replace(state.game, charleston=now, phase=Phase.PLAY, turn=turn, declared=None))


def begin(state: State, event: GameBegun) -> State:
    racks = tuple(Rack(tuple(Exposure(g) for g in event.exposures[s]), event.concealed[s]) for s in Seat)
    fresh = not event.discards
    game = Game(
        phase=Phase.PLAY,
        east=event.east,
        players=event.players,
        opening=Opening(east_known=True),
        turn=HoldingFourteen(event.east, drawn=False, racked=True) if fresh else AwaitingDraw(event.east),
    )
    table = Laid(racks, tuple(Discard(t, None) for t in event.discards), event.wall)
    agreed = state.agreed
    if state.phase is not Phase.SETUP:  # what was paid and bet in the game before is past
        agreed = replace(agreed, paid=(0, 0, 0, 0), bet=None, bet_on_wall=False, due=None)
    return State(state.number, table, game, agreed)
