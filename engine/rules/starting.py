"""From the first roll to East's first discard: rules, dice, walls, deal, Charleston. Decides, changes nothing."""

from collections import Counter
from dataclasses import replace

from engine.charleston import BLIND, PASS_SIZE, Stage, receiver
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
    Passed,
    PassTaken,
    Pivoted,
    PlayersChosen,
    Resynced,
    RulesChosen,
    Voted,
    WallBroken,
    WallGameBet,
    WallsBuilt,
)
from engine.faults import Cause
from engine.rules.playing import too_many
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Accepted, Refused, Rules, Ruling, refuse, suits, without_a_suit
from engine.state import Phase, State
from engine.tile import SET_SIZE, SUIT_SIZE, Seat, Tile, by_seat
from engine.wording import number, so_many


def set_size(players: int, rules: Rules) -> int:
    """How many tiles are in play: 152, or without one suit where three play so (P3-03)."""
    return SET_SIZE - SUIT_SIZE if without_a_suit(players, rules) else SET_SIZE


def stacks_of(players: int, rules: Rules) -> int:
    """How many two-high stacks make each of the four walls: 19, where a suit is left out 15."""
    return -(-set_size(players, rules) // (2 * len(Seat)))


def choose_rules(state: State, event: RulesChosen) -> Ruling:
    """Options may change between games, never in one (HOUSE-01)."""
    if state.phase is not Phase.SETUP and state.phase is not Phase.OVER:
        return refuse(Cause.RULES_FIXED, None, "The rules of this game are agreed: change them before the next deal.")
    try:
        chosen = ruleset(event.options)
    except ValueError as error:
        return refuse(Cause.RULES_FIXED, None, f"{error}.")
    return Accepted((RulesChosen(chosen.differences),))


_MOST_HELD = 18  # tiles of one hand: fourteen, and a block of four dealt twice


def more_than_the_set(event: GameBegun | Resynced, wall: int, size: int) -> Refused | None:
    """Why the table cannot lie so with `wall` tiles to draw, in a set of `size`."""
    held = [event.concealed[seat] + sum(len(g) for g in event.exposures[seat]) for seat in Seat]
    whole = sum(held) + len(event.discards) + wall
    if whole > size:
        return refuse(Cause.TOO_MANY, None, f"{whole} tiles cannot be: the set has {size}.")
    fullest = max(Seat, key=lambda s: held[s])
    if held[fullest] > _MOST_HELD:
        return refuse(Cause.TOO_MANY, fullest, f"{fullest.name} cannot hold {held[fullest]} tiles: count them again.")
    counts = Counter((*event.discards, *(t for groups in event.exposures for group in groups for t in group)))
    over = next((t for t in Tile if counts[t] > t.copies), None)
    if over is None and size < SET_SIZE and len(suits(counts)) > 2:
        return refuse(Cause.SUIT_LEFT_OUT, None, "Three suits cannot lie there: this table plays without one.")
    return None if over is None else too_many(None, over, counts[over])


def begin(state: State, event: GameBegun, rules: Rules) -> Ruling:
    """With tiles dealt or found. Where nobody counted, the hands are as large as they should be, and the wall holds
    what they leave of the set."""
    if state.phase not in (Phase.SETUP, Phase.OVER):
        return refuse(Cause.NOT_NOW, event.east, "A game is being played already.")
    if event.east not in event.players or not 2 <= len(event.players) <= 4:
        return refuse(Cause.NOT_PLAYING, event.east, "East plays, and two to four play.")
    size = set_size(len(event.players), rules)
    nobody_counted = event.concealed == GameBegun(event.east).concealed
    if nobody_counted:
        event = replace(event, concealed=by_seat(_due(event, seat) for seat in Seat))
    if event.wall == GameBegun(event.east).wall:
        lying = sum(event.concealed) + len(event.discards) + sum(len(g) for gs in event.exposures for g in gs)
        left = size - lying if nobody_counted else min(event.wall, size - lying)
        event = replace(event, wall=max(0, left))
    return more_than_the_set(event, event.wall, size) or Accepted((event,))


def _due(event: GameBegun, seat: Seat) -> int:
    """How many tiles `seat` should hold beside its exposures: thirteen in all, and East one more before the first
    discard."""
    exposed = sum(len(group) for group in event.exposures[seat])
    first = seat is event.east and not event.discards
    return max(0, 13 + first - exposed) if seat in event.players else 0


def _setup(state: State, seat: Seat | None) -> Refused | None:
    if state.phase is Phase.SETUP:
        return None
    return refuse(Cause.NOT_NOW, seat, "The tiles are dealt: that belongs before the deal.")


def roll(state: State, event: DiceRolled, rules: Rules) -> Ruling:
    """For East: everybody once, those who tie again (SEAT-01, SEAT-06). By East once the walls stand: the break."""
    seat = event.seat
    fault = _setup(state, seat)
    if fault is not None:
        return fault
    if len(event.dice) != 2 or any(not 1 <= d <= 6 for d in event.dice):
        return refuse(Cause.WRONG_DICE, seat, f"{seat.name} rolls two dice, each showing 1 to 6.")
    if seat not in state.players:
        return refuse(Cause.NOT_PLAYING, seat, f"{seat.name} does not play this game.")
    return _roll_break(state, event, rules) if state.east_known else _roll_for_east(state, event, rules)


def _roll_break(state: State, event: DiceRolled, rules: Rules) -> Ruling:
    seat, total = event.seat, sum(event.dice)
    if seat is not state.east:
        return refuse(Cause.NOT_EAST, seat, f"{state.east.name} is East and rolls for the break.")
    if not state.walls_built:
        return refuse(Cause.NOT_NOW, seat, "The walls are not built yet.")
    if state.broken is not None:
        return _broken_already(seat, state.broken)
    if points_at_empty(state, total, rules):
        return refuse(Cause.DICE_AT_EMPTY_SEAT, seat, f"{total} counts to the empty seat: {seat.name} throws again.")
    return Accepted((event, WallBroken(seat, total)))


def _broken_already(seat: Seat, stacks: int) -> Refused:
    return refuse(Cause.ALREADY_BROKEN, seat, f"The wall is broken after {stacks} stacks already.")


def points_at_empty(state: State, total: int, rules: Rules) -> bool:
    """Whether dice counted round the table from East, East being one, end at a seat nobody plays (P3-04)."""
    end = Seat((state.east + total - 1) % 4)
    return rules.of("C-27") == "drop_suit" and end not in state.players


def _roll_for_east(state: State, event: DiceRolled, rules: Rules) -> Ruling:
    seat = event.seat
    if rules.of("C-01") != "highest_roll":
        return refuse(Cause.NOT_NOW, seat, "At this table nobody rolls for East: East is named.")
    tied = contenders(state)
    if seat not in tied:
        others = " and ".join(s.name for s in tied) or "nobody"
        return refuse(Cause.NOT_TIED, seat, f"{seat.name} has rolled: {others} still roll for East.")
    highest = _highest(state.players, (*state.rolls, (seat, sum(event.dice))))
    return Accepted((event, EastChosen(highest))) if highest is not None else Accepted((event,))


def contenders(state: State) -> tuple[Seat, ...]:
    """Who has yet to roll for East: everybody once, then those who tied for the highest, round by round (SEAT-06)."""
    return _round(state.players, state.rolls)[0]


def _highest(players: tuple[Seat, ...], rolls: tuple[tuple[Seat, int], ...]) -> Seat | None:
    return _round(players, rolls)[1]


def _round(players: tuple[Seat, ...], rolls: tuple[tuple[Seat, int], ...]) -> tuple[tuple[Seat, ...], Seat | None]:
    """Who has yet to roll, and who is highest alone once everybody has."""
    while True:
        now, rolls = rolls[: len(players)], rolls[len(players) :]
        if len(now) < len(players):
            return tuple(s for s in players if s not in {seat for seat, _ in now}), None
        best = max(total for _, total in now)
        players = tuple(seat for seat, total in now if total == best)
        if len(players) == 1:
            return (), players[0]


def choose_players(state: State, event: PlayersChosen) -> Ruling:
    """Who plays from this game on, before it is dealt: nobody sits at the other seats (P3-01)."""
    fault = _setup(state, None)
    if fault is not None:
        return fault
    players = tuple(sorted(set(event.players)))
    if len(players) < 2:
        return refuse(Cause.PLAYERS_UNFIT, None, "Two play at least.")
    if state.resting and len(players) < 4:
        return refuse(Cause.PLAYERS_UNFIT, None, f"{state.resting} sits out: then nobody's seat is empty.")
    if state.rolls and not state.east_known:
        return refuse(Cause.PLAYERS_UNFIT, None, "The dice are being rolled for East: begin the game anew.")
    if state.walls_built or (state.east_known and state.east not in players):
        return refuse(Cause.PLAYERS_UNFIT, state.east, f"{state.east.name} is East already: begin the game anew.")
    return Accepted((PlayersChosen(players),))


def mistake_east(state: State, event: EastMistaken) -> Ruling:
    """Another dealt than should have: noticed at any time from the deal until the next game."""
    seat, east = event.seat, state.east
    if seat not in state.players:
        return refuse(Cause.NOT_PLAYING, seat, f"{seat.name} does not play this game.")
    if state.phase is Phase.SETUP:
        return refuse(Cause.NOT_NOW, seat, "Nothing is dealt yet: say who is East.")
    if seat is east:
        return refuse(Cause.RIGHTFUL_EAST, seat, f"{seat.name} is East in this game: name who should have been.")
    if seat is state.agreed.due:
        return refuse(Cause.RIGHTFUL_EAST, seat, f"That is noted: {seat.name} deals the next game.")
    return Accepted((event,))


def choose_east(state: State, event: EastChosen, rules: Rules) -> Ruling:
    fault = _setup(state, event.seat)
    if fault is not None:
        return fault
    if event.seat not in state.players:
        return refuse(Cause.NOT_PLAYING, event.seat, f"{event.seat.name} does not play this game.")
    if state.rolls and not state.east_known:
        return refuse(Cause.NOT_TIED, event.seat, "The dice are being rolled for East: let them decide.")
    if state.walls_built:
        return refuse(Cause.NOT_NOW, event.seat, "The walls stand: East is settled.")
    return Accepted((event,))


def build(state: State, event: WallsBuilt, rules: Rules) -> Ruling:
    fault = _setup(state, None)
    if fault is not None:
        return fault
    wanted = set_size(len(state.players), rules)
    if 8 * event.stacks != wanted and 8 * event.stacks != wanted + 4:
        return refuse(
            Cause.WRONG_WALLS,
            None,
            f"Walls of {event.stacks} stacks hold {8 * event.stacks} tiles instead of {wanted}.",
        )
    return Accepted((event,))


def break_wall(state: State, event: WallBroken) -> Ruling:
    fault = _setup(state, event.seat)
    if fault is not None:
        return fault
    if event.seat is not state.east:
        return refuse(Cause.NOT_EAST, event.seat, f"{state.east.name} is East and breaks the wall.")
    if state.broken is not None:
        return _broken_already(event.seat, state.broken)
    if not 2 <= event.stacks <= 12:
        return refuse(Cause.WRONG_BREAK, event.seat, f"Two dice show 2 to 12, not {event.stacks}.")
    return Accepted((event,))


def deal(state: State, event: Dealt, rules: Rules) -> Ruling:
    """East 14, the others 13 (DEAL-06), and the wall holds the rest. Where the game was taken to have begun, by who saw
    the tiles stand there, and nobody has moved yet, the Charleston is still to come."""
    fault = None if _nobody_moved(state) else _setup(state, state.east)
    if fault is not None:
        return fault
    players = [s for s in Seat if event.concealed[s]]
    absent = next((s for s in players if s not in state.players), None)
    if absent is not None:
        return refuse(Cause.NOT_PLAYING, absent, f"{absent.name} does not play this game, and is dealt nothing.")
    if state.east not in players:
        return refuse(Cause.WRONG_DEAL, state.east, f"{state.east.name} is East and is dealt 14 tiles.")
    for seat in players:
        wanted = 14 if seat is state.east else 13
        if event.concealed[seat] != wanted:
            return refuse(
                Cause.WRONG_DEAL, seat, f"{seat.name} is dealt {event.concealed[seat]} tiles instead of {wanted}."
            )
    left = set_size(len(players), rules) - sum(event.concealed)
    if event.wall not in (left, Dealt().wall):  # left unsaid, the wall holds what is left
        return refuse(Cause.WRONG_DEAL, None, f"The walls hold {event.wall} tiles after the deal instead of {left}.")
    dealt = replace(event, wall=left)
    if len(players) < 4:  # P3-02: no Charleston; with a courtesy pass where two sit opposite.
        return Accepted((dealt, CharlestonEnded(any(s.across in players for s in players))))
    return Accepted((dealt,))


def _nobody_moved(state: State) -> bool:
    """Whether play has begun without a Charleston, and East's first discard is still to come."""
    if state.phase is not Phase.PLAY or state.charleston is not None or state.holder is not state.east:
        return False
    return not state.drawn and not state.discards and not any(rack.exposures for rack in state.racks)


def _charleston(state: State, seat: Seat, passing: bool = True) -> Refused | None:
    few = len(state.players) < 4
    if passing and few and seat in state.players and state.phase in (Phase.CHARLESTON, Phase.PLAY):
        says = f"{seat.name} passes nothing: without four players there is no Charleston."
        return refuse(Cause.NO_CHARLESTON, seat, says)
    if state.phase is not Phase.CHARLESTON or state.charleston is None:
        over = f"the {'courtesy pass' if few else 'Charleston'} is over"
        over = "there is no Charleston" if state.charleston is None else over
        return refuse(Cause.NOT_NOW, seat, f"{seat.name} cannot do that now: {over}.")
    if seat not in state.players:
        return refuse(Cause.NOT_PLAYING, seat, f"{seat.name} does not play this game.")
    if passing and not state.charleston.stage.passing:
        cause = Cause.VOTE_FIRST if state.charleston.stage is Stage.VOTE else Cause.ALREADY_PASSED
        return refuse(cause, seat, f"{seat.name} cannot pass now: it is time for the {state.charleston.stage.value}.")
    return None


def put_out(state: State, event: Passed, rules: Rules) -> Ruling:
    seat = event.seat
    fault = _charleston(state, seat)
    if fault is not None:
        return fault
    now = state.charleston
    assert now is not None
    if now.out[seat] is not None:
        return refuse(Cause.ALREADY_PASSED, seat, f"{seat.name} has put out the {now.stage.value} already.")
    own = PASS_SIZE - event.blind - event.owed
    if event.blind < 0 or event.owed < 0 or own < 0:
        return refuse(Cause.PASS_SIZE, seat, f"{seat.name} passes three tiles, blind ones included.")
    if Tile.JOKER in event.tiles:
        return refuse(Cause.JOKER_PASSED, seat, f"{seat.name} takes the Joker back: jokers may never be passed.")
    if event.tiles and len(event.tiles) != own:
        out = so_many(len(event.tiles), "tile")
        return refuse(Cause.PASS_SIZE, seat, f"{seat.name} put out {out} instead of {number(own) if own else 'none'}.")
    if own == 0 and all(now.out[s] == 0 for s in Seat if s is not seat):
        return refuse(
            Cause.ALL_BLIND,
            seat,
            "All four would pass three blind: whoever can starts with a tile of her own.",
        )
    return _blind(event, now.stage, rules) or Accepted((event,))


def _blind(event: Passed, stage: Stage, rules: Rules) -> Refused | None:
    """Blind passing, and the IOU that stands for it where all four want to, belong to the last pass (CHAR-08)."""
    if not event.blind and not event.owed:
        return None
    seat = event.seat
    if stage not in BLIND:
        return refuse(Cause.NOT_BLIND_HERE, seat, f"{seat.name} may not pass blind on the {stage.value}.")
    if stage.second and rules.of("C-04") == "first_only":
        return refuse(Cause.BLIND_FIRST_ONLY, seat, f"{seat.name} may not pass blind on the last right at this table.")
    return None


def take_missing(state: State, event: LastTileTaken) -> Ruling:
    """The deal ended one short at East's left; she may take the next tile of the wall until East discards."""
    seat = event.seat
    out = state.charleston.out[seat] if state.charleston is not None else None
    begun = state.phase not in (Phase.CHARLESTON, Phase.PLAY) or state.discards
    if begun or seat is not state.east.left or state.racks[seat].count + (out or 0) != 12:
        return refuse(
            Cause.NOT_MISSING,
            seat,
            f"{seat.name} may not take a tile: that is for the player at East's left, dealt 12, before East discards.",
        )
    return Accepted((event,))


def take(state: State, event: PassTaken) -> Ruling:
    seat = event.seat
    fault = _charleston(state, seat)
    if fault is not None:
        return fault
    now = state.charleston
    assert now is not None
    if now.out[seat] is None:
        return refuse(
            Cause.TAKEN_BEFORE_PASSING, seat, f"{seat.name} must put three tiles out before taking those passed to her."
        )
    if seat in now.taken:
        return refuse(Cause.ALREADY_SAID, seat, f"{seat.name} has taken the passed tiles already.")
    giver = next(s for s in Seat if receiver(now.stage, s) is seat)
    if now.out[giver] is None:
        return refuse(
            Cause.TAKEN_BEFORE_PASSING, seat, f"{giver.name} has put nothing out yet for {seat.name} to take."
        )
    return Accepted((event,))


def vote(state: State, event: Voted, rules: Rules) -> Ruling:
    seat = event.seat
    fault = _charleston(state, seat, passing=False)
    if fault is not None:
        return fault
    now = state.charleston
    assert now is not None
    if now.stage.second:
        return refuse(Cause.SECOND_MUST_FINISH, seat, "The second Charleston has begun: all three passes are made.")
    if now.stage in (Stage.FIRST_RIGHT, Stage.FIRST_ACROSS, Stage.FIRST_LEFT):
        return refuse(Cause.FIRST_COMPULSORY, seat, "The first Charleston is compulsory: vote after the first left.")
    if now.stage is not Stage.VOTE:
        return refuse(Cause.ALREADY_SAID, seat, "The second Charleston is settled.")
    if now.votes[seat] is not None:
        return refuse(Cause.ALREADY_SAID, seat, f"{seat.name} has voted already.")
    return Accepted((replace(event, courtesy=rules.of("C-05") == "after_last"),))


def offer(state: State, event: CourtesyOffered) -> Ruling:
    seat = event.seat
    now = state.charleston
    # A number said to who wants none moves nothing, and she need not wait with the first discard for it.
    late = now is not None and now.stage is Stage.DONE and now.offers[seat.across] == 0 and state.undiscarded
    fault = None if late else _charleston(state, seat, passing=False)
    if fault is not None:
        return fault
    assert now is not None
    if now.stage is not Stage.COURTESY and not late:
        return refuse(Cause.COURTESY_NOT_NOW, seat, f"It is time for the {now.stage.value}, not for courtesy.")
    if not 0 <= event.count <= PASS_SIZE:
        return refuse(Cause.COURTESY_SIZE, seat, f"{seat.name} may exchange none to three tiles, not {event.count}.")
    if seat.across not in state.players:
        return refuse(Cause.NOBODY_ACROSS, seat, f"Nobody sits opposite {seat.name}.")
    if now.offers[seat] is not None:
        return refuse(Cause.ALREADY_SAID, seat, f"{seat.name} has said {now.offers[seat]} already.")
    if Tile.JOKER in event.tiles:
        return refuse(Cause.JOKER_IN_COURTESY, seat, f"{seat.name} takes the Joker back: jokers may never be passed.")
    if event.tiles and len(event.tiles) != event.count:
        says = f"{seat.name} offers {so_many(event.count, 'tile')} and shows {number(len(event.tiles))}."
        return refuse(Cause.COURTESY_SIZE, seat, says)
    return Accepted((event,))


def end_charleston(state: State, event: CharlestonEnded, rules: Rules) -> Ruling:
    """Where nobody has a tile to pass the round ends (not before the last pass); courtesy still follows."""
    fault = _charleston(state, state.east, passing=False)
    if fault is not None:
        return fault
    now = state.charleston
    assert now is not None
    if now.stage in (Stage.FIRST_RIGHT, Stage.FIRST_ACROSS):
        return refuse(Cause.FIRST_COMPULSORY, None, "The first Charleston is compulsory.")
    if now.stage in (Stage.SECOND_LEFT, Stage.SECOND_ACROSS):
        return refuse(Cause.SECOND_MUST_FINISH, None, "The second Charleston has begun: all three passes are made.")
    follows = now.stage.passing and (rules.of("C-05") == "after_last" or now.stage.second)
    return Accepted((replace(event, courtesy=event.courtesy and follows),))


def pivot(state: State, event: Pivoted) -> Ruling:
    """Between games, for who keeps to the custom; never while one is played."""
    if state.phase not in (Phase.SETUP, Phase.OVER) or state.walls_built:
        return refuse(Cause.NOT_NOW, event.seat, "Seats are changed between games.")
    return Accepted((event,))


def bet(state: State, event: BetPlaced | WallGameBet | BetCancelled) -> Ruling:
    """The fifth player bets on one who plays, or on the wall; a bettor who speaks loses the bet."""
    if isinstance(event, BetCancelled):
        placed = state.bet is not None or state.agreed.bet_on_wall
        return Accepted((event,)) if placed else refuse(Cause.NO_BET, None, "There is no bet.")
    seat = event.seat if isinstance(event, BetPlaced) else None
    if seat is not None and seat not in state.players:
        return refuse(Cause.NOT_PLAYING, seat, f"{seat.name} does not play this game.")
    if state.phase is Phase.OVER or (state.phase is Phase.PLAY and state.discards):
        return refuse(Cause.NOT_NOW, seat, "The bet is placed before East's first discard.")
    return Accepted((event,))
