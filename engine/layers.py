"""The state's layers: what lies on the table, what the game has come to, what is agreed around it. Values only.

`State` is what everybody reads; `engine.state.evolve` makes the next one. The names of the inner layers matter to who
changes the state: readers ask `state.racks`, `state.holder`, `state.window`.
"""

from dataclasses import dataclass, replace
from enum import Enum

from engine.charleston import Charleston
from engine.event import Called, MahJongg
from engine.faults import Cause
from engine.tile import Seat, Tile, by_seat
from engine.turn import AwaitingDraw, Contest, Discard, Exposing, HoldingFourteen, Turn, Window

_NOBODY_YET = AwaitingDraw(Seat.P1)


class Phase(Enum):
    """What the table is doing."""

    SETUP = "setup"
    CHARLESTON = "charleston"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A group on top of a rack, in the order it stands from its owner's left."""

    tiles: tuple[Tile, ...]

    @property
    def natural(self) -> Tile | None:
        """The tile its jokers stand for; None for a group of jokers alone (JOK-05)."""
        return next((t for t in self.tiles if t is not Tile.JOKER), None)

    @property
    def jokers(self) -> int:
        return self.tiles.count(Tile.JOKER)


@dataclass(frozen=True, slots=True)
class Rack:
    """`concealed` counts the tiles only their owner sees; `dead` is what of, None while alive.

    `plays_on`: though dead it keeps drawing and discarding. `inferred` draws were neither seen nor said, but follow
    from what was: `concealed` rests on them.
    """

    exposures: tuple[Exposure, ...] = ()
    concealed: int = 13
    dead: Cause | None = None
    plays_on: bool = False
    inferred: int = 0

    @property
    def count(self) -> int:
        return self.concealed + sum(len(e.tiles) for e in self.exposures)


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies and stands on the table: four racks indexed by Seat, the discards in order, how many tiles to draw."""

    racks: tuple[Rack, ...] = (Rack(), Rack(), Rack(), Rack())
    discards: tuple[Discard, ...] = ()
    wall: int = 99


@dataclass(frozen=True, slots=True)
class Opening:
    """Before the deal: `rolls` (seat, total) of the dice for East; `broken`: the stacks counted off East's wall."""

    east_known: bool = False
    rolls: tuple[tuple[Seat, int], ...] = ()
    walls_built: bool = False
    broken: int | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """A mah jongg shown in error: whose, what its hand claimed to be worth, the discarder of the tile it took (None: it
    took none), and who threw in before it was verified."""

    seat: Seat
    value: int | None = None
    source: Seat | None = None
    thrown_in: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: what was `shown`, and `won_by` with the value that the winner announced; `out_of_turn`: its
    discard was. Or `abandoned`, why nobody won, and `replayed`, whether it is dealt again. `mixed`: nothing announced
    can change."""

    shown: MahJongg | None = None
    won_by: MahJongg | None = None
    out_of_turn: bool = False
    abandoned: Cause | None = None
    replayed: bool = False
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """What the game has come to. `declared` said Mah Jongg and has shown nothing. `challenges` and `disputes` are
    (challenger, challenged): those made, and those of them that were disagreed with."""

    phase: Phase = Phase.SETUP
    east: Seat = Seat.P1
    players: tuple[Seat, ...] = tuple(Seat)
    opening: Opening = Opening()
    charleston: Charleston | None = None
    turn: Turn = _NOBODY_YET
    declared: Seat | None = None
    errors: tuple[Episode, ...] = ()
    challenges: tuple[tuple[Seat, Seat], ...] = ()
    disputes: tuple[tuple[Seat, Seat], ...] = ()
    ending: Ending = Ending()


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is agreed around the game: `options` differ from League practice; `bet` is the fifth player's, `bet_on_wall`
    that nobody will win; `paid` is what has changed hands, per seat; `pivoted`: she and the player at her right have
    changed places before this game; `due`: who should have dealt it, where another did by mistake. `names` are what the
    players are called, per seat, empty where nobody said; `resting` is what the fifth player is called, empty where
    there is none. `sat` is both as a game's end found them, None while nobody has been named since."""

    options: tuple[str, ...] = ()
    bet: Seat | None = None
    bet_on_wall: bool = False
    paid: tuple[int, int, int, int] = (0, 0, 0, 0)
    pivoted: Seat | None = None
    due: Seat | None = None
    names: tuple[str, str, str, str] = ("", "", "", "")
    resting: str = ""
    sat: tuple[tuple[str, str, str, str], str] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The table, the game, what is agreed. `number` is the last event's number, counted from 1."""

    number: int = 0
    table: Laid = Laid()
    game: Game = Game()
    agreed: Agreed = Agreed()

    # The table.

    @property
    def racks(self) -> tuple[Rack, ...]:
        """Four, indexed by Seat."""
        return self.table.racks

    @property
    def discards(self) -> tuple[Discard, ...]:
        return self.table.discards

    @property
    def wall(self) -> int:
        return self.table.wall

    # The game.

    @property
    def phase(self) -> Phase:
        return self.game.phase

    @property
    def east(self) -> Seat:
        return self.game.east

    @property
    def players(self) -> tuple[Seat, ...]:
        return self.game.players

    @property
    def east_known(self) -> bool:
        return self.game.opening.east_known

    @property
    def rolls(self) -> tuple[tuple[Seat, int], ...]:
        return self.game.opening.rolls

    @property
    def walls_built(self) -> bool:
        return self.game.opening.walls_built

    @property
    def broken(self) -> int | None:
        return self.game.opening.broken

    @property
    def charleston(self) -> Charleston | None:
        return self.game.charleston

    @property
    def declared(self) -> Seat | None:
        return self.game.declared

    @property
    def errors(self) -> tuple[Episode, ...]:
        return self.game.errors

    @property
    def false_by(self) -> tuple[Seat, ...]:
        """Who has shown a false mah jongg."""
        return tuple(e.seat for e in self.game.errors)

    @property
    def challenges(self) -> tuple[tuple[Seat, Seat], ...]:
        return self.game.challenges

    @property
    def disputes(self) -> tuple[tuple[Seat, Seat], ...]:
        return self.game.disputes

    @property
    def won_by(self) -> MahJongg | None:
        return self.game.ending.won_by

    @property
    def winner(self) -> Seat | None:
        won = self.game.ending.won_by
        return None if won is None else won.seat

    @property
    def line(self) -> str | None:
        won = self.game.ending.won_by
        return None if won is None else won.line

    @property
    def won_out_of_turn(self) -> bool:
        return self.game.ending.out_of_turn

    @property
    def abandoned(self) -> Cause | None:
        return self.game.ending.abandoned

    @property
    def replayed(self) -> bool:
        return self.game.ending.replayed

    # The turn.

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return self.game.turn.seat

    @property
    def holder(self) -> Seat | None:
        """The seat that has fourteen and must discard; None while a draw is awaited."""
        turn = self.game.turn
        return None if isinstance(turn, AwaitingDraw) else turn.seat

    @property
    def drawn(self) -> bool:
        """Whether the holder's fourteenth tile came from the wall."""
        turn = self.game.turn
        return isinstance(turn, HoldingFourteen) and turn.drawn

    @property
    def racked(self) -> bool:
        """Whether the holder's fourteenth tile is among her own."""
        turn = self.game.turn
        return turn.racked if isinstance(turn, HoldingFourteen) else isinstance(turn, Exposing)

    @property
    def claim(self) -> Exposing | None:
        """The turn of somebody who has exposed the last discard, until her own."""
        turn = self.game.turn
        return turn if isinstance(turn, Exposing) else None

    @property
    def exchanged(self) -> Seat | None:
        """The owner of the last joker that the holder took this turn."""
        turn = self.game.turn
        return None if isinstance(turn, AwaitingDraw) else turn.exchanged

    @property
    def asked(self) -> Window | None:
        """The window on the discard that may be called, None while none may."""
        asked = self.game.turn.asked
        return asked if isinstance(asked, Window) and not asked.shut else None

    @property
    def contest(self) -> Contest | None:
        """A called discard on somebody's rack that another may still win with."""
        asked = self.game.turn.asked
        return asked if isinstance(asked, Contest) else None

    @property
    def window(self) -> bool:
        """Whether the last discard may be called."""
        return self.asked is not None

    @property
    def callable(self) -> bool:
        """Whether anybody at all may call it: a Joker is dead (JOK-09), unless it went by another tile's name."""
        last = self.last_discard
        return self.window and last is not None and (last.tile is not Tile.JOKER or last.named is not None)

    @property
    def calls(self) -> tuple[Called, ...]:
        """Who has called it, in order."""
        asked = self.game.turn.asked
        return () if asked is None else asked.calls

    @property
    def held_by(self) -> Seat | None:
        asked = self.asked
        return None if asked is None else asked.held_by

    @property
    def taken(self) -> Seat | None:
        """Who has the called discard on top of her rack, unexposed."""
        asked = self.asked
        return None if asked is None else asked.taken

    @property
    def waited_s(self) -> int:
        """The seconds that the last discard could be called (C-07)."""
        asked = self.game.turn.asked
        return asked.waited_s if isinstance(asked, Window) else 0

    @property
    def clock_runs(self) -> bool:
        """Whether time for a call is running: a Hold and a call stop it, and it begins anew with every discard."""
        asked = self.asked
        return asked is not None and asked.held_by is None and not asked.calls

    @property
    def last_discard(self) -> Discard | None:
        """The discard that may be called, else the latest."""
        asked = self.game.turn.asked
        if isinstance(asked, Window) and asked.at < len(self.discards):
            return self.discards[asked.at]
        return self.discards[-1] if self.discards else None

    # What is agreed.

    @property
    def options(self) -> tuple[str, ...]:
        return self.agreed.options

    @property
    def paid(self) -> tuple[int, int, int, int]:
        return self.agreed.paid

    @property
    def names(self) -> tuple[str, str, str, str]:
        """What the players are called, per seat; empty where nobody said."""
        return self.agreed.names

    @property
    def sat(self) -> tuple[tuple[str, str, str, str], str]:
        """Who sat where in this game, and who sat out. A name that is given in place of another once the game is over
        is somebody else's, who plays the next one."""
        if self.agreed.sat is None:
            return self.names, self.resting
        were, rested = self.agreed.sat
        new = [name if name not in (*were, rested) else "" for name in (*self.names, self.resting)]
        return by_seat(were[seat] or new[seat] for seat in Seat), rested or new[-1]

    @property
    def resting(self) -> str:
        """The fifth player's name, who sits this game out; empty where there is none."""
        return self.agreed.resting

    @property
    def bet(self) -> Seat | None:
        return self.agreed.bet

    # What follows from it.

    def next_player(self, seat: Seat) -> Seat:
        """Who plays after `seat`: the next to the right who is in the game and not dead (unless the dead play on)."""
        after = seat.right
        while after is not seat and not self.takes_turns(after):
            after = after.right
        return after

    def takes_turns(self, seat: Seat) -> bool:
        """In the game, and alive or of those dead who keep drawing and discarding."""
        rack = self.table.racks[seat]
        return seat in self.game.players and (rack.dead is None or rack.plays_on)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The players who may still win."""
        return tuple(s for s in self.players if self.racks[s].dead is None)

    @property
    def undiscarded(self) -> bool:
        """Whether East has yet to make the first discard."""
        nothing = not self.discards and all(not r.exposures for r in self.racks)
        waits = self.phase is Phase.PLAY and self.holder is self.east and not self.drawn
        return nothing and (self.phase is Phase.CHARLESTON or waits)

    def with_rack(self, seat: Seat, rack: Rack) -> "State":
        racks = (*self.racks[:seat], rack, *self.racks[seat + 1 :])
        return replace(self, table=replace(self.table, racks=racks))

    def with_discards(self, discards: tuple[Discard, ...]) -> "State":
        return replace(self, table=replace(self.table, discards=discards))

    def with_turn(self, turn: Turn) -> "State":
        return replace(self, game=replace(self.game, turn=turn))


def seated(players: tuple[Seat, ...], east: Seat = Seat.P1) -> State:
    """The state before the first event, with these players at the table."""
    return State(game=Game(players=players, east=east, turn=AwaitingDraw(east)))


def unbegun(names: tuple[str, str, str, str], resting: str = "", players: tuple[Seat, ...] = tuple(Seat)) -> State:
    """The state before the first event, with what the players are called, who sits out, and who plays."""
    return replace(seated(players, players[0]), agreed=Agreed(names=names, resting=resting))
