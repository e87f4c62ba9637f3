"""What can happen at the table: one frozen dataclass per fact, past tense, seat first. The log is a list of these.

An event says what happened, never whether it was allowed: `referee.rule` decides that before it is written, and a
table cannot be un-moved, so a log may hold acts that cost somebody the hand (`HandDied` follows them). What happens
before East's first discard stands in `opening`.
"""

from dataclasses import dataclass

from engine.faults import Cause
from engine.opening import (
    CharlestonEnded as CharlestonEnded,
    CourtesyOffered as CourtesyOffered,
    Dealt as Dealt,
    DiceRolled as DiceRolled,
    EastChosen as EastChosen,
    LastTileTaken as LastTileTaken,
    Passed as Passed,
    PassTaken as PassTaken,
    PlayersChosen as PlayersChosen,
    RulesChosen as RulesChosen,
    Voted as Voted,
    WallBroken as WallBroken,
    WallsBuilt as WallsBuilt,
)
from engine.tile import Seat, Tile


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game starts with tiles dealt (or found) at the table.

    `concealed` counts the tiles each seat holds unexposed, `wall` the undrawn ones. `players` are the seats that
    play (three or four). `exposures` and `discards` are what already lay there when the table was first seen.
    """

    east: Seat
    players: tuple[Seat, ...] = (Seat.P1, Seat.P2, Seat.P3, Seat.P4)
    concealed: tuple[int, int, int, int] = (14, 13, 13, 13)
    wall: int = 99
    exposures: tuple[tuple[tuple[Tile, ...], ...], ...] = ((), (), (), ())
    discards: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """`tile` is None where nobody but its owner saw it. `wrong_end`: it came from the wrong end of the wall.

    `inferred`: nobody saw or said it; it must have happened, because of what followed. `out_of_turn`: the table agrees
    that the seat picked and racked though it was not its turn; the tile stays with the hand that this costs.
    """

    seat: Seat
    tile: Tile | None = None
    wrong_end: bool = False
    inferred: bool = False
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Racked:
    """The drawn tile was put among the seat's own; the window on the last discard closes (WOO-02)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Discarded:
    """`named` is what the discarder said, where it differs from the tile (MISN-01 ...).

    `out_of_turn`: the table agrees that the seat discarded though it was not its turn, and that costs it the hand.
    """

    seat: Seat
    tile: Tile
    named: Tile | None = None
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """Spoken only: nothing has been exposed yet, so the call may still be retracted (CALL-14)."""

    seat: Seat
    mah_jongg: bool = False


@dataclass(frozen=True, slots=True)
class CallRetracted:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Exposed:
    """`seat` took the last discard, `called`, made by `source`, and stood `tiles` (the called one among them)."""

    seat: Seat
    called: Tile
    source: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ExposureChanged:
    """`seat` put its exposure number `group` right, or added to it, before discarding (EXPO-02)."""

    seat: Seat
    group: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class JokerExchanged:
    """`seat` took a joker out of `owner`'s exposure number `group` and left the natural `tile` in its place.

    `seat` is None where it could not be told who did it. `wrong`: the tile is not the one that the joker stood for,
    and that was noticed only later.
    """

    seat: Seat | None
    owner: Seat
    group: int
    tile: Tile
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class MahJongg:
    """`seat` showed `tiles`, all fourteen, exposures included, and the game is won.

    `line` names the card's line, None without a card; `source` is the discarder of the winning tile, None where the
    tile was drawn or won by a joker exchange. `value` is the line's value in points, None without a card. `exchanged`
    is the owner of the joker that completed the hand (SWAP-14). `misnamed`: the winning discard had been given a wrong
    name (MISN-05). `jokerless` is what the winner announced: a hand without jokers that earns the bonus (PAY-04).
    `tiles` are empty where only the players saw them and the referee's word is all that is known.
    """

    seat: Seat
    tiles: tuple[Tile, ...]
    line: str | None = None
    source: Seat | None = None
    value: int | None = None
    exchanged: Seat | None = None
    misnamed: bool = False
    jokerless: bool = False


@dataclass(frozen=True, slots=True)
class HandDied:
    """The hand is out of the game.

    `returned` are the numbers of exposures that go back among the seat's own tiles, the fatal one (C-15). `plays_on`:
    the seat keeps drawing and discarding, though it cannot win (C-20).
    """

    seat: Seat
    cause: Cause
    returned: tuple[int, ...] = ()
    plays_on: bool = False


@dataclass(frozen=True, slots=True)
class WallGame:
    """The wall is used up, the last discard was not called, nobody won (DRAW-01)."""


@dataclass(frozen=True, slots=True)
class Retracted:
    """Undo: `replay` folds the log as if event `number` had not been written."""

    number: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """A misread tile put right: `replay` folds `event` in the place of event `number`, in its old order.

    Unlike `Retracted`, what was built on the misread event (the next turn, a call of that discard) stays.
    """

    number: int
    event: "Event"


@dataclass(frozen=True, slots=True)
class Resynced:
    """The table was taken as it lies: from here on this is what is known to lie there."""

    exposures: tuple[tuple[tuple[Tile, ...], ...], ...]
    discards: tuple[Tile, ...]
    concealed: tuple[int, int, int, int]
    turn: Seat


@dataclass(frozen=True, slots=True)
class TimePassed:
    """So many whole seconds went by while the last discard could be called: how time enters the engine (C-07).

    `closes`: the time that the table gives for a call is over, and the window with it.
    """

    seconds: int
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """`seat` said Hold: play waits while it considers the last discard (WOO-05)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """`seat` said Pass: play goes on (WOO-06)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Taken:
    """`seat` put the called discard on top of its rack: from here the call stands."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NameCorrected:
    """The last discard was given its right name after a wrong one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawReturned:
    """`seat` put a drawn tile back that it had not racked, because the discard was called in time (WOO-03)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ExposureTakenBack:
    """`seat` takes its latest exposure back: another player won with the same discard (CALL-09)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declared:
    """`seat` said Mah Jongg and has shown nothing yet."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclarationRetracted:
    seat: Seat


@dataclass(frozen=True, slots=True)
class FalseMahJongg:
    """`seat` showed tiles for a mah jongg that is none (FALSE-02). `source` is the discarder of the tile it took.

    `value` is what the hand it claimed is worth, where a penalty needs it.
    """

    seat: Seat
    tiles: tuple[Tile, ...] = ()
    source: Seat | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """`seat` mixed its tiles with the discards or showed them, before the winning hand had been verified (FALSE-06)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenged:
    """`seat` said or asked whether `other`'s hand is dead."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class ChallengeDisputed:
    """`seat`, challenged by `other`, disagrees and plays on; it is settled after the game."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class FoundAlive:
    """`seat`'s hand was challenged, looked at, and has done nothing that kills it (DEAD-12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Warned:
    """A breach that costs nothing but is put right."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ends with nobody winning. `replayed`: the tiles are thrown in and dealt again by the same East."""

    cause: Cause
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """Points that changed hands, per seat; they sum to zero. Negative pays."""

    points: tuple[int, int, int, int]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Announced:
    """The winner says what the hand is worth; it may be put right until the tiles are mixed (PAY-04)."""

    seat: Seat
    value: int
    jokerless: bool = False


@dataclass(frozen=True, slots=True)
class TilesMixed:
    """The tiles of a finished game are mixed: what was announced and paid stands."""


@dataclass(frozen=True, slots=True)
class Pivoted:
    """Between games the player at `seat`, who dealt first, changes places with the one at her right."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EastMistaken:
    """Another dealt this game by mistake: `seat` is the rightful East. It is finished, and she deals the next."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WallGameBet:
    """The fifth player bets that nobody will win."""


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """The fifth player bets that `seat` will win (WIND-05)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BetCancelled:
    """The bettor spoke or pointed during play."""


@dataclass(frozen=True, slots=True)
class Named:
    """Who sits at `seat` is called `name` from here on, by nothing if it is empty. Names go on into the next game."""

    seat: Seat
    name: str = ""


@dataclass(frozen=True, slots=True)
class SatOut:
    """The fifth player, who sits this game out, is called `name` from here on; where one of the four is called so, the
    fifth takes her seat. Empty: nobody sits out. Carried on like names, as C-28 has it."""

    name: str = ""


Event = (
    GameBegun
    | Drawn
    | Racked
    | Discarded
    | Called
    | CallRetracted
    | Exposed
    | ExposureChanged
    | JokerExchanged
    | MahJongg
    | HandDied
    | WallGame
    | Retracted
    | Corrected
    | Resynced
    | RulesChosen
    | PlayersChosen
    | DiceRolled
    | EastChosen
    | WallsBuilt
    | WallBroken
    | Dealt
    | Passed
    | PassTaken
    | LastTileTaken
    | Voted
    | CourtesyOffered
    | CharlestonEnded
    | TimePassed
    | Held
    | HoldEnded
    | Taken
    | NameCorrected
    | DrawReturned
    | ExposureTakenBack
    | Declared
    | DeclarationRetracted
    | FalseMahJongg
    | ThrownIn
    | Challenged
    | ChallengeDisputed
    | Warned
    | GameAbandoned
    | Paid
    | BetPlaced
    | BetCancelled
    | Named
    | SatOut
    | FoundAlive
    | Announced
    | TilesMixed
    | Pivoted
    | EastMistaken
    | WallGameBet
)
