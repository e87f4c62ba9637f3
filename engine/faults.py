"""Every refusal and dead-hand cause: a sentence that a player understands, its rule id and the source's position.

Events hold a `Cause` (`HandDied`, `Warned`, `GameAbandoned`), and logs its name. Its value is the rule it rests on,
which sources say so (S0 ... S4; NMJL where only League practice does), and their position in one sentence.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, unique

from engine.tile import Seat


@unique
class Cause(Enum):
    """(rule id, sources, position)."""

    # The procedure
    NOT_NOW = ("TURN-08", "S0 S4", "Each act has its time: set-up, Charleston, play.")
    NOT_PLAYING = ("SET-22", "S0 S2", "Only those who play this game may act in it.")
    RULES_FIXED = ("HOUSE-01", "S1", "House rules are agreed before the game starts.")
    NOT_EAST = ("WALL-03", "S0 S1 S4", "East rolls, breaks the wall and starts.")
    NOT_TIED = ("SEAT-06", "NMJL", "Only those who tied for the highest roll roll again.")
    WRONG_BREAK = ("WALL-04", "S1 S4", "The wall is parted after as many stacks as the dice show.")
    ALREADY_BROKEN = ("WALL-03", "S0 S1 S4", "The wall is broken once.")
    WRONG_WALLS = ("WALL-02", "S0 S1 S4", "Each player builds 19 stacks of two.")
    WRONG_DEAL = ("DEAL-06", "S0 S1 S2 S4", "East has 14 tiles, the others 13.")
    WRONG_DICE = ("SET-13", "S0 S4", "Two dice show 2 to 12.")
    DICE_AT_EMPTY_SEAT = ("P3-04", "S2", "Dice that point at the absent player are thrown again.")
    RIGHTFUL_EAST = ("ROT-01", "NMJL", "A game that the wrong East dealt is finished; the rightful one deals the next.")
    PLAYERS_UNFIT = ("SET-22", "S0 S2 S4", "Four play, or three or two beside empty seats.")
    NAME_UNFIT = ("SEAT-05", "NMJL", "Each player is called by a name of her own.")
    # The Charleston
    PASS_SIZE = ("CHAR-03", "S1", "Exactly three tiles are passed each time.")
    JOKER_PASSED = ("CHAR-06", "S0 S4", "Jokers may never be passed.")
    JOKER_IN_COURTESY = ("CHAR-07", "S0", "Jokers may not be passed in the courtesy pass either.")
    TAKEN_BEFORE_PASSING = ("CHAR-05", "S4 S2", "Tiles go out before those passed to you are picked up.")
    NOT_BLIND_HERE = ("CHAR-13", "S1", "Blind passing is allowed on the last pass of a Charleston only.")
    BLIND_FIRST_ONLY = ("CHAR-09", "S2", "Only the first Charleston ends with a blind pass (C-04).")
    ALREADY_PASSED = ("CHAR-02", "S0 S1 S2 S4", "Everybody passes once in each direction.")
    VOTE_FIRST = ("CHAR-16", "S0 S4", "A second Charleston is begun when all have agreed to it.")
    COURTESY_NOT_NOW = ("CHAR-22", "S0 S1 S4", "The courtesy pass comes when the Charleston is over.")
    ALREADY_SAID = ("CHAR-16", "S0 S4", "One word each is enough.")
    COURTESY_SIZE = ("CHAR-19", "S0 S1 S4", "The courtesy pass moves up to three tiles.")
    NOBODY_ACROSS = ("CHAR-21", "S1", "The courtesy pass is between players who sit opposite.")
    SECOND_MUST_FINISH = ("CHAR-18", "S4", "Once begun, all three passes of the second Charleston are made.")
    NO_CHARLESTON = ("P3-02", "S4", "Without four players there is no Charleston.")
    FIRST_COMPULSORY = ("CHAR-01", "S1 S2 S4", "The first Charleston is compulsory.")
    ALL_BLIND = ("CHAR-10", "NMJL", "Not all four pass three blind: whoever can starts with tiles of her own.")
    CHARLESTON_BEGUN = ("CHAR-01", "NMJL", "Once begun, the Charleston is finished before anybody declares.")
    WRONG_DIRECTION = ("CHAR-02", "NMJL", "Tiles passed the wrong way are taken back and passed the right way.")
    PEEKED = ("CHAR-10", "S0 S1 S2 S4", "Tiles passed blind stay face down.")
    # Turns and discards
    NOT_YOUR_TURN = ("TURN-02", "S0 S1 S2 S4", "Turns go to the right.")
    MUST_DISCARD = ("TURN-03", "S0 S1 S2 S4", "A turn is: get a tile, decide, discard one.")
    WALL_USED_UP = ("DRAW-01", "S0 S4", "No tiles are left to draw (C-24).")
    WALL_NOT_USED_UP = ("TURN-08", "S0 S4", "Play runs until somebody wins or the wall is used up.")
    TOO_MANY = ("SET-01", "S0 S4", "The set holds four of each tile, eight flowers and eight jokers.")
    SUIT_LEFT_OUT = ("P3-03", "S2", "Where three play without one suit, tiles of the two others are all there are.")
    NOT_HELD = ("DEF-03", "S0 S2 S4", "A tile must be held to be played.")
    NO_DISCARD = ("DISC-02", "S0 S1", "Only the latest discard can be called.")
    EAST_STARTS = ("TURN-01", "S0 S2 S4", "East opens by discarding.")
    OLD_DISCARD = ("DISC-02", "S0 S1 S4", "Discards older than the latest are dead.")
    NOT_MISSING = ("DEAL-06", "NMJL", "Only a thirteenth tile that was never dealt to East's left may be taken later.")
    # Calls
    WINDOW_CLOSED = ("WOO-02", "S4", "A discard may be called until the next player racks or discards.")
    NOTHING_TO_RETURN = ("WOO-03", "S4", "A drawn tile goes back on the wall until it is racked or discarded.")
    CALL_TIME_OVER = ("WOO-04", "NMJL", "Where a clock runs, a call comes before its time is over (C-07).")
    CALLED_TOO_LATE = ("WOO-04", "S1", "Calls come at once, before the next player draws (C-07).")
    MUST_EXPOSE = ("CALL-06", "S0 S4 S2", "The group that a called tile completes is exposed.")
    OWN_DISCARD = ("DISC-01", "S4 S0", "The discarder can never take the tile back.")
    JOKER_DISCARDED = ("DISC-03", "S4", "A discarded joker can never be picked up.")
    ALREADY_CALLED = ("CALL-01", "S0 S1 S2 S4", "One call each is enough.")
    NOT_CALLED = ("CALL-14", "S0 S2", "There is no call to take back.")
    COMMITTED = ("CALL-14", "S0 S2 NMJL", "A call stands once the tile is on the rack or tiles are exposed.")
    CALLED_EARLIER = ("CALL-10", "S0 S1 S4", "Of two callers the one whose turn comes next has the tile.")
    MAH_JONGG_FIRST = ("CALL-09", "S0 S1 S4", "A call for Mah Jongg beats any other call.")
    TWO_FOR_MAH_JONGG = ("CALL-11", "NMJL", "Of two who call for Mah Jongg the next in turn wins.")
    ALREADY_EXPOSED = ("CALL-10", "NMJL", "The next in turn loses the preference once another caller has exposed.")
    KEPT_BY_THE_DEAD = ("FALSE-02", "NMJL", "A discard claimed in error stays with the dead hand, unless it wins.")
    STRAY_WINS_ONLY = ("TURN-02", "NMJL", "A discard out of turn may be had for Mah Jongg only (C-32).")
    LAST_WINS_ONLY = ("DRAW-06", "NMJL", "The very last discard may be had for Mah Jongg only (C-31).")
    HELD = ("WOO-05", "S4 S1", "Play waits for the player who said Hold.")
    NOBODY_HOLDS = ("WOO-06", "S1 S4", "Nobody asked for a moment.")
    PAIR_CALLED = ("CALL-03", "S0 S1 S4", "A pair may be called only to win.")
    SINGLE_CALLED = ("CALL-04", "S1 S4", "Singles and mixed groups may be called only to win.")
    SINGLE_WIN_BANNED = ("CALL-04", "S0", "A single may not be called, not even to win (C-08).")
    CONCEALED_WIN_CALLED = ("CALL-13", "S2", "A concealed hand draws every tile itself (C-09).")
    NATURALS_NEEDED = ("CALL-15", "S2", "The caller holds a pair or a triplet of the tile (C-10).")
    WRONG_SOURCE = ("CALL-06", "S0 S4 S2", "What is exposed holds the tile that was called.")
    GROUP_TOO_BIG = ("SET-26", "S0 S2 S4", "Groups end at six, and where sextets are off at five (C-11).")
    NOT_FROM_A_CALL = ("EXPO-01", "S1", "Exposures are made from called discards only.")
    EXPOSURE_FIXED = ("EXPO-03", "S0 S1", "After the discard an exposure is fixed; no drawn tile joins it (C-13).")
    EXPOSURE_FROZEN = ("EXPO-02", "S0 S1 NMJL", "Starting a joker exchange freezes the exposure.")
    NO_CHANGES = ("EXPO-04", "S2", "An exposure cannot be changed (C-12).")
    NO_SUCH_EXPOSURE = ("DEF-07", "S0 S4 S2", "There is no such exposure.")
    MISNAMED = ("MISN-03", "S1", "For an exposure the tile must be named correctly first.")
    MISNAMED_VOID = ("MISN-01", "S0", "A tile announced wrongly cannot be claimed (C-22).")
    NOT_MISNAMED = ("TURN-06", "S0 S2 S4", "The tile already has its right name.")
    NAMED_TOO_LATE = ("MISN-02", "NMJL", "A name is put right before Mah Jongg is said on it.")
    # Joker exchanges
    SWAP_NOT_YOUR_TURN = ("SWAP-02", "S0 S1 S2 S4", "Jokers are exchanged on one's own turn only.")
    SWAP_BEFORE_DRAW = ("SWAP-03", "S4 S0", "First get the tile for the turn, then exchange, then discard.")
    SWAP_AFTER_CALL = ("SWAP-05", "S2 S4", "Jokers are exchanged only after a draw from the wall (C-14).")
    NO_JOKER_THERE = ("SWAP-01", "S0 S1 S2 S4", "A joker is had for the exact tile it stands for.")
    NATURAL_WANTED = ("SWAP-01", "NMJL", "Only a natural tile may replace a joker.")
    WRONG_EXCHANGE = ("SWAP-01", "NMJL", "Found late, a wrong tile for a joker kills the exposure's owner.")
    # Mah Jongg
    NOT_A_WIN = ("MAHJ-05", "S0 S4", "The hand must match the card exactly.")
    CONCEALED_SHOWN = ("DEF-05", "S0 S1 S2 S4", "A concealed hand wins without exposures.")
    NOT_FOURTEEN = ("DEF-02", "S0 S1 S2 S4", "Every hand has 14 tiles.")
    EXPOSED_NOT_SHOWN = ("EXPO-09", "S0 S4", "Exposed tiles are part of the final hand.")
    NOT_DECLARED = ("FALSE-01", "S0", "There is no declaration to take back.")
    # Dead hands
    DEAD = ("DEF-09", "S0 S1 S4", "A dead hand is out of the game, and still pays.")
    DEAD_ALREADY = ("DEAD-14", "S0 S4", "A dead player stops playing.")
    OWN_HAND = ("DEAD-04", "S0 NMJL", "A dead hand is found by another player; nobody calls her own hand dead.")
    ALREADY_DISPUTED = ("DEAD-04", "NMJL", "A disputed challenge is settled after the game.")
    NOT_CHALLENGED = ("DEAD-04", "NMJL", "Only who was challenged can disagree.")
    DEAD_SILENT = ("DEAD-14", "NMJL", "A dead player may not challenge another.")
    NOT_DEAD = ("DEAD-12", "S1 S4", "The hand has done nothing that kills it.")
    WRONG_COUNT = ("DEAD-01", "S0 S4", "Too many or too few tiles; the hand pays like the others.")
    DISCARDED_WITHOUT_TILE = ("DEAD-01", "NMJL", "Discarding without drawing or calling leaves a wrong count.")
    PICKED_OUT_OF_TURN = ("TURN-02", "NMJL", "A tile picked and racked out of turn kills the hand.")
    OUT_OF_TURN = ("TURN-02", "NMJL", "A discard out of turn leaves a wrong count.")
    WRONG_END = ("WALL-10", "S4 S0 NMJL", "A tile from the wrong end of the wall kills the hand, which keeps it.")
    NO_HAND_FITS = ("DEAD-04", "S0 S1", "What stands exposed fits no hand.")
    TILES_GONE = ("DEAD-05", "S4 S1", "Tiles that the hand needs are gone.")
    JOKERS_GONE = ("DEAD-05", "S4", "More tiles are gone than jokers can make up.")
    WRONG_EXPOSURE = ("DEAD-06", "S1", "Tiles exposed incorrectly.")
    JOKER_MISUSED = ("DEAD-07", "S1 S4", "A joker where none is allowed.")
    MISNAMED_EXPOSURE = ("DEAD-08", "S1", "Exposing off a misnamed discard kills the exposer's hand.")
    FALSE_MAH_JONGG = ("DEAD-09", "S0 S4", "Mah Jongg in error with the hand shown.")
    CONCEALED_EXPOSED = ("DEAD-11", "S4", "A concealed hand may not be exposed.")
    SWAPPED_BEFORE_DRAW = ("SWAP-03", "NMJL", "A joker exchanged before the draw kills the hand.")
    SWAPPED_OUT_OF_TURN = ("SWAP-02", "NMJL", "A joker exchanged out of turn kills the hand.")
    THREW_IN = ("FALSE-06", "S4", "Nobody throws in before the winning hand is verified.")
    # How games end without a winner
    THREE_WRONG_COUNTS = ("DEAD-03", "S0", "Three wrong counts: the game is replayed.")
    THREE_DEAD = ("DEAD-13", "S1", "With three dead the game ends and nobody wins.")
    ALL_THREW_IN = ("FALSE-06", "NMJL", "Nobody's hand is intact: thrown in and dealt again.")
    THROWN_IN_AND_REDEALT = ("DEAD-03", "NMJL", "A wrong count before play: thrown in and dealt again.")
    WRONG_START = ("TURN-01", "NMJL", "Another player drew and discarded before East: thrown in.")
    TWO_WRONG_ENDS = ("WALL-10", "NMJL", "More than one drew from the wrong end: thrown in.")
    END_UNSEEN = ("DRAW-01", "NMJL", "Nobody saw how the game ended; nobody pays unless somebody says who won.")
    PUT_AWAY = ("ROT-02", "NMJL", "The players put the game away unfinished; nobody pays, the same East deals again.")
    ENDED_BY_ALL = ("ROT-02", "NMJL", "All agree that nobody wins it.")
    REDEALT_BY_ALL = ("ROT-02", "NMJL", "All agree to throw the tiles in.")
    # What is put right and costs nothing
    KNOCKED_OPEN = ("SET-18", "NMJL", "Own tiles that fell open are stood up again.")
    WALL_TILE_SHOWN = ("WALL-10", "NMJL", "A wall tile that was turned up is turned back and drawn in its order.")
    # Money and bets
    UNEQUAL_PAYMENT = ("PAY-13", "S0", "What some pay, others receive.")
    VALUE_ANNOUNCED = ("PAY-04", "NMJL", "A player is entitled only to what was announced.")
    OVERVALUED = ("PAY-01", "S0 S1 S4", "The card prints what a hand is worth.")
    NO_BET = ("WIND-05", "S0", "A fifth person bets on which player will win.")
    # The log
    NO_SUCH_EVENT = ("DISC-06", "S4", "Only what has happened can be taken back.")

    @property
    def rule(self) -> str:
        return self.value[0]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule it rests on first, then others of the sources that say it too, and the option it is an answer to."""
        return (self.rule, *_TOO.get(self.name, ()), *re.findall(r"C-\d\d", self.position))

    @property
    def kind_of(self) -> str:
        """The name of the fault that it is a kind of, by which it is known too; its own where it is none."""
        return _KIND_OF.get(self.name, self.name)

    @property
    def sources(self) -> str:
        return self.value[1]

    @property
    def position(self) -> str:
        """What the sources say, in one sentence."""
        return self.value[2]


_KIND_OF: Mapping[str, str] = {
    "WRONG_WALLS": "WRONG_DEAL",
    "VOTE_FIRST": "ALREADY_PASSED",
    "COURTESY_NOT_NOW": "ALREADY_PASSED",
    "NOTHING_TO_RETURN": "WINDOW_CLOSED",
}

# The sources say many a thing more than once, and each time it has an id.
_TOO: Mapping[str, tuple[str, ...]] = {
    "NOT_NOW": ("CHAR-01", "TURN-09", "MAHJ-06"),
    "NOT_EAST": ("WALL-07",),
    "WRONG_WALLS": ("DEAL-06", "SET-01"),
    "WRONG_DEAL": ("DEF-03",),
    "VOTE_FIRST": ("CHAR-02", "CHAR-14"),
    "COURTESY_NOT_NOW": ("CHAR-02",),
    "WRONG_DIRECTION": ("CHAR-15",),
    "NOT_YOUR_TURN": ("DEF-10", "TURN-01", "CALL-08"),
    "MUST_DISCARD": ("DEF-03", "CALL-07", "SWAP-11"),
    "WALL_USED_UP": ("TURN-08", "DRAW-04"),
    "TOO_MANY": ("SET-03", "SET-06", "SET-07", "SET-09", "SET-11", "SET-26", "JOK-06"),
    "NO_DISCARD": ("DEF-08", "WOO-01", "WOO-09"),
    "OLD_DISCARD": ("DEF-08", "WOO-09"),
    "WINDOW_CLOSED": ("WOO-09",),
    "NOTHING_TO_RETURN": ("WOO-02",),
    "OWN_DISCARD": ("DISC-04", "ERR-01"),
    "JOKER_DISCARDED": ("JOK-09",),
    "PAIR_CALLED": ("CALL-02", "DEF-06", "JOK-02"),
    "SINGLE_CALLED": ("CALL-02", "DEF-04", "DEF-06", "JOK-03", "JOK-04"),
    "NOT_BLIND_HERE": ("CHAR-08", "CHAR-09"),
    "BLIND_FIRST_ONLY": ("CHAR-08",),
    "CONCEALED_WIN_CALLED": ("CALL-12",),
    "EXPOSURE_FIXED": ("EXPO-05", "TURN-07"),
    "MISNAMED_EXPOSURE": ("MISN-03", "MISN-04"),
    "SWAP_NOT_YOUR_TURN": ("DISC-04", "DISC-05"),
    "SWAP_BEFORE_DRAW": ("SWAP-04", "DISC-05"),
    "SWAPPED_BEFORE_DRAW": ("DISC-05",),
    "NO_JOKER_THERE": ("SWAP-12", "SWAP-13", "FALSE-07", "C-15"),  # a dead hand's, shown with what killed it
    "NO_SUCH_EXPOSURE": ("SWAP-12", "SWAP-13", "FALSE-07", "C-15"),
    "NOT_A_WIN": (
        *("DEF-01", "FALSE-08", "JOK-02", "JOK-03", "JOK-04", "DEAD-07", "DEAD-10"),
        *("SET-12", "CARD-04", "CARD-06", "CARD-09", "CARD-12", "CARD-13", "CARD-15"),
    ),
    "CONCEALED_SHOWN": ("CALL-12", "CARD-20", "DEAD-11"),
    "NOT_FOURTEEN": ("DEF-01",),
    "DEAD": ("DEAD-14",),
    "DEAD_ALREADY": ("DEF-09",),
    "DEAD_SILENT": ("DEF-09",),
    "WRONG_COUNT": ("DEF-03",),
    "DISCARDED_WITHOUT_TILE": ("DEF-03", "TURN-03"),
    "OUT_OF_TURN": ("DEAD-01",),
    "WRONG_EXPOSURE": ("CALL-03", "CALL-04", "DEF-06", "EXPO-01"),
    "JOKER_MISUSED": ("DEAD-10", "JOK-02", "JOK-03", "JOK-04"),
    "FALSE_MAH_JONGG": ("FALSE-02", "DEAD-10", "MAHJ-05"),
    "CONCEALED_EXPOSED": ("CALL-12", "EXPO-08"),
}


def resting_on(rule: str, among: Collection[Cause]) -> Cause | None:
    """The cause that rests on a rule, one of `among` where there is any; before others the one named after the rule."""
    found = [cause for cause in Cause if rule in cause.rules]
    return min(found, key=lambda cause: (cause not in among, cause.rule != rule), default=None)


KILLS = frozenset(
    (
        *(Cause.WRONG_COUNT, Cause.DISCARDED_WITHOUT_TILE, Cause.PICKED_OUT_OF_TURN, Cause.OUT_OF_TURN),
        *(Cause.WRONG_END, Cause.NO_HAND_FITS, Cause.TILES_GONE, Cause.JOKERS_GONE, Cause.WRONG_EXPOSURE),
        *(Cause.JOKER_MISUSED, Cause.MISNAMED_EXPOSURE, Cause.FALSE_MAH_JONGG, Cause.CONCEALED_EXPOSED),
        *(Cause.SWAPPED_BEFORE_DRAW, Cause.SWAPPED_OUT_OF_TURN, Cause.WRONG_EXCHANGE, Cause.THREW_IN),
    )
)
"""What a hand dies of."""
COSTS_NOTHING = frozenset(
    (Cause.JOKER_PASSED, Cause.WRONG_DIRECTION, Cause.PEEKED, Cause.KNOCKED_OPEN, Cause.WALL_TILE_SHOWN)
)
"""What is put right, and is no more than a warning."""
ENDS = frozenset(
    (
        *(Cause.THREE_WRONG_COUNTS, Cause.THREE_DEAD, Cause.ALL_THREW_IN, Cause.THROWN_IN_AND_REDEALT),
        *(Cause.WRONG_START, Cause.TWO_WRONG_ENDS, Cause.END_UNSEEN, Cause.PUT_AWAY, Cause.ENDED_BY_ALL),
        Cause.REDEALT_BY_ALL,
    )
)
"""How a game ends without a winner."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`says` names tiles and seats in plain words; `seat` is whose act it was."""

    cause: Cause
    seat: Seat | None
    says: str

    @property
    def rule(self) -> str:
        return self.cause.rule

    @property
    def position(self) -> str:
        """The sources' position and which of them hold it."""
        return f"{self.cause.position} ({self.cause.sources})"
