"""What following a table remembers from one observation to the next, and what it gives back: frozen values."""

from dataclasses import dataclass

from engine.event import Event, GameBegun, Resynced
from engine.rules.ruling import Proposal
from engine.sight.observation import Observation, Sight
from engine.sight.turnover import Between
from engine.sight.whereabouts import BelievedDiscard
from engine.tile import Seat, Tile
from engine.wording import NUMBERS

Readings = tuple[tuple[Tile, float], ...]
"""What else a tile may be, with probabilities, likeliest first."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What the eyes are doing, where it takes them long: `settling` tiles are not accounted for yet, `reread` earlier
    ones have just been put right, and for `waiting_s` seconds the table has not been at rest. Nothing is said while all
    are 0."""

    settling: int = 0
    reread: int = 0
    waiting_s: int = 0

    @property
    def says(self) -> str:
        """One sentence or two; empty where there is nothing to say.

        >>> Doing(settling=5).says, Doing(reread=1).says
        ('I am settling five tiles.', 'I read one earlier tile anew.')
        >>> Doing(waiting_s=20).says
        'I wait until hands are away: nothing new for 20 s.'
        """
        said = []
        if self.waiting_s:
            said.append(f"I wait until hands are away: nothing new for {self.waiting_s} s.")
        if self.settling:
            said.append(f"I am settling {counted(self.settling)}.")
        if self.reread:
            said.append(f"I read {counted(self.reread, 'earlier ')} anew.")
        return " ".join(said)


def counted(number: int, kind: str = "") -> str:
    """`five tiles`, `one earlier tile`."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {kind}tile{'s' if number != 1 else ''}"


@dataclass(frozen=True, slots=True)
class Rest:
    """The present rest of the table: looks taken, the acts that explained the last one and how many looks in a row
    agreed on them, the acts that explained the rest before (`earlier`) and for how many rests something has been left
    untold, whose hands came before it and which the camera `named`, whether all of it has been told. `last` is its
    latest observation until all that is done once a rest has been done, `before` that of the rest before."""

    looks: int = 0
    acts: tuple[Event, ...] = ()
    agreed: int = 0
    earlier: tuple[Event, ...] = ()
    untold: int = 0
    hands: tuple[Seat, ...] = ()
    named: tuple[Seat, ...] = ()
    matched: bool = False
    opening: bool = False
    last: Observation | None = None
    before: Observation | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """What is open between the eyes and the table: the act asked about, a question on a toss-up that waits for another
    look, with the last event's number by then, the act that the rules refused and in how many rests, the whole hand
    that was laid open and not taken for mah jongg, with the mah jongg that it comes closest to (what has to be told for
    it, after which event's number, and since when, in seconds, it lies there; infinity where the clock does not settle
    it)."""

    asked: Event | None = None
    tie: "Ask | None" = None
    tied: int = -1
    refused: Event | None = None
    rests: int = 0
    hand: Event | None = None
    closest: tuple[Event, ...] = ()
    number: int = -1
    since_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Quiet:
    """What the clock needs: the last event's number and when it was first met, since when tiles are unsettled (None
    while all is told), how many, when how many earlier ones were last put right, and since when the table has not been
    at rest (None while it is)."""

    number: int = -1
    since_s: float = 0.0
    unsettled_s: float | None = None
    tiles: int = 0
    reread_s: float = -1e9
    reread: int = 0
    moving_s: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A rack's exposures as they are read: empty groups for those that are not read clearly, in how many rests in a row
    they were read so, and how many times what was believed of them has been put right."""

    groups: tuple[tuple[Tile, ...], ...] = ()
    rests: int = 0
    turned: int = 0

    def read(self, groups: tuple[tuple[Tile, ...], ...]) -> "Standing":
        """After one more rest."""
        return Standing(groups, self.rests + 1 if groups == self.groups else 1, self.turned)


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that is remembered. `known`: where each believed discard lies; `waiting`, `unexplained`: tiles that
    nothing accounted for in the rest before, and in this; `owed`: hands whose tile has not been told yet; `used`:
    those that the camera still names though all they did has been told; `unwatched`: in a break, or because a person
    took a discard out, something may lie there that no hand since has brought; `standing`: the racks' exposures as
    the rest before read them; `between`: a table that is being swept; `gone`: whole rests in a row in which the few
    tiles of a young game were not to be seen; `lost`: discards that were taken out, because nothing lay there;
    `ground`: what lay on the table when it was first met and is taken for print."""

    rest: Rest = Rest()
    pending: Pending = Pending()
    quiet: Quiet = Quiet()
    known: tuple[BelievedDiscard, ...] = ()
    unexplained: tuple[Sight, ...] = ()
    waiting: tuple[Sight, ...] = ()
    owed: tuple[Seat, ...] = ()
    used: tuple[Seat, ...] = ()
    unwatched: bool = False
    standing: tuple[Standing, ...] = (Standing(),) * len(Seat)
    between: Between | None = None
    gone: int = 0
    lost: tuple[BelievedDiscard, ...] = ()
    ground: tuple[Sight, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell:
    """Something happened: to be proposed to the table."""

    proposal: Proposal
    readings: Readings = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, or a word, to the people at the table. `answers` are events with their probabilities, `first` what
    has to be put right before any of them; `seat` whom it concerns, `for_all` whether everybody is asked or the referee
    and the one concerned, `at_mm` where the tile lies that it is about. Asking again with the same key replaces it."""

    key: str
    says: str
    answers: tuple[tuple[Event, float], ...] = ()
    seat: Seat | None = None
    for_all: bool = False
    at_mm: tuple[float, float] | None = None
    first: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw:
    """What was asked under that key is answered or no longer matters."""

    key: str


@dataclass(frozen=True, slots=True)
class Teach:
    """Somebody said what the discard at that place (mm) is: the eyes may learn."""

    x_mm: float
    y_mm: float
    tile: Tile


@dataclass(frozen=True, slots=True)
class Lies:
    """The table as it is seen to lie, for taking it over."""

    event: Resynced | GameBegun | None


Step = Tell | Ask | Withdraw | Teach | Lies | Doing
