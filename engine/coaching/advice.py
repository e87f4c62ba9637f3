"""The values that the coach answers with: what to do, how good each choice is, and reasons that can be checked."""

from dataclasses import dataclass
from enum import Enum

from engine.card import Hand, Line
from engine.tile import Seat, Tile


class Why(Enum):
    """What a reason states. Beside each: what its tiles and numbers mean. All are facts that `Known` proves."""

    COMPLETE = "the hand is complete"  # line
    AWAY = "the nearest hand of the line is so many tiles away"  # line, tiles: still needed, numbers: (missing,)
    UNSEEN = "so many of a needed tile are unseen"  # tiles: (kind,), numbers: (unseen, copies)
    ALL_GONE = "nobody can draw the tile any more"  # tiles: (kind,)
    NO_PLACE = "the hand has no place for the tiles"  # line, hand, tiles
    TOO_MANY = "more are held than the hand wants"  # line, hand, tiles: (kind,), numbers: (wanted, held)
    LEAST = "of all choices this one leaves the best chance"  # tiles, numbers: (its chance, the next one's)
    JOKERS_FIT = "the hand takes the jokers held"  # line, hand, numbers: (jokers,)
    JOKERS_LOST = "the hand takes no joker"  # line, hand, numbers: (jokers held,)
    NO_JOKER_THERE = "needed as single or pair: no joker, no call but to win"  # line, hand, tiles
    CONCEALED = "the line is concealed"  # line
    CALLABLE = "the needed tiles stand in groups that may be called"  # line, hand, tiles
    COMMITS = "after the exposure so many lines are left"  # tiles: the exposure, numbers: (lines left, lines before)
    ENDS_CONCEALED = "the exposure gives up all concealed lines"  # numbers: (concealed lines of the card,)
    TOO_LITTLE = "too little is held for a group of three"  # tiles: (kind,), numbers: (held, jokers)
    FITS_NO_GROUP = "no hand of the card has such an exposure beside the others"  # tiles: (kind,)
    TO_WIN_ONLY = "this tile may be called for mah jongg alone"  # tiles: (kind,)
    COSTS = "doing it leaves a smaller chance than not doing it"  # numbers: (chance if done, chance if not)
    BRINGS = "doing it leaves a greater chance than not doing it"  # numbers: (chance if done, chance if not)
    JOKER_DEAD = "a discarded joker cannot be called"
    JOKERS_STAY = "a joker may not be passed"  # numbers: (jokers held,)
    BREAKS_NO_PAIR = "the tiles break no pair"  # tiles
    NO_PAIR_GIVEN = "the tiles passed on are all different"  # tiles
    SAFE = "no hand that the seats' exposures leave wants the tile"  # tiles: (kind,)
    WANTED_BY = "the seat's exposures leave hands that want it"  # seat, tiles: (kind,), numbers: (lines wanting, left)
    PASSED_BY = "in the Charleston the seat passed the tile to this one"  # seat, tiles: (kind,), numbers: (how many,)
    PASSED_TO = "in the Charleston this seat passed the tile to that one"  # seat, tiles: (kind,), numbers: (how many,)
    EXCHANGE = "the tile frees a joker in the seat's exposure"  # seat, tiles: (kind,)
    DEAD = "no hand can be won any more"
    SERVES = "the tile serves the hand"  # line, hand, tiles: (kind,), numbers: (wanted, held)
    OUT_OF_REACH = "the line cannot be finished any more"  # line


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact and the sentence that tells it. Chances are parts of 1."""

    kind: Why
    says: str
    tiles: tuple[Tile, ...] = ()
    numbers: tuple[float, ...] = ()
    line: Line | None = None
    hand: Hand | None = None
    seat: Seat | None = None


class Act(Enum):
    """What the coach says to do."""

    PASS = "pass"
    COURTESY = "courtesy"
    VOTE = "vote"
    DISCARD = "discard"
    CALL = "call"
    LET_GO = "let go"
    MAH_JONGG = "mah jongg"
    EXCHANGE = "exchange"
    NO_EXCHANGE = "no exchange"
    STAY = "stay"
    SWITCH = "switch"
    EXPLAIN = "explain"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done: its tiles, the chance to win after it, and the chance that it gives another the
    win at once. Empty tiles: doing nothing."""

    tiles: tuple[Tile, ...]
    chance: float
    risk: float = 0.0

    @property
    def worth(self) -> float:
        """What the coach goes by: points to be expected, up to one constant, in units of what a win is worth."""
        return self.chance * (1 - self.risk) - RISK_WEIGHT * self.risk


# What giving the win away costs, in units of what a win is worth to its winner, from the payments (PAY-02, PAY-03): a
# hand's value once from each loser, double from the discarder, and double from all for a tile drawn.
DRAWN = 0.4  # of the wins of simulated games, so many are drawn
WON = 0.9  # of the games, so many are won by somebody
BRINGS = 4 * (1 - DRAWN) + 6 * DRAWN
PAYS = (4 * (1 - DRAWN) + 6 * DRAWN) / 3  # each loser, on average
RISK_WEIGHT = (2 - WON * PAYS) / (BRINGS + PAYS)  # most of what a discarder pays she would have paid later as well


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, in one sentence, and why.

    `tiles` are those to pass, discard, expose or exchange; `blind` of a pass go on unseen; `yes` is the vote.
    `options` are all choices, best first. `line` is the line aimed at. For an exchange `owner` and `group` are where
    the joker stands.
    """

    act: Act
    tiles: tuple[Tile, ...]
    says: str
    reasons: tuple[Reason, ...] = ()
    options: tuple[Option, ...] = ()
    line: Line | None = None
    blind: int = 0
    yes: bool = False
    owner: Seat | None = None
    group: int = 0

    @property
    def chance(self) -> float:
        """The chance to win if it is followed, 0 ... 1."""
        return self.options[0].chance if self.options else 0.0

    def lost(self, tiles: tuple[Tile, ...]) -> float:
        """How much chance to win choosing `tiles` costs against the best choice, 0 ... 1. For reviews.

        Raises KeyError when that was no choice.
        """
        for option in self.options:
            if sorted(option.tiles) == sorted(tiles):
                return max(0.0, self.options[0].worth - option.worth)
        raise KeyError(tiles)


@dataclass(frozen=True, slots=True)
class Place:
    """One tile of a pattern. `wants` is the tile printed; `held` what fills it (the tile or a joker), None while it is
    missing. `exposed`: it stands on the rack. `joker`: a joker may stand here."""

    wants: Tile
    held: Tile | None
    exposed: bool
    joker: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """A line within reach, by its likeliest hand. `pattern` are its groups in the card's order.

    `needs` are the missing tiles, as many as `missing`; `unseen` how many of each kind of them nobody has shown yet;
    `jokers` how many own jokers it uses. `strict` are the needed tiles where no joker may stand. `chance` is the chance
    to win with this line, 0 ... 1.
    """

    line: Line
    hand: Hand
    pattern: tuple[tuple[Place, ...], ...]
    missing: int
    needs: tuple[Tile, ...]
    unseen: tuple[tuple[Tile, int], ...]
    jokers: int
    strict: tuple[Tile, ...]
    chance: float
    says: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Safety:
    """How safe a discard is. `risk`: the chance that somebody wins with it at once, 0 ... 1. `lines` per threatening
    seat: the lines her exposures leave that want it."""

    tile: Tile
    risk: float
    lines: tuple[tuple[Seat, tuple[Line, ...]], ...]
    says: str
    reasons: tuple[Reason, ...]

    @property
    def safe(self) -> bool:
        """Nobody who shows a group can want it."""
        return not self.lines
