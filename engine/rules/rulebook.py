"""Every rule of the source texts by its id: a short title in our own words, what the program does about it, and where.

Pages show the title beside the id of a fault; `docs/rules.md` is made from this and from the scenarios. A rule is
enforced (an act against it is refused or costs the hand), scored, seen (the camera reads it), shown or taught to the
players, or it is no matter for a program, and then `where` says why.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum


class Home(Enum):
    """What the program does about a rule."""

    ENFORCED = "enforced"
    SCORED = "scored"
    SEEN = "seen"
    SHOWN = "shown"
    TAUGHT = "taught"
    NOT = "not for a program"


@dataclass(frozen=True, slots=True)
class Rule:
    """`where` names modules, parted by commas, or for `Home.NOT` the reason."""

    id: str
    home: Home
    where: str
    title: str


_TEXT = """
SET-01 E tile,ruling | 152 tiles are in play
SET-02 T rulebook | The spare tiles of a bought set stay in the box
SET-03 E tile | Three suits, one to nine, four of each
SET-04 S tile | Dots, Bams and Craks
SET-05 V tile sets | The 1 Bam shows a bird
SET-06 E tile | Four of each wind
SET-07 E tile | Four of each dragon
SET-08 S tile | The white dragon is called Soap, and sets draw it differently
SET-09 E tile | Eight flowers, seasons counted among them
SET-10 E tile | All flowers are the same tile, whatever number they bear
SET-11 E tile | Eight jokers, all alike
SET-12 E card | Green goes with Bams, Red with Craks, Soap with Dots
SET-13 E starting | Two dice
SET-14 E starting | The dice choose East, and the break
SET-15 V zones | A rack before each player
SET-16 V zones | Without racks the tiles stand in a row
SET-17 T rulebook | Pushers bring the wall in and hide the hand
SET-18 T rulebook | Pushers are on the table's side of the rack; without them push with care
SET-19 S cards | Everybody has the card at hand
SET-20 P ledger | Sticks or chips keep the score
SET-21 S light | A wind indicator is optional
SET-22 E ruling | Four play, and three or five by the variants
SET-23 T rulebook | A set of another game serves if it has 152 such tiles
SET-24 E card | Without jokers flowers may stand in for them, where the card says so
SET-25 V reader | Tiles lie face down while they are mixed and built
SET-26 E calling | Pair, pung, kong, quint, sextet
DEF-01 E winning | Fourteen tiles that are one hand of the card, declared first
DEF-02 E winning | Every hand has fourteen tiles
DEF-03 E state,dying | Thirteen tiles, and fourteen only in one's turn
DEF-04 E calling | Runs are not called: there are no chows
DEF-05 E card,winning | X hands may be exposed, C hands not
DEF-06 E card,calling | NEWS and years are singles, FF is a pair
DEF-07 E calling | A called group stands on top of the rack
DEF-08 E calling | Discards before the latest are dead
DEF-09 E dying | A dead hand is out of the game and still pays
DEF-10 E tile,state | Turns go to the right: East, South, West, North
SEAT-01 E starting | The highest roll is East
SEAT-02 E ruleset,starting | Or the host deals first
SEAT-03 E ruleset,starting | Or anybody does, sitting anywhere
SEAT-04 E ruleset,starting | Or East is named
SEAT-05 S tile,light | To East's right sits South, then West, then North
SEAT-06 E starting | Those who tie roll again
WALL-01 T rulebook | Everybody mixes the tiles, face down
WALL-02 E starting | Four walls, nineteen stacks long and two high
WALL-03 E starting | East rolls and counts stacks from the right end of her wall
WALL-04 E starting | There the wall is parted; the counted stacks stay
WALL-05 S walls | The counted stacks are the last tiles played
WALL-06 T rulebook | The rest of East's wall is pushed out and dealt from
WALL-07 E starting | Only East breaks a wall
WALL-08 S walls | The next wall comes from East's left
WALL-09 S walls | Or from the right; be consistent
WALL-10 E playing,dying | Draw from the right end, where the deal stopped
WALL-11 T rulebook | The top tile of a stack first, then the one beneath
WALL-12 T rulebook | Two tiles laid askew mark the end not to draw from
WALL-13 T rulebook | Join the last few tiles to the next wall, lest they look like a pass
WALL-14 E starting | A roll of eight leaves eight stacks
DEAL-01 S walls | East takes four tiles, then each to the right
DEAL-02 E starting | Three rounds make twelve each
DEAL-03 S walls | Then East takes the first and third top tiles, the others one
DEAL-04 S walls | Or one each, and one more for East
DEAL-05 S walls | Or top and bottom in turn, and one more for East
DEAL-06 E starting | East has fourteen, the others thirteen
DEAL-07 V reader | The deal is face down; then tiles are racked and sorted
DEAL-08 T coaching | While sorting look for the hand that suits the tiles
CHAR-01 E starting,charleston | The first Charleston is compulsory
CHAR-02 E charleston | Right, across, left
CHAR-03 E starting | Exactly three tiles each time
CHAR-04 E state | Face down
CHAR-05 E starting | Put yours out before taking what is passed to you
CHAR-06 E starting | Never a joker
CHAR-07 E starting | Nor in the courtesy pass
CHAR-08 E charleston,starting | Blind passing on the first left
CHAR-09 E charleston,starting | And on the last right
CHAR-10 E starting | One to three incoming tiles go on unseen, the rest from the rack
CHAR-11 E state | Keep as many as you gave of your own
CHAR-12 T rulebook | Blind passing is for who lacks unwanted tiles
CHAR-13 E starting | Not on any other pass
CHAR-14 E charleston | The second Charleston is optional
CHAR-15 E charleston | Left, across, right
CHAR-16 E charleston | It needs everybody's consent
CHAR-17 T rulebook | No reason is asked for
CHAR-18 E starting | Once begun it is finished
CHAR-19 E starting | Then opposite players may exchange up to three
CHAR-20 E charleston | Both must agree on the number
CHAR-21 E charleston | The two pairs decide on their own
CHAR-22 E charleston,starting | Courtesy follows whichever Charleston was the last
CHAR-23 S charleston | RALPH and LARRY help to remember
CHAR-24 T coaching | Change your aim as tiles come; there are many draws yet
TURN-01 E playing | East opens with a discard
TURN-02 E playing | Then the next to the right draws and discards
TURN-03 E playing | A turn: get a tile, decide, discard
TURN-04 E playing | The drawn tile may be discarded
TURN-05 V reader | Face up in the middle
TURN-06 E playing | Name what you discard
TURN-07 E calling | Racked tiles may be moved about, exposed ones not
TURN-08 E playing | Until somebody wins or the tiles run out
TURN-09 E winning | The winner does not discard
TURN-10 T rulebook | Everybody reads your discards
TURN-11 T rulebook | Do not rack so fast that others cannot think
DISC-01 E playing | A discard is made when named or when it touches the table, and stands
DISC-02 E calling | Only the latest can be called
DISC-03 E playing | A discarded joker is nobody's
DISC-04 E calling | A tile that could have had a joker is gone for its discarder
DISC-05 E calling | And nobody exchanges a discard for a joker
DISC-06 T referee | Rules are kept alike for everybody
WOO-01 E state | The window opens with the discard
WOO-02 E playing,state | It closes when the next player racks or discards
WOO-03 E calling,playing | A tile looked at but not racked goes back
WOO-04 E playing | Or calls must come at once
WOO-05 E playing | Say Hold for a moment to think
WOO-06 E playing | Say Pass if you let it go
WOO-07 T rulebook | Make a point of racking
WOO-08 E calling | Say Call loudly
WOO-09 E calling | No going back to an earlier discard
CALL-01 E calling | Anybody may call the latest discard
CALL-02 E calling | For three or more alike in an X hand
CALL-03 E calling | Not for a pair, unless it wins
CALL-04 E calling,winning | Not for a single or a mixed group, unless it wins
CALL-05 E winning | The last tile of any hand may be called
CALL-06 E calling | The whole group is exposed
CALL-07 E playing | Then the caller discards
CALL-08 E state | Play goes on at the caller's right
CALL-09 E calling,winning | Mah Jongg beats any other call
CALL-10 E calling | Else the caller next in turn
CALL-11 E calling | Two for Mah Jongg: the next in turn
CALL-12 E winning,dying | A C hand calls its last tile only
CALL-13 E winning | Or not even that
CALL-14 E calling | A call may be taken back while nothing is exposed
CALL-15 E calling | Or naturals must be held to call
CALL-16 E state | As often as it is legal, however many are skipped
CALL-17 E playing | Nobody wants it: play goes on
EXPO-01 E calling | Exposures come from calls
EXPO-02 E calling | They may be changed until the discard
EXPO-03 E calling | Then they are fixed
EXPO-04 E calling | Or they cannot be changed once exposed
EXPO-05 E calling | Or a drawn fourth tile may join a pung
EXPO-06 V finder | Put jokers between the naturals
EXPO-07 E dying | One exposure of a C hand may become an X hand
EXPO-08 E dying | More than one is dead
EXPO-09 E winning | What is exposed is part of the final hand
JOK-01 E card,hands | Jokers stand in pungs, kongs, quints, sextets
JOK-02 E card,hands | Never in a pair
JOK-03 E card,hands | Never as a single
JOK-04 E card,hands | Never in groups of different tiles
JOK-05 E calling,hands | A group may be all jokers
JOK-06 E hands | Quints need a joker
JOK-07 E hands | A hand may win with jokers, singles and pairs apart
JOK-08 T coaching | Many jokers: look for hands without pairs
JOK-09 E playing | A joker may be discarded, and is dead
SWAP-01 E calling | The exact tile for an exposed joker
SWAP-02 E calling | On your own turn
SWAP-03 E calling | After getting your tile, before discarding
SWAP-04 E calling | That tile may be drawn or called
SWAP-05 E calling | Or drawn only
SWAP-06 E calling | Give the drawn tile or one you held
SWAP-07 E calling | As many as you like in a turn
SWAP-08 E calling | Your own jokers too
SWAP-09 E calling | Also with a C hand
SWAP-10 T rulebook | The joker need not be exposed
SWAP-11 E state | Then discard
SWAP-12 E dying | Jokers of a dead hand, exposed in time
SWAP-13 E dying | Those shown with a false Mah Jongg are dead
SWAP-14 P scoring | A win by joker counts as self-drawn
DEAD-01 E dying | A wrong number of tiles
DEAD-02 E dying | Or that hand plays on
DEAD-03 E dying | Three wrong counts: the game is replayed
DEAD-04 E dying,hands | Exposures that fit no hand
DEAD-05 E dying,hands | Needed tiles are gone
DEAD-06 E dying | Tiles exposed wrongly
DEAD-07 E dying | A joker where none may be
DEAD-08 E calling,dying | An exposure off a misnamed discard
DEAD-09 E winning | Mah Jongg in error, shown
DEAD-10 E winning | Mismatched suits or a joker in a pair when declaring
DEAD-11 E dying,hands | More than one exposure of a C hand
DEAD-12 E dying | The others play on
DEAD-13 E dying | With three dead nobody wins
DEAD-14 E ruling | A dead player stops
DEAD-15 E view,state | Her tiles stay hidden
DEAD-16 P scoring | She still pays
MISN-01 E calling,winning | A misnamed tile cannot be claimed
MISN-02 E winning | But for Mah Jongg it can
MISN-03 E calling | For an exposure it is named rightly first
MISN-04 E calling | Exposing off it costs the hand
MISN-05 P scoring | What the misnamer pays
ERR-01 E playing | An accidental discard stands
ERR-02 E calling | A wrong exposure may be put right before discarding
FALSE-01 E winning | Said and not shown: nothing
FALSE-02 E winning | Shown: the hand is dead and pays
FALSE-03 E dying | The rest play on
FALSE-04 P scoring | Or a penalty: all to the discarder, half to the others
FALSE-05 P scoring | Or all to everybody, if drawn
FALSE-06 E dying | Nobody throws in before the hand is verified
FALSE-07 E dying | Jokers exposed earlier may still be had
FALSE-08 T winning | Mostly a joker in a pair or a wrong suit
MAHJ-01 E winning | Say Mah Jongg
MAHJ-02 E winning | Then show the hand
MAHJ-03 E winning | The last tile is drawn, called, or a joker
MAHJ-04 E winning | The others check it against the card
MAHJ-05 E hands,winning | It matches exactly
MAHJ-06 E state | That ends the game
PAY-01 P scoring | The card prints the value
PAY-02 P scoring | On a discard: discarder double, others single
PAY-03 P scoring | Self-drawn: all double
PAY-04 P scoring | No jokers: double again
PAY-05 P scoring | Not for Singles and Pairs
PAY-06 P scoring | 25, drawn and jokerless: 100 each
PAY-07 P scoring | By joker: as self-drawn
PAY-08 P scoring | Or the exchanger pays for all
PAY-09 P scoring | Or the discarder alone pays
PAY-10 P scoring | The dead pay too
PAY-11 T rulebook | Harder hands are worth more
PAY-12 P settling | A draw pays nothing
PAY-13 P ledger | A point is whatever money you agree on
STICK-01 P ledger | Sticks to start with: 1 of 200, 2 of 100, 8 of 25, 10 of 5
STICK-02 P ledger | That is 650 each
STICK-03 P ledger | Or any others
DRAW-01 E playing | All drawn, the last discarded, nobody won
DRAW-02 S state | That is a wall game; mix and start again
DRAW-03 P ledger | A pot for wall games, where agreed
DRAW-04 E playing | Or it ends with fourteen tiles left
DRAW-05 E rotation | Then the same East deals again
DRAW-06 E playing | The last discard can be called
DRAW-07 P ledger | The pot stands until somebody wins; what nobody has won when the evening ends goes back
ROT-01 E rotation | East moves to the right after every game
ROT-02 T rulebook | Mix, build and deal anew
ROT-03 E rotation | Or East stays after a draw
ROT-04 S rotation,light | Rounds are named after the winds
WIND-01 S light | The indicator shows who is East
WIND-02 S light | The winds' characters
WIND-03 S light | It is optional and comes in many forms
WIND-04 T rulebook | It is called a bettor too
WIND-05 P scoring | A fifth person bets on the winner
P3-01 E starting | Three: four walls, nothing for the empty seat
P3-02 E starting | No Charleston; courtesy is optional
P3-03 E starting | Or one suit is left out
P3-04 E starting | And dice that point at the empty seat are thrown again
P5-01 E rotation,naming | Five: one sits out in turn
P5-02 N It is settled with tiles before the program knows who sits where | Draw for seats with the 5 Dot among the winds
P5-03 E rotation | The four with winds start
P5-04 E rotation | The fifth waits a round
P5-05 E rotation | Then takes the first dealer's seat
P5-06 E rotation | Who sits out South's the round after, and so on
P5-07 E rotation | Five rounds, four played each
P5-08 P scoring | Or the fifth bets
CARD-01 S card | The hands come from a card
CARD-02 E card | Colours mean different suits, whichever
CARD-03 E card | Or fixed suits
CARD-04 E card | As many suits as colours
CARD-05 S card | Cards are printed in different palettes
CARD-06 E card | One colour, one suit
CARD-07 E card | Flowers, winds and zeros have none
CARD-08 S card | What the letters mean
CARD-09 E card | A suit includes its dragon
CARD-10 E card | Soap is zero
CARD-11 E card | Or in the year section only
CARD-12 E card | The year's digits are one suit
CARD-13 E card | The year takes no jokers
CARD-14 S card | X and C stand by the value
CARD-15 E card | Brackets limit a line
CARD-16 S card | The sections
CARD-17 E card | Quint hands hold a quint
CARD-18 E card | Groups alike and mixed ones
CARD-19 E card | Consecutive numbers
CARD-20 E card | X is exposed, C concealed
CARD-21 E winning | Playing without a card
CARD-22 E winning | Then any pairs, pungs, kongs, quints, sextets win; what they pay is lost
HOUSE-01 E starting,ruleset | House rules are agreed before the game
HOUSE-02 E ruleset | And kept to
TEACH-01 T coaching | Avoid hands that lack two singles or pairs
TEACH-02 T coaching | Hands without singles and pairs are easiest
TEACH-03 T coaching | Two jokers at the start: no pairs
TEACH-04 T coaching | Singles and pairs cannot be called, and take no jokers
TEACH-05 T rulebook | Read exposures and discards
TEACH-06 T rulebook | With a lost hand discard what is safe
TEACH-07 T rulebook | Keep exposures apart
TEACH-08 N It is history, and changes nothing at the table | How the game came from China to America
VAR-01 E tile | The classic game: four of each suit tile, wind, dragon
VAR-02 E classic | Flowers are set aside and replaced
VAR-03 E classic | Filipino: winds and dragons too
VAR-04 E classic | Pair, pong, kong, chow
VAR-05 E classic | Four or five sets and a pair
VAR-06 E classic | Or seven pairs
VAR-07 N Only the finished classic hand is judged, not its turns | Draw, then discard
VAR-08 N Only the finished classic hand is judged, not its turns | A discard may be stolen for a set or to win
VAR-09 N Only the finished classic hand is judged, not its turns | Win, then pong or kong, then chow for the next
VAR-10 E classic | What is stolen is melded and stays
VAR-11 N Only the finished classic hand is judged, not its turns | Then discard; the skipped lose their turn
VAR-12 N Only the finished classic hand is judged, not its turns | Not for a pair
VAR-13 N Only the finished classic hand is judged, not its turns | A kong draws at once
VAR-14 E classic | A concealed kong, face down
VAR-15 E classic | A drawn fourth joins a melded pong
VAR-16 N Only the finished classic hand is judged, not its turns | And may be robbed to win
VAR-17 N Only the finished classic hand is judged, not its turns | A stolen fourth may not
VAR-18 P classic | Winning: 1
VAR-19 P classic | Halves: seven pairs, dragons, winds, straight, flush
VAR-20 P classic | Quarters: only pongs, only chows, concealed, revealed, difficult, quick
VAR-21 P classic | Dragons and winds not where they are flowers
VAR-22 P classic | Stolen: all pay, the discarder double
VAR-23 P classic | Drawn: all pay double
VAR-24 P classic | Bonus halves: four flowers, concealed kong, pong to kong
VAR-25 P classic | Bonus quarters: stolen kong, no flowers, the seat's flower
VAR-26 P classic | Bonuses are paid at once
VAR-27 P classic | What concealed and revealed mean
VAR-28 N The source leaves it out itself | Set-up, rounds, rare hands, jokers
VAR-29 N It points to other systems, which are not played here | Other systems, and score minimums
VAR-30 T rulebook | The American game plays special hands from a card
VAR-31 E classic | Thirteen or sixteen tiles in hand
"""
_HOMES = dict(
    zip(
        "EPVSTN",
        (Home.ENFORCED, Home.SCORED, Home.SEEN, Home.SHOWN, Home.TAUGHT, Home.NOT),
        strict=True,
    )
)


def _read(line: str) -> Rule:
    left, _, title = line.partition(" | ")
    id, home, where = left.split(" ", 2)
    return Rule(id, _HOMES[home], where, title)


RULES: Mapping[str, Rule] = {rule.id: rule for rule in map(_read, _TEXT.strip().splitlines())}
assert len(RULES) == len(_TEXT.strip().splitlines()), "a rule is listed twice"


def title(id: str) -> str:
    """The rule in a few words. Raises KeyError for an id that no source has.

    >>> title("SWAP-02")
    'On your own turn'
    """
    return RULES[id].title


# Words of a question that tell nothing of the rule it is about.
_SMALL = frozenset(("a", "an", "and", "are", "can", "do", "does", "for", "has", "have", "how", "i", "in", "is", "it"))
_SMALL |= {"may", "of", "on", "or", "she", "the", "to", "what", "when", "who", "with"}
_ENDINGS = "ing", "es", "ed", "s"


def found(words: str) -> tuple[Rule, ...]:
    """The rules of an id, `CALL-09` or `CALL`, or those that say all of the words, or their chapter does, whatever the
    words end in; all of them for none.

    >>> [rule.id for rule in found("blind")]
    ['CHAR-08', 'CHAR-12']
    >>> "SWAP-02" in {rule.id for rule in found("When is a joker exchanged on your turn?")}
    True
    """
    # `Mahjong` is how most people write what the rules, as the League, call Mah Jongg.
    wanted = [word.strip(".,;:?!'\"") for word in words.casefold().replace("mahjong", "mah jong").split()]
    by_id = [r for r in RULES.values() if len(wanted) == 1 and r.id.casefold() in (wanted[0], *_chapters(r, wanted[0]))]
    asked = [_stem(word) for word in wanted if word not in _SMALL] or wanted
    return tuple(by_id or (r for r in RULES.values() if all(stem in _told(r) for stem in asked)))


def _stem(word: str) -> str:
    """What `passing`, `passes` and `passed` have in common, and `exchange` with `exchanging`."""
    ending = next((e for e in _ENDINGS if word.endswith(e) and len(word) - len(e) >= 3), "")
    return word.removesuffix(ending) if ending else word[:-1] if word.endswith("e") and len(word) > 4 else word


def _told(rule: Rule) -> str:
    return f"{CHAPTERS[rule.id.rpartition('-')[0]]}: {rule.title}".casefold()


def _chapters(rule: Rule, word: str) -> tuple[str, ...]:
    """The rule's own id where `word` is the name of its chapter."""
    return (rule.id.casefold(),) if rule.id.casefold().rpartition("-")[0] == word else ()


CHAPTERS: Mapping[str, str] = {
    "SET": "The set",
    "DEF": "What the words mean",
    "SEAT": "Who is East",
    "WALL": "The walls",
    "DEAL": "The deal",
    "CHAR": "The Charleston",
    "TURN": "Turns",
    "DISC": "Discards",
    "WOO": "The window for a call",
    "CALL": "Calling",
    "EXPO": "Exposures",
    "JOK": "Jokers",
    "SWAP": "Exchanging a joker",
    "DEAD": "Dead hands",
    "MISN": "Misnamed discards",
    "ERR": "Slips",
    "FALSE": "Mah Jongg in error",
    "MAHJ": "Mah Jongg",
    "PAY": "Paying",
    "STICK": "Sticks and chips",
    "DRAW": "Wall games",
    "ROT": "From game to game",
    "WIND": "The wind indicator and the bettor",
    "P3": "Three players",
    "P5": "Five players",
    "CARD": "The card",
    "HOUSE": "House rules",
    "TEACH": "For beginners",
    "VAR": "The classic game",
}


def chaptered(rules: Iterable[Rule]) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """The rules under their chapters' headings, in the book's order."""
    chapters: dict[str, list[Rule]] = {}
    for rule in rules:
        chapters.setdefault(rule.id.rpartition("-")[0], []).append(rule)
    return tuple((CHAPTERS[name], tuple(them)) for name, them in chapters.items())
